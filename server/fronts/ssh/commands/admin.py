"""The command ``admin``: what those who run the server may do, with their key and from anywhere."""

from collections.abc import Sequence

from protocol.administration import AdminCommand, AdminReply, checked_words
from protocol.language import N_
from server.fronts.page import safe
from server.fronts.ssh.commands.command import Command, CommandCaller, Document
from server.fronts.ssh.commands.conversation import Misuse, Refusal
from server.fronts.ssh.public_address import PublicAddress

_NOT_DONE = "not_done"


class AdminLines(Document, frozen=True):
    """What the host has answered."""

    lines: tuple[str, ...]

    def text(self, place: PublicAddress) -> str:
        """Write the lines as they are."""
        return "\n".join(self.lines) + "\n"


async def _admin(words: Sequence[str], caller: CommandCaller) -> Document:
    try:
        checked = checked_words(words)
    except ValueError as problem:
        raise Misuse(str(problem)) from None
    async with caller.host() as host:
        reply = await host.ask(lambda number: AdminCommand(number, checked), AdminReply)
    if reply.refused:
        raise Refusal(_NOT_DONE, "; ".join(reply.lines))
    return AdminLines(tuple(map(safe, reply.lines)))


ADMIN: Command = Command(
    ("admin [WORD ...]",),
    N_("for those who run the server: who is here, bans, reports, …"),
    _admin,
)
