"""Before the game: how a table or a rematch is opened, who may sit where, who is ready, and what its host may do."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.kit.deck import derive
from games.kit.game import Game
from games.kit.options import InvalidSetup
from protocol import table as wire
from protocol.daily import DailyMark
from protocol.errors import ErrorCode
from protocol.game import Temper
from protocol.language import N_, sentence
from protocol.message import Seat
from protocol.messages import OpenTable
from protocol.setup import PACES, Arrangement, Setup
from server.tables import commands, log
from server.tables.chairs import Chairs, chair_temper, free_seats, is_bot, kept_for, others, resigned, seat_of, taken
from server.tables.clock import check_clock, resign, stand_in
from server.tables.names import bot_names, is_bot_account, name_key
from server.tables.position import first_position
from server.tables.table import Table, begin_fold, persons_here


def bots_for(table: Table, seats: tuple[Seat, ...], *more: str) -> tuple[log.BotSat, ...]:
    """Return bots of the table's levels for these seats, with names that no present or expected player has."""
    people = [chair.name for chairs in (table.chairs, table.gathering.kept) for _, chair in taken(chairs)]
    names = bot_names((*people, *more), table.watchers, len(seats))
    return tuple(log.BotSat(seat, name, table.opened.bots[seat]) for seat, name in zip(seats, names, strict=True))


def make_way(table: Table, seat: Seat, name: str) -> tuple[log.BotSat, ...]:
    """Return new names for the bots whose name resembles that of a person who comes to ``seat``."""
    alike = (bot for bot, chair in taken(table.chairs) if is_bot(chair) and name_key(chair.name) == name_key(name))
    return bots_for(table, tuple(bot for bot in alike if bot != seat), name)


_COMPANY: Final = 2
"""The number of persons from which a game begins automatically; one person alone waits, or begins explicitly."""


def set_ready(table: Table, seat: Seat, *, ready: bool) -> commands.Decision:
    """Set whether a person is ready for the game."""
    if table.phase is not wire.TablePhase.GATHERING:
        return commands.not_now("the game has begun already: just play")
    if (seat in table.gathering.ready) is ready:
        return commands.Granted(table.seq)
    return (wire.Readied(seat, ready),)


def beginning(table: Table) -> tuple[log.KnownFact, ...]:
    """Return the facts that begin the game now; empty if it still waits for a person."""
    if table.phase is not wire.TablePhase.GATHERING or table.closed:
        return ()
    persons = {seat for seat, chair in taken(table.chairs) if chair.account}
    if not persons or not persons <= table.gathering.ready & {*persons_here(table)}:
        return ()
    free = free_seats(table.chairs)
    alone = len(persons) < _COMPANY or not table.opened.arrangement.takeover
    if free and (alone or any(kept_for(table.gathering, seat) for seat in free)):
        return ()
    return (*bots_for(table, free), wire.Began())


GONE: Final = commands.denied(
    ErrorCode.UNKNOWN_TABLE, "that table is closed, because everyone has left it: join another, or open one"
)


def sit(table: Table, command: commands.Sit) -> commands.Decision:
    """Seat a person, at their own seat if they have one."""
    if table.closed:
        return GONE
    account = command.cause.account
    own = seat_of(table.chairs, account)
    outdated = log.overtaken(table.answers, command.cause)
    if own is not None:
        chair = table.chairs[own]
        if chair is None or not chair.bot or outdated:
            return commands.Granted(table.seq)
        return _come(table, own, command)
    if outdated:
        return commands.denied(
            ErrorCode.STALE,
            "this very command has seated you at that table before, and you have left since: join again with a new id",
        )
    unwanted = _unwanted(table, account)
    if unwanted is not None:
        return unwanted
    if log.limit_reached(table.changes, account):
        return commands.TOO_MANY_CHANGES
    seats = seats_for(table, account, command.name)
    if not seats:
        return _full(table)
    seat = seats[0]
    ready = command.ready and table.phase is wire.TablePhase.GATHERING
    facts = _come(table, seat, command)
    return (*facts, wire.Readied(seat, ready=True)) if ready else facts


def _unwanted(table: Table, account: str) -> commands.Denied | None:
    """Return why someone without a seat cannot have one, whether or not one is free; None if they can."""
    if table.phase is wire.TablePhase.OVER:
        return commands.not_now("the game at that table has ended: open a new table")
    if resigned(table.chairs, account):
        return commands.not_now("you have left that game for good: watch it, or open a new table")
    if account in table.gathering.barred:
        return commands.not_now("the host has removed you from that table: join another, or open one")
    if is_bot_account(account) and not table.opened.arrangement.foreign_bots:
        return commands.not_now("bots that people bring have no seat at that table: join another, or open one")
    return None


