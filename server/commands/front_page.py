"""Shows the figures of a front to the host, on a socket of its own; it loads no part of the host."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol

from server.fronts.fault import FrontFault
from server.fronts.unix_sockets import listening_unix
from server.metrics.figures import Sample, written
from server.metrics.meters import ProcessWatch
from server.metrics.page import Page, Shown


class FrontFigures(Protocol):
    """What is asked of a front."""

    def samples(self, process: str) -> list[Sample]:
        """Return the figures of the front."""
        ...


@contextlib.asynccontextmanager
async def showing_front(front: FrontFigures, fronts_socket: Path, place: str, name: str) -> AsyncIterator[None]:
    """Show the figures of a process to the host while the context lasts: at ``front-PLACE.sock``, by its name."""
    with contextlib.closing(ProcessWatch(name)) as watch:

        async def figures() -> Shown:
            return Shown(written([*watch.samples(), *front.samples(name)]))

        async with contextlib.AsyncExitStack() as closing:
            # Without its page a front serves all the same: the path may be too long for a socket.
            with contextlib.suppress(FrontFault):
                await closing.enter_async_context(
                    listening_unix(Page({"/metrics": figures}), fronts_socket.with_name(f"front-{place}.sock"))
                )
            yield
