"""Where logs and accounts are kept; nothing here knows what a table or a game is."""
