"""The moves of Auction Forty-Fives: what is asked, what each key does, and why it does nothing."""

from typing import Final

from chwech_tui.describe import cards_words
from chwech_tui.games.ranks import suit_choice, suit_hint
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.game import Choice, Move, Several
from protocol.auction_fives.actions import (
    DRAW,
    HOLD,
    PASS,
    AuctionFivesAction,
    Bid,
    Discard,
    Draw,
    Hold,
    Name,
    Pick,
    Play,
)
from protocol.auction_fives.views import AuctionFivesView, Phase
from protocol.cards import Card
from protocol.colour_order import Order
from protocol.language import _, pgettext
from protocol.vocabulary import Action

HAND: Final = 5
"""The number of cards that are played."""


def action_words(action: Action) -> str:
    """Return an action as part of a sentence."""
    match action:
        case Play(card=card):
            return card_words(card)
        case Bid(points=points):
            return _("bid {points}", points=points)
        case Hold():
            return _("hold")
        case Name(suit=suit):
            return _("make {suit} trump", suit=suit_words(suit))
        case Discard(card=card):
            return _("lay {card} aside", card=card_words(card))
        case Pick(card=card):
            return _("pick {card}", card=card_words(card))
        case Draw():
            return _("draw")
    return _("pass")


def usable(view: AuctionFivesView) -> tuple[Card, ...]:
    """Return the cards of the hand that can be played or laid aside."""
    return tuple(action.card for action in view.legal if isinstance(action, Play | Discard))


def moves(view: AuctionFivesView, card: Card | None) -> tuple[Move, ...]:
    """Return what the keys do: in the auction, in the draw, in the play."""
    match view.phase:
        case Phase.BIDDING:
            return _calls(view)
        case Phase.NAMING:
            choices = tuple(suit_choice(name.suit, name) for name in _names(view))
            return (
                (Move("m", _("name trumps"), choices, _("Which suit is trump?"), suit_hint(choices)),)
                if choices
                else ()
            )
        case Phase.DRAWING:
            return (_move("d", draw_words(view), DRAW),) if DRAW in view.legal else ()
        case Phase.PICKING:
            picks = tuple(Choice("", card_words(pick.card), pick) for pick in view.legal if isinstance(pick, Pick))
            hint = _("← or → for the card, then Enter")
            return (Move("d", _("pick a card"), picks, _("Which card?"), hint),) if picks else ()
    return tuple(
        _move("enter", _("play {card}", card=card_words(play.card)), play)
        for play in view.legal
        if isinstance(play, Play) and play.card == card
    )


def _names(view: AuctionFivesView) -> tuple[Name, ...]:
    return tuple(action for action in view.legal if isinstance(action, Name))


def _calls(view: AuctionFivesView) -> tuple[Move, ...]:
    bids = tuple(Choice("", str(bid.points), bid) for bid in view.legal if isinstance(bid, Bid))
    found = []
    if bids:
        one = _("bid {points}", points=bids[0].label)
        label = one if len(bids) == 1 else _("bid")
        hint = _("← or → for the number, then Enter")
        found.append(Move("b", label, bids, pgettext("auction", "Your bid:"), hint))
    if HOLD in view.legal:
        found.append(_move("g", _("hold {points}", points=view.bid), HOLD))
    if PASS in view.legal:
        found.append(_move("p", _("pass"), PASS))
    return tuple(found)


def draw_words(view: AuctionFivesView) -> str:
    """Return what the end of one's discards brings."""
    missing = HAND - len(view.hand)
    return _("draw {cards}", cards=cards_words(missing)) if missing else _("keep all five")


def _move(key: str, label: str, action: AuctionFivesAction) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def several(view: AuctionFivesView) -> Several | None:
    """Return the choice of cards to lay aside."""
    if view.phase is not Phase.DRAWING or not any(isinstance(action, Discard) for action in view.legal):
        return None
    held = len(view.hand)
    most = min(held, held - HAND + min(view.most, view.stock))
    return Several(max(0, held - HAND), most, _("Lay aside"))


