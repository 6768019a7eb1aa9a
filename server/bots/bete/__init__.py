"""The bots of Bête."""
