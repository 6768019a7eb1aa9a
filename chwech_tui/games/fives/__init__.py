"""Twenty-Five and Forty-Five on the screens: their words, moves, columns, tricks and scores."""
