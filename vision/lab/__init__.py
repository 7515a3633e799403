"""Rendered scenes, random decks, measurements and training; the product needs none of it.

It offers `scene`, `bench`, `evaluate`, `training`.
"""
