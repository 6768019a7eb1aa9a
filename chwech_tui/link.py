"""The link to a server: greets, numbers commands, reconnects, and repeats commands that were not answered.

It knows no screen: its owner receives all news by one callback, and sends commands without waiting. Conversations of
several commands are held by an asker.
"""

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import suppress
from typing import Any, Concatenate, Final, ParamSpec

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from protocol import messages
from protocol.aio import ClientChannel
from protocol.connection import ConnectionState
from protocol.errors import ErrorCode, ProtocolError, RemoteProtocolError
from protocol.language import _
from protocol.lobby import EnterLobby, LeaveLobby, SayInLobby
from protocol.message import ServerAnswer
from protocol.messages import translated
from protocol.people import ASIDES, NOTICES, SayTo
from protocol.setup import GameOffer
from protocol.table import Overheard, Resign, SayAtTable
from protocol.text import clean_text
from protocol.version import program_name

CLIENT_NAME: Final = program_name()  # The name and the version of the code that this process has loaded.

P = ParamSpec("P")

_RUN_BYTES: Final = 9

_ROOM: Final = 1000
"""The distance between command ids: a reconnecting client requests its table with an id between two of them."""

_LARGEST_ID: Final = 2**62
"""The upper bound for ids taken over from a server, so that it cannot leave this client without free ids."""

_WAITS: Final = (0.1, 0.3, 0.6, 1.0, 1.0, 2.0, 4.0)
"""The backoff between attempts to reconnect, in seconds; the last value holds for all later attempts."""

SIGN_SECONDS: Final = 3.0
"""Seconds for which a connection that stood is away before that is told: an update of the server takes less."""

LINGER_SECONDS: Final = 2.0
"""Seconds over which idle clients reconnect, so that a client with an open request waits for few of them."""

_TRY_AGAIN: Final = frozenset({"closing", ErrorCode.TOO_MANY.value, ErrorCode.SERVER_FAULT.value})
"""The goodbye codes after which reconnecting makes sense."""


_TROUBLES: Final = frozenset({ErrorCode.SERVER_FAULT, ErrorCode.UNKNOWN_OUTCOME})
"""The codes with which a server that cannot use its store refuses a returning player; the client retries."""


LATE_SECONDS: Final = 1.0  # Seconds without an answer after which what was said is told to be late.


_known_games: Final[list[tuple[GameOffer, ...]]] = [()]
"""What the last welcome offered: the links of one process, of which a server has hundreds, hold it together."""


def _with_known_games(welcome: messages.Welcome) -> messages.Welcome:
    """Return a welcome that holds the games of the last one, if they are the same."""
    if welcome.games != _known_games[0]:
        _known_games[0] = welcome.games
    return replace(welcome, games=_known_games[0])


class Down(Struct, frozen=True):
    """The connection is lost; the link tries to reconnect."""

    text: str


class Late(Struct, frozen=True):
    """The server has not answered yet to something that the player has said; it is sent, and may still arrive."""

    id: int
    """The id of the command."""


News = messages.FromServer | Down | Late
"""What a link tells; the last of all is a goodbye, after which it does not reconnect."""


class Identity(Struct, frozen=True):
    """The name and the token with which a client greets."""

    name: str = ""
    token: str = ""
    bot: bool = False
    """True for a bot, whose account is marked as such."""


async def no_reason() -> str:
    """Return an empty text: why a connection was lost is not known."""
    return ""


class Route(Struct, frozen=True):
    """How a client reaches its server."""

    dial: Callable[[], Awaitable[ClientChannel]]
    """Opens a connection."""
    identity: Identity = Identity()
    """The name and token to greet with."""
    explain: Callable[[], Awaitable[str]] = no_reason
    """Returns why a connection was lost; an empty text if unknown."""
    keep: Callable[[Identity], None] = lambda _identity: None
    """Stores the identity that the server issued, for the next run."""


