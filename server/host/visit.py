"""What one connection asks, from its welcome to its end; requests are taken one by one, so nothing piles up."""

import asyncio

from msgspec.structs import replace

from protocol.aio import ServerChannel
from protocol.archive import ListGames, ReadRecord
from protocol.connection import State
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.identity import ListKeys, NameKey, OfferKey, RevokeKey, UseCode
from protocol.messages import (
    Act,
    Begin,
    Continue,
    FromClient,
    Hello,
    JoinTable,
    LeaveTable,
    ListTables,
    OpenTable,
    Ping,
    Pong,
    Refused,
    Tables,
    WatchTable,
)
from protocol.reading import ReadRules, ReadTable, Rules
from server.host.asking import AtOwnTable, cause_of
from server.host.bucket import Bucket
from server.host.cost import cost_of
from server.host.house import House
from server.host.library import Library
from server.host.limits import (
    COMMANDS_AT_ONCE,
    COMMANDS_PER_SECOND,
    REFUSALS_AT_ONCE,
    REFUSALS_PER_SECOND,
    TABLES,
    TABLES_OF_ONE,
)
from server.host.lobby import Lobby
from server.host.locksmith import Locksmith
from server.host.nobody import may_ask
from server.host.room import Room
from server.host.rooms import Rooms
from server.host.seeking import Seeking
from server.host.session import Session
from server.host.terms import Terms
from server.rules.game import InvalidSetup
from server.storage.store import StoreFault
from server.tables.words import read_code


