"""Tournaments as values: who takes part, who meets whom, and how everybody stands."""
