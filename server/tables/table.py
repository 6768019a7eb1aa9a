"""A table as a value, and the fold that rebuilds it from its log.

Only ``advance`` changes a table. It validates nothing, because a record is written only after ``handle`` allowed it.
Who is connected is not a fact and is not logged: ``present`` starts empty after every fold.

Time is accumulated, not read from a clock: each record says how long the clock ran since the previous one. So neither
downtime of the server nor a change of the system clock costs a player any time.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.kit.game import Game
from games.kit.options import InvalidSetup
from protocol import table as wire
from protocol.game import Answered, Stage
from protocol.message import Seat, SeatEvent, TableEvent
from protocol.rating import SeatRating
from protocol.setup import Clock
from server.tables import log
from server.tables.chairs import (
    Chair,
    Chairs,
    Gathering,
    free_seats,
    holder,
    hurry,
    keep,
    kept_for,
    reseat,
    seat_of,
    seat_somebody,
    taken,
    unready,
)
from server.tables.log import BotSat, KnownFact, PauseAsked, PersonSat
from server.tables.position import Position, first_position


class TableMoment(Struct, frozen=True, gc=False):
    """The moment at which a table is read; not a fact, but supplied by the host process."""

    at: float | None = None
    """The time in seconds since 1970; None for the time of the last record."""
    lapsed: float = 0.0
    """Seconds that the clock has run since the last record."""
    going: bool = False
    graces: Mapping[str, float] = {}
    """By account, the seconds for which the table still waits for a lost connection."""


STILL: Final = TableMoment()  # The moment of the last record, without connected players.


class Times(Struct, frozen=True, gc=False):
    """The times of every seat; the tuples are empty if the table has no clock."""

    used: tuple[float, ...] = ()
    """Seconds used for the current move, by seat."""
    banks: tuple[float, ...] = ()
    """The reserve left, by seat, as it was before the current move."""
    outs: tuple[int, ...] = ()
    """The number of times in a row that each seat has run out of time."""
    breath: float = 0.0
    """Seconds spent waiting for people between two deals."""
    wishes: frozenset[Seat] = frozenset()
    """The seats that have asked for a pause; requests of absent persons do not count."""
    rest: float | None = None
    since: float = 0.0


def full_times(clock: Clock, players: int) -> Times:
    """Return the times of a new table."""
    if not clock.seconds:
        return Times()
    return Times(used=(0.0,) * players, banks=(clock.bank,) * players, outs=(0,) * players)


def times_run(times: Times, spent: float, running: Iterable[Seat] | None) -> Times:
    """Return the times after ``spent`` seconds for the given seats; ``running`` is None between two deals."""
    if times.rest is not None:
        return replace(times, rest=times.rest + spent)
    if running is None:
        return replace(times, breath=times.breath + spent)
    seats = frozenset(running)
    used = tuple(before + spent if seat in seats else before for seat, before in enumerate(times.used))
    return replace(times, used=used)


def times_settled(times: Times, clock: Clock, seats: frozenset[Seat]) -> Times:
    """Return the times after the moves of ``seats`` end: time beyond the limit for a move is taken from the bank."""
    if not any(used and seat in seats for seat, used in enumerate(times.used)):
        return times
    banks = tuple(
        max(0.0, bank - max(0.0, used - clock.seconds)) if seat in seats else bank
        for seat, (bank, used) in enumerate(zip(times.banks, times.used, strict=True))
    )
    used = tuple(0.0 if seat in seats else used for seat, used in enumerate(times.used))
    return replace(times, used=used, banks=banks)


def punctual(times: Times, seat: Seat) -> Times:
    """Return the times after a seat has shown that its person is there."""
    if not times.outs or not times.outs[seat]:
        return times
    return replace(times, outs=(*times.outs[:seat], 0, *times.outs[seat + 1 :]))


def renewed(times: Times, seat: Seat) -> Times:
    """Return the times after a seat has changed hands: its new holder was not late and has requested no pause."""
    times = punctual(times, seat)
    return replace(times, wishes=times.wishes - {seat}) if seat in times.wishes else times


def times_after(times: Times, event: TableEvent, at: float) -> Times:
    """Return the times after an event recorded at ``at``."""
    match event:
        case wire.TimedOut(seat):
            return replace(times, outs=(*times.outs[:seat], times.outs[seat] + 1, *times.outs[seat + 1 :]))
        case wire.StoodIn(seat):
            return renewed(times, seat)
        case wire.Paused():
            return replace(times, rest=0.0, since=at)
        case wire.Resumed():
            return replace(times, rest=None, wishes=frozenset())
    return times


def times_wished(times: Times, fact: PauseAsked) -> Times:
    """Return the times after a person has asked for a pause, or withdrawn that."""
    seats = frozenset({fact.seat})
    return replace(times, wishes=times.wishes | seats if fact.wanted else times.wishes - seats)


def seated(chairs: Chairs, fact: PersonSat | BotSat) -> wire.CameBack | wire.SeatTaken:
    """Return the event for someone who sits down: ``CameBack`` for a person who was only away."""
    chair = chairs[fact.seat] if 0 <= fact.seat < len(chairs) else None
    was = chair.name if chair is not None and chair.bot else ""
    if isinstance(fact, BotSat):
        return wire.SeatTaken(fact.seat, fact.name, fact.level, was)
    if chair is not None and chair.bot and chair.account == fact.account:
        return wire.CameBack(fact.seat, fact.name)
    return wire.SeatTaken(fact.seat, fact.name, was=was)


def running(state: Position, chairs: Chairs) -> frozenset[Seat] | None:
    """Return the awaited seats that persons play; None while the game awaits the next deal."""
    if state.stage is Stage.DEALING:
        return None
    return frozenset(seat for seat, chair in taken(chairs) if seat in state.asked and not chair.bot)


def awaited_bots(state: Position, chairs: Chairs) -> frozenset[Seat]:
    """Return the seats on which bots are to act."""
    return frozenset(seat for seat, chair in taken(chairs) if seat in state.bots and chair.bot)


def unawaited(state: Position, chairs: Chairs) -> frozenset[Seat]:
    """Return the seats from which the game awaits nothing."""
    return frozenset(map(Seat, range(len(chairs)))) - state.asked


def present(times: Times, facts: Iterable[KnownFact], actor: Seat | None) -> Times:
    """Return the times after facts by which people have shown that they are there."""
    for fact in facts:
        match fact:
            case Answered(seed=str()):
                times = replace(times, breath=0.0, wishes=frozenset())
            case PersonSat(seat):
                times = renewed(times, seat)
            case Answered() if actor is not None:
                times = punctual(times, actor)
    return times


def moved(facts: Iterable[KnownFact], actor: Seat | None, bots: frozenset[Seat], state: Position) -> frozenset[Seat]:
    """Return the seats whose moves these facts of a record end: the actor's, and those of bots awaited before it."""
    late = frozenset(fact.seat for fact in facts if isinstance(fact, wire.TimedOut | wire.Resigned))
    if late or not any(isinstance(fact, Answered) for fact in facts):
        return late
    if actor is not None:
        return frozenset({actor})
    # Of several awaited bots, the one that has acted is the one that is no longer awaited.
    return bots - state.bots or bots