class Visit:
    """A welcome connection: at no table or at one."""

    def __init__(
        self, house: House, lobby: Lobby, rooms: Rooms, session: Session, terms: Terms, locksmith: Locksmith
    ) -> None:
        """Begin at no table."""
        self._house = house
        self._lobby = lobby
        self._rooms = rooms
        self._session = session
        self._terms = terms
        self._library = Library(house, session)
        self._locksmith = locksmith
        self.last = 0
        """The greatest command id so far."""
        self._room: Room | None = None
        self._entering: Room | None = None
        now = asyncio.get_running_loop().time()
        self._commands = Bucket(COMMANDS_PER_SECOND, COMMANDS_AT_ONCE, now)
        self._seeking = Seeking(lobby, rooms, now)
        self._refusals = Bucket(REFUSALS_PER_SECOND, REFUSALS_AT_ONCE, now)

    async def run(self, channel: ServerChannel) -> None:
        """Answer until the connection ends or breaks the rules."""
        while True:
            try:
                message = await channel.receive()
            except RemoteProtocolError as problem:
                if channel.state is not State.OPEN:
                    self._session.part(problem.code.value, problem.text)
                    return
                if self._in_time(1.0, problem.id):
                    self._refuse(problem.id, problem.code, problem.text)
                continue
            if message is None:
                return
            await self._take(message)

    async def leave(self) -> None:
        """Give up the place at the table, also at one whose answer was not waited for; the seat stays."""
        for room in (self._room, self._entering):
            if room is not None:
                await room.lose(self._session)
        self._room = self._entering = None

    async def _take(self, message: FromClient) -> None:
        """Answer a message, if they do not come too fast."""
        # A second greeting does not come this far: the connection refuses it.
        assert not isinstance(message, Hello)
        self.last = max(self.last, message.id)
        awake = isinstance(message, ReadTable) and self._rooms.awake(read_code(message.table))
        if not self._in_time(1.0 if awake else cost_of(message), message.id):
            return
        if not may_ask(self._session.account, message):
            self._refuse(message.id, ErrorCode.NAME_NEEDED, "you are new here: come again with a name to play")
            return
        try:
            await self._answer(message)
        except StoreFault:
            self._refuse(message.id, ErrorCode.SERVER_FAULT, "the server cannot use its store now: try again later")

    async def _answer(self, message: FromClient) -> None:
        """Answer a message."""
        match message:
            case Ping(id):
                self._session.say(Pong(id))
            case ListTables(id):
                self._session.say(Tables(id, self._lobby.list_for(self._session.account.id)))
            case ReadRules():
                self._read_rules(message)
            case OpenTable():
                await self._open(message)
            case ReadTable() | JoinTable() | WatchTable():
                await self._seek(replace(message, table=read_code(message.table)))
            case ListGames() | ReadRecord():
                await self._library.answer(message)
            case LeaveTable() | Begin() | Continue() | Act():
                await self._ask(message)
            case ListKeys() | NameKey() | RevokeKey() | OfferKey() | UseCode():
                await self._locksmith.answer(message)

    def _read_rules(self, message: ReadRules) -> None:
        """Give the rules of a setup in words."""
        game = self._house.games.get(message.setup.game)
        if game is None:
            self._refuse(message.id, ErrorCode.INVALID_SETUP, self._no_such_game(message.setup.game))
            return
        try:
            self._session.say(Rules(message.id, game.rules(message.setup)))
        except InvalidSetup as problem:
            self._refuse(message.id, ErrorCode.INVALID_SETUP, str(problem))

    async def _open(self, message: OpenTable) -> None:
        """Make a table, or come back to it where the same command made it before."""
        account = self._session.account.id
        cause = cause_of(account, message)
        made = self._lobby.made_by_command(cause)
        if made is not None:
            await self._enter(self._rooms.room(made), JoinTable(message.id, made))
        elif message.setup.game not in self._house.games:
            self._refuse(message.id, ErrorCode.INVALID_SETUP, self._no_such_game(message.setup.game))
        elif message.seed and not self._terms.seeds:
            text = "deals cannot be repeatable here: leave the seed out, or play offline"
            self._refuse(message.id, ErrorCode.INVALID_SETUP, text)
        elif self._terms.hurried and self._lobby.made_by_account(account) >= TABLES_OF_ONE:
            text = f"you have {TABLES_OF_ONE} unfinished tables: finish one of them first"
            self._refuse(message.id, ErrorCode.TOO_MANY, text)
        elif self._terms.hurried and len(self._lobby) >= TABLES:
            self._refuse(message.id, ErrorCode.TOO_MANY, "the server has no room for another table: join one")
        else:
            code = self._lobby.in_doubt(cause) or await self._lobby.fresh_code()
            await self._enter(self._rooms.room(code), message)

    async def _seek(self, message: ReadTable | JoinTable | WatchTable) -> None:
        """Go to a table, or look at it, by its code."""
        now = asyncio.get_running_loop().time()
        if self._terms.hurried and not self._seeking.allows(self._session.account.id, message.table, now):
            text = "too many codes that no table has: look at the list, or wait a minute and read the code again"
            self._refuse(message.id, ErrorCode.TOO_MANY, text)
            return
        room = self._rooms.room(message.table)
        if isinstance(message, ReadTable):
            await room.ask(self._session, message)
        else:
            await self._enter(room, message)

    async def _enter(self, room: Room, message: OpenTable | JoinTable | WatchTable) -> None:
        """Go to a table; the one before is left as by a lost connection."""
        self._entering = room
        await room.ask(self._session, message)
        self._entering = None
        if self._session not in room:
            return
        before, self._room = self._room, room
        if before is not None and before is not room:
            await before.lose(self._session)

    async def _ask(self, message: AtOwnTable) -> None:
        """Ask the table that the connection is at."""
        if self._room is None or self._session not in self._room:
            self._refuse(message.id, ErrorCode.NOT_SEATED, "you are at no table: open or join one first")
            return
        await self._room.ask(self._session, message)
        if self._session not in self._room:
            self._room = None

    def _in_time(self, cost: float, id: int | None) -> bool:
        """Say whether a message may be answered now, and refuse it if it came too fast."""
        now = asyncio.get_running_loop().time()
        if not self._terms.hurried or self._commands.take(cost, now):
            return True
        if not self._refusals.take(1.0, now):
            self._session.part(ErrorCode.TOO_MANY.value, "far too many commands: come back and send fewer")
        text = f"at most {COMMANDS_PER_SECOND:.0f} commands a second: wait a moment and repeat it"
        self._refuse(id, ErrorCode.TOO_MANY, text)
        return False

    def _refuse(self, id: int | None, code: ErrorCode, text: str) -> None:
        """Say why not."""
        self._session.say(Refused(id, code, text))

    def _no_such_game(self, name: str) -> str:
        """Say which games there are."""
        return f"there is no game {name!r} here: choose among {', '.join(self._house.games)}"
