"""Bracketed pastes cut to a bound: a parser keeps all of a paste until it ends, and some never end."""

from typing import Final

LONGEST_PASTE: Final = 1024
"""Bytes of one paste that reach the app."""

BEGIN: Final = b"\x1b[200~"
"""How a terminal begins a paste."""

END: Final = b"\x1b[201~"
"""How it ends one."""


class PasteGuard:
    """Lets the beginning of each paste through and ends it there; all else passes as it is."""

    def __init__(self) -> None:
        """Begin outside of any paste."""
        self._tail = b""
        self._inside = False
        self._room = 0

    def bounded(self, data: bytes) -> bytes:
        """Give what was typed without what a paste has too much; it may come in pieces of any size."""
        passed = bytearray()
        while data:
            mark = END if self._inside else BEGIN
            joined = self._tail + data
            found = joined.find(mark)
            cut = len(data) if found < 0 else found + len(mark) - len(self._tail)
            passed += self._let_through(data[:cut])
            data = data[cut:]
            self._tail = joined[1 - len(mark) :] if found < 0 else b""
            if found >= 0:
                self._inside = not self._inside
                self._room = LONGEST_PASTE
        return bytes(passed)

    def _let_through(self, data: bytes) -> bytes:
        """Give what there is still room for, with an end of its own where the room ends."""
        if not self._inside:
            return data
        room, self._room = self._room, max(0, self._room - len(data))
        if not room:
            return b""
        return data if self._room else data[:room] + END
