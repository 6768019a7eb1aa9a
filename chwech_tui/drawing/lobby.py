"""The parts of the lobby as lines: the list of tables, details of one, people online, chat; it knows no screen."""

from typing import Final

from chwech_tui.describe import ago, arrangement_words, as_sentence, clock_sign, count, span_left, taken
from chwech_tui.drawing.line import BLANK, clip, ending, fit, left, marked, right, wrap
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.lobby import Lobby
from chwech_tui.model.people import listed, shown_name
from protocol.lobby import Person, Where
from protocol.tableview import TableEntry, TablePhase
from protocol.talk import Line as Said
from protocol.text import clean_text

_CODE: Final = 26
"""The maximum width of a table code of three words, in cells."""

_NAME: Final = 16
"""The maximum width of a name in the lobby, in cells."""

_LISTED_NAME: Final = 24
"""The maximum width of a player's name, with its mark, in the details of the chosen table."""

_PLACES: Final = {
    Where.LOBBY: "here",
    Where.TABLE: "at a table",
    Where.WATCHING: "watching",
    Where.ELSEWHERE: "",
}


def draw_columns(number: int) -> Line:
    """Draw the headings of the list of tables."""
    head = left(count(number, "table"), 10 + _CODE)
    return (Span(f"{head} seats rules    state         clock  w", Hue.DIM),)


def table_words(entry: TableEntry, rules: str, width: int, now: float, *, gone: bool = False) -> str:
    """Return the entry of a table in one line: the possible action, code, seats taken, rules, progress, clock.

    If it is the viewer's turn in a correspondence game, the time left stands in place of the clock.
    """
    seats = f"{taken(entry)}/{entry.setup.players}"
    summary = "gathering" if entry.phase is TablePhase.GATHERING else clip(clean_text(entry.summary, cells=24), 13)
    watching = "w" if entry.arrangement.watching and not entry.yours else " "
    names = _names(entry, _NAME)
    clock = (
        span_left(entry.deadline - now)
        if entry.your_turn and entry.deadline is not None
        else clock_sign(entry.arrangement.clock)
    )
    line = (
        f"{left(_verb(entry, gone=gone), 7)} {left(clean_text(entry.table, cells=_CODE), _CODE)} {right(seats, 5)} "
        f"{left(rules, 8)} {left(summary, 13)} {left(clock, 6)} {watching}"
    )
    room = width - len(line) - 2
    return f"{line}  {clip(names, room)}" if room >= _NAME else line


def _names(entry: TableEntry, width: int) -> str:
    return listed([clip(clean_text(name, cells=40), width) for name in entry.names if name])


def _verb(entry: TableEntry, *, gone: bool) -> str:
    if gone:
        return "Gone"
    if entry.phase is TablePhase.OVER:
        return "Over"
    if entry.yours:
        return "Play" if entry.your_turn else "Go on"
    return "Join" if entry.vacant else "Watch"


def turn_words(entry: TableEntry, now: float) -> str:
    """Return whose turn it is in a correspondence game, and the time left; empty for other games."""
    if not entry.turn:
        return ""
    whose = "your" if entry.your_turn else f"{clean_text(entry.turn, cells=_NAME)}'s"
    left_over = f", {span_left(entry.deadline - now)} left" if entry.deadline is not None else ""
    return f"It is {whose} turn{left_over}."


def draw_about(entry: TableEntry, rules: str, size: tuple[int, int], now: float, *, gone: bool = False) -> Picture:
    """Draw the details of a table: whose turn it is, its players, its rules, and how it is run."""
    if gone:
        return ((Span("This table is no more.", Hue.DIM),),)
    names = _names(entry, _LISTED_NAME) or "Nobody yet"
    total = "" if entry.total is None else f" Your total is {entry.total}."
    if entry.played_at is not None and entry.phase is TablePhase.PLAYING:
        total = f"{total} Played {ago(now - entry.played_at)}."
    said = f"{as_sentence(rules)} {as_sentence(arrangement_words(entry.arrangement))}"
    turn = turn_words(entry, now)
    first: Line = (Span(turn, Hue.STRONG), Span(" ")) if turn else ()
    line = (*first, Span(f"{names}."), Span(f"{total} {said}", Hue.DIM))
    return wrap(line, size[0], hang=0)[: size[1]]


def draw_people(lobby: Lobby, width: int, height: int, ignored: frozenset[str] = frozenset()) -> Picture:
    """Draw the people online in a few lines of running text."""
    head = Span(f"Online: {lobby.online}", Hue.STRONG)
    names = ", ".join(_person_words(person, ignored) for person in lobby.people[: 12 * height])
    line: Line = (head, Span(f"  {names}", Hue.DIM))
    return wrap(line, width)[:height] if height > 1 else (fit(line, width),)


def draw_people_list(lobby: Lobby, width: int, height: int, ignored: frozenset[str] = frozenset()) -> Picture:
    """Draw the people online, one a line."""
    head: Line = (Span(f"Online: {lobby.online}", Hue.STRONG),)
    room = height - 1
    shown = lobby.people if lobby.online <= room else lobby.people[: room - 1]
    lines = [_person_line(person, width, ignored) for person in shown]
    if len(shown) < lobby.online:
        lines.append((Span(f"and {lobby.online - len(shown)} more", Hue.FAINT),))
    return (head, *lines)[:height]


def _person_words(person: Person, ignored: frozenset[str]) -> str:
    name, where = clip(shown_name(person.name), _NAME), _PLACES[person.where]
    if shown_name(person.name) in ignored:
        return f"{name} (ignored)"
    return f"{name} ({where})" if where and person.where is not Where.LOBBY else name


def _person_line(person: Person, width: int, ignored: frozenset[str]) -> Line:
    name = shown_name(person.name)
    name = marked(name, " (ignored)", _NAME + 10) if name in ignored else clip(name, _NAME)
    return fit((Span(left(name, max(_NAME + 2, len(name) + 2))), Span(where_words(person), Hue.DIM)), width)


def where_words(person: Person) -> str:
    """Return where a person is: ``here``, the code of their table, or the kind of place."""
    if person.table:
        return f"{'watching ' if person.where is Where.WATCHING else ''}{clean_text(person.table, cells=_CODE)}"
    return _PLACES[person.where]


def draw_talk(talk: tuple[Said, ...], width: int, height: int) -> Picture:
    """Draw the latest chat lines that fit, the newest at the bottom."""
    if not talk:
        return ((Span("Nobody has said anything yet: t talks.", Hue.FAINT),),)
    lines: list[Line] = []
    for said in reversed(talk):
        name, text = shown_name(said.name), clean_text(said.text, cells=240)
        wrapped = wrap((Span(f"{name}: ", Hue.DIM), Span(text)), width)
        if lines and len(lines) + len(wrapped) > height:
            break
        lines[:0] = wrapped
    return (*((BLANK,) * (height - len(lines))), *lines)[:height]


def draw_draft(draft: str, width: int) -> Line:
    """Draw the chat line that is being written; if it is too long, its end."""
    return fit((Span("Say: ", Hue.ACCENT), Span(ending(draft, width - 6), Hue.STRONG), Span("_", Hue.ACCENT)), width)
