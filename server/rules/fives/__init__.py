"""Twenty-Five, Forty-Five and Spoil Five, Irish games of five tricks, by the rules of ``docs/twenty-five.md``."""
