"""The parts of the lobby as lines, the page of the deal of the day, and a plot of statistics; they know no screen."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final

from chwech_tui.describe import ago, arrangement_words, as_sentence, clock_sign, left_sign, taken
from chwech_tui.drawing.line import (
    BLANK,
    beginning,
    beside,
    between,
    cells,
    clip,
    ending,
    fit,
    left,
    marked,
    right,
    wrap,
)
from chwech_tui.model.daily import doing, shown_line
from chwech_tui.model.ink import Hue, Line, Picture, Press, Span
from chwech_tui.model.lobby import CODE, NAME, PLACES, Lobby, has_begun, turn_words, where_words
from chwech_tui.model.people import listed, shown_name
from chwech_tui.model.review import Firsts, Form
from chwech_tui.model.times import duration
from games.kit.words import figure
from protocol.archive import Statistics
from protocol.daily import Daily, DailyStanding, day_words
from protocol.language import _, ngettext, pgettext
from protocol.lobby import Person, Where
from protocol.tableview import TableEntry, TablePhase
from protocol.talk import Line as Said
from protocol.text import clean_text

_LISTED_NAME: Final = 24
"""The maximum width of a player's name, with its mark, in the details of the chosen table."""

_VERB: Final = 7
_SEATS: Final = 5
_RULES: Final = 8
_STATE: Final = 15
_CLOCK: Final = 6
"""The widths of the columns of the list of tables, in cells."""


def draw_columns(number: int) -> Line:
    """Draw the headings of the list of tables."""
    head = left(ngettext("{n} table", "{n} tables", number), _VERB + 3 + CODE)
    # Translators: headings of columns of 5, 8, 15 and 6 letters; the last is one letter, for "may be watched".
    seats, rules = right(pgettext("column", "seats"), _SEATS), left(pgettext("column", "rules"), _RULES)
    state, clock = left(pgettext("column", "state"), _STATE), left(pgettext("column", "clock"), _CLOCK)
    watching = pgettext("column", "w")
    return (Span(f"{head} {seats} {rules} {state} {clock} {watching}", Hue.DIM),)


def table_words(entry: TableEntry, rules: str, width: int, now: float, *, gone: bool = False) -> str:
    """Return the entry of a table in one line: the possible action, code, seats taken, rules, progress, clock.

    If it is the viewer's turn in a correspondence game, the time left stands in place of the clock.
    """
    seats = f"{taken(entry)}/{entry.setup.players}"
    waits = entry.phase is TablePhase.GATHERING
    summary = _("gathering") if waits else clean_text(entry.summary, cells=24)
    watching = pgettext("column", "w") if entry.arrangement.watching and not entry.yours else " "
    names = _names(entry, NAME)
    clock = (
        left_sign(entry.deadline - now)
        if entry.your_turn and entry.deadline is not None
        else clock_sign(entry.arrangement.clock)
    )
    line = (
        f"{left(_verb(entry, gone=gone), _VERB)} {left(clean_text(entry.table, cells=CODE), CODE)} "
        f"{right(seats, _SEATS)} {left(rules, _RULES)} {left(summary, _STATE)} {left(clock, _CLOCK)} {watching}"
    )
    room = width - cells(line) - 2
    return f"{line}  {clip(names, room)}" if room >= NAME else line


def _names(entry: TableEntry, width: int) -> str:
    return listed([clip(clean_text(name, cells=40), width) for name in entry.names if name])


def _verb(entry: TableEntry, *, gone: bool) -> str:
    # Translators: what can be done at a table, in at most seven letters.
    if entry.phase is TablePhase.OVER or (gone and has_begun(entry)):
        return _("Over")
    if gone:
        return _("Gone")
    if entry.yours:
        return _("Play") if entry.your_turn else _("Go on")
    return _("Join") if entry.vacant else _("Watch")


def draw_about(entry: TableEntry, rules: str, size: tuple[int, int], now: float, *, gone: bool = False) -> Picture:
    """Draw the details of a table: whose turn it is, its players, its rules, and how it is run."""
    if gone:
        over = _("This game is over: Enter opens its table, if it is still there.")
        return ((Span(over if has_begun(entry) else _("This table is no more."), Hue.DIM),),)
    names = _names(entry, _LISTED_NAME) or _("Nobody yet")
    total = "" if entry.total is None else " " + _("Your total is {total}.", total=figure(entry.total))
    if entry.played_at is not None and entry.phase is TablePhase.PLAYING:
        total = f"{total} " + _("Played {ago}.", ago=ago(now - entry.played_at))
    said = f"{as_sentence(rules)} {as_sentence(arrangement_words(entry.arrangement))}"
    turn = turn_words(entry, now)
    first: Line = (Span(turn, Hue.STRONG), Span(" ")) if turn else ()
    line = (*first, Span(f"{names}."), Span(f"{total} {said}", Hue.DIM))
    return wrap(line, size[0], hang=0)[: size[1]]


