"""The rules of Da Bai Fen."""
