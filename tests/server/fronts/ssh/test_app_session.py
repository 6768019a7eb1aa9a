"""What runs for a visitor: an app, or plain mode."""

import asyncio
import contextlib
import io
import sys
from pathlib import Path

import pytest

from chwech_tui.link import Route
from protocol.aio import ClientChannel
from server.fronts.ssh.request import LOBBY
from server.fronts.ssh.terminal.app_session import APOLOGY, MOST_LINES, PlainVisit, StartQueue
from server.fronts.ssh.terminal.terminal import read_terminal
from server.fronts.ssh.transport.limiter import Flow
from server.host import connection
from server.host.limits import Rate
from tests.chwech_tui.plain.person import Learner, WordPlayer
from tests.server.fronts.ssh.theatre import Placard, Scene, until
from tests.server.fronts.ssh.visits import Visit, a_place, enter, knock


async def test_a_fault_ends_one_app_and_no_other(caplog: pytest.LogCaptureFixture) -> None:
    """Whoever sat at it is told a sentence, the log knows whose it was, and the others play on."""
    broken, other = await Scene().begun(), await Scene().begun()
    broken.stage.receive(b"\x18")
    ending = await broken.ended()
    assert (ending.status, ending.words) == (1, APOLOGY)
    assert "visitor 7: the app fails" in caplog.text
    assert "RuntimeError: the placard falls" in caplog.text
    other.placard.show("still here")
    await until(lambda: "still here" in other.output)
    assert (await other.over()).status == 3


async def test_a_show_is_closed_with_other_words() -> None:
    """When the front closes, its words are what is left."""
    scene = await Scene().begun()
    scene.stage.close("the server is closing")
    ending = await scene.ended()
    assert (ending.status, ending.words) == (0, "the server is closing")
    assert scene.sent[-1].endswith(b"\x1b[?1049l")


async def test_too_many_starts_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever finds the queue full is asked to come again."""
    monkeypatch.setattr("server.fronts.ssh.terminal.app_session.WAITING", 0)
    ending = await Scene().ended()
    assert ending.status == 1
    assert "try again" in ending.words


async def test_an_app_that_does_not_let_go_is_left_behind(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its terminal is restored and its visitor gone all the same."""
    monkeypatch.setattr("server.fronts.ssh.terminal.app_session.END_SECONDS", 0.05)
    released = asyncio.Event()

    class Clinging(Placard):
        async def on_unmount(self) -> None:
            await released.wait()

    scene = await Scene(Clinging()).begun()
    playing = [task for task in asyncio.all_tasks() if "run_async" in repr(task.get_coro())]
    scene.task.cancel()
    await asyncio.wait({scene.task})
    assert "does not end" in caplog.text
    assert scene.sent[-1].endswith(b"\x1b[?1049l")
    released.set()
    await asyncio.wait(playing)


async def test_starts_come_one_after_the_other_and_others_are_served_between_two() -> None:
    """Nobody starts while another does, nobody is passed over, and the loop turns at least once before the next one."""
    door, loop = StartQueue(), asyncio.get_running_loop()
    seen: list[str] = []

    async def come(name: str) -> None:
        async with door.turn():
            seen.append(f"{name} begins")
            await asyncio.sleep(0)
            seen.append(f"{name} ends")
            loop.call_soon(seen.append, "a key")

    await asyncio.gather(*(come(name) for name in "ab"))
    assert seen == ["a begins", "a ends", "a key", "b begins", "b ends", "a key"]


async def test_prints_go_where_they_went_whoever_ends_first() -> None:
    """An app would catch what is printed: two that end in the order of their beginning would leave it caught."""
    before = sys.stdout, sys.stderr
    first, second = await Scene().begun(), await Scene().begun()
    assert (sys.stdout, sys.stderr) == before
    await first.over()
    assert (sys.stdout, sys.stderr) == before
    with contextlib.redirect_stdout(io.StringIO()) as caught:
        print("still heard")
    assert caught.getvalue() == "still heard\n"
    await second.over()
    assert (sys.stdout, sys.stderr) == before


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
    visit = PlainVisit(Route(_nobody), LOBBY, read_terminal("xterm", {}, 80, 24), flow, written.extend)
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


async def _nobody() -> ClientChannel:
    raise ConnectionRefusedError("nobody is there")
