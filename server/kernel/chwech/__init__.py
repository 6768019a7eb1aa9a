"""Chwech on flat arrays."""