class Link:
    """A connection that lasts as long as the app, however often the underlying stream is lost."""

    def __init__(self, door: Route, tell: Callable[[News], None], clock: Callable[[], float] = time.time) -> None:
        """Create a link; ``tell`` must not block, and ids start from ``clock``, so that they grow from run to run."""
        self.identity = door.identity  # The name and token to greet with; updated with the token of a new account.
        self._door = door
        self._tell = tell
        self._last_id = int(clock() * 1_000_000)
        self._returns = 0
        self._return_id = 0
        self._run_word = secrets.token_urlsafe(_RUN_BYTES)
        self._table = ""
        self._seq: int | None = None
        self._watches = False
        self._overheard = self._left = 0
        self.in_lobby = False
        self._settled = self._over = False
        self._sign: asyncio.TimerHandle | None = None
        self._asked = asyncio.Event()
        self._unanswered: dict[int, messages.FromClient] = {}
        self._talk: asyncio.Task[None] | None = None
        self._outgoing: asyncio.Queue[messages.FromClient] = asyncio.Queue()

    def next_id(self) -> int:
        """Return the id of the next command: greater than all before, including those of earlier runs."""
        self._last_id += _ROOM
        return self._last_id

    def _id_before(self) -> int:
        """Return an id smaller than that of every unanswered command.

        It is greater than that of every answered command, and differs from return to return: a table rejects ids below
        one that it has carried out, and returning to a seat may count as carried out.
        """
        self._returns = self._returns % (_ROOM - 1) + 1
        first = next(iter(self._unanswered), None)
        return self.next_id() if first is None else max(1, first - _ROOM + self._returns)

    def send(self, number: int, command: messages.FromClient) -> int:
        """Send a command with this id, now or once the link is connected again."""
        match command:
            case messages.LeaveTable(table=""):
                # The command may have to be repeated on a connection that is at no table.
                command = replace(command, table=self._table)
                self._left = number
                self.forget_table()
            case Resign(table=""):
                command = replace(command, table=self._table)
            case EnterLobby() | LeaveLobby():
                self.in_lobby = isinstance(command, EnterLobby)
        self._unanswered[number] = command
        self._outgoing.put_nowait(command)
        self._asked.set()
        if isinstance(command, SayAtTable | SayInLobby | SayTo):
            asyncio.get_running_loop().call_later(LATE_SECONDS, self._tell_late, number)
        return number

    def _tell_late(self, number: int) -> None:
        """Tell that something is late, unless it was answered or the server has ended the conversation."""
        if number in self._unanswered and not self._over:
            self._tell(Late(number))

    def ask(self, make: Callable[Concatenate[int, P], messages.FromClient], *values: P.args, **named: P.kwargs) -> int:
        """Send the command that ``make`` builds with the next id and these values, and return that id."""
        number = self.next_id()
        return self.send(number, make(number, *values, **named))

    def _is_left(self, message: messages.FromServer) -> bool:
        """Return True for news of a table that the player has left, perhaps before the seat was there."""
        if isinstance(message, messages.Happened | messages.TableChanged):
            return message.view.table != self._table
        return isinstance(message, messages.Seated) and message.id is not None and message.id < self._left

    def forget_table(self) -> None:
        """Do not return to the table after a reconnect: the player has left it or was removed."""
        self._table, self._seq = "", None

    def begin_anew(self) -> None:
        """Forget the table, the lobby and all unanswered commands: the server has ended the session for good."""
        self.forget_table()
        self._unanswered.clear()
        self.in_lobby = False

    @property
    def started(self) -> bool:
        """True once the conversation was started."""
        return self._talk is not None

    def start(self) -> None:
        """Start the conversation with the server."""
        self._talk = asyncio.create_task(self.run())

    async def stop(self) -> None:
        """End the conversation, and close the connection."""
        self._drop_sign()
        if self._talk is not None:
            self._talk.cancel()
            await asyncio.gather(self._talk, return_exceptions=True)

    async def run(self) -> None:
        """Connect, and reconnect after each loss, until the server says goodbye for good or the task is cancelled."""
        attempt, loop, self._over = 0, asyncio.get_running_loop(), False
        while True:
            begun = loop.time()
            try:
                channel = await self._door.dial()
            except (OSError, ProtocolError) as error:
                reason = _("No connection: {reason}", reason=error)
            else:
                farewell = await self._converse(channel)
                if isinstance(farewell, messages.Goodbye):
                    self._over = True
                    self._drop_sign()
                    self._tell(farewell)
                    return
                attempt = 0 if self._settled else attempt
                reason = await self._door.explain()
                reason = reason or farewell.text
            self._lose(reason)
            wait = _WAITS[min(attempt, len(_WAITS) - 1)]
            # The time that an attempt took counts towards the backoff: the network may work again by now.
            await asyncio.sleep(max(_WAITS[0], wait - (loop.time() - begun)))
            if not attempt:
                await self._linger()
            attempt += 1

    async def _converse(self, channel: ClientChannel) -> Down | messages.Goodbye:
        """Exchange messages until the stream ends, and return how it ended."""
        self._settled = False
        writer: asyncio.Task[None] | None = None
        try:
            await channel.send(self._hello())
            while (message := await channel.receive()) is not None:
                message = translated(message)
                if isinstance(message, messages.Goodbye):
                    again = message.code in _TRY_AGAIN
                    return Down(message.text) if again else message
                if isinstance(message, messages.Interrupted):
                    await self._greet_again(channel, writer, message.text)
                    continue
                self._notice(message)
                if (
                    isinstance(message, messages.Refused)
                    and message.id == self._return_id
                    and message.code in _TROUBLES
                ):
                    # The server still holds the seat; without it, every later command would be refused.
                    self._settled = False
                    return Down(message.text)
                if isinstance(message, messages.Welcome):
                    message = _with_known_games(message)
                    self._drop_sign()
                    writer = asyncio.create_task(self._write(channel, self._resumption()))
                self._pass_on(message)
        except RemoteProtocolError as error:
            if channel.state is not ConnectionState.CLOSED:
                # Reconnecting would not help: the server would send the same message again.
                told = _("the server sent what this client cannot understand: {fault}", fault=error.text)
                return messages.Goodbye(error.code.value, told)
            return Down(_("The connection was lost."))
        except (OSError, ProtocolError) as error:
            return Down(_("The connection was lost: {reason}", reason=error))
        finally:
            if writer is not None:
                writer.cancel()
            channel.close()
        return Down(_("The connection was lost."))

    def _pass_on(self, message: messages.FromServer) -> None:
        if isinstance(message, messages.Refused) and message.view is not None and message.view.table != self._table:
            message = replace(message, view=None)
        if not self._is_left(message):
            self._tell(message)

    async def _greet_again(self, channel: ClientChannel, writer: asyncio.Task[None] | None, text: str) -> None:
        """Greet the next server process on the same connection."""
        if writer is not None:
            writer.cancel()
        self._lose(text)
        await channel.send(self._hello())

    async def _linger(self) -> None:
        """Wait for a moment, unless something is asked for."""
        self._asked.clear()
        if not self._unanswered:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), random.uniform(0.0, LINGER_SECONDS))  # noqa: S311

    def _lose(self, text: str) -> None:
        """Tell that the connection is lost; of one that stood only if it stays away, and once."""
        if self._settled:
            self._settled = False
            self._drop_sign()
            self._sign = asyncio.get_running_loop().call_later(SIGN_SECONDS, self._tell, Down(text))
        elif self._sign is None or self._sign.when() <= asyncio.get_running_loop().time():
            self._tell(Down(text))

    def _drop_sign(self) -> None:
        if self._sign is not None:
            self._sign.cancel()
            self._sign = None

    def _hello(self) -> messages.Hello:
        name, token, bot = self.identity.name, self.identity.token, self.identity.bot
        features = (messages.INTERRUPTIONS, messages.INVITATIONS, messages.CHANGES, NOTICES, ASIDES)
        return messages.Hello(
            (messages.VERSION, messages.VERSION), CLIENT_NAME, name, token, features, self._run_word, bot
        )

    def _resumption(self) -> list[messages.FromClient]:
        """Return the first commands of a new connection: the lobby, the table, then all unanswered commands.

        A command that leads to another table is repeated too, so it comes after the return to the previous table.
        """
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
        repeats = [command for command in self._unanswered.values() if not self._is_renewed(command)]
        lobby: list[messages.FromClient] = [EnterLobby(self._id_before())] if self.in_lobby else []
        self._settled = not self._table
        if not self._table:
            return [*lobby, *repeats]
        number = self._return_id = self._id_before()
        if self._watches:
            return [
                *lobby,
                messages.WatchTable(number, self._table, self._seq, back=True, heard=self._overheard),
                *repeats,
            ]
        return [*lobby, messages.JoinTable(number, self._table, self._seq, back=True), *repeats]

    def _is_renewed(self, command: messages.FromClient) -> bool:
        """Return True if a new connection requests the same with an id of its own."""
        if isinstance(command, messages.JoinTable | messages.WatchTable):
            return command.table == self._table
        return isinstance(command, EnterLobby | LeaveLobby)

    async def _write(self, channel: ClientChannel, first: list[messages.FromClient]) -> None:
        try:
            for command in first:
                await channel.send(command)
            while True:
                await channel.send(await self._outgoing.get())
        except (OSError, ProtocolError):
            # The reader then sees the end and the link reconnects; in the SILENT state it only has to greet again.
            if channel.state is not ConnectionState.SILENT:
                channel.close()

    def _notice(self, message: messages.FromServer) -> None:
        """Record what a reconnect needs from a message."""
        if isinstance(message, messages.Welcome) and message.token:
            self.identity = replace(self.identity, name=message.name, token=message.token)
        if isinstance(message, ServerAnswer | messages.Refused) and message.id is not None:
            command = self._unanswered.pop(message.id, None)
            if isinstance(command, EnterLobby) and isinstance(message, messages.Refused):
                self.in_lobby = False
        if isinstance(message, messages.Seated | messages.Refused) and message.id == self._return_id:
            self._settled = True
        if isinstance(message, messages.Seated) and not self._is_left(message):
            if message.view.table != self._table:
                self._overheard = 0
            self._table, self._seq = message.view.table, message.view.seq
            self._watches = message.view.viewer is None
            # Another device of the same person may have used higher ids, or its clock may be ahead.
            self._last_id = max(self._last_id, min(message.spent, _LARGEST_ID))
        elif isinstance(message, messages.Happened) and not self._is_left(message):
            self._seq = message.seq
        elif isinstance(message, Overheard):
            self._overheard = message.lines[-1].number


