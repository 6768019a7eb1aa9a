"""The referee of Durak in teams, written from the rules alone; it shares no line with the program."""
