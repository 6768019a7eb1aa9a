"""Tables that are run by other nodes than the one that leads."""
