"""The figures of a cluster, as each of its nodes knows them."""

import asyncio
from typing import Final

from server.cluster.journal import Holder
from server.cluster.nats_journal import NatsJournal
from server.cluster.pipes import Pipes
from server.cluster.store import ReplicatedStore
from server.metrics.figures import Sample, sample
from server.storage.store import StoreFault

ANSWER_SECONDS: Final = 1.0
"""Seconds that the servers have to say how they stand; while they choose who leads them, they do not."""


class Leading:
    """For how long this node has led."""

    def __init__(self) -> None:
        self._since: float | None = None

    def begin(self) -> None:
        """Begin to lead."""
        self._since = asyncio.get_running_loop().time()

    @property
    def seconds(self) -> float | None:
        """The seconds since this node has begun to lead; None if it has not."""
        return None if self._since is None else asyncio.get_running_loop().time() - self._since


async def cluster_samples(journal: NatsJournal, store: ReplicatedStore, pipes: Pipes) -> list[Sample]:
    """Return the figures of the nodes that live, and of the servers if they answer."""
    others = pipes.others
    nodes = {pipes.node: pipes.standing}
    nodes |= {node: other.standing for node, other in others.items()}
    found = [sample("chwech_cluster_leads", store.place.epoch)]
    for node, standing in sorted(nodes.items()):
        found.append(sample("chwech_cluster_held", standing.position, node=node))
        found.append(sample("chwech_cluster_tables", standing.tables, node=node))
        if standing.led is not None:
            found.append(sample("chwech_cluster_led_seconds", standing.led, node=node))
    found += [sample("chwech_cluster_silent_seconds", other.silent, node=node) for node, other in others.items()]
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            last, holders = await journal.holders()
    except (StoreFault, TimeoutError):
        return found
    return [*found, sample("chwech_cluster_entries", last), *(one for holder in holders for one in _of_server(holder))]


async def storing_fault(journal: NatsJournal) -> str:
    """Return why nothing can be stored now; empty if most servers of the journal are there."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            _, holders = await journal.holders()
    except (StoreFault, TimeoutError) as problem:
        return str(problem) or "NATS does not answer"
    there = sum(holder.current for holder in holders)
    if holders and 2 * there <= len(holders):
        return f"{there} of {len(holders)} NATS servers hold the journal"
    return "" if not holders or any(holder.leads for holder in holders) else "no NATS server leads the journal"


def _of_server(holder: Holder) -> tuple[Sample, ...]:
    return (
        sample("chwech_nats_leads", holder.leads, server=holder.name),
        sample("chwech_nats_current", holder.current, server=holder.name),
        sample("chwech_nats_behind", holder.behind, server=holder.name),
    )
