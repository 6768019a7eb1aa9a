"""The bots ``steady`` and ``easy`` of Chwech.

``steady`` estimates the score after each action, one ply deep, and takes the best. Every seat may always pass, so a
pass reveals nothing, and unseen cards are assumed evenly spread over the other hands. Its constants were found by
hill-climbing on duplicate deals at five tables, against ``random`` and its former self.

``easy`` plays as somebody new to the game, who counts what the table shows and thinks no further. It asks what it would
score if the trick and the deal ended with its card, and often takes an action that seems a little worse. It takes an
Ace for the highest card and a Joker for a sure trick, wherever they are played.
"""

from math import prod
from random import Random
from typing import Final

from msgspec import Struct

from protocol.cards import Rank
from protocol.chwech.actions import AceHeight, Pass, Play
from protocol.chwech.views import ChwechView, Phase
from protocol.temper import Temper
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.sampling import choose_softly


def play_steadily(sight: Sight, whims: Random) -> Action:
    """Return the action with the highest estimate; ties are broken at random."""
    view = sight.view
    assert isinstance(view, ChwechView)
    if len(view.legal) == 1:
        return view.legal[0]
    lean = lean_of(sight.temper, len(view.seats))
    return max(view.legal, key=lambda action: (hope(view, action, lean), whims.random()))


_LEANS: Final = {Temper.EVEN: 0.0, Temper.BOLD: 2.0, Temper.CAREFUL: -2.5}

_CAREFUL: Final = {4: -1.0, 5: -1.2}
"""What careful bots lean by where few play: there they would lose more than half a point a deal by more."""


def lean_of(temper: Temper, players: int) -> float:
    """Return the points by which a temper overrates a play that takes the trick at a table for so many players."""
    lean = _LEANS[temper]
    return _CAREFUL.get(players, lean) if temper is Temper.CAREFUL else lean


def hope(view: ChwechView, action: Pass | Play, lean: float = 0.0) -> float:
    """Return the estimated score after an action of the viewer, for a bot that overrates a trick by so many points."""
    assert view.viewer is not None
    own = view.seats[view.viewer]
    others = min(other.cards for seat, other in enumerate(view.seats) if seat != view.viewer)
    if isinstance(action, Pass):
        return _hope_of_passing(view, own.cards, own.won, min(own.cards, others))
    left = own.cards - 1
    shortest = min(left, others)
    chance = prospect(view, action)
    taken = worth(left, own.won + chance.size, shortest) + lean
    lost = worth(left, own.won, shortest)
    return chance.takes * taken + (1 - chance.takes) * lost + shape(view, action)


def _hope_of_passing(view: ChwechView, left: int, won: int, shortest: int) -> float:
    """Return the estimate after a pass; the last seat that could lead ends the deal by passing."""
    if view.phase is not Phase.LEADING:
        return worth(left, won, shortest)
    ends = len(view.trick.turns) == len(view.seats) - 1
    return worth(left, won, 0 if ends else shortest) - IDLE


JOINS: Final = 0.85
"""The probability that a seat plays a card to the trick, if it may have a suitable one."""

BEATS: Final = 0.34
"""The probability that a seat which holds a higher card plays it."""

_HEIGHTS: Final[dict[Rank, float]] = {rank: float(height) for height, rank in enumerate(Rank, start=1)}
_HIGH: Final = _HEIGHTS[Rank.ACE]
_LOW: Final = 0.0
_ORIGINAL_JOKER: Final = _HEIGHTS[Rank.SEVEN] + 0.5


class Prospect(Struct, frozen=True):
    """The estimated result of a play."""

    takes: float
    size: float


def prospect(view: ChwechView, play: Play) -> Prospect:
    """Return the estimated result of playing this card now."""
    original = view.ruleset == "original"
    played = [turn.play for turn in view.trick.turns if turn.play is not None]
    acting = _acting_after(view)
    joining = [_joins(cards) for cards in acting]
    alone = prod(1 - chance for chance in joining)
    size = len(played) + 1 + sum(joining)
    best = max([height_following(other, original=original) for other in played], default=-1.0)
    if original:
        height = height_following(play, original=True)
        return Prospect(_stays_best(view, play, acting, height) if height > best else 0.0, size)
    if play.card.rank is Rank.JOKER:
        return Prospect(alone, len(played) + 1)
    if play.card.rank is Rank.ACE:
        lowest = float(best <= _LOW)
        return Prospect(alone * lowest + (1 - alone) * _no_joker_last(acting) * float(best < _HIGH), size)
    height = _HEIGHTS[play.card.rank]
    return Prospect(_stays_best(view, play, acting, height) if height > best else 0.0, size)


