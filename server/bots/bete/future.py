"""What a deal of Bête is worth for the game: its chances of the most chips, as the deals that follow may go.

Pools double and more when several lose them, so that it is mostly one of the last ones that decides.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from protocol.vocabulary import Seat
from server.bots.bete.known import Known

PART: Final = 0.3
"""How often somebody takes part in a deal to come. It is less than they do: so the pools at hand count for more."""

WON: Final = (0.0, 1.0, 1.0, 0.75, 0.6, 0.55)
"""How often one of so many who take part wins the pool."""

DEALS = 300
"""How many deals to come are drawn, in as many games as that makes."""

LEAST: Final = 20
"""How many games are drawn at the least."""

CHIP: Final = 1e-7
"""What a chip is worth besides: it decides between equal chances."""


class Deal(NamedTuple):
    """The outcome of a deal."""

    active: tuple[Seat, ...]
    """Who took part."""

    winner: Seat | None
    """Who has won the pool."""

    all_tricks: bool = False
    """True if somebody took all five tricks."""


class Future:
    """How the game may go on after a deal: the same for every outcome."""

    def __init__(self, known: Known, whims: Random) -> None:
        """Draw some games at a table."""
        view = known.view
        self.viewer = known.viewer
        self.totals = [seat.total for seat in view.seats]
        self.pool = view.pool
        self.pays_chip = known.pays_chip
        deals = view.deals - view.deal
        games = max(LEAST, DEALS // deals) if deals else 1
        self.games = [[_drawn(len(view.seats), whims) for _ in range(deals)] for _ in range(games)]
        self.known = dict[Deal, float]()

    def worth(self, deal: Deal) -> float:
        """Return the chance of the viewer to have the most chips in the end, given the outcome of the deal."""
        if deal not in self.known:
            self.known[deal] = sum([self._worth(deal, game) for game in self.games]) / len(self.games)
        return self.known[deal]

    def _worth(self, deal: Deal, later: Sequence[Deal]) -> float:
        totals, pool = self.totals[:], self.pool
        for active, winner, all_tricks in (deal, *later):
            again = (1 if self.pays_chip else pool) if all_tricks and winner is not None else 0
            for seat in active:
                totals[seat] -= pool + again
            losers = len(active) - (winner is not None)
            if winner is not None:
                totals[winner] += 2 * pool + again * (losers + 1)
            pool = pool * (losers + (winner is None)) + len(totals)
        most = max(totals)
        own = totals[self.viewer]
        return (1 / totals.count(most) if own == most else 0.0) + CHIP * own


def _drawn(players: int, whims: Random) -> Deal:
    """Return how a deal goes by chance."""
    active = tuple([Seat(seat) for seat in range(players) if whims.random() < PART])
    is_won = whims.random() < WON[len(active)]
    return Deal(active, active[int(whims.random() * len(active))] if is_won else None)
