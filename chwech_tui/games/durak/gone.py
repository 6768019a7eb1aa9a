"""The cards of Durak gone so far, what an action would do, and what should not be missed."""

from chwech_tui.model.cards import CardsGone, card_words
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.people import People
from protocol.durak.actions import Add, Attack, Beat, GiveUp
from protocol.durak.pack import PACK
from protocol.durak.views import DurakView
from protocol.language import _, ngettext
from protocol.vocabulary import Action, Seat


def cards_gone(view: DurakView) -> CardsGone:
    """Return the cards that have left the game; those in other hands that everybody has seen are named."""
    note = _("Beaten cards leave the game; those not seen are in other hands or in the stock.")
    held = [card for number, seat in enumerate(view.seats) if number != view.viewer for card in seat.known]
    known = _("Seen in other hands: {cards}.", cards=" ".join(map(card_words, held))) if held else ""
    open_in_stock = (view.turn_up,) if view.turn_up is not None and view.stock else ()
    last = _("The last card of the stock: {card}.", card=card_words(open_in_stock[0])) if open_in_stock else ""
    note = " ".join(filter(None, (note, known, last)))
    table = view.bout.cards if view.bout is not None else ()
    return CardsGone(PACK, view.hand, table, view.gone, note, (*held, *open_in_stock))


def consequence(view: DurakView, action: Action) -> str:
    """Return what an action of the viewer would do, as far as anybody can know."""
    bout = view.bout
    if bout is None:
        return ""
    match action:
        case Beat():
            still = len(bout.open) - 1
            if not still:
                return _("then everything is beaten")
            return ngettext("then {n} card is still to beat", "then {n} cards are still to beat", still)
        case Attack() | Add() if bout.room > 1:
            return ngettext("then there is room for {n} more", "then there is room for {n} more", bout.room - 1)
        case Add():
            return _("it is the last that can be thrown in")
        case GiveUp():
            number = len(bout.cards)
            return ngettext("you take up {n} card, or more", "you take up {n} cards, or more", number)
    return ""


def news(before: DurakView, view: DurakView, people: People) -> Picture:
    """Return what changed between two views of a deal and should not be missed: somebody has one card left."""
    if view.stock:
        return ()
    return tuple(
        (Span(people.tell(Seat(seat), _("You have one card left."), _("{name} has one card left.")), Hue.ALERT),)
        for seat, (old, new) in enumerate(zip(before.seats, view.seats, strict=False))
        if old.cards > 1 == new.cards
    )
