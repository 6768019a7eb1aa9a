"""Shows the figures of all processes on a page of the host; each front has one of its own."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

from server.fronts.fault import FrontFault
from server.fronts.listeners import take_tcp
from server.fronts.lists_page import status_json, status_lines
from server.fronts.unix_sockets import is_listening, listening_unix
from server.host.host import Host
from server.metrics.figures import read, written
from server.metrics.meters import ProcessWatch
from server.metrics.page import SECONDS, Page, Shown, read_page
from server.storage.store import StoreFault

STATUS_NAME: Final = "status.sock"
"""The socket in the data directory at which the host shows the figures of all processes."""


class HostHere:
    """The host that is shown, once this machine runs the tables."""

    def __init__(self) -> None:
        self.host: Host | None = None
        self.words = ""
        """What is said as long as it does not."""


@contextlib.asynccontextmanager
async def showing(
    here: HostHere, data: Path, fronts_socket: Path | None, listeners: Sequence[int]
) -> AsyncIterator[None]:
    """Show the figures of all processes while the context lasts; ``listeners`` are descriptors of bound sockets."""
    fronts = fronts_socket.parent if fronts_socket is not None else None
    _remove_stale(fronts)
    with contextlib.closing(ProcessWatch("host")) as watch:

        async def figures() -> Shown:
            pages = (await _pages(fronts)).values()
            others = [*watch.samples(), *(one for page in pages if isinstance(page, str) for one in read(page))]
            try:
                return Shown(written([*(await here.host.samples() if here.host is not None else ()), *others]))
            except StoreFault:
                return Shown(written(others))

        async def health() -> Shown:
            said, pages = await asyncio.gather(_trouble(here.host), _pages(fronts))
            silent = [front for front, page in pages.items() if not isinstance(page, str)]
            trouble = said or "; ".join(f"{front} does not answer, so nobody gets in there" for front in silent)
            return Shown(f"{trouble or 'ok'}\n", well=not trouble)

        async def status() -> Shown:
            lines = status_lines(here.host.status()) if here.host is not None else [here.words]
            return Shown("\n".join([*lines, ""]), "text/plain; charset=utf-8")

        async def status_for_programs() -> Shown:
            found = status_json(here.host.status()) if here.host is not None else '{"standby": true}\n'
            return Shown(found, "application/json")

        pages = {"/metrics": figures, "/health": health, "/status": status, "/status.json": status_for_programs}
        page = Page(pages)
        async with contextlib.AsyncExitStack() as closing:
            with contextlib.suppress(FrontFault):
                await closing.enter_async_context(listening_unix(page.let_in, data / STATUS_NAME))
            for number in listeners:
                server = await take_tcp(page.let_in, socket.socket(fileno=number))
                closing.callback(server.close)
            yield
    _remove_stale(fronts)


async def _trouble(host: Host | None) -> str:
    """Return what is wrong; empty if all is well, or this machine stands by."""
    if host is None:
        return ""
    try:
        async with asyncio.timeout(SECONDS):
            await host.samples()
            await host.probe()
    except StoreFault as problem:
        return f"nothing can be stored, so nobody can act: {problem}"
    except TimeoutError:
        return "the store does not answer in time, so nobody can act"
    return ""


async def _pages(place: Path | None) -> dict[str, str | BaseException]:
    """Return the pages of all fronts by their names, or why one does not answer: it is busy, stopped or gone."""
    paths = _sockets(place)
    texts = await asyncio.gather(*map(read_page, paths), return_exceptions=True)
    return {path.stem.replace("-", " "): text for path, text in zip(paths, texts, strict=True)}


def _remove_stale(place: Path | None) -> None:
    """Remove the sockets that killed fronts have left."""
    for path in _sockets(place):
        if not is_listening(path):
            path.unlink(missing_ok=True)


def _sockets(place: Path | None) -> list[Path]:
    return sorted(place.glob("front-*.sock")) if place is not None else []
