"""Several cards that are chosen at once, as the table screen sends them."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from chwech_tui.errand import PlayNow
from chwech_tui.model import board as boards
from chwech_tui.screens.table import TableScreen
from protocol.chwech.actions import Play
from protocol.messages import Act, FromClient
from tests.chwech_tui.burying import HAND, bury
from tests.chwech_tui.screens_text import running


async def test_each_card_is_sent_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first by the key that ends the choice, and the next one only when the table has answered."""
    sent: list[FromClient] = []

    def ask(make: Callable[[int], FromClient]) -> int:
        sent.append(make(len(sent) + 1))
        return len(sent)

    async with running(PlayNow()) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        monkeypatch.setattr(screen._link, "ask", ask)
        screen.take(replace(bury(), marked=HAND[:2]))
        screen.press("enter")
        await pilot.pause()
        assert [told.action for told in sent if isinstance(told, Act)] == [Play(HAND[0])]
        screen.take(boards.accepted(replace(screen.board, marked=HAND[1:2]), 1))
        assert [told.action for told in sent if isinstance(told, Act)] == [Play(HAND[0]), Play(HAND[1])]
