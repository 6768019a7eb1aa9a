"""A person at a plain terminal, with a home, keys and an agent of their own."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncssh

from chwech_tui.ssh.doorstep import Terminal
from chwech_tui.ssh.known_hosts import HostKey, host_key


class Typist:
    """Types what a test says, and notes what is said."""

    def __init__(self, *answers: str, secrets: tuple[str, ...] = ()) -> None:
        """Have some answers ready; after them there are none."""
        self.said: list[str] = []
        self._answers = list(answers)
        self._secrets = list(secrets)
        self.terminal = Terminal(self.said.append, self._ask, self._ask_secret)

    def _ask(self, question: str) -> str:
        return self._take(question, self._answers)

    def _ask_secret(self, question: str) -> str:
        return self._take(question, self._secrets)

    def _take(self, question: str, answers: list[str]) -> str:
        self.said.append(question)
        if not answers:
            raise EOFError
        return answers.pop(0)


def new_host_key(kind: str = "ssh-ed25519") -> HostKey:
    """Give the public key of a new host."""
    return host_key(asyncssh.generate_private_key(kind).public_data)


def make_key(path: Path, kind: str = "ssh-ed25519", passphrase: str | None = None) -> str:
    """Make a key in a file with its public part beside it, and give its fingerprint."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = asyncssh.generate_private_key(kind)
    # Few rounds: nobody has to guess this passphrase, and the tests need not wait for it.
    path.write_bytes(key.export_private_key(passphrase=passphrase, rounds=1, ignore_few_rounds=True))
    path.chmod(0o600)
    path.with_name(path.name + ".pub").write_bytes(key.export_public_key())
    return key.get_fingerprint()


@contextmanager
def agent(folder: Path, *keys: Path) -> Iterator[str]:
    """Give the socket of a real agent that holds these keys."""
    socket = folder / "agent"
    process = subprocess.Popen(["ssh-agent", "-D", "-a", str(socket)], stdout=subprocess.PIPE)
    assert process.stdout is not None
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
