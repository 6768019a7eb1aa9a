"""The pace of the table: a trick rests until it is seen, the scores of a deal are counted, the ranking is built up."""

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import PlayNow
from chwech_tui.model.board import Board
from chwech_tui.model.ink import Press, plain
from chwech_tui.model.picking import BETWEEN
from chwech_tui.model.settings import Coach, ForcedPasses, Rest, Settings, Switch
from chwech_tui.screens import pace
from chwech_tui.screens.pace import AutoPass, any_delay
from chwech_tui.screens.sheet import SheetScreen
from chwech_tui.screens.table import TableScreen
from protocol.game import Answer
from protocol.messages import Act, OpenTable
from protocol.setup import Setup
from protocol.table import CostliestChoice, Hint, Overheard, TablePhase
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.player import at_table, by_keyboard, click, shown_table, table_of, until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import PASSES, VIEW, board, seen, table

UNTIL_A_KEY = Settings(rest=Rest.KEY, motion=Switch.ON, coach=Coach.OFF)
AT_ONCE = Settings(rest=Rest.NONE, motion=Switch.ON, coach=Coach.OFF)
SHORT = PlayNow(OpenTable(0, Setup("chwech", 4, {"deals": 2}), pace=0.0, seed="pace"))


def stands(board: Board) -> bool:
    """Say whether the table waits for the person."""
    return board.pending is None and (board.my_turn or board.waited_for or board.rests)


async def play_until_a_trick_rests(app: ChwechApp, pilot: Pilot[int]) -> Board:
    """Play until a trick rests while others have played on."""
    await until(pilot, lambda: at_table(app))
    while True:
        await until(pilot, lambda: stands(table_of(app).board))
        if table_of(app).board.rests:
            return table_of(app).board
        await by_keyboard(pilot, table_of(app).board)


