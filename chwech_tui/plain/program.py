"""What concerns the program and not a table: settings, how cards are written, rules and other long texts; pure."""

import re
from typing import Final

from msgspec import to_builtins
from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.model.coached import has_coach, without_coach
from chwech_tui.model.settings import SETTINGS, Setting, of_device, stored_settings, with_setting
from chwech_tui.plain.choosing import Choosable, begun, guess, meant, no_value, told
from chwech_tui.plain.command import Typed
from chwech_tui.plain.lexicon import called, english
from chwech_tui.plain.reading import listed_or
from chwech_tui.plain.speech import Speech
from chwech_tui.plain.state import Reply, State, paged, tell
from protocol.language import _, prefer
from protocol.settings import KeepSettings

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


def long_text(state: State, markdown: str) -> Reply:
    """Tell a text in Markdown, without its marks, in pages."""
    return paged(state, tuple(filter(None, map(_unmarked, markdown.splitlines()))))


def _unmarked(line: str) -> str:
    """Return a line of Markdown as words; the cells of a table are parted by semicolons."""
    line = line.strip()
    if re.fullmatch(r"[|:\s-]+", line):
        return ""
    if line.startswith("|"):
        line = "; ".join(cell.strip() for cell in line.strip("|").split("|"))
    return re.sub(r"\*\*|`|^#+ ", "", line).strip()
