"""A host on a table that was made beforehand, with every door open; what comes out of each is kept to the byte."""

import asyncio
import hashlib
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import asyncssh
import pytest
from msgspec.structs import replace

from protocol.aio import ByteReader, ByteWriter, ClientChannel, client_channel
from protocol.archive import ListGames, ReadRecord, ReadReplay, ReadStatistics
from protocol.cards import FACES
from protocol.game import Answer
from protocol.lobby import EnterLobby, LeaveLobby
from protocol.messages import (
    Act,
    Continue,
    FromClient,
    Goodbye,
    Hello,
    JoinTable,
    LeaveTable,
    ListTables,
    Ping,
    Pong,
    ReadTable,
    WatchTable,
)
from protocol.talk import Say
from server.bots.registry import BOTS
from server.fronts.door import Door, PassportDoor
from server.fronts.listeners import listen_tcp
from server.fronts.ssh.commands.dispatch import answer
from server.fronts.ssh.front import OpenFront, open_front
from server.fronts.ssh.host_dialler import HostDialler
from server.fronts.ssh.session import SUBSYSTEM
from server.fronts.ssh.transport.authentication import Visitor
from server.fronts.unix_sockets import listening_for_many
from server.host import connection as visit
from server.host.clock import TableClock
from server.host.host import Host
from server.host.limits import Rate
from server.host.services import HostServices, Outside
from server.host.terms import LOCAL
from server.rules.registry import GAMES
from server.storage.store import Account, Key, Token
from server.tables.log import LogRecord
from tests.chwech_tui.emulator import Emulator
from tests.pipes import pair
from tests.server.fronts.ssh.doorstep import ROOMY
from tests.server.fronts.ssh.visits import Visit, enter
from tests.server.fronts.twins import ANN, BEN, CODE, CODEC, NOW, last_hand, seq_of, stored
from tests.server.storage.memory import MemoryStore

PATIENCE: Final = 60.0
"""Seconds that anything may take."""

PEOPLE: Final = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("Ann", "Ben", "Eve")}
"""Who has an account, with their keys."""

FIRST: Final = 10**13
"""The id of the first command."""


class Tape:
    """Reads, and keeps all that was read."""

    def __init__(self, reader: ByteReader) -> None:
        """Read from here."""
        self.heard = b""
        self._reader = reader

    async def read(self, n: int, /) -> bytes:
        """Give the next bytes."""
        data = await self._reader.read(n)
        self.heard += data
        return data


class Mansion:
    """The doors."""

    def __init__(self, host: Host, directory: Path, log: Sequence[LogRecord]) -> None:
        """Begin with all of them closed."""
        self.host = host
        self._seq = seq_of(log)
        self._hands = {"Ann": last_hand(log, ANN), "Ben": last_hand(log, BEN)}
        self.line = HostDialler(directory / "fronts.sock", CODEC)
        self.port = 0
        self.path = directory / "door.sock"
        self.front: OpenFront | None = None

    async def tcp(self, name: str) -> bytes:
        """Give what somebody is told over TCP."""
        return await self._told(name, *await asyncio.open_connection("127.0.0.1", self.port))

    async def unix(self, name: str) -> bytes:
        """Give what somebody is told on the Unix socket."""
        return await self._told(name, *await asyncio.open_unix_connection(self.path))

    async def ssh(self, name: str) -> bytes:
        """Give what somebody's own client is told over SSH."""
        async with self._knock(name) as connection:
            writer, reader, _ = await connection.open_session(subsystem=SUBSYSTEM, encoding=None)
            return await self._told(name, reader, writer)

    async def offline(self, name: str) -> bytes:
        """Give what the person is told who started the server, and who is in this name's place."""
        ours, theirs = pair(CODEC, 1 << 16)
        serving = asyncio.create_task(self.host.serve(theirs, replace(LOCAL, account=name.lower())))
        try:
            return await self._told(name, ours._reader, ours._writer)
        finally:
            await serving

    async def desk(self, name: str) -> bytes:
        """Give what somebody is told who asks without a screen."""
        visitor = Visitor(1, PEOPLE[name].get_fingerprint(), "chwech", "192.0.2.1")
        asked = ("tables", "tables --json", f"table {CODE}", f"table {CODE} --json", "history", "record 1", "whoami")
        replies = [await answer(words.split(), visitor, self.line) for words in asked]
        return "\n".join(f"{reply.out}{reply.err}{reply.status}" for reply in replies).encode()

    async def screen(self, name: str) -> bytes:
        """Give what somebody sees at the table who comes with a terminal, once nothing moves any more."""
        async with self._knock(name) as connection:
            command = f"watch {CODE}" if name == "Eve" else CODE
            visit = await enter(connection, command=command, term_size=(120, 40))
            await visit.sees(CODE, "leave")
            shown, before = picture(visit), ""
            while shown != before:
                await asyncio.sleep(0.7)
                shown, before = picture(visit), shown
            return shown.encode()

    async def _told(self, name: str, reader: ByteReader, writer: ByteWriter) -> bytes:
        """Ask everything that can be asked, also what will be refused, and give all that was answered."""
        tape = Tape(reader)
        channel = client_channel(tape, writer, CODEC)
        cards = [card for card in FACES if card not in self._hands.get(name, ())]
        wrong: list[Callable[[int], FromClient]] = [
            partial(Act, seq=self._seq, action=Answer(card.text)) for card in cards[::5]
        ]
        async with asyncio.timeout(PATIENCE):
            await channel.send(Hello((1, 1), "a test", token=f"{name}.secret"))
            await channel.receive()
            for number, make in enumerate((*QUESTIONS, *wrong, *LAST), FIRST):
                await channel.send(make(number))
                await until_answered(channel, number)
            channel.close()
            await channel.wait_closed()
        return tape.heard

    @asynccontextmanager
    async def _knock(self, name: str) -> AsyncIterator[asyncssh.SSHClientConnection]:
        """Connect by SSH."""
        assert self.front is not None
        async with asyncio.timeout(PATIENCE):
            connection = await asyncssh.connect(
                "127.0.0.1",
                self.front.port,
                username="chwech",
                client_keys=[PEOPLE[name]],
                known_hosts=None,
                config=None,
                agent_path=None,
            )
        try:
            yield connection
        finally:
            connection.close()
            async with asyncio.timeout(PATIENCE):
                await connection.wait_closed()


