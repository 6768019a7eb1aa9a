"""The states of the games of one pile, a union of phases; who may act, what is legal, and why all else is refused."""

import hashlib
from collections.abc import Sequence
from typing import ClassVar, NamedTuple, assert_never

from msgspec import Struct

from games.kit.deck import shuffle
from protocol.cards import Card, Rank, Suit
from protocol.piles.events import DealSheet, Dealt, Ending, SixHanded
from protocol.piles.order import SUITS, pack_of
from protocol.piles.views import OpenDeal, Phase, Pickup, Turn
from protocol.vocabulary import Seat
from server.rules.hands import Hands
from server.rules.match import DealtMatch
from server.rules.piles.variant import BEFORE_THE_DEAL, Naming, Share, Variant

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


def pickup(state: Playing) -> int:
    """Return how many cards from the top the seat to act would take up; 0 if it does not beat a card."""
    if state.phase is not Phase.BEATING:
        return 0
    variant, cards = state.variant, len(state.pile)
    top = state.pile[-1].card
    match variant.pickup:
        case Share.ALL:
            return cards
        case Share.SOME if top.suit not in state.trumps:
            return min(variant.plain, cards)
        case Share.SOME:
            return cards if top.rank is Rank.ACE else min(variant.trump, cards)
        case Share.SUIT_RUN:
            return cards if state.trumps[state.mover] is not None else _run([turn.card for turn in state.pile])
        case _:
            assert_never(variant.pickup)


def _run(pile: list[Card]) -> int:
    """Return the number of cards on top that are of the suit of the top card."""
    other = next((count for count, card in enumerate(reversed(pile)) if card.suit is not pile[-1].suit), None)
    return len(pile) if other is None else other


LEAST = 2
"""The least number of cards of each suit in a hand of a rigged deal."""


def deal_cards(state: Choosing) -> Dealt:
    """Return the cards of each seat; where trumps are drawn, the last card of each lies face down."""
    variant, deal = state.variant, state.deal
    is_open = variant.is_open(variant.players)
    if variant.naming is Naming.RIGGED:
        return Dealt(_rigged(state), open=is_open)
    seats = places_in_packets(variant.cards, variant.players, deal.dealer, variant.packets)
    hands = tuple(
        [
            tuple([card for card, holder in zip(deal.pack, seats, strict=True) if holder == seat])
            for seat in range(variant.players)
        ]
    )
    if variant.naming is Naming.DRAWN:
        return Dealt(tuple([hand[:-1] for hand in hands]), tuple([hand[-1] for hand in hands]))
    return Dealt(hands, open=is_open)


def places_in_packets(cards: int, players: int, dealer: Seat, packet: int) -> list[int]:
    """Return the seat of each card from the top: from the dealer's left, so many at a time, the last ones singly."""
    seats = [(dealer + step) % players for step in range(1, players + 1)]
    whole = cards // (packet * players) * packet * players
    return [seats[(place // packet if place < whole else place - whole) % players] for place in range(cards)]


class _Suits(NamedTuple):
    """The suits of both players where the deal is rigged."""

    trump: Suit
    side: Suit
    other_trump: Suit
    other_side: Suit


def _rigged(state: Choosing) -> Hands:
    """Deal hands that are mirror images.

    From half the pack the dealer keeps the cards of the own two suits, and the opponent gets their images; of the rest
    each gets what is of the other's suits.
    """
    dealer = state.deal.dealer
    other = Seat(1 - dealer)
    trump, side = state.trumps[dealer], state.sides[dealer]
    other_trump, other_side = state.trumps[other], state.sides[other]
    assert trump is not None
    assert side is not None
    assert other_trump is not None
    assert other_side is not None
    suits = _Suits(trump, side, other_trump, other_side)
    kept = kept_cards(state.deal.pack, trump, side)
    image = {_mirrored(card, suits) for card in kept}
    pack = state.variant.pack
    own = [card for card in pack if card in kept or (card.suit in suits[2:] and card not in image)]
    hands = (tuple(own), tuple([card for card in pack if card not in own]))
    return hands if dealer == 0 else hands[::-1]


def _mirrored(card: Card, suits: _Suits) -> Card:
    return Card(card.rank, suits.other_trump if card.suit is suits.trump else suits.other_side)


def kept_cards(pack: Sequence[Card], trump: Suit, side: Suit) -> frozenset[Card]:
    """Return the cards of two suits in the upper half of the pack.

    While a hand would have fewer than two cards of a suit, the pack is shuffled again.
    """
    ranks = len(pack) // SUITS
    while True:
        kept = frozenset([card for card in pack[: len(pack) // 2] if card.suit in (trump, side)])
        trumps = sum(card.suit is trump for card in kept)
        sides = len(kept) - trumps
        if min(trumps, sides, ranks - trumps, ranks - sides) >= LEAST:
            return kept
        pack = shuffled_again(pack)


def shuffled_again(pack: Sequence[Card]) -> tuple[Card, ...]:
    """Return the pack in the order that follows from the one in which it lies, so that one seed decides a deal."""
    lying = " ".join([card.text for card in pack])
    unshuffled = pack_of(len(pack))
    return tuple([unshuffled[place] for place in shuffle(hashlib.sha256(lying.encode()).digest(), len(pack))])


def handed_sixes(state: Playing) -> tuple[SixHanded, ...]:
    """Return the sixes that are handed to the seats whose trumps they are, in the order of those seats."""
    if not state.variant.sixes:
        return ()
    found: list[SixHanded] = []
    for taker, suit in enumerate(state.trumps):
        assert suit is not None
        six = Card(Rank.SIX, suit)
        giver = next(seat for seat, hand in enumerate(state.hands) if six in hand)
        if giver != taker:
            found.append(SixHanded(Seat(giver), Seat(taker), six))
    return tuple(found)


def make_sheet(state: Playing, ending: Ending) -> DealSheet:
    """Return the score sheet of a deal that ends in this state: a point for each seat that has gone out."""
    deal, variant = state.deal, state.variant
    points = tuple([int(seat in state.out) for seat in range(variant.players)])
    return DealSheet(
        dealer=deal.dealer,
        ending=ending,
        out=state.out,
        left=tuple([len(hand) + (card is not None) for hand, card in zip(state.hands, state.drawn, strict=True)]),
        taken=state.taken,
        points=points,
        totals=tuple([total + point for total, point in zip(deal.match.totals, points, strict=True)]),
        commitment=deal.commitment,
        seed=deal.seed,
    )
