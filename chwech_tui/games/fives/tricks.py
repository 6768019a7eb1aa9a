"""What a trick of the Fives does: why it went as it did, and what a card would do to it."""

from typing import Final

from chwech_tui.games.fives import spoil
from chwech_tui.games.fives.words import scores_each
from chwech_tui.games.ranks import is_unbeatable
from chwech_tui.games.score_table import side_title
from chwech_tui.games.titles import taking_words
from chwech_tui.model.cards import card_words
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.people import People
from protocol.fives.actions import Play
from protocol.fives.views import FivesView, Spoil
from protocol.language import _
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat

TRICK: Final = 5
"""The points of a trick where each scores as soon as it is taken, and of a step of the meter."""


def reason(view: FivesView) -> str:
    """Return why the previous trick went as it did, in half a sentence; empty if there is none."""
    trick, order = view.last_trick, view.order
    if trick is None or order is None or trick.taker is None:
        return ""
    cards = [turn.card for turn in trick.turns]
    card = next((turn.card for turn in trick.turns if turn.seat == trick.taker), None)
    return "" if card is None else taking_words(cards, card, order.is_trump)


def consequence(setup: Setup, view: FivesView, action: Action) -> str:
    """Return what an action of the viewer would do, as far as anybody can know: ``you take it: 15 + 5 = 20``."""
    order, viewer = view.order, view.viewer
    if not isinstance(action, Play) or order is None or viewer is None:
        return ""
    cards = [*(turn.card for turn in view.trick.turns), action.card]
    best = order.taker(cards)
    seen = {*view.gone, *cards, *view.discards, *view.hand}
    if best == len(cards) - 1:
        if len(cards) < len(view.seats) and not is_unbeatable(order, action.card, seen):
            return _("you take it, unless it is beaten")
        return _you_take(setup, view, viewer)
    taker, card = view.trick.turns[best].seat, card_words(cards[best])
    still = taker == view.trick.taker
    if taker in _partners(view, viewer):
        said = _("{card} still takes it, for your side") if still else _("{card} takes it, for your side")
    else:
        said = _("{card} still takes it") if still else _("{card} takes it")
    return said.format(card=card)


def _partners(view: FivesView, viewer: Seat) -> list[Seat]:
    """Return the other seats of the viewer's side."""
    side = view.seats[viewer].side
    return [Seat(seat) for seat, shown in enumerate(view.seats) if shown.side == side and seat != viewer]


def _you_take(setup: Setup, view: FivesView, viewer: Seat) -> str:
    """Return that the viewer takes a trick, and what it makes of the score, where each trick scores at once."""
    if view.spoil is not None:
        return spoil.taken_words(view, view.spoil, viewer)
    if not scores_each(setup):
        return _("you take it")
    total = view.seats[viewer].total
    made = f"{total} + {TRICK} = {total + TRICK}"
    if total + TRICK >= view.target:
        return _("you take it: {sum}, and the game is won", sum=made)
    return _("you take it: {sum}", sum=made)


def news(setup: Setup, before: FivesView, view: FivesView, people: People) -> Picture:
    """Return what changed between two views of a deal and should not be missed: a side is a trick from winning."""
    if view.spoil is not None:
        return _near_the_pool(before, view, view.spoil, people)
    if not scores_each(setup):
        return ()
    near = view.target - TRICK
    sides = {seat.side for old, seat in zip(before.seats, view.seats, strict=False) if old.total < near <= seat.total}
    return tuple(
        (Span(_near(view, side, people), Hue.ALERT),)
        for side in sorted(sides)
        if max(seat.total for seat in view.seats) < view.target
    )


def _near_the_pool(before: FivesView, view: FivesView, pool: Spoil, people: People) -> Picture:
    """Return who now needs one more trick for the pool, and did not before."""
    old = spoil.near(before, before.spoil) if before.spoil is not None and before.deal == view.deal else []
    own, other = _("You need one more trick."), _("{name} needs one more trick.")
    fresh = [seat for seat in spoil.near(view, pool) if seat not in old and view.turn is not None]
    return tuple((Span(people.tell(seat, own, other), Hue.ALERT),) for seat in fresh)


def _near(view: FivesView, side: int, people: People) -> str:
    """Return that a side is one trick from winning; without partners seat n is side n."""
    own, other = _("You need one more trick."), _("{name} needs one more trick.")
    if view.sides < len(view.seats):
        return other.format(name=side_title(side))
    return people.tell(Seat(side), own, other)
