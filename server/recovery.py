"""Marks what a log says when something works again: it is said each time, so that the last line tells how it stands."""

from typing import Final

RECOVERED: Final = {"recovered": True}
"""What is passed to a logger as ``extra`` with such a line, and is an attribute of its record then."""
