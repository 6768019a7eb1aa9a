"""Shows the figures of all processes on a page of the host; each front has one of its own."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final, Protocol

from server.fronts.fault import FrontFault
from server.fronts.listeners import take_tcp
from server.fronts.unix_sockets import is_listening, listening_unix
from server.host.host import Host
from server.metrics.figures import Sample, read, written
from server.metrics.meters import ProcessWatch
from server.metrics.page import SECONDS, Page, read_page
from server.storage.store import StoreFault

STATUS_NAME: Final = "status.sock"
"""The socket in the data directory at which the host shows the figures of all processes."""


class Shown(Protocol):
    """What is shown beside the figures of the processes."""

    async def samples(self) -> list[Sample]:
        """Return its figures.

        Raises:
            StoreFault: there are none now.
        """

    async def trouble(self) -> str:
        """Return what is wrong; empty if all is well."""


class ShownHost:
    """The figures of a host."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def samples(self) -> list[Sample]:
        """Return its figures.

        Raises:
            StoreFault: there are none now.
        """
        return await self._host.samples()

    async def trouble(self) -> str:
        """Return what is wrong; empty if all is well."""
        try:
            async with asyncio.timeout(SECONDS):
                await self._host.samples()
                await self._host.probe()
        except StoreFault as problem:
            return f"nothing can be stored, so nobody can act: {problem}"
        except TimeoutError:
            return "the store does not answer in time, so nobody can act"
        return ""


@contextlib.asynccontextmanager
async def showing(
    shown: Shown, data: Path, fronts_socket: Path | None, listeners: Sequence[int]
) -> AsyncIterator[None]:
    """Show the figures of all processes while the context lasts; ``listeners`` are descriptors of bound sockets."""
    if fronts_socket is not None:
        _remove_stale(fronts_socket.parent)
    with contextlib.closing(ProcessWatch("host")) as watch:

        async def figures() -> str:
            fronts = await _of_fronts(fronts_socket.parent) if fronts_socket is not None else []
            try:
                return written([*await shown.samples(), *watch.samples(), *fronts])
            except StoreFault:
                return written([*watch.samples(), *fronts])

        async def trouble() -> str:
            if fronts_socket is None:
                return await shown.trouble()
            said, silent = await asyncio.gather(shown.trouble(), _silent(fronts_socket.parent))
            return said or "; ".join(f"{front} does not answer, so nobody gets in there" for front in silent)

        page = Page(figures, trouble)
        async with contextlib.AsyncExitStack() as closing:
            with contextlib.suppress(FrontFault):
                await closing.enter_async_context(listening_unix(page, data / STATUS_NAME))
            for number in listeners:
                server = await take_tcp(page, socket.socket(fileno=number))
                closing.callback(server.close)
            yield
    if fronts_socket is not None:
        _remove_stale(fronts_socket.parent)


async def _of_fronts(place: Path) -> list[Sample]:
    """Return the figures of all fronts; one that does not answer in time has none."""
    texts = await asyncio.gather(*map(read_page, _sockets(place)), return_exceptions=True)
    return [sample for text in texts if isinstance(text, str) for sample in read(text)]


async def _silent(place: Path) -> list[str]:
    """Return the fronts that do not answer, because they are busy, stopped or gone."""
    paths = _sockets(place)
    texts = await asyncio.gather(*map(read_page, paths), return_exceptions=True)
    return [path.stem.replace("-", " ") for path, text in zip(paths, texts, strict=True) if not isinstance(text, str)]


def _remove_stale(place: Path) -> None:
    """Remove the sockets that killed fronts have left."""
    for path in _sockets(place):
        if not is_listening(path):
            path.unlink(missing_ok=True)


def _sockets(place: Path) -> list[Path]:
    return sorted(place.glob("front-*.sock"))
