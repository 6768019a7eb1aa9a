"""The reasons for refusing an action, as sentences; they reveal nothing of any hand except the mover's own."""

from protocol.durak.actions import Add, Attack, Beat, Finish, GiveUp
from protocol.language import sentence
from protocol.vocabulary import Action, Seat
from server.rules.durak.asking import asked
from server.rules.durak.state import Dealing, Ended, Fighting, State
from server.rules.durak.variant import side_of


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if not isinstance(state, Fighting):
        return sentence("the bout is over: wait for the next one")
    there = asked(state)
    if seat in there.asked:
        return _why_not_asked(state, seat, action)
    return _why_not_add(state, seat, action) if seat in there.free else _why_not_now(state, seat)


def _why_not_now(state: Fighting, seat: Seat) -> str:
    """Return why a seat may not act at all."""
    bout = state.bout
    if not bout.pairs:
        return sentence("another player attacks: wait for the first card of the bout")
    if seat == bout.defender:
        return sentence("everything is beaten: wait whether another card is thrown in")
    if side_of(seat) == side_of(bout.defender):
        return sentence("only the opponents of the defender may throw in cards")
    if not bout.room:
        return sentence("no more cards may be thrown in: there are {limit} attack cards", limit=bout.limit)
    if not state.hands[seat]:
        return sentence("you hold no cards")
    if seat in state.finished:
        return sentence("you have said that you throw in nothing more in this bout")
    if seat in state.passed:
        return sentence("you have passed: wait until another card is thrown in")
    return sentence("the attacker may throw in first: wait until the defender has acted")


def _why_not_asked(state: Fighting, seat: Seat, action: Action) -> str:
    """Return why a seat that is asked may not do this."""
    bout = state.bout
    if not bout.pairs:
        if isinstance(action, Attack):
            return sentence("you do not hold {card}", card=action.card)
        return sentence("you attack: play the first card of the bout")
    if seat == bout.defender:
        return _why_not_beat(state, seat, action)
    if isinstance(action, Finish):
        return sentence("you are asked now: throw in a card, or pass")
    return _why_not_add(state, seat, action)


def _why_not_beat(state: Fighting, seat: Seat, action: Action) -> str:
    if not isinstance(action, Beat):
        return sentence("you defend: beat a card, or give up")
    if action.card not in state.hands[seat]:
        return sentence("you do not hold {card}", card=action.card)
    if action.attack not in state.bout.open:
        return sentence("{card} is no attack card that is still to beat", card=action.attack)
    return sentence(
        "{card} does not beat {attack}: it takes a higher card of its suit, or a trump",
        card=action.card,
        attack=action.attack,
    )


def _why_not_add(state: Fighting, seat: Seat, action: Action) -> str:
    match action:
        case Add(card) if card not in state.hands[seat]:
            return sentence("you do not hold {card}", card=card)
        case Add(card):
            return sentence("{card} cannot be thrown in: only ranks that lie in the bout can", card=card)
        case Beat() | GiveUp():
            return sentence("only the defender beats cards or gives up: throw in a card, or nothing")
        case Attack():
            return sentence("the bout has begun: throw in a card of a rank that lies in it, or nothing")
    return sentence("you are not asked now: throw in a card, or say that you are done for this bout")
