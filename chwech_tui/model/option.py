"""The options of a game in words, as the form for a new table shows them."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from protocol.language import _, ngettext
from protocol.setup import OptionValue

Fits = Callable[[int, Mapping[str, OptionValue | None], OptionValue | None], bool]
"""Takes the number of players, the options that were changed, and a value of one of them; None is the usual number."""


class ValueWords(Struct, frozen=True, gc=False):
    """One value of an option in words."""

    label: str
    """The value in a few words, marked for translation."""

    about: str
    """What it changes at the table, as one sentence of at most 72 cells; marked for translation."""


class OptionWords(Struct, frozen=True, gc=False):
    """An option in words."""

    title: str
    """What it is about, in at most 24 cells; marked for translation."""

    values: Mapping[str, ValueWords]
    """Each value, by its text in records: ``one``, ``True``, or ``*`` for any other."""

    fits: Fits | None = None
    """Returns True if a value goes with the players and the other options; None if every value does."""

    def value(self, value: object) -> ValueWords | None:
        """Return the words for a value; None if there are none."""
        return self.values.get(str(value), self.values.get("*"))


def unknown_words(name: str, value: OptionValue) -> str:
    """Return an option in words: the number of deals, or by its name what only another version of a game knows."""
    if name == "deals" and isinstance(value, int):
        return ngettext("{n} deal", "{n} deals", value)
    said = name.replace("_", " ")
    if isinstance(value, bool):
        return said if value else _("no {option}", option=said)
    return f"{said} {str(value).replace('_', ' ')}"
