"""What is private in Textual and used nevertheless is still there, and still does what it is used for."""

import contextlib
import io
import sys

import pytest
from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App

from server.fronts.ssh.terminal.driver import failure_of
from tests.server.fronts.ssh.theatre import Placard, Scene, until


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


async def test_textual_would_catch_what_is_printed() -> None:
    """The trap is there: what is set before an app runs is where prints go while it runs."""
    app: App[int] = Placard()
    assert type(app._capture_stdout).__name__ == "_PrintCapture"
    assert type(app._capture_stderr).__name__ == "_PrintCapture"


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


def test_textual_remembers_keys_by_parser() -> None:
    """The trap is there: a cache of the class holds every parser that read a key, and the parser an app."""
    cache = XTermParser._parse_extended_key
    assert cache.cache_info().maxsize == 1024
    keys = cache.__wrapped__(XTermParser(), "\x1b[97;5u")
    assert keys is not None
    assert keys[0].key == "ctrl+a"


async def test_no_parser_is_remembered() -> None:
    """Keys that were read for a visitor leave nothing in that cache."""
    before = XTermParser._parse_extended_key.cache_info().currsize
    scene = await Scene().begun()
    await scene.hear(b"\x1b[98;5u", "ctrl+b")
    assert XTermParser._parse_extended_key.cache_info().currsize == before
    await scene.over()


def test_a_parser_waits_for_more_after_an_escape_and_ends_with_nothing() -> None:
    """By these two the driver knows when to come back, and how to let go."""
    parser = XTermParser()
    assert list(parser.feed("\x1b")) == []
    assert parser._timeout_time is not None
    assert [type(message) for message in parser.feed("[A")] == [events.Key]
    assert parser._timeout_time is None
    assert list(parser.feed("")) == []
    assert parser.is_eof


async def test_the_first_frame_ends_the_start() -> None:
    """Whoever waits for the next start is told by the first frame."""
    scene = await Scene().begun()
    assert scene.driver.ready.done()
    await scene.over()


async def test_an_app_animates_nothing() -> None:
    """Every step of an animation would be a frame for everybody."""
    scene = await Scene().begun()
    assert scene.app.animation_level == "none"
    await until(lambda: scene.app._running)
    assert not scene.app.animator._animations
    await scene.over()
