"""Reviews of deals by processes of their own, one at a time: the loop that serves tables never waits for one."""

import asyncio
import contextlib
import hashlib
import logging
import os
import sys
from collections import OrderedDict
from typing import Final

from server.host.limits import REVIEW_SECONDS, REVIEWS_KEPT, REVIEWS_WANTED

_log = logging.getLogger(__name__)

_NICE: Final = 10
"""How far a review gives way to all else on the machine."""


class ReviewFault(Exception):
    """There is no review now; the log says why."""


class TooManyReviews(Exception):
    """Too many reviews are wanted at once."""


class ReviewProcesses:
    """Reviews by ``chwech review``; the latest ones are kept."""

    def __init__(self) -> None:
        self._busy = asyncio.Lock()
        self._wanted = 0
        self._kept: OrderedDict[tuple[bytes, int], bytes] = OrderedDict()
        """The reviews, by the hash of the record and the deal."""

    async def review(self, record: str, deal: int) -> bytes:
        """Return the review of a deal of a record as ``chwech review --json`` writes it, a kept one at once.

        Raises:
            ReviewFault: it failed or took too long.
            TooManyReviews: too many are waiting.
        """
        which = hashlib.sha256(record.encode()).digest(), deal
        if which in self._kept:
            return self._kept[which]
        if self._wanted >= REVIEWS_WANTED:
            raise TooManyReviews
        self._wanted += 1
        try:
            async with self._busy:
                # Somebody else may have wanted the same.
                if which not in self._kept:
                    self._keep(which, await _run(record, deal))
                return self._kept[which]
        finally:
            self._wanted -= 1

    def _keep(self, which: tuple[bytes, int], written: bytes) -> None:
        self._kept[which] = written
        if len(self._kept) > REVIEWS_KEPT:
            self._kept.popitem(last=False)


async def _run(record: str, deal: int) -> bytes:
    command = [sys.executable, "-P", "-m", "server", "review", "-", "--json", "--deal", str(deal)]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
    try:
        async with asyncio.timeout(REVIEW_SECONDS):
            written, faults = await process.communicate(record.encode() + b"\n")
    except TimeoutError:
        _log.error("the review of a deal takes longer than %.0f s", REVIEW_SECONDS)
        raise ReviewFault from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        _log.error("a deal cannot be reviewed: %s", faults.decode(errors="replace").strip()[-400:])
        raise ReviewFault
    return written
