"""The parts of the lobby as lines, the page of the deal of the day, and a plot of statistics; they know no screen."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import LogEntry, ago, arrangement_words, as_sentence, aside_words, clock_sign, left_sign, taken
from chwech_tui.drawing.line import beginning, between, cells, clip, ending, fit, left, marked, right, wrap
from chwech_tui.drawing.log import draw_log
from chwech_tui.drawing.panes import draw_boxes
from chwech_tui.model.cards import Strokes
from chwech_tui.model.daily import day_state, streak_words
from chwech_tui.model.game import brief_title, ladder_words
from chwech_tui.model.ink import Ground, Hue, Line, Picture, Press, Span
from chwech_tui.model.lobby import CODE, NAME, PLACES, Lobby, awaits, has_begun, stage_words, turn_words, where_words
from chwech_tui.model.people import listed, shown_name
from chwech_tui.model.question import addressed
from games.kit.words import figure
from protocol.daily import Daily
from protocol.language import _, ngettext, pgettext
from protocol.lobby import Person, Where
from protocol.messages import names as told_names
from protocol.people import SaidTo
from protocol.rating import Ladder, Rankings
from protocol.table import Line as Said
from protocol.table import TableEntry, TablePhase
from protocol.text import clean_text

_VERB: Final = 7
_GAME: Final = 13
_PEOPLE: Final = 12
_SEATS: Final = 5
_STATE: Final = 15
_RATED: Final = 7
_CLOCK: Final = 6  # The widths of the columns of the list of tables, in cells; that of people is the least.
_BOXES: Final = 8  # The width of the boxes of the seats, for which a wide list has room.
_ROOMY: Final = 82  # The width of a list, in cells, from which it has room for them.


def _people_width(width: int) -> int:
    """Return the width of the column of people, which takes what the others leave."""
    boxes = _BOXES if width >= _ROOMY else 0
    return max(_PEOPLE, width - (_VERB + _GAME + boxes + _SEATS + _STATE + _RATED + _CLOCK + 6))


def draw_columns(shown: int, number: int, width: int) -> Line:
    """Draw the headings of the list of tables, of which some may be hidden."""
    tables = ngettext("{n} table", "{n} tables", number)
    head = left(tables if shown == number else _("{shown} of {tables}", shown=shown, tables=tables), _VERB + 1 + _GAME)
    # Translators: headings of columns of 12, 5, 15, 7 and 6 letters.
    people, seats = left(pgettext("column", "people"), _people_width(width)), right(pgettext("column", "seats"), _SEATS)
    state, rated = left(pgettext("column", "state"), _STATE), left(pgettext("column", "rated"), _RATED)
    clock, boxes = left(pgettext("column", "clock"), _CLOCK), " " * (_BOXES if width >= _ROOMY else 0)
    return (Span(f"{head} {people} {boxes}{seats} {state} {rated} {clock}", Hue.DIM),)


def draw_entry(entry: TableEntry, width: int, now: float, strokes: Strokes, *, gone: bool = False) -> Line:
    """Draw a table in one line: the possible action, game, who is there, seats taken, progress, rated or not, clock.

    If it is the viewer's turn in a correspondence game, the time left stands in place of the clock.
    """
    held, seats = taken(entry), entry.setup.players
    clock = (
        left_sign(entry.deadline - now)
        if entry.your_turn and entry.deadline is not None
        else clock_sign(entry.arrangement.clock)
    )
    people = left(clip(_names(entry, NAME) or "-", _people_width(width)), _people_width(width))
    line: Line = (
        Span(
            left(_verb(entry, gone=gone), _VERB),
            Hue.ACCENT if entry.your_turn or awaits(entry) else Hue.TEXT if entry.yours or entry.vacant else Hue.FAINT,
        ),
        Span(f" {left(clip(brief_title(entry.setup.game), _GAME), _GAME)} ", Hue.STRONG if entry.yours else Hue.TEXT),
        Span(f"{people} ", Hue.TEXT),
    )
    if width >= _ROOMY:
        shown = draw_boxes(
            strokes, (entry.persons, Hue.BOX), (held - entry.persons, Hue.EVEN), (seats - held, Hue.EMPTY)
        )
        line = (*line, *(fit(shown, _BOXES) if seats < _BOXES else (Span(" " * _BOXES),)))
    rated = _("no") if entry.arrangement.casual else _("yes")
    told = f"{right(f'{held}/{seats}', _SEATS)} {left(clip(stage_words(entry), _STATE), _STATE)} {left(rated, _RATED)}"
    return (*line, Span(f"{told} {left(clock, _CLOCK)}", Hue.DIM))


def _names(entry: TableEntry, width: int) -> str:
    return listed([clip(clean_text(name, cells=40), width) for name in told_names(entry.names) if name])


def _verb(entry: TableEntry, *, gone: bool) -> str:
    # Translators: what can be done at a table, in at most seven letters.
    if entry.phase is TablePhase.OVER or (gone and has_begun(entry)):
        return _("Over")
    if gone:
        return _("Gone")
    if entry.yours:
        return _("Play") if entry.your_turn else _("Go on")
    if not entry.vacant:
        return _("Watch")
    return _("Step in") if has_begun(entry) else _("Join")


def draw_table(entry: TableEntry, rules: str, size: tuple[int, int], now: float, strokes: Strokes) -> Picture:
    """Draw a table for a pane: its rules, a plate for each seat, its progress, how it is run; closer if it must be."""
    width, height = size
    code = (Span(clean_text(entry.table, cells=CODE), Hue.FAINT),)
    about = wrap((Span(as_sentence(rules), Hue.DIM),), width, hang=0)
    total = "" if entry.total is None else _("Your total is {total}.", total=figure(entry.total))
    progress = _("gathering") if entry.phase is TablePhase.GATHERING else clean_text(entry.summary, cells=24)
    states = [turn_words(entry, now), progress and as_sentence(progress), total]
    played = entry.played_at is not None and entry.phase is TablePhase.PLAYING
    states += [_("Played {ago}.", ago=ago(now - entry.played_at))] if played and entry.played_at is not None else []
    said = wrap((Span(" ".join(filter(None, states))),), width, hang=0)
    run = wrap((Span(as_sentence(arrangement_words(entry.arrangement)), Hue.DIM),), width, hang=0)
    seats = draw_seats(told_names(entry.names), entry.setup.players, width, strokes)
    apart = [line for seat in seats for line in (seat, ())][:-1]
    ways = (
        [*about, code, (), *apart, (), *said, (), *run],
        [*about, code, (), *seats, (), *said, (), *run],
        [*about, code, *seats, *said, *run],
        [*about, *seats, *said, *run],
    )
    return tuple(next((lines for lines in ways if len(lines) <= height), ways[-1]))


_SEAT: Final = 18  # The greatest width of the plate of a seat, with the gap after it, in cells.


def draw_seats(taken: Sequence[str], seats: int, width: int, strokes: Strokes) -> Picture:
    """Draw the seats of a table side by side: people and bots on plates, and free ones."""
    across = 3 if width >= 3 * _SEAT - 6 else 2 if width >= _SEAT + 6 else 1
    wide = min(_SEAT, (width + 1) // across)
    names = [clip(clean_text(name, cells=40), wide - 3) for name in (*taken, *[""] * seats)]
    free = pgettext("of a seat", "empty")
    plates = [
        (Span(left(f" {name}", wide - 1), Hue.TEXT, Ground.BUTTON), Span(" "))
        if name
        else (Span(left(f"·{free}" if strokes is Strokes.DRAWN else f" {free}", wide), Hue.FAINT),)
        for name in names[:seats]
    ]
    return tuple([tuple(chain(*plates[at : at + across])) for at in range(0, len(plates), across)])


def draw_news(told: Mapping[str, str], width: int) -> Picture:
    """Draw pieces of news, each behind the key that leads there."""
    keys = ((Span(f" {key} ", Hue.ACCENT, Ground.BUTTON, Press(key)), words, key) for key, words in told.items())
    return tuple([fit((button, Span(f" {words}", aim=Press(key))), width) for button, words, key in keys])


def draw_today(page: Daily | None, ladder: Rankings | None, size: tuple[int, int], now: float) -> Picture:
    """Draw the deal of the day with the best of it, and the ladder of the month, as far as both are known."""
    width, lines, found = size[0], list[Line](), list[tuple[str, list[tuple[str, str]]]]()
    if page is not None:
        lines.append(between((Span(_("Deal of the day")),), (Span(day_state(page, now), Hue.DIM),), width))
        streak = streak_words(page, named=False)
        lines += [between((Span(_("Streak")),), (Span(streak, Hue.DIM),), width)] * bool(streak)
        best = [(shown_name(one.name), figure(one.score)) for one in page.of_day if not one.hinted]
        found.append((_("The best today"), best))
    if ladder is not None:
        of_month = [(shown_name(one.name), str(one.rating.points)) for one in ladder.of_month]
        found.append((", ".join((ladder_words(Ladder(ladder.game, ladder.ruleset)), _("this month"))), of_month))
    rows = max(1, (size[1] - len(lines)) // max(1, len(found)) - 2)
    for title, best in found:
        lines += [(), (Span(title, Hue.FAINT),)] + [(Span(_("nobody yet"), Hue.DIM),)] * (not best)
        lines += [
            between((Span(f"{right(str(place), 2)} ", Hue.FAINT), Span(clip(name, NAME))), (Span(score),), width)
            for place, (name, score) in enumerate(best[:rows], 1)
        ]
    return tuple(lines)


def draw_people(lobby: Lobby, width: int, height: int, ignored: frozenset[str] = frozenset()) -> Picture:
    """Draw the people online in a few lines of running text."""
    games = _games(lobby)
    names = ", ".join(_person_words(person, games, ignored) for person in lobby.people[: 12 * height])
    return beginning(wrap((Span(names, Hue.DIM),), width, 0), width, height)


def draw_people_list(lobby: Lobby, width: int, height: int, ignored: frozenset[str] = frozenset()) -> Picture:
    """Draw the people online, one a line."""
    shown = lobby.people if lobby.online <= height else lobby.people[: height - 1]
    games = _games(lobby)
    lines = [_person_line(person, games, width, ignored) for person in shown]
    if len(shown) < lobby.online:
        lines.append((Span(_("and {number} more", number=lobby.online - len(shown)), Hue.FAINT),))
    return tuple(lines[:height])


def online_words(lobby: Lobby) -> str:
    """Return how many are online, the reader included; unknown until the server has answered."""
    return _("Online: {number}", number=lobby.online or "–")


def _games(lobby: Lobby) -> dict[str, str]:
    """Return what is played at each table that is listed, by its code."""
    return {one.table: brief_title(one.setup.game) for one in lobby.tables}


def _person_words(person: Person, games: Mapping[str, str], ignored: frozenset[str]) -> str:
    name, where = clip(shown_name(person.name), NAME), games.get(person.table) or _(PLACES[person.where])
    if shown_name(person.name) in ignored:
        return f"{name} " + _("(ignored)")
    return f"{name} ({where})" if where and person.where is not Where.LOBBY else name


def _person_line(person: Person, games: Mapping[str, str], width: int, ignored: frozenset[str]) -> Line:
    name = shown_name(person.name)
    name = marked(name, " " + _("(ignored)"), NAME + 10) if name in ignored else clip(name, NAME)
    room = max(NAME if width >= _PLACED else width // 2, cells(name)) + 2
    return fit(
        (
            Span(left(name, room)),
            Span(where_words(replace(person, table=games.get(person.table, person.table))), Hue.DIM),
        ),
        width,
    )


_PLACED: Final = 34  # The width from which a list of people has room for the usual names, and where they are.


def draw_talk(talk: tuple[Said | SaidTo, ...], width: int, height: int, read: int = 0, own: str = "") -> Picture:
    """Draw the latest chat lines that fit, the newest at the bottom, and a mark at those after the last one read."""
    if not talk:
        return ((Span(_("No talk yet: t talks."), Hue.FAINT),),)
    new = [isinstance(said, Said) and said.number > read for said in talk]
    marks = (Span("● " if one else "", Hue.ACCENT) for one in new)
    entries = tuple(LogEntry((mark, *_said_line(said, own))) for mark, said in zip(marks, talk, strict=True))
    return draw_log(entries, width, height)


def _said_line(said: Said | SaidTo, own: str) -> Line:
    if isinstance(said, SaidTo):
        return aside_words(said, own)
    name, text = shown_name(said.name), clean_text(said.text, cells=240)
    return (Span(f"{name}: ", Hue.DIM), Span(text))


def draw_draft(draft: str, names: Iterable[str], width: int) -> Line:
    """Draw who hears the chat line that is being written, and the line; if it is too long, its end."""
    name = addressed(draft, names)[0]
    heard = _("Only {name} hears you.", name=shown_name(name)) if name else _("Everyone in the lobby hears you.")
    label = f"{heard} " + _("Say:") + " "
    written = ending(draft, width - cells(label) - 1)
    return fit((Span(label, Hue.ACCENT), Span(written, Hue.STRONG), Span("_", Hue.ACCENT)), width)
