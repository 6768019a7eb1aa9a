"""The rules of Bête."""
