"""The SSH front: visitors connect with their own `ssh` programs, and the server draws the table for them."""
