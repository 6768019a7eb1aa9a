"""What every command is: its words, what it does, and a document that is written as text or as JSON."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager

import msgspec
from msgspec import Struct

from server.fronts.ssh.commands.conversation import Conversation, Misuse, conversation
from server.fronts.ssh.commands.page import quoted
from server.fronts.ssh.line import HostDialler
from server.fronts.ssh.transport.authentication import Visitor


class Document(Struct, frozen=True):
    """What a command found out, every text from others cleaned."""

    def text(self) -> str:
        """Write it for a person."""
        raise NotImplementedError

    def json(self) -> str:
        """Write it for a program, on one line; every key is always there."""
        return msgspec.json.encode(self).decode() + "\n"


class CommandCaller(Struct, frozen=True):
    """Somebody who has given a command, and the way to the host."""

    visitor: Visitor
    """Who."""

    line: HostDialler
    """The way."""

    def host(self) -> AbstractAsyncContextManager[Conversation]:
        """Begin a conversation with the host."""
        return conversation(self.line, self.visitor)


Run = Callable[[Sequence[str], CommandCaller], Awaitable[Document]]
"""Does what a command says, given the words behind it."""


class Command(Struct, frozen=True):
    """One command."""

    usage: tuple[str, ...]
    """How it is called; several where there are several ways."""

    about: str
    """What it does, in a few words."""

    run: Run
    """Does it."""

    more: str = ""
    """What else there is to know."""


def expect(words: Sequence[str], usage: str, least: int, most: int | None = None) -> None:
    """Check how many words follow a command; without a greatest number there are exactly as many as the least.

    Raises:
        Misuse: there are more or fewer, or one is an option.
    """
    most = least if most is None else most
    option = next((word for word in words if word.startswith("-")), None)
    if option is not None:
        raise Misuse(f"there is no option {quoted(option)} here: write {usage}")
    if len(words) < least:
        raise Misuse(f"something is missing: write {usage}")
    if len(words) > most:
        raise Misuse(f"{quoted(words[most])} is one word too many: write {usage}")
