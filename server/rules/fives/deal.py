"""The states of the Fives, a union of phases; who may act, what is legal, and why all else is refused."""

from typing import ClassVar, Final

from msgspec import Struct

from protocol.cards import Card, Rank, Suit
from protocol.colour_order import Order, make_order
from protocol.fives.events import BestCard, DealSheet, Ending, Played, Swept, TricksScored
from protocol.fives.views import Claim, OpenDeal, Turn
from protocol.vocabulary import Seat
from server.rules.fives.variant import CHIPS, HAND, TRICK, Spoil, TrickScores, Variant, carried, is_over, payment
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


_MAJORITY: Final = {3: 5, 4: 5, 5: 10}
_GAME: Final = {3: 15, 4: 20}


def trick_points(state: Playing) -> int:
    """Return the points that a trick scores as soon as it is taken; none in Spoil Five."""
    variant = state.variant
    return TRICK if variant.trick_scores is TrickScores.EACH and variant.spoil is None else 0


def score_tricks(state: Playing) -> TricksScored | None:
    """Return the score of five tricks together; None if the table scores each trick, or nobody has taken three."""
    variant = state.variant
    if variant.trick_scores is TrickScores.EACH:
        return None
    tricks = [sum(variant.side(taker) == side for taker in state.takers) for side in range(variant.sides)]
    most = max(tricks)
    side = tricks.index(most)
    if variant.trick_scores is TrickScores.MAJORITY:
        points = _MAJORITY.get(most, 0)
    else:
        points = variant.target - state.scores[side] if most == HAND else _GAME.get(most, 0)
    return TricksScored(side, most, points) if points else None


def make_sheet(state: Playing) -> DealSheet:
    """Return the score sheet of a deal that ends in this state."""
    variant, deal = state.variant, state.deal
    if variant.spoil is not None:
        return _pool_sheet(state, variant.spoil)
    seats = range(variant.players)
    return DealSheet(
        dealer=deal.match.dealer,
        ending=Ending.WON if state.won else Ending.PLAYED,
        tricks=tuple([state.takers.count(Seat(seat)) for seat in seats]),
        points=tuple([state.points[variant.side(seat)] for seat in seats]),
        totals=tuple([state.scores[variant.side(seat)] for seat in seats]),
        best=state.best,
        commitment=deal.commitment,
        seed=deal.seed,
    )


def _pool_sheet(state: Playing, spoil: Spoil) -> DealSheet:
    """Return the score sheet of a deal of Spoil Five: what everybody has won or paid."""
    deal, match, swept = state.deal, state.match, state.swept
    points = [-payment(spoil, match.sheets)] * match.variant.players
    ending = Ending.SPOILT
    if swept is not None:
        points = [chips - (swept.extra > 0 and seat in _payers(match)) for seat, chips in enumerate(points)]
        points[swept.seat] = swept.chips + swept.extra - payment(spoil, match.sheets)
        ending = Ending.SWEPT if state.jinker is None else Ending.JINKED
    elif min(pool_chips(match)) < spoil.top_up:
        points = [chips + pool(match) // match.variant.players for chips in points]
        ending = Ending.SHARED
    return DealSheet(
        dealer=match.dealer,
        ending=ending,
        tricks=tuple([state.takers.count(Seat(seat)) for seat in range(match.variant.players)]),
        points=tuple(points),
        totals=tuple([total + chips for total, chips in zip(match.totals, points, strict=True)]),
        commitment=deal.commitment,
        seed=deal.seed,
        pool=pool(match),
        sweeper=swept.seat if swept is not None else None,
        jinker=state.jinker,
    )


def sweep(state: Playing, seat: Seat) -> Swept:
    """Return the taking of the pool; for five tricks undertaken, all who can pay a chip besides."""
    match = state.match
    extra = 0 if state.jinker is None else len([payer for payer in _payers(match) if payer != seat])
    return Swept(seat, pool(match), extra)


def _payers(match: Match) -> list[int]:
    """Return the seats that have a chip left in a deal of Spoil Five."""
    return [seat for seat, chips in enumerate(pool_chips(match)) if chips]


def pool(match: Match) -> int:
    """Return the chips in the pool in a deal of Spoil Five."""
    assert match.variant.spoil is not None
    return carried(match.sheets) + match.variant.players * payment(match.variant.spoil, match.sheets)


def pool_chips(match: Match) -> tuple[int, ...]:
    """Return the chips of every seat in a deal of Spoil Five, once all have put in theirs."""
    assert match.variant.spoil is not None
    return tuple([CHIPS + total - payment(match.variant.spoil, match.sheets) for total in match.totals])


def chips(match: Match, paid: int) -> tuple[int, ...]:
    """Return the chips of every seat after ``paid`` payments into a pool that nobody has taken."""
    if match.variant.spoil is not None:
        return pool_chips(match) if paid > len(match.sheets) else tuple([CHIPS + total for total in match.totals])
    return (CHIPS - paid,) * match.variant.players if match.variant.pool else ()


def final_chips(match: Match) -> tuple[int, ...]:
    """Return the chips of every seat after the winners have taken the pool; a double stake pays the same again."""
    if match.variant.spoil is not None:
        return chips(match, len(match.sheets))
    variant, winners, paid = match.variant, match.winners, len(match.sheets)
    if not variant.pool:
        return ()
    again = paid if variant.double_stake and _swept(match) else 0
    won = (variant.players * paid + (variant.players - len(winners)) * again) // len(winners)
    return tuple([CHIPS - paid + (won if seat in winners else -again) for seat in map(Seat, range(variant.players))])


def _swept(match: Match) -> bool:
    """True if the winners took all tricks of the last deal."""
    return sum(match.sheets[-1].tricks[seat] for seat in match.winners) == HAND


def sure_best(state: Playing) -> BestCard | None:
    """Return the best card if it scores now: the highest trump in play, once it has been played.

    While the turn-up can still be taken, it counts as held and the Ace as high, because both are possible.
    """
    variant = state.variant
    if not variant.best_card or state.best is not None:
        return None
    played = {play.card: play.seat for play in state.plays}
    there = {card for hand in state.hands for card in hand}.union(played)
    order = state.order
    if state.claim is Claim.OPEN:
        there.add(state.turn_up)
        order = make_order(state.trump, variant.joker)
    highest = next((card for card in order.trumps if card in there), None)
    if highest is None or highest not in played:
        return None
    return BestCard(played[highest], highest, variant.best_card)


def best_without_trumps(state: Playing) -> BestCard | None:
    """Return the best card of a deal without trumps in hand: the highest that took a trick, or the first of equals."""
    variant = state.variant
    if not variant.best_card or state.best is not None:
        return None
    heights = state.order.heights
    won = [play for number, play in enumerate(state.plays) if play.seat == state.takers[number // variant.players]]
    highest = max(won, key=lambda play: heights[play.card])
    return BestCard(highest.seat, highest.card, variant.best_card)
