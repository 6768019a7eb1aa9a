"""Looks back at finished games: what each choice was worth, and how much of a score was luck."""
