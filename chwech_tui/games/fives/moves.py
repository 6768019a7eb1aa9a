"""The moves of the Fives: what is asked, what each key does, and why it does nothing."""

from collections.abc import Sequence

from chwech_tui.describe import chips_words
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.game import Choice, Move
from protocol.cards import Card, Rank
from protocol.colour_order import Order
from protocol.fives.actions import Decline, FivesAction, Jink, Play, Rob, Sweep, TakeJoker
from protocol.fives.views import Claim, FivesView, Phase
from protocol.language import _
from protocol.vocabulary import Action


def action_words(action: Action) -> str:
    """Return an action as part of a sentence."""
    match action:
        case Play(card=card):
            return card_words(card)
        case Rob(discard=card) | TakeJoker(discard=card):
            return _("lay {card} aside", card=card_words(card))
        case Sweep():
            return _("take the pool")
        case Jink():
            return _("go for all five")
    return _("leave {turn_up}", turn_up=_("the turn-up"))


def usable(view: FivesView) -> tuple[Card, ...]:
    """Return the cards that can be played or laid aside."""
    cards: dict[Card, None] = {}
    for action in view.legal:
        match action:
            case Play(card=card) | Rob(discard=card) | TakeJoker(discard=card):
                cards[card] = None
    return tuple(cards)


def moves(view: FivesView, card: Card | None) -> tuple[Move, ...]:
    """Return what Enter does with the chosen card, and the moves that take or leave the turn-up."""
    found: list[Move] = []
    offered = view.phase is Phase.OFFERING
    for action in view.legal:
        match action:
            case Play(card=played) if played == card:
                found.append(_move("enter", _("play {card}", card=card_words(played)), action))
            case TakeJoker(discard=aside) if aside == card:
                label = _("put {card} under the pack", card=card_words(aside))
                found.append(_move("enter", label, action))
            case Rob(discard=aside) if aside == card:
                label = _("take {turn_up}, lay {card} aside", turn_up=_turn_up(view), card=card_words(aside))
                found.append(_move("enter" if offered else "d", label, action))
            case Decline():
                # In the play one has to say so only where an Ace that does not rob becomes the lowest trump.
                label = _("leave {turn_up}") if offered else _("leave {turn_up}, your Ace stays high")
                found.append(_move("p", label.format(turn_up=_turn_up(view)), action))
            case Sweep():
                label = _("take the pool of {chips}", chips=chips_words(view.pool or 0))
                found.append(_move("d", label, action))
            case Jink():
                found.append(_move("g", _("go for all five"), action))
    return tuple(found)


def _move(key: str, label: str, action: FivesAction) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def _turn_up(view: FivesView) -> str:
    return card_words(view.turn_up) if view.turn_up is not None else _("the turn-up")


def turn_words(view: FivesView) -> str:
    """Return what is asked of the viewer: which card, and what it has to follow."""
    if view.phase is Phase.EXCHANGING:
        return _("Take the Joker for a card")
    if view.phase is Phase.OFFERING:
        return _("Take {turn_up} for a card, or leave it", turn_up=_turn_up(view))
    if view.phase is Phase.JINKING:
        return _("Take the pool, or go for all five")
    led = view.trick.turns[0].card if view.trick.turns else None
    asked = _("Lead a card") if led is None or view.order is None else _follow_words(view, view.order, led)
    return _("{asked}, or rob", asked=asked) if any(isinstance(action, Rob) for action in view.legal) else asked


def _follow_words(view: FivesView, order: Order, led: Card) -> str:
    plays = [action.card for action in view.legal if isinstance(action, Play)]
    trumps = [card for card in view.hand if order.is_trump(card)]
    free = len(plays) == len(view.hand) > len(trumps)
    # The one card without a suit, the Joker, is a trump.
    if order.is_trump(led) or led.suit is None:
        return _("Play any card") if free else _("Play a trump")
    if not any(card.suit is led.suit and not order.is_trump(card) for card in view.hand):
        return _("Play any card")
    suit = suit_words(led.suit)
    return _("Follow {suit} or play a trump", suit=suit) if trumps else _("Follow {suit}", suit=suit)


