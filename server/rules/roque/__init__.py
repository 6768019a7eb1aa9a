"""The rules of Roque and of Roque for three."""
