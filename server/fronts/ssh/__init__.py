"""The door on SSH: people's own `ssh` programs come in here, and see the table drawn."""
