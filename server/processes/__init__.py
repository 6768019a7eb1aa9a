"""The processes of a server for others: a supervisor, a host that runs the tables, and fronts that draw the screens.

The supervisor of a single front imports as little as possible: its values are named tuples, since msgspec alone would
double its size.
"""
