"""The command ``status``: what everybody may know of the server."""

from collections.abc import Sequence

from protocol.language import N_
from protocol.lobby import ReadStatus, ServerStatus
from server.fronts.ssh.commands.command import Command, CommandCaller, Document, expect
from server.fronts.ssh.public_address import PublicAddress
from server.fronts.status_page import status_json, status_lines

_USAGE = "status [--json]"


class StatusFound(Document, frozen=True):
    """How the server is."""

    status: ServerStatus

    def text(self, place: PublicAddress) -> str:
        """Return the page."""
        return "\n".join([*status_lines(self.status), ""])

    def json(self) -> str:
        """Write it for a program, on one line; every key is always present."""
        return status_json(self.status)


async def _run(words: Sequence[str], caller: CommandCaller) -> Document:
    expect(words, _USAGE, 0, 0)
    async with caller.host() as host:
        return StatusFound(await host.ask(ReadStatus, ServerStatus))


STATUS = Command((_USAGE,), N_("how many are here and play, and since when the server is up"), _run)
