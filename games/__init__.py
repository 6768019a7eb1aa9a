"""The games: each is a folder that holds all there is to say about it, over the kit that they share."""
