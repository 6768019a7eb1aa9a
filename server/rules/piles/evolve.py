"""The state after each event: the one place where the state of these games changes."""

from collections.abc import Collection

from msgspec.structs import replace

from protocol.cards import Card, Rank, Suit
from protocol.piles.events import (
    DealBegun,
    DealEnded,
    Dealt,
    GameEnded,
    PileKilled,
    Played,
    SideNamed,
    SixHanded,
    Taken,
    TrumpNamed,
    TrumpShown,
    WentOut,
)
from protocol.piles.views import Phase, Pickup, Turn
from protocol.vocabulary import Event, Seat
from server.rules.game import ForeignEvent
from server.rules.hands import Hands, in_order, with_cards, without
from server.rules.piles.state import Choosing, Deal, Dealing, Ended, Playing, State, Trumps, open_deal
from server.rules.piles.variant import Naming


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Playing(), Played() | Taken() | TrumpNamed() | TrumpShown() | SixHanded() | WentOut() | PileKilled():
            return _in_play(state, event)
        case Playing(), DealEnded():
            return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)
        case Choosing(), TrumpNamed() | SideNamed() | Dealt():
            return _before_play(state, event)
        case Dealing(), DealBegun() if not state.match.over:
            match = state.match
            trumps = match.trumps or (None,) * match.variant.players
            return Choosing(Deal(match, event.pack, event.commitment, event.seed), trumps, None)
        case Dealing(), GameEnded() if state.match.over:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _before_play(state: Choosing, event: TrumpNamed | SideNamed | Dealt) -> State:
    match event:
        case TrumpNamed(seat, suit):
            return replace(state, trumps=_with(state.trumps, seat, suit))
        case SideNamed(_, suit):
            return replace(state, side=suit)
    return _dealt(state, event)


def _dealt(state: Choosing, event: Dealt) -> Playing:
    """Return the state in which the seat left of the dealer begins; trumps named for the whole game are kept."""
    deal, variant = state.deal, state.variant
    if variant.naming is Naming.ONCE:
        deal = replace(deal, match=replace(deal.match, trumps=state.trumps))
    hands = tuple([in_order(hand) for hand in event.hands])
    drawn = event.drawn or (None,) * variant.players
    mover = Seat((deal.dealer + 1) % variant.players)
    return Playing(
        deal,
        state.trumps,
        state.side,
        dealt=tuple([hand if card is None else (*hand, card) for hand, card in zip(event.hands, drawn, strict=True)]),
        hands=hands,
        mover=mover,
        drawn=drawn,
        known=_own_sixes(hands, state.trumps) if variant.sixes else ((),) * variant.players,
        taken=(0,) * variant.players,
        seen=((hands, mover),) if variant.repetition else (),
    )


def _own_sixes(hands: Hands, trumps: Trumps) -> Hands:
    """Return the six of each seat that was dealt the one of its own trumps: all know that it is nobody else's."""
    sixes = [[Card(Rank.SIX, suit)] if suit is not None else [] for suit in trumps]
    return tuple([tuple([six for six in own if six in hand]) for own, hand in zip(sixes, hands, strict=True)])


def _in_play(state: Playing, event: Event) -> Playing:
    match event:
        case Played():
            return _played(state, event)
        case Taken():
            return _taken(state, event)
        case TrumpNamed(seat, suit):
            return replace(state, trumps=_with(state.trumps, seat, suit))
        case TrumpShown(seat, card):
            drawn = (*state.drawn[:seat], None, *state.drawn[seat + 1 :])
            shown = replace(_gained(state, seat, (card,)), drawn=drawn)
            return replace(shown, trumps=_with(state.trumps, seat, card.suit))
        case SixHanded(giver, taker, card):
            return _gained(_lost(state, giver, card), taker, (card,))
        case WentOut(seat):
            return replace(state, out=(*state.out, seat), mover=state.after(seat))
    assert isinstance(event, PileKilled)
    return replace(state, pile=(), killed=(*state.killed, *event.cards), phase=Phase.LEADING)


def _played(state: Playing, event: Played) -> Playing:
    """Put the card on the pile; who has beaten one and holds more cards adds another, where the table plays so."""
    seat = event.seat
    after = replace(_lost(state, seat, event.card), pile=(*state.pile, Turn(seat, event.card)), moves=state.moves + 1)
    holds = bool(after.hands[seat]) or after.drawn[seat] is not None
    if holds and event.beaten is not None and state.variant.adds:
        return replace(after, phase=Phase.ADDING)
    return replace(after, phase=Phase.BEATING, mover=after.after(seat) if holds else seat)


def _taken(state: Playing, event: Taken) -> Playing:
    """Move cards from the pile to the hand; if none is left, somebody begins a new one."""
    seat, count = event.seat, len(event.cards)
    rest, turns = state.pile[:-count], state.pile[-count:]
    leads = state.variant.taker_leads and not rest
    after = replace(
        _gained(state, seat, event.cards),
        pile=rest,
        phase=Phase.BEATING if rest else Phase.LEADING,
        mover=seat if leads else state.after(seat),
        moves=state.moves + 1,
        taken=tuple([old + count if place == seat else old for place, old in enumerate(state.taken)]),
        last=Pickup(seat, turns),
    )
    if not state.variant.repetition:
        return after
    return replace(after, seen=(*state.seen, (after.hands, after.mover)))


def _lost(state: Playing, seat: Seat, card: Card) -> Playing:
    """Take a card out of a hand, and from what is known of it."""
    return replace(state, hands=without(state.hands, seat, card), known=without(state.known, seat, card))


def _gained(state: Playing, seat: Seat, cards: Collection[Card]) -> Playing:
    """Put cards into a hand in the sight of all."""
    return replace(state, hands=with_cards(state.hands, seat, cards), known=with_cards(state.known, seat, cards))


def _with(trumps: Trumps, seat: Seat, suit: Suit | None) -> Trumps:
    return (*trumps[:seat], suit, *trumps[seat + 1 :])
