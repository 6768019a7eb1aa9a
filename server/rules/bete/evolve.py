"""The state after each event: the one place where the state of Bête changes."""

from msgspec.structs import replace

from protocol.bete.events import DealEnded, Dealt, GameEnded, Passed, Played, TookPart, TrickTaken
from protocol.vocabulary import Event
from server.rules.bete.state import Asking, Deal, Dealing, Ended, Match, Playing, State, open_deal
from server.rules.game import ForeignEvent
from server.rules.hands import in_order, without


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Playing(), Played():
            return replace(state, hands=without(state.hands, event.seat, event.card), plays=(*state.plays, event))
        case Playing(), TrickTaken(seat):
            return replace(state, takers=(*state.takers, seat))
        case Asking(), TookPart(seat):
            return _asked(replace(state, active=(*state.active, seat), asked=state.asked + 1))
        case Asking(), Passed():
            return _asked(replace(state, asked=state.asked + 1))
        case Asking() | Playing(), DealEnded():
            return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)
        case Dealing(), Dealt() if not state.match.over:
            return _dealt(state.match, event)
        case Dealing(), GameEnded() if state.match.over:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _dealt(match: Match, event: Dealt) -> Asking:
    hands = tuple([in_order(hand) for hand in event.hands])
    return Asking(Deal(match, hands, event.turn_up, event.commitment, event.seed), hands, ())


def _asked(state: Asking) -> Asking | Playing:
    """Return the play once all have spoken, if there is one."""
    if state.turn is None and state.is_played:
        return Playing(state.deal, state.hands, state.active)
    return state
