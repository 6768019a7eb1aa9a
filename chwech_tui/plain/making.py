"""A new table by words: all in one line, or choice by choice; and whatever is chosen by the name of a value; pure."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.model.form import (
    Form,
    Row,
    arrangement_of,
    blank_form,
    rows,
    setup_of,
    step,
    stepped,
    with_value,
)
from chwech_tui.plain.reading import called, english, folded, listed_or, near, number_of
from chwech_tui.plain.state import Reply, Sent, State, Typed, tell
from games.registry import GAMES
from protocol.catalogues import catalogue
from protocol.language import DEFAULT, _, speaking
from protocol.messages import OpenTable
from protocol.setup import OptionOffer, Setup


class Choosable(Struct, frozen=True):
    """A choice, or one of its values."""

    key: str
    """What it is called in records and messages."""

    shown: str
    """What it is called in the reader's language."""

    names: tuple[str, ...]
    """Whatever else it may be called, as in English."""

    @property
    def folded(self) -> tuple[str, ...]:
        """All its names as they are compared."""
        return tuple(map(folded, (self.shown, self.key, *self.names)))


def begun(words: Sequence[str], among: Sequence[Choosable]) -> tuple[Choosable, tuple[str, ...]] | None:
    """Return the choice whose name some words begin with, and the words after it; the first word alone may name it."""
    for length in range(len(words), 0, -1):
        name = folded(" ".join(words[:length]))
        found = next((one for one in among if name in one.folded), None)
        if found is not None:
            return found, tuple(words[length:])
    first = [one for one in among if any(name.split(" ")[0] == folded(words[0]) for name in one.folded)]
    return (first[0], tuple(words[1:])) if len(first) == 1 else None


def meant(wanted: str, among: Sequence[Choosable]) -> Choosable | None:
    """Return the value that a text means: by a whole name, by its beginning, or by that of a word in it."""
    text = folded(wanted)
    exact = next((one for one in among if text in one.folded), None)
    if exact is not None or not text:
        return exact
    starts = [one for one in among if any(name.startswith(text) for name in one.folded)]
    inside = [one for one in among if any(f" {text}" in name for name in one.folded)]
    return next((found[0] for found in (starts, inside) if len(found) == 1), None)


def told(choice: str, value: str, about: str, among: Sequence[Choosable]) -> str:
    """Return the sentences about a choice: its value, what it decides, and what it can be."""
    values = listed_or([one.shown for one in among[:_LISTED]])
    return _("{choice}: {value}. {about} It can be {values}.", choice=choice, value=value, about=about, values=values)


_LISTED = 30
"""The most values that a sentence lists; the first of more are examples."""


def no_value(choice: str, wanted: str, among: Sequence[Choosable]) -> str:
    """Return the sentence that says what a choice can be, where it cannot be what was wanted."""
    values = listed_or([one.shown for one in among[:_LISTED]])
    return _("{choice} cannot be {value}: choose {values}.", choice=choice, value=repr(wanted[:30]), values=values)


def guess(word: str, among: Sequence[Choosable]) -> str:
    """Return the name most similar to a word that names nothing; empty if none is."""
    names = {folded(name): name for one in among for name in (one.key, *one.names, one.shown)}
    return names.get(near(folded(word), names), "")


_STEPS: Final = 200
"""The most values of a choice that are looked through."""

_SAME: Final = {"yes": ("yes", "true", "on"), "no": ("no", "false", "off")}
"""What a value that is yes or no may be called too."""


