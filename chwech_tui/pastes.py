"""Limits bracketed pastes and takes escapes out: a parser buffers a paste until it ends, and some never end."""

from typing import Final

LONGEST_PASTE: Final = 1024
"""Bytes of one paste that reach the app."""

BEGIN: Final = b"\x1b[200~"

END: Final = b"\x1b[201~"

_ESCAPE: Final = b"\x1b"


class PasteGuard:
    """Truncates each paste to a maximum length, and takes escapes out of it; other input passes unchanged.

    Textual's parser takes what follows an escape in a paste for keys: a pasted text could play a card.
    """

    def __init__(self) -> None:
        self._tail = b""
        self._inside = False
        self._room = 0

    def bounded(self, data: bytes) -> bytes:
        """Return the input without the excess of pastes; it may come in pieces of any size."""
        passed = bytearray()
        while data:
            piece, data = self._pasted(data) if self._inside else self._typed(data)
            passed += piece
        return bytes(passed)

    def _typed(self, data: bytes) -> tuple[bytes, bytes]:
        """Split off what comes before the text of a paste; an escape is a key, so nothing is held back."""
        joined = self._tail + data
        found = joined.find(BEGIN)
        if found < 0:
            self._tail = joined[1 - len(BEGIN) :]
            return data, b""
        cut = found + len(BEGIN) - len(self._tail)
        self._tail, self._inside, self._room = b"", True, LONGEST_PASTE
        return data[:cut], data[cut:]

    def _pasted(self, data: bytes) -> tuple[bytes, bytes]:
        """Split off a paste up to its end; what may be the beginning of the end is held back."""
        text, end, rest = (self._tail + data).partition(END)
        cut = len(text) if end else text.find(_ESCAPE, max(0, len(text) + 1 - len(END)))
        text, self._tail = (text, b"") if cut < 0 else (text[:cut], text[cut:])
        self._inside = not end
        room, text = self._room, text.replace(_ESCAPE, b"")
        self._room = max(0, room - len(text))
        # A truncated paste has ended already.
        return text[:room] + (END if room and (end or not self._room) else b""), rest
