"""The scores of a deal as a table, and those of a finished game from its record, as most games have them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.drawing.line import cells, right
from chwech_tui.model.game import DealScore, GameResult, RecordedGame, read_recorded
from chwech_tui.model.ink import Hue, Line, Span
from protocol.language import _

_GAP: Final = 2
"""The least gap before a column, in cells."""


class Column(NamedTuple):
    """A column of the score of a deal."""

    title: str
    width: int

    def put(self, text: str) -> str:
        """Return a text in this column."""
        return right(text, self.width)


def column(title: str, width: int) -> Column:
    """Return a column that is at least so wide, and wider if its title needs it."""
    return Column(title, max(width, cells(title) + _GAP))


def score_table(
    page: int, ending: str, columns: Iterable[Column | None], rows: Iterable[Line], notes: Iterable[str]
) -> DealScore:
    """Return the score of a deal: how it ended, its columns but those that the table does not need, and notes."""
    return DealScore(
        title=(Span(_("Deal {number}", number=page + 1), Hue.STRONG), Span(f"   {ending}", Hue.TEXT)),
        heading="".join(one.put(one.title) for one in columns if one is not None),
        rows=tuple(rows),
        notes=tuple(notes),
    )


class _Deal(Struct, frozen=True, gc=False):
    """One deal of a record, by seat."""

    scores: tuple[int, ...]


class _Record(RecordedGame, frozen=True, kw_only=True):
    game: str
    deals: tuple[_Deal, ...]


_DECODER = Decoder(_Record)


def read_scores(record: str, titles: Mapping[str, str], shown: Callable[[int], str]) -> GameResult | None:
    """Return the result of one of these games from its record; None if this client cannot read it."""
    game = read_recorded(_DECODER, record)
    if game is None or game.game not in titles:
        return None
    if not all(len(deal.scores) == len(game.totals) for deal in game.deals):
        return None
    deals = tuple(tuple(map(shown, deal.scores)) for deal in game.deals)
    return GameResult(titles[game.game], game.names, game.totals, deals)
