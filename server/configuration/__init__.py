"""The configuration of a server: its keys, where their values come from, and how it is shown."""
