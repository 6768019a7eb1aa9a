"""What a terminal answers when it is asked about itself: its background, and whether it has all colours.

An answer never reaches the app as keys, whatever it says and whenever it comes.
"""

import re
from enum import Enum
from typing import Final

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


_ESCAPE: Final = "\x1b"

_IGNORED: Final = "[?0;0$y"
"""After an escape, a report that every parser of keys drops."""

_STRINGS: Final = ("]11;", "P0$r", "P1$r")
"""How the answers begin that are strings, after an escape."""

_LONGEST: Final = 256
"""Characters of a string without an end that are dropped."""

_KIND: Final = re.compile(r"\[\?[0-9;]{0,64}")
"""The beginning of the answer to the fence."""

_COLOUR: Final = re.compile(r"rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})(?:/[0-9a-fA-F]{1,4})?")

_ALL_COLOURS: Final = re.compile(r"(?:[0-9;]*;)?48[:;]2[:;](?:[0-9]*:)?1[:;]2[:;]3m")


class AnswerReader:
    """Takes the answers out of what is typed; the first of each kind counts, and none after the fence."""

    def __init__(self) -> None:
        self._seen = ""
        self._string: str | None = None
        self._begun_with = ""
        self._open = True
        self._known: set[type[Enum]] = set()
        self._told: list[Background | Colours] = []

    def take(self) -> list[Background | Colours]:
        """Return what was answered since the last time."""
        told, self._told = self._told, []
        return told

    def passed(self, typed: str) -> str:
        """Return the input without answers; it may come in pieces of any size.

        An escape is passed at once, because it may be a key of its own. If an answer follows, the parser gets a report
        in its place that it drops.
        """
        if not self._seen and self._string is None and _ESCAPE not in typed:
            return typed
        return "".join(map(self._step, typed))

    def _step(self, character: str) -> str:
        if self._string is not None:
            return self._within(character)
        if character == _ESCAPE:
            held, self._seen = self._held(), character
            return held + character
        if not self._seen:
            return character
        order = self._seen[1:] + character
        if order in _STRINGS:
            self._seen, self._string, self._begun_with = "", "", order
            return _IGNORED
        if order in {"[", "[?"}:
            self._seen += character
            return character
        if any(begin.startswith(order) for begin in _STRINGS) or _KIND.fullmatch(order):
            self._seen += character
            return ""
        held, self._seen = self._held(), ""
        if order.startswith("[?") and character == "c":
            self._open = False
            return _IGNORED[2:]
        return held + character

    def _held(self) -> str:
        """Return what was held back of a sequence that is no answer."""
        return self._seen[3:] if self._seen.startswith("\x1b[") else self._seen[1:]

    def _within(self, character: str) -> str:
        """Collect a string up to its end: a bell, or an escape with a backslash."""
        text, self._string = self._string or "", None
        if character == "\x07" or (character == "\\" and text.endswith(_ESCAPE)):
            self._hear(text.removesuffix(_ESCAPE))
            return ""
        if text.endswith(_ESCAPE):
            # It was cut off by another sequence.
            self._seen = _ESCAPE
            return _ESCAPE + self._step(character)
        if len(text) < _LONGEST:
            self._string = text + character
        return ""

    def _hear(self, text: str) -> None:
        answer: Background | Colours | None = None
        if self._begun_with == "]11;":
            answer = _background(text)
        elif self._begun_with == "P1$r" and _ALL_COLOURS.fullmatch(text):
            answer = Colours.ALL
        if answer is not None and self._open and type(answer) not in self._known:
            self._known.add(type(answer))
            self._told.append(answer)


def _background(text: str) -> Background | None:
    """Return what a colour of any depth means for a background; None if it is no colour."""
    match = _COLOUR.fullmatch(text)
    if match is None:
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in match.groups())
    # How light the eye sees it, on the scale of the terminal.
    return Background.LIGHT if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else Background.DARK
