"""Plain mode by real SSH: whole games by words, with a terminal and without."""

import asyncio
from pathlib import Path

import pytest

from chwech_tui.link import Door
from protocol.aio import ClientChannel
from server.fronts.ssh.request import LOBBY
from server.fronts.ssh.terminal.app_session import MOST_LINES, PlainVisit
from server.fronts.ssh.terminal.terminal import Size, read_terminal
from server.fronts.ssh.transport.limiter import Flow
from server.host import connection
from server.host.limits import Rate
from tests.chwech_tui.plain.person import Learner, WordPlayer
from tests.server.fronts.ssh.theatre import until
from tests.server.fronts.ssh.visits import Visit, a_place, enter, knock

GAMES = ["chwech 4 deals=2 pace=at_once", "twenty-five 3 pace=at_once", "forty-five 4 pace=at_once"]


async def play(visit: Visit, player: WordPlayer | Learner, enter_key: str) -> None:
    """Answer the lines that come until the game, or the course, is over."""
    read = 0
    echoes: list[str] = []
    while not player.over:
        await until(lambda read=read: b"\n" in visit.output[read:])  # type: ignore[misc] # the bytes read so far
        line, _, _ = visit.output[read:].partition(b"\n")
        read += len(line) + 1
        words = line.decode().strip("\r")
        if words in echoes:
            echoes.remove(words)
        elif (typed := player.hear(words)) is not None:
            # A terminal has its lines shown by the server.
            echoes += [typed] * (enter_key == "\r")
            visit.type(f"{typed}{enter_key}")


@pytest.mark.parametrize("order", GAMES)
@pytest.mark.parametrize("terminal", ["xterm-256color", None])
async def test_a_whole_game_is_played_by_words(
    tmp_path: Path, order: str, terminal: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the nickname to the end of the game, and out again; no escape sequence is ever sent."""
    # No person types as fast as this one.
    monkeypatch.setattr(connection, "COMMANDS", Rate(1e6, 1e6))
    monkeypatch.setattr("server.fronts.ssh.terminal.terminal.TYPED", Rate(1e6, 1e6))
    async with a_place(tmp_path) as front, knock(front) as way:
        visit = await enter(way, command="plain", term_type=terminal)
        enter_key = "\r" if terminal else "\n"
        await play(visit, WordPlayer(f"new {order}"), enter_key)
        visit.type(f"q{enter_key}quit{enter_key}")
        assert await visit.ends() == 0
        assert b"\x1b" not in visit.output
        assert not visit.errors
        assert visit.text.endswith("Goodbye.\r\n" if terminal else "Goodbye.\n")
        assert ("\r" in visit.text) is (terminal is not None)


async def test_the_end_of_the_input_is_the_end(tmp_path: Path) -> None:
    """Lines from a pipe are all answered, and then the visitor has left; a line without an end counts."""
    async with a_place(tmp_path) as front, knock(front, username="guest") as way:
        visit = await enter(way, command="plain", term_type=None)
        assert visit.channel is not None
        visit.type("Angharad\npeople\nhelp scores")
        visit.channel.write_eof()
        assert await visit.ends() == 0
        assert "You are Angharad. You are a guest" in visit.text
        assert "1 person online." in visit.text
        assert visit.text.endswith("Goodbye.\n")


@pytest.mark.parametrize(
    ("term", "variables", "command"),
    [("dumb", {}, None), ("dumb", {}, "watch amber-river-stone"), ("xterm", {"CHWECH_PLAIN": "1"}, "today")],
)
async def test_a_terminal_that_only_writes_lines(
    tmp_path: Path, term: str, variables: dict[str, str], command: str | None
) -> None:
    """Plain mode begins there without being asked for, as on one's own machine, and sends no escape sequence."""
    async with a_place(tmp_path) as front, knock(front, username="guest") as way:
        visit = await enter(way, command=command, term_type=term, env=variables)
        await visit.sees("What shall we call you?")
        visit.type("\x03")
        assert await visit.ends() == 0
        assert "\x1b" not in visit.text


async def test_lines_wait_for_a_visitor_who_accepts_none() -> None:
    """Not without end: the oldest are dropped; a line that is being typed goes on below what is told."""
    flow, written = Flow(), bytearray()
    visit = PlainVisit(Door(_nobody), LOBBY, read_terminal("xterm", {}, 80, 24), flow, written.extend)
    flow.hold("channel")
    running = asyncio.create_task(visit.run())
    await asyncio.sleep(0)
    visit._tell([str(number) for number in range(2 * MOST_LINES)])
    assert not written
    flow.release("channel")
    assert written.startswith(f"{MOST_LINES}\r\n".encode())
    visit.receive(b"hel")
    await until(lambda: written.endswith(b"hel"))
    visit._tell(["news"])
    assert written.endswith(b"hel\r\nnews\r\nhel")
    visit.receive(b"\x1b[D")
    await until(lambda: written.endswith(b"\b"))
    visit._tell(["more"])
    assert written.endswith(b"more\r\nhel\b")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_input_beyond_the_rate_leaves_no_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too much at once from a pipe is dropped, and the next line is read as it was written."""
    flow, written = Flow(), bytearray()
    visit = PlainVisit(Door(_nobody), LOBBY, None, flow, written.extend)
    heard: list[str] = []
    monkeypatch.setattr(visit._session, "feed", heard.append)
    visit.receive(b"x" * 100_000 + b"\n")
    visit.receive(b"help scores\nhelp")
    visit.end_input()
    await until(lambda: len(heard) == 2)
    assert heard == ["help scores", "help"]


async def test_lines_fit_the_terminal_as_it_is_now(tmp_path: Path) -> None:
    """A window that is made narrower folds what is told from then on."""
    async with a_place(tmp_path) as front, knock(front, username="guest") as way:
        visit = await enter(way, command="plain")
        await visit.sees("What shall we call you?")
        assert visit.channel is not None
        visit.channel.change_terminal_size(30, 30)
        visit.type("Angharad\r")
        await visit.sees("new makes one")
        assert max(map(len, visit.text.partition("Angharad")[2].splitlines())) <= 30


async def test_without_a_terminal_nothing_is_folded() -> None:
    """Whatever size a client names."""
    flow, written = Flow(), bytearray()
    visit = PlainVisit(Door(_nobody), LOBBY, None, flow, written.extend)
    visit.resize(Size(20, 20))
    visit._tell(["x" * 16 + " one two"])
    assert written == b"x" * 16 + b" one two\n"


async def _nobody() -> ClientChannel:
    raise ConnectionRefusedError("nobody is there")
