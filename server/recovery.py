"""Marks lines of the log: what works again is said each time, so that the last line tells how it stands."""

from typing import Final

RECOVERED: Final = {"recovered": True}
"""What is passed to a logger as ``extra`` with such a line, and is an attribute of its record then."""

URGENT: Final = {"urgent": True}
"""Passed likewise with a line that those who run the server should have at once: it goes to their webhook."""
