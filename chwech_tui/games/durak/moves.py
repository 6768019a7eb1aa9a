"""The moves of Durak: what is asked, what each key does, and why it does nothing."""

from chwech_tui.model.cards import card_words
from chwech_tui.model.game import Choice, Move, Several
from protocol.cards import Card
from protocol.durak.actions import FINISH, GIVE_UP, Add, Attack, Beat, Finish, GiveUp, Pass
from protocol.durak.pack import HEIGHTS, power
from protocol.durak.views import DurakView, Phase
from protocol.language import _
from protocol.vocabulary import Action


def action_words(action: Action) -> str:
    """Return an action as part of a sentence."""
    match action:
        case Attack(card=card) | Add(card=card):
            return card_words(card)
        case Beat(attack=attack, card=card):
            return _("{card} on {attack}", card=card_words(card), attack=card_words(attack))
        case GiveUp():
            return _("take up")
        case Finish():
            return _("done for this bout")
    return _("pass")


def usable(view: DurakView) -> tuple[Card, ...]:
    """Return the cards with which the viewer can attack, add or beat now."""
    cards: dict[Card, None] = {}
    for action in view.legal:
        match action:
            case Attack(card=card) | Add(card=card) | Beat(card=card):
                cards[card] = None
    return tuple(cards)


def moves(view: DurakView, card: Card | None) -> tuple[Move, ...]:
    """Return what Enter does with the chosen card, and what ``p`` does."""
    found: list[Move] = []
    beating = [action for action in view.legal if isinstance(action, Beat) and action.card == card]
    if beating:
        found.append(_beat(beating))
    for action in view.legal:
        match action:
            case Attack(card=played) if played == card:
                found.append(_move("enter", _("attack with {card}", card=card_words(played)), action))
            case Add(card=played) if played == card:
                found.append(_move("enter", _("throw in {card}", card=card_words(played)), action))
            case GiveUp() | Pass() | Finish():
                found.append(_move("p", action_words(action), action))
    return tuple(found)


def _move(key: str, label: str, action: Attack | Add | Beat | GiveUp | Pass | Finish) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def _beat(beating: list[Beat]) -> Move:
    """Return the move that beats a card, or asks which of several."""
    card = card_words(beating[0].card)
    if len(beating) == 1:
        label = _("beat {attack} with {card}", attack=card_words(beating[0].attack), card=card)
        return _move("enter", label, beating[0])
    choices = tuple(
        Choice(str(number), card_words(action.attack), action) for number, action in enumerate(beating, start=1)
    )
    hint = _("1 to {last}", last=len(beating))
    return Move("enter", _("beat with {card}", card=card), choices, _("Which card does {card} beat?", card=card), hint)


def several(view: DurakView) -> Several | None:
    """Return the choice of several cards to attack with, or to throw in; None for the defender."""
    if not any(isinstance(action, Attack | Add) for action in view.legal) or view.bout is None:
        return None
    words = _("Attack with") if view.phase is Phase.ATTACKING else _("Throw in")
    return Several(1, view.bout.room, words, alone=True)


def several_action(view: DurakView, cards: tuple[Card, ...]) -> Action | str:
    """Return what is sent first for these cards: the attack, and what is thrown in after it."""
    if not cards:
        return ""
    if view.phase is Phase.ATTACKING:
        if len({card.rank for card in cards}) > 1:
            return _("Only cards of one rank can begin a bout together.")
        return Attack(cards[0])
    fitting = next((card for card in cards if Add(card) in view.legal), None)
    return Add(fitting) if fitting is not None else _why_not_add(view, card_words(cards[0]))


def turn_words(view: DurakView) -> str:
    """Return what is asked of the viewer, or what they may do unasked."""
    if view.phase is Phase.ATTACKING:
        return _("Attack with a card")
    if GIVE_UP in view.legal:
        return _("Beat it, or take up") if len(_open(view)) == 1 else _("Beat them all, or take up")
    if FINISH in view.legal:
        return _("You may throw in")
    return _("Throw in, or pass")


def _open(view: DurakView) -> tuple[Card, ...]:
    return view.bout.open if view.bout is not None else ()


def refusal(view: DurakView, key: str, card: Card | None) -> str:
    """Return why ``p`` does nothing, or the chosen card cannot be played."""
    if key == "p":
        return _("You attack: the first card of a bout has to be played.")
    said = card_words(card) if card is not None else _("that card")
    if GIVE_UP in view.legal:
        return _why_not_beat(view, card, said)
    return _why_not_add(view, said)


def _why_not_beat(view: DurakView, card: Card | None, said: str) -> str:
    attacks = _open(view)
    trumped = view.trump is not None and all(attack.suit is view.trump for attack in attacks)
    if card is not None and card.suit is view.trump and trumped:
        return _("{card} is too low: a trump is beaten by a higher trump alone.", card=said)
    listed = ", ".join(map(card_words, attacks))
    return _("{card} does not beat {attacks}: play a higher card of the suit, or a trump.", card=said, attacks=listed)


def _why_not_add(view: DurakView, said: str) -> str:
    ranks = {card.rank: None for card in (view.bout.cards if view.bout is not None else ())}
    there = " ".join(rank.value for rank in sorted(ranks, key=HEIGHTS.__getitem__))
    return _("{card} cannot be thrown in: only {ranks} can, which lie in the bout.", card=said, ranks=there)


def height(view: DurakView, card: Card) -> int:
    """Return how high a card ranks: trumps above all others."""
    if card.rank not in HEIGHTS or card.suit is None:
        return 0
    return power(card, view.trump) if view.trump is not None else HEIGHTS[card.rank]
