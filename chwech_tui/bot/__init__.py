"""A program of the user's at a table: it reads views and writes actions as lines of JSON; nothing is drawn."""
