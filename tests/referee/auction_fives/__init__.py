"""The referee of Auction Forty-Fives, written from the rules alone; it shares no line with the program."""
