"""The end of a deal, solved: what each choice is worth if all cards are seen, and all play as well as they can.

The seats of a side play together, and all others against them. It is exhaustive, and so for the last tricks alone.
"""

from collections.abc import Collection
from statistics import fmean
from typing import Any, Final, NamedTuple

from games.bots import KNOWLEDGE
from games.kit.asking import Choice, Question, Shuffle
from games.kit.run import Run, fork
from games.kit.sampler import Knowledge

MOST: Final = 4000  # How often a deal is played to its end, or to where a choice is refuted, at most.
LAST: Final = 3  # The number of tricks that are solved.
FEW: Final = 9  # As many cards are solved where tricks take any number of them.


class TooLarge(Exception):
    """There is too much to try."""


class _Sought(NamedTuple):
    """What is sought."""

    knowledge: Knowledge[Any]
    friends: Collection[int]
    deal: int
    tried: list[int]
    """How many lines have been tried, as one number."""


def asked(asks: Question | None) -> int | None:
    """Return the seat that is asked, the first of several; None between deals."""
    return None if asks is None or isinstance(asks, Shuffle) else next(iter(asks.asked))


def is_late(run: Run) -> bool:
    """Return True if only the last tricks are left to those who play them, of whom the seat to act holds most."""
    if run.game.name == "chwech":
        return sum(len(hand) for hand in run.table.hands) <= FEW
    seat = asked(run.asks)
    return bool(run.table.takers) and seat is not None and len(run.table.hands[seat]) <= LAST


def friends_of(run: Run, seat: int) -> list[int]:
    """Return the seats that play together with a seat, itself among them."""
    alone = run.table.declarer if run.game.name == "roque-three" else None
    if alone is None or alone == seat:
        return run.match.partners(seat)
    return [other for other in range(run.match.players) if other != alone]


def solve(run: Run, seat: int, most: int = MOST) -> dict[Choice, float]:
    """Return what each choice of a seat brings its side on average; raise ``TooLarge`` if it takes too long."""
    sought = _Sought(KNOWLEDGE[run.game.name], friends_of(run, seat), run.match.deal, [most])
    values: dict[Choice, float] = {}
    for choice in run.legal(seat):
        then = fork(run)
        then.act(seat, choice)
        values[choice] = _value(then, sought, float("-inf"), float("inf"))
    return values


def _value(run: Run, sought: _Sought, least: float, most: float) -> float:
    """Return what a deal brings, between two bounds; the run is played on."""
    while len(run.match.sheets) < sought.deal:
        seat = asked(run.asks)
        assert seat is not None
        choices = run.legal(seat)
        if len(choices) > 1:
            return _best(run, seat, sought, least, most)
        run.act(seat, choices[0])
    sought.tried[0] -= 1
    if sought.tried[0] < 0:
        raise TooLarge
    before, sheet = run.match.before(sought.deal), run.match.sheets[-1]
    return fmean(sought.knowledge.aim(before, sheet, friend) for friend in sought.friends)


def _best(run: Run, seat: int, sought: _Sought, least: float, most: float) -> float:
    own = seat in sought.friends
    best = float("-inf") if own else float("inf")
    *others, last = run.legal(seat)
    for choice in [*others, last]:
        then = run if choice is last else fork(run)
        then.act(seat, choice)
        best = (max if own else min)(best, _value(then, sought, least, most))
        least, most = (max(least, best), most) if own else (least, min(most, best))
        if least >= most:
            break
    return best
