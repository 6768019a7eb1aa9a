"""The moves of the games of one pile: what is asked, what each key does, and why it does nothing."""

from chwech_tui.describe import cards_words
from chwech_tui.games.ranks import suit_choice, suit_hint
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.game import Choice, Move
from protocol.cards import Card, Suit
from protocol.language import _
from protocol.piles.actions import NameSide, NameTrump, Play, ShowTrump, Take
from protocol.piles.order import beats, height
from protocol.piles.views import Phase, PilesView
from protocol.vocabulary import Action, Seat


def action_words(action: Action) -> str:
    """Return an action as part of a sentence."""
    match action:
        case Play(card=card):
            return card_words(card)
        case NameTrump(suit=suit) | NameSide(suit=suit):
            return suit_words(suit)
        case ShowTrump():
            return _("turn up your trump")
    return _("take up the pile")


def usable(view: PilesView) -> tuple[Card, ...]:
    """Return the cards that can be played."""
    return tuple(action.card for action in view.legal if isinstance(action, Play))


def moves(view: PilesView, card: Card | None) -> tuple[Move, ...]:
    """Return what Enter does with the chosen card, and the moves that take up the pile or make one's trump known."""
    found = []
    for action in view.legal:
        match action:
            case Play(card=played) if played == card:
                found.append(_move("enter", _("play {card}", card=card_words(played)), action))
            case Take():
                found.append(_move("p", _("take up {cards}", cards=cards_words(view.pickup)), action))
            case ShowTrump():
                found.append(_move("m", _show_words(view), action))
    return (*found, *_naming(view))


def _show_words(view: PilesView) -> str:
    if view.drawn is None:
        return _("turn up your trump")
    return _("turn up your trump, {card}", card=card_words(view.drawn))


def _move(key: str, label: str, action: Action) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def _naming(view: PilesView) -> tuple[Move, ...]:
    """Return the move that names a suit: it asks which, unless one is left."""
    suits = [action for action in view.legal if isinstance(action, NameTrump | NameSide)]
    if not suits:
        return ()
    side = isinstance(suits[0], NameSide)
    label = _("name your second suit") if side else _("name your trumps")
    if len(suits) == 1:
        return (_move("m", label, suits[0]),)
    question = _("Your second suit:") if side else _("Your trumps:")
    choices = tuple(suit_choice(action.suit, action) for action in suits)
    return (Move("m", label, choices, question, suit_hint(choices)),)


def turn_words(view: PilesView) -> str:
    """Return what is asked of the viewer."""
    if view.phase is Phase.NAMING:
        side = any(isinstance(action, NameSide) for action in view.legal)
        return _("Name your second suit") if side else _("Name your trump suit: the cards are dealt then")
    if view.phase is Phase.ADDING:
        return _("Add any card")
    if view.phase is not Phase.BEATING or not view.pile:
        return _("Begin a pile with any card")
    top = card_words(view.pile[-1].card)
    if usable(view):
        return _("Beat {card} or take up {cards}", card=top, cards=cards_words(view.pickup))
    if any(isinstance(action, NameTrump | ShowTrump) for action in view.legal):
        return _("Take up {cards}, or first make your trumps known", cards=cards_words(view.pickup))
    return _("You cannot beat {card}: take up {cards}", card=top, cards=cards_words(view.pickup))


def refusal(view: PilesView, key: str, card: Card | None) -> str:
    """Return why the chosen card cannot be played, nothing can be taken up, or no trump named."""
    if view.phase is Phase.NAMING:
        return _("First name your suit with m: the cards are dealt then.")
    if key == "p":
        return _("There is nothing to take up: play a card.")
    if key == "m":
        return _("Your trumps are known, and stay as they are.")
    if card is None or not view.pile:
        return _("You cannot play that card now.")
    top = view.pile[-1].card
    said = {"card": card_words(card), "top": card_words(top)}
    if top.suit is _own_trump(view):
        return _("{card} does not beat {top}, your own trump: only a higher one does.", **said)
    return _("{card} does not beat {top}: play a higher one of its suit or a trump of yours.", **said)


def _own_trump(view: PilesView) -> Suit | None:
    return None if view.viewer is None else view.seats[view.viewer].trump


def premove_refusal(view: PilesView) -> str:
    """Return why nothing can be chosen before one's turn: the pile changes until then."""
    if not view.legal:
        return _("Choose when it is your turn: the pile changes until then.")
    return _("The pile has changed: choose again.")


def height_of(view: PilesView, card: Card) -> int:
    """Return how high a card ranks for the viewer: one's own trumps above all others."""
    return height(card) + (20 if card.suit is not None and card.suit is _own_trump(view) else 0)


def consequence(view: PilesView, action: Action) -> str:
    """Return what an action of the viewer would do, as far as anybody can know."""
    if isinstance(action, Take):
        return _("you hold {cards} then", cards=cards_words(len(view.hand) + view.pickup))
    if not isinstance(action, Play) or view.viewer is None:
        return ""
    if len(view.hand) == 1 and view.drawn is None:
        return _("your last card: you are out")
    top = view.pile[-1].card if view.phase is Phase.BEATING and view.pile else None
    if top is not None:
        return _("it beats {card}", card=card_words(top))
    return _cannot_beat(view, view.viewer, action.card)


def _cannot_beat(view: PilesView, viewer: Seat, card: Card) -> str:
    """Return that the next seat cannot beat a card, if all its cards are known; otherwise nothing."""
    seats = view.seats
    order = [seats[(viewer + step) % len(seats)] for step in range(1, len(seats))]
    following = next((seat for seat in order if seat.cards), None)
    if following is None or len(following.known) != following.cards:
        return ""
    beaten = any(beats(other, card, following.trump) for other in following.known)
    return "" if beaten else _("the next player cannot beat it")
