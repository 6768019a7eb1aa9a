"""The games that the client can show."""
