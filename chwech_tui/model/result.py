"""The result of a finished game, read from its record."""

from typing import Any, Final

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from chwech_tui.model.checks import guarded
from chwech_tui.model.game import Game
from protocol.language import _
from protocol.setup import Setup


class GameResult(Struct, frozen=True, gc=False):
    """A finished game as its record tells it; every list is by seat."""

    rules: str
    """The rules in a few words."""

    names: tuple[str, ...]
    """The names; none if the record has none."""

    totals: tuple[int, ...]
    """The final scores."""

    points: tuple[tuple[int, ...], ...]
    """The score of each seat in each deal."""

    deals: tuple[tuple[str, ...], ...]
    """The same as it is written, in at most three figures and a mark."""

    note: str = ""
    """What the mark means."""


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


_DECODER: Final = Decoder(_Record)


@guarded(lambda: None)
def read_result(kind: Game, record: str) -> GameResult | None:
    """Return the result of a game from its record; None if this client cannot read it."""
    try:
        game = _DECODER.decode(record)
    except DecodeError:
        return None
    words, seats = kind.words, len(game.totals)
    whole = len(game.names) in {0, seats} and all(len(deal.scores) == seats for deal in game.deals)
    if game.game != kind.game.name or not whole:
        return None
    figures, (note, starred) = words.scores or words.figures, words.starred
    mark = {True: "*", False: " " * note.startswith("*")}
    deals = tuple(
        tuple([figures(deal.scores[seat]) + mark[starred(deal, seat)] for seat in range(seats)]) for deal in game.deals
    )
    told = _(note) if not note.startswith("*") or any("*" in cell for deal in deals for cell in deal) else ""
    by_ruleset = Setup(kind.game.name, seats, {"ruleset": game.ruleset})
    rules = kind.rules_words(by_ruleset) if game.ruleset else kind.title
    points = tuple([deal.scores for deal in game.deals])
    return GameResult(rules, game.names, game.totals, points, deals, told)
