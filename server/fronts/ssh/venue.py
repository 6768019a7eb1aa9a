"""What all sessions of one front share."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Errand, Join, Watch
from chwech_tui.link import Identity
from server.fronts.ssh.admission import Admission
from server.fronts.ssh.line import Line
from server.fronts.ssh.memory import Memory
from server.fronts.ssh.request import Look, Seat
from server.fronts.ssh.terminal import Terminal
from server.fronts.ssh.visitor import Visitor

if TYPE_CHECKING:
    from server.fronts.ssh.session import Session

PLACE: Final = "this server"
"""What the server is called on its own screens: nobody has told it its name."""

INVITATION: Final = "ssh -t chwech@HOST {code}"
"""The command by which others come: they know the host as the visitor does."""


class Venue:
    """One front, as its sessions know it."""

    def __init__(self, line: Line, memory: Memory) -> None:
        """Begin with nobody here.

        Args:
            line: the way to the host.
            memory: keeps the process tidy.
        """
        self.line: Final = line
        """The way to the host."""
        self.memory: Final = memory
        """Keeps the process tidy."""
        self.admission: Final = Admission()
        """Says whose app begins next."""
        self.sessions: Final[set[Session]] = set()
        """Everybody who is here."""
        self.tasks: Final[set[asyncio.Task[None]]] = set()
        """What is done for them, and for those who have just gone."""

    def app(self, visitor: Visitor, terminal: Terminal, errand: Errand) -> ChwechApp:
        """Make the app of a visitor."""
        return ChwechApp(partial(self.line.dial, visitor), errand, Identity(), terminal.palette)

    async def close(self, words: str, seconds: float) -> None:
        """End all sessions, with these words on their terminals."""
        for session in tuple(self.sessions):
            session.close(words)
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=seconds)


def errand_of(wish: Seat | Look | None) -> Errand:
    """Give what an app is started for; nothing wished for is the lobby."""
    match wish:
        case Look(table=table):
            return Watch(PLACE, table, INVITATION)
        case Seat(table=table):
            return Join(PLACE, table, INVITATION)
        case None:
            return Join(PLACE, "", INVITATION)
