"""The referee of Spoil Five, written from the rules alone; it shares no line with the program."""
