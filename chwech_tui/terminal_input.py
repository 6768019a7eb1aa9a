"""What comes from a terminal besides keys: its answers about itself, pastes, and Esc with the key after it."""

import re
from collections.abc import Iterable
from enum import Enum
from typing import Final

from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.message import Message

from chwech_tui.theme import Background, Colours, Palette

_BACKGROUND_QUERY: Final = "\x1b]11;?\x1b\\"

COLOURS_QUERY: Final = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m"
"""Sets a 24-bit colour and asks which one is set: a terminal that has fewer names another one."""

_FENCE: Final = "\x1b[c"
"""Asks what kind of terminal it is, which all terminals answer, and in turn: no answer comes after this one."""


def queries(palette: Palette, *, colours: bool) -> str:
    """Return the questions to a terminal, all in one; ``colours`` asks for their number, too."""
    if palette.colours not in {Colours.MANY, Colours.ALL}:
        return ""
    asked = COLOURS_QUERY if colours and palette.colours is Colours.MANY else ""
    return f"{_BACKGROUND_QUERY}{asked}{_FENCE}"


class TerminalTold(Message):
    """Posted when the terminal has answered."""

    def __init__(self, answer: Background | Colours) -> None:
        super().__init__()
        self.answer = answer
        """Its background, or the number of its colours if that is more than it was thought to have."""


_IGNORED: Final = "\x1b[?0;0$y"  # A report that every parser of keys drops.
_LONGEST: Final = 256  # Characters of a string without an end that are dropped.

_ANSWER: Final = re.compile(
    r"\x1b(?:\[\?[0-9;]{0,64}(?P<fence>c)|(?P<kind>\]11;|P[01]\$r)"
    rf"(?:(?P<text>[^\x07\x1b]{{0,{_LONGEST - 1}}})(?:\x07|\x1b\\)"
    # Another sequence ends it, or it has no end.
    rf"|[^\x07\x1b]{{0,{_LONGEST - 1}}}(?=\x1b[^\\])|[^\x07\x1b]{{{_LONGEST}}}))"
)
"""An answer: to the fence, or a string that ends with a bell, or an escape with a backslash."""

_BEGUN: Final = re.compile(
    rf"\x1b(?:\[(?:\?[0-9;]{{0,64}})?|(?:\]11;|P[01]\$r)[^\x07\x1b]{{0,{_LONGEST - 1}}}\x1b?"
    r"|\](?:11?)?|P(?:[01]\$?)?)?\Z"
)
"""What may be the beginning of one."""

_COLOUR: Final = re.compile(r"rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})(?:/[0-9a-fA-F]{1,4})?")

_ALL_COLOURS: Final = re.compile(r"(?:[0-9;]*;)?48[:;]2[:;](?:[0-9]*:)?1[:;]2[:;]3m")


class AnswerReader:
    """Takes the answers out of what is typed; the first of each kind counts, and none after the fence."""

    def __init__(self) -> None:
        self._begun = ""
        self._passed = 0  # The characters of what has begun that were passed on.
        self._open = True
        self._known: set[type[Enum]] = set()
        self._told: list[Background | Colours] = []

    def take(self) -> list[Background | Colours]:
        """Return what was answered since the last time."""
        told, self._told = self._told, []
        return told

    def passed(self, typed: str) -> str:
        """Return the input without answers; it may come in pieces of any size.

        An escape is passed at once, because it may be a key of its own, and so is what keys begin with as well. So the
        parser gets a report in the place of an answer, which it drops.
        """
        if not self._begun and "\x1b" not in typed:
            return typed
        text, known = _ANSWER.sub(self._heard, self._begun + typed), self._passed
        begun = _BEGUN.search(text)
        self._begun = begun[0] if begun is not None else ""
        self._passed = min(len(self._begun), 3 if self._begun.startswith("\x1b[") else 1)
        return text[known : len(text) - len(self._begun) + self._passed]

    def _heard(self, found: re.Match[str]) -> str:
        answer: Background | Colours | None = None
        if found["fence"]:
            self._open = False
        elif found["kind"] == "]11;":
            answer = _background(found["text"] or "")
        elif found["kind"] == "P1$r" and _ALL_COLOURS.fullmatch(found["text"] or ""):
            answer = Colours.ALL
        if answer is not None and self._open and type(answer) not in self._known:
            self._known.add(type(answer))
            self._told.append(answer)
        return _IGNORED


def _background(text: str) -> Background | None:
    """Return what a colour of any depth means for a background; None if it is no colour."""
    match = _COLOUR.fullmatch(text)
    if match is None:
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in match.groups())
    # How light the eye sees it, on the scale of the terminal.
    return Background.LIGHT if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else Background.DARK


LONGEST_PASTE: Final = 1024  # Bytes of one paste that reach the app.

BEGIN: Final = b"\x1b[200~"

END: Final = b"\x1b[201~"

_ESCAPE_BYTE: Final = b"\x1b"


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
        cut = len(text) if end else text.find(_ESCAPE_BYTE, max(0, len(text) + 1 - len(END)))
        text, self._tail = (text, b"") if cut < 0 else (text[:cut], text[cut:])
        self._inside = not end
        room, text = self._room, text.replace(_ESCAPE_BYTE, b"")
        self._room = max(0, room - len(text))
        # A truncated paste has ended already.
        return text[:room] + (END if room and (end or not self._room) else b""), rest


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
