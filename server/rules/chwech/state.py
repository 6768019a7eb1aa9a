"""The states of a game of Chwech: frozen values, a union of phases."""

from typing import ClassVar

from msgspec import Struct

from protocol.cards import Suit
from protocol.chwech.actions import Pass, Play
from protocol.chwech.events import DealSheet, LeadPassed, Led, Passed, Played
from protocol.vocabulary import Seat
from server.rules.chwech.rulebook import Rulebook

TurnTaken = LeadPassed | Led | Passed | Played
"""What a seat did in a trick, as the event that says so."""


class PastDeal(Struct, frozen=True, gc=False):
    """The cards of a deal that has ended, as places in the pack."""

    dealt: tuple[int, ...]
    """The hand of each seat as dealt."""

    left: tuple[int, ...]
    """What each seat still held at the end."""


class Match(Struct, frozen=True, gc=False):
    """What lasts from deal to deal."""

    book: Rulebook
    """The tables of the variant."""

    first_dealer: Seat
    """Who dealt first."""

    sheets: tuple[DealSheet, ...] = ()
    """The deals that have ended."""

    past: tuple[PastDeal, ...] = ()
    """Their cards: open to all when the game has ended, and to nobody before."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.book.variant.players

    @property
    def number(self) -> int:
        """The number of the present or next deal, from 1."""
        return len(self.sheets) + 1

    @property
    def dealer(self) -> Seat:
        """Who deals now: the deal passes to the left."""
        return Seat((self.first_dealer + len(self.sheets)) % self.players)

    @property
    def done(self) -> bool:
        """Whether all deals have ended."""
        return len(self.sheets) == self.book.variant.deals

    @property
    def totals(self) -> tuple[int, ...]:
        """The scores of the deals that have ended, by seat."""
        return self.sheets[-1].totals if self.sheets else (0,) * self.players


class Deal(Struct, frozen=True, gc=False):
    """What does not change within a deal."""

    match: Match
    """What lasts from deal to deal."""

    book: Rulebook
    """The tables of the variant, as in the match."""

    dealt: tuple[int, ...]
    """The cards of each seat as dealt, as places in the pack."""

    commitment: str | None
    """What binds the deal to its seed, told at once."""

    seed: str | None
    """The seed, told when the deal has ended."""


class TakenTrick(Struct, frozen=True, gc=False):
    """The trick before."""

    turns: tuple[TurnTaken, ...]
    """What each seat did, passes of the lead first."""

    suit: Suit
    """The suit that was led."""

    taker: Seat
    """Who took it."""


class Dealing(Struct, frozen=True, gc=False):
    """The next deal is awaited; after the last one, for an instant, the end of the game."""

    match: Match
    """What lasts from deal to deal."""

    turn: ClassVar[Seat | None] = None
    """No seat's turn, but chance's."""

    choices: ClassVar[tuple[Pass | Play, ...]] = ()
    """Nothing for a seat to do."""


class Frame(Struct, frozen=True, gc=False):
    """What does not change within a trick, from the first seat that may lead to it."""

    deal: Deal
    """The deal."""

    book: Rulebook
    """The tables of the variant, as in the match."""

    dealt: tuple[int, ...]
    """The cards of each seat as dealt, as in the deal."""

    number: int
    """Which trick of the deal it is, from 1."""

    held: int
    """The cards that were in somebody's hand before the trick, as places in the pack."""

    piles: tuple[int, ...]
    """The cards each seat has won, as places in the pack."""

    before: TakenTrick | None
    """The trick before."""

    order: tuple[Seat, ...]
    """The seats in the order in which they act, once each; empty where the deal only awaits its score."""


class InDeal(Struct, frozen=True, gc=False):
    """What every phase within a deal has."""

    frame: Frame
    """What does not change within the trick."""

    held: int
    """The cards that are still in somebody's hand, as places in the pack."""

    turns: tuple[TurnTaken, ...]
    """What the first seats of the order have done."""

    turn: Seat | None
    """Whose turn it is; None for as long as a state only lasts until the next event."""

    choices: tuple[Pass | Play, ...]
    """What that seat may do: asked for so often that it is worked out once, when the state is made."""

    @property
    def deal(self) -> Deal:
        """What does not change within the deal."""
        return self.frame.deal

    @property
    def piles(self) -> tuple[int, ...]:
        """The cards each seat has won, as places in the pack."""
        return self.frame.piles

    def hand(self, seat: Seat) -> int:
        """Give the cards in the hand of a seat, as places in the pack."""
        return self.frame.dealt[seat] & self.held

    @property
    def hands(self) -> tuple[int, ...]:
        """The cards in each hand, as places in the pack."""
        return tuple([dealt & self.held for dealt in self.frame.dealt])


class Opening(InDeal, frozen=True, gc=False):
    """The first lead of a deal is awaited: it may not be passed."""


class Leading(InDeal, frozen=True, gc=False):
    """A lead is awaited: it may be passed."""


class Following(InDeal, frozen=True, gc=False):
    """A card of the suit led, a Joker or a pass is awaited."""

    suit: Suit
    """The suit led, or that a Joker led stands for."""

    fits: int
    """The places of all cards, in whosesoever hand, that may still be played to this trick."""


class Ended(Struct, frozen=True, gc=False):
    """The last deal has been scored."""

    match: Match
    """All that is left."""

    turn: ClassVar[Seat | None] = None
    """Nobody's turn any more."""

    choices: ClassVar[tuple[Pass | Play, ...]] = ()
    """Nothing more to do."""


State = Dealing | Opening | Leading | Following | Ended
"""A state of the game."""


def match_of(state: State) -> Match:
    """Give what lasts from deal to deal."""
    return state.deal.match if isinstance(state, InDeal) else state.match
