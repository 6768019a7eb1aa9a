"""Many apps in one process: what happens to one happens to it alone, and nothing of it stays."""

import asyncio
import gc
import logging
import weakref

import pytest
from textual.app import App

from server.fronts.ssh.terminal.app_session import APOLOGY, StartQueue
from tests.server.fronts.ssh.theatre import Placard, Scene, open_files, until


def apps() -> int:
    """Count the apps there are."""
    gc.collect()
    return sum(isinstance(thing, App) for thing in gc.get_objects())


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


async def test_an_app_that_cannot_start_holds_up_nobody(caplog: pytest.LogCaptureFixture) -> None:
    """A fault before the first frame is a fault like any other."""

    class Stillborn(Placard):
        def on_mount(self) -> None:
            raise RuntimeError("it cannot begin")

    ending = await Scene(Stillborn()).ended()
    assert ending.words == APOLOGY
    assert "it cannot begin" in caplog.text
    await (await Scene().begun()).over()


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


async def test_a_vanished_visitor_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever is written then goes nowhere."""
    scene = await Scene().begun()
    scene.gone = True
    scene.placard.show("unseen")
    scene.task.cancel()
    await asyncio.wait({scene.task})
    assert scene.task.cancelled()
    assert caplog.records == []


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


@pytest.mark.no_cover
@pytest.mark.parametrize("way", ["goes", "vanishes", "fails", "comes and goes"])
async def test_a_hundred_visitors_leave_nothing(way: str, caplog: pytest.LogCaptureFixture) -> None:
    """No app, no task, no open file stays, whatever way they go."""

    async def visit() -> None:
        scene = Scene()
        if way == "comes and goes":
            await asyncio.sleep(0)
        else:
            await scene.begun()
            scene.stage.receive(b"\x1b[97;5u" if way in {"goes", "fails"} else b"\x1b[97;5u\x1b")
        if way == "goes":
            await scene.over()
        elif way == "fails":
            scene.stage.receive(b"\x18")
            await scene.ended()
        else:
            scene.task.cancel()
            await asyncio.wait({scene.task})

    # The log of a server writes faults down; the one of the tests would keep them, with all that they happened in.
    caplog.set_level(logging.CRITICAL, "server.fronts.ssh.terminal.app_session")
    await visit()
    before, tasks, files = apps(), asyncio.all_tasks(), open_files()
    for _ in range(25):
        await visit()
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == tasks
    assert open_files() == files
    assert apps() <= before
