"""Svoyi Koziri, Dudak and Challenge."""
