"""A new table by words: all in one line, or choice by choice; pure."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from chwech_tui.model.form import Form, blank_form, rows, setup_of, step
from chwech_tui.plain.command import Typed
from chwech_tui.plain.reading import listed_or, near, number_of
from chwech_tui.plain.state import Reply, Sent, State, tell
from protocol.messages import OpenTable
from protocol.setup import USUAL

_STEPS: Final = 200
"""The most values of a choice that are looked through."""


def game_title(state: State, word: str) -> str:
    """Return the title of the game that a word means; empty if it means none."""
    titles = (title for title, offer in state.offers.items() if word in {title.lower(), offer.name})
    return next(titles, "")


def no_game(state: State, word: str) -> str:
    """Return the sentence that says which games there are."""
    return f"There is no game {word[:20]!r}: choose {listed_or([title.lower() for title in state.offers])}."


def new(state: State, typed: Typed) -> Reply:
    """Describe a new table: all in one line, which opens it, or step by step."""
    if not state.offers:
        return tell(state, "The server has not answered yet.")
    form = blank_form(state.offers, shared=state.remote is not None)
    if not typed.words:
        return form_told(replace(state, form=form))
    for word in typed.words:
        name, equals, value = word.partition("=")
        title, players = game_title(state, word), number_of(word)
        if title:
            # Where there is but one game, it is no choice.
            changed: Form | str = form if title == form.game else _set(form, "game", title.lower())
        elif players is not None:
            changed = _set(form, "players", word)
        elif equals:
            changed = _set(form, name, value)
        else:
            changed = _set_by_value(form, word)
        if isinstance(changed, str):
            return tell(state, changed)
        form = changed
    return opened(replace(state, form=form))


def form_told(state: State) -> Reply:
    """Tell the choices of the table that is being described."""
    assert state.form is not None, "checked by the caller"
    lines = [f"{row.label.lower()}: {row.value}." for row in rows(state.form)]
    ways = "Write a choice and its value, as in players 5; a choice alone tells its values. open makes it, cancel not."
    return tell(state, *lines, ways)


def fill_in(state: State, words: Sequence[str]) -> Reply | None:
    """Change a choice of the table that is being described; None if the words name no choice."""
    form = state.form
    assert form is not None, "checked by the caller"
    found = _row(form, words)
    if found is None:
        return None
    name, label = found
    value = " ".join(words[len(label.split()) :]).removeprefix("= ")
    if not value:
        about = next(row.about for row in rows(form) if row.name == name)
        return tell(state, f"{label}: {about}. It can be {listed_or(_values(form, name))}.")
    changed = _set(form, name, value)
    if isinstance(changed, str):
        return tell(state, changed)
    now = next((row.value for row in rows(changed) if row.name == name), "")
    return tell(replace(state, form=changed), f"{label}: {now}.")


def _row(form: Form, words: Sequence[str]) -> tuple[str, str] | None:
    """Return the name and the label of the choice that these words begin with."""
    text = " ".join(words)
    names = {row.label.lower(): row.name for row in rows(form)}
    label = next((label for label in sorted(names, key=len, reverse=True) if f"{text} ".startswith(f"{label} ")), "")
    if not label:
        begun = [label for label in names if label.split()[0] == words[0]]
        return (names[begun[0]], begun[0].split()[0]) if len(begun) == 1 else None
    return names[label], label


def _values(form: Form, name: str) -> list[str]:
    """Return every value of a choice, as the form shows it."""
    found: list[str] = []
    for _ in range(_STEPS):
        value = next(row.value for row in rows(form) if row.name == name)
        if value in found:
            break
        found.append(value)
        form = step(form, name, 1)
    return found


def _set(form: Form, name: str, wanted: str) -> Form | str:
    """Return the form with a choice at a value, whole or by its beginning; or why there is no such value."""
    names = {row.name: row.label.lower() for row in rows(form)}
    if name == "rules" and "ruleset" in names:
        name = "ruleset"
    if name not in names:
        meant = near(name, names)
        return f"There is no choice {name[:20]!r} here{f': did you mean {meant}?' if meant else '.'}"
    values = _values(form, name)
    spoken = wanted.replace("_", " ").strip()
    same = {"true": "yes", "false": "no", "on": "yes", "off": "no"}
    spoken = same.get(spoken, spoken) if "yes" in values else spoken
    exact = [value for value in values if value.lower() == spoken]
    begun = [value for value in values if value.lower().removeprefix("by ").startswith(spoken.removeprefix("by "))]
    if not exact and len(begun) != 1:
        return f"{names[name]} cannot be {wanted[:30]!r}: choose {listed_or(values)}."
    return step_to(form, name, (exact or begun)[0])


def step_to(form: Form, name: str, value: str) -> Form:
    """Return the form with a choice at one of its values, as the form shows it."""
    for _ in range(_STEPS):
        if next(row.value for row in rows(form) if row.name == name) == value:
            break
        form = step(form, name, 1)
    return form


def _set_by_value(form: Form, word: str) -> Form | str:
    """Return the form with the one choice changed that has this value; or why that is unclear."""
    meant = [row for row in rows(form) if word in (value.lower() for value in _values(form, row.name))]
    if len(meant) == 1:
        return _set(form, meant[0].name, word)
    wide = [row.name for row in rows(form)]
    return f"{word[:20]!r} is no choice: write NAME=VALUE, with one of {', '.join(wide)}."


def opened(state: State) -> Reply:
    """Open the table that is described."""
    form = state.form
    assert form is not None, "checked by the caller"
    bots = (form.bots,) if form.bots else ()
    sent: Sent = OpenTable(0, setup_of(form), bots, form.pace, "", form.arrangement or USUAL)
    return Reply(replace(state, form=None), sent=(sent,))


def order_command(state: State) -> OpenTable:
    """Return the request for the table that was ordered at the start."""
    order = state.order
    return OpenTable(0, order.setup, order.bots, order.pace, order.seed, order.arrangement)
