"""A person with an OpenSSH of their own: keys, known hosts, agent and configuration, whatever this machine has."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from shutil import which
from typing import Final

import pytest

SSH: Final = which("ssh")
KEYGEN: Final = which("ssh-keygen")


class Person:
    """A home in which ``ssh`` finds all that it uses."""

    def __init__(self, home: Path) -> None:
        """Let ``ssh`` and ``ssh-keygen`` keep to this folder: by themselves they ask the system where it is."""
        if SSH is None or KEYGEN is None:
            pytest.skip("OpenSSH is not installed")
        self.home = home
        self.known_hosts = home / "known_hosts"
        self.key = home / ".ssh" / "id_ed25519"
        self._config = home / "config"
        self.configure()
        self._wrap("ssh", f'exec {SSH} -F {quote(str(self._config))} "$@"')
        (home / ".ssh").mkdir(mode=0o700)
        self._wrap("ssh-keygen", f'exec {KEYGEN} "$@" -q -N "" -f {quote(str(self.key))}')

    @property
    def environment(self) -> dict[str, str]:
        """The variables of the person's programs."""
        path = f"{self.home / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return {"PATH": path, "HOME": str(self.home), "SSH_AUTH_SOCK": ""}

    def configure(self, *lines: str) -> None:
        """Write ssh_config anew; these lines come first, and so they count."""
        always = (
            "Host *",
            f'UserKnownHostsFile "{self.known_hosts}"',
            "GlobalKnownHostsFile /dev/null",
            f'IdentityFile "{self.key}"',
        )
        self._config.write_text("\n".join((*lines, *always, "")))

    def know(self, *lines: str) -> None:
        """Know these hosts and no others."""
        self.known_hosts.write_text("".join(f"{line.strip()}\n" for line in lines))

    def make_key(self, path: Path | None = None, passphrase: str = "") -> str:
        """Make a key, and give its fingerprint."""
        assert KEYGEN is not None
        path = path or self.key
        # Few rounds: nobody has to guess this passphrase, and the tests need not wait for it.
        subprocess.run(
            [KEYGEN, "-q", "-t", "ed25519", "-a", "1", "-N", passphrase, "-f", str(path)], timeout=60, check=True
        )
        said = subprocess.run([KEYGEN, "-lf", str(path)], capture_output=True, text=True, timeout=60, check=True)
        return said.stdout.split()[1]

    def _wrap(self, name: str, line: str) -> None:
        script = self.home / "bin" / name
        script.parent.mkdir(exist_ok=True)
        script.write_text(f"#!/bin/sh\n{line}\n")
        script.chmod(0o755)


@contextmanager
def agent(folder: Path, *keys: Path) -> Iterator[str]:
    """Give the socket of a real agent that holds these keys."""
    socket = folder / "agent"
    process = subprocess.Popen(["ssh-agent", "-D", "-a", str(socket)], stdout=subprocess.PIPE)
    try:
        # It says where it listens as soon as it does.
        process.stdout.readline()
        environment = {**os.environ, "SSH_AUTH_SOCK": str(socket), "HOME": str(folder)}
        for key in keys:
            subprocess.run(["ssh-add", "-q", str(key)], env=environment, timeout=60, check=True)
        yield str(socket)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
