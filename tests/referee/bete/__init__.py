"""The referee of Bête, written from the rules alone; it shares no line with the program."""
