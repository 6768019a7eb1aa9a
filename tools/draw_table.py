"""Draw the picture of the README from the real program: a game in the real client up to a good moment.

``.venv/bin/python tools/draw_table.py`` writes docs/table.svg; look at it before committing it.
"""

import asyncio
import re
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Final

from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import PlayNow, TableOrder
from chwech_tui.games.chwech.moves import SUIT_KEYS
from chwech_tui.launch import OfflineServer
from chwech_tui.link import Identity
from chwech_tui.model.board import Asking, Board
from chwech_tui.theme import Palette
from protocol.chwech.actions import Pass
from protocol.chwech.actions import Play as PlayCard
from protocol.chwech.views import ChwechView, Phase
from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.bots.chwech.steady import play_steadily
from tests.chwech_tui.player import enter, table_of_pilot, until

PICTURE: Final = Path(__file__).parent.parent / "docs" / "table.svg"
"""What the README shows."""

SIZE: Final = (100, 30)
"""Columns and rows of the picture."""

SEED: Final = "picture"
"""The deals; the bots play as they like, so that the picture is another each time."""


async def take_turn(pilot: Pilot[int], game: ChwechView) -> None:
    """Play as the house's bot would, by keys."""
    action = play_steadily(game, Random(SEED))
    if isinstance(action, Pass):
        await pilot.press("p")
        return
    assert isinstance(action, PlayCard)
    await pilot.press(str(game.hand.index(action.card) + 1), "enter")
    if table_of_pilot(pilot).board.asking is Asking.MOVE and action.suit is not None:
        await pilot.press(SUIT_KEYS[action.suit])


def worth_a_picture(game: ChwechView) -> bool:
    """Say whether there is something to see: a later deal, cards won, a trick to follow, and a choice to make."""
    return (
        game.phase is Phase.FOLLOWING
        and len(game.sheets) >= 1
        and len(game.trick.turns) >= 3
        and len(game.hand) >= 4
        and len(game.legal) >= 3
        and sum(seat.won > 0 for seat in game.seats) >= 2
    )


async def play_on(pilot: Pilot[int]) -> bool:
    """Play until there is something to see; False when the game is over without."""

    def board() -> Board:
        return table_of_pilot(pilot).board

    def over() -> bool:
        table = board().table
        return table is not None and table.phase is TablePhase.OVER

    while True:
        await until(pilot, lambda: over() or (board().pending is None and (board().my_turn or board().waited_for)))
        game = board().game
        if over():
            return False
        if board().waited_for:
            await enter(pilot, board())
        elif isinstance(game, ChwechView) and worth_a_picture(game):
            return True
        elif isinstance(game, ChwechView):
            await take_turn(pilot, game)
        await pilot.pause()


def for_any_reader(svg: str) -> str:
    """Take out the fonts that would have to be fetched, name those that a reader may have, and let spaces be spaces."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)
    return svg.replace("Fira Code", "Fira Code, ui-monospace, Menlo, Consolas, DejaVu Sans Mono")


async def draw(data: Path) -> str:
    """Play on a server with these data, and give the picture."""
    child = OfflineServer(data)
    child.start()
    order = TableOrder(Setup("chwech", 6), (), 0.0, SEED)
    app = ChwechApp(child.dial, PlayNow(order, fresh=True), Identity("You"), Palette())
    try:
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: table_of_pilot(pilot).board.game is not None)
            if not await play_on(pilot):
                sys.exit("the game had no good moment: run it again, or name other deals in SEED")
            await pilot.press("right")
            await pilot.pause()
            return for_any_reader(app.export_screenshot(title="chwech"))
    finally:
        child.stop()


def main() -> int:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as data:
        PICTURE.write_text(asyncio.run(draw(Path(data))), "utf-8")
    print(f"wrote {PICTURE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
