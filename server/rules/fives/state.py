"""The states of a game of the Fives: frozen values, a union of phases."""

from typing import ClassVar

from msgspec import Struct

from protocol.cards import Card, Rank, Suit
from protocol.colour_order import Order, make_order
from protocol.fives.events import BestCard, DealSheet, Played, Swept
from protocol.fives.views import Claim, OpenDeal, Turn
from protocol.vocabulary import Seat
from server.rules.fives.pool import is_over
from server.rules.fives.variant import HAND, Variant
from server.rules.match import DealtMatch


class Match(DealtMatch[Variant, DealSheet, OpenDeal], frozen=True, gc=False):
    """The state that lasts from deal to deal."""

    @property
    def dealer(self) -> Seat:
        """The current dealer; the deal passes to the left."""
        return Seat((self.first_dealer + len(self.sheets)) % self.variant.players)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of the side with the target, or those with the most after the last deal; empty before the end."""
        variant = self.variant
        if variant.spoil is not None:
            return self.leading if is_over(variant, variant.spoil, self.sheets) else ()
        won = tuple([Seat(seat) for seat, total in enumerate(self.totals) if total >= variant.target])
        return won or (self.leading if len(self.sheets) >= variant.most_deals else ())


class Deal(Struct, frozen=True, gc=False):
    """The state that is constant within a deal."""

    match: Match
    """The state that lasts from deal to deal."""

    dealt: tuple[tuple[Card, ...], ...]
    """The cards of each seat as dealt."""

    turned: tuple[Card, ...]
    """The turn-up; if that is the Joker, also the card turned up after it, which is hidden until then."""

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

    aside: tuple[Turn, ...]
    """The cards laid aside, with the seat that did so."""

    @property
    def match(self) -> Match:
        """The state that lasts from deal to deal."""
        return self.deal.match

    @property
    def variant(self) -> Variant:
        """The rules of the table."""
        return self.deal.match.variant

    @property
    def turn(self) -> Seat | None:
        """The seat to act: the dealer, who decides about the turn-up."""
        return self.deal.match.dealer


class Exchanging(InDeal, frozen=True, gc=False):
    """The Joker is turned up: the dealer must exchange a card for it."""


class WithTrump(InDeal, frozen=True, gc=False):
    """The state common to every phase in which the trump suit is known."""

    @property
    def turn_up(self) -> Card:
        """The card that sets the trump suit."""
        return self.deal.turned[-1]

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        suit = self.turn_up.suit
        assert suit is not None
        return suit


class Offering(WithTrump, frozen=True, gc=False):
    """An Ace is turned up, and the dealer may take it."""


class Playing(WithTrump, frozen=True, gc=False):
    """Tricks are played; after the last trick, or once the game is won, only the score of the deal is awaited."""

    claim: Claim = Claim.OPEN
    """The fate of the turn-up."""

    robber: Seat | None = None
    """The seat that has taken the turn-up."""

    plays: tuple[Played, ...] = ()
    """All cards played in this deal."""

    takers: tuple[Seat, ...] = ()
    """The taker of each trick."""

    best: BestCard | None = None
    """The best card, once it has scored."""

    points: tuple[int, ...] = ()
    """The points of each side in this deal; none score in Spoil Five."""

    jinker: Seat | None = None
    """Spoil Five: the seat that has undertaken all five tricks."""

    shut: Seat | None = None
    """Spoil Five: the seat that is barred from the pool, once it would have taken it."""

    swept: Swept | None = None
    """Spoil Five: the taking of the pool, which ends the deal."""

    @property
    def table(self) -> tuple[Played, ...]:
        """The cards of the current trick."""
        return self.plays[self.variant.players * len(self.takers) :]

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each side, this deal included."""
        return tuple([total + points for total, points in zip(self.match.totals, self.points, strict=False)])

    @property
    def won(self) -> bool:
        """True if a side has reached the target."""
        return self.variant.spoil is None and max(self.scores) >= self.variant.target

    @property
    def settled(self) -> bool:
        """Spoil Five: True if the pool has been taken, or if a trick has gone that was undertaken."""
        return self.swept is not None or (self.jinker is not None and self.takers[-1] != self.jinker)

    @property
    def barred(self) -> Seat | None:
        """Spoil Five: the seat that may not take the pool, as it did not rob with the Ace of trumps.

        Only that seat can know it before the end of the deal.
        """
        spoil = self.variant.spoil
        if spoil is None or not spoil.must_rob:
            return None
        dealt = [Seat(seat) for seat, hand in enumerate(self.deal.dealt) if self.ace in hand]
        played = {play.seat for play in self.plays}
        return next((seat for seat in dealt if seat in played and seat != self.robber), None)

    @property
    def chooser(self) -> Seat | None:
        """Spoil Five: the seat that takes the pool now or undertakes all five tricks, having won all so far."""
        spoil, takers = self.variant.spoil, self.takers
        if spoil is None or len(takers) != spoil.needed or self.table or self.swept or self.jinker is not None:
            return None
        return takers[0] if len(set(takers)) == 1 and takers[0] != self.barred else None

    @property
    def turn(self) -> Seat | None:
        """The seat to act; None in a state that only lasts until the next event."""
        players, played = self.variant.players, len(self.table)
        if played == players or len(self.takers) == HAND or self.won or self.settled:
            return None
        leader = self.takers[-1] if self.takers else self.match.dealer + 1
        return Seat((leader + played) % players)

    @property
    def ace(self) -> Card:
        """The Ace of the trump suit, whose holder may rob."""
        return Card(Rank.ACE, self.trump)

    @property
    def order(self) -> Order:
        """The rank of cards for the seat to act: an Ace whose holder left the turn-up may be the lowest trump."""
        low = self.variant.low_ace and self.claim in (Claim.OPEN, Claim.LAPSED)
        return make_order(self.trump, self.variant.joker, low_ace=low)


class Between(Struct, frozen=True, gc=False):
    """The state common to the phases in which no cards are played."""

    match: Match
    """The state that lasts from deal to deal."""

    ended: Playing | None = None
    """The deal that has ended, which stays on the table; None before the first one."""

    turn: ClassVar[Seat | None] = None
    """No seat is to move."""


class Dealing(Between, frozen=True, gc=False):
    """The next deal is awaited; after the last deal, the end of the game, which follows at once."""


class Ended(Between, frozen=True, gc=False):
    """A side has reached the target, and the deal has been scored."""


State = Dealing | Exchanging | Offering | Playing | Ended
"""A state of the game."""


def open_deal(state: InDeal) -> OpenDeal:
    """Return the cards of a deal as it stands, open to all."""
    return OpenDeal(state.deal.dealt, state.hands, state.deal.turned, state.aside)
