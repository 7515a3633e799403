"""Dialogues: a match and the answers so far come in, the next question or the finished event goes out."""
