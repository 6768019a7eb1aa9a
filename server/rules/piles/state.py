"""The states of a game of one pile: frozen values, a union of phases."""

from typing import ClassVar

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.piles.events import DealSheet, Ending
from protocol.piles.views import OpenDeal, Phase, Pickup, Turn
from protocol.vocabulary import Seat
from server.rules.hands import Hands
from server.rules.match import DealtMatch
from server.rules.piles.variant import BEFORE_THE_DEAL, Naming, Variant

Trumps = tuple[Suit | None, ...]
"""A suit of each seat; None where it is not known yet."""

THIRD = 3
"""How often a position comes before the deal is drawn."""


class Match(DealtMatch[Variant, DealSheet, OpenDeal], frozen=True, gc=False):
    """The state that lasts from deal to deal."""

    trumps: Trumps = ()
    """The trumps named for the whole game; empty before, and where each deal has its own."""

    @property
    def over(self) -> bool:
        """True if all deals have been played."""
        return len(self.sheets) == self.variant.deals

    @property
    def dealer(self) -> Seat:
        """The dealer of the current or next deal: the one loser of the deal before, or else the seat to the left."""
        if not self.sheets:
            return self.first_dealer
        last = self.sheets[-1]
        losers = [Seat(seat) for seat, cards in enumerate(last.left) if cards]
        if self.variant.loser_deals and len(losers) == 1:
            return losers[0]
        return Seat((last.dealer + 1) % self.variant.players)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the most points, once the game is over; empty before."""
        return self.leading if self.over else ()


class Deal(Struct, frozen=True, gc=False):
    """The state that is constant within a deal."""

    match: Match
    """The state that lasts from deal to deal."""

    pack: tuple[Card, ...]
    """The shuffled pack, the top card first."""

    commitment: str | None
    """The SHA-256 of the seed, published with the deal."""

    seed: str | None
    """The seed, published when the deal has ended."""

    @property
    def dealer(self) -> Seat:
        """Who deals."""
        return self.match.dealer


class InDeal(Struct, frozen=True, gc=False):
    """The state common to every phase within a deal."""

    deal: Deal
    """The state that is constant within the deal."""

    trumps: Trumps
    """The trump suit of each seat."""

    side: Suit | None
    """Where the deal is rigged, the second suit of the dealer, once it is named."""

    @property
    def match(self) -> Match:
        """The state that lasts from deal to deal."""
        return self.deal.match

    @property
    def variant(self) -> Variant:
        """The rules of the table."""
        return self.deal.match.variant

    @property
    def free(self) -> tuple[Suit, ...]:
        """The suits that are nobody's."""
        return tuple([suit for suit in Suit if suit not in self.trumps and suit is not self.side])

    @property
    def sides(self) -> Trumps:
        """The second suit of each seat, where the deal is rigged and it is known; otherwise None."""
        own = self.side
        others = self.free[0] if own is not None and None not in self.trumps else None
        return tuple([own if seat == self.deal.dealer else others for seat in range(self.variant.players)])


class Choosing(InDeal, frozen=True, gc=False):
    """Suits are named before the cards are dealt; once all are, only the deal is awaited."""

    @property
    def turn(self) -> Seat | None:
        """The seat to name a suit; None where there is nothing to choose: the cards, or the last suit, come next."""
        return None if self.variant.naming not in BEFORE_THE_DEAL or len(self.free) == 1 else self.nameless

    @property
    def nameless(self) -> Seat | None:
        """The next seat without a suit: from the dealer's left on, or where the deal is rigged, the dealer first."""
        players, dealer = self.variant.players, self.deal.dealer
        rigged = self.variant.naming is Naming.RIGGED
        if rigged and (self.trumps[dealer] is None or self.side is None):
            return dealer
        seats = [Seat((dealer + step) % players) for step in range(1, players + 1)]
        return next((seat for seat in seats if self.trumps[seat] is None), None)


class Playing(InDeal, frozen=True, gc=False):
    """Cards are played; when the deal is over, only its score is awaited."""

    dealt: Hands
    """The cards of each seat as dealt, with those that lie face down."""

    hands: Hands
    """The cards of each seat."""

    mover: Seat
    """The seat to act, or that has just acted while more follows from it."""

    drawn: tuple[Card | None, ...]
    """The trump card of each seat that lies face down; None where there is none."""

    known: Hands
    """The cards that all know to be in each hand; a rule that opens hands adds to them."""

    phase: Phase = Phase.LEADING
    """Leading, beating or adding."""

    pile: tuple[Turn, ...] = ()
    """The pile, from its first card."""

    out: tuple[Seat, ...] = ()
    """The seats that have played all their cards, in order."""

    moves: int = 0
    """How often a card was played or cards were taken up."""

    taken: tuple[int, ...] = ()
    """Cards that each seat has taken up."""

    last: Pickup | None = None
    """What was last taken up."""

    killed: tuple[Card, ...] = ()
    """The cards of killed piles."""

    seen: tuple[tuple[Hands, Seat], ...] = ()
    """Where repetition counts, each position with an empty pile: the hands and the mover.

    A position with a pile on the table cannot come again unless the one in which the pile was begun does, so that it is
    never the first to come for the third time.
    """

    @property
    def is_open(self) -> bool:
        """True if all hands lie open."""
        return self.variant.is_open(self.variant.players - len(self.out))

    @property
    def repeated(self) -> int:
        """How often the present position has been there, with this time; 0 where nobody counts."""
        return self.seen.count(self.seen[-1]) if self.seen and not self.pile else 0

    @property
    def ending(self) -> Ending | None:
        """How the deal has ended; None while it goes on."""
        variant = self.variant
        if len(self.out) >= (1 if variant.first_out else variant.players - 1):
            return Ending.OUT
        if self.repeated >= THIRD:
            return Ending.REPETITION
        return Ending.LIMIT if self.moves >= variant.limit else None

    @property
    def turn(self) -> Seat | None:
        """The seat to act; None in a state that only lasts until the next event."""
        if self.ending is not None or not self.hands[self.mover] or self.shows is not None:
            return None
        return self.mover

    @property
    def shows(self) -> Seat | None:
        """The seat whose last card was played, so that the trump card that lies before it must join its hand."""
        for seat, card in enumerate(self.drawn):
            if card is not None and not self.hands[seat]:
                return Seat(seat)
        return None

    def after(self, seat: Seat) -> Seat:
        """Return the next seat that holds cards; the seat itself if no other does."""
        players = self.variant.players
        seats = [Seat((seat + step) % players) for step in range(1, players + 1)]
        return next((other for other in seats if self.hands[other]), seat)


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
    """All deals have been played."""


State = Dealing | Choosing | Playing | Ended
"""A state of the game."""


def open_deal(state: Playing) -> OpenDeal:
    """Return the cards of a deal as it stands, for when they may be seen by all."""
    return OpenDeal(state.dealt, state.hands, state.drawn if any(state.drawn) else ())
