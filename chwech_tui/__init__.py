"""The client of Chwech: a card table in a terminal that knows the protocol but not the rules."""