def refusal(view: FivesView, key: str, card: Card | None) -> str:
    """Return why the viewer cannot take or leave the turn-up, or cannot play the chosen card."""
    if view.phase is Phase.EXCHANGING:
        return _("Choose a card: Enter puts it under the pack, and you take the Joker for it.")
    if view.phase is Phase.OFFERING:
        return _("Choose a card to lay aside; Enter then takes {turn_up}.", turn_up=_turn_up(view))
    if view.phase is Phase.JINKING:
        return _("First choose: take the pool, or go for all five tricks.")
    if key == "g":
        return _("Only who has won every trick so far, and enough of them, may go for all five.")
    if key in {"d", "p"}:
        return _why_not_rob(view, key)
    return _why_not_play(view, card_words(card) if card is not None else _("that card"))


def _why_not_rob(view: FivesView, key: str) -> str:
    if any(isinstance(action, Rob) for action in view.legal):
        if key == "d":
            return _("Choose the card to lay aside first: then this key takes {turn_up}.", turn_up=_turn_up(view))
        return _("You need not say that you leave {turn_up}: play a card, and it stays.", turn_up=_turn_up(view))
    if view.claim is Claim.TAKEN:
        return _("The turn-up has been taken in this deal.")
    if view.claim is Claim.LEFT:
        return _("The turn-up stays: who might have taken it has left it.")
    if view.claim is Claim.LAPSED:
        return _("The turn-up can be taken no more: nobody did so in time.")
    ace = card_words(Card(Rank.ACE, view.trump)) if view.trump is not None else _("the Ace of trumps")
    return _("Only who holds {ace} may take the turn-up, at the first turn.", ace=ace)


def _why_not_play(view: FivesView, card: str) -> str:
    order = view.order
    if order is None or not view.trick.turns:
        return _("You cannot play {card} now.", card=card)
    led = view.trick.turns[0].card
    if order.is_trump(led) or led.suit is None:
        return _why_trump(view, order, led)
    suit = suit_words(led.suit).capitalize()
    if any(order.is_trump(card) for card in view.hand):
        return _("{suit} were led, and you have some: play one or a trump, not {card}.", suit=suit, card=card)
    return _("{suit} were led, and you have some: play one, not {card}.", suit=suit, card=card)


def _why_trump(view: FivesView, order: Order, led: Card) -> str:
    """Return why a trump has to be played to the trump that was led."""
    trumps = [card for card in view.hand if order.is_trump(card)]
    forced = [card for card in trumps if card not in order.tops or not order.outranks(card, led)]
    said = card_words(led)
    if forced:
        return _("{card} is a trump: play one; you cannot keep back {others}.", card=said, others=_listed(forced))
    if any(card.rank is Rank.ACE for card in trumps) and view.claim is Claim.OPEN:
        return _("{card} is a trump: play one; your Ace is the lowest, unless you rob.", card=said)
    return _("{card} is a trump: at this table, who holds several has to play one.", card=said)


def _listed(cards: Sequence[Card]) -> str:
    names = [card_words(card) for card in cards]
    if len(names) == 1:
        return names[0]
    return _("{others} or {last}", others=", ".join(names[:-1]), last=names[-1])


def premove_refusal(view: FivesView, card: Card | None) -> str:
    """Return why a card cannot be a premove: a lead, and whether to rob, are chosen at the turn."""
    if not view.legal or card is None:
        return ""
    if view.phase is Phase.JINKING:
        return _("First choose: take the pool, or go for all five tricks.")
    if any(not isinstance(action, Play) for action in view.legal):
        return _("You may take {turn_up} first: {card} waits.", turn_up=_turn_up(view), card=card_words(card))
    if view.phase is Phase.LEADING:
        return _("The lead is yours: {card} was not meant for that.", card=card_words(card))
    return "" if card in usable(view) else refusal(view, "enter", card)


def height(view: FivesView, card: Card) -> int:
    """Return how high a card ranks in this deal; trumps rank above all others."""
    return view.order.heights[card] if view.order is not None else 0
