"""Parses what is typed, as Textual does, and remembers for all visitors what each key is.

Textual's parser takes a key apart character by character, and describes what it has found for a log that is off: both
cost more than the key means to most screens.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from textual._xterm_parser import BRACKETED_PASTE_START, XTermParser
from textual.events import Key
from textual.message import Message

from chwech_tui.terminal_input import EscapeParser

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
