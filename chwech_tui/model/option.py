"""The options of a game in words, as the form for a new table shows them."""

from collections.abc import Mapping

from msgspec import Struct


class ValueWords(Struct, frozen=True):
    """One value of an option in words."""

    label: str
    """The value in a few words, marked for translation."""

    about: str
    """What it changes at the table, as one sentence of at most 72 cells; marked for translation."""


class OptionWords(Struct, frozen=True):
    """An option in words."""

    title: str
    """What it is about, in at most 24 cells; marked for translation."""

    values: Mapping[str, ValueWords]
    """Each value, by its text in records: ``one``, ``True``, or ``*`` for any other."""

    def value(self, value: object) -> ValueWords | None:
        """Return the words for a value; None if there are none."""
        return self.values.get(str(value), self.values.get("*"))
