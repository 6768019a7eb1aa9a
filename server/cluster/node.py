"""One node of a cluster: it waits until it may lead, or carries its connections to the node that does.

A connection that comes while nobody leads waits at its door, and is served by whoever leads next.
"""

import asyncio
import contextlib
import logging
import re
import secrets
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from server.cluster.carried import CarriedConnections
from server.cluster.journal import LEASE_SECONDS, Lease
from server.cluster.pipe import Pipe, carry
from server.cluster.pipes import NobodyLeads, Pipes, Serving
from server.cluster.seeding import is_filling
from server.cluster.store import ReplicatedStore
from server.recovery import RECOVERED
from server.storage.store import StoreFault
from server.tasks import end_task

_log = logging.getLogger(__name__)

CLAIM_SECONDS: Final = 0.25
"""Seconds between two tries to take the lease."""

RENEW_SECONDS: Final = LEASE_SECONDS / 3

RETRY_SECONDS: Final = 0.1
"""Seconds after which a node that leads renews the lease again if the servers did not answer."""

YIELD_SECONDS: Final = 1.5
"""Seconds that a node waits for the one that led to renew the lease, once servers answer that did not before."""

AGAIN_SECONDS: Final = 1.0
"""Seconds after which a node that leads and did not answer is asked again."""

HOLD_SECONDS: Final = 30.0
"""Seconds that a connection waits for somebody who leads."""


def node_id() -> str:
    """Return a name for this process that no other has, made of the name of its machine."""
    return f"{re.sub(r'[^A-Za-z0-9-]', '-', socket.gethostname())[:32] or 'node'}-{secrets.token_hex(4)}"


class NodeDoor:
    """A door of a node: serves connections itself once the node leads, and carries them to the one that does before."""

    def __init__(self, name: str, store: ReplicatedStore, pipes: Pipes, carried: CarriedConnections) -> None:
        self._name = name
        self._carried = carried
        self._store = store
        self._pipes = pipes
        self._own: asyncio.Future[Serving] = asyncio.get_running_loop().create_future()

    def open(self, own: Serving) -> None:
        """Serve connections by this from now on."""
        self._own.set_result(own)

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection until it ends; one that waits for too long is closed."""
        async with contextlib.AsyncExitStack() as closing:
            try:
                async with asyncio.timeout(HOLD_SECONDS):
                    behind = await self._behind(closing, _address_of(writer))
            except (TimeoutError, StoreFault):
                writer.close()
                return
            if isinstance(behind, Pipe):
                with self._carried.counted(behind.number, writer) as one:
                    await carry(reader, writer, behind, one.up, one.down)
            else:
                await behind.let_in(reader, writer)

    async def _behind(self, closing: contextlib.AsyncExitStack, address: str) -> Serving | Pipe:
        """Return what serves on this node, or a pipe to the one that leads, as soon as there is one of them."""
        while not self._own.done():
            here = self._store.place
            if here.leader in ("", self._pipes.node):
                # Nobody leads, or this node is about to serve.
                await self._wait(here.epoch)
                continue
            pipe = self._pipes.opened(here.leader, self._name, address)
            opening = asyncio.create_task(closing.enter_async_context(pipe))
            try:
                await self._wait(here.epoch, opening)
                if opening.done():
                    return opening.result()
            except NobodyLeads:
                await self._wait(here.epoch)
            finally:
                # The node that led may have died, and would not answer for some time.
                await end_task(opening)
        return self._own.result()

    async def _wait(self, epoch: int, opening: "asyncio.Task[Pipe] | None" = None) -> None:
        """Wait until this node serves, another one leads, or the one that leads has answered, or may answer again."""
        led = asyncio.create_task(self._store.led_after(epoch))
        waiting: list[asyncio.Future[Any]] = [led, self._own, *([] if opening is None else [opening])]
        try:
            timeout = AGAIN_SECONDS if opening is None else None
            await asyncio.wait(waiting, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if led.done():
                led.result()
        finally:
            led.cancel()


def _address_of(writer: asyncio.StreamWriter) -> str:
    """Return the address that a connection comes from; empty for one of this machine, by a Unix socket."""
    peer = writer.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


class Dialler:
    """Opens the doors of a node that leads to those who come from other nodes."""

    def __init__(self, always: Mapping[str, Serving] | None = None) -> None:
        """Begin with the doors that are open to the node that leads, too."""
        self._always = always or {}
        self._doors: asyncio.Future[Mapping[str, Serving]] = asyncio.get_running_loop().create_future()
        self._shut = False

    def open(self, doors: Mapping[str, Serving]) -> None:
        """Let in who waits, and whoever comes."""
        self._doors.set_result(doors)

    def shut(self) -> None:
        """Let nobody in any more: the next node that leads does."""
        self._shut = True
        if not self._doors.done():
            self._doors.set_result({})

    async def dial(self, door: str) -> Serving:
        """Return what serves at a door of this node, once it is open.

        Raises:
            OSError: there is no such door.
        """
        if door in self._always and not self._shut:
            return self._always[door]
        doors = await asyncio.shield(self._doors)
        if self._shut or door not in doors:
            raise FileNotFoundError(f"there is no door {door}")
        return doors[door]


async def lead_when_free(store: ReplicatedStore, lease: Lease, node: str) -> None:
    """Take the lead as soon as nobody has it.

    Raises:
        StoreFault: the copy of this node cannot be continued, or a migration has not ended.
    """
    while not await _led(store, lease, node):
        await lease.freed(CLAIM_SECONDS)
    if await store.look(is_filling):
        await lease.release(node)
        raise StoreFault("this cluster was not filled to the end: run `chwech migrate` again first")


async def _led(store: ReplicatedStore, lease: Lease, node: str) -> bool:
    """Return True if this node leads now.

    Raises:
        StoreFault: the copy of this node cannot be continued.
    """
    try:
        if not await lease.claim(node):
            return False
    except StoreFault as problem:
        store.check()
        _log.warning("this node cannot lead now: %s", problem)
        # A lease lapses while its servers choose who leads them; people keep their seats if the same node has it.
        await asyncio.sleep(YIELD_SECONDS)
        return False
    before = store.place.leader
    try:
        await store.lead(node)
    except StoreFault as problem:
        store.check()
        _log.warning("this node cannot lead now: %s", problem)
        await lease.release(node)
        return False
    instead = f", in place of {before}, which has ended or does not answer" if before else ""
    _log.warning("this node (%s) leads now%s", node, instead, extra=RECOVERED)
    return True


async def renew(lease: Lease, node: str) -> None:
    """Keep the lease without end; whether this node still leads is for the journal to say."""
    while True:
        try:
            await lease.claim(node)
        except StoreFault:
            await asyncio.sleep(RETRY_SECONDS)
        else:
            await asyncio.sleep(RENEW_SECONDS)


async def cut_after_each_lead(store: ReplicatedStore, pipes: Pipes, give_up: Callable[[], Awaitable[None]]) -> None:
    """Cut what is carried to a node that leads no more, and ``give_up`` tables once the copy cannot be continued."""
    epoch = store.place.epoch
    while True:
        try:
            _position, epoch, leader = await store.led_after(epoch)
        except StoreFault as problem:
            if not store.is_closed:
                _log.error("this node runs no tables any more: %s", problem)
            await give_up()
            return
        pipes.cut_but_to(leader)
