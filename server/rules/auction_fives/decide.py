"""The events of each action: the one place where the game refuses an action."""

from typing import assert_never

from protocol.auction_fives.actions import AuctionFivesAction, Bid, Discard, Draw, Hold, Name, Pass, Pick, Play
from protocol.auction_fives.events import (
    BidMade,
    DealEnded,
    Dealt,
    Discarded,
    Drawn,
    GameEnded,
    Held,
    Passed,
    Picked,
    Played,
    StockOpened,
    TrickTaken,
    TrumpNamed,
)
from protocol.vocabulary import Action, Event, Seat
from server.rules.auction_fives.evolve import evolve
from server.rules.auction_fives.legal import legal
from server.rules.auction_fives.options import HAND, PACK
from server.rules.auction_fives.refusal import why_illegal
from server.rules.auction_fives.score import make_sheet, passed_sheet
from server.rules.auction_fives.state import Bidding, Dealing, Drawing, InDeal, Playing, State, standing
from server.rules.deciding import NO_DEAL_NOW, offered, shuffled_pack
from server.rules.game import IllegalAction, Mover, Shuffled
from server.rules.hands import in_order


def decide(state: State, mover: Seat | Mover, action: Action | Shuffled) -> tuple[Event, ...]:
    """Return the events of an action.

    Raises:
        IllegalAction: the mover may not do this now.
    """
    if isinstance(mover, Mover) or isinstance(action, Shuffled):
        return (_deal(state, mover, action),)
    chosen = offered(legal(state, mover), action, lambda: why_illegal(state, mover, action))
    assert isinstance(state, InDeal)
    event = _event(state, mover, chosen)
    return (event, *_at_once(evolve(state, event)))


def _event(state: InDeal, seat: Seat, action: AuctionFivesAction) -> Event:
    """Return the event that an action is itself."""
    match action:
        case Pass():
            return Passed(seat)
        case Bid(points):
            return BidMade(seat, points)
        case Hold():
            return Held(seat, standing(state.auction).points or 0)
        case Name(suit):
            return TrumpNamed(seat, suit, state.deal.kitty)
        case Discard(card):
            return Discarded(seat, card)
        case Draw():
            assert isinstance(state, Drawing)
            return _draw(state, seat)
        case Pick(card):
            return Picked(seat, card)
        case Play(card):
            return Played(seat, card)
        case _:
            assert_never(action)


def _draw(state: Drawing, seat: Seat) -> Drawn | StockOpened:
    missing = HAND - len(state.hands[seat])
    if state.variant.dealer_looks and seat == state.match.dealer and missing:
        return StockOpened(seat, missing, in_order(state.stock))
    return Drawn(seat, missing, state.stock[:missing])


def _at_once(state: State) -> tuple[Event, ...]:
    """Return what follows at once: a trick is taken, a deal is scored, the game is over."""
    if isinstance(state, Playing) and len(state.table) == state.variant.players:
        cards = tuple([play.card for play in state.table])
        taken = TrickTaken(state.table[state.order.taker(cards)].seat, cards)
        return (taken, *_at_once(evolve(state, taken)))
    if isinstance(state, Playing | Bidding) and state.turn is None:
        ended = DealEnded(make_sheet(state) if isinstance(state, Playing) else passed_sheet(state))
        return (ended, *_at_once(evolve(state, ended)))
    if isinstance(state, Dealing) and state.match.winners:
        return (GameEnded(state.match.totals, state.match.winners),)
    return ()


def _deal(state: State, mover: Seat | Mover, action: Action | Shuffled) -> Dealt:
    """Deal a shuffled pack: from the dealer's left, two cards to each seat, then three; then the kitty."""
    if not isinstance(state, Dealing) or state.match.winners:
        raise IllegalAction(NO_DEAL_NOW)
    match, variant = state.match, state.match.variant
    players = variant.players
    cards, promised, seed = shuffled_pack(PACK, mover, action)
    turns = [(seat - match.dealer - 1) % players for seat in range(players)]
    twos = [cards[2 * turn : 2 * turn + 2] for turn in turns]
    threes = [cards[2 * players + 3 * turn : 2 * players + 3 * turn + 3] for turn in turns]
    stock = HAND * players + variant.kitty
    return Dealt(
        deal=match.number,
        dealer=match.dealer,
        hands=tuple([(*two, *three) for two, three in zip(twos, threes, strict=True)]),
        kitty=cards[HAND * players : stock],
        stock=cards[stock:],
        commitment=promised,
        seed=seed,
    )
