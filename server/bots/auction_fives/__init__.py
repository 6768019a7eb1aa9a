"""The bots of Auction Forty-Fives."""
