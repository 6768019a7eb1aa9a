"""The commands of the server, one file each: arguments, messages and exit statuses, but no decisions."""

from typing import Final

COMMANDS: Final = (
    "serve",
    "simulate",
    "arena",
    "verify",
    "review",
    "games",
    "rules",
    "history",
    "record",
    "rankings",
    "tournament",
    "admin",
    "backup",
    "restore",
    "export",
    "forget",
    "top",
    "doctor",
)
"""The commands of the server that people give; those who start the program read this and nothing else of it."""
