"""Exit statuses that several commands share."""

from typing import Final

INTERRUPTED: Final = 130
"""After Ctrl-C, as shells expect it."""
