"""Forms by words: the settings, and a new table in one line or choice by choice; and the game that words name."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from msgspec import to_builtins
from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.model.form import Form, Row, arrangement_of, blank_form, rows, setup_of, step, stepped, with_value
from chwech_tui.model.settings import SETTINGS, Settings, has_coach, without_coach
from chwech_tui.plain.dialogue import Dialogue, Typed, word
from chwech_tui.plain.reading import (
    Name,
    Speech,
    begun,
    called,
    english,
    folded,
    guess,
    listed_or,
    meant,
    number_of,
    values_words,
)
from games.registry import GAMES
from protocol.catalogues import catalogue
from protocol.language import DEFAULT, _, speaking
from protocol.messages import OpenTable
from protocol.setup import Setup

T = TypeVar("T")

_STEPS: Final = 200
"""The most values of a choice that are looked through."""

_SAME: Final = {"yes": ("yes", "true", "on"), "no": ("no", "false", "off")}
"""What a value that is yes or no may be called too."""


# The choices of any form


def _choices(rows: Callable[[], Sequence[Row]]) -> dict[Name, Row]:
    """Return every choice with what it may be called: by its name, or by its label in English too."""
    with speaking(DEFAULT, catalogue):
        usual = [row.label for row in rows()]
    return {Name(row.name, row.label, (label,)): row for row, label in zip(rows(), usual, strict=True)}


def _chosen(row: Row, wanted: str, values: Mapping[Name, T]) -> T | str:
    """Return the value that a text means, whole or by its beginning; or, as a sentence, what the choice can be."""
    value = meant(wanted, values)
    if value is not None:
        return values[value]
    told = {"choice": row.label, "values": values_words(values)}
    if wanted:
        return _("{choice} cannot be {value}: choose {values}.", value=repr(wanted[:30]), **told)
    return _("{choice}: {value}. {about} It can be {values}.", value=row.value, about=as_sentence(row.about), **told)


# Settings


def _settings(settings: Settings) -> tuple[Row, ...]:
    values = to_builtins(settings)
    return tuple(Row(one.name, _(one.title), _(one.about), _(dict(one.choices)[values[one.name]])) for one in SETTINGS)


@word("settings", "set")
def settings(dialogue: Dialogue, typed: Typed) -> None:
    """Tell every setting, or the values of one; or change one."""
    known = _choices(lambda: _settings(dialogue.board.settings))
    if not typed.words:
        lines = [f"{row.label}: {row.value}." for row in known.values()]
        dialogue.say(*lines, _("set NAME VALUE changes one; settings NAME tells what it can be."))
        return
    found = begun(typed.words, [*known])
    if found is None:
        name, near, names = repr(typed.words[0][:20]), guess(typed.words[0], known), values_words(known)
        unlike = _("There is no setting {name}: choose {names}.", name=name, names=names)
        dialogue.say(_("There is no setting {name}: did you mean {guess}?", name=name, guess=near) if near else unlike)
        return
    setting = next(one for one in SETTINGS if one.name == found[0].key)
    values = [Name(value, _(words), (words,)) for value, words in setting.choices]
    chosen = _chosen(known[found[0]], " ".join(found[1]), dict(zip(values, values, strict=True)))
    if isinstance(chosen, str):
        dialogue.say(chosen)
        return
    table, coached = dialogue.board.table, dialogue.board.settings.coached
    if setting.name == "coach" and table is not None and has_coach(coached, table.table):
        # Who sets the coach at a table that was opened with him means him there as well.
        dialogue.preferences.change("coached", without_coach(coached, table.table))
    dialogue.preferences.change(setting.name, chosen.key)
    dialogue.say(f"{_(setting.title)}: {_(dict(setting.choices)[chosen.key])}.")


@word("cards")
def cards(dialogue: Dialogue, typed: Typed) -> None:
    """Choose how cards are written."""
    named = english(typed.words[0]) if typed.words else ""
    speech = next((one for one in Speech if named == one.value), None)
    if speech is None:
        ways = listed_or([called(one.value) for one in Speech])
        dialogue.say(_("Cards can be written as {ways}: cards words says queen of hearts.", ways=ways))
    else:
        dialogue.speech = speech
        dialogue.say(_("Cards are written so from now on: Q♥."))


# Games


def game_begun(dialogue: Dialogue, words: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """Return the title of the game whose name some words begin with, and the words after it."""
    found = begun(words, [Name(title, title, (offer.name,)) for title, offer in dialogue.visit.offers.items()])
    return (found[0].key, found[1]) if found is not None else None


def setup_named(dialogue: Dialogue, words: Sequence[str]) -> Setup | str:
    """Return the game that some words name, for its usual players; or why they name none."""
    found = game_begun(dialogue, words)
    if found is None or found[1]:
        return no_game(dialogue, words)
    offer = dialogue.visit.offers[found[0]]
    return Setup(offer.name, offer.players[0])


def no_game(dialogue: Dialogue, words: Sequence[str]) -> str:
    """Return the sentence that says which games there are."""
    titles = listed_or([title.lower() for title in dialogue.visit.offers])
    return _("There is no game {name}: choose {titles}.", name=repr(" ".join(words)[:20]), titles=titles)


# A new table


@word("new")
def new(dialogue: Dialogue, typed: Typed) -> None:
    """Describe a new table: all in one line, which opens it, or step by step."""
    if not dialogue.visit.offers:
        dialogue.say(_("The server has not answered yet."))
        return
    form = blank_form(dialogue.visit.offers, GAMES, shared=dialogue.visit.remote is not None)
    if not typed.words:
        dialogue.form = form
        tell_form(dialogue, form)
        return
    title, rest = game_begun(dialogue, typed.words) or (form.game, typed.words)
    named = (title,) if title != form.game else ()
    rest = _joined(dialogue, form, rest)
    # Twice, since a later choice can drop an earlier one with which it does not go: that is said in the second round.
    for one in (*named, *rest) * 2:
        changed = _with_word(dialogue, form, one)
        if isinstance(changed, str):
            dialogue.say(changed)
            return
        form = changed
    _open(dialogue, form)


def _joined(dialogue: Dialogue, form: Form, words: Sequence[str]) -> tuple[str, ...]:
    """Return words with those joined that make one value, as in ``pace=at once``."""
    found: list[str] = []
    for one in words:
        whole = f"{found[-1]} {one}" if found and "=" in found[-1] and "=" not in one else ""
        if whole and isinstance(_with_word(dialogue, form, whole), Form):
            found[-1] = whole
        else:
            found.append(one)
    return tuple(found)


def _with_word(dialogue: Dialogue, form: Form, one: str) -> Form | str:
    """Return the form as a word of the line changes it; or why it means nothing."""
    name, equals, value = one.partition("=")
    found = game_begun(dialogue, one.split())
    if found is not None and not found[1]:
        # Where there is but one game, it is no choice.
        return form if found[0] == form.game else _set(form, "game", found[0])
    if number_of(one) is not None:
        return _set(form, "players", one)
    if equals:
        return _set(form, name, value)
    having = [row.name for row in rows(form) if any(folded(one) in value.folded for value in _ways(form, row.name))]
    if len(having) == 1:
        return _set(form, having[0], one)
    names = ", ".join(row.name for row in rows(form))
    return _("{word} is no choice: write NAME=VALUE, with one of {names}.", word=repr(one[:20]), names=names)


def tell_form(dialogue: Dialogue, form: Form) -> None:
    """Tell the choices of the table that is being described."""
    ways = _(
        "Write a choice and its value, as in players 5; a choice alone tells its values. open makes it, cancel not."
    )
    dialogue.say(*[f"{row.label}: {row.value}." for row in rows(form)], ways)


def fill_in(dialogue: Dialogue, form: Form, words: Sequence[str]) -> bool:
    """Change a choice of the table that is being described, or make it or not; False if the words mean none of it."""
    known, first = _choices(lambda: rows(form)), english(words[0])
    found = begun(words, [*known])
    if first == "open" and len(words) == 1:
        _open(dialogue, form)
    elif first in {"cancel", "back", "q", "leave"}:
        dialogue.form = None
        dialogue.say(_("No table is made."))
    elif found is not None:
        changed = _set(form, found[0].key, " ".join(found[1]).removeprefix("= "))
        if isinstance(changed, str):
            dialogue.say(changed)
        else:
            dialogue.form = changed
            dialogue.say(f"{found[0].shown}: {_row(changed, found[0].key).value}.")
    return found is not None or dialogue.form is None


def _row(form: Form, name: str) -> Row:
    return next(row for row in rows(form) if row.name == name)


def _ways(form: Form, name: str) -> dict[Name, Form]:
    """Return every value of a choice, as the form shows it, with the form that has it."""
    option = stepped(form, name)
    if option is not None:
        forms = [with_value(form, name, value) for value in option.values]
        return {_value(one, name): one for one in forms}
    found: dict[Name, Form] = {}
    for _step in range(_STEPS):
        value = _value(form, name)
        if value in found:
            break
        found[value] = form
        form = step(form, name, 1)
    return found


def _value(form: Form, name: str) -> Name:
    """Return the value of a choice: as it is shown, in English, and as the rules write it."""
    with speaking(DEFAULT, catalogue):
        usual = _row(form, name).value
        written = _row(replace(form, known={}), name).value
    same = _SAME.get(written, ())
    return Name(written, _row(form, name).value, (usual, *same, *map(called, same)))


def _set(form: Form, name: str, wanted: str) -> Form | str:
    """Return the form with a choice at a value, whole or by its beginning; or why there is no such value."""
    known = _choices(lambda: rows(form))
    if english(name) == "rules" and any(choice.key == "ruleset" for choice in known):
        name = "ruleset"
    choice = next((one for one in known if folded(name) in one.folded), None)
    if choice is None:
        near = guess(name, known)
        if near:
            return _("There is no choice {name} here: did you mean {guess}?", name=repr(name[:20]), guess=near)
        return _("There is no choice {name} here.", name=repr(name[:20]))
    option, number = stepped(form, choice.key), number_of(wanted) or 0
    if option is None or not wanted:
        return _chosen(known[choice], wanted, _ways(form, choice.key))
    if number in range(option.least, option.most + 1, option.step):
        return with_value(form, option.name, number)
    limits = {"least": option.least, "most": option.most, "step": option.step}
    return _("{choice}: choose a number from {least} to {most} in steps of {step}.", choice=choice.shown, **limits)


def _open(dialogue: Dialogue, form: Form) -> None:
    """Open the table that is described."""
    dialogue.form = None
    dialogue.ask(OpenTable, setup_of(form), form.bots, form.pace, "", arrangement_of(form))
