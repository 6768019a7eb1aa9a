"""Why an action is the best, on the view of the older engine of Chwech; ``games.chwech.reasons`` has the reasons."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from games.chwech.reasons import CLOSE, LIKELY, MIGHT_TAKE, MOST_REASONS, UNLIKELY, Because, Fate
from games.chwech.rules import NINE
from protocol.cards import Card, Rank, Suit
from protocol.chwech.actions import AceHeight, Pass, Play
from protocol.chwech.events import Led, Played
from protocol.chwech.order import CardOrder, OrderRules, make_order, order_rules
from protocol.chwech.pack import pack_of
from protocol.chwech.views import ChwechView, Phase
from protocol.vocabulary import Seat
from server.bots.bot import Reason, Sight
from server.bots.chwech.steady import prospect


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


class _Choice(NamedTuple):
    """One action, and what can be known of it."""

    facts: TrickFacts
    action: Pass | Play
    fate: Fate | None
    """Whether it takes the trick; None for a pass."""

    other: "_Choice | None" = None
    """The best or next best action, to which this one is compared."""

    @property
    def won(self) -> int:
        """The cards that the viewer has won beyond a multiple of nine."""
        return self.facts.view.seats[self.facts.viewer].won % NINE

    @property
    def gains(self) -> int:
        """The cards that it wins beyond a multiple of nine at the least, if it takes the trick."""
        return self.won + len(self.facts.laid) + 1

    @property
    def lands(self) -> int | None:
        """The cards won beyond a multiple of nine after a trick that it takes for certain, of a size that is known."""
        sure = self.fate is Fate.TAKES and not self.facts.after
        return self.gains % NINE if sure else None


def _ends_deal(choice: _Choice) -> bool:
    view = choice.facts.view
    if isinstance(choice.action, Play):
        return len(view.hand) == 1
    return view.phase is Phase.LEADING and not choice.facts.after


def _sheds(choice: _Choice) -> bool:
    return not choice.won and choice.fate in {Fate.LOSES, Fate.UNLIKELY}


def _stays(choice: _Choice) -> bool:
    takes = choice.other is not None and choice.other.fate in MIGHT_TAKE
    return choice.fate is None and not choice.won and takes and not _ends_deal(choice)


def _nearer(choice: _Choice) -> bool:
    return choice.fate in MIGHT_TAKE and choice.won > 0 and choice.gains < NINE - 1


def _past(choice: _Choice) -> bool:
    if choice.fate not in {None, Fate.LOSES, Fate.UNLIKELY} or choice.other is None or not choice.won:
        return False
    return choice.other.fate in MIGHT_TAKE and choice.other.gains > NINE


def _longest(choice: _Choice) -> bool:
    """Return True for a lead of the suit of which the viewer holds more than of any other."""
    if not isinstance(choice.action, Play) or choice.facts.view.phase is Phase.FOLLOWING:
        return False
    held: Counter[Suit | None] = Counter(card.suit for card in choice.facts.view.hand if card.suit is not None)
    number = held.pop(choice.action.card.suit, 0)
    return number > max((1, *held.values()))


def _final(choice: _Choice) -> bool:
    return not all(seat.cards for seat in choice.facts.view.seats)


def _later(choice: _Choice) -> bool:
    return isinstance(choice.action, Pass) and not (_final(choice) or _ends_deal(choice))


def _is_joker(choice: _Choice) -> bool:
    return isinstance(choice.action, Play) and choice.facts.rules.counts_as_joker(choice.action.card)


def _keeps_joker(choice: _Choice) -> bool:
    return not _is_joker(choice) and choice.other is not None and _is_joker(choice.other)


def _other_leads(choice: _Choice) -> bool:
    return next_leader(choice.facts, choice.action) not in {None, choice.facts.viewer}


_HOLDS: Final[dict[Because, Callable[[_Choice], bool]]] = {
    Because.ENDS_DEAL: _ends_deal,
    Because.LANDS: lambda choice: choice.lands == 0,
    Because.ONE_SHORT: lambda choice: choice.lands == NINE - 1,
    Because.SHEDS: _sheds,
    Because.STAYS: _stays,
    Because.PAST: _past,
    Because.NEARER: _nearer,
    Because.KEEPS_JOKER: _keeps_joker,
    Because.UNBEATABLE: lambda choice: choice.fate is Fate.TAKES and choice.facts.after > 0,
    Because.TAKES: lambda choice: choice.fate is Fate.TAKES and not choice.facts.after,
    Because.LIKELY: lambda choice: choice.fate is Fate.LIKELY,
    Because.LOSES: lambda choice: choice.fate is Fate.LOSES,
    Because.UNLIKELY: lambda choice: choice.fate is Fate.UNLIKELY,
    Because.LEADS_NEXT: _other_leads,
    Because.LAST: lambda choice: choice.facts.view.phase is Phase.FOLLOWING and not choice.facts.after,
    Because.FINAL: _final,
    Because.LONGEST: _longest,
    Because.OPEN: lambda choice: choice.fate is Fate.OPEN,
    Because.LATER: _later,
}
"""Each reason that depends on the action, the most telling first, and whether it holds."""


def reasons_for(sight: Sight, values: Sequence[float]) -> tuple[Reason, ...]:
    """Return why the action with the highest value is the best, in at most two reasons.

    Args:
        sight: what the seat to act has been shown.
        values: what each legal action is worth, in points.
    """
    facts = trick_facts(sight)
    legal = facts.view.legal
    if len(legal) == 1:
        return (Reason(Because.FORCED.value),)
    best, other, *_rest = sorted(range(len(legal)), key=values.__getitem__, reverse=True)
    first, second = _choices(facts, legal[best], legal[other])
    held = [because for because, holds in _HOLDS.items() if holds(first)]
    shared = {because for because in held if _HOLDS[because](second)}
    close = [Because.CLOSE] if values[best] - values[other] < CLOSE else []
    why = [*(one for one in held if one not in shared), *(one for one in held if one in shared)]
    # Where there is room for one reason alone, why the action is good says more than how near the next one is.
    told = [*why[:1], *close, *why[1:]]
    return tuple(_said(first, because) for because in told[:MOST_REASONS])


def _choices(facts: TrickFacts, best: Pass | Play, other: Pass | Play) -> tuple[_Choice, _Choice]:
    """Return two actions, each compared to the other one."""
    one, two = (_Choice(facts, action, fate(facts, action)) for action in (best, other))
    return one._replace(other=two), two._replace(other=one)


def _said(choice: _Choice, because: Because) -> Reason:
    seat: Seat | None = next_leader(choice.facts, choice.action) if because is Because.LEADS_NEXT else None
    return Reason(because.value, seat)
