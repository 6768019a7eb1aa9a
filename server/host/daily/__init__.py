"""The deal of the day: its seeds, its tables, its results, and the codes that prove them."""
