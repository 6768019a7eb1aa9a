"""The moves of Roque: what is asked, what each key does, and why it does nothing."""

from chwech_tui.games.ranks import SuitRanks
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.game import Choice, Move, Several
from protocol.cards import Card
from protocol.language import _, pgettext
from protocol.roque.actions import Bid, Bury, Pass, Play
from protocol.roque.order import HEIGHTS
from protocol.roque.views import Phase, RoqueView
from protocol.vocabulary import Action


def action_words(action: Action) -> str:
    """Return an action as part of a sentence."""
    match action:
        case Bid(points=points):
            return pgettext("auction", "bid {points}", points=points)
        case Bury(card=card):
            return _("lay {card} aside", card=card_words(card))
        case Play(card=card):
            return card_words(card)
    return _("pass")


def usable(view: RoqueView) -> tuple[Card, ...]:
    """Return the cards that can be played or laid aside."""
    return tuple(action.card for action in view.legal if isinstance(action, Play | Bury))


def moves(view: RoqueView, card: Card | None) -> tuple[Move, ...]:
    """Return what Enter does with the chosen card; in the auction, the bids and the pass."""
    bids = tuple(action for action in view.legal if isinstance(action, Bid))
    found: list[Move] = []
    if bids:
        choices = tuple(Choice("", str(bid.points), bid) for bid in bids)
        hint = _("← or → for the number, then Enter")
        found.append(Move("b", _("bid"), choices, pgettext("auction", "Your bid:"), hint))
    for action in view.legal:
        if isinstance(action, Pass):
            found.append(_move("p", _("pass"), action))
        if isinstance(action, Play) and action.card == card:
            found.append(_move("enter", _("play {card}", card=card_words(action.card)), action))
    return tuple(found)


def _move(key: str, label: str, action: Pass | Play) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def several(view: RoqueView) -> Several | None:
    """Return the choice of cards to lay aside, for the declarer with the widow in hand."""
    if view.phase is not Phase.BURYING or not view.legal:
        return None
    left = view.widow_cards - view.aside
    return Several(left, left, _("Lay cards aside"))


def several_action(cards: tuple[Card, ...]) -> Action | str:
    """Return how the first of the cards is laid aside."""
    return Bury(cards[0]) if cards else _("Mark the cards to lay aside, with the space bar.")


def turn_words(view: RoqueView) -> str:
    """Return what is asked of the viewer."""
    if view.phase is Phase.BIDDING:
        least = next((action.points for action in view.legal if isinstance(action, Bid)), None)
        return _("Bid {least} or more, or pass", least=least) if least is not None else _("Nobody can bid more: pass")
    if view.phase is Phase.BURYING:
        return _("Lay cards aside")
    if not view.trick.turns:
        return _("Lead a card of the trump suit") if view.trump is None else _("Lead a card")
    led = view.trick.turns[0].card.suit
    if led is None or all(card.suit is not led for card in view.hand):
        return _("Play any card")
    return _("Follow {suit}", suit=suit_words(led))


def refusal(view: RoqueView, key: str, card: Card | None) -> str:
    """Return why a key does nothing on the viewer's turn."""
    if view.phase is Phase.BIDDING:
        if key == "b":
            return _("Nobody can bid more than {points}: you can only pass.", points=view.bid)
        return _("The auction is on: bid or pass first.")
    if view.phase is Phase.BURYING:
        return _("Mark the cards to lay aside with the space bar: Enter then lays them aside.")
    if key in {"b", "p"}:
        return _("The auction is over: play a card.")
    led = view.trick.turns[0].card.suit if view.trick.turns else None
    if led is None or card is None:
        return _("Choose a card to play.")
    suit = suit_words(led).capitalize()
    return _("{suit} were led, and you have some: play one, not {card}.", suit=suit, card=card_words(card))


def premove_refusal(view: RoqueView, card: Card | None) -> str:
    """Return why a card cannot be a premove: bids, leads and cards to lay aside are chosen at the turn."""
    if not view.legal or card is None:
        return ""
    if view.phase is not Phase.FOLLOWING:
        return _("The turn is another one: {card} was not meant for that.", card=card_words(card))
    return "" if card in usable(view) else refusal(view, "enter", card)


def height(view: RoqueView, card: Card) -> int:
    """Return how high a card ranks in its suit; trumps rank above all others."""
    return SuitRanks(HEIGHTS, view.trump).height(card)
