"""The bots ``steady`` and ``easy`` of Chwech on the view of its older engine; ``games.chwech.steady`` explains them."""

from math import prod
from random import Random

from games.chwech.steady import (
    BEATS,
    DANGER,
    HEIGHTS,
    HOLDING,
    IDLE,
    LENGTH,
    LOWEST,
    ORIGINAL_JOKER,
    POWER,
    SOFTNESS,
    TOP,
    Prospect,
    gap,
    joins,
    lean_of,
    no_joker_last,
    score,
    worth,
)
from games.kit.sampler import choose_softly
from protocol.cards import Rank
from protocol.chwech.actions import AceHeight, Pass, Play
from protocol.chwech.views import ChwechView, Phase
from protocol.vocabulary import Action
from server.bots.bot import Sight


def play_steadily(sight: Sight, whims: Random) -> Action:
    """Return the action with the highest estimate; ties are broken at random."""
    view = sight.view
    assert isinstance(view, ChwechView)
    if len(view.legal) == 1:
        return view.legal[0]
    lean = lean_of(sight.temper, len(view.seats))
    return max(view.legal, key=lambda action: (hope(view, action, lean), whims.random()))


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


def prospect(view: ChwechView, play: Play) -> Prospect:
    """Return the estimated result of playing this card now."""
    original = view.ruleset == "original"
    played = [turn.play for turn in view.trick.turns if turn.play is not None]
    acting = _acting_after(view)
    joining = [joins(cards) for cards in acting]
    alone = prod(1 - chance for chance in joining)
    size = len(played) + 1 + sum(joining)
    best = max([height_following(other, original=original) for other in played], default=-1.0)
    if original:
        height = height_following(play, original=True)
        return Prospect(_stays_best(view, play, acting, height) if height > best else 0.0, size)
    if play.card.rank is Rank.JOKER:
        return Prospect(alone, len(played) + 1)
    if play.card.rank is Rank.ACE:
        lowest = float(best <= LOWEST)
        return Prospect(alone * lowest + (1 - alone) * no_joker_last(acting) * float(best < TOP), size)
    height = HEIGHTS[play.card.rank]
    return Prospect(_stays_best(view, play, acting, height) if height > best else 0.0, size)


def _acting_after(view: ChwechView) -> list[int]:
    """Return the number of cards held by each seat that acts after the viewer in this trick."""
    assert view.viewer is not None
    players = len(view.seats)
    left = players - len(view.trick.turns) - 1
    return [view.seats[(view.viewer + step) % players].cards for step in range(1, left + 1)]


def height_following(play: Play, *, original: bool) -> float:
    """Return the rank of a card that another card follows."""
    if play.card.rank is Rank.JOKER:
        return ORIGINAL_JOKER if original else LOWEST
    return LOWEST if play.ace is AceHeight.LOW else HEIGHTS[play.card.rank]


def _stays_best(view: ChwechView, play: Play, acting: list[int], height: float) -> float:
    suit = view.trick.suit or play.suit or play.card.suit
    unseen = max(1, sum(seat.cards for seat in view.seats) - len(view.hand))
    seen = sum(1 for card in view.hand if card.suit is suit and HEIGHTS[card.rank] > height)
    higher = max(0.0, TOP - height - gap(height) - seen)
    chance = 1.0
    for cards in acting:
        holds = 1 - (1 - min(1.0, cards / unseen)) ** higher
        chance *= 1 - BEATS * holds
    return chance


def shape(view: ChwechView, play: Play) -> float:
    """Return the points by which this play improves the rest of the hand."""
    if play.card.rank is Rank.JOKER:
        return 0.0
    assert view.viewer is not None
    length = sum(card.suit is play.card.suit for card in view.hand)
    height = HOLDING[play.card.rank]
    content = view.seats[view.viewer].won % 9 == 0
    return LENGTH * length + (DANGER * height if content else -POWER * height)


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
        return score(own.cards, own.won)
    played = [turn.play for turn in view.trick.turns if turn.play is not None]
    if not _seems_to_take(view, action, played):
        return score(own.cards - 1, own.won)
    return score(own.cards - 1, own.won + len(played) + 1) + lean


def _seems_to_take(view: ChwechView, play: Play, played: list[Play]) -> bool:
    original = view.ruleset == "original"
    if play.card.rank is Rank.JOKER and not original:
        return True
    height = height_following(play, original=original)
    return all(height > height_following(other, original=original) for other in played)
