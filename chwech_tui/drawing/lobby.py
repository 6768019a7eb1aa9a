"""The parts of the lobby as lines, the page of the deal of the day, and a plot of statistics; they know no screen."""

from typing import Final

from chwech_tui.describe import ago, arrangement_words, as_sentence, clock_sign, left_sign, taken
from chwech_tui.drawing.line import (
    BLANK,
    beginning,
    cells,
    clip,
    ending,
    fit,
    left,
    marked,
    right,
    wrap,
)
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.lobby import CODE, NAME, PLACES, Lobby, has_begun, turn_words, where_words
from chwech_tui.model.people import listed, shown_name
from games.kit.words import figure
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
