"""The last defence of every terminal: only text and the sequences that screens are made of are sent.

Text from other people is cleaned when it arrives and again when it is drawn. If both failed, this still holds: a piece
of output with any other control character or escape sequence is not sent.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from rich.color import Color, ColorSystem

from chwech_tui.theme import Colours

_NO_TEXT: Final = (
    r"\x00-\x09\x0b-\x1f\x7f-\x9f"  # controls; a line feed is allowed, since it only leads to the next line
    r"\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e"  # format characters, up to the end
    r"\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ud800-\udfff\ufeff\ufff9-\ufffb"
    r"\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0001\U000e0020-\U000e007f"
)
"""Controls, format characters (including bidirectional ones), surrogates, and line and paragraph separators."""

_ORDER: Final = re.compile(
    r"\x1b\[(?:"
    r"[0-9;]*m"  # style and colour
    r"|[0-9]{1,3};[0-9]{1,3}H"  # cursor position
    r"|\?2026[hl]"  # start and end of a frame
    r")"
)
"""The only escape sequences that are sent: Textual's frames and the strips that widgets write need no more."""

_HARM: Final = re.compile(f"[{_NO_TEXT}]")


def is_harmless(output: str) -> bool:
    """Return True if a piece of output contains only text and the allowed sequences."""
    # Each sequence becomes a space, so that the text on both sides of it cannot combine into a new sequence.
    text = " ".join(_ORDER.split(output))
    # The first test is five times as fast as the second, but also rejects line feeds and some rare characters.
    return text.isprintable() or _HARM.search(text) is None


_ALERT: Final = re.compile(rf"\x07|\x1b\](?:2;|9;Chwech: |777;notify;Chwech;)[^\x0a{_NO_TEXT}]{{1,80}}\x07")
"""A bell, the title of the window, or a notification, each with a short text."""


def is_alert(output: str) -> bool:
    """Return True if a piece of output is an alert to the person, and nothing else."""
    return _ALERT.fullmatch(output) is not None


_CLIPBOARD: Final = re.compile(r"\x1b\]52;c;[A-Za-z0-9+/]{1,2048}={0,2}\x07")


def is_copy(output: str) -> bool:
    """Return True if a piece of output does nothing but put a text on the terminal's clipboard (OSC 52).

    It is let through on its own only, as the app writes it when its visitor presses a key: within a frame, where text
    from other people is, the same sequence stays forbidden.
    """
    return _CLIPBOARD.fullmatch(output) is not None


_RENDITION: Final = re.compile(r"(\x1b\[[0-9;]+m)")

_LOOKS: Final = 4096
"""Maximum number of cached styles; the screens use some hundred."""

_SYSTEMS: Final = {Colours.SIXTEEN: ColorSystem.STANDARD, Colours.MANY: ColorSystem.EIGHT_BIT}


@lru_cache(_LOOKS)
def _reduced(order: str, colours: Colours) -> str:
    """Reduce a style sequence to the terminal's colours; empty if nothing is left of it."""
    kept = ";".join(_brought_down(order[2:-1].split(";"), colours))
    return f"\x1b[{kept}m" if kept else ""


def painter(colours: Colours) -> Callable[[str], str]:
    """Return a function that reduces a piece of output to these colours."""
    if colours is Colours.ALL:
        return str

    def paint(text: str) -> str:
        pieces = _RENDITION.split(text)
        pieces[1::2] = [_reduced(order, colours) for order in pieces[1::2]]
        return "".join(pieces)

    return paint


def _brought_down(codes: list[str], colours: Colours) -> Iterator[str]:
    """Reduce the codes of a style; 38 and 48 take the colour from the codes that follow."""
    rest = iter(codes)
    for code in rest:
        if code in {"38", "48"}:
            yield from _colour(code, rest, colours)
        elif colours is not Colours.NONE or code[:-1] not in {"3", "4", "9", "10"}:
            yield code


def _colour(code: str, rest: Iterator[str], colours: Colours) -> Iterator[str]:
    """Read the colour that follows, and return the nearest available one."""
    if next(rest, "") == "2":
        red, green, blue = (min(int(next(rest, "") or 0), 255) for _ in range(3))
        colour = Color.from_rgb(red, green, blue)
    else:
        colour = Color.from_ansi(min(int(next(rest, "") or 0), 255))
    if colours in _SYSTEMS:
        yield from colour.downgrade(_SYSTEMS[colours]).get_ansi_codes(foreground=code == "38")
