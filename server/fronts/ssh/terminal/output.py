"""The last guard of every terminal: only what screens are made of goes out, whoever's text has come into them.

Text from others is cleaned when it comes in and again when it is drawn. If both failed, this still holds: a piece of
output with any other control character or escape sequence in it is not sent.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from rich.color import Color, ColorSystem

from chwech_tui.theme import Colours

_NO_TEXT: Final = (
    r"\x00-\x09\x0b-\x1f\x7f-\x9f"  # controls; the end of a line leads to the next one and is left out
    r"\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e"  # formats, up to the end
    r"\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ud800-\udfff\ufeff\ufff9-\ufffb"
    r"\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0001\U000e0020-\U000e007f"
)
"""Controls, formats (bidirectional ones too), surrogates, separators of lines and paragraphs."""

_ORDER: Final = re.compile(
    r"\x1b\[(?:"
    r"[0-9;]*m"  # how what follows looks
    r"|[0-9]{1,3};[0-9]{1,3}H"  # where what follows stands
    r"|\?2026[hl]"  # a frame begins, a frame ends
    r")"
)
"""The only orders to a terminal: Textual's frames and the strips that widgets write themselves need no more."""

_HARM: Final = re.compile(f"[{_NO_TEXT}]")


def is_harmless(output: str) -> bool:
    """Say whether a piece of output holds text and the orders of frames alone."""
    # A space for each order: what stands on its two sides must not become an order together.
    text = " ".join(_ORDER.split(output))
    # The first test is five times as fast as the second, but refuses ends of lines and some rare characters too.
    return text.isprintable() or _HARM.search(text) is None


_RENDITION: Final = re.compile(r"(\x1b\[[0-9;]+m)")

_LOOKS: Final = 4096
"""How many looks are remembered; the screens have some hundred."""

_SYSTEMS: Final = {Colours.SIXTEEN: ColorSystem.STANDARD, Colours.MANY: ColorSystem.EIGHT_BIT}


class _Looks(dict[str, str]):
    """Each order to change the look that has occurred, brought down."""

    def __init__(self, colours: Colours) -> None:
        super().__init__()
        self._colours = colours

    def __missing__(self, order: str) -> str:
        """Bring an order down; nothing where nothing is left of it."""
        if len(self) >= _LOOKS:
            self.clear()
        kept = ";".join(_brought_down(order[2:-1].split(";"), self._colours))
        self[order] = f"\x1b[{kept}m" if kept else ""
        return self[order]


_KNOWN: Final = {colours: _Looks(colours) for colours in Colours}


def painter(colours: Colours) -> Callable[[str], str]:
    """Give what brings a piece of output down to these colours."""
    if colours is Colours.ALL:
        return str
    looks = _KNOWN[colours]

    def paint(text: str) -> str:
        pieces = _RENDITION.split(text)
        pieces[1::2] = map(looks.__getitem__, pieces[1::2])
        return "".join(pieces)

    return paint


def _brought_down(codes: list[str], colours: Colours) -> Iterator[str]:
    """Go through the codes; 38 and 48 take the colour from those that follow."""
    rest = iter(codes)
    for code in rest:
        if code in {"38", "48"}:
            yield from _colour(code, rest, colours)
        elif colours is not Colours.NONE or not _names_a_colour(code):
            yield code


def _colour(code: str, rest: Iterator[str], colours: Colours) -> Iterator[str]:
    """Read the colour that follows and give the nearest there is."""
    if next(rest, "") == "2":
        red, green, blue = (min(int(next(rest, "") or 0), 255) for _ in range(3))
        colour = Color.from_rgb(red, green, blue)
    else:
        colour = Color.from_ansi(min(int(next(rest, "") or 0), 255))
    if colours in _SYSTEMS:
        yield from colour.downgrade(_SYSTEMS[colours]).get_ansi_codes(foreground=code == "38")


def _names_a_colour(code: str) -> bool:
    return len(code) > 1 and (code[:-1] in {"3", "4", "9", "10"})
