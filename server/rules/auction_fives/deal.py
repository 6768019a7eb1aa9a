"""The states of Auction Forty-Fives, a union of phases; who may act, what is legal, and why all else is refused."""

from typing import ClassVar, assert_never

from msgspec import Struct

from protocol.auction_fives.actions import BIDS, DRAW, HOLD, PASS, AuctionFivesAction, Bid, Discard, Name, Pick, Play
from protocol.auction_fives.events import DealSheet, Played
from protocol.auction_fives.views import OpenDeal, Turn
from protocol.cards import Card, Suit
from protocol.colour_order import JokerPlace, Order, make_order
from protocol.vocabulary import Seat
from server.rules.auction import Auction, Call
from server.rules.auction_fives.variant import HAND, SIDES, TARGET, Variant
from server.rules.hands import in_order, playable
from server.rules.match import DealtMatch


class Match(DealtMatch[Variant, DealSheet, OpenDeal], frozen=True, gc=False):
    """The state that lasts from deal to deal."""

    @property
    def dealer(self) -> Seat:
        """The current dealer; the deal passes to the left."""
        return Seat((self.first_dealer + len(self.sheets)) % self.variant.players)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of the side that has won, or of both where they are equal in the end; empty before."""
        sides = self._winning_sides()
        return tuple(seat for seat in map(Seat, range(self.variant.players)) if self.variant.side(seat) in sides)

    def _winning_sides(self) -> set[int]:
        variant, totals = self.variant, self.totals[:SIDES]
        highest = {side for side, total in enumerate(totals) if total == max(totals)}
        out = {side for side, total in enumerate(totals) if total >= TARGET and not variant.deals}
        if len(out) == SIDES and (not variant.higher_wins or len(highest) == SIDES):
            bidder = self.sheets[-1].bidder
            assert bidder is not None, "nobody scores without a bid"
            return {variant.side(bidder)}
        if out:
            return out & highest
        return highest if len(self.sheets) == variant.most_deals else set()


class Deal(Struct, frozen=True, gc=False):
    """The state that is constant within a deal."""

    match: Match
    """The state that lasts from deal to deal."""

    dealt: tuple[tuple[Card, ...], ...]
    """The cards of each seat as dealt."""

    kitty: tuple[Card, ...]
    """The cards laid apart for the bidder."""

    commitment: str | None
    """The SHA-256 of the seed, published with the deal."""

    seed: str | None
    """The seed, published when the deal has ended."""


class InDeal(Struct, frozen=True, gc=False):
    """The state common to every phase within a deal."""

    deal: Deal
    """The state that is constant within the deal."""

    hands: tuple[tuple[Card, ...], ...]
    """The hand of each seat, in the order of the pack."""

    stock: tuple[Card, ...]
    """The cards left to draw from, the next one first."""

    auction: Auction
    """What has been said."""

    @property
    def match(self) -> Match:
        """The state that lasts from deal to deal."""
        return self.deal.match

    @property
    def variant(self) -> Variant:
        """The rules of the table."""
        return self.deal.match.variant


class Bidding(InDeal, frozen=True, gc=False):
    """The auction; once it is over without a bid, only the end of the deal is awaited."""

    @property
    def turn(self) -> Seat | None:
        """The seat that speaks next; None if nobody is left."""
        return self.auction.turn


class Naming(InDeal, frozen=True, gc=False):
    """The trump suit is to be named."""

    @property
    def turn(self) -> Seat:
        """The seat whose bid stands."""
        return standing(self.auction).seat


class Exchanged(InDeal, frozen=True, gc=False):
    """The state common to every phase in which the trump suit is known."""

    trump: Suit
    aside: tuple[Turn, ...] = ()
    """The cards laid aside, with the seat that did so."""

    drawn: tuple[Turn, ...] = ()
    """The cards drawn or picked, with the seat that did so."""

    done: int = 0
    """The number of seats that have drawn, from the dealer's left."""

    @property
    def order(self) -> Order:
        """How the cards rank."""
        return make_order(self.trump, JokerPlace.NONE)

    @property
    def first(self) -> Seat:
        """The seat that leads to the first trick."""
        before = self.match.dealer if self.variant.dealer_leads else standing(self.auction).seat
        return Seat((before + 1) % self.variant.players)


class Drawing(Exchanged, frozen=True, gc=False):
    """One seat after the other lays cards aside, and draws; the dealer last."""

    @property
    def turn(self) -> Seat:
        """The seat that lays cards aside."""
        return Seat((self.match.dealer + 1 + self.done) % self.variant.players)


class Picking(Exchanged, frozen=True, gc=False):
    """The dealer picks from all cards that are left."""

    @property
    def turn(self) -> Seat:
        """The dealer."""
        return self.match.dealer


class Playing(Exchanged, frozen=True, gc=False):
    """Tricks are played; after the last trick, only the score of the deal is awaited."""

    plays: tuple[Played, ...] = ()
    """All cards played in this deal."""

    takers: tuple[Seat, ...] = ()
    """The taker of each trick."""

    @property
    def table(self) -> tuple[Played, ...]:
        """The cards of the current trick."""
        return self.plays[self.variant.players * len(self.takers) :]

    @property
    def leader(self) -> Seat:
        """The seat that leads or led to the current trick."""
        return self.takers[-1] if self.takers else self.first

    @property
    def turn(self) -> Seat | None:
        """The seat to act; None in a state that only lasts until the next event."""
        players, played = self.variant.players, len(self.table)
        if played == players or len(self.takers) == HAND:
            return None
        return Seat((self.leader + played) % players)


