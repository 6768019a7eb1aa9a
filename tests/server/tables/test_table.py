"""The fold of a log to its table, the log as bytes, causes of commands, and the laws of tables."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.codec import Codec
from protocol.game import Answer
from protocol.lobby import SayInLobby
from protocol.message import Seat
from protocol.messages import Act, JoinTable, LeaveTable
from protocol.setup import Arrangement, Clock, Setup
from protocol.table import Began, FillSeats, GiveHost, RemoveSeat, SetReady, TablePhase
from server.host.directory import record_reader
from server.tables.chairs import taken
from server.tables.clock import AskBot, AskSeed, due
from server.tables.commands import BotMove, Command, Denied, Done, Granted, OfferRematch, Tick
from server.tables.heading import LastHeading, heading
from server.tables.log import DamagedLog, KnownFact, LogRecord, Opened, PersonLeft, cause_of, verb_of
from server.tables.projection import happened
from server.tables.seating import host_seat
from server.tables.table import advance, persons_here
from tests.protocol.examples import FROM_CLIENT
from tests.server.lots import LOTS, bid
from tests.server.tables.desk import Desk, fold, rest, step_away, stored, wait, withdraw
from tests.server.tables.desk import asked as message

GAMES = {"lots": LOTS}


def record(*facts: KnownFact) -> LogRecord:
    """Give a record of these facts."""
    return LogRecord(facts, 0.0)


def test_an_empty_log_is_no_table() -> None:
    """A name that was never used folds to nothing."""
    assert fold(GAMES, ()) is None


def test_a_step_shows_the_table_after_its_event() -> None:
    """Each event of a record comes with the table just after it, not with the last one."""
    desk = Desk()
    done = desk.done(desk.start())
    assert [len([chair for chair in step.table.chairs if chair]) for step in done.progress.steps] == [2, 3, 3]
    assert done.progress.steps[-1].event == Began()


@pytest.mark.parametrize(
    ("log", "why"),
    [
        ([record()], "does not open a table"),
        ([record(Began())], "does not open a table"),
        ([record(Opened("a", Setup("whist", 4), (), "ann"))], "'whist', a game that this server does not have"),
        ([record(Opened("a", Setup("lots", 9), (), "ann"))], "a setup that the game refuses"),
        ([record(Opened("a", Setup("lots", 3), (), "ann"), PersonLeft(Seat(1)))], "seat 1, where nobody sits"),
        ([record(Opened("a", Setup("lots", 3), (), "ann"), PersonLeft(Seat(7)))], "seat 7, where nobody sits"),
    ],
)
def test_a_damaged_log_says_so(log: list[LogRecord], why: str) -> None:
    """What no table has written is refused in words."""
    with pytest.raises(DamagedLog, match=why):
        fold(GAMES, log)


def test_a_newer_record_is_refused() -> None:
    """A record of a version that is not known is not guessed at."""
    desk = Desk()
    newer = replace(desk.log[0], version=99)
    with pytest.raises(DamagedLog, match="version 99; this server reads 1"):
        fold(GAMES, [newer])
    with pytest.raises(DamagedLog, match="version 99"):
        advance(desk.table, newer)


def test_a_log_survives_the_codec() -> None:
    """Every record of a game, packed and unpacked, is the same record, and folds to the same table."""
    codec = Codec()
    desk = Desk(seed="x", bots=("keen",))
    desk.join("ben")
    desk.done(desk.start())
    desk.play_a_deal()
    desk.done(desk.agree("ann"))
    desk.done(desk.leave("ben"))
    packed = [codec.pack(record) for record in desk.log]
    unpacked = list(map(record_reader(codec), packed))
    assert unpacked == desk.log
    folded = fold({"lots": LOTS}, unpacked)
    assert folded is not None
    assert stored(folded.table) == stored(desk.table)


PEOPLE = ("ann", "ben", "cat", "dan", "eve")


VERBS = (
    "sit", "leave", "start", "agree", "move", "stale", "deal", "bot", "lose", "repeat", "due", "due", "due",
    "away", "back", "resign", "pause", "go on", "wait", "tick",
    "ready", "ready", "unready", "fill", "remove", "give", "again",
)  # fmt: skip


CLOCKS = st.sampled_from((Clock(), Clock(30), Clock(10, 100), Clock(86_400)))


DEEDS = st.lists(st.tuples(st.sampled_from(VERBS), st.sampled_from(PEOPLE), st.integers(0, 3)), max_size=80)


def command(desk: Desk, verb: str, who: str, number: int, sent: list[Command]) -> Command | None:
    """Give what someone asks of the table; None where it is nothing for the table to answer."""
    if verb == "lose":
        desk.lose(who)
        return None
    if verb == "wait":
        wait(desk, 25.0 * (number + 1), dict.fromkeys(PEOPLE, 0.0))
        return None
    if verb == "repeat":
        return sent[number % len(sent)] if sent else None
    if verb == "bot":
        seat = number % len(desk.table.chairs)
        return desk.bot_move(seat) if desk.table.chairs[seat] else None
    asked: dict[str, Callable[[], Command | None]] = {
        "sit": lambda: desk.sit(who),
        "leave": lambda: desk.leave(who),
        "start": lambda: desk.start(who),
        "agree": lambda: desk.agree(who),
        "move": lambda: desk.move(who, bid(number)),
        "stale": lambda: desk.move(who, bid(number), min([desk.table.moved, *desk.table.standing.values()]) - 1),
        "away": lambda: step_away(desk, who),
        "back": lambda: step_away(desk, who, away=False),
        "resign": lambda: withdraw(desk, who),
        "pause": lambda: rest(desk, who),
        "go on": lambda: rest(desk, who, paused=False),
        "ready": lambda: message(desk.cause(who), SetReady, ready=True),
        "unready": lambda: message(desk.cause(who), SetReady, ready=False),
        "fill": lambda: message(desk.cause(who), FillSeats, Seat(number - 1) if number else None),
        "remove": lambda: message(desk.cause(who), RemoveSeat, Seat(number)),
        "give": lambda: message(desk.cause(who), GiveHost, Seat(number)),
        "again": lambda: OfferRematch(desk.cause(who), f"amber-river-{number}"),
        "tick": Tick,
        "deal": lambda: desk.deal(bytes([number]) * 32),
        "due": lambda: what_is_due(desk, number),
    }
    return asked[verb]()


def what_is_due(desk: Desk, number: int) -> Command | None:
    """Give what the table itself asks for."""
    needs = due(desk.table)
    need = needs[number % len(needs)] if needs else None
    match need:
        case AskSeed():
            return desk.deal()
        case AskBot(seat, level):
            return BotMove(seat, level, desk.table.seq, bid(number % 3))
        case None:
            return None


def hold_to_the_laws_of_hosts(desk: Desk) -> None:
    """See to it that a person who is there runs the table if anybody is, and that only people are ready and removed."""
    table = desk.table
    people = {seat: chair.account for seat, chair in taken(table.chairs) if chair.account}
    host, here = host_seat(table), persons_here(table)
    assert host is None or host in people
    assert host in here or not here
    assert table.gathering.ready <= set(people)
    assert table.gathering.barred.isdisjoint(people.values())


@pytest.mark.no_cover
@settings(max_examples=200, deadline=None)
@given(players=st.integers(2, 4), waits=st.sampled_from(("all", "patient", "hasty")), clock=CLOCKS, deeds=DEEDS)
def test_the_laws_of_tables(players: int, waits: str, clock: Clock, deeds: list[tuple[str, str, int]]) -> None:
    """Numbers are contiguous, the log folds to the table, nobody has two seats, and what is due is never denied.

    A heading that is brought up record by record is that of the whole table.
    """
    desk = Desk(players, options={"waits": waits}, arrangement=Arrangement(clock=clock))
    sent, last = list[Command](), LastHeading()
    for verb, who, number in deeds:
        asked = command(desk, verb, who, number, sent)
        if asked is None:
            continue
        sent.append(asked)
        before = desk.table
        outcome = desk.send(asked)
        assert desk.table is before or isinstance(outcome, Done)
        assert not (verb == "due" and isinstance(outcome, Denied))
        assert all(bank >= 0 for bank in desk.table.times.banks)
        assert not (verb == "tick" and isinstance(outcome, Denied))
        assert not (verb == "stale" and isinstance(outcome, Done))
        assert not (isinstance(outcome, Granted) and outcome.seq > desk.table.seq)
        owners = [chair.account for chair in desk.table.chairs if chair and chair.account]
        assert len(owners) == len(set(owners))
        assert desk.table.phase is TablePhase.GATHERING or None not in desk.table.chairs
        hold_to_the_laws_of_hosts(desk)
        assert last.of(desk.table) == heading(desk.table)
    assert [step.table.seq for step in desk.steps] == list(range(1, desk.table.seq + 1))
    codec = Codec()
    log = [record_reader(codec)(codec.pack(record)) for record in desk.log]
    folded = fold({"lots": LOTS}, log)
    assert folded is not None
    assert stored(folded.table) == stored(desk.table)
    told = happened(desk.steps, None)
    assert [message.seq for message in told] == [message.view.seq for message in told]


WORDS = {
    *("OpenTable", "JoinTable", "QuickTable", "Rematch", "LeaveTable", "Begin", "Continue", "Act", "SetAway"),
    *("Resign", "SetPause", "SetReady", "FillSeats", "RemoveSeat", "GiveHost", "Say", "SayInLobby"),
}
"""How logs name what people have asked for, ever since there are logs."""


def test_the_words_of_logs_never_change() -> None:
    """Every command that is kept has the word that logs have always had for it."""
    assert {verb_of(message) for message in FROM_CLIENT.values()} >= WORDS


def test_a_command_may_be_renamed() -> None:
    """What is stored follows from the name on the wire, whatever the program calls it."""

    class Shout(SayInLobby, frozen=True, tag="say_in_lobby"):
        """Another name for the same."""

    assert cause_of("ann", Shout(7, "hey")) == cause_of("ann", SayInLobby(7, "hey"))


def test_what_is_asked_belongs_to_the_cause() -> None:
    """Two commands that differ in any value but their id and table have different causes, for every game."""
    plays = [Act(7, 4, Answer(card)) for card in ("9H", "KH")]
    assert cause_of("ann", plays[0]) != cause_of("ann", plays[1])
    for kind in (LeaveTable, JoinTable):
        here, there = (cause_of("ann", kind(8, table)) for table in ("quiet-eight", "quiet-nine"))
        assert here == there
