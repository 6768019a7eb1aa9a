"""Whether this system has what a server is made of: POSIX, as Linux, macOS and WSL have it, and Windows has not."""

from importlib.util import find_spec
from typing import Final

from protocol.language import _

HAS_POSIX: Final = find_spec("fcntl") is not None and find_spec("termios") is not None

PORTABLE: Final = ("join", "rules", "games", "simulate", "arena", "verify")
"""The commands that need no POSIX."""


def needs_posix(command: str) -> str:
    """Return the sentence for a command that cannot run here, and what can."""
    return _(
        "{command} needs Linux or macOS; on Windows, WSL (wsl --install). Here you can give: {portable}",
        command=f"chwech {command}",
        portable=", ".join(PORTABLE),
    )
