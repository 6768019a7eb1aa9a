"""The moves of Bête: what is asked, what each key does, and why it does nothing."""

from chwech_tui.games.ranks import SuitRanks
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.game import Choice, Move
from protocol.bete.actions import Pass, Play, TakePart
from protocol.bete.order import HEIGHTS
from protocol.bete.views import BeteView, Phase
from protocol.cards import Card
from protocol.language import _
from protocol.vocabulary import Action


def action_words(action: Action) -> str:
    """Return an action as part of a sentence."""
    if isinstance(action, Play):
        return card_words(action.card)
    return _("take part") if isinstance(action, TakePart) else _("pass")


def usable(view: BeteView) -> tuple[Card, ...]:
    """Return the cards that can be played."""
    return tuple(action.card for action in view.legal if isinstance(action, Play))


def moves(view: BeteView, card: Card | None) -> tuple[Move, ...]:
    """Return what Enter does with the chosen card; before the play, taking part and passing."""
    found: list[Move] = []
    for action in view.legal:
        match action:
            case TakePart():
                found.append(_move("g", _("take part"), action))
            case Pass():
                found.append(_move("p", _("pass"), action))
            case Play(card=played) if played == card:
                found.append(_move("enter", _("play {card}", card=card_words(played)), action))
    return tuple(found)


def _move(key: str, label: str, action: TakePart | Pass | Play) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def turn_words(view: BeteView) -> str:
    """Return what is asked of the viewer."""
    if view.phase is Phase.ASKING:
        return _("Take part or pass")
    if not view.trick.turns:
        return _("Lead a card")
    led = view.trick.turns[0].card.suit
    if led is not None and any(card.suit is led for card in view.hand):
        return _("Follow {suit}", suit=suit_words(led))
    trumps = any(card.suit is view.trump for card in view.hand)
    return _("Play a trump") if trumps else _("Play any card")


def refusal(view: BeteView, key: str, card: Card | None) -> str:
    """Return why a key does nothing on the viewer's turn."""
    if view.phase is Phase.ASKING:
        return _("Say first whether you take part or pass.")
    if key in {"g", "p"}:
        return _("Everybody has said whether they take part: play a card.")
    led = view.trick.turns[0].card.suit if view.trick.turns else None
    if led is None or card is None:
        return _("Choose a card to play.")
    said = card_words(card)
    if any(held.suit is led for held in view.hand):
        if card.suit is led:
            return _("You can beat the trick, so you have to: not {card}.", card=said)
        return _(
            "{suit} were led, and you have some: play one, not {card}.", suit=suit_words(led).capitalize(), card=said
        )
    if card.suit is view.trump:
        return _("You can play a higher trump, so you have to: not {card}.", card=said)
    return _("You cannot follow suit: play a trump, not {card}.", card=said)


def premove_refusal(view: BeteView, card: Card | None) -> str:
    """Return why a card cannot be a premove: taking part and leads are chosen at the turn."""
    if not view.legal or card is None:
        return ""
    if view.phase is not Phase.FOLLOWING:
        return _("The turn is another one: {card} was not meant for that.", card=card_words(card))
    return "" if card in usable(view) else refusal(view, "enter", card)


def height(view: BeteView, card: Card) -> int:
    """Return how high a card ranks in its suit; trumps rank above all others."""
    return SuitRanks(HEIGHTS, view.trump).height(card)
