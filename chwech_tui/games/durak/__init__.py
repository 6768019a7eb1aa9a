"""Durak in teams, as the client shows it."""
