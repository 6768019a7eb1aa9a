"""What a table plays: the setup that its maker chooses, and the offer it is chosen from."""

from enum import Enum
from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.vocabulary import Seat


class Clock(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The time that every seat has for a move."""

    seconds: float = 0.0
    """Seconds for a move: 0 for no limit, 10 to 300, or whole days up to 14."""

    bank: float = 0.0
    """Seconds that a seat may use up beyond that in the whole game: up to 3,600, none where a move has days."""


class TableTime(Struct, frozen=True, gc=False, omit_defaults=True):
    """Where the clock of a table stands; every time is the server's, so a client counts from ``now``."""

    now: float
    """When this was said, in seconds since 1970."""

    seats: tuple[Seat, ...]
    """The seats whose time runs, or will run on."""

    left: float
    """Seconds that are left to the first of them, the bank included."""

    banks: tuple[float, ...]
    """The reserve of every seat, in seconds, as it was before the present move."""

    deadline: float | None = None
    """When the first of them runs out of time, in seconds since 1970; nil while the clock stands still."""

    bank_from: float | None = None
    """When that seat begins to use up its bank, in seconds since 1970; nil while the clock stands still."""


class Delay(Enum):
    """How much later than the players those who watch are told what happens."""

    NONE = "none"
    """At once."""

    TRICK = "trick"
    """A trick later: each trick when the next one is over, the last ones with the deal."""

    DEAL = "deal"
    """A deal later: each deal when the next one is over, the last ones with the game."""


class Arrangement(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What the maker of a table decides besides what is played."""

    clock: Clock = Clock()
    """How long a move may take."""

    listed: bool = True
    """Whether everybody finds the table in the list; else only who knows its code comes to it."""

    watching: bool = True
    """Whether people may watch."""

    delay: Delay = Delay.NONE
    """How much later those who watch are told what happens."""

    takeover: bool = True
    """Whether people may take over a bot's own seat."""


USUAL: Final = Arrangement()
"""How a table is run where nothing is said of it; this very value is left out on the wire."""


OptionName = Annotated[str, Meta(max_length=40)]
"""The name of an option, as the rules write it."""

OptionValue = bool | Annotated[int, Meta(ge=0, le=1_000_000)] | Annotated[str, Meta(max_length=40)]
"""The value of an option."""


class Setup(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Which game is played, by how many, by which rules."""

    game: Annotated[str, Meta(max_length=40)] = "chwech"
    """The name of the game."""

    players: Annotated[int, Meta(ge=1, le=32)] = 6
    """How many seats the table has."""

    options: Annotated[dict[OptionName, OptionValue], Meta(max_length=32)] = {}
    """The options that differ from their default."""

    first_dealer: Annotated[Seat, Meta(ge=0, le=31)] = Seat(0)
    """Who deals first; the host draws it, whatever a client says."""


class OptionOffer(Struct, frozen=True):
    """One option of a game: its values and where it applies."""

    name: str
    """The name, as the rules write it."""

    about: str
    """What it decides, in a few words."""

    values: tuple[OptionValue, ...]
    """The values to choose from, the default first; empty for a number from ``least`` to ``most``, unset by default."""

    least: int = 0
    """The least value of a number."""

    most: int = 0
    """The greatest value of a number."""

    players: tuple[int, ...] = ()
    """The numbers of players that it applies to; empty for all."""

    needs: dict[str, OptionValue] = {}
    """The values that other options must have for this one to apply."""


class GameOffer(Struct, frozen=True):
    """One game that the server plays."""

    name: str
    """The name of the game."""

    players: tuple[int, ...]
    """The numbers of players, the default first."""

    options: tuple[OptionOffer, ...]
    """The options, in the order of the rules."""

    bots: tuple[str, ...]
    """The levels of the bots that play it, the default first."""
