"""Several cards that are sent by one key at the table: each of them once, and each after the answer to the last."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from chwech_tui.errand import PlayNow
from chwech_tui.screens.table import TableScreen
from protocol.messages import Act
from tests.chwech_tui.burying import HAND, bury
from tests.chwech_tui.screens_text import running


async def test_the_first_card_is_sent_once() -> None:
    """Enter sends one command; the next card waits for its answer."""
    async with running(PlayNow()) as (app, _):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        sent: list[Any] = []

        def ask(make: Callable[[int], Any]) -> int:
            sent.append(make(len(sent) + 1))
            return len(sent)

        screen._link.ask = ask  # type: ignore[method-assign]
        screen.take(replace(bury(), marked=HAND[:2]))
        screen.press("enter")
        assert [type(message) for message in sent] == [Act]
        assert screen.board.pending == 1
        assert screen.board.lays
