"""Dispatches the messages of one authenticated client, within its rate limits."""

import asyncio
import time
from collections.abc import Callable
from functools import cache
from typing import Final

from msgspec import Struct

from protocol import messages
from protocol.absence import Resign
from protocol.administration import AdminCommand, AdminRequest, ReportPerson
from protocol.aio import ServerChannel
from protocol.archive import (
    ArchiveCommand,
    ArchiveRequest,
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
from protocol.identity import AccountCommand, ListKeys, UseCode
from protocol.language import sentence, speaking
from protocol.lobby import EnterLobby, LeaveLobby, ReadStatus, SayInLobby
from protocol.message import TableCommand, VisitCommand
from protocol.rankings import ReadRankings
from protocol.settings import KeepSettings
from protocol.talk import Say, SayPhrase
from protocol.tournaments import ListTournaments, ReadTournament, TournamentCommand, TournamentRequest
from server.host.accounts.desk import AccountDesk, keep_settings
from server.host.accounts.guests import LARGEST_ID
from server.host.accounts.naming import NOBODY
from server.host.archive.library import Library
from server.host.limits import COMMANDS, CONTACT_COST, HEAVY_COST, LIGHT_COST, REFUSALS, TokenBucket
from server.host.lobby.chat import words_of
from server.host.lobby.service import LobbyService
from server.host.moderation.moderation import Moderation
from server.host.navigation import Navigation
from server.host.services import HostServices
from server.host.session import Session
from server.host.tables.actor import TableActors
from server.host.tables.ledger import TROUBLE
from server.host.terms import Terms
from server.host.tournaments.desk import TournamentDesk
from server.rules.values import InvalidSetup
from server.storage.store import Account, StoreFault
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


def may_ask(account: Account, message: messages.FromClient) -> bool:
    """Return True if the account may send this message: every account may send all, NOBODY only some."""
    return account != NOBODY or isinstance(message, _ASKING)


class Desks(Struct, frozen=True):
    """Those who answer what is not about tables; the same for all connections."""

    account: Callable[[Session, Terms], AccountDesk]
    """Opens the desk of one connection."""

    tournaments: TournamentDesk
    moderation: Moderation


class ClientConnection:
    """An authenticated connection: at one table or at none."""

    # A host has thousands of them.
    __slots__ = (
        "_account_desk",
        "_actors",
        "_commands",
        "_desks",
        "_directory",
        "_library",
        "_lobby",
        "_loop",
        "_navigation",
        "_refusals",
        "_services",
        "_session",
        "_terms",
        "last",
    )

    def __init__(
        self,
        services: HostServices,
        lobby: LobbyService,
        actors: TableActors,
        session: Session,
        terms: Terms,
        desks: Desks,
    ) -> None:
        self._services = services
        self._lobby = lobby
        self._directory = lobby.directory
        self._actors = actors
        self._session = session
        self._terms = terms
        self._library: Library | None = None
        self._desks = desks
        self._account_desk: AccountDesk | None = None
        """The desk of this connection once it has asked for something; most never do."""
        self.last = 0
        """The greatest command id so far."""
        self._navigation = Navigation(services, lobby.directory, actors, session, terms)
        self._loop = asyncio.get_running_loop()
        now = self._loop.time()
        self._commands = TokenBucket(COMMANDS, now)
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
            self._services.meters.answers.observe(time.perf_counter() - began)

    def stand(self) -> None:
        """Show others where this connection is, unless it only reads."""
        passport = self._terms.passport
        if passport is None or not passport.looks:
            self._lobby.place(self._session, self._navigation.table)

    async def leave(self) -> None:
        """Leave the table, also one that has not answered yet; the player keeps the seat."""
        if self._library is not None:
            self._library.close()
        await self._navigation.leave()

    async def _take(self, message: messages.FromClient) -> None:
        """Answer a message, or refuse it if it exceeds the rate limit or needs an account."""
        # The channel refuses a second greeting, so none arrives here.
        assert not isinstance(message, messages.Hello)
        cost = cost_of(message)
        if isinstance(message, messages.ReadTable | messages.LeaveTable | Resign) and self._actors.awake(
            read_code(message.table)
        ):
            cost = 1.0
        if not self._in_time(cost, message.id) or not self._counts(message):
            return
        if not may_ask(self._session.account, message):
            self._session.refuse(
                message.id, ErrorCode.NAME_NEEDED, sentence("you are new here: come again with a name to play")
            )
            return
        try:
            await self._answer(message)
            self.stand()
        except StoreFault:
            self._session.refuse(message.id, ErrorCode.SERVER_FAULT, TROUBLE)

    def _counts(self, message: messages.FromClient) -> bool:
        """Count the id of a command, a ping aside; refuse one that is too great."""
        if isinstance(message, messages.Ping | messages.Hello):
            return True
        if message.id > LARGEST_ID:
            self._session.refuse(message.id, ErrorCode.INVALID_MESSAGE, _TOO_GREAT)
            return False
        self.last = max(self.last, message.id)
        return True

    async def _answer(self, message: messages.FromClient) -> None:
        match message:
            case messages.Ping() | messages.ListTables() | messages.ReadRules():
                self._answer_at_once(message)
            case VisitCommand():
                await self._navigation.go(message)
            case ArchiveCommand() | ReadDaily():
                await self._look_up(message)
            case TableCommand():
                await self._navigation.ask(message)
            case Say() | SayPhrase() | SayInLobby():
                await self._say(message)
            case EnterLobby() | LeaveLobby() | ReadStatus():
                await self._lobby.answer(self._session, message)
            case AccountCommand():
                await self._at_account_desk(message)
            case TournamentCommand() | AdminCommand() | ReportPerson():
                await self._pass_on(message)
            case KeepSettings():
                self._session.say(await keep_settings(self._services.store, self._session, message))

    async def _at_account_desk(self, message: AccountCommand) -> None:
        if self._account_desk is None:
            self._account_desk = self._desks.account(self._session, self._terms)
        await self._account_desk.answer(message)

    async def _pass_on(self, message: TournamentRequest | AdminRequest) -> None:
        if isinstance(message, AdminCommand | ReportPerson):
            await self._desks.moderation.answer(self._session, self._terms, message, self._navigation.table)
        else:
            await self._desks.tournaments.answer(self._session, message)

    async def _look_up(self, message: ArchiveRequest | ReadRankings | ReadDaily) -> None:
        if isinstance(message, ReadDaily):
            await self._navigation.daily.read(message)
        else:
            if self._library is None:
                self._library = Library(self._services, self._session)
            await self._library.answer(message)

    def _answer_at_once(self, message: messages.Ping | messages.ListTables | messages.ReadRules) -> None:
        match message:
            case messages.Ping(id):
                self._session.say(messages.Pong(id))
            case messages.ListTables(id):
                self._session.say(messages.Tables(id, self._directory.list_for(self._session.account.id)))
            case messages.ReadRules():
                self._read_rules(message)

    async def _say(self, message: Say | SayPhrase | SayInLobby) -> None:
        """Pass on what a person says, at the table or in the lobby, within the limits of talk."""
        try:
            words_of(message)
            self._desks.moderation.check_talk(self._session.account, message.id)
            if self._terms.hurried:
                self._lobby.voices.check(self._session.account.id, message.id, self._loop.time())
            if isinstance(message, SayInLobby):
                await self._lobby.answer(self._session, message)
            else:
                await self._navigation.ask(message)
        except RemoteProtocolError as problem:
            self._session.refuse(message.id, problem.code, problem.text)

    def _read_rules(self, message: messages.ReadRules) -> None:
        game = self._services.games.get(message.setup.game)
        if game is None:
            self._session.refuse(message.id, ErrorCode.INVALID_SETUP, self._services.no_such_game(message.setup.game))
            return
        try:
            with speaking(message.language, catalogue):
                self._session.say(messages.Rules(message.id, game.rules(message.setup)))
        except InvalidSetup as problem:
            self._session.refuse(message.id, ErrorCode.INVALID_SETUP, str(problem))

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
