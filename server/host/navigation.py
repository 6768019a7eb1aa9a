"""Which table one connection is at, how it gets to another, and the limit on guessing table codes."""

import asyncio
from collections.abc import Awaitable
from itertools import islice
from typing import Final

from msgspec.structs import replace

from protocol.absence import Resign
from protocol.daily import PlayDaily
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.messages import JoinTable, LeaveTable, OpenTable, ReadTable, WatchTable
from protocol.seating import QuickTable, Rematch
from server.host.accounts.admission import SeatWish, check_seat
from server.host.daily.desk import DailyDesk
from server.host.limits import GUESSES, TokenBucket
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.host.session import Session
from server.host.tables.actor import TableActor, TableActors
from server.host.terms import Terms
from server.tables.commands import SeatedMessage, Talk
from server.tables.daily import DAILY_GAME
from server.tables.log import cause_of
from server.tables.names import read_code


class CodeGuesses:
    """The rate limit of one connection on codes that are not in use."""

    __slots__ = ("_actors", "_directory", "_guesses")

    def __init__(self, directory: TableDirectory, actors: TableActors, now: float) -> None:
        self._directory = directory
        self._actors = actors
        self._guesses = TokenBucket(GUESSES, now)

    def allows(self, account: str, code: str, now: float) -> bool:
        """Return True if this code may be looked up now; the answer does not reveal whether it is in use."""
        if code in self._directory.seated_at(account):
            return True
        if not self._guesses.take(1.0, now):
            return False
        if code in self._directory or self._actors.awake(code):
            self._guesses.give(1.0)
        return True


TRIES: Final = 5
"""Tables that a quick search tries before it creates a new one."""


