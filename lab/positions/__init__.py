"""Positions of the games with one right answer, and how well bots find it and play the end of a deal."""
