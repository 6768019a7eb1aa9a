"""How one person has played one game: totals in the order of the games, and first places by number of players."""

from collections.abc import Iterable

from msgspec import Struct

from protocol.archive import GameEntry
from protocol.ranking import ranking
from protocol.vocabulary import Seat


class Firsts(Struct, frozen=True, gc=False):
    """The first places in games for one number of players."""

    players: int
    games: int
    won: int


class Form(Struct, frozen=True, gc=False):
    """How one game was played, as far as its games are known."""

    totals: tuple[int, ...] = ()
    """The player's own total of each game, the oldest first."""

    firsts: tuple[Firsts, ...] = ()
    """By number of players, the fewest first."""


def form_of(entries: Iterable[GameEntry], game: str) -> Form:
    """Return how a game was played; ``entries`` are the newest first, and those without an own seat do not count."""
    own = [entry for entry in entries if entry.setup.game == game and entry.seat is not None]
    totals = tuple(entry.totals[entry.seat] for entry in reversed(own) if entry.seat is not None)
    numbers = sorted({entry.setup.players for entry in own})
    return Form(totals, tuple(_firsts(own, players) for players in numbers))


def _firsts(own: list[GameEntry], players: int) -> Firsts:
    games = [entry for entry in own if entry.setup.players == players]
    return Firsts(players, len(games), sum(_is_first(entry, entry.seat) for entry in games))


def _is_first(entry: GameEntry, seat: Seat | None) -> bool:
    sides = ranking(entry.totals, entry.sides)
    return any(ranked.place == 1 and seat in {ranked.seat, *ranked.partners} for ranked in sides)
