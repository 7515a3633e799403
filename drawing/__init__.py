"""Drawn faces: the pen that paints them, and numbers as outlines of many open fonts."""
