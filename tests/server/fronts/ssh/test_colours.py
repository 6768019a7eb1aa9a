"""What is drawn in all colours is brought down to those that a terminal has."""

import pytest

from chwech_tui.theme import Colours
from server.fronts.ssh.terminal import output as colours
from server.fronts.ssh.terminal.output import painter


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        (Colours.ALL, "\x1b[1;38;2;255;0;0;48;2;0;0;0mA\x1b[0m"),
        (Colours.MANY, "\x1b[1;38;5;196;48;5;16mA\x1b[0m"),
        (Colours.SIXTEEN, "\x1b[1;31;40mA\x1b[0m"),
        (Colours.NONE, "\x1b[1mA\x1b[0m"),
    ],
)
def test_each_terminal_gets_what_it_has(kind: Colours, shown: str) -> None:
    """The same piece of output, for four kinds of terminals."""
    assert painter(kind)("\x1b[1;38;2;255;0;0;48;2;0;0;0mA\x1b[0m") == shown


def test_the_terminals_own_colours_stay() -> None:
    """The sixteen colours are every terminal's own, but for one without any."""
    assert painter(Colours.MANY)("\x1b[31;103mA") == "\x1b[31;103mA"
    assert painter(Colours.NONE)("\x1b[31;103mA\x1b[39;49;7mB") == "A\x1b[7mB"


def test_colours_of_the_palette_are_brought_down_too() -> None:
    """A colour may be named by its number."""
    assert painter(Colours.SIXTEEN)("\x1b[38;5;196mA") == "\x1b[31mA"
    assert painter(Colours.NONE)("\x1b[4;38;5;196mA") == "\x1b[4mA"


def test_nonsense_does_no_harm() -> None:
    """Half a colour or one beyond all bounds becomes some colour."""
    paint = painter(Colours.MANY)
    assert [paint(f"\x1b[{codes}m")[:2] for codes in ("38", "38;2;;;", "48;2;999;1;1", "38;5;999", ";;")] == [
        "\x1b["
    ] * 5


def test_what_is_remembered_is_bounded() -> None:
    """However many looks occur, no more than some thousands are kept."""
    paint = painter(Colours.SIXTEEN)
    for look in range(5000):
        paint(f"\x1b[38;2;{look % 256};{look // 256};7mA")
    assert 0 < len(colours._KNOWN[Colours.SIXTEEN]) <= 4096
