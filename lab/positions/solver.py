"""What each choice of the last tricks is worth, if all cards are seen and all play as well as they can."""

from math import inf
from typing import Final

from games.bots import KNOWLEDGE
from games.kit.asking import Choice
from games.kit.run import Run, fork
from games.kit.solver import asked

MOST: Final = 4000  # How often a deal is played to its end, or to where a choice is refuted, at most.
LAST: Final = 3  # The number of tricks that are solved.
FEW: Final = 9  # As many cards are solved where tricks take any number of them.


def is_late(run: Run) -> bool:
    """Return True if only the last tricks are left to those who play them, of whom the seat to act holds most."""
    if run.game.name == "chwech":
        return sum(len(hand) for hand in run.table.hands) <= FEW
    seat = asked(run.asks)
    return bool(run.table.takers) and seat is not None and len(run.table.hands[seat]) <= LAST


def solve(run: Run, seat: int, most: int = MOST) -> dict[Choice, float]:
    """Return what each choice of a seat brings its side on average; raise ``TooLarge`` if it takes too long."""
    match = run.match.before(run.match.deal)
    ending = KNOWLEDGE[run.game.name].ending(match, run.table, seat, most)
    values: dict[Choice, float] = {}
    for choice in run.legal(seat):
        then = fork(run)
        then.act(seat, choice)
        values[choice] = ending.outcome(then, -inf, inf)
    return values
