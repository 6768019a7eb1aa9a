"""The states of Chwech, a union of phases; who may act, what is legal, and why all else is refused."""

from operator import add
from typing import ClassVar

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.chwech.actions import Pass, Play
from protocol.chwech.events import DealSheet, Ending, LeadPassed, Led, Passed, Played
from protocol.vocabulary import Seat
from server.rules.chwech.variant import HAND, Rulebook

TurnTaken = LeadPassed | Led | Passed | Played


class PastDeal(Struct, frozen=True, gc=False):
    """The cards of a deal that has ended, as places in the pack."""

    dealt: tuple[int, ...]
    left: tuple[int, ...]


class Match(Struct, frozen=True, gc=False):
    """The state that lasts from deal to deal."""

    book: Rulebook
    first_dealer: Seat
    sheets: tuple[DealSheet, ...] = ()
    past: tuple[PastDeal, ...] = ()
    """The cards of the finished deals; hidden from everybody until the game has ended."""

    seed: str | None = None
    """In a duplicate game, once it has begun, the seed of all its deals in hex; hidden likewise."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.book.variant.players

    @property
    def number(self) -> int:
        """The number of the current or next deal, from 1."""
        return len(self.sheets) + 1

    @property
    def dealer(self) -> Seat:
        """The current dealer; the deal passes to the left."""
        return Seat((self.first_dealer + len(self.sheets)) % self.players)

    @property
    def done(self) -> bool:
        """True if all deals have ended."""
        return len(self.sheets) == self.book.variant.deals

    @property
    def totals(self) -> tuple[int, ...]:
        """The scores of the finished deals, by seat."""
        return self.sheets[-1].totals if self.sheets else (0,) * self.players


class Deal(Struct, frozen=True, gc=False):
    """The state that is constant within a deal."""

    match: Match
    book: Rulebook
    dealt: tuple[int, ...]
    """The cards of each seat as dealt, as places in the pack."""

    commitment: str | None
    """The SHA-256 of the seed, published with the deal."""

    seed: str | None
    """The seed, published when the deal has ended."""


class TakenTrick(Struct, frozen=True, gc=False):
    """A trick that has been taken."""

    turns: tuple[TurnTaken, ...]
    """The turns of the seats, passes of the lead first."""

    suit: Suit
    """The suit that was led, or that a Joker led stood for."""

    taker: Seat


class Frame(Struct, frozen=True, gc=False):
    """The state that is constant within a trick, from the first seat that may lead."""

    deal: Deal
    book: Rulebook
    dealt: tuple[int, ...]
    number: int
    """The number of the trick in the deal, from 1."""

    held: int
    """The cards in all hands before the trick, as places in the pack."""

    piles: tuple[int, ...]
    """The cards each seat has won, as places in the pack."""

    before: TakenTrick | None
    order: tuple[Seat | None, ...]
    """The seats in the order in which they act, once each, then None; None alone if only the score is still to come."""


class InDeal(Struct, frozen=True, gc=False):
    """The state common to every phase within a deal."""

    frame: Frame
    held: int
    """The cards in all hands, as places in the pack."""

    turns: tuple[TurnTaken, ...]
    """The turns taken so far, by the first seats of ``order``."""

    turn: Seat | None
    """The seat to act; None in a state that only lasts until the next event."""

    choices: tuple[Pass | Play, ...]
    """The legal actions of that seat; read so often that they are computed once, with the state."""

    @property
    def deal(self) -> Deal:
        """The state that is constant within the deal."""
        return self.frame.deal

    @property
    def piles(self) -> tuple[int, ...]:
        """The cards each seat has won, as places in the pack."""
        return self.frame.piles

    def hand(self, seat: Seat) -> int:
        """Return the cards in the hand of a seat, as places in the pack."""
        return self.frame.dealt[seat] & self.held

    @property
    def hands(self) -> tuple[int, ...]:
        """The cards in each hand, as places in the pack."""
        return tuple([dealt & self.held for dealt in self.frame.dealt])


class Opening(InDeal, frozen=True, gc=False):
    """The first lead of a deal is awaited, and must not be passed."""


class Leading(InDeal, frozen=True, gc=False):
    """A lead is awaited, and may be passed."""


class Following(InDeal, frozen=True, gc=False):
    """A card of the suit led, a Joker or a pass is awaited."""

    suit: Suit
    fits: int
    """The places of all cards, in any hand, that may be played to this trick, and of some that were."""

    played: tuple[Led | Played, ...]
    """The turns in which a card was played, the lead first."""


class Between(Struct, frozen=True, gc=False):
    """The state common to the phases in which no cards are played."""

    match: Match
    ended: InDeal | None = None
    """The deal that has ended, which stays on the table; None before the first one."""

    turn: ClassVar[Seat | None] = None
    choices: ClassVar[tuple[Pass | Play, ...]] = ()


class Dealing(Between, frozen=True, gc=False):
    """The next deal is awaited; after the last deal, the end of the game, which follows at once."""


class Ended(Between, frozen=True, gc=False):
    """The last deal has been scored."""


State = Dealing | Opening | Leading | Following | Ended


def match_of(state: State) -> Match:
    """Return the match of any state."""
    return state.deal.match if isinstance(state, InDeal) else state.match


def factor(won: int) -> int:
    """Return nine for a multiple of nine cards won (0 included), otherwise the cards won beyond such a multiple."""
    return won % 9 or 9


def score(left: int, won: int) -> int:
    """Return the score of a seat with ``left`` cards in hand and ``won`` cards in its pile."""
    return (HAND - left) * factor(won)


def make_sheet(state: InDeal, ending: Ending) -> DealSheet:
    """Return the score sheet of a deal that ends in this state."""
    match = state.deal.match
    won = tuple(map(int.bit_count, state.piles))
    left = tuple(map(int.bit_count, state.hands))
    scores = tuple(map(score, left, won))
    return DealSheet(
        dealer=match.dealer,
        ending=ending,
        won=won,
        left=left,
        factors=tuple(map(factor, won)),
        scores=scores,
        totals=tuple(map(add, match.totals, scores)),
        commitment=state.deal.commitment,
        # In a duplicate game the seed tells of all the deals to come.
        seed=None if match.book.variant.duplicate and match.number < match.book.variant.deals else state.deal.seed,
    )


Hands = tuple[tuple[Card, ...], ...]
"""Hands by seat, or in the order in which they are dealt."""


def sets_of(match: Match) -> int:
    """Return the number of sets of hands in a duplicate game."""
    return match.book.variant.deals // match.players


def is_misdealt(match: Match, hands: Hands) -> bool:
    """True if these hands, by seat, cannot be dealt in a duplicate game: as a set too many, or as they were before."""
    faces = match.book.pack.faces
    past = [tuple(map(faces, deal.dealt)) for deal in match.past]
    known = {_turned(dealt, match.first_dealer + number) for number, dealt in enumerate(past)}
    if _turned(hands, match.dealer) not in known:
        return len(known) >= sets_of(match)
    # The same hands on the same seats can only be the same set from the same dealer.
    return _turned(hands, 0) in {_turned(dealt, 0) for dealt in past}


def _turned(hands: Hands, dealer: int) -> Hands:
    """Return the hands in the order in which they are dealt, the cards of each in one order."""
    first = (dealer + 1) % len(hands)
    return tuple(tuple(sorted(hand, key=_text)) for hand in hands[first:] + hands[:first])


def _text(card: Card) -> str:
    return card.text
