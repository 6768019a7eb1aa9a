"""Training of bots from nothing: it plays against itself, and needs numba to do so in reasonable time."""
