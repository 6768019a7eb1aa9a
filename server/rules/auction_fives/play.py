"""Where an action of Auction Forty-Fives becomes events, or is refused; and where each event changes the state."""

from typing import Final, assert_never

from msgspec.structs import replace

from protocol.auction_fives.actions import AuctionFivesAction, Bid, Discard, Draw, Hold, Name, Pass, Pick, Play
from protocol.auction_fives.events import (
    BidMade,
    DealEnded,
    DealSheet,
    Dealt,
    Discarded,
    Drawn,
    Ending,
    GameEnded,
    Held,
    Passed,
    Picked,
    Played,
    StockOpened,
    TrickTaken,
    TrumpNamed,
)
from protocol.auction_fives.views import Turn
from protocol.cards import Suit
from protocol.language import N_, sentence
from protocol.vocabulary import Action, Event, Seat
from server.rules.auction import Auction
from server.rules.auction_fives.deal import (
    Bidding,
    Deal,
    Dealing,
    Drawing,
    Ended,
    InDeal,
    Match,
    Naming,
    Picking,
    Playing,
    State,
    is_forced,
    legal,
    lowest,
    open_deal,
    standing,
)
from server.rules.auction_fives.variant import HAND, PACK, SIDES, TRICK
from server.rules.deciding import NO_DEAL_NOW, NOT_YOUR_TURN, offered, shuffled_pack
from server.rules.game import ForeignEvent, IllegalAction, Mover, Shuffled
from server.rules.hands import in_order, with_cards, without

ALL = HAND * TRICK + TRICK
"""The points of a deal, and the highest bid."""