def _come(table: Table, seat: Seat, command: commands.Sit) -> tuple[log.KnownFact, ...]:
    """Return the facts by which a person sits down, with new names for bots whose name resembles theirs."""
    return (
        *make_way(table, seat, command.name),
        log.PersonSat(seat, command.cause.account, command.name, command.guest),
    )


def seats_for(table: Table, account: str, name: str) -> tuple[Seat, ...]:
    """Return the seats that a person could take, the best first.

    That is the seat reserved for them, then free seats, then bots' seats; a bot whose name resembles theirs goes first.
    """
    chairs = [(seat, chair) for seat, chair in taken(table.chairs) if not chair.account]
    chairs.sort(key=lambda held: name_key(held[1].name) != name_key(name))
    bots = tuple(seat for seat, _ in chairs) if table.opened.arrangement.takeover else ()
    vacant = [(seat, kept_for(table.gathering, seat)) for seat in (*free_seats(table.chairs), *bots)]
    mine = (seat for seat, keeper in vacant if keeper is not None and keeper.account == account)
    return (*mine, *(seat for seat, keeper in vacant if keeper is None))


def _full(table: Table) -> commands.Denied:
    if any(chair is not None and not chair.account for chair in table.chairs):
        text = sentence(
            "bots have the other seats of that table, and nobody may take them over: join another, or open one"
        )
    elif free_seats(table.chairs):
        text = sentence("the free seats of that table are kept for those who had them: join another, or open one")
    else:
        text = sentence("every seat of that table is taken: join another, or open one")
    return commands.Denied(ErrorCode.TABLE_FULL, text)


NOT_THE_HOST: Final = commands.not_now("only the host of the table can do that: ask them")
_BEGUN: Final = commands.not_now("the game has begun: seats are filled and freed only before it")
_NO_SEAT: Final = commands.not_now("nobody has that seat: choose one that is taken")


def host_seat(table: Table) -> Seat | None:
    """Return the seat of the acting host of the table.

    The maker is the host until they hand the role over. While the owner of the role is absent, or a bot plays for them,
    the first person who is present and playing acts as host, so that no table is ever stuck.
    """
    own = _owner(table)
    here = persons_here(table)
    return here[0] if here and own not in here else own


def hosted(table: Table, seat: Seat, message: commands.HostMessage) -> commands.Decision:
    """Carry out a command of the host of the table, or return the reason for refusing it."""
    if seat != host_seat(table):
        return NOT_THE_HOST
    if isinstance(message, wire.SetPace):
        return _set_pace(table, seat, faster=message.faster)
    if isinstance(message, wire.FillSeats):
        return _fill(table, message.seat)
    sits = table.chairs[message.seat] if message.seat < len(table.chairs) else None
    there = sits or kept_for(table.gathering, message.seat)
    if there is not None and message.name not in ("", there.name):
        return commands.denied(ErrorCode.STALE, "{name} has that seat by now: look at the table again", name=there.name)
    if isinstance(message, wire.GiveHost):
        return _give(table, message.seat)
    return _remove(table, seat, message)


def succession(table: Table, leaver: Seat) -> tuple[log.KnownFact, ...]:
    """Return the fact that passes the role of host on when ``leaver`` resigns; empty if they are not the host."""
    if leaver != _owner(table):
        return ()
    people = [(seat, chair) for seat, chair in taken(table.chairs) if chair.account and seat != leaver]
    here = persons_here(table)
    people.sort(key=lambda held: held[0] not in here)
    return tuple(wire.HostGiven(seat, chair.name) for seat, chair in people[:1])


def _set_pace(table: Table, seat: Seat, *, faster: bool) -> commands.Decision:
    pace = table.opened.pace
    if faster:
        found, limit = [one for one in PACES if one < pace][-1:], N_("bots play at once already")
    else:
        found, limit = [one for one in PACES if one > pace][:1], N_("bots take as long as they can already")
    return (wire.PaceSet(seat, found[0]),) if found else commands.not_now(limit)


def _fill(table: Table, wanted: Seat | None) -> commands.Decision:
    """Fill one free seat with a bot, or every free seat that is not reserved."""
    if table.phase is not wire.TablePhase.GATHERING:
        return _BEGUN
    free = free_seats(table.chairs)
    if wanted is None:
        seats = tuple(seat for seat in free if kept_for(table.gathering, seat) is None)
    elif wanted in free:
        seats = (wanted,)
    else:
        return commands.not_now("that seat is not free: choose one that is")
    return bots_for(table, seats) if seats else commands.Granted(table.seq)


