"""The moves of Da Bai Fen: what is asked, what each key does, and why it does nothing."""

from chwech_tui.games.ranks import SUIT_KEYS, suit_hint
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.game import Choice, Move, Several
from protocol.cards import Card
from protocol.da_bai_fen.actions import Bury, Claim, Expose, Finish, Lay, Pass, Play
from protocol.da_bai_fen.order import PLACES, Trumps, height, suit_of
from protocol.da_bai_fen.views import DaBaiFenView, Phase
from protocol.language import _
from protocol.vocabulary import Action

_SIX = 6

_NAMED = 4
"""The most cards that are named where some have to be chosen first."""


def trumps_of(view: DaBaiFenView) -> Trumps | None:
    """Return what is trump; None before it is known."""
    return Trumps(view.rank, view.trump) if view.trump is not None else None


def action_words(action: Action) -> str:
    """Return an action as part of a sentence."""
    match action:
        case Expose(card=card):
            return _("expose {card}", card=card_words(card))
        case Finish():
            return _("pass to the end")
        case Bury(card=card):
            return _("lay {card} aside", card=card_words(card))
        case Claim():
            return _("annul the deal")
        case Lay(card=card):
            return _("{card} and more", card=card_words(card))
        case Play(card=card):
            return card_words(card)
    return _("pass")


def usable(view: DaBaiFenView) -> tuple[Card, ...]:
    """Return the cards that can be exposed, laid aside or played, also after others of several that are due."""
    found = [action.card for action in view.legal if isinstance(action, Expose | Bury | Play | Lay)]
    if view.phase is Phase.FOLLOWING and found and len(found) < _due(view):
        return view.hand
    return tuple(dict.fromkeys(found))


def moves(view: DaBaiFenView, card: Card | None) -> tuple[Move, ...]:
    """Return what the keys do: in the draw the cards to expose, later Enter with the chosen card."""
    found: list[Move] = []
    exposing = tuple(action for action in view.legal if isinstance(action, Expose))
    if exposing:
        choices = tuple(
            Choice(SUIT_KEYS[action.card.suit] if action.card.suit else "", card_words(action.card), action)
            for action in exposing
        )
        found.append(Move("m", _("expose"), choices, _("Expose which card?"), suit_hint(choices)))
    for action in view.legal:
        match action:
            case Pass():
                found.append(_move("p", _("pass"), action))
            case Finish():
                found.append(_move("d", _("pass to the end"), action))
            case Claim():
                found.append(_move("g", _("annul the deal"), action))
            case Play() if action.card == card:
                found.append(_move("enter", _("play {card}", card=card_words(action.card)), action))
    return tuple(found)


def _move(key: str, label: str, action: Pass | Finish | Claim | Play) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def several(view: DaBaiFenView) -> Several | None:
    """Return the choice of several cards: to lay aside, to lead together, or to follow a lead of several."""
    if view.phase is Phase.BURYING and any(isinstance(action, Bury) for action in view.legal):
        left = _SIX - view.aside
        return Several(left, left, _("Lay cards aside"))
    due = _due(view)
    if view.phase is Phase.FOLLOWING and view.legal and view.trick.number > 1:
        return Several(due, due, _suit_due(view), alone=due == 1)
    begun = bool(view.trick.turns)
    if view.phase is Phase.LEADING and (begun or any(isinstance(action, Lay) for action in view.legal)) and view.legal:
        return Several(1, len(view.hand), _("Lead together"), alone=True)
    return None


def _due(view: DaBaiFenView) -> int:
    """Return how many cards the viewer still has to lay to the trick."""
    turns = view.trick.turns
    laid = len(turns[-1].cards) if turns and turns[-1].seat == view.viewer else 0
    return view.trick.number - laid


