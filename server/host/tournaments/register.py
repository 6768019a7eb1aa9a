"""The tournaments in the store. Nothing is kept in memory: each change reads, changes and stores one tournament."""

import asyncio
from collections.abc import Callable
from typing import Final

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.tableview import TablePhase
from server.host.services import HostServices
from server.storage.store import StoredTournament
from server.tables.commands import Denied, spent
from server.tournaments.tournament import Change, Tournament, is_done

LISTED: Final = 50
"""Tournaments in a list, and unfinished ones of the whole server."""

UNFINISHED_OF_ONE: Final = 3
"""Unfinished tournaments that one account has made."""


class TournamentRegister:
    """Reads and changes tournaments, one change at a time."""

    def __init__(self, services: HostServices) -> None:
        self._store = services.store
        self._codec = services.codec
        self._lock = asyncio.Lock()

    async def newest(self) -> tuple[Tournament, ...]:
        """Return the unfinished tournaments, then the newest of the others."""
        return tuple(map(self._read, await self._store.tournaments(LISTED)))

    async def read(self, number: int) -> Tournament:
        """Return a tournament.

        Raises:
            RemoteProtocolError: there is no such tournament.
        """
        return self._read(_known(await self._store.tournament(number)))

    async def is_done(self, number: int, table: str) -> bool:
        """True if no table of the round in which a table was opened is played any more, or it no longer counts."""
        stored = await self._store.tournament(number)
        return stored is None or is_done(self._read(stored), table)

    async def make(self, create: Callable[[int], Tournament]) -> Tournament:
        """Store a new tournament, given a function that makes it with its number; a repetition gives the same one.

        Raises:
            RemoteProtocolError: too many are unfinished, or the id of the command was used for another one.
        """
        async with self._lock:
            made = create(await self._store.last_tournament() + 1)
            newest = await self.newest()
            known = next(
                (one for one in newest if (one.maker.account, one.making) == (made.maker.account, made.making)), None
            )
            if known is not None and known.asked != made.asked:
                raise spent(made.making)
            if known is not None:
                return known
            unfinished = [one for one in newest if one.phase is not TablePhase.OVER]
            own = sum(one.maker.account == made.maker.account for one in unfinished)
            if own >= UNFINISHED_OF_ONE:
                text = sentence("you have {n} unfinished tournaments: cancel one of them first", n=own)
                raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
            if len(unfinished) >= LISTED:
                text = sentence("the server has no room for another tournament: enter one of them")
                raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
            await self._keep(made, 1)
            return made

    async def change(self, number: int, work: Callable[[Tournament], Change]) -> Tournament:
        """Change a tournament and return it once it is stored.

        Raises:
            RemoteProtocolError: there is no such tournament, or the change is refused.
        """
        async with self._lock:
            stored = _known(await self._store.tournament(number))
            before = self._read(stored)
            after = work(before)
            if isinstance(after, Denied):
                raise RemoteProtocolError(after.code, after.text)
            if after != before:
                await self._keep(after, stored.version + 1)
            return after

    def _read(self, stored: StoredTournament) -> Tournament:
        return self._codec.unpack(Tournament, stored.state)

    async def _keep(self, tournament: Tournament, version: int) -> None:
        state = self._codec.pack(tournament)
        live = tournament.phase is not TablePhase.OVER
        if not await self._store.keep_tournament(StoredTournament(tournament.number, version, state), live=live):
            text = sentence("the tournament was changed by somebody else at the same time: try again")
            raise RemoteProtocolError(ErrorCode.STALE, text)


def _known(stored: StoredTournament | None) -> StoredTournament:
    if stored is None:
        text = sentence("there is no such tournament: look at the list")
        raise RemoteProtocolError(ErrorCode.UNKNOWN_TOURNAMENT, text)
    return stored
