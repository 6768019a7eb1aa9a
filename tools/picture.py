"""Paint a screen of the real client as PNG, cell by cell: ``python -m tools.picture NAME 100x30 dark out.png``.

NAME is that of a picture of ``tools.draw_screens``; a look is dark, light, contrast, colour_blind, sixteen or none.
Blocks, boxes and braille are painted by geometry, as good terminals do, so that no font draws a seam.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from chwech_tui.model.settings import Theme
from chwech_tui.theme import Colours, Palette
from tools.draw_screens import SHOTS, rows

CELL: Final = (12, 24)  # The width and the height of a cell, in pixels.
FONT: Final = "DejaVuSansMono"  # Debian's fonts-dejavu.
PLAIN: Final = ("#d9dee4", "#0c0e10")  # Text and background of a terminal where a style names none.

LOOKS: Final = {
    **{theme.value.replace("-", "_"): Palette(theme=theme) for theme in Theme},
    "sixteen": Palette(Colours.SIXTEEN),
    "none": Palette(Colours.NONE),
}

Box = tuple[float, float, float, float]
"""A rectangle in shares of a cell: left, top, right, bottom."""

_QUARTERS: Final = ((0, 0, 0.5, 0.5), (0.5, 0, 1, 0.5), (0, 0.5, 0.5, 1), (0.5, 0.5, 1, 1))
_CORNERS: Final = dict(zip("▘▝▖▗▀▄▌▐▚▞▛▜▙▟", (1, 2, 4, 8, 3, 12, 5, 10, 9, 6, 7, 11, 13, 14), strict=True))
"""The block elements as sets of quarters, each a bit of its own."""

_ARMS: Final = dict(
    zip("─│┌┐└┘├┤┬┴┼╭╮╰╯╴╵╶╷", (3, 12, 10, 9, 6, 5, 14, 13, 11, 7, 15, 10, 9, 6, 5, 1, 4, 2, 8), strict=True)
)
"""The thin lines as sets of arms: to the left, right, up, down."""


@cache
def boxes(letter: str) -> tuple[Box, ...]:
    """Return what a letter fills of its cell; nothing for one that a font draws."""
    code = ord(letter)
    if "▁" <= letter <= "█":
        return ((0, 1 - (code - 0x2580) / 8, 1, 1),)
    if "▉" <= letter <= "▏" and letter != "▐":
        return ((0, 0, (0x2590 - code) / 8, 1),)
    if letter in "▔▕":
        return ((0, 0, 1, 1 / 8),) if letter == "▔" else ((7 / 8, 0, 1, 1),)
    if letter in _CORNERS:
        return tuple(box for bit, box in enumerate(_QUARTERS) if _CORNERS[letter] >> bit & 1)
    if letter in _ARMS:
        x, y, thin = 0.5, 0.5, (1 / CELL[0], 1 / CELL[1])
        arms = ((0, y, x + thin[0], y), (x, y, 1, y), (x, 0, x, y + thin[1]), (x, y, x, 1))
        lines = [(a, b, max(c, a + thin[0]), max(d, b + thin[1])) for a, b, c, d in arms]
        return tuple(line for bit, line in enumerate(lines) if _ARMS[letter] >> bit & 1)
    if 0x2800 <= code <= 0x28FF:
        dots = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
        lit = [dots[bit] for bit in range(8) if (code - 0x2800) >> bit & 1]
        return tuple((x / 2 + 1 / 6, y / 4 + 1 / 12, x / 2 + 3 / 8, y / 4 + 5 / 24) for x, y in lit)
    return ()


@cache
def _font(weight: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(f"{FONT}{weight}.ttf", 20)


def paint(screen: Sequence[Iterable[Segment]], columns: int) -> Image.Image:
    """Paint rows of segments."""
    image = Image.new("RGB", (columns * CELL[0], len(screen) * CELL[1]), PLAIN[1])
    draw = ImageDraw.Draw(image)
    for y, row in enumerate(screen):
        x = 0
        for text, style, _control in row:
            ink, ground = _colours(style or Style())
            width = cell_len(text)
            draw.rectangle(_pixels(x, y, (0, 0, width, 1)), fill=ground)
            for letter in text:
                _write(draw, (x, y), letter, ink, style or Style())
                x += cell_len(letter)
    return image


def _write(draw: ImageDraw.ImageDraw, at: tuple[int, int], letter: str, ink: str, style: Style) -> None:
    filled = boxes(letter)
    for box in filled:
        draw.rectangle(_pixels(*at, box), fill=ink)
    left, top = at[0] * CELL[0], at[1] * CELL[1]
    if not filled and letter.strip():
        draw.text((left, top + 19), letter, fill=ink, font=_font("-Bold" * bool(style.bold)), anchor="ls")
    if style.underline:
        draw.line((left, top + 21, left + CELL[0], top + 21), fill=ink)


def _pixels(x: int, y: int, box: Box) -> tuple[int, int, int, int]:
    """Return a rectangle of a cell in pixels, its last ones included."""
    edges = [round((at + share) * size) for at, share, size in zip((x, y) * 2, box, CELL * 2, strict=True)]
    return edges[0], edges[1], edges[2] - 1, edges[3] - 1


def _colours(style: Style) -> tuple[str, str]:
    """Return the colours of a style: those of the terminal where it names none."""
    ink, ground = (
        plain if colour is None or colour.is_default else colour.get_truecolor(DEFAULT_TERMINAL_THEME).hex
        for colour, plain in zip((style.color, style.bgcolor), PLAIN, strict=True)
    )
    if style.dim:
        ink = "#8a929b"
    return (ground, ink) if style.reverse else (ink, ground)


def main(arguments: Sequence[str]) -> int:
    """Paint one picture into a file."""
    shots = {shot.name.split("/")[-1]: shot for shot in SHOTS}
    parser = argparse.ArgumentParser(prog="python -m tools.picture", description="Paint a screen of the client as PNG.")
    parser.add_argument("name", choices=shots)
    parser.add_argument("size", type=_size, help="columns x lines, as in 100x30")
    parser.add_argument("look", choices=LOOKS)
    parser.add_argument("path", type=Path)
    asked = parser.parse_args(arguments)
    shot = shots[asked.name]._replace(size=asked.size, palette=LOOKS[asked.look])
    paint(asyncio.run(rows(shot)), asked.size[0]).save(asked.path)
    return 0


def _size(text: str) -> tuple[int, int]:
    width, height = map(int, text.split("x"))
    return width, height


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
