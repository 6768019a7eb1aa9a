"""Logs when the NATS servers of a cluster can store nothing, and when they can again."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from server.cluster.figures import storing_fault
from server.cluster.greeting import greetings
from server.cluster.journal import CANNOT_STORE
from server.cluster.nats_journal import NatsJournal
from server.recovery import RECOVERED

_log = logging.getLogger(__name__)

WATCH_SECONDS: Final = 3.0
"""Seconds between two looks."""


async def watch_storing(journal: NatsJournal, servers: Sequence[str]) -> None:
    """Look without end whether the servers, which are given as URLs, can store something, and log what changes."""
    known = ""
    while True:
        fault = await storing_fault(journal)
        if fault and not known:
            silent = [str(one) for one in await greetings(servers) if one.greeting is None]
            there = f"; no NATS server answers at {', '.join(silent)}" if silent else ""
            _log.error("%s: %s%s", CANNOT_STORE, fault, there)
        if known and not fault:
            _log.warning("NATS stores everything again", extra=RECOVERED)
        known = fault
        await asyncio.sleep(WATCH_SECONDS)
