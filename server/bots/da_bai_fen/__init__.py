"""Bots of Da Bai Fen."""
