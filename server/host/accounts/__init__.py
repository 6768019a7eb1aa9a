"""Accounts: admission, names, guests, and the keys of an account."""
