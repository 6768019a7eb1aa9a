"""The legal actions of a seat (rules, sections 2 to 4), and the one for a seat that did not act in time."""

from protocol.piles.actions import SHOW, TAKE, NameSide, NameTrump, PilesAction, Play
from protocol.piles.order import beats, height
from protocol.piles.views import Phase
from protocol.vocabulary import Seat
from server.rules.piles.state import Choosing, Playing, State
from server.rules.piles.variant import Naming


def legal(state: State, seat: Seat) -> tuple[PilesAction, ...]:
    """Return every legal action of the seat; none if it is not its turn."""
    if state.turn != seat:
        return ()
    if isinstance(state, Choosing):
        kind = NameTrump if state.trumps[seat] is None else NameSide
        return tuple([kind(suit) for suit in state.free])
    assert isinstance(state, Playing)
    return (*_cards(state, seat), *_trumps(state, seat))


def _cards(state: Playing, seat: Seat) -> tuple[PilesAction, ...]:
    """Return the cards that can be played, and the pile that can be taken up."""
    hand = state.hands[seat]
    if state.phase is not Phase.BEATING:
        return tuple([Play(card) for card in hand])
    top, trump = state.pile[-1].card, state.trumps[seat]
    return (*[Play(card) for card in hand if beats(card, top, trump)], TAKE)


def _trumps(state: Playing, seat: Seat) -> tuple[PilesAction, ...]:
    """Return the ways to make one's trump known, where it is not."""
    if state.trumps[seat] is not None:
        return ()
    if state.variant.naming is Naming.DRAWN:
        return (SHOW,)
    return tuple([NameTrump(suit) for suit in state.free])


def fallback(state: State, seat: Seat) -> PilesAction:
    """Return the first free suit, the pile in place of beating it, or the lowest card, no trump if there is another.

    Who beats a card shows that they can; who takes up the pile shows nothing.
    """
    choices = legal(state, seat)
    if TAKE in choices:
        return TAKE
    plays = [choice for choice in choices if isinstance(choice, Play)]
    if not plays:
        return choices[0]
    assert isinstance(state, Playing)
    trump = state.trumps[seat]
    return min(plays, key=lambda play: (play.card.suit is trump, height(play.card)))
