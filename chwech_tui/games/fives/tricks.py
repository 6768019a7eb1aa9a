"""What a trick of Twenty-Five and Forty-Five does: why it went as it did, and what a card would do to it."""

from typing import Final

from chwech_tui.games.fives.words import side_letter
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.people import People
from protocol.cards import Card
from protocol.fives.actions import Play
from protocol.fives.order import Order
from protocol.fives.views import FivesView
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat

TRICK: Final = 5
"""The points of a trick where each scores as soon as it is taken, and of a step of the meter."""

_MANY: Final = 2


def reason(view: FivesView) -> str:
    """Return why the previous trick went as it did, in half a sentence; empty if there is none."""
    trick, order = view.last_trick, view.order
    if trick is None or order is None or trick.taker is None:
        return ""
    cards = [turn.card for turn in trick.turns]
    card = next((turn.card for turn in trick.turns if turn.seat == trick.taker), None)
    return "" if card is None else _reason(order, cards, card)


def _reason(order: Order, cards: list[Card], card: Card) -> str:
    """Return why a card took a trick."""
    if not order.is_trump(card):
        suit = suit_words(card.suit) if card.suit is not None else "card"
        return f"{card_words(card)} is the highest of the {suit}"
    if sum(map(order.is_trump, cards)) >= _MANY:
        return f"{card_words(card)} is the highest trump"
    return f"{card_words(card)} is a trump" if cards[0] is not card else "nobody played a trump to it"


def consequence(setup: Setup, view: FivesView, action: Action) -> str:
    """Return what an action of the viewer would do, as far as anybody can know: ``you take it: 15 + 5 = 20``."""
    order, viewer = view.order, view.viewer
    if not isinstance(action, Play) or order is None or viewer is None:
        return ""
    cards = [*(turn.card for turn in view.trick.turns), action.card]
    best = order.taker(cards)
    if best == len(cards) - 1:
        if len(cards) < len(view.seats) and not _is_unbeatable(view, order, action.card):
            return "you take it, unless it is beaten"
        return f"you take it{_points(setup, view, viewer)}"
    taker = view.trick.turns[best].seat
    still = "still " if taker == view.trick.taker else ""
    partner = taker in _partners(view, viewer)
    return f"{card_words(cards[best])} {still}takes it{', for your side' if partner else ''}"


def _is_unbeatable(view: FivesView, order: Order, card: Card) -> bool:
    """Return True if a card is the highest trump that others may still hold, by what the viewer has seen."""
    seen = {*view.gone, *(turn.card for turn in view.trick.turns), *view.discards, *view.hand} - {card}
    return next((trump for trump in order.trumps if trump not in seen), None) is card


def _partners(view: FivesView, viewer: Seat) -> list[Seat]:
    """Return the other seats of the viewer's side."""
    side = view.seats[viewer].side
    return [Seat(seat) for seat, shown in enumerate(view.seats) if shown.side == side and seat != viewer]


def _points(setup: Setup, view: FivesView, viewer: Seat) -> str:
    """Return what a trick makes of the score, where each trick scores at once."""
    if not _scores_each(setup):
        return ""
    total = view.seats[viewer].total
    wins = ", and the game is won" if total + TRICK >= view.target else ""
    return f": {total} + {TRICK} = {total + TRICK}{wins}"


def _scores_each(setup: Setup) -> bool:
    """Return True if each trick scores as soon as it is taken."""
    return setup.options.get("trick_scores", "each") == "each"


def news(before: FivesView, view: FivesView, people: People) -> Picture:
    """Return what changed between two views of a deal and should not be missed: a side is a trick from winning."""
    near = view.target - TRICK
    sides = {seat.side for old, seat in zip(before.seats, view.seats, strict=False) if old.total < near <= seat.total}
    return tuple(
        (Span(f"{_side(view, side, people)} one more trick.", Hue.ALERT),)
        for side in sorted(sides)
        if max(seat.total for seat in view.seats) < view.target
    )


def _side(view: FivesView, side: int, people: People) -> str:
    if view.sides < len(view.seats):
        return f"Side {side_letter(side)} needs"
    return people.does(Seat(side), "need")
