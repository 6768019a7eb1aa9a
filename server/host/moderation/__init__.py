"""What those who run the server may do: roles, bans, reports, the acts of the command ``admin``, and their log."""
