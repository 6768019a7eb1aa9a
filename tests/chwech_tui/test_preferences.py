"""The settings of the person: from the greeting to every screen, and from each change to the server."""

import pytest

from chwech_tui.errand import PlayNow
from chwech_tui.link import Down, Link, News, Route
from chwech_tui.model.settings import Coach, HandOrder, Rest, Settings, Switch, Theme
from chwech_tui.preferences import Preferences
from chwech_tui.screens.settings import SettingsScreen
from protocol.errors import ErrorCode
from protocol.messages import FromClient, Refused
from protocol.people import WEBHOOK, KeepSettings, SettingsKept
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.player import table_of, until
from tests.chwech_tui.screens_text import nobody, running, tap


class Desk:
    """Preferences whose requests are kept."""

    def __init__(self) -> None:
        self.sent: list[KeepSettings] = []
        self.applied: list[Settings] = []
        self.preferences = Preferences(Desk.Listener(self), self.applied.append)

    class Listener(Link):
        """A link that sends nothing."""

        def __init__(self, desk: "Desk") -> None:
            super().__init__(Route(nobody), lambda _news: None)
            self._desk = desk

        def send(self, number: int, command: FromClient) -> int:
            assert isinstance(command, KeepSettings)
            self._desk.sent.append(command)
            return number

    def answer(self) -> bool:
        return self.preferences.hear(SettingsKept(self.sent[-1].id))

    def refuse(self) -> bool:
        return self.preferences.hear(Refused(self.sent[-1].id, ErrorCode.TOO_MANY, "not so fast"))


def test_the_greeting_brings_settings() -> None:
    """What is stored holds; what this version does not know is left out."""
    desk = Desk()
    desk.preferences.welcomed({"order": "rank", "theme": "neon", "hologram": "on"})
    assert desk.preferences.settings == Settings(order=HandOrder.RANK)
    assert (desk.applied, desk.sent) == ([Settings(order=HandOrder.RANK)], [])


def test_a_change_holds_at_once_and_is_stored_where_it_belongs() -> None:
    """What depends on the device goes there, the rest to the account; a default is forgotten rather than stored."""
    desk = Desk()
    desk.preferences.change("theme", "light")
    assert desk.preferences.settings == Settings(theme=Theme.LIGHT)
    assert desk.sent[0].device == {"theme": "light"}
    assert desk.answer()
    desk.preferences.change("order", "own")
    assert (desk.sent[1].account, desk.sent[1].device) == ({"order": "own"}, {})
    assert desk.answer()
    desk.preferences.change("order", "suit")
    assert desk.sent[2].account == {"order": ""}


def test_one_request_is_under_way_at_a_time() -> None:
    """Later changes wait and go together; a greeting undoes none, and a forgotten one is sent again."""
    desk = Desk()
    for name, value in (("bell", "on"), ("rest", "long"), ("rest", "key"), ("title", "off")):
        desk.preferences.change(name, value)
    assert len(desk.sent) == 1
    desk.answer()
    assert (desk.sent[1].account, desk.sent[1].device) == ({"rest": "key"}, {"title": "off"})
    desk.answer()
    assert len(desk.sent) == 2
    desk = Desk()
    desk.preferences.change("rest", "long")
    desk.preferences.change("order", "own")
    desk.preferences.welcomed({"rest": "key", "bell": "on"})
    assert desk.preferences.settings == Settings(rest=Rest.LONG, order=HandOrder.OWN, bell=Switch.ON)
    desk.answer()
    assert desk.sent[1].account == {"order": "own"}
    desk = Desk()
    desk.preferences.change("rest", "long")
    desk.preferences.begin_anew()
    desk.preferences.welcomed({})
    assert [request.account for request in desk.sent] == [{"rest": "long"}] * 2


def test_a_refused_change_holds_and_goes_with_the_next() -> None:
    """The reason is kept for the screen, and the next change takes the refused one along."""
    desk = Desk()
    desk.preferences.change("rest", "long")
    assert desk.refuse()
    assert desk.preferences.fault == "Not so fast. It lasts until you leave."
    assert desk.preferences.settings == Settings(rest=Rest.LONG)
    desk.preferences.change("order", "own")
    assert desk.sent[1].account == {"rest": "long", "order": "own"}
    assert desk.answer()
    assert not desk.preferences.fault


def test_a_webhook_that_is_refused_is_not_sent_again() -> None:
    """The one that the server has accepted holds again, and later changes are stored."""
    desk = Desk()
    desk.preferences.welcomed({WEBHOOK: "https://ntfy.sh/Old"})
    desk.preferences.change(WEBHOOK, "https://evil.example/x")
    assert desk.refuse()
    assert (desk.preferences.fault, desk.preferences.settings.webhook) == ("Not so fast.", "https://ntfy.sh/Old")
    desk.preferences.change("order", "own")
    assert desk.sent[1].account == {"order": "own"}
    for wrong in ("ntfy.sh/x", "https://", "https://ntfy.sh/a b", f"https://{'x' * 200}"):
        with pytest.raises(ValueError, match="write an address such as"):
            desk.preferences.change(WEBHOOK, wrong)
    desk.preferences.change(WEBHOOK, "off")
    assert desk.preferences.settings.webhook == ""


def test_other_news_is_not_theirs() -> None:
    """Answers to other requests pass."""
    desk = Desk()
    others: tuple[News, ...] = (SettingsKept(7), Refused(None, ErrorCode.TOO_MANY, "wait"), Down("lost"))
    assert not any(desk.preferences.hear(news) for news in others)


async def test_settings_reach_the_table_with_the_greeting() -> None:
    """The first table is shown with the settings of the greeting, and a change there reaches it at once."""
    server = FakeServer()
    server.settings = {"order": "rank", "coach": "off"}
    async with running(PlayNow(), server, sits=True) as (app, pilot):
        assert table_of(app).board.settings == Settings(order=HandOrder.RANK, coach=Coach.OFF)
        await tap(pilot, "o", opens=SettingsScreen)
        await pilot.press(*["down"] * 6, "space")
        await until(pilot, lambda: server.settings == {"order": "rank", "desktop": "osc9", "coach": "off"})
        await pilot.press("escape")
        assert table_of(app).board.settings.desktop.value == "osc9"