def game_begun(state: State, words: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """Return the title of the game whose name some words begin with, and the words after it."""
    if not words:
        return None
    found = begun(words, [Choosable(title, title, (offer.name,)) for title, offer in state.offers.items()])
    return (found[0].key, found[1]) if found is not None else None


def setup_named(state: State, words: Sequence[str]) -> Setup | str:
    """Return the game that some words name, for its usual players; or why they name none."""
    found = game_begun(state, words)
    if found is None or found[1]:
        return no_game(state, words)
    offer = state.offers[found[0]]
    return Setup(offer.name, offer.players[0])


def no_game(state: State, words: Sequence[str]) -> str:
    """Return the sentence that says which games there are."""
    titles = listed_or([title.lower() for title in state.offers])
    return _("There is no game {name}: choose {titles}.", name=repr(" ".join(words)[:20]), titles=titles)


def new(state: State, typed: Typed) -> Reply:
    """Describe a new table: all in one line, which opens it, or step by step."""
    if not state.offers:
        return tell(state, _("The server has not answered yet."))
    form = blank_form(state.offers, GAMES, shared=state.remote is not None)
    if not typed.words:
        return form_told(replace(state, form=form))
    title, rest = game_begun(state, typed.words) or (form.game, typed.words)
    named = (title,) if title != form.game else ()
    rest = _joined(state, form, rest)
    # Twice, since a later choice can drop an earlier one with which it does not go: that is said in the second round.
    for word in (*named, *rest) * 2:
        changed = _with_word(state, form, word)
        if isinstance(changed, str):
            return tell(state, changed)
        form = changed
    return opened(replace(state, form=form))


def _joined(state: State, form: Form, words: Sequence[str]) -> tuple[str, ...]:
    """Return words with those joined that make one value, as in ``pace=at once``."""
    found: list[str] = []
    for word in words:
        whole = f"{found[-1]} {word}" if found and "=" in found[-1] and "=" not in word else ""
        if whole and isinstance(_with_word(state, form, whole), Form):
            found[-1] = whole
        else:
            found.append(word)
    return tuple(found)


def _with_word(state: State, form: Form, word: str) -> Form | str:
    """Return the form as a word of the line changes it; or why it means nothing."""
    name, equals, value = word.partition("=")
    found = game_begun(state, word.split())
    if found is not None and not found[1]:
        # Where there is but one game, it is no choice.
        return form if found[0] == form.game else _set(form, "game", found[0])
    if number_of(word) is not None:
        return _set(form, "players", word)
    return _set(form, name, value) if equals else _set_by_value(form, word)


def form_told(state: State) -> Reply:
    """Tell the choices of the table that is being described."""
    assert state.form is not None, "checked by the caller"
    lines = [f"{row.label}: {row.value}." for row in rows(state.form)]
    ways = _(
        "Write a choice and its value, as in players 5; a choice alone tells its values. open makes it, cancel not."
    )
    return tell(state, *lines, ways)


def fill_in(state: State, words: Sequence[str]) -> Reply | None:
    """Change a choice of the table that is being described; None if the words name no choice."""
    form = state.form
    assert form is not None, "checked by the caller"
    found = begun(words, _choices(form))
    if found is None:
        return None
    choice, rest = found
    value = " ".join(rest).removeprefix("= ")
    if not value:
        row = _row(form, choice.key)
        return tell(state, told(choice.shown, row.value, as_sentence(row.about), [*_ways(form, choice.key)]))
    changed = _set(form, choice.key, value)
    if isinstance(changed, str):
        return tell(state, changed)
    return tell(replace(state, form=changed), f"{choice.shown}: {_row(changed, choice.key).value}.")


def _row(form: Form, name: str) -> Row:
    return next(row for row in rows(form) if row.name == name)


def _choices(form: Form) -> list[Choosable]:
    """Return every choice with what it may be called: by its name, or by its label in English too."""
    with speaking(DEFAULT, catalogue):
        usual = rows(form)
    return [Choosable(row.name, row.label, (known.label,)) for row, known in zip(rows(form), usual, strict=True)]


def _ways(form: Form, name: str) -> dict[Choosable, Form]:
    """Return every value of a choice, as the form shows it, with the form that has it."""
    option = stepped(form, name)
    if option is not None:
        forms = [with_value(form, name, value) for value in option.values]
        return {_value(one, name): one for one in forms}
    found: dict[Choosable, Form] = {}
    for _step in range(_STEPS):
        value = _value(form, name)
        if value in found:
            break
        found[value] = form
        form = step(form, name, 1)
    return found


def _value(form: Form, name: str) -> Choosable:
    """Return the value of a choice: as it is shown, in English, and as the rules write it."""
    with speaking(DEFAULT, catalogue):
        usual = _row(form, name).value
        written = _row(replace(form, known={}), name).value
    return Choosable(
        written, _row(form, name).value, (usual, *_SAME.get(written, ()), *map(called, _SAME.get(written, ())))
    )


def _set(form: Form, name: str, wanted: str) -> Form | str:
    """Return the form with a choice at a value, whole or by its beginning; or why there is no such value."""
    choices = _choices(form)
    if english(name) == "rules" and any(choice.key == "ruleset" for choice in choices):
        name = "ruleset"
    choice = next((one for one in choices if folded(name) in one.folded), None)
    if choice is None:
        return _no_choice(name, choices)
    option = stepped(form, choice.key)
    if option is not None:
        return _set_number(form, choice, option, number_of(wanted) or 0)
    ways = _ways(form, choice.key)
    value = meant(wanted, [*ways])
    return ways[value] if value is not None else no_value(choice.shown, wanted, [*ways])


def _set_number(form: Form, choice: Choosable, option: OptionOffer, number: int) -> Form | str:
    """Return the form with a number in steps; or why there is no such value."""
    if number in range(option.least, option.most + 1, option.step):
        return with_value(form, option.name, number)
    known = {"least": option.least, "most": option.most, "step": option.step}
    return _("{choice}: choose a number from {least} to {most} in steps of {step}.", choice=choice.shown, **known)


def _no_choice(name: str, choices: Sequence[Choosable]) -> str:
    near = guess(name, choices)
    if near:
        return _("There is no choice {name} here: did you mean {guess}?", name=repr(name[:20]), guess=near)
    return _("There is no choice {name} here.", name=repr(name[:20]))


def _set_by_value(form: Form, word: str) -> Form | str:
    """Return the form with the one choice changed that has this value; or why that is unclear."""
    found = [row.name for row in rows(form) if any(folded(word) in value.folded for value in _ways(form, row.name))]
    if len(found) == 1:
        return _set(form, found[0], word)
    names = ", ".join(row.name for row in rows(form))
    return _("{word} is no choice: write NAME=VALUE, with one of {names}.", word=repr(word[:20]), names=names)


def opened(state: State) -> Reply:
    """Open the table that is described."""
    form = state.form
    assert form is not None, "checked by the caller"
    sent: Sent = OpenTable(0, setup_of(form), form.bots, form.pace, "", arrangement_of(form))
    return Reply(replace(state, form=None), sent=(sent,))
