"""The commands of the server, one file each: arguments, messages and exit statuses, but no decisions."""
