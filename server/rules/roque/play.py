"""Where an action of Roque becomes events, or is refused; and where each event changes the state."""

from collections.abc import Sequence
from typing import Final, assert_never

from msgspec.structs import replace

from protocol.cards import Card
from protocol.roque.actions import Bid, Bury, Pass, Play, RoqueAction
from protocol.roque.events import (
    BidMade,
    Buried,
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    Passed,
    Played,
    TrickTaken,
    WidowTaken,
)
from protocol.roque.order import ORDER, TRICK, count
from protocol.vocabulary import Action, Event, Seat
from server.rules.auction import Auction
from server.rules.deciding import NO_DEAL_NOW, Consequences, offered, shuffled_pack
from server.rules.game import ForeignEvent, IllegalAction, Mover, Shuffled
from server.rules.hands import in_order, with_cards, without
from server.rules.roque.deal import (
    Bidding,
    Burying,
    Deal,
    Dealing,
    Ended,
    Match,
    Playing,
    State,
    legal,
    open_deal,
    why_illegal,
)
from server.rules.roque.variant import DefenderScores, Discards, DoubledBelow, Variant

_FAILED: Final = {Ending.FAILED: 1, Ending.DOUBLED: 2}
"""How many times a failed bid is lost."""


def trick_points(cards: Sequence[Card]) -> int:
    """Return what a trick counts."""
    return TRICK + count(cards)


def taken(state: Playing) -> tuple[int, ...]:
    """Return what the tricks count that each side has taken, without the cards laid aside."""
    variant, players = state.variant, state.variant.players
    points = [0] * variant.sides
    for number, seat in enumerate(state.takers):
        trick = state.plays[players * number : players * (number + 1)]
        points[variant.side(seat)] += trick_points([play.card for play in trick])
    return tuple(points)


def make_sheet(state: Bidding | Playing) -> DealSheet:
    """Return the score sheet of a deal that ends in this state."""
    return _passed_sheet(state) if isinstance(state, Bidding) else _played_sheet(state)


def _passed_sheet(state: Bidding) -> DealSheet:
    deal, nothing = state.deal, (0,) * state.variant.players
    return DealSheet(
        dealer=deal.match.dealer,
        ending=Ending.PASSED,
        tricks=nothing,
        took=nothing,
        points=nothing,
        totals=deal.match.totals,
        commitment=deal.commitment,
        seed=deal.seed,
    )


def _played_sheet(state: Playing) -> DealSheet:
    variant, deal = state.variant, state.deal
    took = _with_discards(state)
    side = variant.side(state.declarer)
    slam = all(variant.side(taker) == side for taker in state.takers)
    ending = _ending(variant, state.bid, took, side, slam=slam)
    points = _points(variant, ending, state.bid, took, side)
    seats = range(variant.players)
    by_seat = tuple([points[variant.side(seat)] for seat in seats])
    return DealSheet(
        dealer=deal.match.dealer,
        ending=ending,
        tricks=tuple([sum(taker == seat for taker in state.takers) for seat in seats]),
        took=tuple([took[variant.side(seat)] for seat in seats]),
        points=by_seat,
        totals=tuple([total + scored for total, scored in zip(deal.match.totals, by_seat, strict=True)]),
        declarer=state.declarer,
        bid=state.bid,
        trump=state.trump,
        buried=state.buried,
        commitment=deal.commitment,
        seed=deal.seed,
    )


def _with_discards(state: Playing) -> list[int]:
    """Return what each side has taken, with the cards laid aside."""
    variant = state.variant
    took = list(taken(state))
    owner = state.declarer if variant.discards is Discards.DECLARER else state.takers[-1]
    took[variant.side(owner)] += variant.aside + count(state.buried)
    return took


def _ending(variant: Variant, bid: int, took: Sequence[int], side: int, *, slam: bool) -> Ending:
    """Return how the contract of a side ended."""
    if slam:
        return Ending.SLAM
    if took[side] >= bid:
        return Ending.MADE
    others = [points for other, points in enumerate(took) if other != side]
    against = max(others) if variant.doubled_below is DoubledBelow.BETTER else sum(others)
    return Ending.DOUBLED if took[side] < against else Ending.FAILED


