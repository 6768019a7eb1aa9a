"""What a command is: how it is written, questions to the host, an answer as text or JSON, exit statuses for scripts."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from chwech_tui.questions import Conversation, Refusal, conversation
from protocol import messages
from protocol.codec import to_plain
from protocol.command_line import Option, Subcommand
from protocol.errors import ErrorCode
from protocol.language import N_
from server.fronts.page import safe
from server.fronts.ssh.host_dialler import HostDialler
from server.fronts.ssh.transport.connection import Visitor

DONE: Final = 0

NOT_DONE: Final = 1  # Exit status: not possible: there is no such table or game, or this visitor has no access to it.
MISUSED: Final = 2  # Exit status: wrong usage; the sentence says what is right.
NOT_NOW: Final = 75  # Exit status, EX_TEMPFAIL of sysexits.h: the game server is away or busy; a retry may succeed.

STATUSES: Final = {
    DONE: N_("done"),
    NOT_DONE: N_("not possible: there is no such thing, or it is not for you"),
    MISUSED: N_("wrong usage: the message says what is right"),
    NOT_NOW: N_("the game server is away or busy: try again in a moment"),
}
"""What each exit status means, marked for translation."""

_LATER: Final = frozenset(
    {"closing", ErrorCode.TOO_MANY.value, ErrorCode.SERVER_FAULT.value, ErrorCode.UNKNOWN_OUTCOME.value}
)
"""Error codes of the host for which a retry may succeed."""


class Reply(Struct, frozen=True):
    """The answer to one command."""

    out: str
    err: str
    """The text for standard error: one line, or nothing."""
    status: int


def failed(text: str, status: int = MISUSED) -> Reply:
    """Return a sentence for standard error, on one line."""
    return Reply("", f"chwech: {safe(' '.join(text.split()))}\n", status)


def status_of(refusal: Refusal) -> int:
    """Return the exit status for a refusal."""
    if refusal.code == ErrorCode.INVALID_SETUP.value:
        return MISUSED
    return NOT_NOW if refusal.code in _LATER else NOT_DONE


_CLIENT_NAME: Final = "ssh, without a terminal"

A = TypeVar("A", bound=messages.FromServer)


class CommandCaller(Struct, frozen=True):
    """The visitor who gave a command, and the way to the host."""

    visitor: Visitor
    dialler: HostDialler

    @asynccontextmanager
    async def host(self) -> AsyncIterator[Conversation]:
        """Greet the host for a visitor who only asks questions, and say goodbye at the end.

        Raises:
            Refusal: the visitor is not accepted.
            OSError: the host is away.
            ProtocolError: the host cannot be understood.
        """
        async with conversation(await self.dialler.dial(self.visitor, looks=True), _CLIENT_NAME) as host:
            yield host

    async def ask(self, kind: type[A], make: Callable[..., messages.FromClient], *values: object) -> A:
        """Ask the host one question, as ``Conversation.ask`` does."""
        async with self.host() as host:
            return await host.ask(kind, make, *values)


class CommandAnswer(NamedTuple):
    """The result of a command."""

    lines: Sequence[str]
    """What is printed for a person; all text from other people is cleaned."""
    found: object = None
    """What ``--json`` prints: an answer of the protocol, or plain values; None where the lines are JSON themselves."""

    @property
    def text(self) -> str:
        """The answer for a person."""
        return "".join(f"{line}\n" for line in self.lines)

    @property
    def json(self) -> str:
        """The answer for a program, on one line, without what stands for its default in the protocol."""
        if self.found is None:
            return self.text
        return msgspec.json.encode(_cleaned(to_plain(self.found))).decode() + "\n"


def _cleaned(plain: object) -> object:
    """Return a plain value without ids of requests, whose texts cannot disturb a terminal."""
    if isinstance(plain, str):
        return safe(plain)
    if isinstance(plain, dict):
        return {safe(key): _cleaned(value) for key, value in plain.items() if key != "id"}
    return [_cleaned(value) for value in plain] if isinstance(plain, list | tuple) else plain


def text_command(
    name: str, about: str, run: Callable[..., Awaitable[CommandAnswer]], *options: Option, more: str = ""
) -> Subcommand:
    """Return a command; ``run`` takes the caller, and the values of the options by their names.

    What it is ``about``, and ``more``, are marked for translation.
    """
    as_json = Option("--json", N_("the answer as JSON, for programs"))
    # Those of two words are listed in the help of the first.
    group = "" if " " in name else "commands"
    return Subcommand(name, about, (*options, as_json), "ssh", group, more, program="", run=run)
