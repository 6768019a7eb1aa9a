"""The bots of Chwech; each sees only the view of its seat."""