def several_action(view: DaBaiFenView, cards: tuple[Card, ...]) -> Action | str:
    """Return how the first of the cards is sent, or why they cannot be chosen; empty if none is left."""
    if not cards:
        # Asked once more after the last card: nothing else ends the choice, and there is nothing to say.
        return ""
    if view.phase is Phase.BURYING:
        return Bury(cards[0])
    if view.phase is Phase.FOLLOWING:
        return _following(view, cards)
    if len(cards) == 1:
        return Play(cards[0])
    trumps = trumps_of(view)
    if trumps is not None and len({suit_of(card, trumps) for card in cards}) > 1:
        return _("Cards that are led together are of one suit; all trumps are one.")
    able = {action.card for action in view.legal if isinstance(action, Lay)}
    wrong = next((card for card in cards if card not in able), None)
    if wrong is not None:
        return _("{card} is not certain: it is led alone.", card=card_words(wrong))
    return Lay(cards[0])


def _following(view: DaBaiFenView, cards: tuple[Card, ...]) -> Action | str:
    """Return how the first card follows: one of the suit led comes first, as long as there is any."""
    able = [card for card in cards if Play(card) in view.legal]
    missing = [action.card for action in view.legal if isinstance(action, Play) and action.card not in cards]
    if not able or (len(able) < len(cards) and missing):
        named = ", ".join(map(card_words, missing[:_NAMED])) + "…" * (len(missing) > _NAMED)
        return _("You still hold {cards} to follow suit with: mark those first.", cards=named)
    return Play(able[0])


def turn_words(view: DaBaiFenView) -> str:
    """Return what is asked of the viewer."""
    if view.phase is Phase.DRAWING:
        if any(isinstance(action, Expose) for action in view.legal):
            return _("Expose a card of rank {rank}, or pass", rank=view.rank.value)
        return _("You hold no {rank}: pass", rank=view.rank.value)
    if view.free:
        return _("You hold no trump: you may annul the deal")
    if view.phase is Phase.BURYING:
        return _("Lay cards aside")
    if view.phase is Phase.LEADING:
        return _("Lead one card more") if view.trick.turns else _("Lead")
    return _follow_words(view)


def _follow_words(view: DaBaiFenView) -> str:
    """Return what to follow with, and how many cards if they are several."""
    words, due = _suit_due(view), _due(view)
    return _("{words}, {n} cards", words=words, n=due) if due > 1 else words


def _suit_due(view: DaBaiFenView) -> str:
    """Return which suit is to be followed."""
    trumps = trumps_of(view)
    if trumps is None or not view.trick.turns:
        return _("Play any card")
    led = suit_of(view.trick.turns[0].cards[0], trumps)
    if all(suit_of(card, trumps) is not led for card in view.hand):
        return _("Play any card")
    return _("Follow {suit}", suit=suit_words(led)) if led is not None else _("Follow trumps")


def refusal(view: DaBaiFenView, key: str, card: Card | None) -> str:
    """Return why a key does nothing on the viewer's turn."""
    if view.phase is Phase.DRAWING:
        if key == "m":
            return _("You hold no {rank} to expose: pass.", rank=view.rank.value)
        return _("Cards are still drawn: expose one of the trump rank, or pass.")
    if key == "g":
        return _("Only a hand without a trump annuls the deal.")
    if view.phase is Phase.BURYING:
        return _("Mark six cards with the space bar: Enter then lays them aside.")
    if key in {"m", "p", "d"}:
        return _("The draw is over: play a card.")
    trumps = trumps_of(view)
    if card is None or trumps is None or not view.trick.turns:
        return _("Choose a card to play.")
    led = suit_of(view.trick.turns[0].cards[0], trumps)
    if led is None:
        return _("Trumps were led, and you have some: play one, not {card}.", card=card_words(card))
    suit = suit_words(led).capitalize()
    return _("{suit} were led, and you have some: play one, not {card}.", suit=suit, card=card_words(card))


def premove_refusal(view: DaBaiFenView, card: Card | None) -> str:
    """Return why a card cannot be a premove: only one that follows a single card can."""
    if not view.legal or card is None:
        return ""
    if view.phase is not Phase.FOLLOWING or view.trick.number != 1:
        return _("The turn is another one: {card} was not meant for that.", card=card_words(card))
    return "" if card in usable(view) else refusal(view, "enter", card)


def rank_height(view: DaBaiFenView, card: Card) -> int:
    """Return how high a card ranks; trumps rank above all others."""
    trumps = trumps_of(view)
    if trumps is None:
        return PLACES.get(card, 0)
    return height(card, trumps) + (20 if suit_of(card, trumps) is None else 0)
