"""What is done for a program after each piece of news."""

import pytest
from msgspec.structs import replace

from chwech_tui.bot.seat import (
    HASTE_SECONDS,
    MOST_EVENTS,
    MOST_REFUSALS,
    OPENING_SECONDS,
    Ask,
    BotCommand,
    End,
    Pause,
    SeatState,
    Send,
    Task,
    asked,
    farewell,
    hear,
    next_step,
    sent,
)
from chwech_tui.link import Down, SentAway
from protocol.absence import Pause as TablePause
from protocol.absence import Resign, SetAway, SetPause
from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.messages import (
    Accepted,
    Act,
    Begin,
    Continue,
    Happened,
    JoinTable,
    LeaveTable,
    OpenTable,
    Pong,
    Refused,
    Seated,
    TableChanged,
    Welcome,
)
from protocol.seating import Rematch, SetReady
from protocol.setup import GameOffer, Setup
from protocol.tableview import Occupant, TablePhase, TableView
from tests.chwech_tui.values import PASSES, VIEW, seen, told

OPEN = Task(OpenTable(1, Setup("chwech", 4)))
JOIN = Task(JoinTable(1, "quiet-nine"))
GAME = seen(VIEW, deal=1, sheets=(), prompt="lead", legal="-", trick="")
GATHERING: TableView = TableView(
    "quiet-nine", 5, Setup("chwech", 5), TablePhase.GATHERING, (Occupant("Ada (bot)"), *(None,) * 4), Seat(0)
)
PLAYING = replace(GATHERING, phase=TablePhase.PLAYING, seats=(Occupant("Ada (bot)"),) * 5, game=GAME)
OVER = replace(PLAYING, phase=TablePhase.OVER, game=seen(GAME, legal="", winners=(Seat(2),)))


def at(table: TableView | None, task: Task = JOIN) -> SeatState:
    """Give the state of a program that the server knows, at a table."""
    state = hear(SeatState(task), Welcome(1, "chwech", "Ada (bot)", (GameOffer("chwech", (6, 4), (), ()),)))
    return state if table is None else hear(state, Seated(1, table))


def command(state: SeatState) -> BotCommand:
    """Give what is sent next."""
    step = next_step(state)
    assert isinstance(step, Send), step
    return step.command


def refused(state: SeatState, code: ErrorCode, what: BotCommand) -> SeatState:
    """Give the state after a refusal of a command."""
    return hear(sent(state, what), Refused(what.id, code, "no"))


def test_nothing_is_done_before_the_server_answers() -> None:
    """Then the way to the table comes first, once."""
    assert next_step(SeatState(JOIN)) is None
    assert command(at(None)) == JOIN.start
    assert next_step(sent(at(None), JOIN.start)) is None


def test_a_table_without_a_number_of_players_has_the_usual_one() -> None:
    """The server knows it; one that it does not know is left to it to refuse."""
    for game, players in (("chwech", 6), ("none", 6)):
        start = command(at(None, Task(OpenTable(1, Setup(game, 0)))))
        assert isinstance(start, OpenTable)
        assert start.setup.players == players
    assert command(at(None, OPEN)) == OPEN.start


def test_before_the_game() -> None:
    """Who opened the table begins; who joined is ready once, and waits."""
    assert command(at(GATHERING, OPEN)) == Begin(1)
    assert command(at(GATHERING)) == SetReady(1, ready=True)
    assert next_step(at(replace(GATHERING, seats=(Occupant("Ada (bot)", ready=True), *(None,) * 4)))) is None


def test_in_the_game() -> None:
    """It is asked when it is its turn, agrees to the next deal, comes back when it was late, and waits otherwise."""
    assert next_step(at(PLAYING)) == Ask(PLAYING, GAME)
    assert next_step(at(replace(PLAYING, game=seen(GAME, legal="")))) is None
    between = replace(PLAYING, game=seen(GAME, legal=""), waits_for=(Seat(0),))
    assert command(at(between)) == Continue(1, 5)
    late = replace(PLAYING, seats=(Occupant("Ada (bot)", "steady", away=True), *PLAYING.seats[1:]))
    assert command(at(late)) == SetAway(1, away=False)


def test_a_pause_is_agreed_to() -> None:
    """Once somebody asks for one; until it has begun and ended again nothing is played."""
    wanted = replace(PLAYING, pause=TablePause((Seat(1),)))
    assert command(at(wanted)) == SetPause(1, paused=True)
    assert next_step(at(replace(wanted, pause=TablePause((Seat(0), Seat(1)))))) is None
    assert next_step(at(replace(wanted, pause=TablePause((), 1.0)))) is None


