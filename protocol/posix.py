"""Whether this system has what a server is made of: POSIX, as Linux, macOS and WSL have it, and Windows has not."""

from importlib.util import find_spec
from typing import Final

HAS_POSIX: Final = find_spec("fcntl") is not None and find_spec("termios") is not None