def _points(variant: Variant, ending: Ending, bid: int, took: Sequence[int], side: int) -> list[int]:
    """Return what each side scores; the defenders always score what they took."""
    together = variant.defender_scores is DefenderScores.BOTH
    defenders = sum(took) - took[side]
    points = [defenders if together else own for own in took]
    if ending in _FAILED:
        points[side] = -bid * _FAILED[ending]
    else:
        points[side] = variant.slam if ending is Ending.SLAM else took[side]
    return points


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Playing(), Played():
            return _played(state, event)
        case Playing(), TrickTaken(seat):
            return replace(state, takers=(*state.takers, seat))
        case Burying(), Buried():
            return _buried(state, event)
        case Bidding(), BidMade(seat, points):
            return replace(state, auction=state.auction.then(seat, points))
        case Bidding(), Passed(seat):
            return replace(state, auction=state.auction.then(seat, None))
        case Bidding(), WidowTaken(seat, points):
            hands = with_cards(state.hands, seat, state.deal.widow)
            return Burying(state.deal, hands, state.auction, seat, points)
        case Bidding() | Playing(), DealEnded():
            return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)
        case Dealing(), Dealt() if not state.match.winners:
            return _dealt(state.match, event)
        case Dealing(), GameEnded() if state.match.winners:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _dealt(match: Match, event: Dealt) -> Bidding:
    players = match.variant.players
    hands = tuple([in_order(hand) for hand in event.hands])
    deal = Deal(match, hands, in_order(event.widow), event.commitment, event.seed)
    order = tuple([Seat((match.dealer - step) % players) for step in range(1, players + 1)])
    return Bidding(deal, hands, Auction(order))


def _buried(state: Burying, event: Buried) -> Burying | Playing:
    """Remove a card from the declarer's hand; after the last one the play begins."""
    assert event.card is not None, "only what viewers are told hides it"
    hands = without(state.hands, event.seat, event.card)
    buried = (*state.buried, event.card)
    if len(buried) < state.variant.widow:
        return replace(state, hands=hands, buried=buried)
    return Playing(state.deal, hands, state.auction, state.declarer, state.bid, in_order(buried))


def _played(state: Playing, event: Played) -> Playing:
    hands = without(state.hands, event.seat, event.card)
    return replace(state, hands=hands, plays=(*state.plays, event))


def decide(state: State, mover: Seat | Mover, action: Action | Shuffled) -> tuple[Event, ...]:
    """Return the events of an action.

    Raises:
        IllegalAction: the mover may not do this now.
    """
    if isinstance(mover, Mover) or isinstance(action, Shuffled):
        return (_deal(state, mover, action),)
    chosen = offered(legal(state, mover), action, lambda: why_illegal(state, mover, action))
    consequences = _Consequences(state, evolve)
    consequences.act(mover, chosen)
    return tuple(consequences.events)


class _Consequences(Consequences[State]):
    """The events of one action, collected one after the other."""

    def act(self, seat: Seat, action: RoqueAction) -> None:
        """Add the event of a seat's action, and every event that follows at once."""
        match action:
            case Bid(points):
                self.add(BidMade(seat, points))
                self.end_auction()
            case Pass():
                self.add(Passed(seat))
                self.end_auction()
            case Bury(card):
                self.add(Buried(seat, card))
            case Play(card):
                self.add(Played(seat, card))
                self.take_trick()
            case _:
                assert_never(action)

    def end_auction(self) -> None:
        """Give the widow to the declarer once the auction is over; where everybody has passed the deal is over."""
        state = self.state
        assert isinstance(state, Bidding)
        if not state.auction.is_over:
            return
        highest, variant = state.auction.highest, state.variant
        if highest is not None and highest.points is not None:
            self.add(WidowTaken(highest.seat, highest.points, state.deal.widow))
        elif variant.forced_dealer:
            self.add(WidowTaken(state.match.dealer, variant.lowest_bid, state.deal.widow))
        else:
            self.end()

    def take_trick(self) -> None:
        """Award a complete trick to its highest card; after the last trick, score the deal."""
        state = self.state
        assert isinstance(state, Playing)
        if len(state.table) < state.variant.players:
            return
        cards = tuple([play.card for play in state.table])
        self.add(TrickTaken(state.table[ORDER.taker(cards, state.trump)].seat, cards, trick_points(cards)))
        assert isinstance(self.state, Playing)
        if len(self.state.takers) == state.variant.hand:
            self.end()

    def end(self) -> None:
        """End the deal, and the game as well if a side has won."""
        assert isinstance(self.state, Bidding | Playing)
        sheet = make_sheet(self.state)
        self.add(DealEnded(sheet))
        assert isinstance(self.state, Dealing)
        winners = self.state.match.winners
        if winners:
            self.add(GameEnded(sheet.totals, winners))


def _deal(state: State, mover: Seat | Mover, action: Action | Shuffled) -> Dealt:
    """Deal a shuffled pack: from the dealer's right, in batches; the last cards are the widow."""
    if not isinstance(state, Dealing) or state.match.winners:
        raise IllegalAction(NO_DEAL_NOW)
    match = state.match
    pack = match.variant.pack
    cards, promised, seed = shuffled_pack(pack, mover, action)
    return Dealt(
        deal=match.number,
        dealer=match.dealer,
        hands=tuple([_hand_dealt(match, cards, seat) for seat in range(match.variant.players)]),
        widow=cards[-match.variant.widow :],
        commitment=promised,
        seed=seed,
    )


def _hand_dealt(match: Match, cards: tuple[Card, ...], seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat is dealt."""
    players, batch = match.variant.players, match.variant.batch
    turn = (match.dealer - 1 - seat) % players
    starts = range(turn * batch, players * match.variant.hand, players * batch)
    return tuple([card for start in starts for card in cards[start : start + batch]])
