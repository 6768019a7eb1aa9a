"""What a crowded lobby costs: for all readers together about as much as for one, but for the sending."""

import asyncio
from typing import Self

import pytest

from protocol.lobby import EnterLobby, LobbyChanged, LobbyShown, SayInLobby
from protocol.messages import FromServer
from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.host.accounts.blocks import Blocks
from server.host.lobby.directory import TableDirectory
from server.host.lobby.service import GATHERING_SECONDS, LobbyService
from server.host.services import HostServices
from server.host.session import Session
from server.storage.store import Account
from server.tables.chairs import Chair
from server.tables.heading import Heading
from tests.server.host.bots import BOTS, KNOWLEDGE
from tests.server.host.world import CODEC
from tests.server.lots import LOTS
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


class Reader(Session):
    """A connection that keeps what it is told."""

    def __init__(self, account: Account) -> None:
        """Begin with nothing; there is no channel."""
        self.account = account
        self.told: list[FromServer] = []

    def say(self, *messages: FromServer) -> None:
        """Keep messages."""
        self.told += messages


class Crowd:
    """A lobby full of people."""

    def __init__(self, size: int) -> None:
        """Make a lobby for so many people."""
        services = HostServices({"lots": LOTS}, BOTS, CODEC, FaultyStore(), knowledge=KNOWLEDGE)
        self.lobby = TableDirectory(services)
        self.service = LobbyService(services, self.lobby, Blocks(services.store))
        self.readers = [Reader(Account(f"a{number}", f"Name {number}")) for number in range(size)]

    async def opened(self) -> Self:
        """Open the lobby, and let them all enter it."""
        await self.service.open()
        for number, reader in enumerate(self.readers):
            await self.service.answer(reader, EnterLobby(number + 1))
            self.service.place(reader, "")
        return self

    def open_table(self, number: int) -> None:
        """Let one of them open a table, or change it."""
        chairs = (Chair(f"Name {number}", account=f"a{number}"), None)
        brief = Heading(f"t{number}", 0.0, Setup("lots", 2), TablePhase.GATHERING, chairs, "", f"a{number}")
        self.lobby.note(brief)

    def changes(self) -> list[LobbyChanged]:
        """Give all that was told since the last time."""
        told = [message for reader in self.readers for message in reader.told if isinstance(message, LobbyChanged)]
        for reader in self.readers:
            reader.told.clear()
        return told


async def pause() -> None:
    """Let what was gathered be told."""
    await asyncio.sleep(2 * GATHERING_SECONDS)


@in_virtual_time
async def test_a_change_is_worked_out_once_for_all() -> None:
    """Of 300 readers only those whom the tables concern get a message that is made for them."""
    crowd = await Crowd(300).opened()
    await pause()
    crowd.changes()
    for number in range(10):
        crowd.open_table(number)
    await pause()
    told = crowd.changes()
    assert len(told) == 300
    assert len({*map(id, told)}) == 11


@in_virtual_time
async def test_what_is_told_to_all_is_written_once() -> None:
    """The bytes of a message are those that were made for the reader before."""
    crowd = await Crowd(3).opened()
    await pause()
    crowd.changes()
    await crowd.service.answer(crowd.readers[1], SayInLobby(1, "hello"))
    await pause()
    first, second, third = (CODEC.encode_server(message) for message in crowd.changes())
    assert first is second is third


@pytest.mark.no_cover
@in_virtual_time
async def test_the_picture_of_a_crowd_fits_into_a_frame() -> None:
    """With more people and tables than are shown, whoever enters gets one message, and the true number of people."""
    crowd = await Crowd(1200).opened()
    for number in range(400):
        crowd.open_table(number)
    await pause()
    crowd.changes()
    await crowd.service.answer(crowd.readers[0], EnterLobby(1))
    (shown,) = crowd.readers[0].told
    assert isinstance(shown, LobbyShown)
    assert (len(shown.people), len(shown.tables), shown.online) == (1000, 200, 1200)
    assert len(CODEC.encode_server(shown)) < 256 * 1024
