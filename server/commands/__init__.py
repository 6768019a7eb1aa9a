"""The commands of the server's side, one file each: words and exit statuses, no deciding."""
