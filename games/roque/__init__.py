"""Roque and Roque for three."""
