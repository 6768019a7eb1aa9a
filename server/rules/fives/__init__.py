"""Twenty-Five and Forty-Five, two Irish games of five tricks, by the rules of ``docs/twenty-five.md``."""
