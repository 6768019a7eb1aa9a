"""What is still on its way to a log: whoever reads the log waits for that first."""

import asyncio
from collections.abc import Iterable
from typing import Any

Coming = asyncio.Future[Any]


class Pending:
    """What is on its way to each log."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._coming: dict[str, set[Coming]] = {}

    def add(self, logs: Iterable[str], coming: Coming) -> None:
        """Let readers of these logs wait until this has come, or has failed."""
        known = tuple(logs)
        for log in known:
            self._coming.setdefault(log, set()).add(coming)
        coming.add_done_callback(lambda _: self._drop(known, coming))

    async def settled(self, log: str) -> None:
        """Wait until all has come that is on its way to a log by now."""
        if coming := self._coming.get(log):
            await asyncio.wait(tuple(coming))

    def _drop(self, logs: tuple[str, ...], coming: Coming) -> None:
        if not coming.cancelled():
            # Whoever waits only wants to know that nothing more comes of it.
            coming.exception()
        for log in logs:
            self._coming[log].discard(coming)
            if not self._coming[log]:
                del self._coming[log]
