"""The games as the client shows them: a folder for each, and the registry."""
