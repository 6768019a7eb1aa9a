"""A screen as a small SVG: one text for each run of one style, one rectangle for each run of one background."""

from collections.abc import Iterable
from html import escape
from itertools import groupby
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

_CELL: Final = (8.4, 18)  # The width and the height of a cell, in pixels.

_BASELINE: Final = 13.5
_MARGIN: Final = 12
_FONT: Final = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


class _Run(NamedTuple):
    """Cells of one row in one style."""

    x: int
    width: int
    text: str
    ink: str
    ground: str
    bold: bool
    underlined: bool


def to_svg(rows: list[list[Segment]], columns: int, ground: str) -> str:
    """Return rows of segments as SVG; ``ground`` is the background of the terminal, as ``#rrggbb``."""
    width, height = columns * _CELL[0] + 2 * _MARGIN, len(rows) * _CELL[1] + 2 * _MARGIN
    inks: dict[tuple[str, bool, bool], str] = {}
    shapes: list[str] = []
    texts: list[str] = []
    for y, row in enumerate(rows):
        runs = list(_runs(row, ground))
        shapes += _grounds(runs, y, ground)
        texts += [
            _text(run, y, inks.setdefault(run[3:4] + run[5:], f"i{len(inks)}")) for run in runs if run.text.strip()
        ]
    rules = "".join(_rule(name, *look) for look, name in inks.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" xml:space="preserve">'
        f"<style>text{{font:14px {_FONT};white-space:pre}}{rules}</style>\n"
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{ground}"/>\n'
        + "\n".join((*shapes, *texts, "</svg>\n"))
    )


def _rule(name: str, ink: str, bold: bool, underlined: bool) -> str:  # noqa: FBT001 - the fields of a look
    weight, line = ";font-weight:bold" * bold, ";text-decoration:underline" * underlined
    return f".{name}{{fill:{ink}{weight}{line}}}"


def _runs(row: Iterable[Segment], ground: str) -> Iterable[_Run]:
    x = 0
    for style, segments in groupby(row, key=lambda segment: segment.style or Style()):
        text = "".join(segment.text for segment in segments)
        width = cell_len(text)
        ink, own = _colours(style, ground)
        yield _Run(x, width, text, ink, own, bool(style.bold), bool(style.underline))
        x += width


def _colours(style: Style, ground: str) -> tuple[str, str]:
    """Return the colours of a style: those of the terminal where it names none."""
    plain = "#d9dee4" if int(ground[1:3], 16) < 0x80 else "#1d2126"
    ink = style.color.get_truecolor(DEFAULT_TERMINAL_THEME).hex if style.color and not style.color.is_default else plain
    own = ground
    if style.bgcolor is not None and not style.bgcolor.is_default:
        own = style.bgcolor.get_truecolor(DEFAULT_TERMINAL_THEME, foreground=False).hex
    if style.dim:
        ink = "#8a929b"
    return (own, ink) if style.reverse else (ink, own)


def _grounds(runs: Iterable[_Run], y: int, ground: str) -> Iterable[str]:
    for own, group in groupby(runs, key=lambda run: run.ground):
        part = list(group)
        if own != ground:
            x, width = part[0].x * _CELL[0] + _MARGIN, sum(run.width for run in part) * _CELL[0]
            # A little more than a line, so that no seam shows between two of them.
            yield f'<rect x="{x:g}" y="{y * _CELL[1] + _MARGIN}" width="{width:g}" height="18.4" fill="{own}"/>'


def _text(run: _Run, y: int, look: str) -> str:
    """Return the text of a run without its outer blanks, set to the width of its cells whatever the font."""
    text = run.text.rstrip()
    inner = text.lstrip()
    x = (run.x + len(text) - len(inner)) * _CELL[0] + _MARGIN
    width = cell_len(inner) * _CELL[0]
    top = y * _CELL[1] + _MARGIN + _BASELINE
    return f'<text class="{look}" x="{x:g}" y="{top:g}" textLength="{width:g}">{escape(inner, quote=False)}</text>'
