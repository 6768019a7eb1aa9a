"""Many apps in one process: what happens to one happens to it alone, and nothing of it stays."""

import asyncio
import contextlib
import gc
import io
import sys
import weakref

import pytest

from server.fronts.ssh.terminal.app_session import APOLOGY, StartQueue
from server.fronts.ssh.terminal.driver import failure_of
from tests.server.fronts.ssh.theatre import Placard, Scene, until


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


async def test_a_show_that_waits_for_its_turn_is_closed_too() -> None:
    """Nobody has to be let in first to be sent away."""
    scene = Scene()
    scene.stage._queue = StartQueue()
    async with scene.stage._queue.turn():
        await asyncio.sleep(0)
        scene.stage.close("the server is closing")
        assert (await scene.ended()).words == "the server is closing"
    assert scene.sent == []


async def test_whoever_goes_while_the_front_closes_is_told_nothing() -> None:
    """Words for somebody who has gone would wait for ever."""
    scene = await Scene().begun()
    scene.stage.close("the server is closing")
    await asyncio.sleep(0)
    scene.task.cancel()
    await asyncio.wait({scene.task})
    assert scene.task.cancelled()


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


async def test_each_app_runs_in_a_context_of_its_own() -> None:
    """Whoever makes a task for one app does not keep another one alive."""
    scene = await Scene().begun()
    app = weakref.ref(scene.app)
    kept = asyncio.create_task(asyncio.sleep(1000))
    await scene.hear(b"k", "k")
    await scene.over()
    scene.app = Placard()
    scene.stage._make = Placard
    await until(lambda: [gc.collect()] and app() is None)
    kept.cancel()


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


async def test_who_leaves_the_queue_holds_up_nobody() -> None:
    """A visitor who goes while waiting is forgotten."""
    door = StartQueue()

    async def come() -> None:
        async with door.turn():
            pass

    async with door.turn():
        waiting = asyncio.create_task(come())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait({waiting})
    await come()
    assert door._waiting == 0


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


async def test_a_fault_is_told_to_nobody_but_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    """Textual would print the values of all variables, hands of cards among them."""
    scene = await Scene().begun()
    app = scene.app
    scene.stage.receive(b"\x18")
    assert (await scene.ended()).status == 1
    assert isinstance(failure_of(app), RuntimeError)
    assert app._exit_renderables == []
    assert "placard" not in "".join(capfd.readouterr())
    assert "the placard falls" not in scene.output


async def test_a_fault_that_draws_itself_is_not_printed_either(capfd: pytest.CaptureFixture[str]) -> None:
    """Some of Textual's faults are pictures."""

    class Broken(Placard):
        CSS = "Static { colour: red"

    scene = Scene(Broken())
    assert (await scene.ended()).status == 1
    assert "".join(capfd.readouterr()) == ""
    assert "colour" not in scene.output
