"""The states of Da Bai Fen, a union of phases; who may act, what is legal, and why all else is refused."""

from typing import ClassVar, Final

from msgspec import Struct

from protocol.cards import Card, Rank
from protocol.da_bai_fen.events import Answered, DealSheet, Ending
from protocol.da_bai_fen.order import PACK, Trumps, count, is_trump
from protocol.da_bai_fen.views import OpenDeal, Trick, Turn
from protocol.vocabulary import Seat
from server.rules.da_bai_fen.variant import PLAYERS, Variant, WinAs, level_of, next_seat, partner_of, side_of
from server.rules.match import DealtMatch

LOST: Final = 40
"""The opponents' points from which they declare the next deal."""


class Match(DealtMatch[Variant, DealSheet, OpenDeal], frozen=True, gc=False):
    """The state that lasts from deal to deal."""

    @property
    def scored(self) -> DealSheet | None:
        """The last deal that was not annulled; None if there is none."""
        return next((sheet for sheet in reversed(self.sheets) if sheet.ending is not Ending.ANNULLED), None)

    @property
    def dealer(self) -> Seat:
        """The current Starter: the Leader's partner after a contract that was kept, otherwise the Leader's right."""
        last = self.scored
        if last is None:
            return self.first_dealer
        return partner_of(last.leader) if last.took < LOST else next_seat(last.leader)

    @property
    def rank(self) -> Rank:
        """The trump rank of the current deal: the level of the declarers, who are the Starter's side but at first."""
        return level_of(self.totals[self.dealer])

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won; empty before the game is over."""
        over = max(self.totals) >= self.variant.target or 0 < self.variant.most_deals <= self.counted
        return self.leading if over else ()

    @property
    def counted(self) -> int:
        """The number of deals that count towards the limit of deals."""
        return sum([sheet.ending is not Ending.ANNULLED or self.variant.counts_annulled for sheet in self.sheets])


class Deal(Struct, frozen=True, gc=False):
    """The state that is constant within a deal."""

    match: Match
    """The state that lasts from deal to deal."""

    dealt: tuple[tuple[Card, ...], ...]
    """The cards that each seat draws, in order."""

    six: tuple[Card, ...]
    """The last six cards, in order."""

    commitment: str | None
    """The SHA-256 of the seed, published before the draw."""

    seed: str | None
    """The seed, published when the deal has ended."""


class InDeal(Struct, frozen=True, gc=False):
    """The state common to every phase within a deal."""

    deal: Deal
    """The state that is constant within the deal."""

    hands: tuple[tuple[Card, ...], ...]
    """The hand of each seat, in the order of the pack."""

    @property
    def match(self) -> Match:
        """The state that lasts from deal to deal."""
        return self.deal.match

    @property
    def variant(self) -> Variant:
        """The rules of the table."""
        return self.deal.match.variant


class Drawing(InDeal, frozen=True, gc=False):
    """Cards are drawn, and everybody is asked whether they expose one."""

    drawn: int = 0
    """The number of cards that each seat has drawn."""

    answers: tuple[Answered, ...] = ()
    """The answers since the last draw."""

    finished: frozenset[Seat] = frozenset()
    """The seats that pass until all cards are drawn."""

    is_last: bool = False
    """True if everybody is asked a last time."""

    exposer: Seat | None = None
    """Who has exposed a card, while the draw is brought to its end."""

    exposed: Card | None = None
    """The card that was exposed."""

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they draw."""
        return tuple([Seat((self.match.dealer - step) % PLAYERS) for step in range(PLAYERS)])

    @property
    def awaited(self) -> frozenset[Seat]:
        """The seats that have not answered; nobody once a card is exposed."""
        if self.exposed is not None or not self.drawn:
            return frozenset()
        there = self.finished | {answer.seat for answer in self.answers}
        return frozenset([seat for seat in self.order if seat not in there])

    @property
    def free(self) -> frozenset[Seat]:
        """Nobody may act unasked."""
        return frozenset()


