"""Svoyi Koziri, Dudak and Challenge, games of one pile with personal trumps, by the rules of ``docs/piles.md``."""
