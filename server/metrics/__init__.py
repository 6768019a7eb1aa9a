"""Figures of a running server: what is counted, how it is written down, and the page that shows it."""
