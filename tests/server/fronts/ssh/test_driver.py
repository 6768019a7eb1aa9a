"""One app on one visitor's terminal: what is drawn there, and when it is not."""

import asyncio
import time

import pytest

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Greet, PlayNow
from chwech_tui.link import Identity, Route
from chwech_tui.theme import Background, Colours, Palette
from server.fronts.ssh.terminal.terminal import AT_ONCE_SECONDS, EVENTS, Size, read_terminal
from tests.chwech_tui.screens_text import nobody
from tests.server.fronts.ssh.theatre import Placard, Scene, until

QUESTIONS = "\x1b]11;?\x1b\\\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m\x1b[c"
MODES_ON = (
    "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2026$p\x1b[22;2t\x1b[?1004h\x1b[?2004h\x1b[?1000h\x1b[?1006h\x1b[>25u"
    f"{QUESTIONS}"
)
MODES_OFF = (
    "\x1b[0m\x1b[2J\x1b[H\x1b[<u\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[?1004l\x1b[23;2t\x1b[?7h\x1b[?25h\x1b[?1049l"
)


async def test_all_modes_are_set_and_undone_in_reverse() -> None:
    """Nothing that the terminal was put into stays."""
    scene = await Scene().begun()
    assert scene.sent[0].decode() == MODES_ON
    await scene.over()
    assert scene.sent[-1].decode() == MODES_OFF
    assert scene.output.count("\x1b[?1049l") == 1


@pytest.mark.parametrize("way", ["fails", "is cancelled", "is held"])
async def test_the_modes_are_undone_however_the_app_ends(way: str) -> None:
    """A fault leaves no terminal without its cursor; the end is written where no frame may, or nobody may read it."""
    scene = await Scene().begun()
    if way == "is held":
        scene.flow.hold("channel")
        await scene.over()
    elif way == "fails":
        scene.stage.receive(b"\x18")
        assert (await scene.ended()).status == 1
    else:
        scene.task.cancel()
        await asyncio.wait({scene.task})
    assert scene.sent[-1].decode() == MODES_OFF


async def test_frames_for_nobody_are_dropped_and_one_whole_one_comes_after() -> None:
    """Of a hundred frames that a slow visitor does not take none waits; then the newest comes whole."""
    scene = await Scene().begun()
    sent = len(scene.sent)
    scene.flow.hold("channel")
    for number in range(100):
        scene.placard.show(f"text {number}")
        await asyncio.sleep(0)
    await until(lambda: scene.driver._missed)
    await asyncio.sleep(0.1)
    assert len(scene.sent) == sent
    scene.flow.release("channel")
    await until(lambda: len(scene.sent) > sent)
    assert "text 99" in scene.sent[sent].decode()
    assert scene.sent[sent].count(b"\n") == 23, "the whole screen is drawn"
    await scene.over()


async def test_a_terminal_that_can_show_frames_whole_gets_them_so() -> None:
    """Once it has said that it can, each frame is marked."""
    scene = await Scene().begun()
    scene.stage.receive(b"\x1b[?2026;2$y")
    await until(lambda: scene.app._sync_available)
    sent = len(scene.sent)
    scene.placard.show("marked")
    await until(lambda: len(scene.sent) > sent)
    assert scene.sent[sent].startswith(b"\x1b[?2026h")
    assert scene.sent[sent].endswith(b"\x1b[?2026l")
    await scene.over()


@pytest.mark.parametrize("harm", ["\x1b]0;owned\x07", "\x1b[2J", "\x9b31m", "\u202e", "\x00"])
async def test_a_frame_with_foreign_orders_is_not_sent(harm: str, caplog: pytest.LogCaptureFixture) -> None:
    """Text that nobody has cleaned reaches no terminal; the log says so once."""
    scene = await Scene().begun()
    for text in (f"bad {harm} name", f"worse {harm} name", "a good name"):
        scene.placard.show(text)
        scene.driver.write(text)
        scene.driver.flush()
    await until(lambda: "a good name" in scene.output)
    await scene.over()
    assert "bad" not in scene.output
    assert harm not in scene.output.removesuffix(MODES_OFF)
    assert caplog.text.count("foreign orders") == 1
    assert "visitor 7" in caplog.text


async def test_the_bell_rings_and_the_pointer_keeps_its_shape() -> None:
    """The bell is let through on its own; a pointer is the visitor's own."""
    scene = await Scene().begun()
    sent = len(scene.sent)
    scene.app.bell()
    scene.app._set_pointer_shape("crosshair")
    scene.driver.flush()
    assert scene.sent[sent:] == [b"\x07"]
    await scene.over()


async def test_the_title_is_set_where_it_is_known(caplog: pytest.LogCaptureFixture) -> None:
    """A title reaches the terminals that know titles; older ones, which would print it, are only rung."""
    for term, expected in (("xterm-256color", [b"\x07\x1b]2;* your turn\x07"]), ("linux", [b"\x07"])):
        scene = await Scene(terminal=read_terminal(term, {b"LANG": b"C"}, 80, 24)).begun()
        sent = len(scene.sent)
        for order in ("\x07", "\x1b]2;* your turn\x07"):
            scene.driver.write(order)
        scene.driver.flush()
        assert scene.sent[sent:] == expected
        await scene.over()
    assert "foreign" not in caplog.text


