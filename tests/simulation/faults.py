"""Mistakes that someone could make in the server: the simulation has to find each of them."""

import asyncio
from collections.abc import Callable, Mapping

import pytest

from server.host import directory as ledger
from server.host import subscribers, table_actor
from server.host.session import Session
from server.tables import log
from server.tables.heading import Heading
from server.tables.log import LogRecord


def acknowledge_before_append(patch: pytest.MonkeyPatch) -> None:
    """Let it be so, and tell everyone, before it is stored."""
    store = ledger.Ledger.append
    running = set()

    async def append(self: ledger.Ledger, record: LogRecord, number: int, brief: Heading) -> None:
        task = asyncio.create_task(store(self, record, number, brief))
        running.add(task)
        task.add_done_callback(running.discard)

    patch.setattr(ledger.Ledger, "append", append)


def forget_commands(patch: pytest.MonkeyPatch) -> None:
    """Do a repeated command once more."""
    patch.setattr(log, "recall", lambda _answers, _cause: None)


def keep_old_connections(patch: pytest.MonkeyPatch) -> None:
    """Let a connection go on that another one of the same person has taken the place of."""
    part = Session.part

    def stay(self: Session, code: str, text: str) -> None:
        if code != "superseded":
            part(self, code, text)

    patch.setattr(Session, "part", stay)
    patch.setattr(subscribers.Subscribers, "__contains__", lambda self, session: session.account.id in self._places)


def show_an_old_clock(patch: pytest.MonkeyPatch) -> None:
    """Show the clock as it was when something was told last."""
    make = subscribers.Subscribers
    patch.setattr(table_actor, "Subscribers", lambda _look, hidden: make(lambda table: table, hidden))


FAULTS: Mapping[str, Callable[[pytest.MonkeyPatch], None]] = {
    "acknowledge before append": acknowledge_before_append,
    "missing dedup of command ids": forget_commands,
    "takeover race": keep_old_connections,
    "a clock of then": show_an_old_clock,
}
"""The mistakes by name."""
