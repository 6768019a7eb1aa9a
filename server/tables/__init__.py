"""Tables as pure values: commands go in; records and views come out. This package knows no particular game."""
