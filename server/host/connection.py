"""One authenticated connection: its messages, within their limits, and the table that it is at."""

import asyncio
import time
from collections.abc import Awaitable
from itertools import islice
from typing import Final

from msgspec.structs import replace

from protocol import messages
from protocol.aio import ServerChannel
from protocol.connection import ConnectionState
from protocol.daily import PlayDaily
from protocol.errors import ErrorCode, RemoteProtocolError, denial
from protocol.language import sentence
from protocol.lobby import NewsItem, NewsKind, SayInLobby
from protocol.message import VisitCommand
from protocol.messages import JoinTable, LeaveTable, OpenTable, WatchTable
from protocol.people import SayTo
from protocol.table import QuickTable, Rematch, Resign, SayAtTable
from server.host.accounts import LARGEST_ID, SeatWish, check_seat
from server.host.daily import DailyDesk
from server.host.directory import TROUBLE
from server.host.limits import COMMANDS, GUESSES, HEAVY_COST, LIGHT_COST, REFUSALS, TokenBucket
from server.host.moderation import Moderation
from server.host.session import NOBODY, Handler, Handlers, Session
from server.host.table_actor import TableActor
from server.storage.store import StoreFault
from server.tables.chairs import taken
from server.tables.commands import SeatedMessage
from server.tables.log import cause_of
from server.tables.names import read_code
from server.tables.seating import DAILY_GAME, Sequel

TRIES: Final = 5  # Tables that a quick search tries before it creates a new one.


_TOO_GREAT: Final = sentence("the greatest command id is {id}: use a smaller one", id=LARGEST_ID)


async def _pong(_session: Session, message: messages.Ping) -> messages.Pong:
    return messages.Pong(message.id)


PING: Final[Handlers] = {messages.Ping: Handler(_pong, LIGHT_COST, nameless=True)}


