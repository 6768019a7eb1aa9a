"""The states of a game of Twenty-Five or Forty-Five: frozen values, a union of phases."""

from typing import ClassVar

from msgspec import Struct

from protocol.cards import Card, Rank, Suit
from protocol.fives.events import BestCard, DealSheet, Played
from protocol.fives.order import Order, make_order
from protocol.fives.views import Claim, OpenDeal, Turn
from protocol.vocabulary import Seat
from server.rules.fives.variant import HAND, Variant


class Match(Struct, frozen=True, gc=False):
    """What lasts from deal to deal."""

    variant: Variant
    """The rules of the table."""

    first_dealer: Seat
    """Who dealt first."""

    sheets: tuple[DealSheet, ...] = ()
    """The deals that have ended."""

    past: tuple[OpenDeal, ...] = ()
    """Their cards: open to all when the game has ended, and to nobody before."""

    @property
    def number(self) -> int:
        """The number of the present or next deal, from 1."""
        return len(self.sheets) + 1

    @property
    def dealer(self) -> Seat:
        """Who deals now: the deal passes to the left."""
        return Seat((self.first_dealer + len(self.sheets)) % self.variant.players)

    @property
    def totals(self) -> tuple[int, ...]:
        """The scores of the deals that have ended, by seat."""
        return self.sheets[-1].totals if self.sheets else (0,) * self.variant.players

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of the side that has reached the target; none before."""
        target = self.variant.target
        return tuple(Seat(seat) for seat, total in enumerate(self.totals) if total >= target)


class Deal(Struct, frozen=True, gc=False):
    """What does not change within a deal."""

    match: Match
    """What lasts from deal to deal."""

    dealt: tuple[tuple[Card, ...], ...]
    """The cards of each seat as dealt."""

    turned: tuple[Card, ...]
    """The card that is turned up; after the Joker the one that is turned next, which nobody knows before."""

    commitment: str | None
    """What binds the deal to its seed, told at once."""

    seed: str | None
    """The seed, told when the deal has ended."""


class Dealing(Struct, frozen=True, gc=False):
    """The next deal is awaited; after the last one, for an instant, the end of the game."""

    match: Match
    """What lasts from deal to deal."""

    turn: ClassVar[Seat | None] = None
    """No seat's turn, but chance's."""


class InDeal(Struct, frozen=True, gc=False):
    """What every phase within a deal has."""

    deal: Deal
    """What does not change within the deal."""

    hands: tuple[tuple[Card, ...], ...]
    """What each seat holds, in the order of the pack."""

    aside: tuple[Turn, ...]
    """The cards laid aside, and by whom."""

    @property
    def match(self) -> Match:
        """What lasts from deal to deal."""
        return self.deal.match

    @property
    def variant(self) -> Variant:
        """The rules of the table."""
        return self.deal.match.variant

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is: the dealer's, who sees to the turn-up."""
        return self.deal.match.dealer


class Exchanging(InDeal, frozen=True, gc=False):
    """The Joker is turned up: the dealer is to put a card under the pack for it."""


class WithTrump(InDeal, frozen=True, gc=False):
    """What every phase has in which the trump suit is known."""

    @property
    def turn_up(self) -> Card:
        """The card whose suit is trump."""
        return self.deal.turned[-1]

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        suit = self.turn_up.suit
        assert suit is not None
        return suit


class Offering(WithTrump, frozen=True, gc=False):
    """An Ace is turned up: the dealer may take it."""


class Playing(WithTrump, frozen=True, gc=False):
    """Tricks are played; when the last is taken, or the game is won, only the score of the deal is awaited."""

    claim: Claim = Claim.OPEN
    """What has become of the turn-up."""

    robber: Seat | None = None
    """Who has taken it."""

    plays: tuple[Played, ...] = ()
    """All cards played in this deal."""

    takers: tuple[Seat, ...] = ()
    """Who took each trick."""

    best: BestCard | None = None
    """The best card, once it has scored."""

    points: tuple[int, ...] = ()
    """What each side has scored in this deal."""

    @property
    def table(self) -> tuple[Played, ...]:
        """The cards of the trick that is not taken yet."""
        return self.plays[self.variant.players * len(self.takers) :]

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each side, this deal included."""
        return tuple([total + points for total, points in zip(self.match.totals, self.points, strict=False)])

    @property
    def won(self) -> bool:
        """Whether a side has reached the target."""
        return max(self.scores) >= self.variant.target

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None for as long as a state only lasts until the next event."""
        players, played = self.variant.players, len(self.table)
        if played == players or len(self.takers) == HAND or self.won:
            return None
        leader = self.takers[-1] if self.takers else self.match.dealer + 1
        return Seat((leader + played) % players)

    @property
    def ace(self) -> Card:
        """The Ace of the trump suit, whose holder may rob."""
        return Card(Rank.ACE, self.trump)

    @property
    def order(self) -> Order:
        """How the cards rank for who plays now: an Ace whose holder has let the turn-up go may be the lowest trump."""
        low = self.variant.low_ace and self.claim in (Claim.OPEN, Claim.LAPSED)
        return make_order(self.trump, self.variant.joker, low_ace=low)


class Ended(Struct, frozen=True, gc=False):
    """Somebody has reached the target, and the deal has been scored."""

    match: Match
    """All that is left."""

    turn: ClassVar[Seat | None] = None
    """Nobody's turn any more."""


State = Dealing | Exchanging | Offering | Playing | Ended
"""A state of the game."""
