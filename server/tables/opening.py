"""How a table is opened: by its maker, or as a rematch of the same people in the same seats."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.kit.deck import derive
from games.kit.game import Game
from games.kit.options import InvalidSetup
from protocol.daily import DailyMark
from protocol.game import Temper
from protocol.language import sentence
from protocol.message import Seat
from protocol.messages import OpenTable
from protocol.setup import Arrangement, Setup
from protocol.table import Absence, Began, Readied, RematchOffered, TablePhase
from server.tables.absence import stand_in
from server.tables.chairs import Chairs, chair_temper, free_seats, is_bot, seat_of, taken
from server.tables.clock import check_clock
from server.tables.commands import Decision, Done, Granted, OfferRematch, not_now
from server.tables.log import BotSat, Cause, KnownFact, LogRecord, Opened, PersonSat, SeatKept
from server.tables.names import bot_names
from server.tables.position import first_position
from server.tables.table import Table, begin_fold

DAILY_GAME: Final = Setup().game  # The game that is played.
PERSON: Final = Seat(0)  # The seat of the person.
LEVEL: Final = "steady"  # The level of the bots; another one, or other choices of it, need a new ``DAILY_VERSION``.

DAILY_VERSION: Final = 3
"""The version of what the deal of the day is played with; a result is proven by the same version only."""

_PRIVATE: Final = Arrangement(listed=False, watching=False, takeover=False)

NO_REMATCH: Final = not_now(sentence("the deal of the day has no rematch: come back tomorrow, or open a table"))
NO_STAND_IN: Final = not_now(
    sentence("nobody plays the deal of the day for you: just leave, and go on with it when you like")
)


class DailyOrder(Struct, frozen=True, tag=True):
    """What a table of the deal of the day is made from."""

    code: str
    seed: str
    """The seed of the day, in hex."""
    mark: DailyMark
    name: str
    """The name of the person."""
    guest: bool = False
    """True if it is a guest's account."""


def daily_setup(seed: str) -> Setup:
    """Return what is played: six deals by the usual rules, with the first dealer of the day."""
    setup = Setup()
    return replace(setup, first_dealer=Seat(int.from_bytes(derive(seed, 1, 0), "big") % setup.players))


def open_daily(game: Game[Any], order: DailyOrder, cause: Cause, now: float) -> Done:
    """Return the first record of a table of the deal of the day, at which the game begins at once."""
    setup = daily_setup(order.seed)
    levels = (LEVEL,) * setup.players
    opened = Opened(order.code, setup, levels, cause.account, 0.6, order.seed, _PRIVATE, daily=order.mark)
    names = bot_names((order.name,), (), setup.players - 1)
    bots = (BotSat(Seat(seat), name, LEVEL) for seat, name in enumerate(names, start=PERSON + 1))
    person = PersonSat(PERSON, cause.account, order.name, order.guest)
    return _first_record(game, opened, (person, *bots, Began()), cause, now)


def _first_record(game: Game[Any], opened: Opened, facts: Iterable[KnownFact], cause: Cause | None, now: float) -> Done:
    """Return the first record of a table, with the table that it opens."""
    record = LogRecord((replace(opened, rules=game.rules), *facts), now, cause)
    return Done(record, begin_fold({opened.setup.game: game}, record))


def seat_temper(table: Table, seat: Seat) -> Temper:
    """Return the temper of the bot on a seat; in the deal of the day it is even, for a temper follows from a name."""
    chair = table.chairs[seat]
    return chair_temper(chair) if chair is not None and not table.opened.daily else Temper.EVEN


def whims_of_day(seed: str, seat: Seat, played: int) -> str:
    """Return the text that seeds the random choices of a bot after so many game events."""
    return f"{seed} daily seat {seat} after {played}"


class TableOpening(Struct, frozen=True):
    """A request for a new table."""

    cause: Cause
    name: str
    code: str
    message: OpenTable
    entropy: bytes
    """Random bytes that draw the first dealer."""
    guest: bool = False
    """True if it is opened by a guest's account."""


def open_table(game: Game[Any], levels: Sequence[str], wish: TableOpening, now: float) -> Done:
    """Return the first record of a table, with the table that it opens.

    Raises:
        InvalidSetup: the game, or this server, does not support what is asked for.
    """
    message = wish.message
    entropy = derive(message.seed, 1, 0) if message.seed else wish.entropy
    setup = replace(message.setup, first_dealer=Seat(int.from_bytes(entropy, "big") % message.setup.players))
    first_position(game, setup)
    check_clock(message.arrangement.clock)
    bots = line_up(message.bots, levels, setup.players)
    opened = Opened(wish.code, setup, bots, wish.cause.account, message.pace, message.seed, message.arrangement)
    sat = PersonSat(Seat(0), wish.cause.account, wish.name, wish.guest)
    return _first_record(game, opened, (sat,), wish.cause, now)


