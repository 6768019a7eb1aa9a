"""Processes of a server that hang without dying, as real processes: they are noticed, and never in the way for long."""

import os
import re
import shutil
import signal
from pathlib import Path

import pytest

from tests.server.commands.test_fronts import served

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here")


@pytest.mark.no_cover
async def test_stopped_processes_are_killed_and_started_again(tmp_path: Path) -> None:
    """A front and the host stand still: both are ended within seconds, and the next ones answer everybody."""
    async with served(tmp_path, 2) as server:
        host, fronts = server.processes()
        for number in (host, fronts[0]):
            os.kill(number, signal.SIGSTOP)
        said = [await server.child.said() for _ in range(4)]
        silent = [line for line in said if "has given no sign of life for 10 s: it is killed" in line]
        again = [line for line in said if re.search(r"was ended by SIGKILL: it is started again now", line)]
        assert (len(silent), len(again)) == (2, 2), said
        for _ in range(8):
            assert "tables" in await server.ask("help")
        next_host, next_fronts = server.processes()
        assert next_host != host
        assert fronts[1] in next_fronts
        assert fronts[0] not in next_fronts
