"""The log of a table, and the cards gone so far by suit and rank."""

from collections import Counter
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import Chronicle
from chwech_tui.drawing.line import BLANK, balanced, beginning, broken, fit, measure, middle, wrap
from chwech_tui.drawing.panel import draw_button
from chwech_tui.model.board import Board
from chwech_tui.model.cards import JOKER_SYMBOL, CardsGone, Whereabouts, card_words, hue_of, suit_line
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span
from chwech_tui.model.prompt import BACK
from protocol.cards import Card, Suit
from protocol.language import N_, _

HANG: Final = 2
"""How far the later lines of a sentence are indented, in cells."""


def draw_log(chronicle: Chronicle, width: int, height: int) -> Picture:
    """Draw the newest sentences that fit, the newest at the bottom; of one that is too long for that, its beginning."""
    lines: list[Line] = []
    for entry in reversed(chronicle):
        wrapped = wrap(entry.line, width)
        if not lines:
            wrapped = beginning(wrapped, width, height)
        if len(lines) + len(wrapped) > height:
            break
        lines[:0] = wrapped
    return tuple(fit(line, width) for line in lines)


def draw_whole_log(chronicle: Chronicle, width: int) -> Picture:
    """Draw all sentences, each to its end: a word that is longer than a line is broken."""
    if not chronicle:
        return (fit((Span(_("Nothing has happened at this table yet."), Hue.DIM),), width),)
    lines = (line for entry in chronicle for line in wrap(_broken(entry.line, width - HANG), width, HANG))
    return tuple(fit(line, width) for line in lines)


def _broken(line: Line, width: int) -> Line:
    """Return a line with spaces in its words that are longer than a width in cells."""
    return tuple(replace(span, text=_broken_text(span.text, width)) for span in line)


def _broken_text(text: str, width: int) -> str:
    return " ".join(piece for word in text.split(" ") for piece in broken(word, width))


_MARKS: Final = {
    Whereabouts.HAND: "■",
    Whereabouts.TABLE: "▴",
    Whereabouts.GONE: "·",
    Whereabouts.SHOWN: "+",
    Whereabouts.UNSEEN: "?",
}
_WORDS: Final = {
    Whereabouts.HAND: N_("in your hand"),
    Whereabouts.TABLE: N_("on the table"),
    Whereabouts.GONE: N_("gone"),
    Whereabouts.SHOWN: N_("seen elsewhere"),
    Whereabouts.UNSEEN: N_("not seen"),
}
_NAME: Final = 11
"""The least width of the name of a suit, in cells."""

_ROOMY: Final = 120
"""The width of a screen, in cells, from which columns are wider and rows stand apart."""


def draw_gone(board: Board, width: int, height: int) -> Picture:
    """Draw the cards gone so far in the deal that is played."""
    table, game, kind = board.table, board.game, board.kind
    if table is None or game is None or kind is None:
        return ()
    gone = kind.cards_gone(game)
    roomy = width >= _ROOMY and height >= 2 * len(gone.suits) + 12
    column = 6 if roomy else 4
    where = gone.where()
    heading = "".join(middle(rank.value, column) for rank in gone.ranks)
    lines: list[Line] = [(Span(_("The cards gone so far"), Hue.STRONG),), BLANK]
    name = max(_NAME, *(measure(_suit(suit)) + 1 for suit in gone.suits))
    lines.append((Span(" " * name), Span(heading, Hue.DIM)))
    for suit in gone.suits:
        lines += [BLANK] * roomy
        lines.append((*fit(_suit(suit), name), *_places(gone, suit, where, column)))
    lines += [BLANK, *_legend(where)]
    wide = max(map(measure, lines))
    lines += [BLANK, *wrap((Span(gone.note, Hue.DIM),), wide, hang=0), BLANK, draw_button(BACK)]
    return balanced(tuple(lines), width, height, 3)


def _suit(suit: Suit | None) -> Line:
    """Draw the name of a suit, or of the Jokers."""
    return (Span(JOKER_SYMBOL + " " + _("Jokers"), SUIT_HUES[None]),) if suit is None else suit_line(suit)


def _places(gone: CardsGone, suit: Suit | None, where: dict[Card, tuple[Whereabouts, ...]], column: int) -> Line:
    if suit is None:
        return (Span(" " * ((column - 1) // 2)), *_jokers({card: where[card] for card in where if card.suit is None}))
    cells = [_marks(where.get(Card(rank, suit), ()), column) for rank in gone.ranks]
    return tuple(span for cell in cells for span in cell)


def _jokers(where: dict[Card, tuple[Whereabouts, ...]]) -> Line:
    """Draw where the Jokers are, with their names where they are two different ones."""
    if len(where) == 1:
        (places,) = where.values()
        return _marks(places, 2 * len(places), gap=" ")
    named = ((*_marks(places, 2), Span(card_words(card) + "   ", hue_of(card))) for card, places in where.items())
    return tuple(span for spans in named for span in spans)


def _marks(places: tuple[Whereabouts, ...], width: int, gap: str = "") -> Line:
    """Draw where the cards of one face are, one mark a card."""
    marks = gap.join(_MARKS[place] for place in places)
    return (Span(middle(marks, width), _hue(places)),)


def _hue(places: tuple[Whereabouts, ...]) -> Hue:
    """Return the hue of a face: what is still to come stands out from what is gone."""
    if Whereabouts.HAND in places or Whereabouts.TABLE in places:
        return Hue.ACCENT
    return Hue.TEXT if {Whereabouts.SHOWN, Whereabouts.UNSEEN} & {*places} else Hue.FAINT


def _legend(where: dict[Card, tuple[Whereabouts, ...]]) -> Picture:
    """Draw what the marks mean, each with its number of cards; one that few games have, only where it is needed.

    With that one they take a second line, for those still to come.
    """
    numbers = Counter(place for places in where.values() for place in places)
    spans = {
        place: Span(f"{_MARKS[place]} {_(_WORDS[place])} {numbers[place]}   ", _hue((place,))) for place in Whereabouts
    }
    if numbers[Whereabouts.SHOWN]:
        coming = spans.pop(Whereabouts.SHOWN), spans.pop(Whereabouts.UNSEEN)
        return (tuple(spans.values()), coming)
    del spans[Whereabouts.SHOWN]
    return (tuple(spans.values()),)
