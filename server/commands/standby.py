"""A machine of several: while another one runs the tables it passes everything on to that, until it takes the lease."""

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Final

from server.commands.hosting import HostHere, copy_allowed, copy_bans
from server.commands.process import ProcessOptions
from server.file_lock import written_whole
from server.fronts.door import PassportDoor
from server.fronts.link import LinkDoor, LinkTrust, RelayDoor, Relays, link_trust, new_key
from server.fronts.own_files import FrontFault, make_secret, read_host_key
from server.fronts.peers import listening_unix, take_tcp
from server.host.moderation import BanKind
from server.processes.serving import ALONE_SECONDS
from server.processes.sockets import FRONTS_NAME, HOST_KEY_NAME, is_loopback
from server.storage import moderation
from server.storage.postgres import POLL_SECONDS, Lease, PostgresStore
from server.storage.store import Ban, StoreBusy, StoreFault

COPY_SECONDS: Final = 1.0  # Seconds between two looks at what the fronts of this machine have to know.

_log = logging.getLogger(__name__)


class StandBy:
    """Stands by for the lease."""

    def __init__(self, options: ProcessOptions, here: HostHere) -> None:
        """Begin without having reached the store; ``here`` is shown."""
        here.words = "no machine runs the tables yet"
        self._here = here
        self.trust: LinkTrust | None = None  # What all machines know each other by; None until the store is reached.

        self._link = options.configuration.link
        self._lease = Lease(options.store, self._link)
        self._options = options
        self._relays: Relays | None = None
        self._listening = self._troubled = False
        self._began = time.monotonic()
        self._copied: tuple[list[Ban], list[str]] | None = None
        self._copy_at = 0.0

    async def store(self, told_to_end: asyncio.Event, ready: Callable[[], Awaitable[None]]) -> PostgresStore | None:
        """Open the store once this machine has the lease; None if it is told to end first.

        ``ready`` is called whenever what comes here is passed on; ``told_to_end`` is set if the lease is lost later.

        Raises:
            StoreFault: the store cannot be used.
            FrontFault: nobody can be let in here.
        """
        async with contextlib.AsyncExitStack() as listening:
            while not (told_to_end.is_set() or await self._leads(listening, ready)):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(told_to_end.wait(), POLL_SECONDS)
            if self._relays is not None:
                self._relays.close()
        if told_to_end.is_set():
            with contextlib.suppress(StoreFault):
                await self._lease.release()
            self._lease.close()
            return None
        if self._listening:
            _log.warning("this machine runs the tables from now on")
        return PostgresStore(self._lease, told_to_end.set)

    async def _leads(self, listening: contextlib.AsyncExitStack, ready: Callable[[], Awaitable[None]]) -> bool:
        """Take the lease if it is free, and return True; else follow the host that has it."""
        try:
            if self.trust is None:
                await self._share()
            if await self._lease.take() is not None:
                return True
            await self._follow(listening, ready)
            self._troubled = False
        except StoreBusy as problem:
            _log.log(logging.DEBUG if self._troubled else logging.WARNING, "%s; it is waited for", problem)
            self._troubled = True
        return False

    async def _share(self) -> None:
        """Take over what all machines share: their certificate, and the host key by which people know them."""
        self.trust = link_trust(await self._lease.share("link_key", lambda: new_key(certified=True)))
        path = self._options.data / HOST_KEY_NAME
        try:
            own = read_host_key(path)
        except FileNotFoundError:
            own = b""
        shared = await self._lease.share("ssh_host_key", lambda: own or new_key())
        if not own:
            make_secret(path, shared)
        elif own != shared:
            kept = path.with_name(f"{path.name}.before")
            path.rename(kept)
            with written_whole(path) as part:
                part.write_bytes(shared)
            _log.warning("this machine has the host key of the others now; its own is kept in %s", kept)

    async def _follow(self, listening: contextlib.AsyncExitStack, ready: Callable[[], Awaitable[None]]) -> None:
        """Pass connections on to the host that has the lease, and copy what fronts have to know."""
        assert self.trust is not None
        self._relays = self._relays or Relays(self.trust)
        host = await self._lease.holder() or ""
        if host != self._relays.host:
            self._tell(host)
            self._relays.lead_to(host)
        if time.monotonic() >= self._copy_at:
            self._copy_at = time.monotonic() + COPY_SECONDS
            await self._copy()
        if not self._listening:
            self._listening = await self._listen(self._relays, listening)
        if self._listening:
            await ready()

    def _tell(self, host: str) -> None:
        """Tell the operator where the tables run."""
        self._here.words = f"stands by; the tables run at {host}" if host else "no machine runs the tables now"
        if not host:
            return
        own, other = (place.rpartition(":")[0].strip("[]") for place in (self._link, host))
        if is_loopback(other) and not is_loopback(own):
            _log.error(
                "the machine that runs the tables says that it is at %s, where nobody reaches it: set link there", host
            )
        else:
            _log.info("the tables run at %s", host)

    async def _copy(self) -> None:
        bans = [ban for ban in await self._lease.read(moderation.bans) if ban.kind == BanKind.ADDRESS.value]
        found = bans, [*await self._lease.read(moderation.allowed)]
        if found != self._copied:
            self._copied = found
            copy_bans(self._options.data, found[0])
            copy_allowed(self._options.data, found[1])

    async def _listen(self, relays: Relays, listening: contextlib.AsyncExitStack) -> bool:
        """Open the doors of this machine; False while the last server of the folder has not let go of them."""
        options = self._options
        doors = (
            (RelayDoor(relays, "unix").let_in, options.socket),
            (relays.let_in, options.data / FRONTS_NAME),
        )
        async with contextlib.AsyncExitStack() as opening:
            try:
                for serve, path in doors:
                    await opening.enter_async_context(listening_unix(serve, path))
            except FrontFault:
                if not options.follows and time.monotonic() - self._began > ALONE_SECONDS:
                    raise
                return False
            for number in options.tcp:
                # The socket itself stays open: connections that arrive while the doors change wait in it.
                server = await take_tcp(RelayDoor(relays, "tcp").let_in, socket.socket(fileno=os.dup(number)))
                opening.callback(server.close)
            listening.push_async_exit(opening.pop_all())
        return True

    def letting_in(self, door: PassportDoor) -> contextlib.AbstractAsyncContextManager[None]:
        """Let the other machines in by a door as long as the context lasts."""
        assert self.trust is not None
        listeners = [socket.socket(fileno=number) for number in self._options.link]
        return LinkDoor(self.trust, door.let_in).listening(listeners)
