"""The inner commands ``front_process`` and ``host``, apart from the processes that they are in life."""

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from server.commands import front_process
from server.commands.front_process import FAREWELL, forget_terminal, main
from server.fronts.ssh.request import PublicAddress
from server.host.limits import ServerConfiguration
from server.processes.child import BEAT, READY
from server.processes.sockets import FRONTS_NAME, HOST_KEY_NAME


class Fronts(ModuleType):
    """Stands in for the modules that know SSH, and notes what it is asked."""

    def __init__(self) -> None:
        super().__init__("fronts")
        self.opened: list[tuple[int, Path, Path]] = []
        self.public: PublicAddress | None = None
        self.said: list[str] = []
        self.entries: list[ServerConfiguration] = []
        self.warmed = 0

    async def warm_up(self) -> None:
        """Note that."""
        self.warmed += 1

    async def open_front(
        self,
        listener: socket.socket,
        key: Path,
        host: Path,
        *,
        public: PublicAddress | None,
        told: ServerConfiguration,
    ) -> SimpleNamespace:
        """Note the door, and be told at once to end."""
        self.public, self.entries = public, [told]
        self.opened.append((listener.fileno(), key, host))
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)
        return SimpleNamespace(
            close=self.close, configure=self.entries.append, fingerprint="SHA256:abc", visitors=0, samples=list
        )

    async def close(self, farewell: str) -> None:
        """Note what everyone reads."""
        self.said.append(farewell)


class Upbringing:
    """What a front inherits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lifeline, self.life = os.pipe()
        self.ear, self.mouth = os.pipe()
        self.listener = socket.create_server(("127.0.0.1", 0))
        monkeypatch.setattr(front_process, "_LIFELINE", self.lifeline)
        monkeypatch.setattr(front_process, "raise_open_files", lambda: None)

    def begin(self, **more: object) -> None:
        """Say what the supervisor would say; the socket is the front's own from here on."""
        told = {"data": "d", "ssh": [self.listener.detach()], "ready_fd": self.mouth, **more}
        os.write(self.life, f"{json.dumps(told)}\n".encode())

    def close(self) -> None:
        """Let go of what the front has not taken."""
        for descriptor in (self.lifeline, self.life, self.ear):
            os.close(descriptor)


@pytest.fixture
def upbringing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Upbringing]:
    """Give what a front inherits, and keep what it changes of this process."""
    before = dict(os.environ)
    mask = os.umask(0o022)
    inherited = Upbringing(monkeypatch)
    yield inherited
    inherited.close()
    os.umask(mask)
    os.environ.update(before)


@pytest.mark.parametrize("warm", [False, True])
def test_a_front_opens_its_door_and_says_so(
    monkeypatch: pytest.MonkeyPatch, upbringing: Upbringing, *, warm: bool
) -> None:
    """It serves on the socket that it inherits, as it is told there and at its start, and says goodbye in the end.

    It is warmed up by itself, unless it comes from a process that was.
    """
    fronts = Fronts()
    monkeypatch.setitem(sys.modules, "server.fronts.ssh.front", fronts)
    number = upbringing.listener.fileno()
    upbringing.begin(public_name=["2001:db8::1", 2222], configuration={"connections": 7})
    os.write(upbringing.life, b'{"allow_list": true, "connections": 9, "connections_per_address": 3}\n')
    assert main(warm=warm) == 0
    os.close(upbringing.mouth)
    assert fronts.opened == [(number, Path("d", HOST_KEY_NAME), Path("d", FRONTS_NAME))]
    assert os.read(upbringing.ear, 1000) == f"{READY}the host key is SHA256:abc\n{BEAT}0\n".encode()
    assert (fronts.said, fronts.warmed) == ([FAREWELL], not warm)
    assert fronts.public == PublicAddress("2001:db8::1", 2222)
    assert fronts.entries[0] == ServerConfiguration(allow_list=False, connections=7, connections_per_address=16)
    assert fronts.entries[1:] in ([], [ServerConfiguration(allow_list=True, connections=9, connections_per_address=3)])


def test_the_terminal_of_the_operator_is_forgotten() -> None:
    """Colours and sizes are those of each session, never those of whoever has started the server."""
    environment = dict.fromkeys(
        ("NO_COLOR", "COLORTERM", "TERM", "COLUMNS", "TEXTUAL_FPS", "TEXTUAL", "PATH", "LANG"), ""
    )
    forget_terminal(environment)
    assert sorted(environment) == ["LANG", "PATH"]