_SEVERAL: Final = 2

WHISPERS: Final = 50  # The number of recent spectator chat lines kept for later arrivals.


class Table(Struct, frozen=True, gc=False):
    """The complete state of a table."""

    opened: log.Opened
    state: Position
    """The state of the game; before the game begins, the state before the first deal."""
    chairs: Chairs
    phase: wire.TablePhase = wire.TablePhase.GATHERING
    closed: bool = False
    """True if every person left before the game began, or those who run the server have closed it."""
    seq: int = 0
    records: int = 0
    agreed: frozenset[Seat] = frozenset()
    """The seats whose persons agreed to the next deal."""
    hinted: frozenset[Seat] = frozenset()
    """The seats on which hints were taken."""
    quitters: frozenset[Seat] = frozenset()
    """The seats whose persons resigned before the first deal ended."""
    origins: Mapping[str, int] = {}
    """By account, a short digest of the network from which it came when it sat down last, where it is known."""
    answers: log.Answers = {}
    changes: log.Changes = {}
    """The number of changes that each account has made."""
    settled: bool = True
    """False for an intermediate table between two events of one record."""
    opened_at: float = 0.0
    changed_at: float = 0.0
    gathering: Gathering = Gathering()
    """The host, the ready seats, and who may sit where."""
    played: int = 0
    """The number of game events so far."""
    moved: int = 0
    """The number of the last game event; a command that answers this event or a later one is not stale."""
    standing: Mapping[Seat, int] = {}
    """The number of the game event since which each seat has been awaited while others acted, if there are such."""
    spoken: int = 0
    whispers: tuple[wire.Line, ...] = ()
    """The last chat lines between spectators, numbered from 1."""
    times: Times = Times()
    moment: TableMoment = STILL
    """The moment at which the table is read; not a fact."""
    present: frozenset[str] = frozenset()
    """The accounts that are connected now; not a fact."""
    watchers: tuple[str, ...] = ()
    guests: frozenset[str] = frozenset()
    """The accounts that were guests' when their persons sat down last."""
    ratings: tuple[SeatRating | None, ...] = ()
    """The rating of each seat, as far as the host has looked them up; not a fact."""


