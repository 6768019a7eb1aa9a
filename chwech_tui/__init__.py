"""The client of Chwech: a calm card table in a terminal, which knows a protocol and no rules."""
