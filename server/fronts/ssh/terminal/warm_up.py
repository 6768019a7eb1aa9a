"""Runs two apps without a terminal before the front opens, so that no visitor waits for imports and caches."""

import asyncio
from typing import Any, Final

from chwech_tui.app import ChwechApp
from chwech_tui.link import Identity
from protocol.aio import ClientChannel
from server.fronts.ssh.garbage import Memory
from server.fronts.ssh.session import errand_of
from server.fronts.ssh.terminal.app_session import Admission, Stage
from server.fronts.ssh.terminal.driver import Wire
from server.fronts.ssh.terminal.terminal import read_terminal
from server.fronts.ssh.transport.flow import Flow

SECONDS: Final = 10.0
"""Maximum seconds per app; a front that is slower opens nevertheless."""

_APPS: Final = 2


async def rehearse() -> None:
    """Start and end a few apps, one after the other, without a terminal."""
    for _ in range(_APPS):
        await _show()


async def _show() -> None:
    terminal = read_terminal("xterm-256color", {}, 80, 24)
    drawn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def note_drawn() -> None:
        if not drawn.done():
            drawn.set_result(None)

    wire = Wire(terminal, Flow(), _send_nowhere, 0, note_drawn)
    stage = Stage(
        lambda: ChwechApp(_dial_nobody, errand_of(None), Identity("nobody"), terminal.palette),
        wire,
        Admission(),
        Memory(),
    )
    showing = asyncio.create_task(stage.run())
    both: set[asyncio.Future[Any]] = {showing, drawn}
    await asyncio.wait(both, timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
    showing.cancel()
    await asyncio.gather(showing, return_exceptions=True)


async def _dial_nobody() -> ClientChannel:
    raise ConnectionRefusedError("nobody is there yet")


def _send_nowhere(data: bytes) -> None:
    """Discard the data."""
