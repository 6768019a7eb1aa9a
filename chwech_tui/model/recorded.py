"""A finished game as its record tells it, as far as a score sheet needs it; the format is in docs/records.md."""

from collections.abc import Iterable

from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder


class RecordedDeal(Struct, frozen=True):
    """The result of one deal, every list by seat."""

    won: tuple[int, ...]
    """Cards won."""

    scores: tuple[int, ...]
    """The scores."""

    end: str = ""
    """How it ended."""


class Recorded(Struct, frozen=True):
    """The result of a game."""

    deals: tuple[RecordedDeal, ...]
    """The deals, in order."""

    totals: tuple[int, ...]
    """The final score of each seat."""

    names: tuple[str, ...] = ()
    """Who sat on each seat."""

    ruleset: str = ""
    """The rules."""

    played_at: str = ""
    """When."""


_DECODER = Decoder(Recorded)


def read_recorded(lines: Iterable[str]) -> Recorded | None:
    """Read a record; None for one that this client cannot read."""
    try:
        game = _DECODER.decode("\n".join(lines))
    except (DecodeError, ValidationError):
        return None
    seats = len(game.totals)
    whole = all(len(deal.won) == len(deal.scores) == seats for deal in game.deals)
    return game if whole and len(game.names) in {0, seats} else None
