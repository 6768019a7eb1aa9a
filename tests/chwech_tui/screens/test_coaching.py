"""The coach at the table: he asks for a hint at each turn, and speaks without one where there are none."""

from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui.errand import PlayNow
from chwech_tui.model.settings import Settings, Switch
from chwech_tui.screens.table import TableScreen
from protocol.hints import Hint
from protocol.setup import Setup
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.player import at_table, table_of, until
from tests.chwech_tui.screens_text import running, screen_text
from tests.chwech_tui.stage import Stage

COACHED = Settings(coach=Switch.ON)


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
    assert board.table is not None
    assert board.game is not None
    seq, action = board.table.seq, board.game.legal[-1]
    screen._act(action)

    def has_choice() -> bool:
        table = screen.board.table
        return table is not None and table.seq > seq and table.game is not None and len(table.game.legal) > 1

    while not has_choice():
        await pilot.pause()
        table = screen.board.table
        assert table is not None
        if table.seq > seq and table.game is not None and len(table.game.legal) == 1 and screen.board.pending is None:
            screen._act(table.game.legal[0])


async def test_a_hint_on_demand() -> None:
    """H shows the value of each choice and why the best is the best, until a card is played."""
    server = server_with(hints=True)
    async with running(PlayNow(), server, size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.my_turn)
        assert "Hint:" not in screen_text(app)
        await pilot.press("h", "h")
        await until(pilot, lambda: "Hint: " in screen_text(app))
        assert "+3.1" in screen_text(app)
        assert "it takes the trick." in screen_text(app)
        assert hints(server) == 1


async def test_a_refused_hint_says_why() -> None:
    """Whoever asks reads the reason of the server."""
    server = server_with(hints=False)
    async with running(PlayNow(), server, size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.my_turn)
        await pilot.press("h", "h")
        await until(pilot, lambda: table_of(app).board.notice == "There are no hints here.")


async def test_the_coach_asks_once_a_turn() -> None:
    """With the coach each choice comes with its values by itself; nothing else asks for them again."""
    server = server_with(hints=True)
    async with running(PlayNow(), server, size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.my_turn)
        screen = table_of(app)
        screen.take(replace(screen.board, settings=COACHED))
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
        screen.take(replace(screen.board, settings=COACHED))
        await until(pilot, lambda: screen.board.unhinted)
        assert screen.board.notice == ""
        await play(pilot, screen)
        assert hints(server) == 1