def best_play(state: Playing) -> Played:
    """Return the play of the highest trump; without trumps, of the highest card that took a trick, the first of equals.

    The highest trump always takes its trick.
    """
    heights = state.order.heights
    trumps = [play for play in state.plays if state.order.is_trump(play.card)]
    players = state.variant.players
    won = [play for number, play in enumerate(state.plays) if play.seat == state.takers[number // players]]
    return max(trumps or won, key=lambda play: heights[play.card])


def make_sheet(state: Playing) -> DealSheet:
    """Return the score sheet of a deal that has been played."""
    variant, match, deal = state.variant, state.match, state.deal
    call, best = standing(state.auction), best_play(state)
    bid = call.points or 0
    taken = [TRICK * sum(variant.side(taker) == side for taker in state.takers) for side in range(SIDES)]
    taken[variant.side(best.seat)] += TRICK
    bidders = variant.side(call.seat)
    made = taken[bidders] >= bid
    points = list(taken)
    points[bidders] = (2 * ALL if bid == ALL else taken[bidders]) if made else -bid
    seats = range(variant.players)
    return DealSheet(
        dealer=match.dealer,
        ending=Ending.MADE if made else Ending.FAILED,
        tricks=tuple([state.takers.count(Seat(seat)) for seat in seats]),
        taken=tuple([taken[variant.side(seat)] for seat in seats]),
        points=tuple([points[variant.side(seat)] for seat in seats]),
        totals=tuple([match.totals[seat] + points[variant.side(seat)] for seat in seats]),
        bidder=call.seat,
        bid=bid,
        trump=state.trump,
        best=best.card,
        best_seat=best.seat,
        commitment=deal.commitment,
        seed=deal.seed,
    )


def passed_sheet(state: Bidding) -> DealSheet:
    """Return the score sheet of a deal in which everybody has passed."""
    nothing = (0,) * state.variant.players
    deal = state.deal
    return DealSheet(
        dealer=state.match.dealer,
        ending=Ending.PASSED,
        tricks=nothing,
        taken=nothing,
        points=nothing,
        totals=state.match.totals,
        commitment=deal.commitment,
        seed=deal.seed,
    )


_LED: Final = {
    Suit.CLUBS: N_("clubs were led: play one, or a trump"),
    Suit.DIAMONDS: N_("diamonds were led: play one, or a trump"),
    Suit.HEARTS: N_("hearts were led: play one, or a trump"),
    Suit.SPADES: N_("spades were led: play one, or a trump"),
}
"""What is said where a suit has to be followed, marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if state.turn != seat:
        if state.turn is None:
            return sentence("the trick is being taken")
        return sentence(NOT_YOUR_TURN)
    match state:
        case Bidding():
            return _why_not_bid(state, seat, action)
        case Naming():
            return sentence("your bid stands: name the trump suit")
        case Drawing():
            return _why_not_exchange(state, seat, action)
        case Picking():
            return sentence("pick a card from those that are left, until you have five")
    return _why_not_play(state, seat, action)


def _why_not_bid(state: Bidding, seat: Seat, action: Action) -> str:
    least = lowest(state, seat)
    if is_forced(state, seat):
        return sentence("all others have passed: as the dealer, bid {least} or more", least=least)
    if isinstance(action, Hold):
        if state.variant.dealer_holds:
            return sentence("only the dealer may hold, a number that nobody has held: bid more, or pass")
        return sentence("only the next in turn may hold, a number that nobody has held: bid more, or pass")
    if isinstance(action, Bid):
        highest = state.auction.highest
        over = 0 if highest is None else (highest.points or 0)
        return sentence("bid a multiple of 5 above {over}, from {least} to 30, or pass", over=over, least=least)
    return sentence("the auction goes on: bid, or pass")


def _why_not_exchange(state: Drawing, seat: Seat, action: Action) -> str:
    hand = state.hands[seat]
    if isinstance(action, Discard):
        if action.card not in hand:
            return sentence("you do not hold {card}", card=action.card)
        return sentence("you may lay no more cards aside: draw")
    if len(hand) > HAND:
        return sentence("lay cards aside until five are left")
    return sentence("lay cards aside, or draw")


def _why_not_play(state: Playing, seat: Seat, action: Action) -> str:
    if not isinstance(action, Play):
        return sentence("the tricks are played: play a card")
    if action.card not in state.hands[seat]:
        return sentence("you do not hold {card}", card=action.card)
    led = state.table[0].card
    if state.order.is_trump(led):
        return sentence("a trump was led: play a trump; only a top trump above {card} may be kept back", card=led)
    assert led.suit is not None
    return sentence(_LED[led.suit])


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Bidding(), Passed() | BidMade() | Held():
            return _called(state, event)
        case Naming(), TrumpNamed():
            return _named(state, event)
        case Drawing(), Discarded() | Drawn() | StockOpened():
            return _exchanged(state, event)
        case Picking(), Picked():
            return _picked(state, event)
        case Playing(), Played() | TrickTaken():
            return _in_play(state, event)
        case Playing() | Bidding(), DealEnded():
            return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)
        case Dealing(), Dealt() if not state.match.winners:
            return _dealt(state.match, event)
        case Dealing(), GameEnded() if state.match.winners:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _dealt(match: Match, event: Dealt) -> Bidding:
    players = match.variant.players
    order = tuple([Seat((match.dealer + step) % players) for step in range(1, players + 1)])
    hands = tuple([in_order(hand) for hand in event.hands])
    deal = Deal(match, hands, in_order(event.kitty), event.commitment, event.seed)
    return Bidding(deal, hands, event.stock, Auction(order))


def _called(state: Bidding, event: Passed | BidMade | Held) -> Bidding | Naming:
    auction = state.auction.then(event.seat, None if isinstance(event, Passed) else event.points)
    if auction.is_over and auction.highest is not None:
        return Naming(state.deal, state.hands, state.stock, auction)
    return replace(state, auction=auction)


def _named(state: Naming, event: TrumpNamed) -> Drawing:
    hands = with_cards(state.hands, event.seat, state.deal.kitty)
    return Drawing(state.deal, hands, state.stock, state.auction, event.suit)


def _exchanged(state: Drawing, event: Discarded | Drawn | StockOpened) -> Drawing | Picking | Playing:
    """Return the state after a discard, or after a seat has drawn; the dealer draws last."""
    match event:
        case Discarded(seat, card):
            assert card is not None, "only what viewers are told hides it"
            return replace(state, hands=without(state.hands, seat, card), aside=(*state.aside, Turn(seat, card)))
        case Drawn(seat, count, cards):
            drawn = (*state.drawn, *[Turn(seat, card) for card in cards])
            hands, stock = with_cards(state.hands, seat, cards), state.stock[count:]
            after = replace(state, hands=hands, stock=stock, drawn=drawn, done=state.done + 1)
            return after if after.done < state.variant.players else _play_begins(after)
    return Picking(
        state.deal, state.hands, state.stock, state.auction, state.trump, state.aside, state.drawn, state.done
    )


def _picked(state: Picking, event: Picked) -> Picking | Playing:
    card = event.card
    assert card is not None, "only what viewers are told hides it"
    hands = with_cards(state.hands, event.seat, (card,))
    stock = tuple([other for other in state.stock if other is not card])
    drawn = (*state.drawn, Turn(event.seat, card))
    after = replace(state, hands=hands, stock=stock, drawn=drawn)
    return after if len(hands[event.seat]) < HAND else _play_begins(replace(after, done=state.done + 1))


def _play_begins(state: Drawing | Picking) -> Playing:
    return Playing(
        state.deal, state.hands, state.stock, state.auction, state.trump, state.aside, state.drawn, state.done
    )


def _in_play(state: Playing, event: Played | TrickTaken) -> Playing:
    if isinstance(event, TrickTaken):
        return replace(state, takers=(*state.takers, event.seat))
    return replace(state, hands=without(state.hands, event.seat, event.card), plays=(*state.plays, event))


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
