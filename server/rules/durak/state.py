"""The states of a game of Durak in teams: frozen values, a union of phases."""

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.durak.events import DealSheet
from protocol.durak.views import Bout, OpenDeal
from protocol.vocabulary import Seat
from server.rules.durak.variant import ATTACKS, MOST_DEALS, SIDES, Variant, side_of
from server.rules.match import DealtMatch


class Match(DealtMatch[Variant, DealSheet, OpenDeal], frozen=True, gc=False):
    """The state that lasts from deal to deal."""

    @property
    def dealer(self) -> Seat:
        """The current dealer: after a lost deal the next seat of the losing side, after a draw the next seat."""
        if not self.sheets:
            return self.first_dealer
        last = self.sheets[-1]
        step = SIDES if last.loser == side_of(last.dealer) else 1
        return Seat((last.dealer + step) % self.variant.players)

    @property
    def over(self) -> bool:
        """True if a side has lost the game, or the last deal is over."""
        return max(self.totals) >= self.variant.losses or len(self.sheets) >= MOST_DEALS

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of the side that has lost fewer deals, once the game is over; empty before."""
        return self.leading if self.over else ()


class Deal(Struct, frozen=True, gc=False):
    """The state that is constant within a deal."""

    match: Match
    """The state that lasts from deal to deal."""

    dealt: tuple[tuple[Card, ...], ...]
    """The cards of each seat as dealt."""

    stock: tuple[Card, ...]
    """The whole stock in the order in which it is drawn, the turn-up last; empty with six players."""

    turn_up: Card
    """The card that shows the trump suit."""

    lowest: Card | None
    """The lowest trump dealt, which the first attacker has shown."""

    commitment: str | None
    """The SHA-256 of the seed, published with the deal."""

    seed: str | None
    """The seed, published when the deal has ended."""

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        suit = self.turn_up.suit
        assert suit is not None
        return suit


class InDeal(Struct, frozen=True, gc=False):
    """The state common to every phase within a deal."""

    deal: Deal
    """The state that is constant within the deal."""

    hands: tuple[tuple[Card, ...], ...]
    """The hand of each seat, in the order of the pack."""

    stock: tuple[Card, ...]
    """What is left of the stock, in the order in which it is drawn."""

    gone: tuple[Card, ...]
    """The cards that have left the game."""

    taken: tuple[int, ...]
    """Cards that each seat has taken up."""

    known: tuple[frozenset[Card], ...]
    """The cards in each hand that everybody has seen."""

    out: tuple[Seat, ...]
    """The seats that are out, in the order in which they went out."""

    bouts: int
    """How many bouts are over."""

    last: Bout | None
    """The bout that ended last in this deal."""

    @property
    def match(self) -> Match:
        """The state that lasts from deal to deal."""
        return self.deal.match

    @property
    def variant(self) -> Variant:
        """The rules of the table."""
        return self.deal.match.variant

    @property
    def within(self) -> tuple[Seat, ...]:
        """The seats that still play."""
        return tuple([Seat(seat) for seat in range(self.variant.players) if seat not in self.out])


class Settling(InDeal, frozen=True, gc=False):
    """A bout is over: hands are filled, and the next bout or the end of the deal follows at once."""


class Fighting(InDeal, frozen=True, gc=False):
    """A bout is fought; its first card is awaited while it has no pairs."""

    bout: Bout
    passed: frozenset[Seat] = frozenset()
    """The seats that throw in nothing until another card is thrown in."""

    finished: frozenset[Seat] = frozenset()
    """The seats that throw in nothing more in this bout."""


class Between(Struct, frozen=True, gc=False):
    """The state common to the phases in which no cards are played."""

    match: Match
    """The state that lasts from deal to deal."""

    ended: Settling | None = None
    """The deal that has ended, which stays on the table; None before the first one."""


class Dealing(Between, frozen=True, gc=False):
    """The next deal is awaited; after the last deal, the end of the game, which follows at once."""


class Ended(Between, frozen=True, gc=False):
    """The game is over, and the last deal has been scored."""


State = Dealing | Settling | Fighting | Ended
"""A state of the game."""


def limit_of(state: InDeal, defender: Seat) -> int:
    """Return how many attack cards the next bout may have."""
    most = ATTACKS if state.bouts else state.variant.first_bout
    return min(most, len(state.hands[defender]))


def open_deal(state: InDeal) -> OpenDeal:
    """Return the cards of a deal as it stands, open to all."""
    return OpenDeal(state.deal.dealt, state.hands, state.deal.turn_up, state.deal.stock)
