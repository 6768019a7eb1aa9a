"""What is chosen by words: everything that a choice or a value may be called, and which one is meant; pure."""

from collections.abc import Sequence

from msgspec import Struct

from chwech_tui.plain.lexicon import folded
from chwech_tui.plain.reading import listed_or, near
from protocol.language import _


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
