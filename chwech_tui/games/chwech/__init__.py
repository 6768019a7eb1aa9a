"""Chwech on the screens: its words, moves, columns, tricks and scores."""
