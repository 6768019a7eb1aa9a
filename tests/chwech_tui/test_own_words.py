"""The name and the greeting of a server: in the lobby, and at the table for whoever comes straight to one."""

import pytest

from chwech_tui.errand import Join, Watch
from protocol.setup import Setup
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.golden import SIZES, look
from tests.chwech_tui.player import until
from tests.chwech_tui.screens_text import running, screen_text
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_lobby import HERE, crowd

GREETING = "Croeso! We play every Friday from eight.\nBe kind, and do not keep others waiting."
OWN = ("Nos Wener \x1b[2JCaerdydd [/nope]", GREETING)
SHOWN = "Chwech at Nos Wener [2JCaerdydd [/nope]"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_lobby_has_the_words_of_its_server(size: tuple[int, int]) -> None:
    """Its name is at the top; the greeting is whole where no table is chosen, and one line of it where one is."""
    server = crowd()
    server.own_words = OWN
    async with running(HERE, server, size) as (app, pilot):
        await until(pilot, lambda: "amber-river-stone" in screen_text(app))
        assert SHOWN in screen_text(app)
        assert "Croeso! We play every Friday from eight." in screen_text(app)
        assert "Be kind" not in screen_text(app)
        await look(app, pilot, f"lobby-greeting-table-{size[0]}x{size[1]}")
        await pilot.press("end")
        await until(pilot, lambda: "Be kind, and do not keep others waiting." in screen_text(app))
        assert screen_text(app).count("Croeso!") == 1
        await look(app, pilot, f"lobby-greeting-{size[0]}x{size[1]}")


async def test_a_server_without_a_name_is_called_by_its_place() -> None:
    """Nothing is different where an operator has said nothing."""
    async with running(HERE, crowd(), (80, 24)) as (app, pilot):
        await until(pilot, lambda: "Chwech at cards.example" in screen_text(app))


@pytest.mark.parametrize("errand", [Join("cards.example", "calm-river"), Watch("cards.example", "calm-river")])
async def test_who_comes_straight_to_a_table_reads_the_greeting_in_its_log(errand: Join | Watch) -> None:
    """They may never see the lobby."""
    server = FakeServer(Stage(Setup()))
    server.own_words = OWN
    async with running(errand, server, (160, 50)) as (app, pilot):
        await until(pilot, lambda: "We play every Friday" in " ".join(screen_text(app).split()))
