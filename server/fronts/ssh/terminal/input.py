"""Bracketed pastes cut to a bound: a parser keeps all of a paste until it ends, and some never end."""

import codecs
from typing import Final

from server.host.rate_limit import TokenBucket

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


BYTES_PER_SECOND: Final = 2048.0
"""What one client may type for long."""

BYTES_AT_ONCE: Final = 16384.0
"""What one client may type at once; what is beyond is dropped."""

LONGEST_PIECE: Final = 32
"""Characters that are read before others have their turn: each may be a key, and cost an app half a millisecond."""


class Intake:
    """Holds what was typed and not yet read."""

    def __init__(self, now: float) -> None:
        """Begin with nothing typed.

        Args:
            now: the time in seconds, by any clock that only goes forward.
        """
        self._bucket = TokenBucket(BYTES_PER_SECOND, BYTES_AT_ONCE, now)
        self._guard = PasteGuard()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._waiting = ""

    def put(self, data: bytes, now: float) -> None:
        """Take in what was typed, or drop it where it is too much."""
        typed = self._guard.bounded(data)
        # What is dropped may hold the end of a paste that has begun: without one, all that follows would belong to it.
        self._waiting += self._decode(typed if self._bucket.take(len(typed), now) else END)

    def take(self) -> str:
        """Give the next piece; empty where nothing waits."""
        piece, self._waiting = self._waiting[:LONGEST_PIECE], self._waiting[LONGEST_PIECE:]
        return piece
