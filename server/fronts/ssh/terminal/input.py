"""Buffers input and limits bracketed pastes: a parser buffers a paste until it ends, and some never end."""

import codecs
from typing import Final

from server.host.limits import Rate, TokenBucket

LONGEST_PASTE: Final = 1024
"""Bytes of one paste that reach the app."""

BEGIN: Final = b"\x1b[200~"

END: Final = b"\x1b[201~"


class PasteGuard:
    """Truncates each paste to a maximum length; other input passes unchanged."""

    def __init__(self) -> None:
        self._tail = b""
        self._inside = False
        self._room = 0

    def bounded(self, data: bytes) -> bytes:
        """Return the input without the excess of pastes; it may come in pieces of any size."""
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
        """Return as much of a paste as fits, with an end sequence if it was truncated."""
        if not self._inside:
            return data
        room, self._room = self._room, max(0, self._room - len(data))
        if not room:
            return b""
        return data if self._room else data[:room] + END


TYPED: Final = Rate(2048.0, 16384.0)
"""Bytes of input of one client; more is dropped."""

LONGEST_PIECE: Final = 32
"""Characters parsed before others get their turn: each may be a key that costs an app half a millisecond."""


class InputBuffer:
    """Buffers input that has not been read yet."""

    def __init__(self, now: float) -> None:
        self._bucket = TokenBucket(TYPED, now)
        self._guard = PasteGuard()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._waiting = ""

    def put(self, data: bytes, now: float) -> None:
        """Buffer input, or drop it if it exceeds the rate limit."""
        typed = self._guard.bounded(data)
        # The dropped input may contain the end of a paste: without an end sequence, all further input would belong to
        # it.
        self._waiting += self._decode(typed if self._bucket.take(len(typed), now) else END)

    def take(self) -> str:
        """Return the next piece; empty if there is none."""
        piece, self._waiting = self._waiting[:LONGEST_PIECE], self._waiting[LONGEST_PIECE:]
        return piece
