"""The rules of games once more, on flat arrays: for simulations of millions of deals, for training and for search."""
