"""What a client types, on its way to the app: held to a measure, read as UTF-8, and handed on in small pieces.

Textual takes microseconds for each byte and an app a millisecond for each key: this is a limit on time as well.
"""

import codecs
from typing import Final

from server.fronts.ssh.paste import END, PasteGuard
from server.host.rate_limit import Bucket

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
        self._bucket = Bucket(BYTES_PER_SECOND, BYTES_AT_ONCE, now)
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
