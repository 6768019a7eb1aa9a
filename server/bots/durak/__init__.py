"""The bots of Durak in teams."""
