"""Buffers input up to a rate, with its pastes made harmless and the answers of the terminal taken out."""

import codecs
from typing import Final

from chwech_tui.terminal_input import END, AnswerReader, PasteGuard
from server.host.rate_limits import Rate, TokenBucket

TYPED: Final = Rate(2048.0, 16384.0)
"""Bytes of input of one client; more is dropped."""

LONGEST_PIECE: Final = 32
"""Characters parsed before others get their turn: each may be a key that costs an app half a millisecond."""


class InputBuffer:
    """Buffers input that has not been read yet."""

    def __init__(self, now: float) -> None:
        self._bucket = TokenBucket(TYPED, now)
        self._guard = PasteGuard()
        self.answers = AnswerReader()
        """What the terminal has answered."""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._waiting = ""

    @property
    def waits(self) -> bool:
        """True if there is input that has not been read yet."""
        return bool(self._waiting)

    def put(self, data: bytes, now: float) -> None:
        """Buffer input, or drop it if it exceeds the rate limit."""
        typed = self._guard.bounded(data)
        # The dropped input may contain the end of a paste: without an end sequence, all further input would belong to
        # it.
        read = self._decode(typed if self._bucket.take(len(typed), now) else END)
        self._waiting += self.answers.passed(read)

    def take(self) -> str:
        """Return the next piece; empty if there is none."""
        piece, self._waiting = self._waiting[:LONGEST_PIECE], self._waiting[LONGEST_PIECE:]
        return piece
