"""The processes of a server for others: one that watches, one that keeps the tables, and several that draw screens.

The one that watches loads as little as can be: its values are named tuples, because msgspec alone would double it.
"""
