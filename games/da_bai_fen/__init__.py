"""Da Bai Fen: two sides climb from Two to Ace; a drawn card that is exposed names trumps."""
