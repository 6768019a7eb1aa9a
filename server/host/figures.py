"""The figures of a host: its tables, people, queues and counts at this moment."""

from typing import Final

from protocol.tableview import TablePhase
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.host.session import Sessions
from server.host.tables.actors import TableActors
from server.metrics.figures import Sample, sample

_UNFINISHED: Final = tuple(phase for phase in TablePhase if phase is not TablePhase.OVER)


async def samples_of(
    services: HostServices, directory: TableDirectory, actors: TableActors, sessions: Sessions
) -> list[Sample]:
    """Return tables, people, queues and counts.

    Raises:
        StoreFault: the store does not answer.
    """
    load = await services.store.load()
    phases, (awake, queued) = directory.phases(), actors.waiting()
    waits = {"store": load.jobs, "tables": queued, "messages": sum(session.unsent for session in sessions)}
    return [
        *(sample("chwech_tables", phases[phase], phase=phase.value) for phase in _UNFINISHED),
        sample("chwech_tables_awake", awake),
        sample("chwech_sessions", len(tuple(sessions))),
        *(sample("chwech_queue", number, queue=name) for name, number in waits.items()),
        sample("chwech_database_bytes", load.size),
        *services.meters.samples(),
    ]
