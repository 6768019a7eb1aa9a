"""A real client in a real terminal of 100 by 30, driven through a pseudo-terminal."""

import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from fcntl import ioctl


class Terminal:
    """A real terminal around a real client."""

    def __init__(
        self,
        argv: list[str],
        environment: dict[str, str] | None = None,
        *,
        program: str = "chwech",
        controls: bool = False,
    ) -> None:
        """Start the client, or another program in its place.

        Args:
            argv: its arguments.
            environment: variables to add.
            program: the module to run, or ``sh``.
            controls: whether the terminal controls the session: ssh finds it as ``/dev/tty``, and it sends signals.
        """
        self.screen = b""
        self._here, there = pty.openpty()
        ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.process = subprocess.Popen(
            ["sh", *argv] if program == "sh" else [sys.executable, "-m", program, *argv],
            stdin=there,
            stdout=there,
            stderr=there,
            start_new_session=True,
            preexec_fn=_take_terminal if controls else None,  # noqa: PLW1509 - the child has one thread
            env={**os.environ, "TERM": "xterm-256color", **(environment or {})},
        )
        os.close(there)

    def until(self, words: str, patience: float = 30.0) -> None:
        """Read what is drawn until some words are."""
        end = time.monotonic() + patience
        while words.encode() not in self.text():
            assert time.monotonic() < end, f"{words!r} was never drawn: {self.screen[-2000:]!r}"
            if not self.read():
                break
        assert words.encode() in self.text()

    def text(self) -> bytes:
        """Give what was drawn without its colours, which may change within a sentence."""
        return re.sub(rb"\x1b\[[0-9;]*m", b"", self.screen)

    def answer(self, keys: str, quiet: float) -> float:
        """Type, and give the seconds until the screen began to change; then wait until it has been still so long."""
        self.screen = b""
        begun = time.perf_counter()
        self.press(keys)
        assert select.select([self._here], [], [], 10)[0], "the screen did not change"
        taken = time.perf_counter() - begun
        while select.select([self._here], [], [], quiet)[0]:
            self.screen += os.read(self._here, 65536)
        return taken

    def read(self) -> bool:
        """Take in what is drawn within a moment; False when the client has gone."""
        if not select.select([self._here], [], [], 0.1)[0]:
            return True
        try:
            data = os.read(self._here, 65536)
        except OSError:
            return False
        self.screen += data
        return bool(data)

    def press(self, keys: str) -> None:
        """Type; a surrogate stands for a byte that is no UTF-8."""
        os.write(self._here, keys.encode(errors="surrogateescape"))

    def vanish(self) -> None:
        """Close the window while the client runs."""
        os.close(self._here)

    def close(self, patience: float = 30.0) -> int:
        """Wait for the end, and give the exit status."""
        end = time.monotonic() + patience
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        self.process.kill()
        status = self.process.wait()
        while self.read() and select.select([self._here], [], [], 0)[0]:
            continue
        os.close(self._here)
        return status


def _take_terminal() -> None:
    """Have the terminal at standard input as the one of this session."""
    ioctl(0, termios.TIOCSCTTY, 0)
