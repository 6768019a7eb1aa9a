"""How many files a process may have open: each connection is one."""

import resource
from typing import Final

MOST: Final = 65_536
"""More than that nobody needs, and some systems make every process pay for it."""


def raise_open_files() -> None:
    """Allow this process as many as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
