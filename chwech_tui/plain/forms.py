"""Forms by words: the settings, and a new table in one line or choice by choice; and the game that words name."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.model import form as model
from chwech_tui.model.form import Field, Form
from chwech_tui.model.settings import has_coach, without_coach
from chwech_tui.plain import reading
from chwech_tui.plain.dialogue import Dialogue, Typed, word
from games.registry import GAMES
from protocol.language import DEFAULT, _, speaking
from protocol.messages import OpenTable
from protocol.people import WEBHOOK
from protocol.setup import Setup

_MOST: Final = 200  # The most values of a choice that are looked through.

_SAME: Final = {"yes": ("yes", "true", "on"), "no": ("no", "false", "off")}
"""What a value that is yes or no may be called too."""


# The choices of any form

Choices = Callable[[], Sequence[Field]]
"""Returns the choices of a form, in the language that is spoken."""


def _named(choices: Choices) -> dict[reading.Name, Field]:
    """Return every choice with what it may be called: by its name, or by its label in English too."""
    with speaking(DEFAULT):
        usual = [one.label for one in choices()]
    return {reading.Name(one.name, one.label, (label,)): one for one, label in zip(choices(), usual, strict=True)}


def _values(choice: Field) -> dict[reading.Name, Any]:
    """Return the values that a choice can have, each as it is shown, in English, and as the rules write it."""

    def named(value: Any) -> reading.Name:  # noqa: ANN401
        with speaking(DEFAULT):
            usual, written = choice.words(value), model.shown(value)
        same = _SAME.get(written, ())
        return reading.Name(written, choice.words(value), (usual, *same, *map(reading.called, same)))

    fitting = (
        value for value in (choice.values if choice.numbers.step > 1 else choice.every) if choice.put(value) is not None
    )
    return {named(value): value for value in islice(fitting, _MOST)}


def _chosen(choices: Choices, words: Sequence[str]) -> tuple[Field, Any] | str:
    """Return the choice that some words begin with, and the value after it, whole or begun; or why they mean none."""
    known = _named(choices)
    found = reading.begun(words, [*known])
    if found is None:
        name, near, names = repr(words[0][:20]), reading.guess(words[0], known), reading.values_words(known)
        unlike = _("There is no choice {name}: choose {names}.", name=name, names=names)
        return _("There is no choice {name}: did you mean {guess}?", name=name, guess=near) if near else unlike
    choice, wanted = known[found[0]], " ".join(found[1]).removeprefix("= ")
    values, number = _values(choice), reading.number_of(wanted)
    value = reading.meant(wanted, values) if wanted else None
    if value is not None:
        return choice, values[value]
    if wanted and choice.name == WEBHOOK:
        return choice, wanted
    told = {"choice": choice.label, "values": reading.values_words(values)}
    if not wanted:
        about = as_sentence(choice.about)
        return _("{choice}: {value}. {about} It can be {values}.", value=choice.value, about=about, **told)
    if choice.numbers.step == 1:
        return _("{choice} cannot be {value}: choose {values}.", value=repr(wanted[:30]), **told)
    if number in choice.numbers:
        return choice, number
    limits = {"least": choice.numbers[0], "most": choice.numbers[-1], "step": choice.numbers.step}
    return _("{choice}: choose a number from {least} to {most} in steps of {step}.", choice=choice.label, **limits)


def _line(choice: Field) -> str:
    return f"{choice.label}: {choice.value}."


@word("settings", "set")
def settings(dialogue: Dialogue, typed: Typed) -> None:
    """Tell every setting, or the values of one; or change one."""
    now = dialogue.board.settings
    found = _chosen(lambda: model.setting_fields(now), typed.words) if typed.words else ""
    if not found:
        ways = _("set NAME VALUE changes one; settings NAME lists its values.")
        dialogue.say(*map(_line, model.setting_fields(now)), ways)
    elif isinstance(found, str):
        dialogue.say(found)
    else:
        choice, value = found
        table = dialogue.board.table
        if choice.name == "coach" and table is not None and has_coach(now.coached, table.table):
            # Who sets the coach at a table that was opened with him means him there as well.
            dialogue.preferences.change("coached", without_coach(now.coached, table.table))
        try:
            # Words are in lower case, but a topic is as it was typed.
            dialogue.preferences.change(choice.name, typed.text.split()[-1] if choice.name == WEBHOOK else value)
        except ValueError as problem:
            dialogue.say(as_sentence(str(problem)))
            return
        changed = model.setting_fields(dialogue.board.settings)
        dialogue.say(*[_line(one) for one in changed if one.name == choice.name])


@word("cards")
def cards(dialogue: Dialogue, typed: Typed) -> None:
    """Choose how cards are written."""
    named = reading.english(typed.words[0]) if typed.words else ""
    speech = next((one for one in reading.Speech if named == one.value), None)
    if speech is None:
        ways = reading.listed_or([reading.called(one.value) for one in reading.Speech])
        dialogue.say(_("Cards can be written as {ways}: cards words says queen of hearts.", ways=ways))
    else:
        dialogue.speech = speech
        dialogue.say(_("Cards are written so from now on: Q♥."))


# Games


def game_begun(dialogue: Dialogue, words: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """Return the title of the game whose name some words begin with, and the words after it."""
    found = reading.begun(
        words, [reading.Name(title, title, (offer.name,)) for title, offer in dialogue.visit.offers.items()]
    )
    return (found[0].key, found[1]) if found is not None else None


def setup_named(dialogue: Dialogue, words: Sequence[str]) -> Setup | str:
    """Return the game that some words name, for its usual players; or why they name none."""
    found = game_begun(dialogue, words)
    if found is None or found[1]:
        titles = reading.listed_or([title.lower() for title in dialogue.visit.offers])
        return _("There is no game {name}: choose {titles}.", name=repr(" ".join(words)[:20]), titles=titles)
    offer = dialogue.visit.offers[found[0]]
    return Setup(offer.name, offer.players[0])


# A new table


@word("new")
def new(dialogue: Dialogue, typed: Typed) -> None:
    """Describe a new table: all in one line, which opens it, or step by step."""
    if not dialogue.visit.offers:
        dialogue.say(_("The server has not answered yet."))
        return
    form = model.blank_form(dialogue.visit.offers, GAMES, shared=dialogue.visit.remote is not None)
    form = replace(form, coach=dialogue.board.settings.coach)
    if not typed.words:
        dialogue.form = form
        tell_form(dialogue, form)
        return
    title, rest = game_begun(dialogue, typed.words) or (form.game, typed.words)
    form = model.with_game(form, title)
    words = list[str]()
    for one in rest:
        # A value may have several words, as in pace=at once.
        if words and "=" in words[-1] and not isinstance(_of_word(form, f"{words[-1]} {one}"), str):
            words[-1] += f" {one}"
        else:
            words.append(one)
    # Twice, since a later choice can drop an earlier one with which it does not go: that is said in the second round.
    for one in words * 2:
        found = _of_word(form, one)
        if isinstance(found, str):
            dialogue.say(found)
            return
        form = found[0].put(found[1])
    _open(dialogue, form)


def _of_word(form: Form, one: str) -> tuple[Field, Any] | str:
    """Return what a word of the line chooses: ``deals=3``, the players, or a value that only one choice can have."""
    name, _equals, value = one.partition("=")
    if reading.number_of(one) is not None:
        name, value = "players", one
    elif not value:
        having = [
            known for known in model.fields(form) if any(reading.folded(one) in name.folded for name in _values(known))
        ]
        if len(having) != 1:
            names = ", ".join(known.name for known in model.fields(form))
            return _("{word} is no choice: write NAME=VALUE, with one of {names}.", word=repr(one[:20]), names=names)
        name, value = having[0].name, one
    return _chosen(lambda: model.fields(form), ("ruleset" if reading.english(name) == "rules" else name, value))


def tell_form(dialogue: Dialogue, form: Form) -> None:
    """Tell the choices of the table that is being described."""
    ways = _(
        "Write a choice and its value, as in players 5; a choice alone shows its values. open makes it, cancel not."
    )
    dialogue.say(*map(_line, model.fields(form)), ways)


def fill_in(dialogue: Dialogue, form: Form, words: Sequence[str]) -> bool:
    """Change a choice of the table that is being described, or make it or not; False if the words mean none of it."""
    first = reading.english(words[0])
    if first == "open" and len(words) == 1:
        _open(dialogue, form)
    elif first in {"cancel", "back", "q", "leave"}:
        dialogue.form = None
        dialogue.say(_("No table is made."))
    elif reading.begun(words, [*_named(lambda: model.fields(form))]) is None:
        return False
    else:
        found = _chosen(lambda: model.fields(form), words)
        if not isinstance(found, str):
            form = dialogue.form = found[0].put(found[1])
            found = _line(model.field(form, found[0].name))
        dialogue.say(found)
    return True


def _open(dialogue: Dialogue, form: Form) -> None:
    dialogue.form, dialogue.coach_due = None, form.coach
    dialogue.ask(OpenTable, model.setup_of(form), form.bots, form.pace, "", model.arrangement_of(form))
