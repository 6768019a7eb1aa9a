"""Connections that have ended by whatever door and in whatever way are freed at once, by references alone."""

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from protocol.aio import client_channel
from protocol.messages import ListTables, Welcome
from server.fronts.door import PassportDoor
from server.fronts.peers import listening_unix
from server.host import session
from server.host.connection import ClientConnection
from server.host.session import Session
from server.host.terms import Passport, write_passport
from tests.server.freed import alive, no_garbage
from tests.server.fronts.street import CODEC, Caller, Street, a_street
from tests.server.host.bearers import key_of

Way = Callable[[Caller], Awaitable[None]]


async def goodbye(caller: Caller) -> None:
    """Hang up."""
    await caller.close()


async def nonsense(caller: Caller) -> None:
    """Send what cannot be read, and take the goodbye."""
    await caller.throw(b"\xff" * 100)
    await caller.close()


async def reset(caller: Caller) -> None:
    """Let the line be cut, so that the other side reads an error."""
    linger = struct.pack("ii", 1, 0)
    caller.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    caller.writer.transport.abort()


async def reset_while_asking(caller: Caller) -> None:
    """Ask for much, take nothing, and let the line be cut."""
    for number in range(10):
        await caller.channel.send(ListTables(number + 1))
    await reset(caller)


async def by_passport(street: Street, tmp_path: Path) -> Caller:
    """Come through a front."""
    reader, writer = await asyncio.open_unix_connection(tmp_path / "fronts")
    writer.write(write_passport(Passport(key=key_of("Ann"), address="192.0.2.1")))
    caller = Caller(reader, writer)
    caller.channel = client_channel(reader, writer, CODEC)
    return caller


async def come(street: Street, door: str, tmp_path: Path) -> Caller:
    """Come by a door."""
    if door == "fronts":
        return await by_passport(street, tmp_path)
    return await (street.call() if door == "tcp" else street.call_unix())


@pytest.mark.parametrize("door", ["tcp", "unix", "fronts"])
@pytest.mark.parametrize("way", [goodbye, nonsense, reset, reset_while_asking])
async def test_a_connection_that_has_ended_is_freed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, door: str, way: Way
) -> None:
    """Neither what the host keeps of it nor what lies between is left for a collection, also after an error."""
    monkeypatch.setattr(session, "UNSETTLED", 0)
    async with (
        a_street(tmp_path) as street,
        listening_unix(PassportDoor(street.host, CODEC).let_in, tmp_path / "fronts"),
    ):
        ever = asyncio.all_tasks()
        with no_garbage():
            for number in range(3):
                caller = await come(street, door, tmp_path)
                assert isinstance(await caller.greet("Ann" if door == "fronts" else f"Ann {number}"), Welcome)
                await way(caller)
                caller.writer.close()
                await all_but(ever)
            del caller
            street.forget()
            assert not alive(Session, ClientConnection)


async def all_but(ever: "set[asyncio.Task[Any]]") -> None:
    """Wait for the end of everything that has begun meanwhile."""
    serving = asyncio.all_tasks() - ever
    if serving:
        await asyncio.wait(serving)
