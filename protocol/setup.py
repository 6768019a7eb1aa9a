"""What a table plays: the setup that its maker chooses, and the offer it is chosen from."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.vocabulary import Seat

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
