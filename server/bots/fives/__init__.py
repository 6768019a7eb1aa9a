"""The bots of Twenty-Five and Forty-Five."""