class Declared(InDeal, frozen=True, gc=False):
    """The state common to the phases in which trumps and the Leader are known."""

    trumps: Trumps
    leader: Seat
    exposer: Seat | None
    """Who has exposed a card; None if nobody has."""

    exposed: Card | None
    """The card that was exposed."""

    turned: tuple[Card, ...]
    """Those of the last six that everybody has seen."""

    def void(self, seat: Seat) -> bool:
        """Return True if a seat holds no trump."""
        return not any(is_trump(card, self.trumps) for card in self.hands[seat])

    def claiming(self) -> frozenset[Seat]:
        """Return the seats without a trump that may annul the deal."""
        if not self.variant.void_claim:
            return frozenset()
        return frozenset([seat for seat in map(Seat, range(PLAYERS)) if self.void(seat)])


class Taking(Declared, frozen=True, gc=False):
    """The trump suit is known, and the Leader is about to take the last six cards."""

    awaited: ClassVar[frozenset[Seat]] = frozenset()
    free: ClassVar[frozenset[Seat]] = frozenset()


class Burying(Declared, frozen=True, gc=False):
    """The Leader has the last six cards in hand, and lays as many aside."""

    buried: tuple[Card, ...] = ()
    """The cards laid aside so far."""

    @property
    def awaited(self) -> frozenset[Seat]:
        """The Leader."""
        return frozenset({self.leader})

    @property
    def free(self) -> frozenset[Seat]:
        """The other seats that may annul the deal."""
        return self.claiming() - {self.leader}


class Playing(Declared, frozen=True, gc=False):
    """Tricks are played; after the last one only the score of the deal is awaited."""

    buried: tuple[Card, ...]
    """The cards laid aside."""

    starts: Seat
    """Who leads to the current trick."""

    table: tuple[Turn, ...] = ()
    """What has been laid to the current trick; the last turn may be short of cards."""

    number: int = 0
    """How many cards everybody lays to it; 0 while the lead is not complete."""

    tricks: tuple[Trick, ...] = ()
    """The tricks taken."""

    failed: Seat | None = None
    """Who led several cards of which one could be beaten."""

    @property
    def turn(self) -> Seat | None:
        """The seat to act; None in a state that only lasts until the next event."""
        if self.failed is not None:
            return None
        if not self.table:
            return self.starts if self.hands[self.starts] else None
        last = self.table[-1]
        if not self.number or len(last.cards) < self.number:
            return last.seat
        return next_seat(last.seat) if len(self.table) < PLAYERS else None

    @property
    def awaited(self) -> frozenset[Seat]:
        """The seat to act."""
        return frozenset() if self.turn is None else frozenset({self.turn})

    @property
    def free(self) -> frozenset[Seat]:
        """Before the opening lead, the other seats that may annul the deal."""
        return frozenset() if self.table or self.tricks else self.claiming() - {self.leader}

    @property
    def gone(self) -> tuple[Card, ...]:
        """The cards of all tricks taken."""
        return tuple([card for trick in self.tricks for turn in trick.turns for card in turn.cards])

    def opponents(self, seat: Seat) -> bool:
        """Return True if a seat is of the side that does not declare."""
        return side_of(seat) != side_of(self.leader)


class Annulled(Declared, frozen=True, gc=False):
    """Somebody without a trump has shown the hand; only the end of the deal is awaited."""

    buried: tuple[Card, ...]
    """The cards laid aside so far."""

    claimer: Seat
    awaited: ClassVar[frozenset[Seat]] = frozenset()
    free: ClassVar[frozenset[Seat]] = frozenset()


class Between(Struct, frozen=True, gc=False):
    """The state common to the phases in which nothing is played."""

    match: Match
    """The state that lasts from deal to deal."""

    ended: Playing | Annulled | None = None
    """The deal that has ended, which stays on the table; None before the first one."""

    awaited: ClassVar[frozenset[Seat]] = frozenset()
    free: ClassVar[frozenset[Seat]] = frozenset()


