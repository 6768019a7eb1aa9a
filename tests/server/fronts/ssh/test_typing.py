"""What a visitor types reaches the app, and nothing that is typed can harm it."""

import asyncio
import random
import time

import pytest

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Greet
from chwech_tui.link import Identity
from chwech_tui.theme import Palette
from server.fronts.ssh.terminal.driver import AT_ONCE_SECONDS, EVENTS
from tests.chwech_tui.screens_text import nobody
from tests.server.fronts.ssh.theatre import Scene, until

HOSTILE = [
    b"\x1b[48;65535;65535;1;1t",
    b"\x1b[48;0;0;0;0t\x1b[<0;1;1M",
    b"\x1b[48;x:y;1;1;1t",
    b"\x1b[1114112u",
    b"\x1b[99999999999999999999u",
    b"\x1b[55296;1;55296u",
    b"\x1b[97;1;1114112u",
    b"\x1b[<0;999999999;999999999M\x1b[<0;999999999;999999999m",
    b"\x1b[<35;-5;-5M",
    b"\x1b[M\xff\xff\xff",
    b"\x1b[I\x1b[O",
    b"\x1b[1;1R",
    b"\x1b[?2048;1$y\x1b[?2048;2$y",
    b"\x1b" * 30,
    b"\x1b[" + b"1;" * 30 + b"u",
    b"\x00\x01\x02\x7f\x80\xff\xfe",
]
"""What a terminal never sends, or not so."""


@pytest.mark.parametrize(
    ("typed", "heard"),
    [
        (b"a", "a"),
        ("é".encode(), "é"),
        (b"\x1b[A", "up"),
        (b"\x1b[97;5u", "ctrl+a"),
        (b"\x1b[13u", "enter"),
        (b"\x03", "ctrl+c"),
        (b"\x1b[200~code\x1b[201~", "paste of 4"),
    ],
)
async def test_keys_and_pastes_are_heard(typed: bytes, heard: str) -> None:
    """Old and new ways to say a key both work, in pieces of any size."""
    scene = await Scene().begun()
    for byte in typed:
        scene.stage.receive(bytes([byte]))
    await until(lambda: heard in scene.placard.heard)
    await scene.over()


async def test_a_lone_escape_is_a_key() -> None:
    """It is told from the beginning of a sequence by time, without another key."""
    scene = await Scene().begun()
    scene.stage.receive(b"\x1b")
    await until(lambda: "escape" in scene.placard.heard)
    scene.stage.receive(b"\x1b")
    await until(lambda: scene.placard.heard.count("escape") == 2)
    await scene.over()


async def test_a_click_is_heard_at_its_place() -> None:
    """The mouse reports its buttons."""
    scene = await Scene().begun()
    scene.stage.receive(b"\x1b[<0;12;3M\x1b[<0;12;3m")
    await until(lambda: tuple(scene.app.mouse_position) == (11, 2))
    await scene.over()


async def test_what_is_typed_before_the_start_is_heard_after_it() -> None:
    """Whoever types ahead loses nothing."""
    scene = Scene()
    scene.stage.receive(b"ab")
    await scene.begun()
    await until(lambda: scene.placard.heard[:2] == ["a", "b"])
    await scene.over()


@pytest.mark.parametrize("typed", HOSTILE, ids=ascii)
async def test_nothing_that_is_typed_harms_the_app(typed: bytes) -> None:
    """It goes on hearing, at its own size; a terminal does not say how large it is."""
    scene = await Scene().begun()
    scene.stage.receive(typed)
    await scene.hear(b"\x1b[201~\x1b[Z", "shift+tab")
    assert set(scene.placard.sizes) == {(80, 24)}
    assert all(key.isprintable() for key in scene.placard.heard)
    assert (await scene.over()).status == 3


async def test_no_noise_harms_the_app() -> None:
    """Thousands of random bytes with many escapes in them leave the app as it was."""
    scene = await Scene().begun()
    luck = random.Random(3)
    alphabet = b"\x1b\x1b[[<;:0123456789?$~uMmtRIOy\x00\xff"
    noise = bytes(byte for byte in luck.choices(alphabet, k=12_000))
    scene.stage.receive(noise)
    await scene.hear(b"\x1b[201~\x1b[Z", "shift+tab")
    assert set(scene.placard.sizes) == {(80, 24)}
    assert (await scene.over()).status == 3


async def test_a_paste_of_a_megabyte_is_one_small_paste() -> None:
    """The app hears its beginning, and the next key at once."""
    scene = await Scene().begun()
    data = b"\x1b[200~" + b"p" * 1_000_000 + b"\x1b[201~"
    for start in range(0, len(data), 4096):
        scene.stage.receive(data[start : start + 4096])
    scene.stage.receive(b"k")
    await until(lambda: "k" in scene.placard.heard)
    assert scene.placard.heard == ["paste of 1024", "k"]
    await scene.over()


async def test_the_key_of_somebody_who_takes_their_time_is_drawn_at_once() -> None:
    """Before anything else is done; the next one right after it waits for its turn."""
    app = ChwechApp(nobody, Greet(), Identity("Megan"), Palette())
    scene = await Scene(app).begun()
    await until(lambda: "Quit" in scene.output and app._waits and app._message_queue.empty())
    for key in (b"\x1b[B", b"\x1b[A"):
        scene.driver._read_at -= AT_ONCE_SECONDS
        sent = len(scene.sent)
        scene.stage.receive(key)
        assert len(scene.sent) == sent + 1
    scene.driver._read_at = asyncio.get_running_loop().time()
    scene.stage.receive(b"\x1b[B")
    assert len(scene.sent) == sent + 1
    await until(lambda: len(scene.sent) > sent + 1)
    scene.task.cancel()
    await asyncio.wait({scene.task})


async def test_a_flood_of_keys_is_cut() -> None:
    """An app hears a few hundred keys at once and no more, whoever types them."""
    scene = await Scene().begun()
    begun = time.monotonic()
    for _ in range(100):
        scene.stage.receive(b"k" * 160)
    await until(lambda: not scene.driver._input._waiting and len(scene.placard.heard) >= EVENTS.at_once)
    seconds = time.monotonic() - begun
    assert len(scene.placard.heard) <= EVENTS.at_once + 51 * (1 + seconds)
    scene.task.cancel()


async def test_a_flood_of_one_visitor_holds_up_no_other() -> None:
    """Between its pieces everybody else is heard."""
    flooding, other = await Scene().begun(), await Scene().begun()
    flooding.stage.receive(b"f" * 240)
    other.stage.receive(b"k")
    await until(lambda: other.placard.heard)
    # How many pieces went first is the machine's affair; the whole flood did not.
    assert len(flooding.placard.heard) < 240
    await until(lambda: len(flooding.placard.heard) == 240)
    await other.over()
    flooding.task.cancel()
