"""Asks the NATS servers of a cluster who they are, by the line that each of them says first to everybody."""

import asyncio
import os
import socket
from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

SECONDS: Final = 2.0
"""Seconds that a server has to greet, or to show its page: a start waits for it, also where nothing is asked of it."""

_INFO: Final = b"INFO "


class Greeting(Struct, frozen=True):
    """What a server says first, as far as it matters here."""

    server_id: Annotated[str, Meta(max_length=256)]
    server_name: Annotated[str, Meta(max_length=256)] = ""
    tls_required: bool = False


class Greeted(NamedTuple):
    """What came of asking at one address."""

    place: str
    """Its host and port."""

    greeting: Greeting | None = None
    """None if no NATS server answers there."""

    why: str = ""
    """Why none does."""

    def __str__(self) -> str:
        """Name the server, or say why there is none."""
        if self.greeting is None:
            return f"{self.place} ({self.why})"
        return f"{self.greeting.server_name or self.greeting.server_id} ({self.place})"


async def greetings(servers: Sequence[str]) -> tuple[Greeted, ...]:
    """Return what came of asking each of the servers, which are given as URLs."""
    return tuple(await asyncio.gather(*(_greeted(server.partition("://")[2]) for server in servers)))


async def _greeted(place: str) -> Greeted:
    host, _, port = place.rpartition(":")
    try:
        async with asyncio.timeout(SECONDS):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except OSError as problem:
        return Greeted(place, why=_why(problem))
    try:
        async with asyncio.timeout(SECONDS):
            line = await reader.readline()
        greeting = msgspec.json.decode(line.removeprefix(_INFO), type=Greeting)
    except (OSError, ValueError, msgspec.MsgspecError):
        return Greeted(place, why="something answers there, and not as a NATS server does")
    finally:
        writer.close()
    return Greeted(place, greeting)


def _why(problem: OSError) -> str:
    """Return why nobody answers, without the address, which asyncio adds."""
    if isinstance(problem, TimeoutError):
        return "nothing answers"
    if isinstance(problem, socket.gaierror) or not problem.errno:
        return problem.strerror or str(problem)
    return os.strerror(problem.errno)
