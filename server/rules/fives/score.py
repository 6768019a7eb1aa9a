"""The score of tricks and deals, and the chips of the seats (rules, sections 4 and 5)."""

from typing import Final

from protocol.fives.events import DealSheet, Ending, Swept, TricksScored
from protocol.vocabulary import Seat
from server.rules.fives.pool import carried, payment
from server.rules.fives.state import Match, Playing
from server.rules.fives.variant import CHIPS, HAND, TRICK, Spoil, TrickScores

_MAJORITY: Final = {3: 5, 4: 5, 5: 10}
_GAME: Final = {3: 15, 4: 20}


def trick_points(state: Playing) -> int:
    """Return the points that a trick scores as soon as it is taken; none in Spoil Five."""
    variant = state.variant
    return TRICK if variant.trick_scores is TrickScores.EACH and variant.spoil is None else 0


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
    if variant.spoil is not None:
        return _pool_sheet(state, variant.spoil)
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


def _pool_sheet(state: Playing, spoil: Spoil) -> DealSheet:
    """Return the score sheet of a deal of Spoil Five: what everybody has won or paid."""
    deal, match, swept = state.deal, state.match, state.swept
    points = [-payment(spoil, match.sheets)] * match.variant.players
    ending = Ending.SPOILT
    if swept is not None:
        points = [chips - (swept.extra > 0 and seat in _payers(match)) for seat, chips in enumerate(points)]
        points[swept.seat] = swept.chips + swept.extra - payment(spoil, match.sheets)
        ending = Ending.SWEPT if state.jinker is None else Ending.JINKED
    elif min(pool_chips(match)) < spoil.top_up:
        points = [chips + pool(match) // match.variant.players for chips in points]
        ending = Ending.SHARED
    return DealSheet(
        dealer=match.dealer,
        ending=ending,
        tricks=tuple([state.takers.count(Seat(seat)) for seat in range(match.variant.players)]),
        points=tuple(points),
        totals=tuple([total + chips for total, chips in zip(match.totals, points, strict=True)]),
        commitment=deal.commitment,
        seed=deal.seed,
        pool=pool(match),
        sweeper=swept.seat if swept is not None else None,
        jinker=state.jinker,
    )


def sweep(state: Playing, seat: Seat) -> Swept:
    """Return the taking of the pool; for five tricks undertaken, all who can pay a chip besides."""
    match = state.match
    extra = 0 if state.jinker is None else len([payer for payer in _payers(match) if payer != seat])
    return Swept(seat, pool(match), extra)


def _payers(match: Match) -> list[int]:
    """Return the seats that have a chip left in a deal of Spoil Five."""
    return [seat for seat, chips in enumerate(pool_chips(match)) if chips]


def pool(match: Match) -> int:
    """Return the chips in the pool in a deal of Spoil Five."""
    assert match.variant.spoil is not None
    return carried(match.sheets) + match.variant.players * payment(match.variant.spoil, match.sheets)


def pool_chips(match: Match) -> tuple[int, ...]:
    """Return the chips of every seat in a deal of Spoil Five, once all have put in theirs."""
    assert match.variant.spoil is not None
    return tuple([CHIPS + total - payment(match.variant.spoil, match.sheets) for total in match.totals])


def chips(match: Match, paid: int) -> tuple[int, ...]:
    """Return the chips of every seat after ``paid`` payments into a pool that nobody has taken."""
    if match.variant.spoil is not None:
        return pool_chips(match) if paid > len(match.sheets) else tuple([CHIPS + total for total in match.totals])
    return (CHIPS - paid,) * match.variant.players if match.variant.pool else ()


def final_chips(match: Match) -> tuple[int, ...]:
    """Return the chips of every seat after the winners have taken the pool; a double stake pays the same again."""
    if match.variant.spoil is not None:
        return chips(match, len(match.sheets))
    variant, winners, paid = match.variant, match.winners, len(match.sheets)
    if not variant.pool:
        return ()
    again = paid if variant.double_stake and _swept(match) else 0
    won = (variant.players * paid + (variant.players - len(winners)) * again) // len(winners)
    return tuple([CHIPS - paid + (won if seat in winners else -again) for seat in map(Seat, range(variant.players))])


def _swept(match: Match) -> bool:
    """True if the winners took all tricks of the last deal."""
    return sum(match.sheets[-1].tricks[seat] for seat in match.winners) == HAND
