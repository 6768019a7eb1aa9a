"""Layout of lines in cells: fitting, centring, columns, wrapping; it knows no widgets and no game."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from chwech_tui.model.ink import Line, Picture, Span
from chwech_tui.model.people import BOT_MARK, People, hints_mark
from protocol.message import Seat
from protocol.text import letters, text_width

ELLIPSIS: Final = "…"
BLANK: Final[Line] = ()

_SAME: Final = (
    r"\x00-\u02ff\u0370-\u0482\u048a-\u058f\u1d00-\u1dbf\u1e00-\u1fff"  # Latin, Greek, Cyrillic, Armenian
    r"\u2010-\u203b\ufffd\u20a0-\u20cf\u2190-\u2193\u2200-\u22ff"  # punctuation, currencies, arrows, mathematics
    r"\u2500-\u25a9\u25ac-\u25b5\u25b7-\u25bf\u25c1-\u25fa\u2605\u2660-\u2667\u2713\u2800-\u28ff"  # drawings
    r"\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60"  # East Asia
)
"""The characters that have the same width on all terminals; marks, emoji and the letters of many scripts have not."""

_AGREED: Final = re.compile(rf"[{_SAME}]*")

DISPUTED: Final = re.compile(rf".?[^{_SAME}](?:\S*[^{_SAME}])?")
"""A word to which terminals give different widths, with the letter that its first mark is drawn on."""


def agreed(text: str) -> bool:
    """Return True if a text has the same width on all terminals."""
    return _AGREED.fullmatch(text) is not None


_width = lru_cache(4096)(text_width)


def cells(text: str) -> int:
    """Return the width of a text in cells."""
    return len(text) if text.isascii() else _width(text)


def clip(text: str, width: int) -> str:
    """Cut a text to at most a width in cells; a text that was cut ends in an ellipsis."""
    if cells(text) <= width:
        return text
    if width <= 0:
        return ""
    return _split(text, width - 1)[0].rstrip() + ELLIPSIS


def ending(text: str, width: int) -> str:
    """Return the longest end of a text that fits into a width in cells."""
    return _split(text, cells(text) - width)[1]


def _split(text: str, x: int) -> tuple[str, str]:
    """Split a text at a column; a letter that lies across it becomes blanks, and none loses its marks."""
    if x <= 0 or text.isascii():
        return text[: max(0, x)], text[max(0, x) :]
    edge, found = 0, letters(text)
    for place, letter in enumerate(found):
        before, edge = edge, edge + cells(letter)
        if edge > x:
            across = before < x
            rest = " " * (edge - x) * across + "".join(found[place + across :])
            return "".join(found[:place]) + " " * (x - before), rest
    return text, ""


def left(text: str, width: int) -> str:
    """Cut and pad a text to a width in cells, aligned to the left."""
    clipped = clip(text, width)
    return clipped + " " * (width - cells(clipped))


def right(text: str, width: int) -> str:
    """Cut and pad a text to a width in cells, aligned to the right."""
    clipped = clip(text, width)
    return " " * (width - cells(clipped)) + clipped


def middle(text: str, width: int) -> str:
    """Cut and pad a text to a width in cells, centred."""
    clipped = clip(text, width)
    before = (width - cells(clipped)) // 2
    return left(" " * before + clipped, width)


def measure(line: Line) -> int:
    """Return the width of a line in cells."""
    total = 0
    for span in line:
        text = span.text
        # The body of cells() without the call, because this is the hottest loop of drawing.
        total += len(text) if text.isascii() else _width(text)
    return total


def fit(line: Line, width: int) -> Line:
    """Cut and pad a line to exactly a width in cells; a line that lost a word ends in an ellipsis.

    A negative width counts as 0.
    """
    width = max(0, width)
    missing = width - measure(line)
    if missing == 0:
        return line
    if missing > 0:
        return (*line, Span(" " * missing))
    kept: list[Span] = []
    room = width
    for span in line:
        own = cells(span.text)
        if own > room:
            break
        kept.append(span)
        room -= own
    if room and cells(span.text.rstrip()) > room:
        # As mostly, the end of a word is lost.
        return fit((*kept, Span(clip(span.text, room), span.hue, span.ground, span.aim)), width)
    if not any(span.text.strip() for span in _from(line, width)):
        return fit(cropped(line, width), width)
    kept = list(cropped(line, width - 1))
    while len(kept) > 1 and not kept[-1].text.strip():
        kept.pop()
    last = kept.pop()
    end = Span(last.text.rstrip() + ELLIPSIS if width else "", last.hue, last.ground, last.aim)
    return fit((*kept, end), width)


def cropped(line: Line, x: int) -> Line:
    """Return what is left of a line up to a column, without an ellipsis."""
    first: list[Span] = []
    for span in line:
        text = _split(span.text, x)[0]
        first.append(Span(text, span.hue, span.ground, span.aim))
        x -= cells(text)
    return tuple(first)


def _from(line: Line, x: int) -> Line:
    """Return what is left of a line from a column on; half a wide character becomes a blank."""
    rest: list[Span] = []
    for span in line:
        text = _split(span.text, x)[1]
        x = max(0, x - cells(span.text))
        if text:
            rest.append(Span(text, span.hue, span.ground, span.aim))
    return tuple(rest)


def between(first: Line, last: Line, width: int) -> Line:
    """Join two lines at both ends of a width in cells; the left one is cut if there is too little room."""
    return (*fit(first, max(0, width - measure(last))), *fit(last, min(width, measure(last))))


def indent(line: Line, by: int) -> Line:
    """Indent a line by a number of cells."""
    return (Span(" " * by), *line) if by else line


def centre(picture: Picture, width: int) -> Picture:
    """Centre a picture as one block in a width in cells."""
    widest = max((measure(line) for line in picture), default=0)
    before = max(0, (width - widest) // 2)
    return tuple(indent(line, before) for line in picture)


def balanced(picture: Picture, width: int, height: int, part: int) -> Picture:
    """Centre a picture as one block, below one of ``part`` equal parts of the free lines."""
    top = max(0, (height - len(picture)) // part)
    return tuple(fit(line, width) for line in (*((BLANK,) * top), *centre(picture, width)))


def beside(pictures: Iterable[Picture], gap: int) -> Picture:
    """Set pictures side by side, each as wide as its widest line; all must have the same number of lines."""
    columns = [(picture, max((measure(line) for line in picture), default=0)) for picture in pictures]
    rows = max((len(picture) for picture, _ in columns), default=0)
    return tuple(_row([(picture[row], width) for picture, width in columns], gap) for row in range(rows))


def _row(columns: list[tuple[Line, int]], gap: int) -> Line:
    spans: list[Span] = []
    for place, (line, width) in enumerate(columns):
        if place:
            spans.append(Span(" " * gap))
        spans.extend(fit(line, width))
    return tuple(spans)


@lru_cache(1024)
def wrap(line: Line, width: int, hang: int = 2) -> Picture:
    """Wrap a sentence between words to a width in cells, with the later lines indented.

    Cached, because the log draws the same sentences repeatedly, on all the screens of a table.
    """
    lines: list[Line] = [()]
    used = 0
    for word in _words(line):
        if used and used + measure(word) > width:
            lines.append((Span(" " * hang), *_fitting(word[1:] if word[0].text == " " else word, width - hang)))
        else:
            lines[-1] = (*lines[-1], *_fitting(word, width))
        used = measure(lines[-1])
    return tuple(lines)


def beginning(lines: Picture, width: int, height: int) -> Picture:
    """Return the first lines of a wrapped sentence; if some are left out, the last one shown ends in an ellipsis."""
    if len(lines) <= height or height <= 0:
        return lines[: max(0, height)]
    last = (*lines[height - 1], Span(" "), *lines[height])
    return (*lines[: height - 1], fit(last, width))


def broken(text: str, width: int) -> tuple[str, ...]:
    """Break a text at exactly a width in cells, without loss of characters: for a path, or a command."""
    lines = [""]
    for letter in letters(text):
        if cells(lines[-1] + letter) > width:
            lines.append("")
        lines[-1] += letter
    return tuple(lines)


def _fitting(word: Line, width: int) -> Line:
    return word if measure(word) <= width else fit(word, max(0, width))


def _words(line: Line) -> list[Line]:
    """Split a sentence before each space; a word may consist of several spans."""
    words: list[list[Span]] = [[]]
    for span in line:
        for number, piece in enumerate(span.text.split(" ")):
            if number:
                words.append([Span(" ", span.hue, span.ground, span.aim)])
            if piece:
                words[-1].append(Span(piece, span.hue, span.ground, span.aim))
    return [tuple(word) for word in words]


def draw_name(people: People, seat: Seat, width: int) -> str:
    """Return the name on a seat, with the mark of a bot or of hints, aligned to the left in a width in cells."""
    mark = BOT_MARK if seat in people.bots else hints_mark() if seat in people.hinted else ""
    return left(marked(people.name(seat), mark, width) if mark else people.name(seat), width)


def marked(name: str, mark: str, width: int) -> str:
    """Append a mark to a name; the name is cut so that both fit a width in cells."""
    return clip(name, width - cells(mark)) + mark
