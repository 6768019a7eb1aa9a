"""What a seat can know of the end of an open trick if it plays a certain card, or passes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from protocol.cards import Card, Rank, Suit
from protocol.chwech.actions import AceHeight, Pass, Play
from protocol.chwech.events import Led, Played
from protocol.chwech.order import CardOrder, OrderRules, make_order, order_rules
from protocol.chwech.pack import pack_of
from protocol.chwech.views import ChwechView, Phase
from protocol.vocabulary import Seat
from server.bots.bot import Sight
from server.bots.chwech.steady import prospect

LIKELY = 0.65
"""The least chance of what is called likely."""

UNLIKELY = 0.2
"""The greatest chance of what is called unlikely."""


class Fate(Enum):
    """Whether a card takes the trick that it is played to."""

    TAKES = "takes"
    LIKELY = "likely"
    OPEN = "open"
    UNLIKELY = "unlikely"
    LOSES = "loses"


class _Laid(NamedTuple):
    seat: Seat
    play: Play


class TrickFacts(NamedTuple):
    """The open trick, as the seat to act sees it."""

    sight: Sight
    view: ChwechView
    viewer: Seat
    laid: tuple[_Laid, ...]
    after: int
    """The number of seats that can still act in it after the viewer."""

    rules: OrderRules
    order: CardOrder
    unseen: tuple[Card, ...]
    """The cards that are neither in the viewer's hand nor played in this deal."""


def trick_facts(sight: Sight) -> TrickFacts:
    """Return what the seat to act knows of the trick."""
    view = sight.view
    assert isinstance(view, ChwechView)
    assert view.viewer is not None
    laid = tuple(_Laid(turn.seat, turn.play) for turn in view.trick.turns if turn.play is not None)
    after = len(view.seats) - len(view.trick.turns) - 1
    pack, rules = pack_of(sight.setup), order_rules(sight.setup)
    gone = [event.play.card for event in sight.told if isinstance(event, Led | Played)]
    unseen = Counter(pack)
    unseen.subtract([*gone, *view.hand])
    return TrickFacts(
        sight, view, view.viewer, laid, after, rules, make_order(rules, set(pack)), tuple(unseen.elements())
    )


def fate(facts: TrickFacts, action: Pass | Play) -> Fate | None:
    """Return whether a card takes the trick; None for a pass.

    What is certain here is so however the unseen cards lie and whoever plays them; what is likely is an estimate.
    """
    if isinstance(action, Pass):
        return None
    laid = [*facts.laid, _Laid(facts.viewer, action)]
    ends = [facts.order.best([*laid, *more]) == len(laid) - 1 for more in _endings(facts, action)]
    if all(ends):
        return Fate.TAKES
    if not any(ends):
        return Fate.LOSES
    chance = prospect(facts.view, action).takes
    return Fate.LIKELY if chance >= LIKELY else Fate.UNLIKELY if chance <= UNLIKELY else Fate.OPEN


def next_leader(facts: TrickFacts, action: Pass | Play) -> Seat | None:
    """Return the seat that takes the trick and may lead next, if that is certain; None if not, or for a lead."""
    laid = facts.laid if isinstance(action, Pass) else (*facts.laid, _Laid(facts.viewer, action))
    if facts.view.phase is not Phase.FOLLOWING or facts.after:
        return None
    return laid[facts.order.best(laid)].seat


def _endings(facts: TrickFacts, play: Play) -> Iterator[Sequence[_Laid]]:
    """Yield what may be played after a card, as far as it can change who takes the trick: nothing, one card or two.

    Who takes it depends on the best card and on which card is last, so that more than two cards change nothing more.
    """
    yield ()
    if not facts.after:
        return
    suit = facts.view.trick.suit or play.suit or play.card.suit
    plays = [_Laid(facts.viewer, way) for card in set(facts.unseen) for way in _ways(facts, card, suit)]
    for one in plays:
        yield (one,)
    if facts.after < 2:
        return
    low = sorted(plays, key=lambda laid: facts.order.last[laid.play.card])
    for one in plays:
        last = next((laid for laid in low if laid is not one), None)
        if last is not None:
            yield (one, last)


def _ways(facts: TrickFacts, card: Card, suit: Suit | None) -> tuple[Play, ...]:
    """Return the ways in which a card could follow; none if it could not."""
    if card.suit is not suit and not facts.rules.counts_as_joker(card):
        return ()
    if facts.rules.aces_choose and card.rank is Rank.ACE:
        return (Play(card, AceHeight.HIGH), Play(card, AceHeight.LOW))
    return (Play(card),)
