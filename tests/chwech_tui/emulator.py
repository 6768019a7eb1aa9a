"""A small terminal: it draws what is written to it, cell by cell, and knows no more than this client writes."""

import re
from collections.abc import Callable, Iterator

from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size

from protocol.text import text_width

_PIECE = re.compile(r"\x1b\[([?>=<]?)([\d;]*)([A-Za-z])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.|([\s\S])")

_CUT = re.compile(r"\x1b(?:\[[?>=<]?[\d;]*|\][^\x07\x1b]*\x1b?)?\Z")
"""The beginning of an order whose end has not come yet."""

Look = tuple[str, ...]
"""What has been said about the look since it was last reset, in a fixed order."""

Cell = tuple[str, Look]
"""What one cell shows; the second half of a wide character shows nothing of its own."""


class Emulator:
    """The screen of a terminal."""

    def __init__(
        self, width: int, height: int, filled_with: str = " ", widths: Callable[[str], int] = text_width
    ) -> None:
        """Begin with one character everywhere; real terminals give a character one width or another."""
        self._widths = widths
        self.rows: list[list[Cell]] = [[(filled_with, ())] * width for _ in range(height)]
        self.size = (width, height)
        self._x = self._y = 0
        self._look: dict[str, str] = {}
        self._begun = ""

    def feed(self, text: str) -> None:
        """Take in what is written, which may end anywhere."""
        text = self._begun + text
        cut = _CUT.search(text)
        self._begun = cut[0] if cut else ""
        text = text.removesuffix(self._begun)
        for match in _PIECE.finditer(text):
            private, numbers, order, character = match.groups()
            if character:
                self._put(character)
            elif order == "H" and not private:
                row, _, column = numbers.partition(";")
                self._y, self._x = int(row or 1) - 1, int(column or 1) - 1
            elif order in {"A", "B", "C", "D"} and not private:
                self._move(order, int(numbers or 1))
            elif order in {"K", "X"} and 0 <= self._y < self.size[1]:
                row = self.rows[self._y]
                end = len(row) if order == "K" else min(len(row), self._x + int(numbers or 1))
                row[self._x : end] = [(" ", self._seen(" "))] * (end - self._x)
            elif order == "m" and not private:
                self._colour(numbers)
            elif order == "J":
                raise AssertionError("the screen is never wiped: it would flicker")

    def _move(self, order: str, far: int) -> None:
        """Move the cursor from where a terminal has it: behind the last column it still stands in that one."""
        self._y += far * ((order == "B") - (order == "A"))
        self._x = min(self._x, self.size[0] - 1) + far * ((order == "C") - (order == "D"))

    def _put(self, character: str) -> None:
        if character == "\n":
            self._y += 1
            return
        if character == "\r":
            self._x = 0
            return
        assert character.isprintable(), repr(character)
        width, height = self.size
        cells = self._widths(character)
        if 0 <= self._y < height and not cells and 0 < self._x <= width:
            before, look = self.rows[self._y][self._x - 1]
            self.rows[self._y][self._x - 1] = before + character, look
        elif 0 <= self._y < height and self._x + cells <= width:
            row = self.rows[self._y]
            for edge in (self._x, self._x + cells):
                # Half a wide character is a blank.
                if edge < width and not row[edge][0]:
                    row[edge - 1 : edge + 1] = [(" ", row[edge - 1][1])] * 2
            row[self._x] = (character, self._seen(character))
            row[self._x + 1 : self._x + cells] = [("", ())] * (cells - 1)
        self._x += cells

    def _seen(self, character: str) -> Look:
        """Give what is seen of the look in a cell: of a blank its ground, and a line under it."""
        kinds = {"4", "7", "48"} if character == " " else {*self._look}
        return tuple(sorted(self._look[kind] for kind in kinds & {*self._look} if self._look[kind] not in {"39", "49"}))

    def _colour(self, numbers: str) -> None:
        codes = iter(numbers.split(";"))
        for code in codes:
            if code in {"", "0"}:
                self._look.clear()
            elif code in {"22", "24", "27"}:
                for kind in {"22": "12", "24": "4", "27": "7"}[code]:
                    self._look.pop(kind, None)
            elif code in {"38", "48"}:
                self._look[code] = f"{code};{';'.join(_colour_of(codes))}"
            else:
                kind = {"3": "38", "9": "38", "4": "48", "10": "48"}.get(code[:-1], code)
                self._look[kind] = code

    @property
    def cursor(self) -> tuple[int, int]:
        """The column and the row of the cursor."""
        return self._x, self._y

    def lines(self) -> list[str]:
        """Give the text of each line."""
        return ["".join(character for character, _ in row).rstrip() for row in self.rows]


def _colour_of(codes: Iterator[str]) -> Iterator[str]:
    kind = next(codes)
    yield kind
    for _ in range(3 if kind == "2" else 1):
        yield next(codes)


class Recorder(Driver):
    """A driver that keeps what is written, for an app that believes in a terminal."""

    written = ""
    """What has been written and not yet been taken."""

    def take(self) -> str:
        """Give what was written since the last time."""
        text, self.written = self.written, ""
        return text

    def write(self, data: str) -> None:
        self.written += data

    def flush(self) -> None:
        """Nothing waits."""

    def start_application_mode(self) -> None:
        """Tell the app how large the terminal is."""
        width, height = self._size or (80, 24)
        self._app.post_message(Resize(Size(width, height), Size(width, height)))

    def disable_input(self) -> None:
        """There is none."""

    def stop_application_mode(self) -> None:
        """Nothing has been changed."""
