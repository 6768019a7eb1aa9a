"""What a visitor's terminal answers about itself is used, and never typed."""

import asyncio

import pytest

from chwech_tui.app import ChwechApp
from chwech_tui.errand import PlayNow
from chwech_tui.link import Identity
from chwech_tui.theme import Background, Colours, Palette
from server.fronts.ssh.terminal.terminal import begin, read_terminal
from tests.chwech_tui.screens_text import nobody
from tests.server.fronts.ssh.theatre import Placard, Scene, until

LIGHT = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
ALL_COLOURS = b"\x1bP1$r0;48:2::1:2:3m\x1b\\"
FENCE = b"\x1b[?62;22c"


@pytest.mark.parametrize(
    ("term", "variables", "asked"),
    [
        ("xterm-256color", {}, {"]11;?", "$qm"}),
        ("tmux-256color", {}, {"]11;?", "$qm"}),
        ("xterm-256color", {b"COLORTERM": b"truecolor"}, {"]11;?"}),
        ("screen.xterm-256color", {}, {"]11;?"}),
        ("xterm-256color", {b"NO_COLOR": b"1"}, set()),
        ("linux", {}, set()),
        ("vt220", {}, set()),
    ],
)
def test_a_terminal_is_asked_what_it_did_not_say(term: str, variables: dict[bytes, bytes], asked: set[str]) -> None:
    """Old ones nothing, and none its colours through GNU screen, which prints the question."""
    sent = begin(read_terminal(term, variables, 80, 24))
    assert {question for question in ("]11;?", "$qm") if question in sent} == asked
    assert sent.endswith("\x1b[c") == bool(asked)


@pytest.mark.parametrize("size", [1, 5, 1000])
async def test_an_answer_is_no_key(size: int) -> None:
    """In pieces of any size, among keys, and however late."""
    scene = await Scene().begun()
    typed = b"a" + LIGHT + b"b" + ALL_COLOURS + FENCE + LIGHT + b"c"
    for start in range(0, len(typed), size):
        scene.stage.receive(typed[start : start + size])
    await until(lambda: "c" in scene.placard.heard)
    assert scene.placard.heard == ["a", "b", "c"]
    await scene.over()


async def test_an_answer_changes_the_look_of_a_session() -> None:
    """A light background and all colours, both at once and without a key; the next frame has them."""
    # A style keeps the sequences of the first terminal that it was rendered for: no other test draws in this look.
    app = ChwechApp(nobody, PlayNow(), Identity("Megan"), Palette(Colours.MANY, ascii=True))
    scene = await Scene(app).begun()
    assert "\x1b[38;2" not in scene.output.partition("\x1b[c")[2]
    scene.stage.receive(LIGHT + ALL_COLOURS + FENCE)
    await until(lambda: app._background is Background.LIGHT and app._palette.colours is Colours.ALL)
    await until(lambda: "48;2;236;230;216" in scene.output)
    scene.task.cancel()
    await asyncio.wait({scene.task})


@pytest.mark.parametrize("term", ["xterm-256color", "linux"])
async def test_more_colours_are_used_only_where_a_terminal_has_some(term: str) -> None:
    """An answer that nobody asked for gives a terminal of sixteen no more."""
    scene = await Scene(terminal=read_terminal(term, {}, 80, 24)).begun()
    scene.stage.receive(ALL_COLOURS)
    await scene.hear(b"k", "k")
    before = len(scene.sent)
    assert isinstance(scene.app, Placard)
    scene.driver.write("\x1b[38;2;9;8;7mx\x1b[0m")
    scene.driver.flush()
    painted = b"".join(scene.sent[before:])
    assert (b"38;2;9;8;7" in painted) == (term != "linux")
    await scene.over()
