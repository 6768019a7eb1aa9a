"""The setup of a table, chosen by its maker, and the offer it is chosen from."""

from enum import Enum
from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.message import Count, Duration, Seat

DAY: Final = 86_400.0  # Seconds of a day; a time limit of at least one day per move makes a correspondence game.


class Clock(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The time that every seat has for a move."""

    seconds: Duration = 0.0
    """Seconds for a move: 0 for no limit, 10 to 300, or whole days up to 14."""
    bank: Duration = 0.0
    """Extra seconds for the whole game, up to 3,600; none if a move has days."""

    @property
    def has_days(self) -> bool:
        """True if a move has days, and not seconds."""
        return self.seconds >= DAY


PACES: Final = (0.0, 0.3, 0.6, 1.2, 2.0)  # The times that bots are given for a turn, in seconds.


class TableTime(Struct, frozen=True, gc=False, omit_defaults=True):
    """The state of a table's clock; all times are the server's, so a client counts from ``now``."""

    now: Duration
    """When this was sent, in seconds since 1970."""
    seats: tuple[Seat, ...]
    """The seats whose time runs, or will run once the clock does."""
    left: Duration
    """Seconds left to the first of them, including its bank."""
    banks: tuple[Duration, ...]
    """The bank of every seat before the current move, in seconds."""
    deadline: Duration | None = None
    """When the first of them runs out of time, in seconds since 1970; nil while the clock is stopped."""
    bank_from: Duration | None = None
    """When that seat starts to use its bank, in seconds since 1970; nil while the clock is stopped."""


class Delay(Enum):
    """The delay of spectators behind the players."""

    NONE = "none"
    """No delay."""
    TRICK = "trick"
    """One trick: each trick is shown when the next one ends, the last ones with the deal."""
    DEAL = "deal"
    """One deal: each deal is shown when the next one ends, the last ones with the game."""


class Arrangement(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How a table is run, whatever it plays; its maker decides."""

    clock: Clock = Clock()
    listed: bool = True
    """True if everyone sees the table in the list; otherwise only its code leads there."""
    watching: bool = True
    """True if people may watch."""
    delay: Delay = Delay.NONE
    takeover: bool = True
    """True if people may take over the seats of bots."""
    foreign_bots: bool = True
    """True if bots that people bring may take seats."""
    casual: bool = False
    """True if the game changes no ratings."""
    hints: bool = True
    """True if people may have hints."""


USUAL: Final = Arrangement()  # The default arrangement; exactly this value is left out on the wire.


OptionName = Annotated[str, Meta(max_length=40)]
"""The name of an option, as in the rules."""

OptionValue = bool | Annotated[int, Meta(ge=0, le=1_000_000)] | Annotated[str, Meta(max_length=40)]


GameName = Annotated[str, Meta(max_length=40)]
"""The name of a game, as it has no other in any language."""


class Setup(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The game of a table, its number of seats, and its options."""

    game: GameName = "chwech"
    """The name of the game."""
    players: Annotated[int, Meta(ge=1, le=32)] = 6
    """The number of seats."""
    options: Annotated[dict[OptionName, OptionValue], Meta(max_length=32)] = {}
    """The options that differ from their defaults."""
    first_dealer: Annotated[Seat, Meta(ge=0, le=31)] = Seat(0)
    """The first dealer; the server draws it and ignores what a client sends."""


class OptionOffer(Struct, frozen=True, gc=False):
    """One option of a game: its values and where it applies."""

    name: str
    """The name of the option, as in the rules."""
    about: str
    """What the option decides, in a few words."""
    values: tuple[OptionValue, ...]
    """The values to choose from, the default first."""
    least: Count = 0
    """The lowest value, if it is a number."""
    most: Count = 0
    """The highest value, if it is a number."""
    step: Count = 0
    """If it is not 0, numbers from ``least`` to ``most`` in such steps are values besides those in ``values``."""
    players: tuple[int, ...] = ()
    """The numbers of players that it applies to; empty for all."""
    needs: dict[str, OptionValue] = {}
    """The values that other options must have for this one to apply."""


class GameOffer(Struct, frozen=True, gc=False):
    """One game that the server plays."""

    name: str
    players: Annotated[tuple[Annotated[int, Meta(ge=1, le=32)], ...], Meta(min_length=1)]
    """The numbers of players, the default first."""
    options: tuple[OptionOffer, ...]
    """The options, in the order of the rules."""
    bots: tuple[str, ...]
    """The levels of the bots that play it, the default first."""
    about: str = ""
    """What kind of game it is, in one sentence without its full stop."""
    minutes: int = 0
    """About how long a game of the usual kind takes people, in minutes; 0 if that is not known."""
    fallbacks: dict[str, str] = {}
    """The levels that cannot play as they should on this server now, each with the one that plays in its place."""
    hints: bool = True
    """True if the server has hints for it."""
