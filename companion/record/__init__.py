"""The record of a game: its lines on the disk, the session that writes them, and past games.

It offers `session.Session`, `recorder.Recorder`, `history.GameHistory`, `index.Index`.
"""