def _remove(table: Table, host: Seat, message: wire.RemoveSeat) -> commands.Decision:
    """Free a seat before the game, or drop its reservation."""
    if table.phase is not wire.TablePhase.GATHERING:
        return _BEGUN
    if message.seat == host:
        return commands.not_now("that is your own seat: leave the table instead")
    if message.seat == _owner(table):
        return commands.not_now(
            "that person is the host of the table and away, and cannot be removed: wait for them, or leave"
        )
    sits = table.chairs[message.seat] if message.seat < len(table.chairs) else None
    there = sits or kept_for(table.gathering, message.seat)
    if there is None:
        return _NO_SEAT
    return (wire.Removed(message.seat, there.name, there.bot),)


def _give(table: Table, heir: Seat) -> commands.Decision:
    chair = table.chairs[heir] if heir < len(table.chairs) else None
    if chair is None:
        return _NO_SEAT
    if heir not in persons_here(table):
        return commands.not_now("{name} cannot run the table: choose a person who is here and plays", name=chair.name)
    if heir == _owner(table):
        return commands.Granted(table.seq)
    return (wire.HostGiven(heir, chair.name),)


def _owner(table: Table) -> Seat | None:
    return seat_of(table.chairs, table.gathering.host or table.opened.account)


def close_table(table: Table) -> commands.Decision:
    """Return the fact by which a table is closed, at any point of its game."""
    if table.phase is wire.TablePhase.OVER:
        return commands.Denied(ErrorCode.NOT_NOW, "the game there has ended: nothing is left to close")
    return commands.Granted(table.seq) if table.closed else (log.TableClosed(),)


def reset_seat(table: Table, seat: Seat) -> commands.Decision:
    """Return the facts that free a seat or, once the game has begun, give it to a bot."""
    if table.closed or table.phase is wire.TablePhase.OVER:
        return commands.Denied(ErrorCode.NOT_NOW, "nobody plays at that table any more")
    chair = table.chairs[seat] if seat < len(table.chairs) else None
    if table.phase is wire.TablePhase.PLAYING:
        if chair is None or not chair.account:
            return commands.Denied(ErrorCode.NOT_NOW, "no person has that seat")
        return (*succession(table, seat), *resign(table, seat))
    if chair is not None and chair.account:
        closing: tuple[log.KnownFact, ...] = () if others(table.chairs, chair.account) else (log.TableClosed(),)
        return (*succession(table, seat), log.PersonLeft(seat), *closing)
    there = chair or kept_for(table.gathering, seat)
    if there is None:
        return commands.Denied(ErrorCode.NOT_NOW, "that seat is free already, or there is none of this number")
    return (wire.Removed(seat, there.name, there.bot),)


DAILY_GAME: Final = Setup().game  # The game that is played.
PERSON: Final = Seat(0)  # The seat of the person.
LEVEL: Final = "steady"  # The level of the bots; another one, or other choices of it, need a new ``DAILY_VERSION``.

DAILY_VERSION: Final = 3
"""The version of what the deal of the day is played with; a result is proven by the same version only."""

_PRIVATE: Final = Arrangement(listed=False, watching=False, takeover=False)