class Navigation:
    """The table of one connection: none, or the last one that let it in."""

    __slots__ = (
        "_actor",
        "_actors",
        "_daily",
        "_directory",
        "_entering",
        "_seeking",
        "_services",
        "_session",
        "_terms",
    )

    def __init__(
        self, services: HostServices, directory: TableDirectory, actors: TableActors, session: Session, terms: Terms
    ) -> None:
        self._services = services
        self._directory = directory
        self._actors = actors
        self._session = session
        self._terms = terms
        self._daily: DailyDesk | None = None
        self._actor: TableActor | None = None
        self._entering: TableActor | None = None
        self._seeking: CodeGuesses | None = None

    @property
    def daily(self) -> DailyDesk:
        """The deal of the day, made once it is asked for."""
        if self._daily is None:
            self._daily = DailyDesk(self._services, self._directory, self._session, self._terms)
        return self._daily

    async def leave(self) -> None:
        """Leave the table, also one that has not answered yet; the player keeps the seat."""
        for actor in (self._actor, self._entering):
            if actor is not None:
                await actor.lose(self._session)
        self._actor = self._entering = None

    async def go(
        self, message: OpenTable | QuickTable | Rematch | PlayDaily | ReadTable | JoinTable | WatchTable
    ) -> None:
        """Go to a table, or read it."""
        try:
            if isinstance(message, SeatWish) and self._terms.hurried:
                check_seat(self._directory, self._session.account.id, message)
            await self._go(message)
        except RemoteProtocolError as problem:
            self._session.refuse(message.id, problem.code, problem.text)

    async def _go(
        self, message: OpenTable | QuickTable | Rematch | PlayDaily | ReadTable | JoinTable | WatchTable
    ) -> None:
        match message:
            case OpenTable():
                await self._open(message)
            case QuickTable():
                await self._go_quickly(message)
            case Rematch():
                await self._go_on(message)
            case PlayDaily():
                await self._play_daily(message)
            case _:
                await self._seek(replace(message, table=read_code(message.table)))

    async def _open(self, message: OpenTable) -> None:
        """Create a table, or return to it if the same command created it before."""
        cause = cause_of(self._session.account.id, message)
        made = self._directory.led_by_command(cause)
        if made is not None:
            await self._enter(self._table(made), JoinTable(message.id, made))
        elif message.setup.game not in self._services.games:
            self._session.refuse(message.id, ErrorCode.INVALID_SETUP, self._services.no_such_game(message.setup.game))
        elif message.seed and not self._terms.seeds:
            text = sentence("deals cannot be repeatable here: leave the seed out, or play offline")
            self._session.refuse(message.id, ErrorCode.INVALID_SETUP, text)
        elif self._may_open(message.id):
            code = self._directory.in_doubt(cause) or await self._directory.fresh_code()
            await self._enter(self._table(code), message)

    async def _go_quickly(self, message: QuickTable) -> None:
        """Go to a table where people wait for others; create one if there is none."""
        account = self._session.account.id
        cause = cause_of(account, message)
        making = OpenTable(message.id, message.setup)
        known = self._directory.led_by_command(cause, cause_of(account, making))
        if known is not None:
            await self._enter(self._table(known), JoinTable(message.id, known))
            return
        if self._directory.doubts(cause_of(account, making)):
            await self._open(making)
            return
        doubtful = self._directory.doubts(cause)
        # At a table where nobody is connected nobody waits, so only the player's own tables may be asleep.
        waiting = self._directory.waiting
        own = (code for code in self._directory.seated_at(account) if waiting.waits(code, message.setup))
        awake = (code for code in waiting.fitting(account, message.setup) if self._actors.awake(code))
        for code in (*((doubtful,) if doubtful else ()), *own, *islice(awake, TRIES)):
            await self._enter(self._table(code), message)
            if code in self._directory.seated_at(account) or self._directory.doubts(cause):
                return
        await self._open(making)

    async def _seek(self, message: ReadTable | JoinTable | WatchTable) -> None:
        if not self._may_seek(message.table, message.id):
            return
        actor = self._table(message.table)
        if isinstance(message, ReadTable):
            await actor.ask(self._session, message)
        else:
            await self._enter(actor, message)

    async def _go_on(self, message: Rematch) -> None:
        """Go from the table of a finished game to the table of its rematch, which the first player to come creates."""
        actor = self._present_actor()
        if actor is None:
            self._session.refuse(
                message.id, ErrorCode.NOT_SEATED, sentence("you are at no table: join the one where you have played")
            )
            return
        wish = await actor.ask_again(self._session, message, self._may_open_another)
        if wish is not None:
            other = self._table(wish.opened.code)
            await self._move(other, other.follow(self._session, message, wish))

    async def _play_daily(self, message: PlayDaily) -> None:
        """Go to the person's table of the deal of the day, which is opened for them."""
        if DAILY_GAME not in self._services.games:
            self._session.refuse(message.id, ErrorCode.INVALID_SETUP, self._services.no_such_game(DAILY_GAME))
            return
        place = await self.daily.place(message)
        if place.begun or self._may_open(message.id):
            order = await self.daily.order(place)
            actor = self._table(order.code)
            await self._move(actor, actor.follow(self._session, message, order))

    @property
    def table(self) -> str:
        """The code of the table that the connection is at; empty if it is at none."""
        actor = self._present_actor()
        return actor.code if actor is not None else ""

    async def ask(self, message: SeatedMessage | Talk) -> None:
        """Send a command to the table of this connection; leaving or resigning may name another table."""
        if isinstance(message, LeaveTable | Resign) and read_code(message.table) not in ("", self.table):
            await self._leave_from_afar(read_code(message.table), message)
            return
        actor = self._present_actor()
        if actor is None:
            self._session.refuse(
                message.id, ErrorCode.NOT_SEATED, sentence("you are at no table: open or join one first")
            )
            return
        await actor.ask(self._session, message)

    async def _leave_from_afar(self, code: str, message: LeaveTable | Resign) -> None:
        """Leave a table that the connection is not at: the answer to an earlier request may have been lost."""
        if self._may_seek(code, message.id):
            await self._table(code).see_off(self._session, message)

    def _present_actor(self) -> TableActor | None:
        """Return the table that the connection is at; one that has dismissed it is forgotten."""
        if self._actor is not None and self._session not in self._actor:
            self._actor = None
        return self._actor

    def _table(self, code: str) -> TableActor:
        """Return a table, which runs from now on."""
        return self._actors.of(code)

    async def _enter(self, actor: TableActor, message: OpenTable | JoinTable | QuickTable | WatchTable) -> None:
        """Go to a table; the one before is left as by a lost connection."""
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

    def _may_open(self, id: int) -> bool:
        """Return True if the account may create another table; refuse it otherwise."""
        account, now = self._session.account.id, asyncio.get_running_loop().time()
        allowed = self._services.configured.value
        if self._terms.hurried and self._directory.made_by_account(account) >= allowed.tables_per_account:
            text = sentence("you have {n} unfinished tables: finish one of them first", n=allowed.tables_per_account)
        elif self._terms.hurried and not self._directory.openings.take(account, 1.0, now):
            text = sentence("you open tables too fast: wait half a minute, or join one")
        elif self._terms.hurried and len(self._directory) >= allowed.tables:
            text = sentence("the server has no room for another table: join one, or come back later")
        else:
            return True
        self._session.refuse(id, ErrorCode.TOO_MANY, text)
        return False

    async def _may_open_another(self, id: int) -> bool:
        """Return True if the account may create another table, for a table that may be elsewhere."""
        return self._may_open(id)

    def _may_seek(self, code: str, id: int) -> bool:
        """Return True if this code may be looked up now; refuse it otherwise."""
        if not self._terms.hurried:
            return True
        now = asyncio.get_running_loop().time()
        if self._seeking is None:
            self._seeking = CodeGuesses(self._directory, self._actors, now)
        if self._seeking.allows(self._session.account.id, code, now):
            return True
        text = sentence(
            "you have tried too many codes that no table has: choose from the list, or wait a minute and check the code"
        )
        self._session.refuse(id, ErrorCode.TOO_MANY, text)
        return False
