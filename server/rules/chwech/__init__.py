"""Chwech, David Parlett's game of six, by the rules of ``docs/rules.md``."""
