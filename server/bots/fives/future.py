"""What the pool of Spoil Five is worth for the game: the chances of the most chips, as the pools that follow may go."""

from random import Random
from typing import Final, NamedTuple

from protocol.vocabulary import Seat
from server.bots.fives.known import Known

SPOILT: Final = 0.5
"""How often a deal to come is spoilt."""

LONGEST: Final = 9
"""How often that happens at the most before somebody takes the pool."""

GAMES = 200
"""How many games to come are drawn."""

CHIP: Final = 1e-4
"""What a chip is worth besides: it decides between chances that are nearly equal."""


class Taken(NamedTuple):
    """What becomes of a pool to come."""

    seat: Seat
    """Who takes it."""

    spoilt: int
    """How often everybody has added to it before."""


class Future:
    """How the game may go on after a deal: the same for every outcome."""

    def __init__(self, known: Known, whims: Random) -> None:
        """Draw some games at a table."""
        view, spoil = known.view, known.spoil
        self.viewer = known.viewer
        self.totals = [seat.total for seat in view.seats]
        self.pool = view.pool or 0
        self.stake, self.top_up = known.stake, known.top_up
        self.games = [[self._drawn(whims) for _ in range(view.target - spoil.pools)] for _ in range(GAMES)]
        self.known = dict[tuple[Seat | None, int], float]()

    def worth(self, sweeper: Seat | None, extra: int = 0) -> float:
        """Return the chance of the viewer to have the most chips in the end.

        Args:
            sweeper: who takes the pool of this deal; None for nobody.
            extra: the chips that the others pay besides.
        """
        key = sweeper, extra
        if key not in self.known:
            self.known[key] = sum([self._worth(sweeper, extra, game) for game in self.games]) / len(self.games)
        return self.known[key]

    def _drawn(self, whims: Random) -> Taken:
        """Return what becomes of a pool by chance."""
        spoilt = 0
        while whims.random() < SPOILT and spoilt < LONGEST:
            spoilt += 1
        return Taken(Seat(int(whims.random() * len(self.totals))), spoilt)

    def _worth(self, sweeper: Seat | None, extra: int, pools: list[Taken]) -> float:
        """Return the share of the win; what everybody pays is left out, since it is the same for all."""
        totals, players = self.totals[:], len(self.totals)
        begun = players * self.stake
        chips = begun
        if sweeper is None:
            chips = self.pool + players * self.top_up
        else:
            totals[sweeper] += self.pool + extra
            pools = pools[1:]
        for seat, spoilt in pools:
            totals[seat] += chips + spoilt * players * self.top_up
            chips = begun
        own, most = totals[self.viewer], max(totals)
        return (1 / totals.count(most) if own == most else 0.0) + CHIP * own
