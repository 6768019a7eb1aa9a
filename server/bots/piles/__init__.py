"""The bots of Svoyi Koziri, Dudak and Challenge."""
