"""Only what screens are made of reaches a terminal."""

import sys
import unicodedata

import pytest

from chwech_tui.theme import Colours
from server.fronts.ssh.terminal.terminal import _reduced, is_harmless, painter

HARMFUL = (
    *(chr(code) for code in range(32) if code not in {10, 27}),
    *(chr(code) for code in range(0x7F, 0xA0)),
    "\x1b",
    "\x1b[",
    "\x1b]0;title\x07",
    "\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\",
    "\x1b]52;c;aGVsbG8=\x07",
    "\x1b]unterminated",
    "\x1bP+q544e\x1b\\",
    "\x1b_Gf=100;AAAA\x1b\\",
    "\x1b^private\x1b\\",
    "\x1bc",
    "\x1b(0",
    "\x1b[2J",
    "\x1b[6n",
    "\x1b[c",
    "\x1b[?1049l",
    "\x1b[?1000h",
    "\x1b[>25u",
    "\x1b[5i",
    "\x1b[21t",
    "\x1b[1;1;1H",
    "\x1b[1234;1H",
    "\x1b[38:2:1:2:3m",
    "\x9b31m",
    "\u202eright to left",
    "\u2066isolated\u2069",
    "\u200bzero width",
    "\ufeffmark",
    "\u2028",
    "\ud800",
    "\x1b\x1b[0m[31m",
    "\x1b\x1b[0m[2J",
)
"""What a nickname, a chat line, a TERM or a user name might bring."""


@pytest.mark.parametrize("harm", HARMFUL, ids=ascii)
def test_nothing_foreign_passes(harm: str) -> None:
    """Anywhere in a frame it makes the frame harmful."""
    assert not is_harmless(f"\x1b[1;1H\x1b[1;31m{harm}friend\x1b[0m")
    assert not is_harmless(f"\x1b[1;1Hfriend{harm}")


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "\x1b[?2026h\x1b[1;1H\x1b[1;38;2;1;2;3mCerys ♥ 9\x1b[0m\n\x1b[150;400H\x1b[m \x1b[?2026l",
        "┌─┐ 漢字 é e\u0301 👍 ▁▂▃ …",
    ],
)
def test_what_screens_are_made_of_passes(frame: str) -> None:
    """Text, looks and places are all that a frame holds."""
    assert is_harmless(frame)


@pytest.mark.no_cover
def test_no_character_without_a_look_passes() -> None:
    """Every control and format character that this Python knows of is held back, and every letter passes."""
    forbidden, letters = [], []
    for character in map(chr, range(sys.maxunicode + 1)):
        category = unicodedata.category(character)
        if category in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
            forbidden.append(character)
        elif category[0] in "LNPSM":
            letters.append(character)
    assert [ascii(one) for one in forbidden if one != "\n" and is_harmless(one)] == []
    assert len(letters) > 100_000
    assert is_harmless("".join(letters))


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
    assert 0 < _reduced.cache_info().currsize <= 4096
