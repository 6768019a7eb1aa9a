"""Messages of those who run a server: words in, lines out; and what anybody may report to them."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta

from protocol.contacts import PersonName
from protocol.message import ClientCommand, ServerAnswer, ServerMessage, Wording

NOTICES: Final = "notice"  # The feature of a client that is told ``Notice``.
MOST_WORDS: Final = 60  # The most words of one command.
LONGEST_WORD: Final = 200  # The most characters of one word.
LONGEST_REPORT: Final = 400  # The most characters of a report.

AdminWord = Annotated[str, Meta(max_length=LONGEST_WORD)]
"""One word of a command as the client sends it; the server cleans it."""


EVERYBODY_KNOWN: Final = "--everybody-known"  # The word with ``allow`` for all who have an account with a key.


class AdminCommand(ClientCommand, frozen=True, tag="admin"):
    """Do something that only moderators or admins may; the word ``help`` tells what there is."""

    words: Annotated[tuple[AdminWord, ...], Meta(max_length=MOST_WORDS)]
    """The words, as after ``chwech admin``."""


class ReportPerson(ClientCommand, frozen=True, tag="report_person"):
    """Report a person to those who run the server, with what was said and done lately where the sender is."""

    name: PersonName
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_REPORT)]
    """What is wrong."""


class AdminReply(ServerAnswer, frozen=True, tag="admin_reply"):
    """The answer to a command of a moderator or an admin."""

    lines: tuple[str, ...]
    """What to print, in English."""
    refused: bool = False
    """True if nothing was done; the lines say why."""


class Notice(ServerMessage, frozen=True, tag="notice"):
    """A word from those who run the server, or to them."""

    text: str
    """The text, for a person."""
    wording: Wording | None = None


def checked_words(words: Sequence[str]) -> tuple[str, ...]:
    """Return words as a command may have them.

    Raises:
        ValueError: there are too many, or one is too long.
    """
    if len(words) > MOST_WORDS or any(len(word) > LONGEST_WORD for word in words):
        raise ValueError(f"a command has {MOST_WORDS} words at most, and a word {LONGEST_WORD} characters")
    return tuple(words)