class Between(Struct, frozen=True, gc=False):
    """The state common to the phases in which no cards are played."""

    match: Match
    """The state that lasts from deal to deal."""

    ended: Playing | Bidding | None = None
    """The deal that has ended, which stays on the table; None before the first one."""

    turn: ClassVar[Seat | None] = None
    """No seat is to move."""


class Dealing(Between, frozen=True, gc=False):
    """The next deal is awaited; after the last deal, the end of the game, which follows at once."""


class Ended(Between, frozen=True, gc=False):
    """A side has won, and the deal has been scored."""


State = Dealing | Bidding | Naming | Drawing | Picking | Playing | Ended
"""A state of the game."""


def standing(auction: Auction) -> Call:
    """Return the bid that stands, in an auction in which there is one."""
    highest = auction.highest
    assert highest is not None, "somebody has bid"
    return highest


def open_deal(state: InDeal) -> OpenDeal:
    """Return the cards of a deal as it stands, open to all."""
    aside, drawn = (state.aside, state.drawn) if isinstance(state, Exchanged) else ((), ())
    return OpenDeal(state.deal.dealt, state.hands, state.deal.kitty, aside, drawn)


HIGH_SCORE = 100
"""A side with so many points may not bid less than ``HIGH_BID``."""

HIGH_BID = 20


def calls_of(state: Bidding, seat: Seat) -> tuple[AuctionFivesAction, ...]:
    """Return what the seat may say whose turn it is."""
    highest = state.auction.highest
    stands = (highest and highest.points) or 0
    least = lowest(state, seat)
    bids = tuple([Bid(points) for points in BIDS if points >= least and points > stands])
    hold = (HOLD,) if may_hold(state, seat) else ()
    return (*bids, *hold) if is_forced(state, seat) else (PASS, *bids, *hold)


def lowest(state: Bidding, seat: Seat) -> int:
    """Return the lowest number that a seat may bid or hold, whatever stands."""
    variant = state.variant
    forced = variant.forced_bid if is_forced(state, seat) else 0
    return max(variant.lowest_bid, forced, HIGH_BID if state.match.totals[seat] >= HIGH_SCORE else 0)


def is_forced(state: Bidding, seat: Seat) -> bool:
    """True if the seat is the dealer, all others have passed without a bid, and the table does not deal again."""
    alone = len(state.auction.passed) == state.variant.players - 1
    return bool(state.variant.forced_bid) and seat == state.match.dealer and alone and state.auction.highest is None


def may_hold(state: Bidding, seat: Seat) -> bool:
    """True if the seat may take over the bid that stands: once a number, the next in turn, or the dealer alone."""
    auction, highest = state.auction, state.auction.highest
    if highest is None or highest.points is None or highest.points < lowest(state, seat) or is_held(auction):
        return False
    if state.variant.dealer_holds:
        return seat == state.match.dealer
    return auction.calls[-1].points is not None


def is_held(auction: Auction) -> bool:
    """True if the number that stands has been bid and held."""
    highest = auction.highest
    return highest is not None and sum(call.points == highest.points for call in auction.calls) > 1


def legal(state: State, seat: Seat) -> tuple[AuctionFivesAction, ...]:
    """Return every legal action of the seat; none if it is not its turn."""
    if not isinstance(state, InDeal) or state.turn != seat:
        return ()
    match state:
        case Bidding():
            return calls_of(state, seat)
        case Naming():
            return tuple([Name(suit) for suit in Suit])
        case Drawing():
            return _exchanges(state, state.hands[seat])
        case Picking():
            return tuple([Pick(card) for card in in_order(state.stock)])
        case Playing():
            led = state.table[0].card if state.table else None
            strict = state.variant.renege_strict
            return tuple([Play(card) for card in playable(state.hands[seat], led, state.order, strict=strict)])
        case _:
            assert_never(state)


def _exchanges(state: Drawing, hand: tuple[Card, ...]) -> tuple[AuctionFivesAction, ...]:
    """Return the cards that may be laid aside, and the end of that once five or fewer are left in hand."""
    missing = HAND - (len(hand) - 1)
    most = min(state.variant.most_drawn, len(state.stock))
    discards = tuple([Discard(card) for card in hand]) if missing <= most else ()
    return (*discards, DRAW) if len(hand) <= HAND else discards


def fallback(state: State, seat: Seat) -> AuctionFivesAction:
    """Return a pass, the longest suit, no more discards than needed, or the lowest card that may be played."""
    choices = legal(state, seat)
    match state:
        case Bidding():
            return PASS if PASS in choices else choices[0]
        case Naming():
            return Name(_longest(state.hands[seat]))
        case Drawing() if DRAW in choices:
            return DRAW
        case Drawing() | Playing():
            heights = state.order.heights
            cards = [choice for choice in choices if isinstance(choice, Discard | Play)]
            return min(cards, key=lambda choice: heights[choice.card])
    return choices[0]


def _longest(hand: tuple[Card, ...]) -> Suit:
    """Return the suit of which a hand would have the most trumps, the first of equals."""
    return max(Suit, key=lambda suit: sum(map(make_order(suit, JokerPlace.NONE).is_trump, hand)))
