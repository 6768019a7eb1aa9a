"""The owner of a link, for tests: it keeps what it is told, and waits for it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from chwech_tui.link import Identity, Link, News, Route, no_reason
from protocol.messages import FromClient
from tests.chwech_tui.fake_server import FakeServer

PATIENCE = 20.0  # Seconds after which a test gives up.


class Owner:
    """Owns a link and keeps what it is told."""

    def __init__(self, server: FakeServer, explain: Callable[[], Awaitable[str]] = no_reason) -> None:
        self.news: list[News] = []
        self.stirred = server.stirred
        self.link = Link(Route(server.dial, Identity("Megan"), explain), self.tell, clock=lambda: 1.0)

    def tell(self, news: News) -> None:
        self.news.append(news)
        self.stirred.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self.stirred.clear()
                await self.stirred.wait()

    async def told(self, kind: type, times: int = 1) -> None:
        """Wait until so much of a kind was told."""
        await self.until(lambda: sum(isinstance(one, kind) for one in self.news) >= times)


@asynccontextmanager
async def running(server: FakeServer, explain: Callable[[], Awaitable[str]] = no_reason) -> AsyncIterator[Owner]:
    """Run a link against a server in memory."""
    owner = Owner(server, explain)
    task = asyncio.create_task(owner.link.run())
    try:
        yield owner
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def heard(server: FakeServer, kind: type) -> list[FromClient]:
    """Give the messages of a kind that the server has heard."""
    return [message for message in server.heard if isinstance(message, kind)]
