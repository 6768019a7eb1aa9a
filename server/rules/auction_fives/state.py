"""The states of a game of Auction Forty-Fives: frozen values, a union of phases."""

from typing import ClassVar

from msgspec import Struct

from protocol.auction_fives.events import DealSheet, Played
from protocol.auction_fives.views import OpenDeal, Turn
from protocol.cards import Card, Suit
from protocol.colour_order import JokerPlace, Order, make_order
from protocol.vocabulary import Seat
from server.rules.auction import Auction, Call
from server.rules.auction_fives.options import HAND, SIDES, TARGET, Variant
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
