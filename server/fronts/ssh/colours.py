"""Colours brought down to what a terminal has: apps draw in all colours, and what is sent has no more than it shows.

This is done with what is written and not in each app: Textual and Rich keep rendered text in caches that all apps of a
process share, so that the first app to draw would choose the colours of the others.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from rich.color import Color, ColorSystem

from chwech_tui.theme import Colours

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
