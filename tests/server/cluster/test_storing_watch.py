"""The log of a node says when nothing can be stored, by whose absence, and when it is over."""

import asyncio
from collections.abc import Iterator

import pytest

from server.cluster.journal import Holder
from server.cluster.nats_journal import NatsJournal
from server.cluster.storing_watch import watch_storing
from server.recovery import RECOVERED
from tests.nats_servers import NatsServer


async def test_what_changes_is_logged(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault once, with the servers that do not answer, and its end once."""
    monkeypatch.setattr("server.cluster.storing_watch.WATCH_SECONDS", 0)
    well = [Holder("n1", leads=True, current=True, behind=0)]
    ill = [*well, *(Holder(name, leads=False, current=False, behind=0) for name in ("n2", "n3"))]
    servers = (f"nats://127.0.0.1:{nats_server.port}", "nats://127.0.0.1:9", "nats://127.0.0.1:7")
    seen: Iterator[list[Holder]] = iter((well, ill, ill, well, well, ill))
    over = asyncio.Event()

    class Journal(NatsJournal):
        def __init__(self) -> None:
            """Need no connection."""

        async def holders(self) -> tuple[int, tuple[Holder, ...]]:
            if (now := next(seen, None)) is not None:
                return 1, tuple(now)
            over.set()
            await asyncio.Event().wait()
            raise AssertionError

    watching = asyncio.create_task(watch_storing(Journal(), servers))
    await over.wait()
    watching.cancel()
    gone = "127.0.0.1:9 (Connection refused), 127.0.0.1:7 (Connection refused)"
    fault = f"nothing can be stored: 1 of 3 NATS servers hold the journal; no NATS server answers at {gone}"
    said = [record for record in caplog.records if record.name == "server.cluster.storing_watch"]
    assert [record.message for record in said] == [fault, "NATS stores everything again", fault]
    assert [hasattr(record, *RECOVERED) for record in said] == [False, True, False]
