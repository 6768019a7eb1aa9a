"""Training of the net of Chwech."""
