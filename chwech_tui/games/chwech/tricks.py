"""What a trick of Chwech does: why it went as it did, what a card would do to it, and what it brought about."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chwech_tui.games.chwech.words import has_jokers
from chwech_tui.model.cards import card_words
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.people import People
from protocol.cards import Rank
from protocol.chwech.actions import AceHeight, Pass, Play
from protocol.chwech.order import OrderRules, make_order, order_rules
from protocol.chwech.views import ChwechView, Phase, Trick
from protocol.language import _
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat

STEPS: Final = 9
"""The number of cards that make a multiple, and of the steps of a seat's meter."""

HAND: Final = 9
"""The number of cards dealt to each seat."""


class Played(NamedTuple):
    """A turn in which a card was played."""

    seat: Seat
    play: Play


def played(trick: Trick) -> tuple[Played, ...]:
    """Return the turns of a trick in which a card was played, in order."""
    return tuple(Played(turn.seat, turn.play) for turn in trick.turns if turn.play is not None)


def factor(won: int) -> int:
    """Return what the cards played are multiplied by: nine at a multiple of nine cards won, else the cards beyond."""
    return won % STEPS or STEPS


def reason(setup: Setup, view: ChwechView) -> str:
    """Return why the previous trick went as it did, in half a sentence; empty if there is none."""
    trick = view.last_trick
    plays = played(trick) if trick is not None else ()
    won = next((turn.play for turn in plays if trick is not None and turn.seat == trick.taker), None)
    if won is None:
        return ""
    if len(plays) == 1:
        return _("nobody played after {card}", card=card_words(won.card))
    rules = order_rules(setup)
    told = _original_reason(rules, plays, won) if rules.aces_choose else _revised_reason(rules, plays, won)
    if told:
        return told
    if [turn.play.card for turn in plays].count(won.card) > 1:
        return _("of equal cards the last one wins") if rules.last_of_equals else _("of equal cards the first one wins")
    return _("{card} is the highest card", card=card_words(won.card))


def _revised_reason(rules: OrderRules, plays: Sequence[Played], won: Play) -> str:
    """Return the part of the last card in a trick; empty if it had none."""
    last, card = plays[-1].play, card_words(won.card)
    if rules.counts_as_joker(won.card):
        if won is last:
            return _("the {joker} was last, so it wins", joker=card)
        return _("{card} was last, and ranks even below the {joker}", card=card_words(last.card), joker=card)
    if won.card.rank is Rank.ACE:
        if won is last:
            return _("{card} was last, and ranks above a Joker only", card=card)
        return _("{card} was not last, so it wins", card=card)
    if last.card.rank is Rank.ACE:
        return _("{card} was last, so it ranks low", card=card_words(last.card))
    if any(rules.counts_as_joker(turn.play.card) for turn in plays):
        return _("a Joker that is not last loses")
    return ""


def _original_reason(rules: OrderRules, plays: Sequence[Played], won: Play) -> str:
    """Return the part of an Ace or a Joker in a trick; empty if they had none."""
    if won.ace is AceHeight.HIGH:
        return _("{card} is high", card=card_words(won.card))
    if rules.counts_as_joker(won.card):
        return _("a Joker ranks just above a Seven")
    low = next((turn.play for turn in plays if turn.play.ace is AceHeight.LOW and turn.play is not won), None)
    if low is not None:
        return _("{card} is low", card=card_words(low.card))
    has_joker = any(rules.counts_as_joker(turn.play.card) for turn in plays)
    return _("a Joker ranks just below an Eight") if has_joker else ""


def consequence(setup: Setup, view: ChwechView, action: Action) -> str:
    """Return what an action of the viewer would do, as far as anybody can know: ``you take it: 6 + 5 = 11, × 2``."""
    if view.viewer is None:
        return ""
    if isinstance(action, Pass):
        return "" if view.trick.taker is None else _("{card} still takes it", card=_taking(view.trick))
    if not isinstance(action, Play):
        return ""
    told = _played_consequence(order_rules(setup), view, view.viewer, action)
    return _("{what}; you go out, so the deal ends", what=told) if len(view.hand) == 1 else told


def _played_consequence(rules: OrderRules, view: ChwechView, viewer: Seat, play: Play) -> str:
    """Return who would take the trick after a play, and on what that depends."""
    plays = (*played(view.trick), Played(viewer, play))
    order = make_order(rules, [turn.play.card for turn in plays])
    taker = plays[order.best(plays)]
    if len(view.trick.turns) + 1 == len(view.seats):
        # The last turn of the trick: this is certain.
        return _taken(view, viewer, len(plays), _("you take it")) if taker is plays[-1] else _other(view.trick, taker)
    is_joker, is_ace = rules.counts_as_joker(play.card), play.card.rank is Rank.ACE
    if not rules.aces_choose and is_joker:
        return _("it takes the trick only if nobody plays after you")
    if not rules.aces_choose and is_ace and (len(plays) == 1 or taker is not plays[-1]):
        return _ace(alone=len(plays) == 1, jokers=has_jokers(len(view.seats)))
    if taker is plays[-1]:
        return _taken(view, viewer, len(plays), _("you take it, unless it is beaten"))
    return _other(view.trick, taker)


def _ace(*, alone: bool, jokers: bool) -> str:
    """Return what an Ace does that may not be the last card: led, or played to cards that it beats only then."""
    if not jokers:
        return _("it takes the trick") if alone else _("if somebody plays after you, it takes the trick")
    if alone:
        return _("it takes the trick, unless a Joker is last")
    return _("if somebody plays after you, it takes the trick, unless a Joker is last")


def _other(trick: Trick, taker: Played) -> str:
    card = card_words(taker.play.card)
    return _("{card} still takes it", card=card) if taker.seat == trick.taker else _("{card} takes it", card=card)


def _taking(trick: Trick) -> str:
    """Return the card that takes an open trick as it stands."""
    return next((card_words(turn.play.card) for turn in played(trick) if turn.seat == trick.taker), "")


def _taken(view: ChwechView, viewer: Seat, cards: int, words: str) -> str:
    won = view.seats[viewer].won
    return f"{words}: {won} + {cards} = {won + cards}, × {factor(won + cards)}"


def news(before: ChwechView, view: ChwechView, people: People) -> Picture:
    """Return what changed between two views of a deal and should not be missed: a multiple of nine, a last card."""
    lines: list[Line] = []
    dealt = view.phase is Phase.OPENING
    for place, (old, new) in enumerate(zip(before.seats, view.seats, strict=False)):
        seat = Seat(place)
        if new.won > old.won and new.won % STEPS == 0:
            own, other = _("You have {won}: × 9."), _("{name} has {won}: × 9.")
            lines.append((Span(people.tell(seat, own, other, won=new.won), Hue.ACCENT),))
        if new.cards == 1 < old.cards and not dealt:
            own, other = _("You have one card left."), _("{name} has one card left.")
            lines.append((Span(people.tell(seat, own, other), Hue.ALERT),))
    return tuple(lines)
