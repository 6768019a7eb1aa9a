"""A line that is being typed, where no terminal edits it: what each key makes of it, and what is echoed; no I/O.

What is echoed moves the cursor by backspaces and returns alone: no terminal or screen reader meets an escape sequence.
"""

import re
from typing import Final, NamedTuple
from unicodedata import category

from chwech_tui.drawing.line import agreed
from chwech_tui.plain.reading import LONGEST_LINE
from protocol.text import text_width

_HISTORY: Final = 50  # The most lines that are kept to be called back.

_ARROWS: Final = {"A": "up", "B": "down", "C": "right", "D": "left", "F": "end", "H": "home"}
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
    "\x1b[3~": "delete",
    **{f"\x1b{begun}{letter}": name for begun in "[O" for letter, name in _ARROWS.items()},
}
"""What control characters and the sequences of keys do to a line; others are dropped."""

_KEY: Final = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1bO.|\x1b[^\[O\x00-\x1f]|\r\n|[^\x1b]", re.DOTALL)
_BEGUN: Final = re.compile(r"\x1b(\[[0-9;?]*[ -/]*|O)?\Z")
_LONGEST_KEY: Final = 32

_ROW: Final = 79  # The cells that any terminal has beside each other: nothing leads back over the start of a row.


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
        self.draft = ""  # What is typed of the line so far.
        self._place = 0
        self._past: list[str] = []
        self._back = 0
        self._begun = ""
        self._returned = False

    @property
    def redrawn(self) -> str:
        """What shows the draft once more on a new line, with the cursor where it was."""
        after = self.draft[self._place :]
        return self.draft + (_backwards(after) if agreed(after) else f"\r{self.draft[: self._place]}")

    def feed(self, data: str) -> Typing:
        """Take some input; the rest of a key's sequence may come with the next."""
        data, self._begun = self._begun + data, ""
        cut = _BEGUN.search(data)
        if cut and len(cut[0]) < _LONGEST_KEY:
            data, self._begun = data[: cut.start()], cut[0]
        echo = ""
        lines: list[str] = []
        for key in _KEY.findall(data):
            if key == "\x03" or (key == "\x04" and not self.draft):
                return Typing(f"{echo}\n", tuple(lines), ended=True)
            # A line that ends in a carriage return and a line feed ends once, even if they come apart.
            again, self._returned = key == "\n" and self._returned, key == "\r"
            if key not in {"\r", "\n", "\r\n"}:
                echo += self._press(key)
            elif not again:
                lines.append(self._enter())
                echo += "\n"
        return Typing(echo, tuple(lines))

    def _enter(self) -> str:
        line = self.draft
        if line.strip() and self._past[-1:] != [line]:
            self._past = [*self._past, line][-_HISTORY:]
        self.draft, self._place, self._back = "", 0, 0
        return line

    def _press(self, key: str) -> str:
        """Change the line by one key, and return what is echoed.

        Where terminals disagree on widths, no number of backspaces leads to a place: the line is written once more.
        """
        before, place = self.draft, self._place
        now, to = self.draft, self._place = self._changed(key)
        if now == before + key and place == len(before):
            return key
        blank = " " * max(0, 2 * (len(before) - len(now)), text_width(before) - text_width(now))
        if not agreed(before + now) and text_width(now + blank) <= _ROW:
            return f"\r{now}{blank}\r{now[:to]}"
        same = next((at for at, pair in enumerate(zip(before, now, strict=False)) if pair[0] != pair[1]), None)
        same = to if now == before else min(len(before), len(now)) if same is None else same
        blank = " " * max(0, text_width(before[same:]) - text_width(now[same:]))
        there = before[place:same] if same > place else _backwards(before[same:place])
        return there if now == before else there + now[same:] + blank + _backwards(now[to:] + blank)

    def _changed(self, key: str) -> tuple[str, int]:
        """Return the line and the place in it after a key."""
        text, at, name = self.draft, self._place, _KEYS.get(key, "")
        if name in {"up", "down"}:
            back = self._back + (1 if name == "up" else -1)
            if not 0 <= back <= len(self._past):
                return self.draft, self._place
            self._back = back
            line = self._past[-back] if back else ""
            return line, len(line)
        moves = {"left": max(0, at - 1), "right": min(len(text), at + 1), "home": 0, "end": len(text)}
        if name in moves:
            return text, moves[name]
        removes = {
            "backspace": (moves["left"], at),
            "delete": (at, moves["right"]),
            "cut": (at, len(text)),
            "clear": (0, len(text)),
            "word": (text[:at].rstrip().rfind(" ") + 1, at),
        }
        start, end = removes.get(name, (at, at))
        # Spaces of other scripts and keyboards are no controls.
        types = not name and (key.isprintable() or category(key[0]) == "Zs") and len(text) + len(key) <= LONGEST_LINE
        typed = key if types else ""
        return text[:start] + typed + text[end:], start + len(typed)


def _backwards(text: str) -> str:
    """Return the backspaces that lead to the start of a text."""
    return "\b" * text_width(text)
