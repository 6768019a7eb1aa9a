"""Stands in for a service manager: a datagram socket that keeps what it is told."""

import asyncio
import socket
from pathlib import Path
from typing import Self

PATIENCE = 60.0  # Seconds that anything may take on a busy machine.


class ServiceManager:
    """Hears what a service says."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.setblocking(False)

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Listen no more."""
        self._socket.close()

    async def hears(self) -> str:
        """Wait for the next message."""
        async with asyncio.timeout(PATIENCE):
            return (await asyncio.get_running_loop().sock_recv(self._socket, 4096)).decode()

    async def until(self, wanted: str) -> list[str]:
        """Wait for a message, and give those that came before it."""
        before = []
        while (said := await self.hears()) != wanted:
            before.append(said)
        return before

    def heard(self) -> list[str]:
        """Give what lies there by now."""
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return messages
