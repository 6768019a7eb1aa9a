"""Premoves, claims and forced passes on the screen: what is sent when the turn comes, and when nothing is."""

from collections.abc import Callable

from msgspec.structs import replace

from chwech_tui.errand import PlayNow
from chwech_tui.model.board import Board
from chwech_tui.model.settings import Settings, Switch
from chwech_tui.screens.pace import BETWEEN, AutoPass, any_delay
from chwech_tui.screens.sheet import GoneScreen
from chwech_tui.screens.table import TableScreen
from protocol.chwech.actions import PASS, read_action
from protocol.messages import Act
from protocol.setup import Setup
from protocol.vocabulary import Action
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.player import at_table, table_of, until
from tests.chwech_tui.screens_text import running
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import VIEW, actions, board, table, waiting_view

FORCED = replace(board(replace(VIEW, legal=actions("-"))), settings=Settings(auto_pass=Switch.ON))
"""Megan can only pass, and wishes that this is done for her."""


def acts(server: FakeServer) -> list[Action]:
    """Give the actions that a server was sent."""
    return [message.action for message in server.heard if isinstance(message, Act)]


async def test_a_premove_is_sent_as_soon_as_the_turn_comes() -> None:
    """Enter before the turn sends nothing; the snapshot with the turn sends the card, once."""
    server = FakeServer(Stage(Setup()))
    async with running(PlayNow(), server) as (app, pilot):
        await until(pilot, lambda: at_table(app))
        screen = table_of(app)
        screen.take(board(waiting_view()))
        await pilot.press("3", "enter")
        assert screen.board.premove is not None
        assert acts(server) == []
        screen.take(replace(screen.board, table=table()))
        await until(pilot, lambda: acts(server) == [read_action("QH")])
        await until(pilot, lambda: screen.board.pending is None)
        assert screen.board.premove is None


async def test_the_cards_gone_open_and_close() -> None:
    """One key opens and closes them; Esc closes them too."""
    async with running(PlayNow(), FakeServer()) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.my_turn)
        for key in ("k", "escape"):
            await pilot.press("k")
            await until(pilot, lambda: isinstance(app.screen, GoneScreen))
            await pilot.press(key)
            await until(pilot, lambda: at_table(app))


async def passed(delay: Callable[[], float], later: Board) -> list[Action]:
    """Give what is sent for a player who can only pass, when the table has changed before the delay is over."""
    server = FakeServer(Stage(Setup()))
    async with running(PlayNow(), server) as (app, pilot):
        await until(pilot, lambda: at_table(app))
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
    assert await passed(lambda: 0.001, FORCED) == [PASS]


async def test_a_forced_pass_is_not_made_on_another_table() -> None:
    """If anything has happened, the delay begins anew, and nothing is sent that is not due."""
    moved = replace(FORCED, table=replace(table(VIEW), seq=8))
    assert await passed(lambda: 0.001, moved) == []
    assert await passed(lambda: 0.001, replace(FORCED, table=None)) == []


async def test_nothing_is_passed_for_whoever_has_not_wished_it() -> None:
    """Without the setting no delay begins."""
    async with running(PlayNow()) as (app, _pilot):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.take(replace(FORCED, settings=Settings()))
        assert screen._passing._due is None
        assert screen._passing.due(FORCED) is None


def test_the_delay_varies_as_a_persons_does() -> None:
    """A forced pass must look like a free one, so that no two delays are alike."""
    delays = [any_delay() for _ in range(50)]
    assert BETWEEN[0] <= min(delays) < max(delays) <= BETWEEN[1]
    assert len(set(delays)) > 40