def several_action(view: AuctionFivesView, cards: tuple[Card, ...]) -> Action | str:
    """Return the discard of the first card, or the draw that ends them."""
    if cards:
        return Discard(cards[0])
    return DRAW if DRAW in view.legal else _("Lay cards aside until five are left.")


def turn_words(view: AuctionFivesView) -> str:
    """Return what is asked of the viewer."""
    match view.phase:
        case Phase.BIDDING:
            return _bid_words(view)
        case Phase.NAMING:
            return _("Name the trump suit")
        case Phase.DRAWING:
            return _("Lay cards aside, or keep them") if DRAW in view.legal else _("Lay cards aside, down to five")
        case Phase.PICKING:
            return _("Pick {cards} from those left", cards=cards_words(HAND - len(view.hand)))
    led = view.trick.turns[0].card if view.trick.turns else None
    return _("Lead a card") if led is None or view.order is None else _follow_words(view, view.order, led)


def _bid_words(view: AuctionFivesView) -> str:
    if PASS not in view.legal:
        return _("All others have passed: you have to bid")
    if not any(isinstance(action, Bid) for action in view.legal):
        return _("Hold {bid}, or pass", bid=view.bid) if HOLD in view.legal else _("Only a pass is left")
    if not view.bid:
        return _("Bid, or pass")
    if HOLD in view.legal:
        return _("Bid more than {bid}, hold it, or pass", bid=view.bid)
    return _("Bid more than {bid}, or pass", bid=view.bid)


def _follow_words(view: AuctionFivesView, order: Order, led: Card) -> str:
    plays = usable(view)
    trumps = [card for card in view.hand if order.is_trump(card)]
    if order.is_trump(led) or led.suit is None:
        return _("Play any card") if len(plays) == len(view.hand) > len(trumps) else _("Play a trump")
    if not any(card.suit is led.suit and not order.is_trump(card) for card in view.hand):
        return _("Play any card")
    suit = suit_words(led.suit)
    return _("Follow {suit} or play a trump", suit=suit) if trumps else _("Follow {suit}", suit=suit)


def refusal(view: AuctionFivesView, key: str, card: Card | None) -> str:
    """Return why a key does nothing now."""
    match view.phase:
        case Phase.BIDDING:
            return _why_not_call(view, key)
        case Phase.NAMING:
            return _("First name the trump suit.")
        case Phase.DRAWING:
            return _("Mark the cards to lay aside with the space bar; Enter then draws.")
        case Phase.PICKING:
            return _("First pick the cards that are missing to five.")
    if key != "enter":
        return _("The auction is over: play a card.")
    return _why_not_play(view, card_words(card) if card is not None else _("that card"))


def _why_not_call(view: AuctionFivesView, key: str) -> str:
    asked = _bid_words(view)
    if key == "g":
        return _("You cannot hold. {asked}.", asked=asked)
    return f"{asked}." if key in {"b", "p"} else _("The auction comes first. {asked}.", asked=asked)


def _why_not_play(view: AuctionFivesView, card: str) -> str:
    order = view.order
    if order is None or not view.trick.turns:
        return _("You cannot play {card} now.", card=card)
    led = view.trick.turns[0].card
    if order.is_trump(led) or led.suit is None:
        return _("{led} is a trump, and you have to play one: not {card}.", led=card_words(led), card=card)
    suit = suit_words(led.suit).capitalize()
    if any(order.is_trump(held) for held in view.hand):
        return _("{suit} were led, and you have some: play one or a trump, not {card}.", suit=suit, card=card)
    return _("{suit} were led, and you have some: play one, not {card}.", suit=suit, card=card)


def premove_refusal(view: AuctionFivesView, card: Card | None) -> str:
    """Return why a card cannot be a premove: nothing but a card to a trick is chosen before the turn."""
    if not view.legal or card is None:
        return ""
    if view.phase is Phase.LEADING:
        return _("The lead is yours: {card} was not meant for that.", card=card_words(card))
    if view.phase is not Phase.FOLLOWING:
        return refusal(view, "enter", card)
    return "" if card in usable(view) else refusal(view, "enter", card)


def height(view: AuctionFivesView, card: Card) -> int:
    """Return how high a card ranks in this deal; trumps rank above all others."""
    return view.order.heights[card] if view.order is not None else 0
