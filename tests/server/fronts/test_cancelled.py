"""What is said of a connection that is served while the process ends: nothing, for nothing is wrong."""

import asyncio
import socket
from pathlib import Path
from typing import Any

from server.fronts.listeners import take_tcp
from server.fronts.unix_sockets import listening_unix


class WaitingRoom:
    """A door behind which everybody waits for ever."""

    def __init__(self) -> None:
        self.inside: asyncio.Future[asyncio.Task[Any] | None] = asyncio.get_running_loop().create_future()

    async def let_in(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Wait, and close the connection when that is cancelled."""
        self.inside.set_result(asyncio.current_task())
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            writer.close()


async def cancelled(room: WaitingRoom, reader: asyncio.StreamReader) -> list[dict[str, Any]]:
    """Cancel the task of whoever waits, as the end of the process does, and return what is reported of it."""
    reported: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
    task = await room.inside
    assert task is not None
    task.cancel()
    assert await reader.read() == b""
    return reported


async def test_nothing_is_said_of_a_cancelled_connection_on_a_unix_socket(tmp_path: Path) -> None:
    """It is closed, and nothing is reported."""
    room, path = WaitingRoom(), tmp_path / "door.sock"
    async with listening_unix(room, path):
        reader, writer = await asyncio.open_unix_connection(path)
        assert await cancelled(room, reader) == []
        writer.close()
        await writer.wait_closed()


async def test_nothing_is_said_of_a_cancelled_connection_on_tcp() -> None:
    """It is closed, and nothing is reported."""
    room, listener = WaitingRoom(), socket.create_server(("127.0.0.1", 0))
    async with await take_tcp(room, listener):
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        assert await cancelled(room, reader) == []
        writer.close()
        await writer.wait_closed()
