"""A front opens, and leaves the process as it was when it closes."""

import asyncio
import gc
from pathlib import Path

import pytest

from server.fronts.ssh import front as ssh_front
from server.fronts.ssh.terminal.app_session import THRESHOLDS
from server.host.garbage import settle
from tests.server.fronts.ssh.theatre import until
from tests.server.fronts.ssh.visits import FAREWELL, a_front, enter, knock


async def test_a_front_settles_the_memory_and_gives_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was loaded is passed over while it is open; when it has closed, no task of it is left."""
    monkeypatch.setattr(ssh_front, "settle", settle)
    before, tasks = gc.get_threshold(), asyncio.all_tasks()
    async with a_front(tmp_path) as front:
        assert gc.get_threshold() == THRESHOLDS
        assert front.port > 0
    assert gc.get_threshold() == before
    await until(lambda: asyncio.all_tasks() == tasks)


async def test_a_front_closes_although_a_visitor_takes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's slowness keeps a server from ending."""
    monkeypatch.setattr("server.fronts.ssh.front.CLOSE_SECONDS", 0.1)
    monkeypatch.setattr("server.fronts.ssh.front.LEAVE_SECONDS", 0.1)
    async with a_front(tmp_path) as front, knock(front) as connection:
        visit = await enter(connection, window=1024, max_pktsize=1024)
        assert visit.channel is not None
        visit.channel.pause_reading()
        (session,) = front.sessions
        channel = session._channel
        assert channel is not None
        await until(channel.get_write_buffer_size)
        await front.close(FAREWELL)
        await until(connection.is_closed)


async def test_a_client_has_time_to_show_the_last_line(tmp_path: Path) -> None:
    """OpenSSH forgets what it has not written when it is disconnected: so it is left to go by itself."""
    async with a_front(tmp_path) as front, knock(front) as connection:
        visit = await enter(connection)
        await visit.sees("cards.example")
        closing = asyncio.create_task(front.close(FAREWELL))
        await visit.ends()
        assert visit.text.endswith(f"{FAREWELL}\r\n")
        assert not connection.is_closed()
        connection.close()
        await closing
