"""The oracle: recorded games of every kind of table, as the first engines of the games decided them.

Each game lies in one file ``games/NAME.xz``; `tests.oracle.reader` reads them and knows no engine.
"""
