"""Simulated people who try a running server through its doors, as real ones would come; no server needs them."""
