"""Reads Alt with a key as Esc and then the key: a terminal sends the same for both, and no key of the screens has Alt.

On a slow line Esc and the key after it arrive together, and would both be lost otherwise.
"""

from collections.abc import Iterable
from typing import Final

from textual._xterm_parser import XTermParser
from textual.events import Key

_ESC: Final = "\x1b"

_BEGINNINGS: Final = frozenset("[OP]_^X\\")
"""What follows Esc in the sequences that a terminal sends for other keys, or of itself."""


class EscapeParser(XTermParser):
    """Textual's parser, which tells Esc apart from the key that follows at once."""

    # The signature is Textual's.
    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:  # noqa: FBT001, FBT002
        """Return the keys of a sequence; empty as long as it may be the beginning of one."""
        if _is_apart(sequence):
            yield Key("escape", _ESC)
            sequence = sequence[1]
        yield from super()._sequence_to_key_events(sequence, alt)


def _is_apart(sequence: str) -> bool:
    """Return True for Esc with a key of its own after it."""
    if len(sequence) != len("\x1bt") or sequence[0] != _ESC:
        return False
    return sequence[1] == "\r" or (sequence[1].isprintable() and sequence[1] not in _BEGINNINGS)
