"""The line to the host: passports first, and a sentence for everything that can be in the way."""

import asyncio
import gc
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.aio import server_channel
from protocol.codec import Codec
from protocol.messages import Hello
from server.fronts.ssh import host_dialler
from server.fronts.ssh.host_dialler import SILENT, HostDialler
from server.fronts.ssh.transport.connection import Visitor
from tests.server.fronts.ssh.porter import GUEST, MEGAN, Porter, a_porter

CODEC = Codec()


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("visitor", [MEGAN, GUEST], ids=["key", "guest"])
async def test_the_passport_comes_before_the_greeting(tmp_path: Path, visitor: Visitor, looks: bool) -> None:
    """The host reads who was proven to come, and then the ordinary protocol."""
    async with a_porter(tmp_path / "s") as porter:
        channel = await HostDialler(tmp_path / "s", CODEC).dial(visitor, looks=looks)
        await channel.send(Hello((1, 1), name="anybody"))
        arrived = await porter.arrival()
        passport = arrived.passport
        assert (passport.key, passport.address, passport.looks) == (visitor.key, visitor.address, looks)
        assert bool(passport.ticket) is visitor.guest
        assert await server_channel(arrived.reader, arrived.writer, CODEC).receive() == Hello((1, 1), name="anybody")
        channel.close()
        await channel.wait_closed()


async def ticket(line: HostDialler, visitor: Visitor, porter: Porter) -> str:
    """Give the ticket that the host is shown for a visitor."""
    with await line.open(visitor):
        return (await porter.arrival()).passport.ticket


async def test_a_guest_is_known_again(tmp_path: Path) -> None:
    """A guest has one ticket for all connections; every other guest, and the next front, has another."""
    async with a_porter(tmp_path / "s") as porter:
        line, other = HostDialler(tmp_path / "s", CODEC), HostDialler(tmp_path / "s", CODEC)
        next_guest = replace(GUEST, number=3)
        first, second = await ticket(line, GUEST, porter), await ticket(line, GUEST, porter)
        assert first == second
        strange = [await ticket(line, next_guest, porter), await ticket(other, GUEST, porter)]
        assert len({first, *strange}) == 3
        assert await ticket(line, MEGAN, porter) == ""


@contextmanager
def a_full_house(path: Path) -> Iterator[socket.socket]:
    """Open a host that hangs, with as many at its door as the system lets wait there."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as hung, socket.socket(socket.AF_UNIX) as first:
        hung.bind(str(path))
        hung.listen(0)
        first.connect(str(path))
        yield hung


async def test_a_host_that_hangs_is_not_waited_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that takes no connections gives a sentence."""
    monkeypatch.setattr(host_dialler, "PATIENCE", 0.1)
    with a_full_house(tmp_path / "s"), pytest.raises(TimeoutError, match=SILENT):
        await HostDialler(tmp_path / "s", CODEC).dial(MEGAN)


async def test_a_host_with_too_many_at_its_door_is_asked_again(tmp_path: Path) -> None:
    """Whoever comes in a crowd gets through when the others have."""
    with a_full_house(tmp_path / "s") as house:
        dialling = asyncio.create_task(HostDialler(tmp_path / "s", CODEC).open(MEGAN))
        await asyncio.sleep(0)
        assert not dialling.done()
        house.accept()[0].close()
        (await dialling).close()


async def test_a_visit_that_is_given_up_leaves_no_connection(tmp_path: Path) -> None:
    """Whoever is cancelled while connecting holds nothing afterwards: an open socket would warn, which fails."""
    with a_full_house(tmp_path / "s"):
        dialling = asyncio.create_task(HostDialler(tmp_path / "s", CODEC).open(MEGAN))
        await asyncio.sleep(0)
        dialling.cancel()
        await asyncio.wait({dialling})
        assert dialling.cancelled()
    gc.collect()
