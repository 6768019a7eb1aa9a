"""A person at the keyboard or with the mouse, as a pilot: looks at the screen's own state and plays what is legal."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from chwech_tui.app import ChwechApp
from chwech_tui.model.board import Asking, Board, Table
from chwech_tui.model.ink import Aim, Pick, Press
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.table import TableScreen
from protocol.table import TablePhase

Hand = Callable[[Pilot[int], Board], Awaitable[None]]
"""How a person takes a turn."""

PATIENCE = 20.0  # Seconds after which a test gives up.


def table_of(app: ChwechApp) -> TableScreen:
    """Give the table screen, wherever it lies in the stack."""
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


def shown_table(app: ChwechApp) -> Table:
    """Give the table that is shown."""
    table = table_of(app).board.table
    assert table is not None
    return table


def at_table(app: ChwechApp) -> bool:
    """Say whether a table is shown and known."""
    return isinstance(app.screen, TableScreen) and app.screen.board.table is not None


async def until(pilot: Pilot[int], holds: Callable[[], bool]) -> None:
    """Let the app run until something holds, and look ever less often: bots may think for seconds."""
    seconds = 0.001
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await pilot.pause(seconds)
            seconds = min(1.5 * seconds, 0.01)


async def play_game(pilot: Pilot[int], take_turn: Hand, go_on: Hand) -> Board:
    """Play until the game is over, and give the last board."""
    app = pilot.app
    assert isinstance(app, ChwechApp)

    def board() -> Board:
        return table_of(app).board

    while True:
        await until(pilot, lambda: _wanted(board()))
        now = board()
        if now.table is not None and now.table.phase is TablePhase.OVER:
            return now
        if now.waited_for:
            await go_on(pilot, now)
        else:
            await take_turn(pilot, now)
        await pilot.pause()


def _wanted(board: Board) -> bool:
    over = board.table is not None and board.table.phase is TablePhase.OVER
    return board.pending is None and (board.my_turn or board.waited_for or over)


def _usable_place(board: Board) -> int | None:
    """Give the place of the first card with which Enter does something."""
    game, kind = board.game, board.kind
    assert game is not None
    assert kind is not None
    moves = (kind.moves(game, card) for card in game.hand)
    return next((place for place, known in enumerate(moves) if any(move.key == "enter" for move in known)), None)


async def by_keyboard(pilot: Pilot[int], board: Board) -> None:
    """Choose the first card that can be played and play it; pass where none can."""
    place = _usable_place(board)
    if place is None:
        await pilot.press("p")
        return
    await pilot.press(str(place + 1), "enter")
    now = table_of_pilot(pilot).board
    if now.asking is Asking.MOVE and now.move is not None:
        await pilot.press(now.move.choices[0].key)


def table_of_pilot(pilot: Pilot[int]) -> TableScreen:
    """Give the table screen of the app that a pilot flies."""
    app = pilot.app
    assert isinstance(app, ChwechApp)
    return table_of(app)


async def enter(pilot: Pilot[int], board: Board) -> None:
    """Go on with Enter."""
    await pilot.press("enter")


async def by_mouse(pilot: Pilot[int], board: Board) -> None:
    """Click the first card that can be played twice; click the pass where none can."""
    place = _usable_place(board)
    if place is None:
        await click(pilot, "prompt", Press("p"))
        return
    await click(pilot, f"hand{place}", Pick(place))
    await click(pilot, f"hand{place}", Pick(place))
    now = table_of_pilot(pilot).board
    if now.asking is Asking.MOVE and now.move is not None:
        await click(pilot, "prompt", Press(now.move.choices[-1].key))


async def click_next(pilot: Pilot[int], board: Board) -> None:
    """Go on by a click on the button of the prompt."""
    await click(pilot, "prompt", Press("enter"))


async def click(pilot: Pilot[int], part: str, aim: Aim) -> None:
    """Click where a part of the screen says that something can be clicked."""
    await until(pilot, lambda: _place_of(pilot.app.screen, part, aim) is not None)
    await pilot.click(offset=_place_of(pilot.app.screen, part, aim) or (0, 0))


def _place_of(screen: Screen[Any], part: str, aim: Aim) -> tuple[int, int] | None:
    if not isinstance(screen, DrawnScreen) or part not in screen.surface.parts:
        return None
    box = screen.surface.parts[part].box
    places = ((x, y) for y in range(box.y, box.y + box.height) for x in range(box.x, box.x + box.width))
    return next(((x, y) for x, y in places if screen.surface.aim_at(x, y) == aim), None)
