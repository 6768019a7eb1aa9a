"""Svoyi Koziri, Dudak and Challenge, as the client shows them."""
