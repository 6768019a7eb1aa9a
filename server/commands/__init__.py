"""The commands of the server, one file each: messages and exit statuses, but no decisions; and the table of all."""
