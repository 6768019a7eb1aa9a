"""The interface of a command: its usage, its function, and an answer that is printed as text or as JSON."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from protocol.codec import to_plain
from protocol.language import _
from server.fronts.page import likeness, quoted, safe
from server.fronts.ssh.commands.conversation import Conversation, Misuse, conversation
from server.fronts.ssh.host_dialler import HostDialler
from server.fronts.ssh.transport.authentication import Visitor


class Answer(NamedTuple):
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


class CommandCaller(Struct, frozen=True):
    """The visitor who gave a command, and the connection to the host."""

    visitor: Visitor
    dialler: HostDialler

    def host(self) -> AbstractAsyncContextManager[Conversation]:
        """Open a conversation with the host."""
        return conversation(self.dialler, self.visitor)


_OPTIONS: Final = ("--json",)
"""The one option of every command."""

Run = Callable[[Sequence[str], CommandCaller], Awaitable[Answer]]


class Command(Struct, frozen=True):
    """One command."""

    usage: tuple[str, ...]
    about: str
    """What it is for, marked for translation."""

    run: Run
    more: str = ""
    """Further help, marked for translation."""


def expect(words: Sequence[str], usage: str, least: int, most: int | None = None) -> None:
    """Check the number of arguments of a command; without ``most``, there must be exactly ``least``.

    Raises:
        Misuse: there are more or fewer, or one is an option.
    """
    most = least if most is None else most
    option = next((word for word in words if word.startswith("-")), None)
    if option is not None:
        hint = likeness(option, _OPTIONS) or _("write {usage}", usage=usage)
        raise Misuse(_("there is no option {option} here: {hint}", option=quoted(option), hint=hint))
    if len(words) < least:
        raise Misuse(_("something is missing: write {usage}", usage=usage))
    if len(words) > most:
        raise Misuse(_("{word} is one word too many: write {usage}", word=quoted(words[most]), usage=usage))
