"""What a seat can guess of a trick: whether its card will take it, and how many cards the trick will hold.

Every seat may always pass, so a pass proves nothing, and the unseen cards lie evenly among the other hands.
"""

from math import prod
from typing import Final

from msgspec import Struct

from protocol.cards import Rank
from protocol.chwech.actions import AceHeight, Play
from protocol.chwech.views import ChwechView

JOINS: Final = 0.85
"""How often a seat that may have a card for the trick plays it."""

BEATS: Final = 0.34
"""How often a seat that holds a higher card plays it."""

_HEIGHTS: Final[dict[Rank, float]] = {rank: float(height) for height, rank in enumerate(Rank, start=1)}
_HIGH: Final = _HEIGHTS[Rank.ACE]
_LOW: Final = 0.0
_ORIGINAL_JOKER: Final = _HEIGHTS[Rank.SEVEN] + 0.5


class Prospect(Struct, frozen=True):
    """What comes of a play, as far as can be guessed."""

    takes: float
    """The chance that the card takes the trick, 0 to 1."""

    size: float
    """How many cards the trick will hold if it does."""


def prospect(view: ChwechView, play: Play) -> Prospect:
    """Give what comes of playing this card now."""
    original = view.ruleset == "original"
    played = [turn.play for turn in view.trick.turns if turn.play is not None]
    acting = _acting_after(view)
    joining = [_joins(cards) for cards in acting]
    alone = prod(1 - chance for chance in joining)
    size = len(played) + 1 + sum(joining)
    best = max([_inside(other, original=original) for other in played], default=-1.0)
    if original:
        height = _inside(play, original=True)
        return Prospect(_stays_best(view, play, acting, height) if height > best else 0.0, size)
    if play.card.rank is Rank.JOKER:
        return Prospect(alone, len(played) + 1)
    if play.card.rank is Rank.ACE:
        lowest = float(best <= _LOW)
        return Prospect(alone * lowest + (1 - alone) * _no_joker_last(acting) * float(best < _HIGH), size)
    height = _HEIGHTS[play.card.rank]
    return Prospect(_stays_best(view, play, acting, height) if height > best else 0.0, size)


def _acting_after(view: ChwechView) -> list[int]:
    """Give the cards held by each seat that acts after the viewer in this trick."""
    assert view.viewer is not None
    players = len(view.seats)
    left = players - len(view.trick.turns) - 1
    return [view.seats[(view.viewer + step) % players].cards for step in range(1, left + 1)]


def _joins(cards: int) -> float:
    """Give the chance that a seat with so many cards plays one: the fewer, the less likely it has the suit."""
    return JOINS * float(1 - 0.75**cards)


def _inside(play: Play, *, original: bool) -> float:
    """Give the height of a card that another one follows."""
    if play.card.rank is Rank.JOKER:
        return _ORIGINAL_JOKER if original else _LOW
    return _LOW if play.ace is AceHeight.LOW else _HEIGHTS[play.card.rank]


def _stays_best(view: ChwechView, play: Play, acting: list[int], height: float) -> float:
    """Give the chance that nobody plays a higher card after this one."""
    suit = view.trick.suit or play.suit or play.card.suit
    unseen = max(1, sum(seat.cards for seat in view.seats) - len(view.hand))
    seen = sum(1 for card in view.hand if card.suit is suit and _HEIGHTS[card.rank] > height)
    higher = max(0.0, _HIGH - height - _gap(height) - seen)
    chance = 1.0
    for cards in acting:
        holds = 1 - (1 - min(1.0, cards / unseen)) ** higher
        chance *= 1 - BEATS * holds
    return chance


def _gap(height: float) -> float:
    """Give how many of the ranks above are in no ordinary pack: Eleven to Thirteen."""
    return 3.0 if height < _HEIGHTS[Rank.ELEVEN] else 0.0


def _no_joker_last(acting: list[int]) -> float:
    """Give the chance that no Joker comes last on an Ace."""
    return 1 - 0.04 * len(acting)
