"""The interface of a command: its usage, its function, and a result that is printed as text or as JSON."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final

import msgspec
from msgspec import Struct

from protocol.language import _
from server.fronts.page import likeness, quoted
from server.fronts.ssh.commands.conversation import Conversation, Misuse, conversation
from server.fronts.ssh.host_dialler import HostDialler
from server.fronts.ssh.public_address import PublicAddress
from server.fronts.ssh.transport.authentication import Visitor


class Document(Struct, frozen=True):
    """The result of a command; all text from other people is cleaned."""

    def text(self, place: PublicAddress) -> str:
        """Write it for a person; commands name the server as the person reached it."""
        raise NotImplementedError

    def json(self) -> str:
        """Write it for a program, on one line; every key is always present."""
        return msgspec.json.encode(self).decode() + "\n"


class CommandCaller(Struct, frozen=True):
    """The visitor who gave a command, and the connection to the host."""

    visitor: Visitor
    dialler: HostDialler

    def host(self) -> AbstractAsyncContextManager[Conversation]:
        """Open a conversation with the host."""
        return conversation(self.dialler, self.visitor)


_OPTIONS: Final = ("--json",)
"""The one option of every command."""

Run = Callable[[Sequence[str], CommandCaller], Awaitable[Document]]


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
