"""Contests of bots: the same deals for all, and how surely one is better than another."""
