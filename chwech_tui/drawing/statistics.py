"""The statistics of one game as figures, a curve and shares; results and ratings as bars beside their lists."""

from collections.abc import Callable, Sequence
from typing import Final

from chwech_tui.drawing.charts import Curve, Scale, Stretch, draw_bar, draw_curves, draw_pixels, figures, row_at
from chwech_tui.drawing.deck import gilt
from chwech_tui.drawing.line import BLANK, cells, clip, fit, left, measure, right, wrap
from chwech_tui.drawing.panes import INSET, draw_pane
from chwech_tui.model.cards import Strokes
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.people import ranked_name
from chwech_tui.model.review import GameForm
from games.kit.words import figure
from protocol.archive import GameEntry, Statistics
from protocol.language import _, ngettext, pgettext
from protocol.messages import names as told_names
from protocol.rating import RankedPlayer, ranking
from protocol.text import clean_text

_WIDEST: Final = 148
_BESIDE: Final = 92  # The greatest width of the page, and that from which shares stand beside the curve, in cells.

_SIDE: Final = 42
_LEAST: Final = 9  # The width of the shares beside the curve, and the least height of that.
_MEAN: Final = 5  # Over how many games the curve of the mean goes.
_SCALE: Final = 6  # The width of the figures beside the curve, in cells.


