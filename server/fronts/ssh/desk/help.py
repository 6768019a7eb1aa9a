"""The command ``help``: every way in and every command, one line each, and more about any of them."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from server.fronts.ssh.desk.command import Caller, Command, Document, expect
from server.fronts.ssh.desk.nearest import unknown
from server.fronts.ssh.desk.page import columns, hung
from server.fronts.ssh.desk.reply import STATUSES, Misuse

_USAGE: Final = "help [WORD]"
_JSON: Final = "Each of them takes --json and then writes JSON."

_WAYS: Final = (
    ("ssh chwech@HOST", "play: the lobby of the tables"),
    ("ssh -t chwech@HOST CODE", "play at the table that is called so"),
    ("ssh -t chwech@HOST watch CODE", "look on at a table"),
    ("ssh guest@HOST", "play as a guest, without a key"),
    ("chwech join HOST [CODE]", "play with a program of your own, by the same port"),
    ("ssh chwech@HOST COMMAND", "no terminal needed: one of the commands below"),
)


class Way(Struct, frozen=True):
    """One way in."""

    way: str
    """What is typed on one's own machine."""

    about: str
    """Where it leads."""


class Word(Struct, frozen=True):
    """One command."""

    word: str
    """The command."""

    about: str
    """What it does, in a few words."""

    usage: tuple[str, ...]
    """How it is called."""

    more: str
    """What else there is to know."""

    def page(self) -> list[str]:
        """Write all that is said of it."""
        more = [*hung("", self.more), ""] if self.more else []
        usage = [f"  ssh chwech@HOST {way}" for way in self.usage]
        return [f"{self.word}: {self.about}", "", *usage, "", *more]


class Help(Document, frozen=True):
    """All that there is."""

    ways: tuple[Way, ...]
    """The ways in."""

    commands: tuple[Word, ...]
    """The commands."""

    statuses: dict[str, str]
    """The exit statuses of commands, and what each means."""

    def text(self) -> str:
        """Write one line for each way and each command."""
        ways = columns([(f"  {way.way}", way.about) for way in self.ways])
        commands = columns([(f"  {one.word}", one.about) for one in self.commands])
        return "\n".join(
            [
                "Chwech, the card game that multiplies by nine",
                "",
                "Ways in:",
                *ways,
                "",
                "Commands; `help WORD` tells more of one:",
                *commands,
                "",
                _JSON,
                *_ending(self.statuses),
                "",
            ]
        )


class HelpWith(Document, frozen=True):
    """All about one command."""

    command: Word
    """The command."""

    statuses: dict[str, str]
    """The exit statuses, and what each means."""

    def text(self) -> str:
        """Write how it is called and what else there is to know."""
        return "\n".join([*self.command.page(), *_ending(self.statuses), ""])


def help_command(others: Mapping[str, Command]) -> Command:
    """Give the command that tells of itself and of these."""

    async def run(words: Sequence[str], _: Caller) -> Document:
        expect(words, _USAGE, 0, 1)
        statuses = {str(status): meaning for status, meaning in STATUSES.items()}
        if not words:
            return Help(tuple(Way(*way) for way in _WAYS), tuple(known.values()), statuses)
        if words[0] not in known:
            raise Misuse(unknown(words[0], known))
        return HelpWith(known[words[0]], statuses)

    command = Command((f"{_USAGE} [--json]",), "tell of the ways in and of the commands", run)
    known = {word: Word(word, one.about, one.usage, one.more) for word, one in {"help": command, **others}.items()}
    return command


def _ending(statuses: Mapping[str, str]) -> list[str]:
    """Write what the exit statuses mean."""
    return ["Exit status:", *columns([(f"  {status}", meaning) for status, meaning in statuses.items()], {0})]
