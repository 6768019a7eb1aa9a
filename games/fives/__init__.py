"""Twenty-Five, Forty-Five, Spoil Five and Auction Forty-Fives."""
