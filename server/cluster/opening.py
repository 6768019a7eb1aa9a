"""Opens the journal of a cluster, once its servers are known to keep what they acknowledge."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from enum import Enum
from typing import NamedTuple

from nats.aio.client import Client

from server.cluster.address import ClusterAddress
from server.cluster.nats_client import RETRY_SECONDS, START_SECONDS, connected
from server.cluster.nats_journal import NatsJournal, NoStream, make_stream
from server.cluster.nats_lease import NatsLease
from server.cluster.safety import (
    REPLICAS,
    Look,
    Unsafe,
    Unseen,
    check_servers,
    faults_of,
    look,
    monitors_of,
    replicas_fault,
)
from server.storage.store import StoreFault

_log = logging.getLogger(__name__)


class Safety(Enum):
    """What is asked of the servers."""

    CHECKED = "checked"
    """That they lose nothing when one of them dies, or when the power fails for all."""

    WAIVED = "waived"
    """Nothing: what they acknowledge may be lost."""


class Cluster(NamedTuple):
    """The open connection to a cluster."""

    client: Client
    journal: NatsJournal
    lease: NatsLease


@contextlib.asynccontextmanager
async def open_cluster(
    address: ClusterAddress,
    safety: Safety,
    monitors: Sequence[str] = (),
    lost: Callable[[], None] = lambda: None,
    *,
    makes: bool = True,
) -> AsyncIterator[Cluster]:
    """Give the journal and the lease of a cluster.

    Args:
        address: the servers, and the name of the journal.
        safety: what is asked of the servers.
        monitors: the monitoring pages of all servers, as ``http://HOST:PORT``; none for those of the address.
        lost: called whenever the connection is lost, before it is made again.
        makes: True to make their streams if there are none.

    Raises:
        Unsafe: the servers could lose what they acknowledge.
        StoreFault: they do not answer, make no streams, or have none that may not be made.
    """
    async with _let_in(address, safety, monitors, lost) as client:
        clustered = len(address.servers) >= REPLICAS or safety is Safety.CHECKED
        replicas = await make_stream(client, address.name, REPLICAS if clustered else 1, makes=makes)
        _judge_replicas(replicas, address.name, safety)
        lease = NatsLease(client, address.name)
        _judge_replicas(await lease.make(replicas), lease.stream, safety)
        yield Cluster(client, NatsJournal(client, address.name), lease)


async def check_cluster_servers(address: ClusterAddress, safety: Safety, monitors: Sequence[str] = ()) -> None:
    """Check that the servers of a cluster let a node in, and are what they have to be; nothing is made.

    Raises:
        Unsafe: they could lose what they acknowledge.
        StoreFault: they do not answer.
    """
    async with _let_in(address, safety, monitors, lambda: None) as client:
        with contextlib.suppress(NoStream):
            _judge_replicas(await make_stream(client, address.name, REPLICAS, makes=False), address.name, safety)
            lease = NatsLease(client, address.name)
            _judge_replicas(await lease.make(REPLICAS, makes=False), lease.stream, safety)


@contextlib.asynccontextmanager
async def _let_in(
    address: ClusterAddress, safety: Safety, monitors: Sequence[str], lost: Callable[[], None]
) -> AsyncIterator[Client]:
    async with connected(address, lost) as client:
        asked = monitors or monitors_of(address)
        if safety is Safety.CHECKED:
            found = await _look(address.servers, asked)
            check_servers(found.states, len(asked))
        else:
            found = await look(address.servers, asked)
            _say_waived(*faults_of(found.states, len(asked)), found.unseen)
        for warning in filter(None, (*found.warnings, found.down)):
            _log.warning("%s", warning)
        yield client


async def _look(servers: Sequence[str], monitors: Sequence[str]) -> Look:
    """Return what the servers say of themselves; those that are still starting are waited for.

    Raises:
        Unseen: nobody can tell whether they are safe.
        StoreFault: most of them do not answer.
    """
    loop = asyncio.get_running_loop()
    patience = loop.time() + START_SECONDS
    while (found := await look(servers, monitors)).down or found.unseen:
        if loop.time() > patience:
            raise StoreFault(found.down) if found.down else Unseen(found.unseen)
        await asyncio.sleep(RETRY_SECONDS)
    return found


def _judge_replicas(replicas: int, stream: str, safety: Safety) -> None:
    """Refuse a stream that is stored on too few servers, or say that it is, as is asked.

    Raises:
        Unsafe: it is, and that is not waived.
    """
    fault = replicas_fault(replicas, stream)
    if fault and safety is Safety.CHECKED:
        raise Unsafe(fault)
    _say_waived(fault)


def _say_waived(*faults: str) -> None:
    for fault in filter(None, faults):
        _log.warning("taken with --unsafe: %s", fault)