class Step(Struct, frozen=True, gc=False):
    """One event, with the table just after it."""

    event: wire.Event
    table: Table


class Progress(Struct, frozen=True, gc=False):
    """The effect of one record on a table."""

    table: Table
    steps: tuple[Step, ...] = ()


def begin_fold(games: Mapping[str, Game[Any]], record: log.LogRecord) -> Progress:
    """Return the table after its first record; raise ``DamagedLog`` if that opens none, or one of an unknown game."""
    opened = record.facts[0] if record.facts else None
    if not isinstance(opened, log.Opened):
        raise log.DamagedLog("the first record of the log does not open a table")
    game = games.get(opened.setup.game)
    if game is None:
        raise log.DamagedLog(f"the log is of {opened.setup.game!r}, a game that this server does not have")
    if opened.rules != game.rules:
        was, now = opened.rules, game.rules
        raise log.DamagedLog(f"the log is of version {was} of the rules, and this server plays version {now}")
    try:
        state = first_position(game, opened.setup)
    except InvalidSetup as problem:
        raise log.DamagedLog(f"the log has a setup that the game refuses: {problem}") from problem
    chairs: Chairs = (None,) * opened.setup.players
    gathering = Gathering(led=(record.cause,) if record.cause else ())
    times = full_times(opened.arrangement.clock, opened.setup.players)
    return advance(Table(opened, state, chairs, opened_at=record.at, gathering=gathering, times=times), record)


def unfold(games: Mapping[str, Game[Any]], records: Iterable[log.LogRecord]) -> Iterator[Progress]:
    """Yield the effect of each record of a log, so that a caller can fold a long log in parts."""
    table: Table | None = None
    for record in records:
        progress = advance(table, record) if table else begin_fold(games, record)
        table = progress.table
        yield progress


def advance(table: Table, record: log.LogRecord) -> Progress:
    """Return the table after one more record, with its events; raise ``DamagedLog`` if its version is unknown."""
    if record.version != log.LOG_VERSION:
        raise log.DamagedLog(f"the log has a record of version {record.version}; this server reads {log.LOG_VERSION}")
    steps: list[Step] = []
    before = table
    table = _running(replace(table, settled=False, changed_at=record.at), record.spent)
    for fact in record.facts:
        event, table = _step(table, fact)
        if event is not None:
            table = replace(table, seq=table.seq + 1)
            steps.append(Step(event, table))
    answers = log.remember(table.answers, record.cause, table.seq) if record.cause else table.answers
    known = {record.cause.account: record.origin} if record.cause and record.origin else {}
    times = _reckoned(before, table, record)
    table = replace(
        table,
        settled=True,
        records=table.records + 1,
        answers=answers,
        origins={**table.origins, **known} if known else table.origins,
        times=times,
        standing=_standing(before, table, record),
        gathering=hurry(table.gathering, record.cause),
        changes=log.count(table.changes, record),
    )
    settled = (Step(step.event, table) for step in steps[-1:])
    return Progress(table, (*steps[:-1], *settled))


def _step(table: Table, fact: log.KnownFact) -> tuple[wire.Event | None, Table]:
    match fact:
        case Answered():
            return fact, _played(table, fact)
        case TableEvent():
            return fact, _happened(table, fact)
        case log.PersonSat(seat, account, name, guest):
            guests = table.guests | {account} if guest else table.guests - {account}
            table = replace(table, guests=guests) if guests != table.guests else table
            return seated(table.chairs, fact), _seated(table, seat, Chair(name, account=account))
        case log.BotSat(seat, name, level):
            return seated(table.chairs, fact), _seated(table, seat, Chair(name, bot=level))
        case log.PersonLeft(seat, bot):
            chair = holder(table.chairs, seat)
            return wire.SeatLeft(seat, chair.name), _seated(table, seat, replace(chair, bot=bot) if bot else None)
    return None, _after(table, fact)


def _happened(table: Table, event: TableEvent) -> Table:
    _check_holder(table, event)
    gathering, chairs = reseat(table.gathering, table.chairs, event)
    times = times_after(table.times, event, table.changed_at)
    phase = wire.TablePhase.PLAYING if isinstance(event, wire.Began) else table.phase
    spoken = table.spoken + isinstance(event, wire.Said)
    opened = replace(table.opened, pace=event.pace) if isinstance(event, wire.PaceSet) else table.opened
    table = replace(table, gathering=gathering, chairs=chairs, times=times, phase=phase, spoken=spoken, opened=opened)
    if isinstance(event, wire.Resigned) and not table.state.deals:
        return replace(table, quitters=table.quitters | {event.seat})
    return table


