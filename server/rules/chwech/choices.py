"""The plays that a card allows, when following and when leading."""

from protocol.cards import Card, Rank, Suit
from protocol.chwech.actions import AceHeight, Play
from server.rules.chwech.options import Ruleset, Variant
from server.rules.chwech.pack import counts_as_joker


def following(card: Card, variant: Variant) -> tuple[Play, ...]:
    """Return the plays of a card when another seat leads.

    In the original rules the player of an Ace says whether it is high or low.
    """
    if variant.ruleset is Ruleset.ORIGINAL and card.rank is Rank.ACE:
        return Play(card, ace=AceHeight.HIGH), Play(card, ace=AceHeight.LOW)
    return (Play(card),)


def leading(card: Card, variant: Variant) -> tuple[Play, ...]:
    """Return the plays of a card as a lead.

    A Joker may be led in the revised rules only, for a suit that its player names (Parlett, revised point 3).
    """
    if not counts_as_joker(card, variant):
        return following(card, variant)
    if variant.ruleset is Ruleset.ORIGINAL:
        return ()
    return tuple(Play(card, suit=suit) for suit in Suit)
