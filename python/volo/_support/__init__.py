"""Helpers that several modules share. They are not public, and nothing here is about the game."""
