"""The link to a server: greets, gives commands their ids, comes back after a loss, and repeats what was not answered.

It knows no screen: whoever owns it is told everything by one callback, and sends without ever waiting.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.absence import Resign
from protocol.aio import ClientChannel
from protocol.archive import Games, RecordPart, ReplayPart, Statistics
from protocol.connection import ConnectionState
from protocol.errors import ErrorCode, ProtocolError, RemoteProtocolError
from protocol.identity import KeyCode, Keys
from protocol.lobby import EnterLobby, LeaveLobby, LobbyShown
from protocol.messages import (
    INTERRUPTIONS,
    VERSION,
    Accepted,
    FromClient,
    FromServer,
    Goodbye,
    Happened,
    Hello,
    Interrupted,
    JoinTable,
    LeaveTable,
    Pong,
    Refused,
    Seated,
    Tables,
    TableShown,
    WatchTable,
    Welcome,
)
from protocol.reading import Rules
from protocol.talk import Overheard

CLIENT_NAME: Final = "chwech"
"""What this client calls itself."""

_RUN_BYTES: Final = 9

_ROOM: Final = 1000
"""How far command ids are apart: whoever comes back asks for the table by one between two of them."""

_LARGEST_ID: Final = 2**62
"""No server takes the room for more commands from us."""

_WAITS: Final = (0.1, 0.3, 1.0, 2.0, 4.0)
"""Seconds from attempt to attempt to come back; the last one serves for all later ones."""

_ANSWERS: Final = (
    Accepted,
    Refused,
    Seated,
    TableShown,
    Tables,
    LobbyShown,
    Rules,
    Pong,
    Games,
    RecordPart,
    ReplayPart,
    Statistics,
    Keys,
    KeyCode,
)
"""The messages that answer a command."""

_TRY_AGAIN: Final = frozenset({"closing", ErrorCode.TOO_MANY.value, ErrorCode.SERVER_FAULT.value})
"""The goodbyes after which coming back makes sense."""


_TROUBLES: Final = frozenset({ErrorCode.SERVER_FAULT, ErrorCode.UNKNOWN_OUTCOME})
"""Why a server that cannot use its store refuses the way back to a seat: it is asked for again."""


class Down(Struct, frozen=True):
    """The connection is lost; the link tries to come back."""

    text: str
    """Why, in a few words."""


class SentAway(Struct, frozen=True):
    """The server has said goodbye for good."""

    code: str
    """Why, for a program."""

    text: str
    """Why, for a person."""


News = FromServer | Down | SentAway
"""What the owner of a link is told."""


class Identity(Struct, frozen=True):
    """Who greets."""

    name: str = ""
    """The nickname to begin with."""

    token: str = ""
    """The secret that an earlier welcome gave."""


class Link:
    """A connection that lives as long as the app, however often the stream below it dies."""

    def __init__(
        self,
        dial: Callable[[], Awaitable[ClientChannel]],
        tell: Callable[[News], None],
        identity: Identity,
        explain: Callable[[], Awaitable[str]] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Make a link that is not connected yet: ``run`` connects it.

        Args:
            dial: makes a connection.
            tell: is told all news; it must not wait.
            identity: who greets.
            explain: says why a connection was lost, if that can be known; an empty text if not.
            clock: gives the seconds that command ids begin with, so that they grow from run to run.
        """
        self.identity = identity
        """Who greets; the token of a new account is kept here."""
        self._dial = dial
        self._explain = explain
        self._tell = tell
        self._last_id = int(clock() * 1_000_000)
        self._returns = 0
        self._return_id = 0
        self._run_word = secrets.token_urlsafe(_RUN_BYTES)
        self._table = ""
        self._seq: int | None = None
        self._watches = False
        self._overheard = 0
        self.in_lobby = False
        """Whether the server is asked to tell what changes in the lobby."""
        self._settled = False
        self._unanswered: dict[int, FromClient] = {}
        self._outgoing: asyncio.Queue[FromClient] = asyncio.Queue()

    def next_id(self) -> int:
        """Give the id of the next command: greater than all before, also those of earlier runs."""
        self._last_id += _ROOM
        return self._last_id

    def _id_before(self) -> int:
        """Give the id of a command that comes before all that were not answered.

        It is greater than all that were, and another one each time: a table takes none of those that are smaller than
        one that it has carried out, and the way back to a seat may be carried out.
        """
        self._returns = self._returns % (_ROOM - 1) + 1
        first = next(iter(self._unanswered), None)
        return self.next_id() if first is None else max(1, first - _ROOM + self._returns)

    def send(self, number: int, command: FromClient) -> int:
        """Send a command that carries this id, now or as soon as there is a connection again."""
        match command:
            case LeaveTable():
                # It may have to be repeated by a connection that is at no table.
                command = replace(command, table=self._table)
                self.forget_table()
            case Resign():
                command = replace(command, table=self._table)
            case EnterLobby() | LeaveLobby():
                self.in_lobby = isinstance(command, EnterLobby)
        self._unanswered[number] = command
        self._outgoing.put_nowait(command)
        return number

    def ask(self, make: Callable[[int], FromClient]) -> int:
        """Send a command that is made with the next id, and give that."""
        number = self.next_id()
        return self.send(number, make(number))

    def forget_table(self) -> None:
        """Come back to no table: one has left it, or may not be there any more."""
        self._table, self._seq = "", None

    def begin_anew(self) -> None:
        """Come back to nothing at all: the server has ended the connection, and with it whatever was asked."""
        self.forget_table()
        self._unanswered.clear()
        self.in_lobby = False

    async def run(self) -> None:
        """Connect, and come back after each loss, until the server says goodbye for good or the task is cancelled."""
        attempt, loop = 0, asyncio.get_running_loop()
        while True:
            begun = loop.time()
            try:
                channel = await self._dial()
            except (OSError, ProtocolError) as error:
                reason = f"No connection: {error}"
            else:
                farewell = await self._converse(channel)
                if isinstance(farewell, SentAway):
                    self._tell(farewell)
                    return
                attempt = 0 if self._settled else attempt
                reason = await self._explain() if self._explain is not None else ""
                reason = reason or farewell.text
            self._tell(Down(reason))
            wait = _WAITS[min(attempt, len(_WAITS) - 1)]
            # An attempt that took long has been a pause by itself: the line may work again by now.
            await asyncio.sleep(max(_WAITS[0], wait - (loop.time() - begun)))
            attempt += 1

    async def _converse(self, channel: ClientChannel) -> Down | SentAway:
        """Talk until the stream ends, and say how it ended."""
        self._settled = False
        writer: asyncio.Task[None] | None = None
        try:
            await channel.send(self._hello())
            while (message := await channel.receive()) is not None:
                if isinstance(message, Goodbye):
                    return _farewell(message)
                if isinstance(message, Interrupted):
                    await self._greet_again(channel, writer, message.text)
                    continue
                self._notice(message)
                if isinstance(message, Refused) and message.id == self._return_id and message.code in _TROUBLES:
                    # The seat is still ours: without it whatever is asked here would be refused.
                    self._settled = False
                    return Down(message.text)
                if isinstance(message, Welcome):
                    writer = asyncio.create_task(self._write(channel, self._resumption()))
                self._tell(message)
        except RemoteProtocolError as error:
            if channel.state is not ConnectionState.CLOSED:
                # It would be the same again: whoever comes back hears the same words.
                return SentAway(error.code.value, f"the server sent what this client cannot understand: {error.text}")
            return Down("The connection was lost.")
        except (OSError, ProtocolError) as error:
            return Down(f"The connection was lost: {error}")
        finally:
            if writer is not None:
                writer.cancel()
            channel.close()
        return Down("The connection was lost.")

    async def _greet_again(self, channel: ClientChannel, writer: asyncio.Task[None] | None, text: str) -> None:
        """Begin anew with the next server on the same connection."""
        if writer is not None:
            writer.cancel()
        self._tell(Down(text))
        await channel.send(self._hello())

    def _hello(self) -> Hello:
        """Give the greeting."""
        name, token = self.identity.name, self.identity.token
        return Hello((VERSION, VERSION), CLIENT_NAME, name, token, (INTERRUPTIONS,), self._run_word)

    def _resumption(self) -> list[FromClient]:
        """Give what a new connection begins with: the lobby, the place at the table, then what was never answered.

        A command that leads to another table is repeated as well, and so after the way back to the one before.
        """
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
        repeats = [command for command in self._unanswered.values() if not self._is_renewed(command)]
        lobby: list[FromClient] = [EnterLobby(self._id_before())] if self.in_lobby else []
        self._settled = not self._table
        if not self._table:
            return [*lobby, *repeats]
        number = self._return_id = self._id_before()
        if self._watches:
            return [*lobby, WatchTable(number, self._table, self._seq, self._overheard, back=True), *repeats]
        return [*lobby, JoinTable(number, self._table, self._seq, back=True), *repeats]

    def _is_renewed(self, command: FromClient) -> bool:
        """Say whether a new connection asks for the same with a number of its own."""
        if isinstance(command, JoinTable | WatchTable):
            return command.table == self._table
        return isinstance(command, EnterLobby | LeaveLobby)

    async def _write(self, channel: ClientChannel, first: list[FromClient]) -> None:
        try:
            for command in first:
                await channel.send(command)
            while True:
                await channel.send(await self._outgoing.get())
        except (OSError, ProtocolError):
            # The reader then sees the end, and the link comes back; in silence it only has to greet again.
            if channel.state is not ConnectionState.SILENT:
                channel.close()

    def _notice(self, message: FromServer) -> None:
        """Keep what is needed to come back."""
        if isinstance(message, Welcome) and message.token:
            self.identity = Identity(message.name, message.token)
        if isinstance(message, _ANSWERS) and message.id is not None:
            command = self._unanswered.pop(message.id, None)
            if isinstance(command, EnterLobby) and isinstance(message, Refused):
                self.in_lobby = False
        if isinstance(message, Seated | Refused) and message.id == self._return_id:
            self._settled = True
        if isinstance(message, Seated):
            if message.view.table != self._table:
                self._overheard = 0
            self._table, self._seq = message.view.table, message.view.seq
            self._watches = message.view.viewer is None
            # Another device of the same person may have got further, or its clock may be ahead.
            self._last_id = max(self._last_id, min(message.spent, _LARGEST_ID))
        elif isinstance(message, Happened):
            self._seq = message.seq
        elif isinstance(message, Overheard):
            self._overheard = message.lines[-1].number


def _farewell(goodbye: Goodbye) -> Down | SentAway:
    if goodbye.code in _TRY_AGAIN:
        return Down(goodbye.text)
    return SentAway(goodbye.code, goodbye.text)
