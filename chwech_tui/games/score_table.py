"""Sides and tables of scores as games show them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.drawing.line import cells, right
from chwech_tui.model.game import DealScore, GameResult, RecordedGame, read_recorded
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import listed
from protocol.language import _

_HUES: Final = (Hue.FIRST_SIDE, Hue.SECOND_SIDE, Hue.THIRD_SIDE)


def side_letter(side: int) -> str:
    """Return the letter that stands for a side: ``A`` for side 0."""
    return chr(ord("A") + side)


def side_hue(side: int) -> Hue:
    """Return the hue of a side."""
    return _HUES[side % len(_HUES)]


def side_title(*sides: int) -> str:
    """Return the name of one side or several: ``Side A``, ``Sides A and B``; empty for none."""
    letters = [side_letter(side) for side in sides]
    if len(letters) == 1:
        return _("Side {letter}", letter=letters[0])
    return _("Sides {letters}", letters=listed(letters)) if letters else ""


def side_words(side: int) -> Span:
    """Return a side in words, in its hue: ``side A``."""
    return Span(_("side {letter}", letter=side_letter(side)), side_hue(side))


_GAP: Final = 2
"""The least gap before a column, in cells."""


class Column(NamedTuple):
    """A column of the score of a deal."""

    title: str
    width: int
    sign: str = ""
    """What stands before it."""

    def put(self, text: str) -> str:
        """Return a text in this column."""
        return self.sign + right(text, self.width)


def column(title: str, width: int, *, sign: str = "") -> Column:
    """Return a column that is at least so wide, and wider if its title needs it; a sign before it is its gap."""
    return Column(title, max(width, cells(title) + (0 if sign else _GAP)), sign)


def score_table(
    page: int,
    ending: str,
    columns: Iterable[Column | None],
    rows: Iterable[Line],
    notes: Iterable[str],
    title: str = "",
) -> DealScore:
    """Return the score of a deal: how it ended, its columns but those that the table does not need, and notes."""
    return DealScore(
        title=(Span(title or _("Deal {number}", number=page + 1), Hue.STRONG), Span(f"   {ending}", Hue.TEXT)),
        heading="".join(one.put(one.title) for one in columns if one is not None),
        rows=tuple(rows),
        notes=tuple(notes),
    )


class _Deal(Struct, frozen=True, gc=False):
    """One deal of a record, by seat."""

    scores: tuple[int, ...]
    won: Any = ()
    end: Any = None
    best: tuple[int, str] | None = None
    """The seat with the best card, and the card, where there is such."""


class _Record(RecordedGame, frozen=True, kw_only=True):
    game: str
    ruleset: str = ""
    deals: tuple[_Deal, ...]
    chips: tuple[int, ...] = ()


_DECODER = Decoder(_Record)


def read_scores(
    record: str,
    titles: Mapping[str, str],
    shown: Callable[[int], str],
    cell: Callable[[Any, int], str] | None = None,
    note: Callable[[Any], str] = lambda _game: "",
) -> GameResult | None:
    """Return the result of one of these games from its record; None if this client cannot read it.

    Its rules are the ruleset of the record, or the title; ``cell`` returns what a recorded deal shows for a seat, and
    ``note`` what the marks of a game mean.
    """
    game = read_recorded(_DECODER, record)
    if game is None or game.game not in titles:
        return None
    if not all(len(deal.scores) == len(game.totals) for deal in game.deals):
        return None
    if cell is None:
        deals = tuple([tuple(map(shown, deal.scores)) for deal in game.deals])
    else:
        deals = tuple([tuple([cell(deal, seat) for seat in range(len(game.totals))]) for deal in game.deals])
    return GameResult(game.ruleset or titles[game.game], game.names, game.totals, deals, note(game))
