"""The score of tricks and deals, and the chips in the pool (rules, section 4)."""

from typing import Final

from protocol.fives.events import DealSheet, Ending, TricksScored
from protocol.vocabulary import Seat
from server.rules.fives.state import Match, Playing
from server.rules.fives.variant import HAND, TRICK, TrickScores

CHIPS: Final = 20
"""The number of chips that each player begins with (Parlett)."""

_MAJORITY: Final = {3: 5, 4: 5, 5: 10}
_GAME: Final = {3: 15, 4: 20}


def trick_points(state: Playing) -> int:
    """Return the points that a trick scores as soon as it is taken."""
    return TRICK if state.variant.trick_scores is TrickScores.EACH else 0


def score_tricks(state: Playing) -> TricksScored | None:
    """Return the score of five tricks together; None if the table scores each trick, or nobody has taken three."""
    variant = state.variant
    if variant.trick_scores is TrickScores.EACH:
        return None
    tricks = [sum(variant.side(taker) == side for taker in state.takers) for side in range(variant.sides)]
    most = max(tricks)
    side = tricks.index(most)
    if variant.trick_scores is TrickScores.MAJORITY:
        points = _MAJORITY.get(most, 0)
    else:
        points = variant.target - state.scores[side] if most == HAND else _GAME.get(most, 0)
    return TricksScored(side, most, points) if points else None


def make_sheet(state: Playing) -> DealSheet:
    """Return the score sheet of a deal that ends in this state."""
    variant, deal = state.variant, state.deal
    seats = range(variant.players)
    return DealSheet(
        dealer=deal.match.dealer,
        ending=Ending.WON if state.won else Ending.PLAYED,
        tricks=tuple([state.takers.count(Seat(seat)) for seat in seats]),
        points=tuple([state.points[variant.side(seat)] for seat in seats]),
        totals=tuple([state.scores[variant.side(seat)] for seat in seats]),
        best=state.best,
        commitment=deal.commitment,
        seed=deal.seed,
    )


def chips(match: Match, paid: int) -> tuple[int, ...]:
    """Return the chips of every seat after ``paid`` payments into a pool that nobody has taken."""
    return (CHIPS - paid,) * match.variant.players if match.variant.pool else ()


def final_chips(match: Match) -> tuple[int, ...]:
    """Return the chips of every seat after the winners have taken the pool; a double stake pays the same again."""
    variant, winners, paid = match.variant, match.winners, len(match.sheets)
    if not variant.pool:
        return ()
    again = paid if variant.double_stake and _swept(match) else 0
    won = (variant.players * paid + (variant.players - len(winners)) * again) // len(winners)
    return tuple([CHIPS - paid + (won if seat in winners else -again) for seat in map(Seat, range(variant.players))])


def _swept(match: Match) -> bool:
    """True if the winners took all tricks of the last deal."""
    return sum(match.sheets[-1].tricks[seat] for seat in match.winners) == HAND