NO_REMATCH: Final = commands.not_now("the deal of the day has no rematch: come back tomorrow, or open a table")
NO_STAND_IN: Final = commands.not_now(
    "no bot plays the deal of the day for you: just leave, and resume it when you like"
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


def open_daily(game: Game[Any], order: DailyOrder, cause: log.Cause, now: float) -> commands.Done:
    """Return the first record of a table of the deal of the day, at which the game begins at once."""
    setup = daily_setup(order.seed)
    levels = (LEVEL,) * setup.players
    opened = log.Opened(order.code, setup, levels, cause.account, 0.6, order.seed, _PRIVATE, daily=order.mark)
    names = bot_names((order.name,), (), setup.players - 1)
    bots = (log.BotSat(Seat(seat), name, LEVEL) for seat, name in enumerate(names, start=PERSON + 1))
    person = log.PersonSat(PERSON, cause.account, order.name, order.guest)
    return _first_record(game, opened, (person, *bots, wire.Began()), cause, now)


def _first_record(
    game: Game[Any], opened: log.Opened, facts: Iterable[log.KnownFact], cause: log.Cause | None, now: float
) -> commands.Done:
    """Return the first record of a table, with the table that it opens."""
    record = log.LogRecord((replace(opened, rules=game.rules), *facts), now, cause)
    return commands.Done(record, begin_fold({opened.setup.game: game}, record))


def seat_temper(table: Table, seat: Seat) -> Temper:
    """Return the temper of the bot on a seat; in the deal of the day it is even, for a temper follows from a name."""
    chair = table.chairs[seat]
    return chair_temper(chair) if chair is not None and not table.opened.daily else Temper.EVEN


def whims_of_day(seed: str, seat: Seat, played: int) -> str:
    """Return the text that seeds the random choices of a bot after so many game events."""
    return f"{seed} daily seat {seat} after {played}"


class TableOpening(Struct, frozen=True):
    """A request for a new table."""

    cause: log.Cause
    name: str
    code: str
    message: OpenTable
    entropy: bytes
    """Random bytes that draw the first dealer."""
    guest: bool = False
    """True if it is opened by a guest's account."""


def open_table(game: Game[Any], levels: Sequence[str], wish: TableOpening, now: float) -> commands.Done:
    """Return a table with its first record; raise ``InvalidSetup`` if the game or the server does not support it."""
    message = wish.message
    entropy = derive(message.seed, 1, 0) if message.seed else wish.entropy
    setup = replace(message.setup, first_dealer=Seat(int.from_bytes(entropy, "big") % message.setup.players))
    first_position(game, setup)
    check_clock(message.arrangement.clock)
    bots = line_up(message.bots, levels, setup.players)
    opened = log.Opened(wish.code, setup, bots, wish.cause.account, message.pace, message.seed, message.arrangement)
    sat = log.PersonSat(Seat(0), wish.cause.account, wish.name, wish.guest)
    return _first_record(game, opened, (sat,), wish.cause, now)


def line_up(asked: Sequence[str], levels: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the bot level of every seat, the maker's by default; raise ``InvalidSetup`` if they do not fit."""
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

    opened: log.Opened
    """The opening fact of the new table; the first person to come becomes its maker."""
    chairs: Chairs
    here: frozenset[str]
    """The accounts that were present at the previous table when this value was made."""
    guests: frozenset[str] = frozenset()


def offer_rematch(table: Table, seat: Seat, command: commands.OfferRematch) -> commands.Decision:
    """Offer a rematch, or accept one that is already offered."""
    if table.opened.daily:
        return NO_REMATCH
    if table.phase is not wire.TablePhase.OVER:
        return commands.not_now("a rematch comes after the game: play this one first")
    if table.gathering.rematch:
        return commands.Granted(table.seq)
    return (wire.RematchOffered(command.code, seat),)


def sequel(table: Table) -> Sequel | None:
    """Return what the rematch is made from; None if none was requested."""
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


def open_rematch(game: Game[Any], wish: Sequel, cause: log.Cause, now: float) -> commands.Done:
    """Return the first record of a rematch, opened by a person of the previous game, with the table.

    Bots keep their seats, the person takes their own seat and is ready, and seats are reserved for the others who
    are present.
    """
    own = seat_of(wish.chairs, cause.account)
    assert own is not None
    opened, facts = replace(wish.opened, account=cause.account), list[log.KnownFact]()
    for seat, chair in taken(wish.chairs):
        if seat == own:
            facts += [
                log.PersonSat(seat, chair.account, chair.name, cause.account in wish.guests),
                wire.Readied(seat, ready=True),
            ]
        elif is_bot(chair):
            facts.append(log.BotSat(seat, chair.name, chair.bot))
        elif chair.account in wish.here:
            facts.append(log.SeatKept(seat, chair.account, chair.name))
    made = _first_record(game, opened, facts, cause, now)
    if free_seats(made.progress.table.chairs):
        return made
    return _first_record(game, opened, (*facts, wire.Began()), cause, now)


def convene(game: Game[Any], opened: log.Opened, people: Chairs, now: float) -> commands.Done:
    """Return the first record of a table of a tournament, with the table; seats without a person are for bots."""
    present = [chair.name for chair in people if chair is not None]
    names = iter(bot_names(present, (), len(people) - len(present)))
    seats: list[log.KnownFact] = [
        log.BotSat(Seat(seat), next(names), opened.bots[seat])
        if chair is None
        else log.PersonSat(Seat(seat), chair.account, chair.name)
        for seat, chair in enumerate(people)
    ]
    return _first_record(game, opened, (*seats, wire.Began()), None, now)


def time_called(table: Table) -> commands.Decision:
    """Return the facts by which bots play on for everyone, because a round is to end; often nothing changes."""
    if table.phase is not wire.TablePhase.PLAYING or table.closed:
        return commands.Granted(table.seq)
    late = tuple(
        stand_in(table, seat, chair, wire.Absence.IDLE)
        for seat, chair in taken(table.chairs)
        if chair.account and not chair.bot
    )
    return late or commands.Granted(table.seq)