AGAIN: Final = 1.0  # Seconds until a busy server is asked again.
TRIES: Final = 8  # How often that is done for one command.
LONGEST_REFUSAL: Final = 400  # The longest sentence of a refusal, in cells, that is told.

Conversation = Generator[messages.FromClient, Any, None]
"""Yields commands and gets their answers; it ends if one is refused."""


class Asker:
    """Asks a server what conversations want to know, one command after the other, and again while it is busy."""

    def __init__(
        self,
        link: Link,
        later: Callable[[float, Callable[[], None]], object],
        refused: Callable[[str], None],
        tries: int = TRIES,
    ) -> None:
        """Create one that waits by ``later``; ``refused`` is told why a conversation has ended before its end."""
        self._link, self._later, self._refused, self._tries = link, later, refused, tries
        self._awaited: dict[int, str] = {}
        self._talks: dict[str, tuple[Conversation, messages.FromClient, int]] = {}
        """The conversations under way by their names, each with its last command and how often that may be repeated."""

    def talks(self, name: str) -> bool:
        """Return True while the conversation of a name is under way."""
        return name in self._talks

    def begin(self, name: str, talk: Conversation) -> None:
        """Begin a conversation, unless one of this name is under way."""
        if name not in self._talks:
            self._go_on(name, talk, None)

    def _go_on(self, name: str, talk: Conversation, answer: News | None) -> None:
        try:
            self._talks[name] = talk, talk.send(answer), self._tries
        except StopIteration:
            self._talks.pop(name, None)
        else:
            self._ask(name)

    def _ask(self, name: str) -> None:
        command = self._talks[name][1]
        self._awaited[self._link.ask(lambda number: replace(command, id=number))] = name

    def answered(self, news: News) -> bool:
        """Go on with the conversation that a message answers; return False for any other message."""
        name = self._awaited.pop(getattr(news, "id", None) or 0, "")
        if not name:
            return False
        talk, command, tries = self._talks[name]
        if not isinstance(news, messages.Refused):
            self._go_on(name, talk, news)
        elif news.code is ErrorCode.TOO_MANY and tries:
            self._talks[name] = talk, command, tries - 1
            self._later(AGAIN, lambda: self._ask(name))
        else:
            del self._talks[name]
            self._refused(as_sentence(clean_text(news.text, cells=LONGEST_REFUSAL)))
        return True
