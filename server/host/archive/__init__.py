"""Finished games: filing them, listing them, and playing them again."""
