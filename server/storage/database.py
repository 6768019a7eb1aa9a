"""A store in a database: all its queries and changes, which are the same for SQLite and PostgreSQL."""

import sqlite3
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

from server.storage import accounts, archive, logs, moderation, ratings
from server.storage.store import AppendResult, Brief, StoreLoad, StoreSizes
from server.storage.threads import Reader, Writer
from server.tables.ratings import RatedGame

P = ParamSpec("P")
T = TypeVar("T")

Query = Callable[Concatenate[sqlite3.Connection, P], T]
"""A query or a change: a function of the connection and its arguments."""

_Method = Callable[Concatenate["Store", P], Coroutine[Any, Any, T]]


def _reading(query: Query[P, T]) -> _Method[P, T]:
    """Return a method of the store that runs a query in the thread that reads."""

    async def method(store: "Store", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._reader.read(lambda connection: query(connection, *args, **kwargs))  # noqa: SLF001 - a method

    return method


def _changing(change: Query[P, T]) -> _Method[P, T]:
    """Return a method of the store that makes a change."""

    async def method(store: "Store", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._change(change, *args, **kwargs)  # noqa: SLF001 - a method

    return method


class Store:
    """Logs, accounts, finished games, ratings, chat, tournaments and the deal of the day in a database.

    What a query or a change does is said where it is; each raises a ``StoreFault`` if it cannot read or write.
    """

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader = reader
        self._writer = writer
        self.lost = False  # True once another machine writes to the database: this one never does again.

    async def _change(self, change: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Make a change, and return its result once it is stored for good.

        Raises:
            UnknownOutcome: it may or may not be stored.
            StoreFault: it is not stored.
        """
        return await self._writer.write(lambda connection: change(connection, *args, **kwargs))

    read = _reading(logs.read)
    live = _reading(logs.live)
    pinned = _reading(logs.pinned)
    pin = _changing(logs.pin)

    account = _reading(accounts.account)
    named = _reading(accounts.named)
    credential = _reading(accounts.credential)
    keyholder = _reading(accounts.keyholder)
    keys = _reading(accounts.keys)
    known_keys = _reading(accounts.known_keys)
    guests = _reading(accounts.guests)
    register = _changing(accounts.register)
    join = _changing(accounts.join)
    label = _changing(accounts.label)
    revoke = _changing(accounts.revoke)
    forget = _changing(accounts.forget)

    visit = _reading(accounts.visit)
    since = _reading(accounts.since)
    keep_visit = _changing(accounts.keep_visit)
    settings = _reading(accounts.settings)
    keep_settings = _changing(accounts.keep_settings)

    contacts = _reading(accounts.contacts)
    hidden = _reading(accounts.hidden)
    unlisted = _reading(accounts.unlisted)
    keep_contact = _changing(accounts.keep_contact)
    drop_contact = _changing(accounts.drop_contact)

    unfiled = _reading(archive.unfiled)
    last_game = _reading(archive.last_game)
    games = _reading(archive.games)
    game = _reading(archive.game)
    game_record = _reading(archive.game_record)
    file = _changing(archive.file)
    public_games = _reading(archive.public_games)
    best_scores = _reading(archive.best_scores)
    pass_over = _changing(archive.pass_over)

    closed_logs = _reading(logs.closed_logs)
    compact = _changing(logs.compact)

    tournaments = _reading(archive.tournaments)
    tournament = _reading(archive.tournament)
    last_tournament = _reading(archive.last_tournament)
    keep_tournament = _changing(archive.keep_tournament)

    next_unrated = _reading(ratings.next_unrated)
    beliefs = _reading(ratings.beliefs)
    ratings_of = _reading(ratings.ratings_of)
    rankings = _reading(ratings.rankings)
    month_places = _reading(ratings.month_places)
    places = _reading(ratings.places)
    rating_changes = _reading(ratings.rating_changes)

    day_seed = _reading(archive.day_seed)
    day_try = _reading(archive.day_try)
    day_sums = _reading(archive.day_sums)
    day_scores = _reading(archive.day_scores)
    days_played = _reading(archive.days_played)
    draw_day = _changing(archive.draw_day)
    begin_day = _changing(archive.begin_day)
    end_day = _changing(archive.end_day)

    roles = _reading(moderation.roles)
    allowed = _reading(moderation.allowed)
    allow = _changing(moderation.allow)
    disallow = _changing(moderation.disallow)
    keep_invitation = _changing(moderation.keep_invitation)
    use_invitation = _changing(moderation.use_invitation)
    shared = _reading(moderation.shared)
    keep_shared = _changing(moderation.keep_shared)
    bans = _reading(moderation.bans)
    audit = _reading(moderation.audit)
    reports = _reading(moderation.reports)
    report = _reading(moderation.report)
    keep_role = _changing(moderation.keep_role)
    keep_ban = _changing(moderation.keep_ban)
    drop_ban = _changing(moderation.drop_ban)
    write_audit = _changing(moderation.write_audit)
    keep_report = _changing(moderation.keep_report)

    async def rate(self, number: int, result: RatedGame | None) -> bool:
        """Change the ratings by a game, None if it rates nobody; False if an earlier game has not been looked at.

        A game that has been looked at before changes nothing.
        """
        changes = await self._reader.read(lambda connection: ratings.changes_by(connection, number, result))
        return await self._change(ratings.keep_rating, number, result, changes)

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Add a record to a log of the expected length, and replace its brief unless that is None."""
        raise NotImplementedError

    async def probe(self) -> None:
        """Write something that changes nothing; raise ``StoreFault`` if nothing can be stored now."""
        raise NotImplementedError

    async def load(self) -> StoreLoad:
        """Return how much there is to do, once the store has answered."""
        raise NotImplementedError

    async def sizes(self) -> StoreSizes:
        """Return what takes room."""
        raise NotImplementedError

    async def close(self) -> None:
        """Finish pending work and release everything."""
        await self._reader.close()
        await self._writer.close()
