"""The rules of a game as a page: the Markdown that rules use, examples drawn as cards, and words to be explained.

It supports headings, paragraphs, lists, tables, quoted examples and emphasis, which is all that rules use. An
example is a quoted line: the cards of a trick in the order played, the one that takes it in bold, and a remark.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from msgspec import Struct

from chwech_tui.drawing.cards import pass_mark
from chwech_tui.drawing.deck import draw_card
from chwech_tui.drawing.line import BLANK, beside, fit, indent, measure, middle, wrap
from chwech_tui.model.cards import SMALL, SYMBOLS, CardLook, Face, Strokes, face_of
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue, Line, Pick, Picture, Span, plain, printable
from protocol.cards import JOKER, InvalidCard, read_card
from protocol.language import DEFAULT, spoken

_LOUD: Final = re.compile(r"(\*\*.+?\*\*|\*.+?\*|`.+?`)")
_ITEM: Final = re.compile(r"(\*|\d+\.) ")
_SUITS: Final = {symbol: suit for suit, symbol in SYMBOLS.items()}
_HEIGHTS: Final = "↑↓"
_REMARK: Final = " — "
_NO_CARD: Final = "pass"


class Term(NamedTuple):
    """A word that can be explained."""

    word: str
    """The word, as the glossary has it."""
    row: int
    """The index of its line."""
    end: int
    """The index of the last line of its paragraph, below which it is explained."""


class RulesPage(Struct, frozen=True, gc=False):
    """Rules laid out for a width."""

    lines: Picture
    """The lines; a word that can be explained is aimed at by its index in ``words``."""
    words: tuple[Term, ...]
    """The words that can be explained, in order."""


def draw_page(markdown: str, width: int, glossary: Mapping[str, str], strokes: Strokes) -> RulesPage:
    """Lay out rules; a word of the glossary is marked where it comes first in each section."""
    marker = _Marker(glossary)
    lines: list[Line] = []
    words: list[Term] = []
    text = [printable(line) for line in markdown.split("\n")]
    for kind, group in groupby(text, key=_kind):
        for block in _drawn(kind, list(group), width, marker, strokes):
            rows = _rows_of_words(block)
            words += (Term(marker.words[place], len(lines) + row, len(lines) + len(block) - 1) for place, row in rows)
            lines += block
    return RulesPage(tuple(fit(line, width) for line in lines), tuple(words))


def _rows_of_words(block: Sequence[Line]) -> list[tuple[int, int]]:
    """Return the index of each word in a block, in order, with the line on which it begins."""
    rows: dict[int, int] = {}
    for row, line in enumerate(block):
        for span in line:
            if isinstance(span.aim, Pick):
                rows.setdefault(span.aim.place, row)
    return sorted(rows.items())


def with_chosen(lines: Picture, chosen: int) -> Picture:
    """Return lines in which the word with this index stands out."""
    return tuple(
        tuple(Span(one.text, Hue.ACCENT, Ground.BUTTON, one.aim) if one.aim == Pick(chosen) else one for one in line)
        for line in lines
    )


def draw_explanation(word: str, about: str, width: int) -> Picture:
    """Draw the explanation of a word, for the place below its line."""
    bar = Span("│ ", Hue.ACCENT)
    title = Span(f"{word[:1].upper()}{word[1:]}: ", Hue.ACCENT)
    return tuple(fit((bar, *line), width) for line in wrap((title, Span(about)), width - 2, hang=0))


class _Marker:
    """Marks the words of a glossary, each once in a section."""

    def __init__(self, glossary: Mapping[str, str]) -> None:
        self.words: list[str] = []
        self.seen: set[str] = set()  # Those that are marked in this section already.
        self._known = sorted(glossary, key=len, reverse=True)
        self._pattern = pattern(self._known, spoken())

    def spans(self, text: str, hue: Hue) -> Iterator[Span]:
        """Yield a text with its marked words."""
        end = 0
        for found in self._pattern.finditer(text) if self._pattern is not None else ():
            word = self._known[(found.lastindex or 1) - 1]
            if word in self.seen:
                continue
            self.seen.add(word)
            yield Span(text[end : found.start()], hue)
            yield Span(found[0], Hue.TERM, aim=Pick(len(self.words)))
            self.words.append(word)
            end = found.end()
        yield Span(text[end:], hue)

    def line(self, text: str) -> Line:
        """Return a text with its marked words and what stands out in it."""
        return _line(text, self.spans)


def _unmarked(text: str, hue: Hue) -> Iterator[Span]:
    yield Span(text, hue)


def _line(text: str, spans_of: Callable[[str, Hue], Iterator[Span]]) -> Line:
    spans: list[Span] = []
    for piece in _LOUD.split(text):
        loud = piece[:1] in {"*", "`"} and len(piece) > 2
        spans += spans_of(piece.strip("*`"), Hue.STRONG) if loud else spans_of(piece, Hue.TEXT)
    return tuple(span for span in spans if span.text)


def _kind(line: str) -> str:
    """Return what a line is: the marks of a heading, ``|`` of a table, ``*`` of a list, ``>`` of an example."""
    first = line.partition(" ")[0]
    if first in {"#", "##", ">"}:
        return first
    if line.startswith("|"):
        return "|"
    return "*" if _ITEM.match(line) else " " if line else ""


def _drawn(kind: str, lines: Sequence[str], width: int, marker: _Marker, strokes: Strokes) -> Iterator[Sequence[Line]]:
    """Yield the blocks of lines of one kind: paragraphs, items of a list, headings, examples."""
    match kind:
        case "#" | "##":
            marker.seen.clear()
            yield [(Span(line.lstrip("# "), Hue.ACCENT if kind == "#" else Hue.STRONG),) for line in lines]
        case ">":
            yield from (tuple(_example(line.removeprefix("> "), width, strokes)) for line in lines)
        case "|":
            rows = [[_line(cell.strip(), _unmarked) for cell in line.strip("|").split("|")] for line in lines]
            yield tuple(_table(rows, width))
        case "*":
            for line in lines:
                head, _blank, text = line.partition(" ")
                yield tuple(_hung(f"{head} ".replace("*", "•"), marker.line(text), width))
        case " ":
            yield wrap(marker.line(" ".join(lines)), width, hang=0)
        case _:
            yield (BLANK,) * len(lines)


def _hung(head: str, line: Line, width: int) -> Iterator[Line]:
    """Wrap a line after a head, with the later lines below the first."""
    first, *others = wrap(line, width - len(head), hang=0)
    yield (Span(head, Hue.DIM), *first)
    yield from (indent(other, len(head)) for other in others)


def _table(rows: Sequence[Sequence[Line]], width: int) -> Iterator[Line]:
    """Lay out a table: numbers stand to the right, and its last column may wrap; a single row has no columns."""
    if len(rows) < 2:
        yield from (line for cell in rows[0] for line in wrap(cell, width, hang=0))
        return
    head, rule, *rest = rows
    numbers = {place for place, cell in enumerate(rule) if plain(cell).endswith(":")}
    body = [[tuple(Span(span.text, Hue.DIM) for span in cell) for cell in head], *rest]
    columns = min(map(len, body))
    wide = [max(measure(row[place]) for row in body) for place in range(columns)]
    for row in body:
        before: list[Span] = []
        for place in range(columns - 1):
            space = Span(" " * (wide[place] - measure(row[place])))
            before += (space, *row[place]) if place in numbers else (*row[place], space)
            before.append(Span("  "))
        last = row[columns - 1]
        if columns - 1 in numbers:
            last = (Span(" " * (wide[-1] - measure(last))), *last)
        used = measure(tuple(before))
        first, *others = wrap(last, max(8, width - used), hang=0)
        yield (*before, *first)
        yield from (indent(other, used) for other in others)


def _example(text: str, width: int, strokes: Strokes) -> Iterator[Line]:
    """Draw the cards of a trick with the mark of the one that takes it; as a plain line if they cannot be read."""
    cards, _dash, remark = text.partition(_REMARK)
    turns = [(_face(turn.strip("*")), turn.startswith("**")) for turn in cards.split()]
    if any(face is None for face, _takes in turns):
        yield from wrap((Span(text.replace("**", ""), Hue.DIM),), width, hang=0)
        return
    look = CardLook(SMALL, strokes)
    pictures = [_turn(face, look, takes=takes) for face, takes in turns if face is not None]
    yield from (indent(line, 2) for line in beside(pictures, 1))
    yield from (indent(line, 2) for line in wrap((Span(remark, Hue.DIM),), width - 2, hang=0))


def _turn(face: Face, look: CardLook, *, takes: bool) -> Picture:
    wide = look.size.width
    if face.corner == _NO_CARD:
        blank: Line = (Span(" " * wide),)
        card: Picture = (blank, (Span(middle(pass_mark(), wide), Hue.FAINT),), blank)
    else:
        card = draw_card(face, look, Ground.CARD if takes else Ground.SHADED)
    return (*card, (Span(middle("▴" if takes else "", wide), Hue.INFO),))


def _face(turn: str) -> Face | None:
    """Return the face of a card as examples write it: ``Q♥``, ``A♥↓``, ``JK``, ``JK♥``; None if it is none."""
    if turn in {_NO_CARD, pass_mark()}:
        return Face(None, None, _NO_CARD, "", Hue.FAINT)
    bare = turn.rstrip(_HEIGHTS)
    suit = _SUITS.get(bare[-1:])
    if bare.startswith(JOKER.text):
        hue = Hue.JOKER if suit is None else SUIT_HUES[suit]
        return Face(JOKER.rank, suit, turn, "", hue) if suit is not None or bare == JOKER.text else None
    try:
        card = read_card(bare[:-1] + (suit.value if suit is not None else ""))
    except InvalidCard:
        return None
    return Face(card.rank, card.suit, turn, "", face_of(card).hue)


_ENDINGS: Final = {DEFAULT: "s|es", "cy": "i?au|i?on|oedd|od"}  # The endings of the plural, as patterns.

_MUTATIONS: Final = {
    "cy": {
        "ll": ("l",),
        "rh": ("r",),
        "p": ("b", "mh", "ph"),
        "t": ("d", "nh", "th"),
        "c": ("g", "ngh", "ch"),
        "b": ("f", "m"),
        "d": ("dd", "n"),
        "g": ("", "ng"),
        "m": ("f",),
    }
}
"""What the beginning of a word may become after other words; two letters that are one in Welsh come first."""

_ONE_LETTER: Final = ("ch", "dd", "ff", "ph", "th")
"""The letters of two signs that never change, though their first sign alone would."""


def beginnings(word: str, language: str) -> tuple[str, ...]:
    """Return a word as it is and with each other beginning that it may have."""
    changes = _MUTATIONS.get(language, {})
    if word.startswith(_ONE_LETTER):
        return (word,)
    first = next((letters for letters in changes if word.startswith(letters)), "")
    return (word, *(other + word.removeprefix(first) for other in changes.get(first, ())))


def pattern(words: list[str], language: str) -> re.Pattern[str] | None:
    """Return what finds any form of these words, each as a group of its own; None without words."""
    if not words:
        return None
    groups = "|".join(f"({'|'.join(map(re.escape, beginnings(word, language)))})" for word in words)
    return re.compile(rf"\b(?:{groups})(?:{_ENDINGS.get(language, '')})?\b", re.IGNORECASE)
