"""The connection to the NATS servers of a cluster, which is made again whenever it is lost."""

import asyncio
import contextlib
import functools
import logging
import ssl
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final

from nats.aio.client import Client
from nats.errors import Error

from server.cluster.address import ClusterAddress
from server.cluster.encrypted_client import EncryptedClient, NotEncrypted
from server.cluster.greeting import greetings
from server.recovery import RECOVERED
from server.storage.store import StoreFault

_log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 0.2
"""Seconds between two tries to reach a server."""

START_SECONDS: Final = 10.0
"""Seconds within which one of the servers has to answer at the start."""

PING_SECONDS: Final = 2
"""Seconds between two pings; a server that leaves two of them unanswered is given up."""

_KEPT: Final = 16
"""Faults that are kept to tell why there is no connection."""

_REFUSED: Final = "Authorization Violation"
"""What a server says to whom it does not know."""

NATS_FAULTS: Final = (Error, OSError)
"""What the client of NATS raises where a server does not answer, or answers that it cannot."""


@contextlib.asynccontextmanager
async def connected(address: ClusterAddress, lost: Callable[[], None]) -> AsyncIterator[Client]:
    """Give a connection to one of the servers; ``lost`` is called whenever it is lost, before it is made again.

    Raises:
        StoreFault: none of them answers.
    """
    client = EncryptedClient() if address.encrypted else Client()
    try:
        await _connect(client, address, lost)
        yield client
    finally:
        with contextlib.suppress(*NATS_FAULTS):
            await client.close()


async def _connect(client: Client, address: ClusterAddress, lost: Callable[[], None]) -> None:
    problems: dict[str, Exception] = {}
    place = ""

    async def say_lost() -> None:
        if not client.is_closed:
            _log.warning("the connection to the NATS server at %s is lost: one is made again", place)
        lost()

    async def say_found() -> None:
        nonlocal place
        place = _place(client)
        _log.warning("this node is connected to NATS again, at %s", place, extra=RECOVERED)

    async def note(problem: Exception) -> None:
        if len(problems) < _KEPT:
            problems.setdefault(str(problem), problem)
        _log.debug("NATS: %s", problem or type(problem).__name__)

    try:
        async with asyncio.timeout(START_SECONDS):
            await client.connect(
                servers=[*address.servers],
                user=address.user,
                password=_password(client, address),
                name="chwech",
                error_cb=note,
                disconnected_cb=say_lost,
                reconnected_cb=say_found,
                connect_timeout=2,
                max_reconnect_attempts=-1,
                reconnect_time_wait=RETRY_SECONDS,  # type: ignore[arg-type]  # it is only handed to asyncio.sleep
                ping_interval=PING_SECONDS,
            )
    except NATS_FAULTS as problem:
        raise StoreFault(await _why_not_let_in(address, [*problems.values()] or [problem])) from problem
    place = _place(client)


def _place(client: Client) -> str:
    """Return the host and the port of the server to which a client is connected."""
    return client.connected_url.netloc if client.connected_url else "an unknown place"


async def _why_not_let_in(address: ClusterAddress, problems: Sequence[Exception]) -> str:
    """Return what kept a node from connecting, and what would help: what a server said, or that none is there."""
    for problem in problems:
        cure = _cure(problem, address)
        if cure:
            return f"no NATS server lets this node in at {address} ({_told(problem)}): {cure}"
    silent = [str(one) for one in await greetings(address.servers) if one.greeting is None]
    if len(silent) == len(address.servers):
        return f"no NATS server answers at {', '.join(silent)}: start them, or correct the address"
    return f"no NATS server lets this node in at {address} ({_told(problems[-1])}): look at the logs of the servers"


def _cure(problem: Exception, address: ClusterAddress) -> str:
    """Return what helps where a server has answered, and not as is needed; empty if nobody can tell."""
    match problem:
        case NotEncrypted():
            return "give each a part `tls` in its configuration, or write nats:// where the network is yours"
        case ssl.SSLCertVerificationError():
            return "give each a certificate for its name, and name those who have signed it with SSL_CERT_FILE"
        case ssl.SSLError():
            return "look at the part `tls` of their configuration"
    return _cure_of_refusal(address) if _REFUSED in str(problem) else ""


def _told(problem: Exception) -> str:
    if isinstance(problem, ssl.SSLCertVerificationError):
        return f"its certificate is not valid here: {problem.verify_message.rstrip('.')}"
    return str(problem) or ("nothing answers" if isinstance(problem, TimeoutError) else type(problem).__name__)


def _cure_of_refusal(address: ClusterAddress) -> str:
    """Return what helps where the servers let in nobody with this user and password, or without any."""
    if address.user is None:
        return f"put USER:PASSWORD into {address.kept_in}, and chmod 600 it"
    return f"correct USER:PASSWORD in {address.kept_in}"


def _password(client: Client, address: ClusterAddress) -> str | Callable[[], str] | None:
    """Return the password, or a function that nats-py calls for it just before it is sent."""
    if not isinstance(client, EncryptedClient) or address.password is None:
        return address.password
    return functools.partial(client.once_encrypted, address.password)