def draw_statistics(
    played: Statistics, form: GameForm, size: tuple[int, int], strokes: Strokes, *, counts_deals: bool
) -> Picture:
    """Draw the page of a game.

    Args:
        played: the statistics of the server, of all games.
        form: what the known games tell; there may be fewer of them.
        size: the width and height of the page, in cells.
        strokes: how it is drawn.
        counts_deals: what the game counts comes at most once in a deal, so that it is a share of the deals.
    """
    wide, height = min(size[0], _WIDEST), size[1]
    beside = wide >= _BESIDE
    head = _figures(played, wide, strokes, high=height >= (2 if beside else 3) * _LEAST)
    rest = height - len(head)
    if beside:
        shares = _shares(played, form, _SIDE, strokes, counts_deals=counts_deals)
        rows = max(_LEAST, min(rest, max(len(shares) + 3, wide // 4)))
        main = wide - _SIDE - 1
        curve = _curve_pane(form, (main, rows), strokes)
        side = draw_pane(shares, (_SIDE, rows), strokes, (Span(_("Shares"), Hue.DIM),))
        gap = Span(" ", Hue.TEXT, None)
        pairs = zip(curve, side, strict=True)
        return (*head, *((*fit(one, main), gap, *other) for one, other in pairs))[:height]
    shares = _shares(played, form, wide, strokes, counts_deals=counts_deals)
    below = min(len(shares) + 3, max(0, rest - _LEAST)) if shares else 0
    curve = _curve_pane(form, (wide, rest - below), strokes)
    return (*head, *curve, *draw_pane(shares, (wide, below), strokes, (Span(_("Shares"), Hue.DIM),)))[:height]


def _figures(played: Statistics, wide: int, strokes: Strokes, *, high: bool) -> Picture:
    """Draw how many games were played and won, the points a deal and the rating, in large figures if there is room."""
    average = f"{played.points / played.deals:.1f}" if played.deals else "–"
    told = [
        (str(played.games), _("games played")),
        (str(played.wins), _("won")),
        (average, _("points a deal")),
        *[(str(one.rating.points), pgettext("column", "rating")) for one in played.ratings[:1]],
    ]
    pictures = [figures(one) for one, _words in told]
    column = (wide - 2) // len(told)
    large = high and strokes is not Strokes.DRAWN and all(pictures)
    if not large or any(len(one[0]) // 2 + 2 > column for one in pictures):
        return (tuple(span for one, words in told for span in (Span(f"  {one}", Hue.STRONG), Span(f" {words}"))), BLANK)
    drawn = [gilt(draw_pixels(one, {})) for one in pictures]
    rows = [tuple(span for picture in drawn for span in fit(((Span("  "), *picture[row])), column)) for row in range(4)]
    words = tuple(span for _one, said in told for span in fit((Span(f"  {said}", Hue.DIM),), column))
    return (BLANK, *rows, words, BLANK)


def _curve_pane(form: GameForm, size: tuple[int, int], strokes: Strokes) -> Picture:
    """Draw a figure of each game as a curve, the newest at the right, and a thick one of the mean of some."""
    width, height = size[0] - 2 * INSET - _SCALE - 1, max(2, size[1] - 5)
    totals = (form.totals if form.given is None else form.given)[-2 * width :]
    title, none = _("Totals"), _("No game of yours is known yet.")
    if form.given is not None:
        title, none = _("Points a deal given away"), _("No game of yours was reviewed yet.")
    if not totals:
        words = wrap((Span(none, Hue.DIM),), size[0] - 2 * INSET)
        return draw_pane(words, size, strokes, (Span(title, Hue.DIM),))
    about = ngettext(
        "Your total in {n} game, the newest at the right",
        "Your total in {n} games, the newest at the right",
        len(totals),
    )
    about = about if form.given is None else title
    low, high, whole = min(totals), max(totals), sum(totals) / len(totals)
    scale = (low, high) if high > low else (low - 1.0, high + 1.0)
    means = [sum(totals[max(0, at - _MEAN + 1) : at + 1]) / min(at + 1, _MEAN) for at in range(len(totals))]
    curves = [Curve(totals, Hue.DIM), Curve(means, Hue.BRASS, thick=True)]
    named: Callable[[float], str] = "{:.1f}".format if form.given is not None else lambda total: figure(round(total))
    figures_at = {row_at(value, scale, height): named(value) for value in (whole, low, high)}
    drawn = draw_curves(curves, scale, width, height, [whole])
    lines: list[Line] = [
        (Span(right(figures_at.get(row, ""), _SCALE) + " ", Hue.FAINT), *line) for row, line in enumerate(drawn)
    ]
    legend: Line = (Span("─ ", Hue.DIM), Span(_("each game") + "  ", Hue.FAINT))
    legend = (*legend, Span("━ ", Hue.BRASS), Span(_("mean of five"), Hue.FAINT))
    return draw_pane(lines, size, strokes, (Span(about, Hue.DIM),), legend if len(totals) > 1 else ())


def _shares(played: Statistics, form: GameForm, wide: int, strokes: Strokes, *, counts_deals: bool) -> Sequence[Line]:
    """Return the shares of what the game counts, and of first places by number of players."""
    inner, lines = wide - 2 * INSET, list[Line]()
    if played.counted and played.deals:
        counted = _(clean_text(played.counted, cells=40))
        lines.append((Span(_("{counted}, by deals", counted=counted).capitalize(), Hue.DIM),))
        if counts_deals:
            lines += [share_line("", played.count, played.deals, inner, strokes), BLANK]
        else:
            mean = f"{played.count / played.deals:.1f}"
            lines += [(Span(_("{count}, {mean} a deal", count=played.count, mean=mean)),), BLANK]
    if form.firsts:
        lines.append((Span(_("First places, by number of players"), Hue.DIM),))
    for one in form.firsts:
        label = ngettext("{n} player", "{n} players", one.players)
        lines.append(share_line(label, one.won, one.games, inner, strokes))
    if form.duels:
        lines += [BLANK, (Span(_("Ahead in games, by opponent"), Hue.DIM),)]
    for duel in form.duels:
        label = clip(clean_text(duel.name, cells=40), _LABEL - 1)
        lines.append(share_line(label, duel.ahead, duel.games, inner, strokes))
    return lines


_LABEL: Final = 12  # The width of what a share is of, in cells.


def share_line(label: str, part: int, whole: int, width: int, strokes: Strokes) -> Line:
    """Draw a share as a bar with its figures."""
    share = min(1.0, part / whole) if whole > 0 else 0.0
    end = "  " + _("{part} of {whole}, {percent} %", part=part, whole=whole, percent=round(100 * share))
    head = left(label, _LABEL) if label else ""
    bar = max(4, width - cells(head) - max(18, cells(end)))
    drawn = draw_bar([Stretch(0, share, Hue.GOOD), Stretch(share, 1, Hue.EMPTY)], (0, 1), bar, strokes, thin=True)
    line = (Span(head), *drawn, Span(end, Hue.DIM))
    return line if measure(line) <= width else fit(line, width)


# What stands beside a list

_SPREAD: Final = 40  # The width from which bars have more room than names, in cells.


def draw_result(game: GameEntry, width: int, strokes: Strokes) -> Picture:
    """Draw the result of a finished game: each player's total as a bar, the best first, partners together."""
    names = [clean_text(name, cells=40) for name in told_names(game.names)]
    rows = [
        (
            str(one.place),
            " + ".join(names[seat] for seat in (one.seat, *one.partners)),
            [Stretch(0, one.total, Hue.BOX if game.seat in {one.seat, *one.partners} else Hue.PAST)],
            figure(one.total),
        )
        for one in ranking(game.totals, game.sides)
    ]
    code: Line = (Span(clean_text(game.table, cells=40), Hue.FAINT),)
    return (code, BLANK, *_bars(rows, (min(0, *game.totals), max(1, *game.totals)), width, strokes))


def draw_ratings(players: Sequence[RankedPlayer], width: int, strokes: Strokes) -> Picture:
    """Draw ratings as bars, at whose ends lies what is uncertain of each."""
    if not players:
        return ()
    least, most = (
        min(one.rating.points - one.rating.deviation for one in players),
        max(one.rating.points + one.rating.deviation for one in players),
    )
    rows = [
        (
            str(one.place or "–"),
            ranked_name(one),
            [
                Stretch(least, one.rating.points - one.rating.deviation, Hue.BOX if one.own else Hue.PAST),
                Stretch(one.rating.points - one.rating.deviation, one.rating.points + one.rating.deviation, Hue.EMPTY),
            ],
            str(one.rating.points),
        )
        for one in players
    ]
    return _bars(rows, (least - (most - least) * 0.1, most), width, strokes)


def _bars(
    rows: Sequence[tuple[str, str, Sequence[Stretch], str]], scale: Scale, width: int, strokes: Strokes
) -> Picture:
    """Draw rows of a place, a name, a bar and a figure, with a line between two of them."""
    name = min(max(cells(one[1]) for one in rows), width // (3 if width > _SPREAD else 2)) + 1
    end = max(cells(one[3]) for one in rows) + 1
    bar = max(4, width - name - end - 3)
    lines = list[Line]()
    for place, called, parts, shown in rows:
        words: Line = (Span(f"{place:<3}", Hue.FAINT), Span(left(clip(called, name - 1), name)))
        drawn = draw_bar(parts, scale, bar, strokes)
        lines += [(*words, *drawn, Span(right(shown, end), Hue.STRONG)), BLANK]
    return tuple(lines[:-1])