class Dealing(Between, frozen=True, gc=False):
    """The next deal is awaited; after the last deal, the end of the game, which follows at once."""


class Ended(Between, frozen=True, gc=False):
    """The game is won, and the last deal has been scored."""


State = Dealing | Drawing | Taking | Burying | Playing | Annulled | Ended
"""A state of the game."""


def open_deal(state: InDeal) -> OpenDeal:
    """Return the cards of a deal as it stands, open to all."""
    buried = state.buried if isinstance(state, Burying | Playing | Annulled) else ()
    return OpenDeal(state.deal.dealt, state.hands, state.deal.six, buried)


ALL: Final = count(PACK)
"""What all cards count."""

_RISES: Final = ((80, 1), (100, 2))


def opponents_points(state: Playing) -> int:
    """Return what the cards count that the declarers' opponents have won, without those laid aside."""
    won = [trick for trick in state.tricks if trick.taker is not None and state.opponents(trick.taker)]
    return sum([count(turn.cards) for trick in won for turn in trick.turns])


def make_sheet(state: Playing | Annulled) -> DealSheet:
    """Return the score sheet of a deal that ends in this state."""
    deal = state.deal
    took = final_points(state) if isinstance(state, Playing) else 0
    points = _points(state, took) if isinstance(state, Playing) else (0,) * PLAYERS
    return DealSheet(
        dealer=deal.match.dealer,
        ending=_ending(state),
        leader=state.leader,
        rank=state.trumps.rank,
        trump=state.trumps.suit,
        tricks=_tricks(state),
        took=took,
        points=points,
        totals=tuple([total + rise for total, rise in zip(deal.match.totals, points, strict=True)]),
        culprit=state.failed if isinstance(state, Playing) else state.claimer,
        buried=state.buried,
        commitment=deal.commitment,
        seed=deal.seed,
    )


def _ending(state: Playing | Annulled) -> Ending:
    if isinstance(state, Annulled):
        return Ending.ANNULLED
    return Ending.PLAYED if state.failed is None else Ending.REVOKED


def _tricks(state: Playing | Annulled) -> tuple[int, ...]:
    takers = [trick.taker for trick in state.tricks] if isinstance(state, Playing) else []
    return tuple([takers.count(Seat(seat)) for seat in range(PLAYERS)])


def final_points(state: Playing) -> int:
    """Return the points of the declarers' opponents: cards laid aside count double if they took the last trick.

    After a lead that failed, the other side has every trick.
    """
    aside = count(state.buried)
    if state.failed is not None:
        return 0 if state.opponents(state.failed) else ALL + aside
    last = state.tricks[-1].taker
    assert last is not None
    return opponents_points(state) + (2 * aside if state.opponents(last) else 0)


def rises(points: int) -> tuple[int, int]:
    """Return how many levels the declarers and their opponents rise when the opponents have so many points."""
    if points < LOST:
        return (1 if points else 2, 0)
    return 0, max([rise for least, rise in _RISES if points >= least], default=0)


def _points(state: Playing, took: int) -> tuple[int, ...]:
    """Return how many levels each seat's side rises."""
    declarers, opponents = rises(took)
    totals, variant = state.match.totals, state.variant
    return tuple(
        [
            _rise(variant, totals[seat], opponents, WinAs.ANY)
            if side_of(seat) != side_of(state.leader)
            else _rise(variant, totals[seat], declarers, WinAs.DECLARERS)
            for seat in range(PLAYERS)
        ]
    )


def _rise(variant: Variant, total: int, levels: int, role: WinAs) -> int:
    """Return how far a side rises: one past the last level at the most, or to the last one where it has to stop."""
    last = variant.target - 1
    held = total < last and variant.stop_at_last
    barred = role is WinAs.ANY and variant.win_as is WinAs.DECLARERS
    return min(levels, (last if held or barred else variant.target) - total)
