"""Pictures as values: what every part of the screen looks like, line by line, without a terminal."""
