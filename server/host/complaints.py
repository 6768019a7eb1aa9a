"""Complaints: plays of bots that people find stupid, kept for those who run the server, who can make positions of them.

What is kept is the record up to the play, which holds the cards of all seats: it is for the host alone, in a store that
knows them anyway.
"""

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Raw, Struct, json
from msgspec.structs import replace

from games.kit.records import run_at, up_to
from games.kit.run import Run
from protocol.archive import Complain
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.messages import Accepted
from server.host.archive import Library
from server.host.limits import HEAVY_COST, Rate, TokenBucket, TokenBuckets
from server.host.services import HostServices
from server.host.session import Handler, Handlers, Session

KIND: Final = "complaint"  # The kind of such a report in the store.
KEPT: Final = 1000  # The newest complaints, which are kept.
OF_ONE: Final = Rate(1 / 30, 5.0)  # Complaints of one account.
OF_ALL: Final = Rate(1 / 5, 40.0)  # Complaints of everyone together: what is kept is not to be washed away.


class Complaint(Struct, frozen=True, omit_defaults=True):
    """A play of a bot, as it is kept."""

    record: Raw
    """The record of the game up to the play: its last deal is not finished."""
    seat: int
    bot: str
    """Its level and temper, as in ``steady:bold``."""
    choice: str
    by: str = ""
    at: float = 0.0
    table: str = ""
    game: int = 0
    """The number of the finished game; 0 at a table."""


def complaint(run: Run, seat: int, bot: str, choice: str) -> Complaint:
    """Return a complaint about what a seat has chosen next."""
    return Complaint(Raw(up_to(run)), seat, bot, choice)


class Complaints:
    """Takes complaints."""

    def __init__(
        self,
        services: HostServices,
        library: Library,
        table_of: Callable[[Session], str],
        lately: Callable[[str, int], Awaitable[Complaint | None]],
    ) -> None:
        """``lately`` returns the last play of a bot at a table up to an event."""
        self._services, self._library, self._table_of, self._lately = services, library, table_of, lately
        self._of_one, self._of_all = TokenBuckets(OF_ONE), TokenBucket(OF_ALL, asyncio.get_running_loop().time())
        self.handlers: Handlers = {Complain: Handler(self._complain, HEAVY_COST, nameless=True)}

    async def _complain(self, session: Session, message: Complain) -> Accepted:
        table, now = self._table_of(session), asyncio.get_running_loop().time()
        if not self._of_one.take(session.account.id, 1.0, now) or not self._of_all.take(1.0, now):
            raise RemoteProtocolError(ErrorCode.TOO_MANY, sentence("that is much at once: wait a minute"))
        found = await self._of_game(session, message) if message.game else None
        if not message.game and table:
            found = await self._lately(table, message.seq)
        if found is None:
            raise RemoteProtocolError(ErrorCode.NOT_NOW, sentence("no bot has played lately"))
        kept = replace(found, by=session.account.name, at=self._services.outside.now(), table=table, game=message.game)
        await self._services.store.keep_report(zlib.compress(json.encode(kept)), KEPT, KIND)
        return Accepted(message.id, 0)

    async def _of_game(self, session: Session, message: Complain) -> Complaint | None:
        record, seat, choice, bot = await self._library.bot_asked(session, message)
        run = run_at(record, message.deal, message.turn - 1, self._services.games)
        return complaint(run, seat, bot, choice) if run is not None else None
