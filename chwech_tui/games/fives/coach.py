"""The coach of the Fives: the advice that fits the moment, from what the player sees."""

from chwech_tui.games.fives.spoil import near
from chwech_tui.games.fives.tricks import TRICK
from chwech_tui.games.fives.words import scores_each
from chwech_tui.games.ranks import best_trump_advice, is_unbeatable
from chwech_tui.model.cards import card_words
from chwech_tui.model.people import People
from protocol.cards import Card, Rank
from protocol.colour_order import Order
from protocol.fives.actions import Play, Rob
from protocol.fives.views import FivesView, Phase
from protocol.language import _
from protocol.setup import Setup
from protocol.vocabulary import Seat


def advice(setup: Setup, view: FivesView, people: People) -> str:
    """Return the advice for the viewer's turn; empty if there is nothing to decide."""
    if view.phase is Phase.JINKING:
        return _("All five bring a chip more from each; lose a trick, and you get nothing.")
    if view.viewer is None or len(view.legal) < 2:
        return ""
    if view.phase is Phase.EXCHANGING:
        return _("Trumps are not known yet: keep A♥, Fives, Jacks and Kings.")
    if view.order is None:
        return ""
    return _robbing(view, view.order) or _playing(setup, view, view.order, view.viewer, people)


def _robbing(view: FivesView, order: Order) -> str:
    """Return whether to take the turn-up; empty for who may not, or gains nothing by it."""
    card = view.turn_up
    if card is None or not any(isinstance(action, Rob) for action in view.legal):
        return ""
    weakest = min(view.hand, key=order.heights.__getitem__)
    if not order.outranks(card, weakest):
        return ""
    own, turned = card_words(weakest), card_words(card)
    return _("Rob the pack: {card} is a trump, and better than {weakest}.", card=turned, weakest=own)


def _playing(setup: Setup, view: FivesView, order: Order, viewer: Seat, people: People) -> str:
    """Return what to bear in mind for the card to play; empty without a choice of cards."""
    cards = [action.card for action in view.legal if isinstance(action, Play)]
    if len(cards) < 2:
        return ""
    best = best_trump_advice(order, view.hand, view.trick, {*view.gone, *view.discards})
    told = best or _near(setup, view, viewer, people)
    if told:
        return told
    if view.phase is Phase.LEADING:
        return _leading(cards, order)
    return _following(view, order, viewer, cards)


def _leading(cards: list[Card], order: Order) -> str:
    """Return what speaks for a lead."""
    trumps = sum(map(order.is_trump, cards))
    if trumps > 1:
        return _("A trump led draws trumps: only a higher top trump may be kept back.")
    king = next((card for card in cards if card.rank is Rank.KING and not order.is_trump(card)), None)
    if king is not None:
        return _("{card} is a good lead: only a trump can beat it.", card=card_words(king))
    if trumps:
        return _("Lead a plain card, and keep your only trump for a later trick.")
    return _("Without trumps you take only what nobody trumps: lead high.")


def _following(view: FivesView, order: Order, viewer: Seat, cards: list[Card]) -> str:
    """Return what the cards that may be played can do for the trick as it stands."""
    table = [turn.card for turn in view.trick.turns]
    taker = view.trick.taker
    if taker is not None and view.seats[taker].side == view.seats[viewer].side:
        return _("The trick is your partner's as it stands: keep your good cards.")
    kept = _kept_back(order, table[0], cards)
    if kept is not None:
        return _("You may keep {card} back: the trump that was led is lower.", card=card_words(kept))
    takers = sorted(
        (card for card in cards if order.taker([*table, card]) == len(table)), key=order.heights.__getitem__
    )
    if not takers:
        return _("None of your cards takes this trick: play your weakest.")
    if len(table) == len(view.seats) - 1:
        return _("You are the last to play: {card} is enough to take it.", card=card_words(takers[0]))
    if is_unbeatable(order, takers[-1], {*view.gone, *view.discards, *table}):
        return _("{card} takes it for certain: no higher trump is left.", card=card_words(takers[-1]))
    return _("Others play after you: take it with a high card, or play a low one.")


def _kept_back(order: Order, led: Card, cards: list[Card]) -> Card | None:
    """Return the highest top trump that need not follow the trump led; None if a trump must be played anyway."""
    if not order.is_trump(led) or all(map(order.is_trump, cards)):
        return None
    return max(filter(order.is_trump, cards), key=order.heights.__getitem__, default=None)


def _near(setup: Setup, view: FivesView, viewer: Seat, people: People) -> str:
    """Return who of the others wins with one more trick; several are not named, for the line is short."""
    if view.spoil is not None:
        return _near_the_pool(near(view, view.spoil), viewer, people)
    if not scores_each(setup):
        return ""
    own = viewer % view.sides
    if view.seats[viewer].total + TRICK >= view.target:
        return _("One more trick wins you the game: save your best card for it.")
    others = [
        Seat(seat)
        for seat, shown in enumerate(view.seats)
        if seat % view.sides != own and shown.total + TRICK >= view.target
    ]
    if not others:
        return ""
    if len(others) > 1:
        return _("Others need one more trick to win: take this one if you can.")
    return _("{name} needs one more trick: take this one if you can.", name=people.name(others[0]))


def _near_the_pool(seats: list[Seat], viewer: Seat, people: People) -> str:
    """Return who needs one more trick for the pool."""
    if viewer in seats:
        return _("One more trick brings you the pool: save your best card for it.")
    if not seats:
        return ""
    if len(seats) > 1:
        return _("Others need one more trick for the pool: take this one if you can.")
    return _("{name} needs one more trick: take this one if you can.", name=people.name(seats[0]))