def draw_people(lobby: Lobby, width: int, height: int, ignored: frozenset[str] = frozenset()) -> Picture:
    """Draw the people online in a few lines of running text."""
    head = _online(lobby)
    names = ", ".join(_person_words(person, ignored) for person in lobby.people[: 12 * height])
    line: Line = (head, Span(f"  {names}", Hue.DIM))
    return wrap(line, width)[:height] if height > 1 else (fit(line, width),)


def draw_people_list(lobby: Lobby, width: int, height: int, ignored: frozenset[str] = frozenset()) -> Picture:
    """Draw the people online, one a line."""
    head: Line = (_online(lobby),)
    room = height - 1
    shown = lobby.people if lobby.online <= room else lobby.people[: room - 1]
    lines = [_person_line(person, width, ignored) for person in shown]
    if len(shown) < lobby.online:
        lines.append((Span(_("and {number} more", number=lobby.online - len(shown)), Hue.FAINT),))
    return (head, *lines)[:height]


def _online(lobby: Lobby) -> Span:
    """Return how many are online; whoever reads it is one of them, so before the server has answered it is unknown."""
    return Span(_("Online: {number}", number=lobby.online or "–"), Hue.STRONG)


def _person_words(person: Person, ignored: frozenset[str]) -> str:
    name, where = clip(shown_name(person.name), NAME), _(PLACES[person.where])
    if shown_name(person.name) in ignored:
        return f"{name} " + _("(ignored)")
    return f"{name} ({where})" if where and person.where is not Where.LOBBY else name


def _person_line(person: Person, width: int, ignored: frozenset[str]) -> Line:
    name = shown_name(person.name)
    name = marked(name, " " + _("(ignored)"), NAME + 10) if name in ignored else clip(name, NAME)
    return fit((Span(left(name, max(NAME, cells(name)) + 2)), Span(where_words(person), Hue.DIM)), width)


def draw_talk(talk: tuple[Said, ...], width: int, height: int) -> Picture:
    """Draw the latest chat lines that fit, the newest at the bottom."""
    if not talk:
        return ((Span(_("Nobody has said anything yet: t talks."), Hue.FAINT),),)
    lines: list[Line] = []
    for said in reversed(talk):
        wrapped = _said_lines(said, width)
        if not lines:
            wrapped = beginning(wrapped, width, height)
        if len(lines) + len(wrapped) > height:
            break
        lines[:0] = wrapped
    return (*((BLANK,) * (height - len(lines))), *lines)[: max(0, height)]


def _said_lines(said: Said, width: int) -> Picture:
    name, text = shown_name(said.name), clean_text(said.text, cells=240)
    return wrap((Span(f"{name}: ", Hue.DIM), Span(text)), width)


def talk_height(talk: tuple[Said, ...], width: int, most: int) -> int:
    """Return how many lines the chat takes in a width, of at most so many; at least one, which says that none is."""
    return max(1, min(most, sum(len(_said_lines(said, width)) for said in talk[-most:])))


def draw_draft(draft: str, width: int) -> Line:
    """Draw the chat line that is being written; if it is too long, its end."""
    label = _("Say:") + " "
    written = ending(draft, width - cells(label) - 1)
    return fit((Span(label, Hue.ACCENT), Span(written, Hue.STRONG), Span("_", Hue.ACCENT)), width)


_GAP: Final = 3
"""The cells between two lists."""

_SCORE: Final = 6
_MORE: Final = 5
_PLACE: Final = 3
_HEX: Final = 64
_SHARE: Final = 4
"""Where room is short, people with hints keep one of so many lines."""


def draw_daily(page: Daily, now: float, width: int, height: int) -> Picture:
    """Draw the page in at most so many lines; ``now`` is the time in seconds since 1970."""
    left_over = page.ends_at - now
    rest = (Span(_("{time} left", time=duration(left_over)), Hue.DIM),) if left_over > 0 else ()
    title = (Span(_("Deal of the day"), Hue.STRONG), Span(f"   {clean_text(day_words(page.day), cells=12)}", Hue.TEXT))
    about = _("Six deals, the same cards and the same five bots for everybody. One game a day counts.")
    head: list[Line] = [between(title, rest, width), BLANK, *wrap((Span(about, Hue.DIM),), width, hang=0), BLANK]
    head += [*_own(page, now, width), BLANK]
    proof = [BLANK, *_proof(page, width)]
    lists = _lists(page, width, max(2, height - len(head) - len(proof)))
    return (*head, *lists, *proof)[:height]