def _check_holder(table: Table, event: TableEvent) -> None:
    """Check that an event about someone at a seat finds someone there; raise ``DamagedLog`` if the seat is free."""
    match event:
        case wire.Removed(seat) if seat in free_seats(table.chairs) and kept_for(table.gathering, seat):
            return
        case wire.Removed(seat) | SeatEvent(seat) | wire.Readied(seat) | wire.RematchOffered(seat=seat):
            holder(table.chairs, seat)


def _running(table: Table, spent: float) -> Table:
    moment = replace(table.moment, at=None, lapsed=0.0)
    if not spent:
        return replace(table, moment=moment)
    seats = running(table.state, table.chairs)
    return replace(table, moment=moment, times=times_run(table.times, spent, seats))


def _reckoned(before: Table, table: Table, record: log.LogRecord) -> Times:
    actor = seat_of(table.chairs, record.cause.account) if record.cause else None
    times = present(table.times, record.facts, actor)
    if not any(times.used):
        return times
    bots = awaited_bots(before.state, before.chairs)
    over = moved(record.facts, actor, bots, table.state)
    return times_settled(times, table.opened.arrangement.clock, over | unawaited(table.state, table.chairs))


def _standing(before: Table, table: Table, record: log.LogRecord) -> Mapping[Seat, int]:
    """Return since when each seat is awaited that was awaited before the record and has not acted in it."""
    if table.moved == before.moved:
        return before.standing
    were = before.state.seats
    if len(were) < _SEVERAL:
        return {}
    actor = seat_of(table.chairs, record.cause.account) if record.cause else None
    acted = moved(record.facts, actor, awaited_bots(before.state, before.chairs), table.state)
    return {seat: before.standing.get(seat, before.moved) for seat in (were & table.state.seats) - acted}


def _after(table: Table, fact: log.KnownFact) -> Table:
    match fact:
        case log.Agreed(seat):
            return replace(table, agreed=table.agreed | {seat})
        case log.PauseAsked():
            return replace(table, times=times_wished(table.times, fact))
        case log.SeatKept():
            return replace(table, gathering=keep(table.gathering, table.chairs, fact))
        case log.Hinted(seat):
            holder(table.chairs, seat)
            return replace(table, hinted=table.hinted | {seat})
        case log.Whispered():
            # Kept here, since it is no event.
            number = table.whispers[-1].number + 1 if table.whispers else 1
            line = wire.Line(number, fact.name, fact.text, table.changed_at)
            return replace(table, spoken=table.spoken + 1, whispers=(*table.whispers[1 - WHISPERS :], line))
        case log.TableClosed():
            return replace(table, closed=True)
    return table


def _played(table: Table, event: Answered) -> Table:
    state = table.state.evolve(event)
    phase = wire.TablePhase.OVER if state.stage is Stage.OVER else table.phase
    agreed = table.agreed if event.seed is None else frozenset[Seat]()
    return replace(table, state=state, phase=phase, agreed=agreed, moved=table.seq + 1, played=table.played + 1)


def _seated(table: Table, seat: Seat, chair: Chair | None) -> Table:
    gathering = unready(table.gathering, seat)
    return replace(table, chairs=seat_somebody(table.chairs, seat, chair), gathering=gathering)


def arrive(table: Table, account: str) -> Table:
    """Return the table after this account has connected."""
    return replace(table, present=table.present | {account})


def depart(table: Table, account: str) -> Table:
    """Return the table after this account has disconnected."""
    return replace(table, present=table.present - {account})


def persons_here(table: Table) -> tuple[Seat, ...]:
    """Return the seats whose owners are connected and play themselves."""
    return tuple([Seat(seat) for seat, chair in enumerate(table.chairs) if _plays_here(table, chair)])


def somebody_here(table: Table) -> bool:
    """True if a person on a seat is connected and plays."""
    # Called several times at every event, so it is written for speed.
    return any(_plays_here(table, chair) for chair in table.chairs)


def _plays_here(table: Table, chair: Chair | None) -> bool:
    return chair is not None and not chair.bot and chair.account in table.present


def awaits_shuffle(table: Table) -> bool:
    """True if the game awaits a shuffled pack now."""
    return table.phase is wire.TablePhase.PLAYING and table.state.stage is Stage.DEALING


def between_deals(table: Table) -> bool:
    """True if a deal has ended and the next one waits for people to agree."""
    return table.state.deals > 0 and awaits_shuffle(table)


def waits_for(table: Table) -> tuple[Seat, ...]:
    """Return the seats whose persons are present and have not yet agreed to the next deal."""
    if not between_deals(table):
        return ()
    return tuple(seat for seat in persons_here(table) if seat not in table.agreed)
