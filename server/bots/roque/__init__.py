"""The bots of Roque and of Roque for three."""
