"""The states of a game of Roque: frozen values, a union of phases."""

from typing import ClassVar

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.roque.events import DealSheet, Played
from protocol.roque.views import OpenDeal
from protocol.vocabulary import Seat
from server.rules.auction import Auction
from server.rules.match import DealtMatch
from server.rules.roque.variant import BothPast, Variant


class Match(DealtMatch[Variant, DealSheet, OpenDeal], frozen=True, gc=False):
    """The state that lasts from deal to deal."""

    @property
    def dealer(self) -> Seat:
        """The current dealer; the deal passes to the right, as the play does."""
        return Seat((self.first_dealer - len(self.sheets)) % self.variant.players)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won; empty before the game is over."""
        return _winners(self)


def _winners(match: Match) -> tuple[Seat, ...]:
    """Return the seats that have won: one side, or after the last deal every side that has the most."""
    variant, totals = match.variant, match.totals
    if not match.sheets:
        return ()
    declarer = match.sheets[-1].declarer
    past = max(totals) >= variant.target
    if past and variant.both_past is BothPast.DECLARER and declarer is not None and totals[declarer] >= variant.target:
        return _seats_of(variant, {variant.side(declarer)})
    ahead = {variant.side(seat) for seat, total in enumerate(totals) if total == max(totals)}
    if len(match.sheets) >= variant.most_deals or (past and len(ahead) == 1):
        return _seats_of(variant, ahead)
    return ()


def _seats_of(variant: Variant, sides: set[int]) -> tuple[Seat, ...]:
    return tuple([Seat(seat) for seat in range(variant.players) if variant.side(seat) in sides])


class Deal(Struct, frozen=True, gc=False):
    """The state that is constant within a deal."""

    match: Match
    """The state that lasts from deal to deal."""

    dealt: tuple[tuple[Card, ...], ...]
    """The cards of each seat as dealt."""

    widow: tuple[Card, ...]
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
    """The auction; once it is over only the outcome is awaited."""

    @property
    def turn(self) -> Seat | None:
        """The seat that speaks next."""
        return self.auction.turn


class Declared(InDeal, frozen=True, gc=False):
    """The state common to the phases after the auction."""

    declarer: Seat
    """Who won the auction, or had to play."""

    bid: int
    """The points bid."""


class Burying(Declared, frozen=True, gc=False):
    """The declarer has the widow in hand, and lays as many cards aside."""

    buried: tuple[Card, ...] = ()
    """The cards laid aside so far."""

    @property
    def turn(self) -> Seat | None:
        """The declarer."""
        return self.declarer


class Playing(Declared, frozen=True, gc=False):
    """Tricks are played; after the last one only the score of the deal is awaited."""

    buried: tuple[Card, ...]
    """The cards laid aside."""

    plays: tuple[Played, ...] = ()
    """All cards played in this deal."""

    takers: tuple[Seat, ...] = ()
    """The taker of each trick."""

    @property
    def trump(self) -> Suit | None:
        """The suit of the first card led; None before."""
        return self.plays[0].card.suit if self.plays else None

    @property
    def table(self) -> tuple[Played, ...]:
        """The cards of the current trick."""
        return self.plays[self.variant.players * len(self.takers) :]

    @property
    def turn(self) -> Seat | None:
        """The seat to act, to the right of the one before; None in a state that only lasts until the next event."""
        players, played = self.variant.players, len(self.table)
        if played == players or len(self.takers) == self.variant.hand:
            return None
        leader = self.takers[-1] if self.takers else self.declarer
        return Seat((leader - played) % players)


class Between(Struct, frozen=True, gc=False):
    """The state common to the phases in which nothing is played."""

    match: Match
    """The state that lasts from deal to deal."""

    ended: Bidding | Playing | None = None
    """The deal that has ended, which stays on the table; None before the first one."""

    turn: ClassVar[Seat | None] = None
    """No seat is to move."""


class Dealing(Between, frozen=True, gc=False):
    """The next deal is awaited; after the last deal, the end of the game, which follows at once."""


class Ended(Between, frozen=True, gc=False):
    """The game is won, and the last deal has been scored."""


State = Dealing | Bidding | Burying | Playing | Ended
"""A state of the game."""


def open_deal(state: InDeal) -> OpenDeal:
    """Return the cards of a deal as it stands, open to all."""
    buried = state.buried if isinstance(state, Burying | Playing) else ()
    return OpenDeal(state.deal.dealt, state.hands, state.deal.widow, buried)
