"""Nothing of those who have come and gone stays in a front."""

import asyncio
import gc
from pathlib import Path

import pytest

from chwech_tui.app import ChwechApp
from server.fronts.ssh.front import OpenFront
from server.fronts.ssh.session import SshSession
from server.fronts.ssh.terminal.driver import SshDriver
from tests.server.fronts.ssh.theatre import open_files, until
from tests.server.fronts.ssh.visits import a_place, enter, knock


async def come_and_go(front: OpenFront, number: int) -> None:
    """Come, and go in one of the ways in which people go."""
    async with knock(front) as connection:
        visit = await enter(connection)
        assert visit.channel is not None
        if number % 5:
            await visit.sees("cards.example")
        match number % 5:
            case 1:
                visit.type("\x03")
                await visit.ends()
            case 2:
                visit.channel.write_eof()
                await visit.ends()
            case 3:
                visit.type(f"Ann {number}\rn\r")
                await visit.sees("New table")
                connection.abort()
            case _:
                connection.abort()


def left_over() -> int:
    """Count what there is of sessions and their apps."""
    gc.collect()
    return sum(isinstance(one, ChwechApp | SshDriver | SshSession) for one in gc.get_objects())


@pytest.mark.no_cover
@pytest.mark.parametrize("visits", [20, pytest.param(200, marks=[pytest.mark.attack, pytest.mark.timeout(300)])])
async def test_nothing_stays_of_those_who_have_gone(tmp_path: Path, visits: int) -> None:
    """However they went: no app, no session, no task and no open file."""
    async with a_place(tmp_path) as front:
        async with knock(front) as connection:
            visit = await enter(connection)
            await visit.sees("cards.example")
            assert left_over() == 3
        await until(lambda: not front._services.sessions and not front._listener.registry.connections)
        tasks, files = len(asyncio.all_tasks()), open_files()
        for number in range(visits):
            await come_and_go(front, number)
        await until(
            lambda: (
                not front._services.sessions and not front._services.tasks and not front._listener.registry.connections
            )
        )
        await until(lambda: left_over() == 0)
        await until(lambda: len(asyncio.all_tasks()) <= tasks)
        await until(lambda: open_files() <= files)
