"""The lobby: the directory of unfinished tables, who is online, what is said, and who is told of all that."""
