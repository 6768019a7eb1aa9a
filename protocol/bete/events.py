"""What happens in Bête, as the log keeps it and, less what is hidden, as viewers are told."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card
from protocol.vocabulary import Event, Seat


class Ending(Enum):
    """How a deal ended."""

    PASSED = "passed"
    """Nobody took part."""

    ALONE = "alone"
    """One player alone took part, and had the pool without playing for it."""

    MOST = "most"
    """Somebody took three or four tricks, and with them the pool."""

    ALL = "all"
    """Somebody took all five tricks."""

    FIRST_TWO = "first_two"
    """Nobody took three tricks, and somebody the first two."""

    CARRIED = "carried"
    """Nobody who took part won the pool."""


class DealSheet(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of one deal, every list by seat but ``active``."""

    dealer: Seat
    """Who dealt."""

    ending: Ending
    """How the deal ended."""

    active: tuple[Seat, ...]
    """Who took part, in the order of the seats."""

    tricks: tuple[int, ...]
    """Tricks that each seat has taken."""

    pool: int
    """The chips in the pool of this deal, the stakes included."""

    points: tuple[int, ...]
    """The chips that each seat has won in this deal, less those that it has paid, its stake included."""

    totals: tuple[int, ...]
    """The same, up to and with this deal; at the end of the game with its share of what is left in the pool."""

    carried: int
    """The chips that go into the pool of the next deal."""

    sweeper: Seat | None = None
    """Who has won the pool."""

    king: Seat | None = None
    """Who was dealt the King of trumps, for which everybody has paid a chip."""

    commitment: str | None = None
    """The SHA-256 that was told when the cards were dealt, in hex."""

    seed: str | None = None
    """The 32 bytes that decided the deal, in hex; told now."""


class Dealt(Event, frozen=True, gc=False, tag="bete.dealt"):
    """Everybody has paid a stake, the cards have been dealt, and one is turned up for trump."""

    deal: int
    """Which deal of the game this is, from 1."""

    dealer: Seat
    """Who dealt."""

    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat in the order dealt; a viewer is told its own and empty hands for the others."""

    turn_up: Card
    """The card that is turned up: its suit is trump, and nobody holds it."""

    commitment: str | None = None
    """SHA-256 of the seed in hex: the deck cannot be changed any more."""

    seed: str | None = None
    """The seed in hex; in the log only, told when the deal has ended."""


class TookPart(Event, frozen=True, gc=False, tag="bete.took_part"):
    """A seat plays for the pool in this deal."""

    seat: Seat


class Passed(Event, frozen=True, gc=False, tag="bete.passed"):
    """A seat stays out of this deal."""

    seat: Seat


class Played(Event, frozen=True, gc=False, tag="bete.played"):
    """A seat has played a card, to lead or to follow."""

    seat: Seat
    card: Card


class TrickTaken(Event, frozen=True, gc=False, tag="bete.trick_taken"):
    """The trick is complete and has gone to its highest card."""

    seat: Seat
    """Who took it."""

    cards: tuple[Card, ...]
    """Its cards, in the order played."""


class DealEnded(Event, frozen=True, gc=False, tag="bete.deal_ended"):
    """The deal is over, and paid for."""

    sheet: DealSheet
    """What everybody has won and paid, and how it came about."""


class GameEnded(Event, frozen=True, gc=False, tag="bete.game_ended"):
    """The last deal is over."""

    totals: tuple[int, ...]
    """The chips that each seat has won in the whole game, less those that it has paid."""

    winners: tuple[Seat, ...]
    """The seats that have the most; a win can be shared."""
