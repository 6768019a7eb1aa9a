"""Tables of scores as games show them, and what records say of scores."""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from chwech_tui.drawing.line import cells, right
from chwech_tui.model.game import DealScore, GameResult
from chwech_tui.model.ink import Hue, Line, Span
from protocol.language import _

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


class _Record(Struct, frozen=True, gc=False, kw_only=True):
    """What the record of every game has, as far as its result needs it."""

    game: str
    totals: tuple[int, ...]
    names: tuple[str, ...] = ()
    ruleset: str = ""
    deals: tuple[_Deal, ...]
    chips: tuple[int, ...] = ()


_DECODER = Decoder(_Record)


def read_scores(
    record: str,
    name: str,
    title: str,
    shown: Callable[[int], str],
    cell: Callable[[Any, int], str] | None = None,
    note: Callable[[Any], str] = lambda _game: "",
) -> GameResult | None:
    """Return the result of a game of this name from its record; None if this client cannot read it.

    Its rules are the ruleset of the record, or the title; ``cell`` returns what a recorded deal shows for a seat, and
    ``note`` what the marks of a game mean.
    """
    try:
        game = _DECODER.decode(record)
    except DecodeError:
        return None
    seats = len(game.totals)
    if game.game != name or len(game.names) not in {0, seats}:
        return None
    if not all(len(deal.scores) == seats for deal in game.deals):
        return None
    if cell is None:
        deals = tuple([tuple(map(shown, deal.scores)) for deal in game.deals])
    else:
        deals = tuple([tuple([cell(deal, seat) for seat in range(seats)]) for deal in game.deals])
    return GameResult(game.ruleset or title, game.names, game.totals, deals, note(game))