async def test_a_visitor_copies_to_a_clipboard_of_their_own() -> None:
    """What the app copies is sent on its own; the same sequence among the text of a frame is not."""
    scene = await Scene().begun()
    sent = len(scene.sent)
    scene.app.copy_to_clipboard("ssh chwech@cards.example amber-river-stone")
    scene.driver.flush()
    copied = b"\x1b]52;c;c3NoIGNod2VjaEBjYXJkcy5leGFtcGxlIGFtYmVyLXJpdmVyLXN0b25l\x07"
    assert scene.sent[sent:] == [copied]
    for foreign in (f"Eve{copied.decode()}", f"{copied.decode()}Eve", "\x1b]52;c;?\x07", "\x1b]52;p;YQ==\x07"):
        scene.driver.write(foreign)
    scene.app.copy_to_clipboard("x" * 4096)
    scene.driver.flush()
    assert scene.sent[sent:] == [copied]
    await scene.over()


async def test_no_terminal_gets_colours_that_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Apps share caches of rendered text, and the server's own environment says nothing."""
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.delenv("COLORTERM", raising=False)

    class Painted(Placard):
        CSS = "Static { color: #ff0000; background: #00ff00; }"

    no: dict[bytes, bytes] = {}
    kinds = (("xterm-direct", no), ("xterm-256color", no), ("linux", no), ("xterm-direct", {b"NO_COLOR": b"1"}))
    for kind in kinds:
        scene = await Scene(Painted(), read_terminal(kind[0], kind[1], 80, 24)).begun()
        await until(lambda scene=scene: "a placard" in scene.output)  # type: ignore[misc]
        assert ("\x1b[38;2;255;0;0;48;2;0;255;0ma placard" in scene.output) == (kind == kinds[0])
        assert (";2;255" in scene.output) == (kind == kinds[0])
        await scene.over()


async def test_a_size_is_drawn_and_of_many_sizes_the_last_one() -> None:
    """Ten thousand sizes in a moment are a few redraws, and the last one is drawn in the end."""
    scene = await Scene().begun()
    scene.stage.resize(Size(100, 30))
    await until(lambda: (100, 30) in scene.placard.sizes)
    for number in range(10_000):
        scene.stage.resize(Size(20 + number % 300, 40))
    scene.stage.resize(Size(90, 33))
    await until(lambda: scene.placard.sizes[-1] == (90, 33))
    assert len(scene.placard.sizes) < 20
    await scene.over()


async def test_a_server_opens_no_links_and_writes_no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an app may ask of a person's own machine, a server does not do."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    scene = await Scene().begun()
    scene.app.open_url("https://example.com")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("threading.Thread.start", lambda _thread: opened.append("a thread"))
        scene.app.deliver_screenshot("there.svg", "nowhere")
    scene.app.action_suspend_process()
    scene.driver.suspend_application_mode()
    scene.driver.resume_application_mode()
    assert not scene.driver.can_suspend
    await scene.over()
    assert opened == []


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


@pytest.mark.parametrize("typed", HOSTILE, ids=ascii)
async def test_nothing_that_is_typed_harms_the_app(typed: bytes) -> None:
    """It goes on hearing, at its own size; a terminal does not say how large it is."""
    scene = await Scene().begun()
    scene.stage.receive(typed)
    await scene.hear(b"\x1b[201~\x1b[Z", "shift+tab")
    assert set(scene.placard.sizes) == {(80, 24)}
    assert all(key.isprintable() for key in scene.placard.heard)
    assert (await scene.over()).status == 3


async def test_the_key_of_somebody_who_takes_their_time_is_drawn_at_once() -> None:
    """Before anything else is done; the next one right after it waits for its turn."""
    app = ChwechApp(Route(nobody, Identity("Megan")), Greet(), Palette())
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
    """Between its pieces everyone else is heard."""
    flooding, other = await Scene().begun(), await Scene().begun()
    flooding.stage.receive(b"f" * 240)
    other.stage.receive(b"k")
    await until(lambda: other.placard.heard)
    # How many pieces went first is the machine's affair; the whole flood did not.
    assert len(flooding.placard.heard) < 240
    await until(lambda: len(flooding.placard.heard) == 240)
    await other.over()
    flooding.task.cancel()


LIGHT = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
ALL_COLOURS = b"\x1bP1$r0;48:2::1:2:3m\x1b\\"
FENCE = b"\x1b[?62;22c"


async def test_an_answer_changes_the_look_of_a_session() -> None:
    """A light background and all colours, both at once and without a key; the next frame has them."""
    # A style keeps the sequences of the first terminal that it was rendered for: no other test draws in this look.
    app = ChwechApp(Route(nobody, Identity("Megan")), PlayNow(), Palette(Colours.MANY, ascii=True))
    scene = await Scene(app).begun()
    assert "\x1b[38;2" not in scene.output.partition("\x1b[c")[2]
    scene.stage.receive(LIGHT + ALL_COLOURS + FENCE)
    await until(lambda: app._background is Background.LIGHT and app._palette.colours is Colours.ALL)
    await until(lambda: "48;2;217;232;216" in scene.output)
    scene.task.cancel()
    await asyncio.wait({scene.task})
