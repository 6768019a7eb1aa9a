"""The referee of Twenty-Five and Forty-Five, written from the rules alone; it shares no line with the program."""
