"""The gate of a front: who is let in where there is an allow-list, and the codes of those who are invited."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from protocol.language import _
from protocol.wording import told
from server.fronts.public_keys import ALLOWED_NAME, allowed_keys
from server.fronts.ssh.commands.command import DONE, MISUSED, NOT_DONE, NOT_NOW, Reply, failed
from server.fronts.ssh.host_dialler import SILENT, HostDialler
from server.fronts.ssh.transport.connection import Visitor
from server.host.limits import Rate, TokenBucket, TokenBuckets
from server.host.terms import KEYLESS

TRIES_OF_ADDRESS: Final = Rate(1 / 60, 5.0)
"""Codes that may be tried from one address."""

TRIES_OF_ALL: Final = Rate(0.5, 30.0)
"""Codes that may be tried by all visitors of a front together."""

WORD: Final = "invite"
"""The command that uses a code."""

_COPY_SECONDS: Final = 3.0
_PAUSE: Final = 0.05

_log = logging.getLogger(__name__)


class Gate:
    """Lets in everybody or, while it is closed, those on the list."""

    def __init__(self, data: Path, dialler: HostDialler) -> None:
        """Begin open."""
        self.closed = False
        self._allowed = allowed_keys(data / ALLOWED_NAME)
        self._dialler = dialler
        self._tries = TokenBuckets(TRIES_OF_ADDRESS)
        self._all_tries = TokenBucket(TRIES_OF_ALL, time.monotonic())

    def lets_in(self, visitor: Visitor) -> bool:
        """Return True if a visitor may come in."""
        return not self.closed or visitor.key in self._allowed.look()

    def refusal(self, visitor: Visitor) -> Reply:
        """Say to a visitor who is not let in what would help."""
        if visitor.unaccepted:
            return failed(told(visitor.unaccepted), NOT_DONE)
        command = visitor.place.ssh(f"{WORD} CODE")
        text = _(
            "only people on the list of this server get in: ask for an invitation, then {command}", command=command
        )
        return failed(text, NOT_DONE)

    async def answer(self, words: Sequence[str], visitor: Visitor) -> Reply:
        """Have the host add the key of a visitor to the list by a code."""
        place = visitor.place
        if len(words) != 1:
            return failed(_("write {command}", command=place.ssh(f"{WORD} CODE")), MISUSED)
        if not visitor.key:
            return failed(told(visitor.unaccepted or KEYLESS), NOT_DONE)
        welcome = _("Your key is on the list. Come in: {command}", command=place.ssh()) + "\n"
        if visitor.key in self._allowed.look():
            return Reply(welcome, "", DONE)
        now = time.monotonic()
        # The address first: one that has tried too often must not use up what is left for all the others.
        if not (self._tries.take(visitor.address, 1.0, now) and self._all_tries.take(1.0, now)):
            return failed(_("too many codes have been tried: wait some minutes"), NOT_NOW)
        try:
            valid = await self._dialler.ask(WORD, words[0][:40], address=visitor.address, key=visitor.key)
        except OSError as problem:
            return failed(_(str(problem) or SILENT), NOT_NOW)
        if not valid:
            return failed(
                _("this code is not valid: each ends with its time and its uses; ask for a new one"), NOT_DONE
            )
        _log.info("visitor %d was invited: %s is on the list", visitor.number, visitor.key)
        await self._listed(visitor.key)
        return Reply(welcome, "", DONE)

    async def _listed(self, key: str) -> None:
        """Wait until this machine's copy of the list has a key: a moment, where the host is elsewhere."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_COPY_SECONDS):
                while key not in self._allowed.look():  # noqa: ASYNC110 - no event reports a file
                    await asyncio.sleep(_PAUSE)
