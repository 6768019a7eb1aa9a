"""The computer players; each sees only the view of its seat, and returns one of its legal actions."""
