"""How much of the pile a seat takes up (rules, section 3)."""

from typing import assert_never

from protocol.cards import Card, Rank
from protocol.piles.views import Phase
from server.rules.piles.state import Playing
from server.rules.piles.variant import Pickup


def pickup(state: Playing) -> int:
    """Return how many cards from the top the seat to act would take up; 0 if it does not beat a card."""
    if state.phase is not Phase.BEATING:
        return 0
    variant, cards = state.variant, len(state.pile)
    top = state.pile[-1].card
    match variant.pickup:
        case Pickup.ALL:
            return cards
        case Pickup.SOME if top.suit not in state.trumps:
            return min(variant.plain, cards)
        case Pickup.SOME:
            return cards if top.rank is Rank.ACE else min(variant.trump, cards)
        case Pickup.SUIT_RUN:
            return cards if state.trumps[state.mover] is not None else _run([turn.card for turn in state.pile])
        case _:
            assert_never(variant.pickup)


def _run(pile: list[Card]) -> int:
    """Return the number of cards on top that are of the suit of the top card."""
    other = next((count for count, card in enumerate(reversed(pile)) if card.suit is not pile[-1].suit), None)
    return len(pile) if other is None else other