def _acting_after(view: ChwechView) -> list[int]:
    """Return the number of cards held by each seat that acts after the viewer in this trick."""
    assert view.viewer is not None
    players = len(view.seats)
    left = players - len(view.trick.turns) - 1
    return [view.seats[(view.viewer + step) % players].cards for step in range(1, left + 1)]


def _joins(cards: int) -> float:
    """Return the chance that a seat plays a card; with fewer cards it is less likely to hold the suit."""
    return JOINS * float(1 - 0.75**cards)


def height_following(play: Play, *, original: bool) -> float:
    """Return the rank of a card that another card follows."""
    if play.card.rank is Rank.JOKER:
        return _ORIGINAL_JOKER if original else _LOW
    return _LOW if play.ace is AceHeight.LOW else _HEIGHTS[play.card.rank]


def _stays_best(view: ChwechView, play: Play, acting: list[int], height: float) -> float:
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
    """Return the number of higher ranks that no ordinary pack contains: Eleven to Thirteen."""
    return 3.0 if height < _HEIGHTS[Rank.ELEVEN] else 0.0


def _no_joker_last(acting: list[int]) -> float:
    return 1 - 0.04 * len(acting)


LENGTH: Final = 0.28
"""Points for each card of the suit in hand: balanced hands get more turns to play."""

DANGER: Final = 0.05
"""Points per rank for playing a card, for a seat that wants to take nothing more."""

POWER: Final = 0.03
"""Points lost per rank for playing a card, for a seat that wants to take more."""

IDLE: Final = 2.41
"""Points lost by passing the lead, and with it the turn in the next trick."""

_HOLDING: Final = {rank: height for height, rank in enumerate(Rank)}


def shape(view: ChwechView, play: Play) -> float:
    """Return the points by which this play improves the rest of the hand."""
    if play.card.rank is Rank.JOKER:
        return 0.0
    assert view.viewer is not None
    length = sum(card.suit is play.card.suit for card in view.hand)
    height = _HOLDING[play.card.rank]
    content = view.seats[view.viewer].won % 9 == 0
    return LENGTH * length + (DANGER * height if content else -POWER * height)


EARLY: Final = (8.9, 7.0, 3.3, 10.2, 10.1, 6.4, 2.4, 4.0, 4.5)
"""The expected factor while no seat is near the end, by the cards won beyond a multiple of nine."""

LATE: Final = (9.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)
"""The factor if the deal ended now."""

HASTE: Final = 1.36
"""The exponent that shifts weight from the expected factor to the current one: the smaller, the later."""

SHEDS: Final = 0.02
"""The share of its remaining cards that a seat still plays while no seat is near the end."""


def worth(left: int, won: float, shortest: int) -> float:
    """Return the expected score of a seat.

    Args:
        left: the cards in the seat's own hand.
        won: the cards that the seat has won; fractions are interpolated.
        shortest: the cards in the shortest hand, this seat's included; at 0 the deal is over.
    """
    early = float((shortest / 9) ** HASTE)
    whole = int(won)
    part = won - whole
    factor = (1 - part) * _factor(whole, early) + part * _factor(whole + 1, early)
    return (9 - left * (1 - SHEDS * early)) * factor


def _factor(won: int, early: float) -> float:
    beyond = won % 9
    return early * EARLY[beyond] + (1 - early) * LATE[beyond]


SOFTNESS: Final = 10.0
"""How much worse, in points of the deal, an action may seem and still be taken now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, more often one that scores well as the table stands."""
    view = sight.view
    assert isinstance(view, ChwechView)
    lean = lean_of(sight.temper, len(view.seats))
    return choose_softly(view.legal, lambda action: score_as_it_stands(view, action, lean), SOFTNESS, whims)


def score_as_it_stands(view: ChwechView, action: Pass | Play, lean: float = 0.0) -> float:
    """Return the score if the deal ended with this action, for a bot that overrates a trick by ``lean`` points."""
    assert view.viewer is not None
    own = view.seats[view.viewer]
    if isinstance(action, Pass):
        return _score(own.cards, own.won)
    played = [turn.play for turn in view.trick.turns if turn.play is not None]
    if not _seems_to_take(view, action, played):
        return _score(own.cards - 1, own.won)
    return _score(own.cards - 1, own.won + len(played) + 1) + lean


def _score(left: int, won: int) -> float:
    return (9 - left) * (won % 9 or 9)


def _seems_to_take(view: ChwechView, play: Play, played: list[Play]) -> bool:
    original = view.ruleset == "original"
    if play.card.rank is Rank.JOKER and not original:
        return True
    height = height_following(play, original=original)
    return all(height > height_following(other, original=original) for other in played)
