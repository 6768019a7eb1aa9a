"""Dispatches the messages of one authenticated client, within its rate limits."""

import asyncio
import time
from functools import cache
from typing import Final

from protocol import messages
from protocol.absence import Resign
from protocol.administration import AdminCommand, ReportPerson
from protocol.aio import ServerChannel
from protocol.archive import (
    ArchiveCommand,
    ListGames,
    ReadRecord,
    ReadReplay,
    ReadReview,
    ReadStatistics,
)
from protocol.catalogues import catalogue
from protocol.connection import ConnectionState
from protocol.contacts import ContactCommand
from protocol.daily import ReadDaily
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.identity import KeyCommand, ListKeys, Rename, Renamed, UseCode
from protocol.language import sentence, speaking
from protocol.lobby import EnterLobby, LeaveLobby, ReadStatus, SayInLobby
from protocol.message import TableCommand, VisitCommand
from protocol.rankings import ReadRankings
from protocol.settings import KeepSettings
from protocol.talk import Say, SayPhrase
from protocol.tournaments import ListTournaments, ReadTournament, TournamentCommand
from server.host.accounts.guests import LARGEST_ID
from server.host.accounts.naming import NOBODY
from server.host.accounts.profile import keep_settings
from server.host.limits import COMMANDS, CONTACT_COST, HEAVY_COST, LIGHT_COST, REFUSALS, TokenBucket
from server.host.lobby.chat import words_of
from server.host.navigation import Navigation
from server.host.parts import HostParts
from server.host.session import Session
from server.host.tables.ledger import TROUBLE
from server.host.terms import Terms
from server.rules.values import InvalidSetup
from server.storage.store import StoreFault
from server.tables.names import read_code

_HEAVY: Final = (VisitCommand, ArchiveCommand, ReadDaily, EnterLobby, KeepSettings, TournamentCommand, AdminCommand)


_TOO_GREAT: Final = sentence("the greatest command id is {id}: use a smaller one", id=LARGEST_ID)


def cost_of(message: messages.FromClient) -> float:
    """Return what a message costs of the command rate; one that may read, write or send much costs most."""
    if isinstance(message, messages.LeaveTable | Resign) and message.table:
        # The message may name another table than the one that the connection is at.
        return HEAVY_COST
    return _cost_of_kind(type(message))


@cache
def _cost_of_kind(kind: type[messages.FromClient]) -> float:
    if issubclass(kind, messages.Ping):
        return LIGHT_COST
    if issubclass(kind, ContactCommand | ReportPerson):
        return CONTACT_COST
    return HEAVY_COST if issubclass(kind, _HEAVY) else 1.0


_ASKING: Final = (
    messages.Ping,
    messages.ListTables,
    messages.ReadRules,
    messages.ReadTable,
    ListGames,
    ReadRecord,
    ReadReplay,
    ReadReview,
    ListKeys,
    UseCode,
    EnterLobby,
    LeaveLobby,
    ReadStatistics,
    ListTournaments,
    ReadTournament,
    ReadRankings,
    ReadDaily,
    ReadStatus,
)
"""What a client without an account may send."""


