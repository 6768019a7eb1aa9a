"""Raises the limit on open files: each connection is one."""

import resource
from typing import Final

MOST: Final = 65_536
"""The highest limit requested: no more is needed, and on some systems a high limit costs every process time."""


def raise_open_files() -> None:
    """Raise the limit of this process as far as the system allows, up to `MOST`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
