"""Shows the figures of a process on a page: each front on a socket of its own, and the host those of all."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final, Protocol

from server.fronts.door import FrontFault
from server.fronts.listeners import listening_unix
from server.host.host import Host
from server.metrics.figures import Sample, read, written
from server.metrics.meters import ProcessWatch
from server.metrics.page import SECONDS, Page, read_page
from server.storage.store import StoreFault

STATUS_NAME: Final = "status.sock"
"""The socket in the data directory at which the host shows the figures of all processes."""

_BACKLOG: Final = 16


class FrontFigures(Protocol):
    """What is asked of a front."""

    def samples(self, process: str) -> list[Sample]:
        """Return the figures of the front."""
        ...


@contextlib.asynccontextmanager
async def showing_front(front: FrontFigures, fronts_socket: Path, number: int) -> AsyncIterator[None]:
    """Show the figures of a front to the host while the context lasts."""
    name = f"front {number}"
    with contextlib.closing(ProcessWatch(name)) as watch:

        async def figures() -> str:
            return written([*watch.samples(), *front.samples(name)])

        async with contextlib.AsyncExitStack() as closing:
            # Without its page a front serves all the same: the path may be too long for a socket.
            with contextlib.suppress(FrontFault):
                await closing.enter_async_context(
                    listening_unix(Page(figures, _no_trouble), fronts_socket.with_name(f"front-{number}.sock"))
                )
            yield


@contextlib.asynccontextmanager
async def showing_host(
    host: Host, data: Path, fronts_socket: Path | None, listeners: Sequence[int]
) -> AsyncIterator[None]:
    """Show the figures of all processes while the context lasts; ``listeners`` are descriptors of bound sockets."""
    with contextlib.closing(ProcessWatch("host")) as watch:

        async def figures() -> str:
            fronts = await _of_fronts(fronts_socket.parent) if fronts_socket is not None else []
            try:
                return written([*await host.samples(), *watch.samples(), *fronts])
            except StoreFault:
                return written([*watch.samples(), *fronts])

        page = Page(figures, lambda: _trouble(host))
        async with contextlib.AsyncExitStack() as closing:
            with contextlib.suppress(FrontFault):
                await closing.enter_async_context(listening_unix(page, data / STATUS_NAME))
            for number in listeners:
                server = await asyncio.start_server(page.let_in, sock=socket.socket(fileno=number), backlog=_BACKLOG)
                closing.callback(server.close)
            yield


async def _of_fronts(place: Path) -> list[Sample]:
    """Return the figures of all fronts; one that does not answer in time has none."""
    texts = await asyncio.gather(*map(read_page, _sockets(place)), return_exceptions=True)
    return [sample for text in texts if isinstance(text, str) for sample in read(text)]


def _sockets(place: Path) -> list[Path]:
    return sorted(place.glob("front-*.sock"))


async def _no_trouble() -> str:
    return ""


async def _trouble(host: Host) -> str:
    try:
        async with asyncio.timeout(SECONDS):
            await host.samples()
    except (StoreFault, TimeoutError) as problem:
        return f"the store does not answer: {problem}" if str(problem) else "the store does not answer in time"
    return ""
