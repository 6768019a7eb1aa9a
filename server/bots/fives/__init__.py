"""The bots of Twenty-Five, Forty-Five and Spoil Five."""
