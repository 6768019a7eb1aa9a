"""What a client says of its terminal is read for the best, and bounded."""

import pytest

from chwech_tui.theme import Colours
from server.fronts.ssh.terminal.terminal import USUAL_TERM, Size, begin, read_size, read_terminal


def environment(**variables: str) -> dict[bytes, bytes]:
    """Give variables as a channel has them."""
    return {name.encode(): value.encode() for name, value in variables.items()}


@pytest.mark.parametrize(
    ("terms", "variables", "colours"),
    [
        (("xterm-256color", "tmux-256color", "screen", "xterm", "putty"), {}, Colours.MANY),
        (("xterm-256color", "xterm"), {"COLORTERM": "24bit"}, Colours.ALL),
        (("xterm-direct", "xterm-kitty", "alacritty", "foot", "wezterm"), {}, Colours.ALL),
        (("linux",), {}, Colours.SIXTEEN),
        (("dumb", "vt100", "vt220"), {}, Colours.NONE),
        (("xterm-kitty",), {"NO_COLOR": "1", "COLORTERM": "truecolor"}, Colours.NONE),
        (("xterm-256color",), {"NO_COLOR": ""}, Colours.MANY),
    ],
)
def test_the_colours_follow_the_terminal(terms: tuple[str, ...], variables: dict[str, str], colours: Colours) -> None:
    """TERM, COLORTERM and NO_COLOR together say how many colours there are."""
    for term in terms:
        assert read_terminal(term, environment(**variables), 80, 24).palette.colours is colours


@pytest.mark.parametrize(
    ("variables", "ascii_only"),
    [
        ({}, False),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "cy_GB.utf8"}, False),
        ({"LANG": "C"}, True),
        ({"LC_ALL": "POSIX", "LANG": "en_GB.UTF-8"}, True),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "C"}, False),
        ({"LC_ALL": "", "LANG": "en_GB.ISO-8859-1"}, True),
    ],
)
def test_the_signs_follow_the_locale(variables: dict[str, str], ascii_only: bool) -> None:
    """LC_ALL comes before LANG; who names no locale has UTF-8, on the Linux console too."""
    for term in ("xterm-256color", "linux"):
        assert read_terminal(term, environment(**variables), 80, 24).palette.ascii is ascii_only


@pytest.mark.parametrize("term", ["", "x" * 33, "xterm\x1b]0;owned\x07", "../../etc/passwd", "xterm 256", "ẍterm"])
def test_a_name_that_is_none_is_taken_for_the_usual_one(term: str) -> None:
    """Nothing of a strange TERM is kept."""
    assert read_terminal(term, {}, 80, 24).term == USUAL_TERM


def test_a_variable_that_is_too_long_or_no_ascii_is_not_read() -> None:
    """Sixty-four bytes of ASCII are enough for any locale."""
    assert not read_terminal("xterm", {b"LANG": b"C" * 65}, 80, 24).palette.ascii
    assert read_terminal("xterm", {b"NO_COLOR": b"\xff"}, 80, 24).palette.colours is Colours.MANY


def test_a_variable_that_nobody_asked_for_changes_nothing() -> None:
    """Only five variables are read."""
    strange = environment(TERM="dumb", LC_CTYPE="C", TEXTUAL_COLOR_SYSTEM="standard", PATH="/")
    assert read_terminal("xterm", strange, 80, 24) == read_terminal("xterm", {}, 80, 24)


@pytest.mark.parametrize(
    ("said", "drawn"),
    [
        ((80, 24), Size(80, 24)),
        ((1, 1), Size(1, 1)),
        ((65535, 65535), Size(400, 150)),
        ((2**32 - 1, 2**32 - 1), Size(400, 150)),
        ((5000, 5), Size(400, 5)),
        ((0, 24), None),
        ((80, 0), None),
        ((0, 0), None),
    ],
)
def test_a_size_is_bounded(said: tuple[int, int], drawn: Size | None) -> None:
    """No client makes the server draw a screen that is larger than any wall."""
    assert read_size(*said) == drawn


def test_no_size_is_the_usual_size() -> None:
    """A client that names none gets 80 by 24."""
    assert read_terminal("xterm", {}, 0, 0).size == Size(80, 24)


def test_an_old_terminal_is_known() -> None:
    """The Linux console and the like print what younger terminals take for an order."""
    assert read_terminal("linux", {}, 80, 24).old
    assert not read_terminal("screen.xterm-256color", {}, 80, 24).old


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