def picture(visit: Visit) -> str:
    """Give what is on the terminal of a visitor."""
    terminal = Emulator(120, 40)
    terminal.feed(visit.text)
    return "\n".join(terminal.lines())


async def until_answered(channel: ClientChannel, number: int) -> None:
    """Listen until a command has its answer: a ping behind it has, too."""
    await channel.send(Ping(number + FIRST))
    while not isinstance(message := await channel.receive(), Pong):
        assert message is not None
        assert not isinstance(message, Goodbye)


QUESTIONS: Final[Sequence[Callable[[int], FromClient]]] = (
    ListTables,
    EnterLobby,
    LeaveLobby,
    ListGames,
    lambda number: ReadRecord(number, 1),
    lambda number: ReadStatistics(number, "Ann"),
    lambda number: ReadTable(number, CODE),
    lambda number: WatchTable(number, CODE),
    lambda number: Act(number, 1, Answer("-")),
    lambda number: Act(number, 10**6, Answer("-")),
    lambda number: Continue(number, 1),
    lambda number: ReadReplay(number, 1),
)
"""What is asked first."""

LAST: Final[Sequence[Callable[[int], FromClient]]] = (
    lambda number: WatchTable(number, CODE, 3),
    lambda number: JoinTable(number, CODE, 5),
    lambda number: Say(number, "hm"),
    LeaveTable,
)
"""What is asked in the end."""


@asynccontextmanager
async def a_mansion(log: Sequence[LogRecord], directory: Path) -> AsyncIterator[Mansion]:
    """Open a host on this log behind every door."""
    store = MemoryStore()
    await people(store)
    records, brief = stored(log)
    for number, data in enumerate(records):
        await store.append(CODE, number, data, brief)
    host = Host(HostServices(GAMES, BOTS, CODEC, store, Outside(lambda: NOW, Random(5).randbytes)))
    mansion = Mansion(host, directory, log)
    await host.open()
    server = await listen_tcp(Door(host, CODEC), "127.0.0.1", 0)
    mansion.port = server.sockets[0].getsockname()[1]
    listener = socket.create_server(("127.0.0.1", 0))
    async with (
        listening_for_many(Door(host, CODEC), mansion.path),
        listening_for_many(PassportDoor(host, CODEC), directory / "fronts.sock"),
    ):
        mansion.front = await open_front(listener, directory / "key", directory / "fronts.sock", ROOMY)
        try:
            yield mansion
        finally:
            await mansion.front.close("the test is over")
            server.close()
            await host.close()


async def people(store: MemoryStore) -> None:
    """Make the accounts."""
    for name, key in PEOPLE.items():
        secret = hashlib.sha256(b"secret").digest()
        await store.register(Account(name.lower(), name), Token(name, secret))
        await store.join(name.lower(), Key(key.get_fingerprint(), "", NOW), 8)


def still(patch: pytest.MonkeyPatch) -> None:
    """Let the clocks of tables stand still, so that no byte depends on how long something takes; nobody hurries."""
    patch.setattr(TableClock, "_now", lambda _: NOW)
    patch.setattr(visit, "COMMANDS", Rate(10.0, 1000.0))
