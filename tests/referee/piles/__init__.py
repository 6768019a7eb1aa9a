"""The referee of Svoyi Koziri, Dudak and Challenge, written from the rules alone; without a line of the program."""
