"""Where frames begin and end in bytes that pass by; nothing of them is held but a short beginning."""

from typing import Final

from protocol.framing import HEADER

KEPT: Final = 1024
"""The bytes that are kept of a frame: greetings and goodbyes are no longer."""


class PassingFrames:
    """Follows the frames of one direction."""

    def __init__(self) -> None:
        """Begin before the first frame."""
        self._header = b""
        self._begun = b""
        self._left = 0

    @property
    def between(self) -> bool:
        """Whether the last frame is whole and the next one has not begun."""
        return not self._header and not self._left

    def follow(self, data: bytes) -> list[bytes]:
        """Take in what passes, and give the frames that it ends, each as its first ``KEPT`` bytes."""
        ended, at = [], 0
        while at < len(data):
            if not self._left:
                wanted = HEADER - len(self._header)
                self._header += data[at : at + wanted]
                at += wanted
                if len(self._header) < HEADER:
                    break
                self._left = int.from_bytes(self._header, "big")
                self._begun = b""
            else:
                piece = data[at : at + self._left]
                self._begun += piece[: KEPT - len(self._begun)]
                self._left -= len(piece)
                at += len(piece)
            if not self._left:
                ended.append(self._begun)
                self._header = b""
        return ended
