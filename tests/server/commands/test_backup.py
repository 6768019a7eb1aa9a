"""The lines for a backup in ``docs/hosting.md``, carried out as they stand there while a server runs."""

import asyncio
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from protocol.setup import Setup
from server.storage.schema import FILE_NAME
from server.storage.sqlite import open_store
from tests.server.commands.children import Player, a_child, connect_unix, hang_up

pytestmark = pytest.mark.skipif(shutil.which("sqlite3") is None, reason="there is no sqlite3 here")

HOSTING: Final = Path(__file__).parents[3] / "docs" / "hosting.md"

DAY: Final = 86_400


def lines(data: Path, backups: Path) -> str:
    """Give the lines, for these directories."""
    found = re.search(r"```sh\n(#!/bin/sh\n.*?)```", HOSTING.read_text("utf-8"), re.DOTALL)
    assert found
    said = found[1].replace("/var/lib/chwech/", f"{data}/").replace("=/var/backups/chwech\n", f"={backups}\n")
    assert "/var/" not in said.replace(str(data), "").replace(str(backups), "")
    return said


def carry_out(data: Path, backups: Path) -> "subprocess.CompletedProcess[str]":
    """Do what they say, as somebody who lets others read what they make."""
    script = data.parent / "chwech-backup"
    script.write_text(lines(data, backups))
    before = os.umask(0o022)
    try:
        return subprocess.run(["sh", str(script)], capture_output=True, text=True, check=False, timeout=60)
    finally:
        os.umask(before)


def copies(backups: Path) -> list[Path]:
    """Give what lies there, the oldest first."""
    return sorted(backups.iterdir())


async def sit_down(player: Player) -> str:
    """Open a table and begin the game, and give its code."""
    table = await player.open(Setup("chwech", 4, {"deals": 1}))
    await player.begin()
    return table


async def test_twice_while_a_server_runs(tmp_path: Path) -> None:
    """Each copy is whole, is for its owner alone, and holds all that was acknowledged; old ones are removed."""
    data, backups = tmp_path / "data", tmp_path / "backups"
    async with a_child("--no-ssh", data=data) as child:
        await child.said()
        ann = await connect_unix(data / "chwech.sock")
        await ann.greet("Ann")
        for night in (1, 2):
            table = await sit_down(ann)
            done = await asyncio.to_thread(carry_out, data, backups)
            assert (done.returncode, done.stderr) == (0, "")
            if night == 1:
                [first] = copies(backups)
                # As if it had been made yesterday, and another one long ago.
                first = first.rename(backups / "chwech-2020-01-02-000000.sqlite")
                shutil.copy(first, backups / "chwech-2020-01-01-000000.sqlite")
                long_ago = time.time() - 20 * DAY
                os.utime(backups / "chwech-2020-01-01-000000.sqlite", (long_ago, long_ago))
        await hang_up(ann)
    assert copies(backups)[0] == first
    [_, newest] = copies(backups)
    assert stat.S_IMODE(backups.stat().st_mode) == 0o700
    assert [stat.S_IMODE(copy.stat().st_mode) for copy in copies(backups)] == [0o600, 0o600]
    restored = tmp_path / "restored"
    restored.mkdir()
    shutil.copy(newest, restored / FILE_NAME)
    store = open_store(restored)
    assert len(await store.read(table)) > 1
    await store.close()


async def test_what_fails_is_said(tmp_path: Path) -> None:
    """Where a copy cannot be made, or is damaged, there is a sentence and a status, and what was there stays."""
    data, backups = tmp_path / "data", tmp_path / "backups"
    done = carry_out(data, backups)
    assert done.returncode
    assert f"chwech-backup: no copy was made of {data / FILE_NAME}" in done.stderr
    await open_store(data).close()
    with closing(sqlite3.connect(data / FILE_NAME, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'board'")
    backups.mkdir(exist_ok=True)
    (backups / "chwech-2020-01-02-000000.sqlite").touch()
    done = carry_out(data, backups)
    assert done.returncode
    assert "no copy was made" in done.stderr
    assert [copy.name for copy in copies(backups)] == ["chwech-2020-01-02-000000.sqlite"]
