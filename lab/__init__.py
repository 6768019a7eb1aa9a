"""What measures a server and trains its bots, run from a checkout; nothing that is installed needs it."""