def test_after_the_game() -> None:
    """All is done, or the next one comes: another table, or the rematch that others have asked for."""
    assert next_step(at(OVER)) == End()
    assert at(OVER).played[0].winners == (2,)
    more = replace(JOIN, games=2)
    assert next_step(at(OVER, more)) is None
    assert command(at(replace(OVER, rematch="next-nine"), more)) == Rematch(1)
    assert command(at(OVER, replace(OPEN, games=2))) == OPEN.start


def test_a_game_counts_once() -> None:
    """What is said at a table after the game is no other game."""
    state = hear(at(OVER), TableChanged(OVER))
    assert len(state.played) == 1


def test_what_was_told_is_kept_until_it_is_asked() -> None:
    """Not without end, and not beyond the table."""
    state = at(PLAYING)
    for seq in range(MOST_EVENTS + 5):
        state = hear(state, Happened(seq, told("passed", seq % 4), PLAYING))
    assert len(state.events) == MOST_EVENTS
    assert asked(state).events == ()
    assert hear(state, Seated(9, replace(PLAYING, table="next-nine"))).events == ()


def test_one_command_at_a_time() -> None:
    """The next one comes once the last is answered; what answers another is not taken for it."""
    state = sent(at(PLAYING), Act(7, 5, PASSES))
    assert next_step(state) is None
    assert next_step(hear(state, Accepted(6, 5))) is None
    assert next_step(hear(state, Pong(7))) is None
    assert next_step(hear(state, Refused(6, ErrorCode.STALE, "no"))) is None
    assert next_step(hear(state, Accepted(7, 5))) == Ask(PLAYING, GAME)


@pytest.mark.parametrize("code", [ErrorCode.STALE, ErrorCode.NOT_NOW])
def test_an_answer_that_comes_too_late_is_asked_for_again(code: ErrorCode) -> None:
    """But not for ever: a server that refuses everything is left."""
    state = at(PLAYING)
    for _ in range(MOST_REFUSALS - 1):
        state = refused(state, code, Act(7, 5, PASSES))
        assert next_step(state) == Ask(PLAYING, GAME)
    assert next_step(refused(state, code, Act(7, 5, PASSES))) == End()
    again = refused(hear(sent(state, Act(8, 5, PASSES)), Accepted(8, 6)), code, Act(9, 5, PASSES))
    assert not again.trouble


def test_haste_is_waited_out() -> None:
    """After commands shortly, after tables longer; at the very first one there is nothing to wait for."""
    assert next_step(refused(at(PLAYING), ErrorCode.TOO_MANY, Act(7, 5, PASSES))) == Pause(HASTE_SECONDS)
    assert next_step(refused(at(OVER, OPEN), ErrorCode.TOO_MANY, OpenTable(7, Setup()))) == Pause(OPENING_SECONDS)
    assert next_step(refused(at(None, OPEN), ErrorCode.TOO_MANY, OpenTable(7, Setup()))) == End()


@pytest.mark.parametrize("code", [ErrorCode.UNKNOWN_TABLE, ErrorCode.TABLE_FULL, ErrorCode.NOT_NOW])
def test_a_table_that_is_refused_is_the_end(code: ErrorCode) -> None:
    """The reason is that of the server."""
    state = refused(at(None), code, JoinTable(7, "quiet-nine"))
    assert (next_step(state), state.trouble) == (End(), "no")


def test_a_view_in_a_refusal_is_seen() -> None:
    """It is the present one."""
    state = sent(at(PLAYING), Act(7, 5, PASSES))
    after = hear(state, Refused(7, ErrorCode.STALE, "no", replace(PLAYING, seq=9)))
    assert after.view is not None
    assert after.view.seq == 9


def test_the_end_of_the_connection() -> None:
    """A farewell is the end; a loss only if nobody has ever answered."""
    assert hear(at(PLAYING), SentAway("superseded", "elsewhere")).trouble == "elsewhere"
    assert hear(SeatState(JOIN), Down("nobody there")).trouble == "nobody there"
    assert not hear(at(PLAYING), Down("lost")).trouble


def test_a_seat_that_is_gone_is_the_end() -> None:
    """The first trouble is the one that counts."""
    gone = replace(PLAYING, viewer=None)
    assert hear(at(PLAYING), TableChanged(gone)).trouble == "the host of the table has freed the seat"
    assert hear(replace(at(PLAYING), trouble="first"), TableChanged(gone)).trouble == "first"


def test_how_a_seat_is_given_up() -> None:
    """For good where it was opened for the program, so that nothing stays behind; otherwise until it is back."""
    assert farewell(at(PLAYING, OPEN)) == Resign(1, "quiet-nine")
    assert farewell(at(GATHERING, OPEN)) == LeaveTable(1)
    assert farewell(at(PLAYING)) == LeaveTable(1)
    assert farewell(at(OVER)) is None
    assert farewell(at(None)) is None
