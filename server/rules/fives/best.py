"""The best card of a deal of Forty-Five: which card it is, and when that is certain (rules, section 4)."""

from protocol.colour_order import make_order
from protocol.fives.events import BestCard
from protocol.fives.views import Claim
from server.rules.fives.state import Playing


def sure_best(state: Playing) -> BestCard | None:
    """Return the best card if it scores now: the highest trump in play, once it has been played.

    While the turn-up can still be taken, it counts as held and the Ace as high, because both are possible.
    """
    variant = state.variant
    if not variant.best_card or state.best is not None:
        return None
    played = {play.card: play.seat for play in state.plays}
    there = {card for hand in state.hands for card in hand}.union(played)
    order = state.order
    if state.claim is Claim.OPEN:
        there.add(state.turn_up)
        order = make_order(state.trump, variant.joker)
    highest = next((card for card in order.trumps if card in there), None)
    if highest is None or highest not in played:
        return None
    return BestCard(played[highest], highest, variant.best_card)


def best_without_trumps(state: Playing) -> BestCard | None:
    """Return the best card of a deal without trumps in hand: the highest that took a trick, or the first of equals."""
    variant = state.variant
    if not variant.best_card or state.best is not None:
        return None
    heights = state.order.heights
    won = [play for number, play in enumerate(state.plays) if play.seat == state.takers[number // variant.players]]
    highest = max(won, key=lambda play: heights[play.card])
    return BestCard(highest.seat, highest.card, variant.best_card)