def _own(page: Daily, now: float, width: int) -> Picture:
    """Draw the reader's own result, or what they can do now."""
    if page.result is None:
        return wrap((Span(as_sentence(doing(page, now)), Hue.ACCENT),), width, hang=0)
    marks = " ".join(str(mark)[:2] for mark in page.result.marks[:24])
    nines = ngettext("{n} exact nine", "{n} exact nines", page.result.exact)
    place = _("place {place} of {places}", place=page.result.place, places=page.result.seats)
    figures: Line = (
        Span(clip(str(page.result.score), 8), Hue.STRONG),
        Span(f"   {marks}   ", Hue.TEXT),
        Span(f"{nines}, {place}", Hue.TEXT),
    )
    line = clip(shown_line(page.result), width)
    return (fit(figures, width), (Span(line, Hue.ACCENT, aim=Press("c")),))


def _lists(page: Daily, width: int, height: int) -> Picture:
    """Draw the lists of the day, the week and all time side by side."""
    wide = (width - 2 * _GAP) // 3
    titles = (_("This day"), _("Seven days"), _("All time"))
    lists = (page.of_day, page.of_week, page.of_all)
    columns = [_list(title, found, wide, height) for title, found in zip(titles, lists, strict=True)]
    rows = zip_longest(*columns, fillvalue=BLANK)
    level = list(zip(*([fit(line, wide) for line in row] for row in rows), strict=True))
    return beside(level, _GAP)


def _list(title: str, found: Sequence[DailyStanding], width: int, height: int) -> Picture:
    """Draw a list: people who took hints stand below the others."""
    lines: list[Line] = [(Span(title, Hue.DIM),)]
    plain = [one for one in found if not one.hinted]
    hinted = [one for one in found if one.hinted]
    below = 1 + min(len(hinted), max(1, height // _SHARE)) if hinted else 0
    lines += _rows(plain, width)[: max(1, height - 1 - below)]
    if hinted:
        lines += [(Span(_("with hints"), Hue.DIM),), *_rows(hinted, width)]
    if not found:
        lines.append((Span(_("nobody yet"), Hue.FAINT),))
    return tuple(lines[:height])


def _rows(found: Iterable[DailyStanding], width: int) -> Picture:
    name = width - _PLACE - 1 - _SCORE - 1 - _MORE
    lines = []
    for place, one in enumerate(found, start=1):
        more = f"{one.exact}×9" if one.days == 1 else _("{n} d", n=one.days)
        shown = left(clean_text(one.name, cells=24), name)
        score = right(clip(str(one.score), _SCORE), _SCORE)
        lines.append(
            (Span(f"{right(str(place), _PLACE)} {shown}{score} ", Hue.TEXT), Span(right(more, _MORE), Hue.DIM))
        )
    return tuple(lines)


def _proof(page: Daily, width: int) -> Picture:
    """Draw what the deals were sealed with; the seed once it is revealed."""
    if page.alone:
        return wrap((Span(_("You play alone: the deals follow from the date."), Hue.FAINT),), width, hang=0)
    rows = (
        (_("seal"), page.commitment),
        (_("seed"), page.seed),
        (_("next seal"), "" if page.seed else page.next_commitment),
    )
    known = [(label, clean_text(value, cells=_HEX)) for label, value in rows if value]
    longest = max((cells(label) for label, _value in known), default=0)
    return tuple(_proof_line(left(label, longest), value, width) for label, value in known)


def _proof_line(label: str, value: str, width: int) -> Line:
    return (Span(f"{label} ", Hue.DIM), Span(clip(value, width - cells(label) - 1), Hue.FAINT))


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
        lines += [(Span(about, Hue.DIM),), *draw_bars(totals, rows), BLANK]
    if played.counted and played.deals:
        counted = _(clean_text(played.counted, cells=40))
        about = _("{counted}, by deals", counted=counted).capitalize()
        shown = share_line("", played.count, played.deals) if counts_deals else _number_line(played)
        lines += [(Span(about, Hue.DIM),), shown, BLANK]
    if form.firsts:
        lines.append((Span(_("First places, by number of players"), Hue.DIM),))
        lines += [_firsts_line(firsts) for firsts in form.firsts]
    return tuple(lines) or wrap((Span(_("No game of yours is known yet."), Hue.DIM),), width)


def draw_bars(values: Sequence[int], rows: int) -> Picture:
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
