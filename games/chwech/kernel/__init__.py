"""A deal of Chwech as numbers, for functions that can be compiled."""
