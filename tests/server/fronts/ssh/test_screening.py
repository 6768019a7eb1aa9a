"""Only what screens are made of reaches a terminal."""

import sys
import unicodedata

import pytest

from server.fronts.ssh.terminal.output import is_harmless

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
