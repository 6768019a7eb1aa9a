"""A contest between bots: the same deals for each of them, one deal after the other.

In a duplicate contest everyone moves on by a seat each time that a deal is played, until the bots sit as at first: so
each plays every hand in the same company, and the luck of the deal is the same for all.
"""

from collections.abc import Generator
from functools import partial

from msgspec import Struct

from protocol.setup import Setup
from server.simulation.series import Series, play_game, spread


class Contest(Struct, frozen=True):
    """The definition of a contest."""

    setup: Setup
    """The table; of each game of it the first deal is played."""
    bots: tuple[str, ...]
    """The level of each entry; in the first place of a deal, entry and seat are the same."""
    seed: str
    """The text from which every deal and every random choice is derived."""
    duplicate: bool = True
    whole: bool = False
    """Each game is played to its end, and counts as one deal."""

    @property
    def turns(self) -> int:
        """How often each deal is played."""
        bots = self.bots
        around = range(1, len(bots) + 1)
        return next(turn for turn in around if bots[turn:] + bots[:turn] == bots) if self.duplicate else 1


class Round(Struct, frozen=True, omit_defaults=True):
    """One deal of a contest."""

    deal: int
    """The number of the deal, from 1."""
    scores: tuple[tuple[int, ...], ...]
    """For each time that it was played, the score of every entry."""
    records: tuple[bytes, ...] = ()
    """The records of the games, in the same order."""


def play_round(contest: Contest, deal: int) -> Round:
    """Play one deal of a contest; deals count from 1."""
    players = contest.setup.players
    places = range(contest.turns) if contest.duplicate else (deal % players,)
    scores, records = [], []
    for place in places:
        # Entry n sits on seat n + place.
        seated = tuple(contest.bots[(seat - place) % players] for seat in range(players))
        game = play_game(Series(contest.setup, seated, contest.seed, 0 if contest.whole else 1), deal)
        scores.append(tuple(game.totals[-1][(entry + place) % players] for entry in range(players)))
        records.append(game.record)
    return Round(deal, tuple(scores), tuple(records))


def play_contest(contest: Contest, first: int, last: int, jobs: int) -> Generator[Round, None, None]:
    """Yield the deals of a contest from ``first`` to ``last`` in order, played by ``jobs`` processes."""
    return spread(partial(play_round, contest), iter(range(first, last + 1)), jobs)