async def play_deal(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Play until a deal has ended, without waiting for any trick."""
    await until(pilot, lambda: at_table(app))
    while not table_of(app).board.waited_for and table_of(app).board.is_on:
        board = table_of(app).board
        if board.rests:
            await pilot.press("enter")
        elif stands(board):
            await by_keyboard(pilot, board)
        await pilot.pause(0.001)


async def test_a_trick_rests_until_a_key() -> None:
    """What follows is held back; Enter only goes on, and plays no card although one is chosen."""
    server = FakeServer()
    async with running(SHORT, server, settings=UNTIL_A_KEY) as (app, pilot):
        board = await play_until_a_trick_rests(app, pilot)
        assert board.game is not None
        assert "▲" in screen_text(app)
        assert "The trick is over.   Enter go on" in screen_text(app)
        await pilot.press("right")
        heard = len(server.heard)
        await pilot.press("enter")
        now = table_of(app).board
        assert not now.rests
        assert now.table.seq > board.table.seq
        assert len(server.heard) == heard


async def test_a_key_that_does_not_act_leaves_the_trick_alone() -> None:
    """Help, rules and talk go on as ever, and the trick still rests."""
    async with running(SHORT, FakeServer(), settings=UNTIL_A_KEY) as (app, pilot):
        await play_until_a_trick_rests(app, pilot)
        await pilot.press("question_mark", "escape", "l", "l")
        assert table_of(app).board.rests


async def test_a_rest_ends_after_a_time() -> None:
    """Without a key what follows is shown when the time is over."""
    async with running(SHORT, FakeServer(), settings=UNTIL_A_KEY) as (app, pilot):
        await play_until_a_trick_rests(app, pilot)
        table_of(app)._resting._end_in(0.001)
        await until(pilot, lambda: not table_of(app).board.rests)


@pytest.mark.parametrize(("rest", "rests"), [(Rest.NONE, False), (Rest.SHORT, True), (Rest.LONG, True)])
async def test_how_long_a_trick_rests_is_a_setting(rest: Rest, rests: bool) -> None:
    """It may not rest at all; otherwise it does so for a time, without a key."""
    async with running(SHORT, FakeServer(), sits=True) as (app, _pilot):
        resting = table_of(app)._resting
        resting.begin(rest)
        assert (resting.on, resting._timer is not None) == (rests, rests)
        resting.end()
        assert not resting.on


async def test_chat_and_the_costliest_choice_are_held_back_with_the_trick() -> None:
    """Nothing that comes later is shown before what comes earlier."""
    coached = replace(UNTIL_A_KEY, coach=Coach.ON)
    async with running(SHORT, FakeServer(), settings=coached) as (app, pilot):
        before = await play_until_a_trick_rests(app, pilot)
        table_of(app).hear(Overheard(()))
        table_of(app).hear(CostliestChoice(1, 6, PASSES, PASSES, 4.0))
        assert table_of(app).board == before
        await pilot.press("enter")
        assert "would have been 4.0 points better" in plain(table_of(app).board.chronicle[-1].line)
        assert not table_of(app).board.rests


async def test_what_is_held_back_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much a server says while a key is awaited, little is kept: then everything is shown at once."""
    monkeypatch.setattr(pace, "MOST_HELD", 50)
    async with running(SHORT, FakeServer(), settings=UNTIL_A_KEY) as (app, pilot):
        await play_until_a_trick_rests(app, pilot)
        table = table_of(app)
        for _ in range(50):
            table.hear(Overheard(()))
            assert len(table._resting._held) <= 50
            if not table._resting.on:
                break
        assert not table._resting.holds
        assert not table.board.rests


SCORED = re.compile(r"× +\d = +\d+")  # The row of a seat whose score is counted up.


async def test_the_scores_are_counted_up_seat_by_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last trick rests; then one seat after another shows how its score was made, and Enter shows them all."""
    monkeypatch.setattr(pace, "COUNT_SECONDS", 1000.0)
    async with running(SHORT, FakeServer(), settings=AT_ONCE) as (app, pilot):
        await play_deal(app, pilot)
        assert len(SCORED.findall(screen_text(app))) == 1
        assert "exactly" not in screen_text(app)
        await pilot.press("enter")
        assert len(SCORED.findall(screen_text(app))) == 4
        assert "deal 1 of 2" in screen_text(app)
        await pilot.press("l")
        assert not SCORED.search(screen_text(app))
        await pilot.press("l")
        assert SCORED.search(screen_text(app))
        await click(pilot, "prompt", Press("enter"))
        await until(pilot, lambda: "deal 2 of 2" in screen_text(app))


async def test_the_count_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to press a key."""
    monkeypatch.setattr(pace, "COUNT_SECONDS", 0.02)
    async with running(SHORT, FakeServer(), settings=AT_ONCE) as (app, pilot):
        await play_deal(app, pilot)
        await until(pilot, lambda: len(SCORED.findall(screen_text(app))) == 4)


async def test_the_last_deal_is_counted_before_the_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ranking opens by itself after a while, from the last place to the first; Enter shows it whole."""
    monkeypatch.setattr(pace, "COUNT_SECONDS", 0.02)
    monkeypatch.setattr(pace, "RANKING_SECONDS", 0.02)
    monkeypatch.setitem(pace.REST_SECONDS, Rest.SHORT, 0.02)
    async with running(SHORT, FakeServer(), settings=Settings()) as (app, pilot):
        await play_deal(app, pilot)
        await until(pilot, lambda: len(SCORED.findall(screen_text(app))) == 4)
        await tap(pilot, "enter", holds=lambda: not table_of(app).board.waited_for)
        monkeypatch.setattr(pace, "COUNT_SECONDS", 0.02)
        await play_deal(app, pilot)
        assert isinstance(app.screen, TableScreen)
        await until(pilot, lambda: len(SCORED.findall(screen_text(app))) == 4)
        monkeypatch.setattr(pace, "COUNT_SECONDS", 1000.0)
        await until(pilot, lambda: isinstance(app.screen, SheetScreen))
        assert "win" not in screen_text(app)
        await pilot.press("enter")
        assert isinstance(app.screen, SheetScreen)
        assert " win" in screen_text(app)
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen)


async def test_whoever_wants_a_key_gets_no_ranking_without_one() -> None:
    """With a rest until a key, the last deal stays until a key, too."""
    one = PlayNow(OpenTable(0, Setup("chwech", 4, {"deals": 1}), pace=0.0, seed="pace"))
    async with running(one, FakeServer(), settings=Settings(rest=Rest.KEY, motion=Switch.OFF, coach=Coach.OFF)) as (
        app,
        pilot,
    ):
        await play_deal(app, pilot)
        table = shown_table(app)
        assert table.phase is TablePhase.OVER
        assert isinstance(app.screen, TableScreen)
        assert not SCORED.search(screen_text(app))
        await pilot.press("enter")
        assert SCORED.search(screen_text(app))
        await pilot.press("enter")
        assert isinstance(app.screen, SheetScreen)


FORCED = replace(board(seen(VIEW, legal="-")), settings=Settings(auto_pass=ForcedPasses.ON))
"""Megan can only pass, and wishes that this is done for her."""


def acts(server: FakeServer) -> list[Answer]:
    """Give the actions that a server was sent."""
    return [message.action for message in server.heard if isinstance(message, Act)]


async def passed(delay: Callable[[], float], later: Board) -> list[Answer]:
    """Give what is sent for a player who can only pass, when the table has changed before the delay is over."""
    server = FakeServer(Stage(Setup()))
    async with running(PlayNow(), server, sits=True) as (app, pilot):
        screen = table_of(app)
        screen._passing = AutoPass(screen, delay, screen._pass)
        screen.take(FORCED)
        screen.take(later)
        rung = [False]
        screen.set_timer(0.01, lambda: rung.__setitem__(0, True))
        await until(pilot, lambda: rung[0])
        await pilot.pause()
        return acts(server)


async def test_a_forced_pass_is_made_after_its_delay() -> None:
    """The player wished it, and the table still stands as it did."""
    assert await passed(lambda: 0.001, FORCED) == [PASSES]


async def test_a_forced_pass_is_not_made_on_another_table() -> None:
    """If anything has happened, the delay begins anew, and nothing is sent that is not due."""
    moved = replace(FORCED, table=replace(table(VIEW), seq=8))
    assert await passed(lambda: 0.001, moved) == []
    assert await passed(lambda: 0.001, replace(FORCED, table=None)) == []


async def test_nothing_is_passed_for_whoever_has_not_wished_it() -> None:
    """Without the setting no delay begins."""
    async with running(PlayNow()) as (app, _pilot):
        screen = table_of(app)
        screen.take(replace(FORCED, settings=Settings(auto_pass=ForcedPasses.OFF)))
        assert screen._passing._due is None
        assert screen._passing.due(FORCED) is None


def test_the_delay_varies_as_a_persons_does() -> None:
    """A forced pass must look like a free one, so that no two delays are alike."""
    delays = [any_delay() for _ in range(50)]
    assert BETWEEN[0] <= min(delays) < max(delays) <= BETWEEN[1]
    assert len(set(delays)) > 40


COACHED = Settings(coach=Coach.ON)


def server_with(*, hints: bool) -> FakeServer:
    """Give a server at whose table the player has a choice to make."""
    stage = Stage(Setup())
    stage.board(lambda board: board.game is not None and len(board.game.legal) > 1)
    server = FakeServer(stage)
    server.hints = hints
    return server


def hints(server: FakeServer) -> int:
    """Give how many hints a server was asked for."""
    return sum(isinstance(message, Hint) for message in server.heard)


async def play(pilot: Pilot[int], screen: TableScreen) -> None:
    """Act in any way, and wait for the next choice."""
    board = screen.board
    seq, action = board.table.seq, board.game.legal[-1]
    screen._act(action)

    def has_choice() -> bool:
        table = screen.board.table
        return table is not None and table.seq > seq and table.game is not None and len(table.game.legal) > 1

    while not has_choice():
        await pilot.pause()
        table = screen.board.table
        if table.seq > seq and table.game is not None and len(table.game.legal) == 1 and screen.board.pending is None:
            screen._act(table.game.legal[0])


async def test_a_refused_hint_says_why() -> None:
    """Whoever asks reads the reason of the server."""
    server = server_with(hints=False)
    async with running(PlayNow(), server, size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.my_turn)
        await tap(pilot, "h", "h", holds=lambda: table_of(app).board.notice == "There are no hints here.")


async def test_the_coach_asks_once_a_turn() -> None:
    """With the coach each choice comes with its values by itself; nothing else asks for them again."""
    server = server_with(hints=True)
    async with running(PlayNow(), server, size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.my_turn)
        screen = table_of(app)
        screen.take(replace(screen.board, settings=COACHED, notice=""))
        await until(pilot, lambda: "Coach: " in screen_text(app))
        assert screen.board.hint is not None
        await pilot.press("h", "right", "left")
        assert hints(server) == 1
        screen.take(replace(screen.board, hint=None))
        assert hints(server) == 1
        await play(pilot, screen)
        await until(pilot, lambda: hints(server) > 1)


async def test_without_hints_the_coach_says_what_he_sees() -> None:
    """A refusal that nobody asked for is not shown, and is enough for the whole table."""
    server = server_with(hints=False)
    async with running(PlayNow(), server, size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.my_turn)
        screen = table_of(app)
        screen.take(replace(screen.board, settings=COACHED, notice=""))
        await until(pilot, lambda: screen.board.unhinted)
        assert screen.board.notice == ""
        await play(pilot, screen)
        assert hints(server) == 1
