"""A plot of how one person has played one game, drawn with blocks."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.drawing.line import BLANK, left, right, wrap
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.statistics import Firsts, Form
from protocol.archive import Statistics
from protocol.language import _, ngettext
from protocol.text import clean_text

EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
"""A cell filled from below by so many eighths."""

_SCALE: Final = 6
"""The width of the figures beside the plot, in cells."""

_BAR: Final = 24
"""The width of the bar of a share, in cells."""

_LABEL: Final = 18


def draw_statistics(played: Statistics, form: Form, width: int, rows: int, *, counts_deals: bool) -> Picture:
    """Draw the totals over time, what else the game counts, and first places by number of players.

    Args:
        played: the statistics of the server, of all games.
        form: what the known games tell; there may be fewer of them.
        width: the width in cells.
        rows: the height of the plot of totals in lines.
        counts_deals: what the game counts comes at most once in a deal, so that it is a share of the deals.
    """
    lines: list[Line] = []
    if form.totals:
        totals = form.totals[-(width - _SCALE - 1) :]
        about = ngettext(
            "Your total in {n} game, the newest at the right",
            "Your total in {n} games, the newest at the right",
            len(totals),
        )
        lines += [(Span(about, Hue.DIM),), *draw_columns(totals, rows), BLANK]
    if played.counted and played.deals:
        counted = _(clean_text(played.counted, cells=40))
        about = _("{counted}, by deals", counted=counted).capitalize()
        shown = share_line("", played.count, played.deals) if counts_deals else _number_line(played)
        lines += [(Span(about, Hue.DIM),), shown, BLANK]
    if form.firsts:
        lines.append((Span(_("First places, by number of players"), Hue.DIM),))
        lines += [_firsts_line(firsts) for firsts in form.firsts]
    return tuple(lines) or wrap((Span(_("No game of yours is known yet."), Hue.DIM),), width)


def draw_columns(values: Sequence[int], rows: int) -> Picture:
    """Draw one column for each value, ``rows`` lines high, from zero or the least value, whichever is lower."""
    low, high = min(0, *values), max(1, *values)
    heights = [round((value - low) * 8 * rows / (high - low)) for value in values]
    lines: list[Line] = []
    for row in reversed(range(rows)):
        figure = str(high) if row == rows - 1 else str(low) if row == 0 else ""
        cells = "".join(EIGHTHS[max(0, min(8, height - 8 * row))] for height in heights)
        lines.append((Span(f"{right(figure, _SCALE)} ", Hue.DIM), Span(cells, Hue.ACCENT)))
    return tuple(lines)


def share_line(label: str, part: int, whole: int) -> Line:
    """Draw a share as a bar with its figures."""
    filled = round(_BAR * min(1.0, part / whole)) if whole > 0 else 0
    percent = round(100 * part / whole) if whole > 0 else 0
    figures = "  " + _("{part} of {whole}, {percent} %", part=part, whole=whole, percent=percent)
    head = Span(left(label, _LABEL), Hue.TEXT) if label else Span(" " * (_SCALE + 1))
    return (head, Span("█" * filled, Hue.ACCENT), Span("·" * (_BAR - filled), Hue.FAINT), Span(figures, Hue.DIM))


def _number_line(played: Statistics) -> Line:
    """Draw how often something was counted, in all and a deal."""
    mean = f"{played.count / played.deals:.1f}"
    return (Span(" " * (_SCALE + 1)), Span(_("{count}, {mean} a deal", count=played.count, mean=mean)))


def _players(number: int) -> str:
    said = ngettext("{n} player", "{n} players", number)
    figures = str(number)
    return right(figures, _SCALE) + said.removeprefix(figures) if said.startswith(figures) else said


def _firsts_line(firsts: Firsts) -> Line:
    return share_line(_players(firsts.players), firsts.won, firsts.games)
