"""Two machines and the router between them, which can lose everything without a word; it takes root and Linux."""

import os
import shutil
import subprocess
from typing import Final, Self

PEOPLE: Final = "10.99.1.2"  # Where people are.
SERVER: Final = "10.99.2.2"  # Where the server is.


class Network:
    """Namespaces of this kernel, gone when the test is."""

    def __init__(self) -> None:
        """Choose names that nobody else has."""
        self._people, self._router, self._server = (f"chwech-{which}-{os.getpid()}" for which in "prs")

    def __enter__(self) -> Self:
        """Lay the lines."""
        for name in (self._people, self._router, self._server):
            _run("ip", "netns", "add", name)
            _run(*_at(name), "ip", "link", "set", "lo", "up")
        self._lay(self._people, "10.99.1", "people")
        self._lay(self._server, "10.99.2", "server")
        self.heal()
        return self

    def __exit__(self, *_: object) -> None:
        """Take everything away."""
        for name in (self._people, self._router, self._server):
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)

    @property
    def at_people(self) -> list[str]:
        """What a command begins with that runs where people are."""
        return _at(self._people)

    @property
    def at_server(self) -> list[str]:
        """What a command begins with that runs where the server is."""
        return _at(self._server)

    def fall_silent(self) -> None:
        """Let the router forward nothing; nobody is told."""
        self._forward("0")

    def heal(self) -> None:
        """Let the router forward again."""
        self._forward("1")

    def _forward(self, whether: str) -> None:
        _run(*_at(self._router), "sh", "-c", f"echo {whether} > /proc/sys/net/ipv4/ip_forward")

    def _lay(self, name: str, net: str, label: str) -> None:
        """Lay a line from the router to a machine."""
        _run("ip", "link", "add", label, "netns", self._router, "type", "veth", "peer", "name", "line", "netns", name)
        _run(*_at(self._router), "ip", "addr", "add", f"{net}.1/24", "dev", label)
        _run(*_at(self._router), "ip", "link", "set", label, "up")
        _run(*_at(name), "ip", "addr", "add", f"{net}.2/24", "dev", "line")
        _run(*_at(name), "ip", "link", "set", "line", "up")
        _run(*_at(name), "ip", "route", "add", "default", "via", f"{net}.1")


def why_not() -> str:
    """Say why there can be no such network here; an empty text where there can."""
    if shutil.which("ip") is None:
        return "needs ip, of iproute2"
    probe = f"chwech-probe-{os.getpid()}"
    if subprocess.run(["ip", "netns", "add", probe], check=False, capture_output=True).returncode:
        return "network namespaces cannot be made: they take root"
    subprocess.run(["ip", "netns", "del", probe], check=True)
    return ""


def _at(name: str) -> list[str]:
    return ["ip", "netns", "exec", name]


def _run(*words: str) -> None:
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert not done.returncode, f"{' '.join(words)}: {done.stderr}"
