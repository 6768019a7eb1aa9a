"""The state after each event: the one place where the state of these games changes."""

from typing import assert_never

from msgspec.structs import replace

from protocol.cards import JOKER, Card, Rank
from protocol.fives.events import (
    Barred,
    BestCardScored,
    DealEnded,
    Dealt,
    Declined,
    GameEnded,
    Jinked,
    JokerTaken,
    Played,
    Robbed,
    Swept,
    TricksScored,
    TrickTaken,
)
from protocol.fives.views import Claim, Turn
from protocol.vocabulary import Event, Seat
from server.rules.fives.state import (
    Deal,
    Dealing,
    Ended,
    Exchanging,
    InDeal,
    Match,
    Offering,
    Playing,
    State,
    open_deal,
)
from server.rules.game import ForeignEvent
from server.rules.hands import in_order, with_cards, without


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Playing(), Played() | BestCardScored() | TrickTaken() | TricksScored() | DealEnded():
            return _in_play(state, event)
        case Playing(), Barred() | Jinked() | Swept():
            return _about_the_pool(state, event)
        case Playing() | Offering(), Robbed() | Declined():
            return _after_claim(state, event)
        case Exchanging(), JokerTaken():
            return _after_exchange(state, event)
        case Dealing(), Dealt() if not state.match.winners:
            return _dealt(state.match, event)
        case Dealing(), GameEnded() if state.match.winners:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _dealt(match: Match, event: Dealt) -> State:
    turned = (event.turn_up,) if event.next_up is None else (event.turn_up, event.next_up)
    hands = tuple([in_order(hand) for hand in event.hands])
    deal = Deal(match, hands, turned, event.commitment, event.seed)
    return Exchanging(deal, hands, ()) if event.turn_up is JOKER else _turned(deal, hands, ())


def _turned(deal: Deal, hands: tuple[tuple[Card, ...], ...], aside: tuple[Turn, ...]) -> Offering | Playing:
    """Return the next phase once the trump suit is known; an Ace turned up is offered to the dealer."""
    if deal.turned[-1].rank is Rank.ACE:
        return Offering(deal, hands, aside)
    return Playing(deal, hands, aside, points=(0,) * deal.match.variant.sides)


def _after_exchange(state: Exchanging, event: JokerTaken) -> Offering | Playing:
    hands, aside = _exchanged(state, event.seat, event.discard, JOKER)
    return _turned(state.deal, hands, aside)


def _after_claim(state: Offering | Playing, event: Robbed | Declined) -> Playing:
    """Return the state after the turn-up has been taken or declined."""
    playing = state if isinstance(state, Playing) else _play_begins(state)
    if isinstance(event, Declined):
        return replace(playing, claim=Claim.LEFT)
    hands, aside = _exchanged(state, event.seat, event.discard, event.turn_up)
    return replace(playing, hands=hands, aside=aside, claim=Claim.TAKEN, robber=event.seat)


def _play_begins(state: Offering) -> Playing:
    return Playing(state.deal, state.hands, state.aside, points=(0,) * state.variant.sides)


def _exchanged(
    state: InDeal, seat: Seat, discard: Card | None, taken: Card
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Turn, ...]]:
    """Return the hands and the cards laid aside after a card has been exchanged."""
    assert discard is not None, "only what viewers are told hides it"
    return with_cards(without(state.hands, seat, discard), seat, (taken,)), (*state.aside, Turn(seat, discard))


def _in_play(state: Playing, event: Event) -> State:
    match event:
        case Played():
            return _played(state, event)
        case BestCardScored(best):
            return replace(state, best=best, points=_plus(state, state.variant.side(best.seat), best.points))
        case TrickTaken(seat, _, points):
            takers = (*state.takers, seat)
            return replace(state, takers=takers, points=_plus(state, state.variant.side(seat), points))
        case TricksScored(side, _, points):
            return replace(state, points=_plus(state, side, points))
    assert isinstance(event, DealEnded)
    return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)


def _about_the_pool(state: Playing, event: Barred | Jinked | Swept) -> Playing:
    """Return the state after it is known who takes the pool, who leaves it there, or who is barred from it."""
    match event:
        case Barred(seat):
            return replace(state, shut=seat)
        case Jinked(seat):
            return replace(state, jinker=seat)
        case Swept():
            return replace(state, swept=event)
        case _:
            assert_never(event)


def _played(state: Playing, event: Played) -> Playing:
    """Remove the card from the hand; the right to rob ends with the Ace of trumps and with the first trick."""
    plays = (*state.plays, event)
    lapses = event.card is state.ace or len(plays) == state.variant.players
    claim = Claim.LAPSED if lapses and state.claim is Claim.OPEN else state.claim
    return replace(state, hands=without(state.hands, event.seat, event.card), plays=plays, claim=claim)


def _plus(state: Playing, side: int, points: int) -> tuple[int, ...]:
    return tuple([old + points if place == side else old for place, old in enumerate(state.points)])
