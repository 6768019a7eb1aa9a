"""How a table is made: the setup is checked, the first dealer drawn, and its maker seated."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from protocol.arrangement import USUAL, Arrangement
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.rules.deck import derive
from server.rules.game import Game, InvalidSetup
from server.tables.clock import check_clock
from server.tables.log import Cause, Opened, PersonSat, Record
from server.tables.outcome import Done
from server.tables.table import begin_fold

S = TypeVar("S")


class Opening(Struct, frozen=True):
    """The wish for a table."""

    cause: Cause
    """Whose command."""

    name: str
    """What the maker is called."""

    code: str
    """The word that will name the table."""

    setup: Setup
    """The game and its options; the first dealer in it is not heeded."""

    bots: tuple[str, ...]
    """The level of the bot for each seat but the maker's; the last one serves for the rest."""

    pace: float
    """Seconds that a bot takes for an action."""

    seed: str
    """The text that the deals follow from; empty where chance decides."""

    entropy: bytes
    """Random bytes that the first dealer is drawn with."""

    arrangement: Arrangement = USUAL
    """How the table is run."""


def open_table(game: Game[S], levels: Sequence[str], wish: Opening, now: float) -> Done[S]:
    """Give the first record of a table and the table that it makes.

    Raises:
        InvalidSetup: the game, or this server, does not have what is asked for.
    """
    entropy = derive(wish.seed, 1, 0) if wish.seed else wish.entropy
    setup = replace(wish.setup, first_dealer=Seat(int.from_bytes(entropy, "big") % wish.setup.players))
    game.start(setup)
    check_clock(wish.arrangement.clock)
    bots = line_up(wish.bots, levels, setup.players)
    opened = Opened(wish.code, setup, bots, wish.cause.account, wish.pace, wish.seed, wish.arrangement)
    sat = PersonSat(Seat(0), wish.cause.account, wish.name)
    record: Record[Event] = Record((opened, sat), now, wish.cause)
    return Done(record, begin_fold({setup.game: game}, record))


def line_up(asked: Sequence[str], levels: Sequence[str], players: int) -> tuple[str, ...]:
    """Give the level of the bot of every seat, the default for the maker's.

    Raises:
        InvalidSetup: a level is not known, or there are more of them than other seats.
    """
    unknown = next((level for level in asked if level not in levels), None)
    if unknown is not None:
        raise InvalidSetup(f"there is no bot {unknown!r}: choose among {', '.join(levels)}")
    if len(asked) >= players:
        raise InvalidSetup(f"{len(asked)} bots are too many: besides yourself {players - 1} can sit down")
    named = tuple(asked) or (levels[0],)
    rest = players - 1 - len(named)
    return (levels[0], *named, *(named[-1],) * rest)[:players]
