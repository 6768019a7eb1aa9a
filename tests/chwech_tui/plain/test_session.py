"""A dialogue with its link, before a server in memory."""

import asyncio
from collections.abc import Sequence

import pytest

from chwech_tui.errand import Errand, Greet, Join, PlayNow
from chwech_tui.files import UnusableKeyring
from chwech_tui.link import Identity, Route
from chwech_tui.plain import hearing
from chwech_tui.plain.reading import Speech
from chwech_tui.plain.session import PlainSession
from protocol.messages import Act, LeaveTable, OpenTable
from tests.chwech_tui.fake_server import FakeServer


class Evening:
    """A dialogue and what it told."""

    def __init__(self, errand: Errand) -> None:
        self.lines: list[str] = []
        self.server = FakeServer()
        self.session = PlainSession(Route(self.server.dial, Identity("Megan")), errand, Speech.SIGNS, self._write)

    def _write(self, lines: Sequence[str]) -> None:
        self.lines += lines

    async def until(self, words: str) -> None:
        """Wait until these words were told."""
        async with asyncio.timeout(30):
            while not any(words in line for line in self.lines):
                await asyncio.sleep(0.01)

    def heard(self, kind: type) -> bool:
        """Return True if the server has heard such a command."""
        return any(isinstance(command, kind) for command in self.server.heard)


async def test_lines_wait_for_the_answer_to_the_one_before() -> None:
    """However fast they come; at the end of the input the table is left."""
    evening = Evening(Greet())
    for line in ("new chwech 4", "t", "help scores"):
        evening.session.feed(line)
    evening.session.close_input()
    assert await evening.session.run() == 0
    assert evening.heard(OpenTable)
    assert evening.heard(LeaveTable)
    assert "scores (s): the totals." in evening.lines
    assert evening.lines[-1] == "The game is saved: chwech --plain resumes it."


async def test_one_plays_on_after_a_lost_connection() -> None:
    """It is told once that it was lost and once that it is there again; a play reaches the server."""
    evening = Evening(PlayNow())
    running = asyncio.create_task(evening.session.run())
    await evening.until("Your turn.")
    evening.server.drop()
    await evening.until("Connected again.")
    assert sum("Trying again." in line for line in evening.lines) == 1
    assert sum("Your turn." in line for line in evening.lines) == 1
    evening.session.feed("pass")
    evening.session.feed("1")
    async with asyncio.timeout(30):
        while not evening.heard(Act):
            await asyncio.sleep(0.01)
    evening.session.leave()
    assert await running == 0


async def test_lines_without_end_are_dropped() -> None:
    """No more than some hundred wait, and it is told once that some are lost, each time that it begins."""
    evening = Evening(Greet())
    lost = "200 lines wait already: those that follow are dropped."
    for times in (1, 2):
        for _ in range(1000):
            evening.session.feed("t")
        assert evening.lines.count(lost) == times
        evening.session.close_input()
        assert await evening.session.run() == 0


async def test_another_nickname_is_kept_by_the_link() -> None:
    """A connection that is lost comes back by the new name."""
    evening = Evening(Join("cards.example"))
    running = asyncio.create_task(evening.session.run())
    await evening.until("You are Megan.")
    evening.session.feed("rename Bronwen")
    await evening.until("You are Bronwen now.")
    evening.session.leave()
    assert await running == 0


async def test_a_fault_ends_it_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a server sends, the person reads a sentence."""

    def fail(*_given: object) -> None:
        raise KeyError("surprise")

    monkeypatch.setattr(hearing, "hear", fail)
    evening = Evening(Greet())
    assert await evening.session.run() == 1
    assert isinstance(evening.session.fault, KeyError)
    (line,) = evening.lines
    assert line.startswith("The server sent something that this client cannot understand (KeyError in test_session.py")


async def test_a_token_that_cannot_be_kept_is_told() -> None:
    """The person plays on."""

    def keep(_identity: Identity) -> None:
        raise UnusableKeyring("the disk is full")

    server, lines = FakeServer(), list[str]()
    session = PlainSession(
        Route(server.dial, Identity("Megan"), keep=keep), Join("cards.example"), Speech.SIGNS, lines.extend
    )
    session._keep_identity()
    session.feed("quit")
    assert await session.run() == 0
    assert lines[0] == "the disk is full. This account can no longer be reached."
