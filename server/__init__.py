"""The server: rules, tables, bots, storage, host and the fronts that people come in by."""
