"""Chwech (David Parlett): nobody has to play; win a multiple of nine cards, and get rid of your own."""
