"""The options of Da Bai Fen, and the rules of one table as values that the rules read."""

from enum import Enum
from typing import Final

from msgspec import Struct

from protocol.cards import Rank
from protocol.da_bai_fen.order import HEIGHTS, RANKS
from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Seat
from server.rules.options import Options

NAME: Final = "da-bai-fen"
"""The name of the game in setups and records."""

OPTIONS: Final = Options(
    "Da Bai Fen",
    (4,),
    (
        OptionOffer("target_level", "the level that a side has to pass to win", ("A", "6", "10")),
        OptionOffer("draw", "how many cards each draws before all are asked to expose one", (1, 2, 3, 4, 6, 12)),
        OptionOffer("exposing", "whose exposed card counts: the first to have drawn, or in time", ("drawn", "time")),
        OptionOffer(
            "leads", "which several cards may be led: certain ones, or any in two ways", ("safe", "at_risk", "cut")
        ),
        OptionOffer("show_six", "whether the last six cards are shown before the Leader takes them", (False, True)),
        OptionOffer("void_claim", "whether a hand without a trump may annul the deal", (True, False)),
        OptionOffer(
            "stop_at_last", "whether a side stops at the last level, even if it would rise by two", (False, True)
        ),
        OptionOffer("win_as", "who may pass the last level: any side, or declarers alone", ("any", "declarers")),
        OptionOffer(
            "most_deals", "after how many deals the game ends at the latest; 0 for no limit", (0, 1, 4, 8, 12, 20, 40)
        ),
    ),
)
"""The options of the game."""


PLAYERS: Final = 4
"""The number of seats; partners sit opposite."""

HAND: Final = 12
"""The number of cards that each seat draws, and plays."""

SIX: Final = 6
"""The number of the last cards, and of those laid aside."""


class Exposing(Enum):
    """Whose exposed card counts where several would expose one after the same draw."""

    DRAWN = "drawn"
    """The seat that drew first, as if each had answered before the next one draws."""

    TIME = "time"
    """The seat whose answer comes first."""


class Leads(Enum):
    """Which several cards may be led at once."""

    SAFE = "safe"
    """Cards of which the leader knows that nobody can beat them in their suit."""

    AT_RISK = "at_risk"
    """Any of one suit; if one of them can be beaten, the other side has every trick."""

    CUT = "cut"
    """Any of one suit; if one of them can be beaten, the lowest such card alone is led."""


class WinAs(Enum):
    """Who may pass the last level."""

    ANY = "any"
    """Any side."""

    DECLARERS = "declarers"
    """Declarers; their opponents stop at the last level."""


class Variant(Struct, frozen=True, gc=False):
    """The complete rules of a table, as its options decide them."""

    last_level: Rank
    """The level that a side has to pass to win."""

    draw: int
    """The number of cards that each seat draws before all are asked."""

    exposing: Exposing
    """Whose exposed card counts."""

    leads: Leads
    """Which several cards may be led."""

    show_six: bool
    """True if the last six cards are shown."""

    void_claim: bool
    """True if a hand without a trump may annul the deal."""

    stop_at_last: bool
    """True if nobody passes the last level from below it in one deal."""

    win_as: WinAs
    """Who may pass the last level."""

    most_deals: int
    """The largest number of deals in a game, annulled ones aside; 0 if there is none."""

    counts_annulled: bool = False
    """True if annulled deals count too, as they once did: only in records of games that ended so."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return PLAYERS

    @property
    def target(self) -> int:
        """The number of levels that a side has to rise to win."""
        return HEIGHTS[self.last_level] + 1


def side_of(seat: int) -> int:
    """Return the side of a seat."""
    return seat % 2


def next_seat(seat: int) -> Seat:
    """Return the seat to the right, which draws and plays next."""
    return Seat((seat - 1) % PLAYERS)


def partner_of(seat: int) -> Seat:
    """Return the seat opposite."""
    return Seat((seat + PLAYERS // 2) % PLAYERS)


def level_of(total: int) -> Rank:
    """Return the level of a side that has risen so many levels; one that has passed the Ace stays there."""
    return RANKS[min(total, len(RANKS) - 1)]


def read_variant(setup: Setup) -> Variant:
    """Return the variant of a setup.

    Raises:
        InvalidSetup: the game does not support the setup; the text names both sides.
    """
    values = OPTIONS.complete(setup.players, setup.options)
    return Variant(
        last_level=Rank(values["target_level"]),
        draw=int(values["draw"]),
        exposing=Exposing(values["exposing"]),
        leads=Leads(values["leads"]),
        show_six=bool(values["show_six"]),
        void_claim=bool(values["void_claim"]),
        stop_at_last=bool(values["stop_at_last"]),
        win_as=WinAs(values["win_as"]),
        most_deals=int(values["most_deals"]),
    )
