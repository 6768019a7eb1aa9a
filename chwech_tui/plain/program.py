"""What concerns the program and not a table: settings, how cards are written, rules and other long texts; pure."""

import re

from msgspec.structs import replace

from chwech_tui.model.settings import SETTINGS, Setting, of_device, stored_settings, with_setting
from chwech_tui.plain.command import Typed
from chwech_tui.plain.reading import listed_or, near
from chwech_tui.plain.speech import Speech
from chwech_tui.plain.state import Reply, State, paged, tell
from protocol.language import prefer
from protocol.settings import KeepSettings


def settings(state: State, typed: Typed) -> Reply:
    """Tell every setting, or the values of one."""
    known = {setting.name: setting for setting in SETTINGS}
    if not typed.words:
        lines = (f"{name}: {getattr(state.board.settings, name).value}." for name in known)
        return tell(state, *lines, "set NAME VALUE changes one; settings NAME tells what it can be.")
    setting = known.get(typed.words[0])
    if setting is None:
        meant = near(typed.words[0], known)
        right = f"did you mean {meant}?" if meant else f"choose {listed_or(list(known))}."
        return tell(state, f"There is no setting {typed.words[0][:20]!r}: {right}")
    return tell(state, *_about(setting))


def _about(setting: Setting) -> tuple[str, ...]:
    values = (f"{value}: {words}." for value, words in setting.choices)
    return (f"{setting.title}: {setting.about}.", *values)


def set_one(state: State, typed: Typed) -> Reply:
    """Change one setting."""
    if len(typed.words) < 2:
        return tell(state, "Write set, the name of a setting and its value: settings tells them.")
    name, value = typed.words[0].replace("-", "_"), typed.words[1]
    try:
        changed = with_setting(state.board.settings, name, value)
    except ValueError as problem:
        text = str(problem)
        return tell(state, f"{text[:1].upper()}{text[1:]}.")
    prefer(changed.language.code)
    done = replace(state, board=replace(state.board, settings=changed))
    kept = {name: stored_settings(changed).get(name, "")}
    device = of_device(name)
    command = KeepSettings(0, {} if device else kept, kept if device else {})
    return tell(done, f"{name}: {value}.")._replace(sent=(command,))


def cards(state: State, typed: Typed) -> Reply:
    """Choose how cards are written."""
    speech = next((one for one in Speech if typed.words[:1] == (one.value,)), None)
    if speech is None:
        ways = listed_or([one.value for one in Speech])
        return tell(state, f"Cards can be written as {ways}: cards words says queen of hearts.")
    return tell(replace(state, speech=speech), "Cards are written so from now on: Q♥.")


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
