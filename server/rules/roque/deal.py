"""The states of Roque, a union of phases; who may act, what is legal, and why all else is refused."""

from collections.abc import Sequence
from typing import ClassVar, Final, assert_never

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.language import N_, sentence
from protocol.roque.actions import PASS, Bid, Bury, Play, RoqueAction
from protocol.roque.events import DealSheet, Played
from protocol.roque.order import HEIGHTS, count
from protocol.roque.views import OpenDeal
from protocol.vocabulary import Action, Seat
from server.rules.auction import Auction
from server.rules.deciding import NOT_YOUR_TURN
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


def legal(state: State, seat: Seat) -> tuple[RoqueAction, ...]:
    """Return every legal action of the seat; none if it is not its turn."""
    if not isinstance(state, InDeal) or state.turn != seat:
        return ()
    match state:
        case Bidding():
            return (*[Bid(points) for points in bids(state)], PASS)
        case Burying():
            return tuple([Bury(card) for card in state.hands[seat]])
        case Playing():
            return tuple([Play(card) for card in playable(state, seat)])
        case _:
            assert_never(state)


def bids(state: Bidding) -> Sequence[int]:
    """Return the bids that may be made: all above the one that stands."""
    highest = state.auction.highest
    most = highest.points if highest is not None else None
    return [points for points in state.variant.bids if most is None or points > most]


def playable(state: Playing, seat: Seat) -> Sequence[Card]:
    """Return the cards of a seat that may be played to the current trick: those of the suit led, or any without one."""
    hand = state.hands[seat]
    if not state.table:
        return hand
    led = state.table[0].card.suit
    return [card for card in hand if card.suit is led] or hand


def fallback(state: State, seat: Seat) -> RoqueAction:
    """Return a pass, or the legal card that counts least and of these ranks lowest, no trump before a plain card."""
    choices = legal(state, seat)
    if PASS in choices:
        return PASS
    trump = state.trump if isinstance(state, Playing) else None
    return min(
        [choice for choice in choices if isinstance(choice, Bury | Play)],
        key=lambda choice: (choice.card.suit is trump, count([choice.card]), HEIGHTS[choice.card.rank]),
    )


_LED: Final = {
    Suit.CLUBS: N_("clubs were led: play one"),
    Suit.DIAMONDS: N_("diamonds were led: play one"),
    Suit.HEARTS: N_("hearts were led: play one"),
    Suit.SPADES: N_("spades were led: play one"),
}
"""What is said where a suit has to be followed, marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if state.turn is None:
        return sentence("the trick is being taken")
    if state.turn != seat:
        return sentence(NOT_YOUR_TURN)
    if isinstance(state, Bidding):
        return _why_no_bid(state, action)
    if isinstance(action, Bury | Play) and action.card not in state.hands[seat]:
        return sentence("you do not hold {card}", card=action.card)
    if isinstance(state, Burying):
        return sentence("lay {cards} cards aside first: {left} to go", cards=state.variant.widow, left=_left(state))
    return _why_not_follow(state, action)


def _left(state: Burying) -> int:
    """Return how many cards are still to be laid aside."""
    return state.variant.widow - len(state.buried)


def _why_no_bid(state: Bidding, action: Action) -> str:
    possible = bids(state)
    if not isinstance(action, Bid):
        return sentence("the auction is on: bid or pass")
    if not possible:
        return sentence("nobody can bid more than {most}: pass", most=state.variant.highest_bid)
    why = N_("{points} cannot be bid: bid {least} to {most}, in steps of five, or pass")
    return sentence(why, points=action.points, least=possible[0], most=possible[-1])


def _why_not_follow(state: Playing, action: Action) -> str:
    if not isinstance(action, Play):
        return sentence("the auction is over: play a card")
    led = state.table[0].card.suit
    assert led is not None
    return sentence(_LED[led])
