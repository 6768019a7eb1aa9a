"""Auction Forty-Fives on the screen."""