def line_up(asked: Sequence[str], levels: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the bot level of every seat; the maker's seat has the default.

    Raises:
        InvalidSetup: a level is unknown, or more levels are given than there are other seats.
    """
    unknown = next((level for level in asked if level not in levels), None)
    if unknown is not None:
        text = sentence("there is no bot {level}: choose among {levels}", level=repr(unknown), levels=", ".join(levels))
        raise InvalidSetup(text)
    if len(asked) >= players:
        text = sentence(
            "{n} bots are too many: besides yourself {places} can sit down", n=len(asked), places=players - 1
        )
        raise InvalidSetup(text)
    named = tuple(asked) or (levels[0],)
    rest = players - 1 - len(named)
    return (levels[0], *named, *(named[-1],) * rest)[:players]


class Sequel(Struct, frozen=True, tag=True):
    """What a rematch is made from."""

    opened: Opened
    """The opening fact of the new table; the first person to come becomes its maker."""
    chairs: Chairs
    here: frozenset[str]
    """The accounts that were present at the previous table when this value was made."""
    guests: frozenset[str] = frozenset()


def offer_rematch(table: Table, seat: Seat, command: OfferRematch) -> Decision:
    """Offer a rematch, or accept one that is already offered."""
    if table.opened.daily:
        return NO_REMATCH
    if table.phase is not TablePhase.OVER:
        return not_now(sentence("a rematch comes after the game: play this one first"))
    if table.gathering.rematch:
        return Granted(table.seq)
    return (RematchOffered(command.code, seat),)


def sequel(table: Table) -> Sequel | None:
    """Return what the rematch is made from; None if nobody has asked for one."""
    if not table.gathering.rematch:
        return None
    before = table.opened
    dealer = Seat((before.setup.first_dealer + 1) % before.setup.players)
    opened = replace(
        before,
        code=table.gathering.rematch,
        setup=replace(before.setup, first_dealer=dealer),
        seed=derive(before.seed, 2, 1).hex() if before.seed and not before.tournament else "",
        tournament=0,
    )
    return Sequel(opened, table.chairs, table.present, table.guests)


def open_rematch(game: Game[Any], wish: Sequel, cause: Cause, now: float) -> Done:
    """Return the first record of a rematch, opened by a person of the previous game, with the table.

    Bots keep their seats, the person takes their own seat and is ready, and seats are reserved for the others who
    are present.
    """
    own = seat_of(wish.chairs, cause.account)
    assert own is not None
    opened, facts = replace(wish.opened, account=cause.account), list[KnownFact]()
    for seat, chair in taken(wish.chairs):
        if seat == own:
            facts += [
                PersonSat(seat, chair.account, chair.name, cause.account in wish.guests),
                Readied(seat, ready=True),
            ]
        elif is_bot(chair):
            facts.append(BotSat(seat, chair.name, chair.bot))
        elif chair.account in wish.here:
            facts.append(SeatKept(seat, chair.account, chair.name))
    made = _first_record(game, opened, facts, cause, now)
    if free_seats(made.progress.table.chairs):
        return made
    return _first_record(game, opened, (*facts, Began()), cause, now)


def convene(game: Game[Any], opened: Opened, people: Chairs, now: float) -> Done:
    """Return the first record of a table of a tournament, with the table that it opens.

    Args:
        game: the game.
        opened: the first fact of the log.
        people: the person who gets each seat; None for a bot.
        now: the time in seconds since 1970.
    """
    present = [chair.name for chair in people if chair is not None]
    names = iter(bot_names(present, (), len(people) - len(present)))
    seats: list[KnownFact] = [
        BotSat(Seat(seat), next(names), opened.bots[seat])
        if chair is None
        else PersonSat(Seat(seat), chair.account, chair.name)
        for seat, chair in enumerate(people)
    ]
    return _first_record(game, opened, (*seats, Began()), None, now)


def time_called(table: Table) -> Decision:
    """Return the facts by which bots play on for everybody, because a round is to end; often nothing changes."""
    if table.phase is not TablePhase.PLAYING or table.closed:
        return Granted(table.seq)
    late = tuple(
        stand_in(table, seat, chair, Absence.IDLE)
        for seat, chair in taken(table.chairs)
        if chair.account and not chair.bot
    )
    return late or Granted(table.seq)
