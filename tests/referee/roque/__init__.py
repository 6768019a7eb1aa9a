"""The referee of Roque and Roque for three, written from the rules alone; it shares no line with the program."""
