"""The referee of Da Bai Fen, written from the rules alone; it shares no line with the program."""
