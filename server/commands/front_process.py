"""The internal command ``front_process``, which draws screens for SSH visitors."""

import asyncio
import contextlib
import functools
import gc
import os
import socket
from collections.abc import AsyncIterator, Callable, MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from protocol.language import N_, sentence
from server.commands import process
from server.fronts.own_files import FrontFault
from server.fronts.peers import listening_unix
from server.host.garbage import give_back
from server.metrics import Page, ProcessWatch, Shown, packed
from server.processes.child import UPDATE
from server.processes.serving import raise_open_files, tell_ready, told_by_supervisor
from server.processes.sockets import FRONTS_NAME, HOST_KEY_NAME

if TYPE_CHECKING:
    from server.fronts.ssh.front import OpenFront

FAREWELL: Final = N_("the server is closing: what you have done is kept")
"""The last line on every screen, marked for translation."""

OUTDATED: Final = N_("this version of the server ends here: come in again, what you have done is kept")
"""The last line on the screens of a front that a newer version has relieved, marked for translation."""

TERMINAL: Final = frozenset({
    "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "TERM", "TERM_PROGRAM",
    "TTY_COMPATIBLE", "TTY_INTERACTIVE",
})  # fmt: skip
"""Environment variables that describe the terminal in which the server was started, which no visitor uses."""

_LIFELINE: Final = 0


def main(*, warm: bool = False) -> int:
    """Draw screens until told to end, and return the exit status; a process that is warm has drawn some already."""
    options = process.read_options(_LIFELINE)
    forget_terminal(os.environ)
    raise_open_files()
    serving = _serve(options, warm=warm)
    return process.run_serving(serving, configuration=options.configuration, process=f"front {options.number}")


def warmed_up() -> Callable[[], int]:
    """Draw some screens in this process, of which fronts will be copies, and return what runs one of these."""
    from server.fronts.ssh.front import warm_up

    forget_terminal(os.environ)
    asyncio.run(warm_up())
    gc.collect()
    give_back()
    # What is frozen is left alone by the collector, so that its pages stay shared.
    gc.freeze()
    return functools.partial(main, warm=True)


def forget_terminal(environment: MutableMapping[str, str]) -> None:
    """Remove the variables that describe the operator's terminal: each session has one of its own."""
    for name in tuple(environment):
        if name in TERMINAL or name.startswith("TEXTUAL"):
            del environment[name]


async def _serve(options: process.ProcessOptions, *, warm: bool) -> None:
    from server.fronts.ssh.front import open_front, warm_up
    from server.fronts.ssh.request import PublicAddress

    feed, inherited = process.ConfigurationFeed(), socket.socket(fileno=options.ssh[0])
    with told_by_supervisor(_LIFELINE, feed.hear) as told_to_end, inherited as listener:
        name, passage = options.public_name, options.data / FRONTS_NAME
        public = PublicAddress(*name) if name is not None else None
        key = options.data / HOST_KEY_NAME
        if not warm:
            await warm_up()
        front = await open_front(listener, key, passage, public=public, told=options.configuration)
        feed.follow(front.configure)
        said = sentence("the host key is {fingerprint}", fingerprint=front.fingerprint)
        tell_ready(options.ready_fd, process.told_to_operator(said), lambda: str(front.visitors))
        loop, left = asyncio.get_running_loop(), list[asyncio.Task[None]]()

        def relieve() -> None:
            left.append(loop.create_task(front.leave()))
            left[-1].add_done_callback(lambda _: told_to_end.set())

        loop.add_signal_handler(UPDATE, relieve)
        async with _showing(front, f"front {options.number}", passage):
            await told_to_end.wait()
        await front.close(OUTDATED if left else FAREWELL)


@contextlib.asynccontextmanager
async def _showing(front: "OpenFront", name: str, passage: Path) -> AsyncIterator[None]:
    """Show the figures of the front to the host while the context lasts, on a socket beside that of all fronts."""
    with contextlib.closing(ProcessWatch(name)) as watch:

        async def figures() -> Shown:
            return Shown(packed([*watch.samples(), *front.samples(name)]))

        async with contextlib.AsyncExitStack() as closing:
            # Without its page a front serves all the same: the path may be too long for a socket.
            with contextlib.suppress(FrontFault):
                path = passage.with_name(f"{name.replace(' ', '-')}.sock")
                await closing.enter_async_context(listening_unix(Page({"/figures": figures}).let_in, path))
            yield
