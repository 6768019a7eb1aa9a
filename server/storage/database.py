"""A store in a database: all its queries and changes, which are the same for SQLite and PostgreSQL."""

import sqlite3
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

from server.storage import accounts, archive, compaction, daily, logs, moderation, ratings
from server.storage import accounts as people
from server.storage import settings as preferences
from server.storage import tournaments as contests
from server.storage.threads import Reader, Writer
from server.tables.ratings import RatedGame

P = ParamSpec("P")
T = TypeVar("T")

Query = Callable[Concatenate[sqlite3.Connection, P], T]
"""A query or a change: a function of the connection and its arguments."""

_Method = Callable[Concatenate["DatabaseStore", P], Coroutine[Any, Any, T]]


def _reading(query: Query[P, T]) -> _Method[P, T]:
    """Return a method of the store that runs a query in the thread that reads."""

    async def method(store: "DatabaseStore", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._reader.read(lambda connection: query(connection, *args, **kwargs))  # noqa: SLF001 - a method

    return method


def _changing(change: Query[P, T]) -> _Method[P, T]:
    """Return a method of the store that makes a change."""

    async def method(store: "DatabaseStore", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._change(change, *args, **kwargs)  # noqa: SLF001 - a method

    return method


class DatabaseStore:
    """Logs, accounts, finished games, ratings, chat, tournaments and the deal of the day in a database."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader = reader
        self._writer = writer
        self.lost = False
        """True once another machine writes to the database: this one never does again."""

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

    settings = _reading(preferences.settings)
    keep_settings = _changing(preferences.keep_settings)

    contacts = _reading(people.contacts)
    hidden = _reading(people.hidden)
    keep_contact = _changing(people.keep_contact)
    drop_contact = _changing(people.drop_contact)

    unfiled = _reading(archive.unfiled)
    last_game = _reading(archive.last_game)
    games = _reading(archive.games)
    game = _reading(archive.game)
    game_record = _reading(archive.game_record)
    file = _changing(archive.file)
    pass_over = _changing(archive.pass_over)

    closed_logs = _reading(compaction.closed_logs)
    compact = _changing(compaction.compact)

    tournaments = _reading(contests.tournaments)
    tournament = _reading(contests.tournament)
    last_tournament = _reading(contests.last_tournament)
    keep_tournament = _changing(contests.keep_tournament)

    next_unrated = _reading(ratings.next_unrated)
    beliefs = _reading(ratings.beliefs)
    ratings_of = _reading(ratings.ratings_of)
    standings = _reading(ratings.standings)
    rating_changes = _reading(ratings.rating_changes)

    day_seed = _reading(daily.day_seed)
    day_try = _reading(daily.day_try)
    day_sums = _reading(daily.day_sums)
    draw_day = _changing(daily.draw_day)
    begin_day = _changing(daily.begin_day)
    end_day = _changing(daily.end_day)

    roles = _reading(moderation.roles)
    allowed = _reading(moderation.allowed)
    allow = _changing(moderation.allow)
    disallow = _changing(moderation.disallow)
    keep_invitation = _changing(moderation.keep_invitation)
    use_invitation = _changing(moderation.use_invitation)
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
        changes = await self._reader.read(lambda connection: ratings.changes_by(connection, number, result))
        return await self._change(ratings.keep_rating, number, result, changes)
