"""Reads the input of a terminal at the end of an SSH channel: keys, answers and pastes."""

import codecs
from collections.abc import Iterable, Iterator
from typing import Final

from textual._xterm_parser import BRACKETED_PASTE_START, XTermParser
from textual.events import Key
from textual.message import Message

from chwech_tui.terminal_input import END, AnswerReader, EscapeParser, PasteGuard
from server.host.limits import Rate, TokenBucket

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


_ESCAPE: Final = "\x1b"

_PASTE: Final = BRACKETED_PASTE_START.removeprefix(_ESCAPE)

LONGEST_KEY: Final = 16
"""Characters of the longest sequence that is remembered; the parser gives up after twice as many."""

MOST_KEYS: Final = 512
"""Maximum number of remembered sequences; a person uses some dozen."""

_KNOWN: Final[dict[str, tuple[tuple[str, str | None], ...]]] = {}
"""The names and characters of the keys of each sequence; single characters and sequences alone, nothing of a text."""


class KeyParser(EscapeParser):
    """Parses keys; Textual's own parser caches them per instance for ever, which keeps a whole app alive."""

    def __init__(self) -> None:
        super().__init__()
        self._rests = True
        """True if it is certain that the parser is between two keys, and in no paste."""

    # Textual's is wrapped in a cache, which mypy takes for the type of the method.
    def _parse_extended_key(self, sequence: str) -> list[Key] | None:  # type: ignore[override]
        if not sequence.startswith("\x1b["):
            return None
        return XTermParser._parse_extended_key.__wrapped__(self, sequence)  # noqa: SLF001 - its own base

    def feed(self, data: str) -> Iterable[Message]:
        """Parse some characters."""
        known = _KNOWN.get(data) if self._rests else None
        return self._parsed(data) if known is None else [Key(*one) for one in known]

    def _parsed(self, data: str) -> Iterator[Message]:
        """Parse character by character, and remember what came of a key."""
        rested, waited = self._rests, self._awaiting.timeout is not None
        self._rests = False
        told: list[Message] = []
        for message in super().feed(data):
            told.append(message)
            yield message
        if self._awaiting.timeout is not None or _PASTE in data:
            return
        # In a paste nothing that is so short is a key.
        keys = tuple((one.key, one.character) for one in told if isinstance(one, Key))
        is_key = 0 < len(data) <= LONGEST_KEY and _ESCAPE not in data[1:] and 0 < len(keys) == len(told)
        self._rests = rested or (is_key and not waited)
        if rested and is_key and (len(data) == 1 or data[0] == _ESCAPE):
            if len(_KNOWN) >= MOST_KEYS:
                _KNOWN.clear()
            _KNOWN[data] = keys
