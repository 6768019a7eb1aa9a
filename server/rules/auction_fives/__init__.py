"""Auction Forty-Fives, in which two sides bid for the trump suit, by the rules of ``docs/auction-forty-fives.md``."""
