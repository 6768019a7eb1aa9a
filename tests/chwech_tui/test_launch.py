"""The offline server as a child: started, asked why it ended, and ended."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from chwech_tui import launch
from chwech_tui.launch import LOG_NAME, InvalidDataDirectory, OfflineServer, last_line
from protocol.messages import VERSION, Hello, Welcome


async def test_a_child_answers_over_its_pipes(tmp_path: Path) -> None:
    """The child is started once and greeted; a second connection gets another child."""
    child = OfflineServer(tmp_path / "data")
    child.start()
    first = child.process
    try:
        for _ in range(2):
            channel = await child.dial()
            await channel.send(Hello((VERSION, VERSION), name="Megan"))
            assert isinstance(await asyncio.wait_for(channel.receive(), 20), Welcome)
            channel.close()
            await channel.wait_closed()
        assert child.process is not first
        assert (tmp_path / "data" / LOG_NAME).stat().st_mode & 0o777 == 0o600
    finally:
        await asyncio.to_thread(child.stop)
    assert child.process is None


def test_a_data_directory_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    """A file in the place of the directory is named in the complaint."""
    blocked = tmp_path / "file"
    blocked.write_text("not a directory")
    with pytest.raises(InvalidDataDirectory, match="cannot be used"):
        OfflineServer(blocked).start()


async def test_a_directory_that_is_lost_later_is_a_lost_connection(tmp_path: Path) -> None:
    """Whoever dials again hears it as any other fault of a connection, and tries again."""
    data = tmp_path / "data"
    child = OfflineServer(data)
    child.start()
    (await child.dial()).close()
    shutil.rmtree(data)
    data.write_text("not a directory")
    for _attempt in range(2):
        with pytest.raises(OSError, match="cannot be used"):
            await child.dial()


def running(data: Path, program: str) -> OfflineServer:
    """Give a child that runs another program."""
    child = OfflineServer(data)
    child.process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    return child


async def test_the_last_words_of_a_child_explain_its_end(tmp_path: Path) -> None:
    """A child that ended with a fault is explained by the last line of its log, any other by nothing."""
    (tmp_path / LOG_NAME).write_text("starting\nanother server uses this directory\n\n")
    faulty = running(tmp_path, "raise SystemExit(1)")
    assert await faulty.explain() == "another server uses this directory"
    faulty.stop()
    fine = running(tmp_path, "pass")
    assert await fine.explain() == ""
    fine.stop()
    assert await fine.explain() == ""
    assert last_line(tmp_path / "no.log") == ""


async def test_a_child_that_does_not_listen_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ending waits a while and no longer."""
    monkeypatch.setattr(launch, "_PATIENCE", 0.05)
    deafness = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True)"
    deaf = running(tmp_path, f"{deafness}\nwhile True: time.sleep(1)")
    assert await deaf.explain() == ""
    process = deaf.process
    assert process is not None
    assert process.stdout is not None
    process.stdout.readline()
    deaf.stop()
    assert process.returncode == -9
