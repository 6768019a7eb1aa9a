"""What a duplicate game of Chwech demands of its deals: a few sets of hands, each from every dealer once."""

from protocol.cards import Card
from server.rules.chwech.state import Match

Hands = tuple[tuple[Card, ...], ...]
"""Hands by seat, or in the order in which they are dealt."""


def sets_of(match: Match) -> int:
    """Return the number of sets of hands in a duplicate game."""
    return match.book.variant.deals // match.players


def is_misdealt(match: Match, hands: Hands) -> bool:
    """True if these hands, by seat, cannot be dealt in a duplicate game: as a set too many, or as they were before."""
    faces = match.book.pack.faces
    past = [tuple(map(faces, deal.dealt)) for deal in match.past]
    known = {_turned(dealt, match.first_dealer + number) for number, dealt in enumerate(past)}
    if _turned(hands, match.dealer) not in known:
        return len(known) >= sets_of(match)
    # The same hands on the same seats can only be the same set from the same dealer.
    return _turned(hands, 0) in {_turned(dealt, 0) for dealt in past}


def _turned(hands: Hands, dealer: int) -> Hands:
    """Return the hands in the order in which they are dealt, the cards of each in one order."""
    first = (dealer + 1) % len(hands)
    return tuple(tuple(sorted(hand, key=_text)) for hand in hands[first:] + hands[:first])


def _text(card: Card) -> str:
    return card.text
