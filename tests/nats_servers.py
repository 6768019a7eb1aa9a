"""Real NATS servers for tests: one alone, or three that make a cluster; each can be killed and started again."""

import contextlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import msgspec

PROGRAM: Final = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or ""
"""The server; empty where none is installed for this kind of machine."""

_PORTS: Final = range(20_000, 32_000)
"""Ports that no system gives to a connection of somebody else meanwhile."""


def free_ports(count: int) -> tuple[int, ...]:
    """Give ports that nobody listens on now."""
    found: list[int] = []
    while len(found) < count:
        port = secrets.choice(_PORTS)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            found.append(port)
    return tuple(found)


class NatsServer:
    """One server, on this machine alone."""

    def __init__(
        self,
        directory: Path,
        name: str,
        *,
        routes: Sequence[int] = (),
        route: int = 0,
        sync: str = "always",
        more: Sequence[str] = (),
    ) -> None:
        """Choose its ports; it is not started yet. ``more`` are lines of its configuration."""
        self.name = name
        self.port, self.monitor = free_ports(2)
        directory.mkdir(parents=True, exist_ok=True)
        self._log = directory / "log"
        self._configuration = directory / "configuration"
        lines = [
            f"server_name: {name}",
            f"listen: 127.0.0.1:{self.port}",
            f"http: 127.0.0.1:{self.monitor}",
            f'jetstream {{ store_dir: "{directory}", sync_interval: {sync}, max_mem: 64M, max_file: 1G }}',
            *more,
        ]
        if routes:
            others = ", ".join(f'"nats://127.0.0.1:{port}"' for port in routes)
            lines.append(f"cluster {{ name: tests, listen: 127.0.0.1:{route}, routes: [{others}] }}")
        self._configuration.write_text("\n".join(lines))
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def monitor_url(self) -> str:
        """Where it shows its state."""
        return f"http://127.0.0.1:{self.monitor}"

    @property
    def number(self) -> int:
        """The number of its process; 0 while there is none."""
        return self.process.pid if self.process is not None else 0

    def start(self) -> None:
        """Start it, or start it again with what it has stored."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen([PROGRAM, "-c", str(self._configuration)], stderr=log)

    def wait(self) -> None:
        """Wait until it shows its state."""
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.monitor), timeout=1):
                return
            time.sleep(0.05)
        raise AssertionError(f"{self.name} does not start: {self._log.read_text()}")

    def blocks(self, stream: str) -> list[Path]:
        """Give the files in which it keeps the messages of a stream, in order."""
        return sorted((self._configuration.parent / "jetstream" / "$G" / "streams" / stream / "msgs").glob("*.blk"))

    def kill(self) -> None:
        """Kill it as a machine does that loses its power, but for what is in the memory of the kernel."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in good order."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait()
            self.process = None


class Replica(msgspec.Struct, frozen=True):
    """A server as the one that leads sees it."""

    name: str
    current: bool = False


class Group(msgspec.Struct, frozen=True):
    """The servers that hold a stream, or all of them."""

    leader: str = ""
    replicas: tuple[Replica, ...] = ()


class _Stream(msgspec.Struct, frozen=True):
    name: str
    cluster: Group = Group()


class _Account(msgspec.Struct, frozen=True):
    stream_detail: tuple[_Stream, ...] = ()


class _Page(msgspec.Struct, frozen=True):
    meta_cluster: Group = Group()
    account_details: tuple[_Account, ...] = ()


class NatsCluster:
    """Three servers, or more."""

    def __init__(self, directory: Path, count: int = 3) -> None:
        """Choose their ports."""
        routes = free_ports(count)
        names = [f"n{number}" for number in range(1, count + 1)]
        self.servers = [
            NatsServer(directory / name, name, routes=routes, route=route)
            for name, route in zip(names, routes, strict=True)
        ]

    def address(self, name: str) -> str:
        """Give the address of a journal."""
        return f"nats://{','.join(f'127.0.0.1:{server.port}' for server in self.servers)}/{name}"

    @property
    def monitors(self) -> tuple[str, ...]:
        """Where they show their state."""
        return tuple(server.monitor_url for server in self.servers)

    def start(self) -> None:
        """Start all of them."""
        for server in self.servers:
            server.start()

    def stop(self) -> None:
        """End all of them."""
        for server in self.servers:
            server.kill()

    def group(self, stream: str) -> Group:
        """Give the servers that hold a stream, as the one that leads sees it."""
        found = [
            one.cluster
            for server, page in self._pages()
            for account in page.account_details
            for one in account.stream_detail
            if one.name == stream and one.cluster.leader == server.name
        ]
        return found[0] if found else Group()

    def whole(self) -> bool:
        """Tell whether all servers are there, and hold everything that they should."""
        pages = self._pages()
        streams = {one.name for _, page in pages for account in page.account_details for one in account.stream_detail}
        metas = [page.meta_cluster for server, page in pages if page.meta_cluster.leader == server.name]
        groups = [(group, len(self.servers)) for group in metas] + [(self.group(name), 3) for name in streams]
        current = all(
            len(group.replicas) == of - 1 and all(one.current for one in group.replicas) for group, of in groups
        )
        return len(pages) == len(self.servers) and len(groups) == 1 + len(streams) and current

    def _pages(self) -> list[tuple[NatsServer, _Page]]:
        found = []
        for server in self.servers:
            with contextlib.suppress(OSError), urlopen(f"{server.monitor_url}/jsz?streams=true", timeout=5) as page:  # noqa: S310 - its own address
                found.append((server, msgspec.json.decode(page.read(), type=_Page)))
        return found
