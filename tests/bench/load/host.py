"""The host of ``chwech serve``, but for how many people fronts may let in: the bench lets in thousands."""

import sys

from server.commands import host
from server.fronts import door

door.VISITORS = 100_000  # type: ignore[misc]  # what is measured is what the host carries, not what it allows

if __name__ == "__main__":
    raise SystemExit(host.main(sys.argv[1:]))
