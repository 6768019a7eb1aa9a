"""The command ``admin``: what those who run the server may do, with their key and from anywhere."""

from collections.abc import Sequence

from protocol.administration import EVERYBODY_KNOWN, AdminCommand, AdminReply, checked_words
from protocol.language import N_
from server.fronts.allow_list import with_fingerprints
from server.fronts.page import safe
from server.fronts.ssh.commands.command import Command, CommandCaller, Document, expect
from server.fronts.ssh.commands.conversation import Misuse, Refusal
from server.fronts.ssh.public_address import PublicAddress

_NOT_DONE = "not_done"
_USAGE = "admin WORD ... -- WORD ..."


class AdminLines(Document, frozen=True):
    """What the host has answered."""

    lines: tuple[str, ...]

    def text(self, place: PublicAddress) -> str:
        """Write the lines as they are."""
        return "\n".join(self.lines) + "\n"


async def _admin(words: Sequence[str], caller: CommandCaller) -> Document:
    # As on the machine itself: what follows -- is no option, and an option before it is a slip of the hand.
    at = words.index("--") if "--" in words else len(words)
    if [*words] not in (["-h"], ["--help"]):
        expect([word for word in words[:at] if word != EVERYBODY_KNOWN], _USAGE, 0, at)
    try:
        checked = checked_words(with_fingerprints([*words[:at], *words[at + 1 :]]))
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