class ClientConnection:
    """An authenticated connection: at one table or at none."""

    # A host has thousands of them.
    __slots__ = ("_commands", "_loop", "_navigation", "_parts", "_refusals", "_session", "_terms", "last")

    def __init__(self, parts: HostParts, session: Session, terms: Terms) -> None:
        self._parts = parts
        self._session = session
        self._terms = terms
        self.last = 0
        """The greatest command id so far."""
        self._navigation = Navigation(parts.services, parts.actors, parts.daily, session, terms)
        self._loop = asyncio.get_running_loop()
        self._commands = TokenBucket(COMMANDS, self._loop.time())
        self._refusals: TokenBucket | None = None

    async def run(self, channel: ServerChannel) -> None:
        """Answer messages until the connection ends or breaks the protocol."""
        while True:
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
            began = time.perf_counter()
            await self._take(message)
            self._parts.services.meters.answers.observe(time.perf_counter() - began)

    def stand(self) -> None:
        """Show others where this connection is, unless it only reads."""
        passport = self._terms.passport
        if passport is None or not passport.looks:
            self._parts.lobby.place(self._session, self._navigation.table)

    async def leave(self) -> None:
        """Leave the table, also one that has not answered yet; the player keeps the seat."""
        self._parts.library.leave(self._session)
        await self._navigation.leave()

    async def _take(self, message: messages.FromClient) -> None:
        """Answer a message, or refuse it if it exceeds the rate limit or needs an account."""
        # The channel refuses a second greeting, so none arrives here.
        assert not isinstance(message, messages.Hello)
        cost = cost_of(message)
        if isinstance(message, messages.ReadTable | messages.LeaveTable | Resign) and self._parts.actors.awake(
            read_code(message.table)
        ):
            cost = 1.0
        if not self._in_time(cost, message.id):
            return
        try:
            self._check(message)
            answer = await self._answer(message)
        except RemoteProtocolError as problem:
            self._session.refuse(message.id, problem.code, problem.text)
        except StoreFault:
            self._session.refuse(message.id, ErrorCode.SERVER_FAULT, TROUBLE)
        else:
            if answer is not None:
                self._session.say(answer)
        self.stand()

    def _check(self, message: messages.FromClient) -> None:
        """Check the id of a command, a ping aside, and that the account may send it."""
        if not isinstance(message, messages.Ping | messages.Hello):
            if message.id > LARGEST_ID:
                raise RemoteProtocolError(ErrorCode.INVALID_MESSAGE, _TOO_GREAT)
            self.last = max(self.last, message.id)
        if self._session.account == NOBODY and not isinstance(message, _ASKING):
            text = sentence("you are new here: come again with a name to play")
            raise RemoteProtocolError(ErrorCode.NAME_NEEDED, text)

    async def _answer(self, message: messages.FromClient) -> messages.FromServer | None:
        """Return the answer to a message; None if a table answers, or it comes later."""
        parts, session = self._parts, self._session
        match message:
            case TableCommand():
                await self._navigation.ask(message)
            case VisitCommand():
                await self._navigation.go(message)
            case messages.Ping(id):
                return messages.Pong(id)
            case messages.ListTables(id):
                return messages.Tables(id, parts.lobby.directory.list_for(session.account.id))
            case messages.ReadRules():
                return self._rules(message)
            case ReadDaily():
                return await parts.daily.page(session.account.id, message, alone=self._terms.alone)
            case ArchiveCommand():
                return await parts.library.answer(session, message)
            case Say() | SayPhrase() | SayInLobby():
                return await self._talk(message)
            case EnterLobby() | LeaveLobby() | ReadStatus():
                return await parts.lobby.answer(session, message)
            case _:
                return await self._administer(message)
        return None

    async def _administer(self, message: messages.FromClient) -> messages.FromServer | None:
        """Return the answer to a message about accounts, tournaments, or the server itself."""
        parts, session = self._parts, self._session
        match message:
            case KeyCommand():
                answer = await parts.keyring.answer(session, message)
                # A code may have given the connection an account.
                await parts.blocks.come(session)
                return answer
            case ContactCommand():
                return await parts.contacts.answer(session.account, message)
            case Rename(id, name):
                return Renamed(id, await parts.renaming.rename(session.account, name))
            case KeepSettings():
                return await keep_settings(parts.services.store, session, message)
            case ReportPerson():
                return await parts.moderation.report(session, message, self._navigation.table)
            case AdminCommand():
                return await parts.moderation.answer(session, self._terms, message)
            case TournamentCommand():
                return await parts.tournaments.answer(session.account, message)
        return None

    async def _talk(self, message: Say | SayPhrase | SayInLobby) -> messages.FromServer | None:
        """Pass on what a person says, at the table or in the lobby, within the limits of talk."""
        words_of(message)
        self._parts.moderation.check_talk(self._session.account)
        account = self._session.account.id
        if self._terms.hurried and not self._parts.lobby.remarks.take(account, 1.0, self._loop.time()):
            text = sentence("you talk too fast: wait a few seconds, then say it again")
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        if isinstance(message, SayInLobby):
            return await self._parts.lobby.answer(self._session, message)
        await self._navigation.ask(message)
        return None

    def _rules(self, message: messages.ReadRules) -> messages.Rules:
        game = self._parts.services.game(message.setup.game)
        try:
            with speaking(message.language, catalogue):
                return messages.Rules(message.id, game.rules(message.setup))
        except InvalidSetup as problem:
            raise RemoteProtocolError(ErrorCode.INVALID_SETUP, str(problem)) from None

    def _in_time(self, cost: float, id: int | None) -> bool:
        """Return True if a message is within the rate limit; otherwise refuse it."""
        now = self._loop.time()
        if not self._terms.hurried or self._commands.take(cost, now):
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
