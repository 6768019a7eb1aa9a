"""Away from a table by words: tables, people, a seat, rules, and what the program is set to; pure."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import to_builtins
from msgspec.structs import replace

from chwech_tui.describe import as_sentence, taken
from chwech_tui.games.registry import FIRST, title_of
from chwech_tui.model.form import setup_of
from chwech_tui.model.lobby import Acquaintance, acquaintances, place_words, turn_words
from chwech_tui.model.people import shown_name
from chwech_tui.model.settings import (
    SETTINGS,
    Setting,
    has_coach,
    of_device,
    stored_settings,
    with_setting,
    without_coach,
)
from chwech_tui.plain.making import Choosable, begun, guess, meant, new, no_value, setup_named, told
from chwech_tui.plain.reading import Speech, called, english, listed_or, number_of
from chwech_tui.plain.state import Reply, State, Typed, home_request, paged, tell
from games.kit.words import figure
from protocol.identity import KeepSettings
from protocol.language import _, ngettext, prefer, spoken
from protocol.messages import JoinTable, ReadRules, Rules, WatchTable
from protocol.seating import QuickTable
from protocol.setup import Setup
from protocol.tableview import TableEntry, TablePhase
from protocol.text import clean_text

_MOST: Final = 40
"""The most tables that are listed."""


def entry_line(entry: TableEntry, number: int, now: float, coached: str = "") -> str:
    """Return a table in one line: its number, code, game, seats and progress, and what one can do there.

    Args:
        entry: the table.
        number: its number in the list.
        now: the present time, in seconds since 1970.
        coached: the codes of the tables with the coach, as ``with_coach`` writes them.
    """
    code, title = clean_text(entry.table, cells=40), title_of(entry.setup.game)
    if entry.phase is TablePhase.GATHERING:
        progress = _("{taken} of {seats} seats taken", taken=taken(entry), seats=entry.setup.players)
    else:
        progress = clean_text(entry.summary, cells=40)
    parts = (
        _("yours") if entry.yours else "",
        _("{game} for {players}", game=title, players=entry.setup.players),
        _("with the coach") if has_coach(coached, entry.table) else "",
        progress,
        "" if entry.total is None else _("your total {total}", total=figure(entry.total)),
    )
    return f"{number}. {code}: {', '.join(filter(None, parts))}. {turn_words(entry, now)}".rstrip()


def listing(state: State, entries: Sequence[TableEntry]) -> Reply:
    """Tell the tables, with the numbers by which they are chosen."""
    known = tuple(entries[:_MOST])
    moment = state.moment
    coached = state.board.settings.coached
    lines = tuple(entry_line(entry, number, moment, coached) for number, entry in enumerate(known, 1))
    done = replace(state, entries=known)
    if state.remote is not None:
        ways = as_sentence(_("go NUMBER sits down, watch NUMBER watches, new makes a table, help tells more."))
        return paged(done, (*lines, ways) if lines else (_("No tables yet: new makes one, quick a game."),))
    go_on = _("go NUMBER goes on with a game.") if lines else ""
    ways = _("new makes a table; rules, history, help, quit.")
    return paged(done, (*lines, f"{go_on} {ways}".lstrip()))


def tables(state: State, _typed: Typed) -> Reply:
    """List the tables."""
    if state.remote is not None and state.listed:
        return listing(state, state.lobby.tables)
    return Reply(replace(state, listed=False), sent=home_request(state))


def go(state: State, typed: Typed) -> Reply:
    """Sit down at a table, by its number in the list or by its code."""
    code = _code(state, typed.words, "go")
    if code.endswith("."):
        return tell(state, code)
    entry = next((entry for entry in state.entries if entry.table == code), None)
    if entry is not None and not entry.yours and not entry.vacant:
        return tell(state, _("No seat is free there: watch {code} watches.", code=code))
    return Reply(state, sent=(JoinTable(0, code),))


def watch(state: State, typed: Typed) -> Reply:
    """Watch a table, by its number in the list or by its code."""
    code = _code(state, typed.words, "watch")
    return tell(state, code) if code.endswith(".") else Reply(state, sent=(WatchTable(0, code),))


def _code(state: State, words: Sequence[str], verb: str) -> str:
    """Return the code of the table that is meant; a sentence, with its full stop, if none is."""
    if not words:
        return _("Write {word} and the number of a table in the list, or its code.", word=called(verb))
    number = number_of(words[0])
    if number is None:
        return "-".join(words)[:64].rstrip(".")
    if not 1 <= number <= len(state.entries):
        return _("There is no table {number} in the list: tables lists them.", number=number)
    return state.entries[number - 1].table


def quick(state: State, typed: Typed) -> Reply:
    """Take a seat where people wait for a game, or open a table."""
    if state.remote is None:
        return new(state, Typed(typed.words or (FIRST,), typed.text))
    setup = setup_named(state, typed.words) if typed.words else state.order.setup
    return tell(state, setup) if isinstance(setup, str) else Reply(state, sent=(QuickTable(0, setup),))


def rules(state: State, typed: Typed) -> Reply:
    """Ask for the rules: of the table, of the one being described, or of a game by its name."""
    setup: Setup | str = state.order.setup
    if typed.words:
        setup = setup_named(state, typed.words)
    elif state.board.table is not None:
        setup = state.board.table.setup
    elif state.form is not None:
        setup = setup_of(state.form)
    return tell(state, setup) if isinstance(setup, str) else Reply(state, sent=(ReadRules(0, setup, spoken()),))


def people(state: State, _typed: Typed) -> Reply:
    """List the people online, or at the table."""
    if state.at_table:
        return tell(state, as_sentence(_("Here: {names}", names=", ".join(state.board.company) or _("nobody else"))))
    if state.remote is None:
        return tell(state, _("You play on this machine alone."))
    lines = []
    for one in others(state):
        ignored = (_("ignored"),) if one.name in state.board.ignored else ()
        lines.append(f"{one.name}: {', '.join((*ignored, place_words(one)))}.")
    return paged(state, (ngettext("{n} person online.", "{n} people online.", state.lobby.online), *lines))


def others(state: State) -> tuple[Acquaintance, ...]:
    """Return the other people of the lobby, and who is ignored."""
    own = state.welcome.name if state.welcome is not None else ""
    return acquaintances(state.lobby, state.board.ignored, own)


def ignore(state: State, typed: Typed) -> Reply:
    """Ignore somebody, or hear them again."""
    board = state.board
    names = [*board.company, *(one.name for one in others(state))]
    name = named(typed.text, names)
    if not name:
        if not names:
            return tell(state, _("Ignore whom? Nobody else is here."))
        return tell(state, _("Ignore whom? {names}.", names=listed_or(list(dict.fromkeys(names)))))
    ignored = board.ignored ^ {name}
    done = replace(state, board=replace(board, ignored=ignored))
    if name in ignored:
        return tell(done, _("You ignore {name} from now on.", name=name))
    return tell(done, _("You hear {name} again.", name=name))


def named(text: str, names: Sequence[str]) -> str:
    """Return the name that a text means, whole or by its beginning; empty if none or several are meant."""
    text = shown_name(text).lower()
    exact = [name for name in names if name.lower() == text]
    begun = list(dict.fromkeys(name for name in names if text and name.lower().startswith(text)))
    return exact[0] if exact else begun[0] if len(begun) == 1 else ""


_BY_NAME: Final = {setting.name: setting for setting in SETTINGS}


def settings(state: State, typed: Typed) -> Reply:
    """Tell every setting, or the values of one."""
    values = to_builtins(state.board.settings)
    if not typed.words:
        lines = (f"{_(setting.title)}: {_words_of(setting, values[setting.name])}." for setting in SETTINGS)
        return tell(state, *lines, _("set NAME VALUE changes one; settings NAME tells what it can be."))
    found = begun(typed.words, _settings())
    if found is None:
        return tell(state, _no_setting(typed.words[0]))
    setting = _BY_NAME[found[0].key]
    value, about = _words_of(setting, values[setting.name]), as_sentence(_(setting.about))
    return tell(state, told(_(setting.title), value, about, _values(setting)))


def _settings() -> list[Choosable]:
    """Return every setting with what it may be called."""
    return [Choosable(setting.name, _(setting.title), (setting.title,)) for setting in SETTINGS]


def _values(setting: Setting) -> list[Choosable]:
    """Return every value of a setting with what it may be called."""
    return [Choosable(value, _(words), (words,)) for value, words in setting.choices]


def _words_of(setting: Setting, value: str) -> str:
    return _(dict(setting.choices)[value])


def _no_setting(word: str) -> str:
    """Return the sentence that says which settings there are."""
    known, name = _settings(), repr(word[:20])
    near = guess(word, known)
    if near:
        return _("There is no setting {name}: did you mean {guess}?", name=name, guess=near)
    return _("There is no setting {name}: choose {names}.", name=name, names=listed_or([one.shown for one in known]))


def set_one(state: State, typed: Typed) -> Reply:
    """Change one setting."""
    found = begun(typed.words, _settings()) if typed.words else None
    if found is None and len(typed.words) > 1:
        return tell(state, _no_setting(typed.words[0]))
    if found is None or not found[1]:
        return tell(state, _("Write set, the name of a setting and its value: settings tells them."))
    setting, wanted = _BY_NAME[found[0].key], " ".join(found[1])
    value = meant(wanted, _values(setting))
    if value is None:
        return tell(state, no_value(_(setting.title), wanted, _values(setting)))
    changed = with_setting(state.board.settings, setting.name, value.key)
    prefer(changed.language.code)
    kept = {setting.name: stored_settings(changed).get(setting.name, "")}
    table = state.board.table
    if setting.name == "coach" and table is not None and has_coach(changed.coached, table.table):
        # Who sets the coach at a table that was opened with him means him there as well.
        changed = replace(changed, coached=without_coach(changed.coached, table.table))
        kept["coached"] = changed.coached
    done = replace(state, board=replace(state.board, settings=changed))
    device = of_device(setting.name)
    command = KeepSettings(0, {} if device else kept, kept if device else {})
    return tell(done, f"{_(setting.title)}: {_words_of(setting, value.key)}.")._replace(sent=(command,))


def cards(state: State, typed: Typed) -> Reply:
    """Choose how cards are written."""
    named = english(typed.words[0]) if typed.words else ""
    speech = next((one for one in Speech if named == one.value), None)
    if speech is None:
        ways = listed_or([called(one.value) for one in Speech])
        return tell(state, _("Cards can be written as {ways}: cards words says queen of hearts.", ways=ways))
    return tell(replace(state, speech=speech), _("Cards are written so from now on: Q♥."))


def rules_heard(state: State, news: Rules) -> Reply:
    """Tell the rules, without the marks of Markdown, in pages."""
    return paged(state, tuple(filter(None, map(_unmarked, news.text.splitlines()))))


def _unmarked(line: str) -> str:
    """Return a line of Markdown as words; the cells of a table are parted by semicolons."""
    line = line.strip()
    if re.fullmatch(r"[|:\s-]+", line):
        return ""
    if line.startswith("|"):
        line = "; ".join(cell.strip() for cell in line.strip("|").split("|"))
    return re.sub(r"\*\*|`|^#+ ", "", line).strip()
