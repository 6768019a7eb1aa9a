"""Two states that differ in what a viewer may not see give the same bytes, over every door and in every role."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import pytest

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
from protocol.setup import Delay
from protocol.talk import Say
from server.bots.registry import BOTS
from server.fronts.door import Door, PassportDoor
from server.fronts.listeners import listen_tcp
from server.fronts.ssh.commands.dispatch import answer
from server.fronts.ssh.host_dialler import HostDialler
from server.fronts.ssh.transport.authentication import Visitor
from server.fronts.unix_sockets import listening_unix
from server.host import connection as visit
from server.host.clock import TableClock
from server.host.host import Host
from server.host.limits import Rate
from server.host.services import HostServices, Outside
from server.rules.registry import GAMES
from server.storage.store import Account, Key, Token
from server.tables.log import LogRecord
from tests.server.fronts.twins import ANN, BEN, CODE, CODEC, NOW, Twins, behind, in_hand, last_hand, seq_of, stored
from tests.server.storage.memory import MemoryStore

ROLES: Final[dict[str, tuple[Callable[[], Twins], str]]] = {
    "a player": (lambda: in_hand(ANN), "Ann"),
    "whose turn it is": (lambda: in_hand(BEN), "Ben"),
    "watching": (lambda: in_hand(None), "Eve"),
    "a trick behind": (lambda: behind(Delay.TRICK), "Eve"),
    "a deal behind": (lambda: behind(Delay.DEAL), "Eve"),
}
"""By role, how the twins are made and who comes to them."""

pytestmark = pytest.mark.no_cover

DOORS: Final = ("tcp", "desk")
"""The ways in."""


async def both(role: str, door: str, directory: Path) -> list[bytes]:
    """Give what somebody is told, or sees, at either table."""
    make, name = ROLES[role]
    heard = []
    for number, (log, game) in enumerate(make().logs):
        place = directory / str(number)
        place.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(GAMES["chwech"], "_game", game)
            async with a_mansion(log, place) as mansion:
                heard.append(await getattr(mansion, door)(name))
    return heard


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("role", ROLES)
async def test_nobody_can_tell_them_apart(
    role: str, door: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is asked, what is answered, refused, told or drawn is the same, and there is much of it."""
    still(monkeypatch)
    first, second = await both(role, door, tmp_path)
    assert len(first) > 500
    assert first == second


PATIENCE: Final = 60.0
"""Seconds that anything may take."""

PEOPLE: Final = {name: f"SHA256:{name[0] * 43}" for name in ("Ann", "Ben", "Eve")}
"""Who has an account, with their keys."""

FIRST: Final = 10**13
"""The id of the first command."""


class Tape:
    """Reads, and keeps all that was read."""

    def __init__(self, reader: ByteReader) -> None:
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
        self.host = host
        self._seq = seq_of(log)
        self._hands = {"Ann": last_hand(log, ANN), "Ben": last_hand(log, BEN)}
        self.line = HostDialler(directory / "fronts.sock", CODEC)
        self.port = 0

    async def tcp(self, name: str) -> bytes:
        """Give what somebody is told over TCP."""
        return await self._told(name, *await asyncio.open_connection("127.0.0.1", self.port))

    async def desk(self, name: str) -> bytes:
        """Give what somebody is told who asks without a screen."""
        visitor = Visitor(1, PEOPLE[name], "chwech", "192.0.2.1")
        asked = ("tables", "tables --json", f"table {CODE}", f"table {CODE} --json", "history", "record 1", "whoami")
        replies = [await answer(words.split(), visitor, self.line) for words in asked]
        return "\n".join(f"{reply.out}{reply.err}{reply.status}" for reply in replies).encode()

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
    async with listening_unix(PassportDoor(host, CODEC), directory / "fronts.sock"):
        try:
            yield mansion
        finally:
            server.close()
            await host.close()


async def people(store: MemoryStore) -> None:
    """Make the accounts."""
    for name, key in PEOPLE.items():
        secret = hashlib.sha256(b"secret").digest()
        await store.register(Account(name.lower(), name), Token(name, secret))
        await store.join(name.lower(), Key(key, "", NOW), 8)


def still(patch: pytest.MonkeyPatch) -> None:
    """Let the clocks of tables stand still, so that no byte depends on how long something takes; nobody hurries."""
    patch.setattr(TableClock, "_now", lambda _: NOW)
    patch.setattr(visit, "COMMANDS", Rate(10.0, 1000.0))
