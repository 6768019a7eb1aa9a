"""The table screen with other people at it: what it shows of them, what it asks of the server, and its clocks."""

import pytest
from msgspec.structs import replace
from textual.events import Paste

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Join
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board, Table
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.sheet import SheetScreen
from chwech_tui.screens.table import TableScreen
from protocol.game import Stage as Phase
from protocol.game import View
from protocol.message import Seat
from protocol.messages import Accepted, Happened, Hello, TableChanged
from protocol.setup import Arrangement, Clock, Delay, Setup, TableTime
from protocol.table import (
    GREETINGS,
    Absence,
    FillSeats,
    Line,
    Occupant,
    Overheard,
    Pause,
    Rematch,
    Resign,
    Said,
    SayAtTable,
    SetAway,
    SetPause,
    SetReady,
    StoodIn,
    TablePhase,
)
from tests.chwech_tui.fake_server import FakeServer, played
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import table_of, until
from tests.chwech_tui.screens_text import HURRIED, running, screen_text, tap
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_golden_screens import following, when
from tests.chwech_tui.values import EMPTY, of_kit, seen

pytestmark = pytest.mark.no_cover

SSH = Join("cards.example", "calm-river", "ssh -t chwech@cards.example {code}")
NOW = 1_000_000.0
CLOCK = Arrangement(Clock(30, 300), delay=Delay.TRICK)


def with_people(table: Table, **changes: object) -> Table:
    """Give a table at which Owain and Siân are people."""
    seats = tuple(
        occupant and replace(occupant, bot="" if seat in {0, 1, 2} else "steady") for seat, occupant in _seats(table)
    )
    return replace(table, **{"seats": seats, "arrangement": CLOCK, "watchers": ("Cat", "Dai"), **changes})


def _seats(table: Table) -> list[tuple[int, Occupant | None]]:
    return list(enumerate(table.seats))


def gathering() -> Table:
    """Give a table that gathers people."""
    seats = (Occupant("Megan"), Occupant("Owain", ready=True), Occupant("Siân", "steady"), None, None, None)
    table = Stage(Setup()).table()
    return with_people(table, phase=TablePhase.GATHERING, game=None, seats=seats, kept=("", "", "", "Rhys", "", ""))


def in_game() -> Board:
    """Give a game on which clocks run: Owain's connection is lost, Siân is away."""
    board = when(following, "1")(Stage(Setup()))
    assert board.table is not None
    seats = list(board.table.seats)
    seats[1] = Occupant("Owain", here=False, grace=NOW + 31)
    seats[2] = Occupant("Siân", "steady", away=True)
    time = TableTime(NOW, (Seat(0),), 318.0, (300.0, 61.0, 300.0, 300.0, 300.0, 300.0), NOW + 318, NOW + 18)
    table = with_people(board.table, seats=tuple(seats), time=time)
    said = Said("Owain", "Well played!", Seat(1))
    stood_in = StoodIn(Seat(2), "Siân", "steady", Absence.AWAY)
    return boards.happened(boards.happened(board, said, table), stood_in, table)


def over() -> Board:
    """Give a game that is over, with a rematch offered."""
    board = Stage(Setup("chwech", 6, {"deals": 1})).board(
        lambda now: now.table is not None and now.table.phase is TablePhase.OVER
    )
    assert board.table is not None
    return boards.changed(board, with_people(board.table, rematch="red-tree-sky"))


async def heard(server: FakeServer, kind: type) -> object:
    """Wait for a message of a kind, and give the last one."""
    while not played(server, kind):
        server.stirred.clear()
        await server.stirred.wait()
    return [message for message in server.heard if isinstance(message, kind)][-1]


def stopped(screen: TableScreen) -> None:
    """Let the clock of a screen stand still at the moment that the tables of these tests tell."""
    screen._timing._clock = lambda: NOW
    screen._timing._ahead = 0.0


async def test_the_life_of_a_table_looks_as_it_did() -> None:
    """Gathering, phrases, a line being written, clocks, absence, a pause, watching and open hands as committed."""
    server = FakeServer(Stage(Setup()))
    async with running(SSH, server, SMALL, sits=True) as (app, pilot):
        screen = table_of(app)
        stopped(screen)

        async def laid(name: str, board: Board, *keys: str) -> None:
            screen.take(replace(board, settings=HURRIED))
            await pilot.press(*keys)
            await pilot.pause()
            await look(app, pilot, f"{name}-80x24")

        screen.invite("ssh -t chwech@cards.example calm-river")
        await laid("gathering", boards.changed(EMPTY, gathering()), "2")
        await laid("phrases", screen.board, "x")
        board = in_game()
        await laid("clocks", board)
        await laid("saying", board, "t", *"Good", "space", *"game", "plus")
        assert board.table is not None
        paused = replace(board.table, pause=Pause((Seat(0), Seat(1)), NOW, NOW + 1799))
        await laid("paused", boards.changed(board, paused))
        looking = replace(board.table, viewer=None, game=_public(of_kit(board.game)))
        await laid("watching-late", boards.changed(board, looking))
        await laid("hands", over(), "s", "left", "o")
        await pilot.press("escape")


