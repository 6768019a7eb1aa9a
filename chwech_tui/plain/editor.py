"""A line that is being typed, where no terminal edits it: what each key makes of it, and what is echoed; no I/O.

What is echoed moves the cursor by backspaces and returns alone: no terminal or screen reader meets an escape sequence.
"""

import re
from typing import Final, NamedTuple
from unicodedata import category

from chwech_tui.drawing.line import agreed
from chwech_tui.plain.reading import LONGEST_LINE
from protocol.text import text_width

_HISTORY: Final = 50
"""The most lines that are kept to be called back."""

_KEYS: Final = {
    "\x01": "home",
    "\x02": "left",
    "\x05": "end",
    "\x06": "right",
    "\x08": "backspace",
    "\x7f": "backspace",
    "\x0b": "cut",
    "\x0e": "down",
    "\x10": "up",
    "\x15": "clear",
    "\x17": "word",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1b[F": "end",
    "\x1b[H": "home",
    "\x1b[3~": "delete",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1bOF": "end",
    "\x1bOH": "home",
}
"""What control characters and the sequences of keys do to a line; others are dropped."""

_KEY: Final = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1bO.|\x1b[^\[O\x00-\x1f]|\r\n|[^\x1b]", re.DOTALL)
_BEGUN: Final = re.compile(r"\x1b(\[[0-9;?]*[ -/]*|O)?\Z")
_LONGEST_KEY: Final = 32

_ROW: Final = 79
"""The cells that any terminal has beside each other: nothing leads back over the start of a row."""


class Typing(NamedTuple):
    """What some input led to."""

    echo: str
    """What the terminal is to show, with a line feed at the end of each line."""

    lines: tuple[str, ...]
    """The lines that were completed."""

    ended: bool = False
    """True if the person has ended the input, by Ctrl-C or by Ctrl-D on an empty line."""


class LineEditor:
    """The line that a person is typing."""

    def __init__(self) -> None:
        self._text = ""
        self._place = 0
        self._past: list[str] = []
        self._back = 0
        self._begun = ""
        self._returned = False

    @property
    def draft(self) -> str:
        """What is typed of the line so far."""
        return self._text

    @property
    def redrawn(self) -> str:
        """What shows the draft once more on a new line, with the cursor where it was."""
        after = self._text[self._place :]
        return self._text + (_backwards(after) if agreed(after) else f"\r{self._text[: self._place]}")

    def feed(self, data: str) -> Typing:
        """Take some input; the rest of a key's sequence may come with the next."""
        data, self._begun = self._begun + data, ""
        cut = _BEGUN.search(data)
        if cut and len(cut[0]) < _LONGEST_KEY:
            data, self._begun = data[: cut.start()], cut[0]
        echo = ""
        lines: list[str] = []
        for key in _KEY.findall(data):
            if key == "\x03" or (key == "\x04" and not self._text):
                return Typing(f"{echo}\n", tuple(lines), ended=True)
            # A line that ends in a carriage return and a line feed ends once, even if they come apart.
            again, self._returned = key == "\n" and self._returned, key == "\r"
            if key in {"\r", "\n", "\r\n"}:
                if not again:
                    lines.append(self._enter())
                    echo += "\n"
            else:
                echo += self._echoed(key)
        return Typing(echo, tuple(lines))

    def _enter(self) -> str:
        line = self._text
        if line.strip() and self._past[-1:] != [line]:
            self._past = [*self._past, line][-_HISTORY:]
        self._text, self._place, self._back = "", 0, 0
        return line

    def _echoed(self, key: str) -> str:
        """Return what is echoed for one key.

        Where terminals disagree on widths, no number of backspaces leads to a place: the line is written once more.
        """
        before = self._text
        echo = self._press(key)
        blank = " " * max(0, 2 * (len(before) - len(self._text)), text_width(before) - text_width(self._text))
        if self._text == before + key or agreed(before + self._text) or text_width(self._text + blank) > _ROW:
            return echo
        return f"\r{self._text}{blank}\r{self._text[: self._place]}"

    def _press(self, key: str) -> str:
        """Change the line by one key, and return what is echoed where all characters have known widths."""
        name = _KEYS.get(key, "")
        match name:
            case "":
                # Spaces of other scripts and keyboards are no controls.
                return self._insert(key) if key.isprintable() or category(key[0]) == "Zs" else ""
            case "left" | "right" | "home" | "end":
                return self._move(name)
            case "up" | "down":
                return self._recall(1 if name == "up" else -1)
        return self._delete(name)

    def _insert(self, text: str) -> str:
        if len(self._text) + len(text) > LONGEST_LINE:
            return ""
        after = self._text[self._place :]
        self._text = self._text[: self._place] + text + after
        self._place += len(text)
        return text + after + _backwards(after)

    def _move(self, name: str) -> str:
        to = {"left": self._place - 1, "right": self._place + 1, "home": 0, "end": len(self._text)}[name]
        to = min(max(to, 0), len(self._text))
        before, self._place = self._place, to
        return self._text[before:to] if to > before else _backwards(self._text[to:before])

    def _delete(self, name: str) -> str:
        """Remove a part of the line around the cursor."""
        text, place = self._text, self._place
        start, end = {
            "backspace": (max(0, place - 1), place),
            "delete": (place, min(len(text), place + 1)),
            "cut": (place, len(text)),
            "clear": (0, len(text)),
            "word": (text[:place].rstrip().rfind(" ") + 1, place),
        }[name]
        return self._replace(start, end)

    def _replace(self, start: int, end: int, text: str = "") -> str:
        """Put a text in place of a part of the line; the cursor stands after it."""
        old, before = self._text, self._place
        after = old[end:]
        back = old[start:before] if start < before else ""
        self._text, self._place = old[:start] + text + after, start + len(text)
        blank = " " * max(0, text_width(old[start:end]) - text_width(text))
        return _backwards(back) + old[before:start] + text + after + blank + _backwards(after + blank)

    def _recall(self, by: int) -> str:
        """Return to an earlier line, or to a later one."""
        back = self._back + by
        if not 0 <= back <= len(self._past):
            return ""
        self._back = back
        return self._replace(0, len(self._text), self._past[-back] if back else "")


def _backwards(text: str) -> str:
    """Return the backspaces that lead to the start of a text."""
    return "\b" * text_width(text)
