"""The internal command ``front_process``: one of the server processes that draw screens for SSH visitors."""

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator, MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from protocol.language import N_, sentence
from server.commands.log import run_serving, told_to_operator
from server.commands.options import InnerOptions, inner_parser
from server.commands.process_configuration import ConfigurationFeed, ProcessConfiguration, read_configuration
from server.configuration.values import read_public_name
from server.fronts.fault import FrontFault
from server.fronts.unix_sockets import listening_unix
from server.metrics.figures import written
from server.metrics.meters import ProcessWatch
from server.metrics.page import Page, Shown
from server.processes.child import UPDATE
from server.processes.plan import Address
from server.processes.serving import raise_open_files, tell_ready, told_by_supervisor
from server.processes.sockets import HOST_KEY_NAME

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


class FrontOptions(InnerOptions):
    """The arguments of a front."""

    fronts_socket: Path
    number: int
    public_name: Address | None = None


def main(argv: list[str], *, warm: bool = False) -> int:
    """Draw screens until told to end, and return the exit status; a process that is warm has drawn some already."""
    parser = inner_parser("front_process")
    parser.add_argument("--public-name", type=read_public_name, metavar="HOST[:PORT]")
    parser.add_argument("--number", type=int, default=1, metavar="N")
    options = parser.parse_args(argv, FrontOptions())
    configuration = read_configuration(options.configuration)
    forget_terminal(os.environ)
    raise_open_files()
    return run_serving(
        _serve(options, configuration, warm=warm),
        verbose=configuration.verbose,
        form=configuration.log,
        process=f"front {options.number}",
    )


def forget_terminal(environment: MutableMapping[str, str]) -> None:
    """Remove the variables that describe the operator's terminal: each session has one of its own."""
    for name in tuple(environment):
        if name in TERMINAL or name.startswith("TEXTUAL"):
            del environment[name]


async def _serve(options: FrontOptions, configuration: ProcessConfiguration, *, warm: bool) -> None:
    from server.fronts.ssh.front import FrontEntry, open_front, warm_up
    from server.fronts.ssh.request import PublicAddress

    def entry(told: ProcessConfiguration) -> FrontEntry:
        return FrontEntry(told.allow_list, told.connections, told.connections_per_address)

    feed, inherited = ConfigurationFeed(), socket.socket(fileno=options.listen_fd[0])
    with told_by_supervisor(_LIFELINE, feed.hear) as told_to_end, inherited as listener:
        name = options.public_name
        public = PublicAddress(*name) if name is not None else None
        key = options.data / HOST_KEY_NAME
        if not warm:
            await warm_up()
        front = await open_front(listener, key, options.fronts_socket, public=public, entry=entry(configuration))
        feed.follow(lambda told: front.configure(entry(told)))
        said = sentence("the host key is {fingerprint}", fingerprint=front.fingerprint)
        tell_ready(options.ready_fd, told_to_operator(said), lambda: str(front.visitors))
        loop, left = asyncio.get_running_loop(), list[asyncio.Task[None]]()

        def relieve() -> None:
            left.append(loop.create_task(front.leave()))
            left[-1].add_done_callback(lambda _: told_to_end.set())

        loop.add_signal_handler(UPDATE, relieve)
        async with _showing(front, options):
            await told_to_end.wait()
        await front.close(OUTDATED if left else FAREWELL)


@contextlib.asynccontextmanager
async def _showing(front: "OpenFront", options: FrontOptions) -> AsyncIterator[None]:
    """Show the figures of the front to the host while the context lasts, on a socket of its own."""
    name = f"front {options.number}"
    with contextlib.closing(ProcessWatch(name)) as watch:

        async def figures() -> Shown:
            return Shown(written([*watch.samples(), *front.samples(name)]))

        async with contextlib.AsyncExitStack() as closing:
            # Without its page a front serves all the same: the path may be too long for a socket.
            with contextlib.suppress(FrontFault):
                path = options.fronts_socket.with_name(f"front-{options.number}.sock")
                await closing.enter_async_context(listening_unix(Page({"/metrics": figures}).let_in, path))
            yield
