"""What a command of plain mode is: its words, what it does, where it can be used, and how help groups it."""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from msgspec import Struct

from chwech_tui.plain.lexicon import called, folded
from chwech_tui.plain.state import Reply, State
from protocol.language import N_, _


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
    COURSE = "in the course"


class Group(Enum):
    """What a command is about, as help says it, marked for translation."""

    NOW = N_("What is so")
    PLAY = N_("Play")
    TALK = N_("Talk")
    TABLE = N_("The table")
    TABLES = N_("Tables")
    COURSE = N_("The course")
    ARCHIVE = N_("Finished games")
    PROGRAM = N_("This program")


class Command(Struct, frozen=True):
    """One command."""

    words: tuple[str, ...]
    """What is typed, in English: the full word first, then others and single letters."""

    usage: str
    """What follows the word, marked for translation; empty for nothing."""

    about: str
    """What it does, marked for translation."""

    act: Callable[[State, Typed], Reply]
    group: Group
    place: Place = Place.ANYWHERE

    @property
    def shown(self) -> str:
        """The command as help writes it, in the reader's language: ``turn (t)``, ``say TEXT``."""
        letter = next((f" ({word})" for word in self.words[1:] if len(word) == 1), "")
        usage = f" {_(self.usage)}" if self.usage else ""
        return f"{called(self.words[0])}{letter}{usage}"

    @property
    def long_words(self) -> tuple[str, ...]:
        """Its words other than letters, in the reader's language and in English."""
        words = [word for word in self.words if len(word) > 1]
        return tuple(dict.fromkeys((*map(called, words), *words)))

    def begins_with(self, begun: str) -> bool:
        """Return True if its full word, in English or the reader's language, begins so."""
        word = self.words[0]
        return word.startswith(begun) or folded(called(word)).startswith(folded(begun))
