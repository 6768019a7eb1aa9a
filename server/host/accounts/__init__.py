"""Who somebody is: admission, names, guests, and the keys of an account."""