def _public(game: View | None) -> View:
    assert game is not None
    return seen(game, viewer=None, legal="")


async def test_keys_ask_the_table() -> None:
    """Each goes out with a number of its own, and the game need not wait for the answer."""
    server = FakeServer(Stage(Setup()))
    async with running(SSH, server, sits=True) as (app, pilot):
        screen = table_of(app)
        screen.take(boards.changed(EMPTY, gathering()))
        await pilot.press("e", "b", "x", "1", "t", "H", "i", "enter")
        while played(server, SayAtTable) < 2:
            await server.stirred.wait()
            server.stirred.clear()
        assert [said.text for said in server.heard if isinstance(said, SayAtTable)] == [GREETINGS[0], "Hi"]
        assert (played(server, SetReady), played(server, FillSeats)) == (1, 1)
        screen.take(in_game())
        await pilot.press("a", "y", "z")
        assert await heard(server, SetPause) == SetPause(_id(server, SetPause), True)
        assert played(server, SetAway) == 1
        assert screen.board.pending is None
        screen.take(over())
        await pilot.press("n")
        await heard(server, Rematch)


def _id(server: FakeServer, kind: type) -> int:
    return next(said.id for said in server.heard if isinstance(said, kind) and not isinstance(said, Hello))


async def test_leaving_for_good_waits_for_the_answer() -> None:
    """Only then does the lobby come."""
    server = FakeServer(Stage(Setup()))
    async with running(SSH, server, sits=True) as (app, pilot):
        table_of(app).take(in_game())
        await pilot.press("q", "g")
        resigned = await heard(server, Resign)
        assert isinstance(resigned, Resign)
        assert isinstance(app.screen, TableScreen)
        app.post_message(ChwechApp.Heard(Accepted(resigned.id, 9)))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_what_others_say_is_heard_while_one_writes() -> None:
    """Words at the table and words overheard come into the log; a text can be pasted; the sheet waits."""
    server = FakeServer(Stage(Setup()))
    async with running(SSH, server, sits=True) as (app, pilot):
        screen = table_of(app)
        board = Stage(Setup()).board(lambda now: now.game is not None and now.game.stage is Phase.DEALING)
        assert board.table is not None
        table = with_people(board.table)
        screen.take(boards.changed(board, table))
        app.post_message(Paste("never seen"))
        await pilot.press("t")
        app.post_message(Paste("two\nlines"))
        await until(pilot, lambda: screen.board.draft == "two lines")
        app.post_message(ChwechApp.Heard(Happened(table.seq, Said("Owain", "hush", Seat(1)), table)))
        app.post_message(ChwechApp.Heard(Overheard((Line(1, "Cat", "psst", NOW),))))
        await until(pilot, lambda: "Cat (watching): psst" in screen_text(app) and "Owain: hush" in screen_text(app))
        screen._ranking.due = True
        screen._ranking.show()
        assert isinstance(app.screen, TableScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, SheetScreen)


async def test_a_clock_counts_down_only_while_one_runs() -> None:
    """There is a timer then, and none without a clock; the server's time is what counts."""
    server = FakeServer(Stage(Setup()))
    async with running(SSH, server, sits=True) as (app, pilot):
        screen = table_of(app)
        assert screen._timing._timer is None
        passed = _Passing()
        screen._timing._clock = passed
        table = in_game().table
        assert table is not None
        app.post_message(ChwechApp.Heard(TableChanged(table)))
        await until(pilot, lambda: "away 0:31" in screen_text(app) and "0:18  " in screen_text(app))
        assert screen._timing._timer is not None
        passed.seconds = 18.5
        await until(pilot, lambda: "bank 5:00" in screen_text(app) and "away 0:13" in screen_text(app))
        await tap(pilot, "question_mark", holds=lambda: screen._timing._timer is None)
        passed.seconds = 28.5
        await tap(pilot, "escape", holds=lambda: "bank 4:50" in screen_text(app) and screen._timing._timer is not None)
        assert screen_text(app).count("4:50") == 2
        still = replace(table, time=None, seats=_present(table))
        app.post_message(ChwechApp.Heard(TableChanged(still)))
        await until(pilot, lambda: screen._timing._timer is None)


def _present(table: Table) -> tuple[Occupant | None, ...]:
    return tuple(occupant and Occupant(occupant.name) for occupant in table.seats)


class _Passing:
    """A clock that a test moves on; it shows quite another time than the server's."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return 77.0 + self.seconds


async def test_bots_that_others_replace_are_told_in_the_log() -> None:
    """To everyone who comes to their table."""
    server = FakeServer(Stage(Setup()))
    server.offers = tuple(replace(offer, fallbacks={"steady": "random"}) for offer in server.offers)
    async with running(SSH, server, sits=True) as (app, _pilot):
        log = table_of(app).board.chronicle
        assert "Steady bots cannot play here now: random ones play in their place." in str(log)
