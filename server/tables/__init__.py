"""Tables as pure values: commands go in, records and what is to be told come out; no game is known here."""