class ClientConnection:
    """An authenticated connection: at no table, or at the last one that let it in.

    What is refused here is raised as a ``RemoteProtocolError``; what a table refuses it says to the connection itself.
    """

    # A host has thousands of them.
    __slots__ = (
        *("_actor", "_actors", "_commands", "_daily", "_directory", "_entering", "_guesses", "_handlers", "_loop"),
        *("_moderation", "_refusals", "_services", "_session", "last"),
    )

    def __init__(self, moderation: Moderation, daily: DailyDesk, handlers: Handlers, session: Session) -> None:
        """Begin at no table; ``handlers`` answer the messages that are not for tables."""
        self._moderation = moderation
        self._services = moderation.services
        self._actors = moderation.actors
        self._directory = moderation.actors.directory
        self._daily = daily
        self._handlers = handlers
        self._session = session
        self.last = 0  # The greatest command id so far.
        self._actor: TableActor | None = None
        self._entering: TableActor | None = None
        self._guesses: TokenBucket | None = None
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
            self._services.meters.answers.observe(time.perf_counter() - began)

    def stand(self) -> None:
        """Show others where this connection is, unless it only reads."""
        passport = self._session.terms.passport
        if passport is None or not passport.looks:
            self._moderation.lobby.place(self._session, self.table)

    async def _take(self, message: messages.FromClient) -> None:
        """Answer a message, or refuse it if it exceeds the rate limit or needs an account."""
        # The channel refuses a second greeting, so none arrives here.
        assert not isinstance(message, messages.Hello)
        handler = self._handlers.get(type(message))
        if not self._in_time(self._cost_of(message) if handler is None else handler.cost, message.id):
            return
        try:
            self._check(message, handler)
            if handler is not None:
                if (answer := await handler.answer(self._session, message)) is not None:
                    self._session.answer(answer)
            elif isinstance(message, VisitCommand):
                await self._visit(message)
            elif isinstance(message, SeatedMessage | SayAtTable):
                await self._ask(message)
        except RemoteProtocolError as problem:
            self._session.refuse(message.id, problem.code, problem.text)
        except StoreFault:
            self._session.refuse(message.id, ErrorCode.SERVER_FAULT, TROUBLE)
        self.stand()

    def _cost_of(self, message: messages.FromClient) -> float:
        """Return what a message to a table costs of the command rate: much where one has to be read or written."""
        if isinstance(message, messages.ReadTable | messages.LeaveTable | Resign) and message.table:
            # It may name another table than the one that the connection is at.
            return 1.0 if self._actors.awake(read_code(message.table)) else HEAVY_COST
        return HEAVY_COST if isinstance(message, VisitCommand) else 1.0

    def _check(self, message: messages.FromClient, handler: Handler | None) -> None:
        """Check the id of a command, a ping aside, and that the account may send it now."""
        if not isinstance(message, messages.Ping | messages.Hello):
            if message.id > LARGEST_ID:
                raise RemoteProtocolError(ErrorCode.INVALID_MESSAGE, _TOO_GREAT)
            self.last = max(self.last, message.id)
        nameless = isinstance(message, messages.ReadTable) if handler is None else handler.nameless
        if not nameless and self._session.account == NOBODY:
            raise denial(ErrorCode.NAME_NEEDED, "you are new here: come again with a name to play")
        if isinstance(message, SayAtTable | SayInLobby | SayTo):
            self._moderation.check_talk(self._session, message)

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

    async def leave(self) -> None:
        """Leave the table, also one that has not answered yet; the player keeps the seat."""
        for actor in (self._actor, self._entering):
            if actor is not None:
                await actor.lose(self._session)
        self._actor = self._entering = None

    async def _visit(self, message: VisitCommand) -> None:
        if isinstance(message, SeatWish) and self._session.terms.hurried:
            check_seat(self._directory, self._session.account.id, message)
        match message:
            case OpenTable():
                await self._open(message)
            case QuickTable():
                await self._go_quickly(message)
            case Rematch():
                await self._go_on(message)
            case PlayDaily():
                self._services.game(DAILY_GAME)
                order = await self._daily.order(self._session, message, self._check_opening)
                actor = self._actors.of(order.code)
                await self._move(actor, actor.open(self._session, message, order))
            case messages.ReadTable():
                code = read_code(message.table)
                self._check_seeking(code)
                await self._actors.of(code).ask(self._session, replace(message, table=code))
            case JoinTable() | WatchTable():
                code = read_code(message.table)
                self._check_seeking(code)
                await self._enter(code, replace(message, table=code))

    async def _open(self, message: OpenTable) -> None:
        """Create a table, or return to it if the same command created it before."""
        cause = cause_of(self._session.account.id, message)
        made = self._directory.led_by_command(cause)
        if made is not None:
            await self._enter(made, JoinTable(message.id, made))
            return
        self._services.game(message.setup.game)
        if message.seed and not self._session.terms.alone:
            text = sentence("deals cannot be repeatable here: leave the seed out, or play offline")
            raise RemoteProtocolError(ErrorCode.INVALID_SETUP, text)
        self._check_opening()
        code = self._directory.in_doubt(cause) or await self._directory.fresh_code()
        actor = self._actors.of(code)
        await self._move(actor, actor.open(self._session, message, message))

    async def _go_quickly(self, message: QuickTable) -> None:
        """Go to a table where people wait for others; create one if there is none."""
        account = self._session.account.id
        cause = cause_of(account, message)
        making = OpenTable(message.id, message.setup)
        known = self._directory.led_by_command(cause, cause_of(account, making))
        if known is not None:
            await self._enter(known, JoinTable(message.id, known))
            return
        if self._directory.doubts(cause_of(account, making)):
            await self._open(making)
            return
        doubtful = self._directory.doubts(cause)
        # Without a connection no player waits for an answer, so only the player's own tables may be asleep.
        own = (code for code in self._directory.seated_at(account) if self._directory.waits(code, message))
        awake = (code for code in self._directory.fitting(account, message) if self._actors.awake(code))
        for code in (*((doubtful,) if doubtful else ()), *own, *islice(awake, TRIES)):
            await self._enter(code, message)
            if code in self._directory.seated_at(account) or self._directory.doubts(cause):
                return
        await self._open(making)

    async def _go_on(self, message: Rematch) -> None:
        """Go from the table of a finished game to the table of its rematch, which the first player to come creates."""
        actor = self._present_actor()
        if actor is None:
            raise denial(ErrorCode.NOT_SEATED, "you are at no table: join the one where you have played")
        wish = await actor.ask_again(self._session, message, self._why_not_open)
        if wish is not None:
            other = self._actors.of(wish.opened.code)
            await self._move(other, other.open(self._session, message, wish))
            self._leave_word(wish)

    def _leave_word(self, wish: Sequel) -> None:
        """Let the players of a game who are not online learn later that a rematch is wanted."""
        own, opened = self._session.account, wish.opened
        item = NewsItem(NewsKind.REMATCH, opened.code, opened.setup.game, name=own.name)
        for _seat, chair in taken(wish.chairs) if self.table == opened.code else ():
            if chair.account:
                self._moderation.lobby.leave_word(chair.account, own.id, item)

    @property
    def table(self) -> str:
        """The code of the table that the connection is at; empty if it is at none."""
        actor = self._present_actor()
        return actor.code if actor is not None else ""

    async def _ask(self, message: SeatedMessage | SayAtTable) -> None:
        """Send a command to the table of this connection; leaving or resigning may name another table."""
        if isinstance(message, LeaveTable | Resign) and read_code(message.table) not in ("", self.table):
            # The answer to an earlier request may have been lost.
            code = read_code(message.table)
            self._check_seeking(code)
            await self._actors.of(code).see_off(self._session, message)
            return
        actor = self._present_actor()
        if actor is None:
            raise denial(ErrorCode.NOT_SEATED, "you are at no table: open or join one first")
        await actor.ask(self._session, message)

    def _present_actor(self) -> TableActor | None:
        """Return the table that the connection is at; one that has dismissed it is forgotten."""
        if self._actor is not None and self._session not in self._actor:
            self._actor = None
        return self._actor

    async def _enter(self, code: str, message: JoinTable | QuickTable | WatchTable) -> None:
        """Go to a table, which runs from now on; the one before is left as by a lost connection."""
        actor = self._actors.of(code)
        await self._move(actor, actor.ask(self._session, message))

    async def _move(self, actor: TableActor, entrance: Awaitable[None]) -> None:
        """Wait until a table has let the connection in, then leave the one before."""
        self._entering = actor
        await entrance
        self._entering = None
        if self._session not in actor:
            return
        before, self._actor = self._actor, actor
        if before is not None and before is not actor:
            await before.lose(self._session)

    def _check_opening(self) -> None:
        """Check that the account may create another table."""
        text = self._why_not_open()
        if text:
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)

    def _why_not_open(self) -> str:
        """Return why the account may not create another table; empty if it may."""
        if not self._session.terms.hurried:
            return ""
        account, now = self._session.account.id, asyncio.get_running_loop().time()
        allowed = self._services.configured
        if self._directory.made_by_account(account) >= allowed.tables_per_account:
            return sentence("you have {n} unfinished tables: finish one of them first", n=allowed.tables_per_account)
        if not self._directory.openings.take(account, 1.0, now):
            return sentence("you open tables too fast: wait half a minute, or join one")
        if len(self._directory) >= allowed.tables:
            return sentence("the server has no room for another table: join one, or come back later")
        return ""

    def _check_seeking(self, code: str) -> None:
        """Check that this code may be looked up now; the answer does not reveal whether it is in use."""
        if not self._session.terms.hurried or code in self._directory.seated_at(self._session.account.id):
            return
        now = asyncio.get_running_loop().time()
        if self._guesses is None:
            self._guesses = TokenBucket(GUESSES, now)
        if not self._guesses.take(1.0, now):
            raise denial(
                ErrorCode.TOO_MANY,
                "you have tried too many codes that no table has: choose from the list, "
                "or wait a minute and check the code",
            )
        if code in self._directory or self._actors.awake(code):
            self._guesses.give(1.0)
