"""What a command of plain mode is: its words, what it does, where it can be used, and how help groups it."""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from msgspec import Struct

from chwech_tui.plain.state import Reply, State


class Typed(NamedTuple):
    """The words after a command."""

    words: tuple[str, ...]
    """The words in lower case, with suits as letters."""

    text: str
    """The same as it was typed."""


class Place(Enum):
    """Where a command can be used."""

    ANYWHERE = "anywhere"
    HOME = "away from a table"
    TABLE = "at a table"


class Group(Enum):
    """What a command is about, as help says it."""

    NOW = "What is so"
    PLAY = "Play"
    TALK = "Talk"
    TABLE = "The table"
    TABLES = "Tables"
    ARCHIVE = "Finished games"
    PROGRAM = "This program"


class Command(Struct, frozen=True):
    """One command."""

    words: tuple[str, ...]
    """What is typed: the full word first, then others and single letters."""

    usage: str
    """What follows the word; empty for nothing."""

    about: str
    act: Callable[[State, Typed], Reply]
    group: Group
    place: Place = Place.ANYWHERE

    @property
    def shown(self) -> str:
        """The command as help writes it: ``turn (t)``, ``say TEXT``."""
        letter = next((f" ({word})" for word in self.words[1:] if len(word) == 1), "")
        return f"{self.words[0]}{letter}{f' {self.usage}' if self.usage else ''}"
