"""Dispatches the messages of one authenticated client, within its rate limits."""

import asyncio
import time
from typing import Final

from msgspec import Struct

from protocol import messages
from protocol.absence import Resign
from protocol.aio import ServerChannel
from protocol.connection import ConnectionState
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.lobby import SayInLobby
from protocol.message import TableCommand, VisitCommand
from protocol.talk import Say, SayPhrase
from server.host.accounts.guests import LARGEST_ID
from server.host.accounts.naming import NOBODY
from server.host.daily.desk import DailyDesk
from server.host.limits import COMMANDS, HEAVY_COST, LIGHT_COST, REFUSALS, TokenBucket
from server.host.lobby.service import LobbyService
from server.host.moderation.moderation import Moderation
from server.host.navigation import Navigation
from server.host.services import HostServices
from server.host.session import Handler, Handlers, Session
from server.host.tables.actor import TableActors
from server.host.tables.ledger import TROUBLE
from server.storage.store import StoreFault
from server.tables.names import read_code

_TOO_GREAT: Final = sentence("the greatest command id is {id}: use a smaller one", id=LARGEST_ID)


class HostParts(Struct, frozen=True):
    """What all connections share."""

    services: HostServices
    actors: TableActors
    lobby: LobbyService
    daily: DailyDesk
    moderation: Moderation
    handlers: Handlers
    """What answers the messages that are not for tables."""


async def _pong(_session: Session, message: messages.Ping) -> messages.Pong:
    return messages.Pong(message.id)


PING: Final[Handlers] = {messages.Ping: Handler(_pong, LIGHT_COST, nameless=True)}


class ClientConnection:
    """An authenticated connection: at one table or at none."""

    # A host has thousands of them.
    __slots__ = ("_commands", "_loop", "_navigation", "_parts", "_refusals", "_session", "last")

    def __init__(self, parts: HostParts, session: Session) -> None:
        self._parts = parts
        self._session = session
        self.last = 0
        """The greatest command id so far."""
        self._navigation = Navigation(parts.services, parts.actors, parts.daily, session)
        self._loop = asyncio.get_running_loop()
        self._commands = TokenBucket(COMMANDS, self._loop.time())
        self._refusals: TokenBucket | None = None

    async def run(self, channel: ServerChannel) -> None:
        """Answer messages until the connection ends or breaks the protocol."""
        while not self._session.over:
            try:
                message = await channel.receive()
            except RemoteProtocolError as problem:
                if channel.state is not ConnectionState.OPEN:
                    self._session.part(problem.code.value, problem.text)
                    return
                if self._in_time(1.0, problem.id):
                    self._session.refuse(problem.id, problem.code, problem.text)
                continue
            # A client that was sent away may be slow to read its goodbye: what it still sends is ignored.
            if message is None or self._session.ending:
                return
            began, self._session.busy = time.perf_counter(), True
            await self._take(message)
            self._session.busy = False
            self._parts.services.meters.answers.observe(time.perf_counter() - began)

    def stand(self) -> None:
        """Show others where this connection is, unless it only reads."""
        passport = self._session.terms.passport
        if passport is None or not passport.looks:
            self._parts.lobby.place(self._session, self._navigation.table)

    async def leave(self) -> None:
        """Leave the table, also one that has not answered yet; the player keeps the seat."""
        await self._navigation.leave()

    async def _take(self, message: messages.FromClient) -> None:
        """Answer a message, or refuse it if it exceeds the rate limit or needs an account."""
        # The channel refuses a second greeting, so none arrives here.
        assert not isinstance(message, messages.Hello)
        handler = self._parts.handlers.get(type(message))
        if not self._in_time(self._cost_of(message) if handler is None else handler.cost, message.id):
            return
        try:
            self._check(message, handler)
            if handler is None:
                await self._go(message)
            elif (answer := await handler.answer(self._session, message)) is not None:
                self._session.say(answer)
        except RemoteProtocolError as problem:
            self._session.refuse(message.id, problem.code, problem.text)
        except StoreFault:
            self._session.refuse(message.id, ErrorCode.SERVER_FAULT, TROUBLE)
        self.stand()

    def _cost_of(self, message: messages.FromClient) -> float:
        """Return what a message to a table costs of the command rate: much where one has to be read or written."""
        if isinstance(message, messages.ReadTable | messages.LeaveTable | Resign) and message.table:
            # It may name another table than the one that the connection is at.
            return 1.0 if self._parts.actors.awake(read_code(message.table)) else HEAVY_COST
        return HEAVY_COST if isinstance(message, VisitCommand) else 1.0

    def _check(self, message: messages.FromClient, handler: Handler | None) -> None:
        """Check the id of a command, a ping aside, and that the account may send it now."""
        if not isinstance(message, messages.Ping | messages.Hello):
            if message.id > LARGEST_ID:
                raise RemoteProtocolError(ErrorCode.INVALID_MESSAGE, _TOO_GREAT)
            self.last = max(self.last, message.id)
        nameless = isinstance(message, messages.ReadTable) if handler is None else handler.nameless
        if not nameless and self._session.account == NOBODY:
            text = sentence("you are new here: come again with a name to play")
            raise RemoteProtocolError(ErrorCode.NAME_NEEDED, text)
        if isinstance(message, Say | SayPhrase | SayInLobby):
            self._parts.moderation.check_talk(self._session, message)

    async def _go(self, message: messages.FromClient) -> None:
        """Pass a message on to the table that it is for, which answers it."""
        if isinstance(message, TableCommand | Say | SayPhrase):
            await self._navigation.ask(message)
        elif isinstance(message, VisitCommand):
            await self._navigation.go(message)

    def _in_time(self, cost: float, id: int | None) -> bool:
        """Return True if a message is within the rate limit; otherwise refuse it."""
        now = self._loop.time()
        if not self._session.terms.hurried or self._commands.take(cost, now):
            return True
        if self._refusals is None:
            self._refusals = TokenBucket(REFUSALS, now)
        if not self._refusals.take(1.0, now):
            self._session.part(
                ErrorCode.TOO_MANY.value, sentence("far too many commands: connect again, and send fewer")
            )
        text = sentence("at most {n} commands a second: wait a moment and repeat it", n=f"{COMMANDS.per_second:.0f}")
        self._session.refuse(id, ErrorCode.TOO_MANY, text)
        return False
