"""The queries and changes of finished games, tournaments and days, and read-only access to the games for commands.

The threads of the store compress the records to less than a third, and decompress them. A tournament is a row that is
replaced at every change. A day is named by its date, such as ``2026-11-21``, so that days are in order as texts.
"""

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from msgspec.structs import astuple

from protocol.daily import DailyResult, DailyStanding
from protocol.language import _, sentence
from protocol.lobby import NewsItem, NewsKind
from protocol.rating import BestScore, Ladder
from server.defaults import DATABASE_NAME
from server.storage.files import advice, read_only
from server.storage.schema import SCHEMA_VERSION
from server.storage.store import DayTry, FinishedGame, StoredTournament, StoreFault
from server.tables.ratings import Score

_GAME = "SELECT game, log, ended_at, entry FROM games"

SEEN = """(listed OR accounts.account = ? OR EXISTS (
    SELECT 1 FROM contacts WHERE contacts.account = accounts.account AND other = ? AND kind = 'friend'
))"""
"""Tells of accounts in a query whether lists name them to a reader, who is named twice."""

BLOCKED = """EXISTS (
    SELECT 1 FROM contacts WHERE kind = 'blocked'
    AND (contacts.account = ? AND other = accounts.account OR contacts.account = accounts.account AND other = ?)
)"""
"""Tells of accounts in a query whether one of them and a reader, who is named twice, blocks the other."""


def unfiled(connection: sqlite3.Connection, limit: int) -> tuple[str, ...]:
    """Return up to ``limit`` logs that can no longer grow and have been neither filed nor passed over."""
    query = "SELECT log FROM logs WHERE NOT live AND NOT filed ORDER BY log LIMIT ?"
    return tuple(log for (log,) in connection.execute(query, (limit,)))


def last_game(connection: sqlite3.Connection) -> int:
    """Return the greatest number of a game; 0 if there is none."""
    (number,) = connection.execute("SELECT coalesce(max(game), 0) FROM games").fetchone()
    return int(number)


_KEEP_SCORE = """
    INSERT INTO feats VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (ladder_game, ruleset, deals, account)
    DO UPDATE SET points = excluded.points, game = excluded.game WHERE excluded.points > feats.points
"""


def file(
    connection: sqlite3.Connection,
    game: FinishedGame,
    players: frozenset[str],
    record: str,
    scores: tuple[Score, ...] | None = None,
) -> bool:
    """Store a game for good; False if its number is not the next one. A log filed before is left as it is.

    ``scores`` are those that may be told to everyone; None for a game of which they are told nothing.
    """
    if connection.execute("SELECT 1 FROM logs WHERE log = ? AND filed", (game.log,)).fetchone():
        return True
    if game.number != last_game(connection) + 1:
        return False
    row = (game.number, game.log, game.ended_at, game.entry, zlib.compress(record.encode()), scores is not None)
    connection.execute("INSERT INTO games (game, log, ended_at, entry, record, open) VALUES (?, ?, ?, ?, ?, ?)", row)
    for ladder, deals, *score in map(astuple, scores or ()):
        connection.execute(_KEEP_SCORE, (ladder.game, ladder.ruleset, deals, *score, game.number))
    played = [(account, game.number) for account in sorted(players)]
    connection.executemany("INSERT INTO players (account, game) VALUES (?, ?)", played)
    pass_over(connection, game.log)
    return True


def pass_over(connection: sqlite3.Connection, log: str) -> None:
    """Mark a log that holds no finished game."""
    connection.execute("UPDATE logs SET filed = true WHERE log = ?", (log,))


def games(connection: sqlite3.Connection, account: str, limit: int) -> tuple[FinishedGame, ...]:
    """Return up to ``limit`` games that an account has played, the newest first."""
    query = f"{_GAME} JOIN players USING (game) WHERE account = ? ORDER BY game DESC LIMIT ?"
    return tuple(FinishedGame(*row) for row in connection.execute(query, (account, limit)))


def public_games(connection: sqlite3.Connection, limit: int) -> tuple[FinishedGame, ...]:
    """Return up to ``limit`` games of which everyone may be told, the newest first."""
    rows = connection.execute(f"{_GAME} WHERE open ORDER BY game DESC LIMIT ?", (limit,))
    return tuple(FinishedGame(*row) for row in rows)


def best_scores(connection: sqlite3.Connection, ladders: tuple[Ladder, ...]) -> tuple[BestScore, ...]:
    """Return the best score of a deal and of a game in each ladder, of people whom lists name to everyone."""
    best = """
        SELECT points, name, game FROM feats JOIN accounts USING (account)
        WHERE ladder_game = ? AND ruleset = ? AND deals = ? AND points > 0 AND listed AND NOT guest
        ORDER BY points DESC LIMIT 1
    """
    return tuple(
        BestScore(ladder.game, ladder.ruleset, points, name, number, whole=not deals)
        for ladder in ladders
        for deals in (1, 0)
        for points, name, number in connection.execute(best, (ladder.game, ladder.ruleset, deals))
    )


def every_game(connection: sqlite3.Connection) -> tuple[FinishedGame, ...]:
    """Return all games, the newest first."""
    return tuple(FinishedGame(*row) for row in connection.execute(f"{_GAME} ORDER BY game DESC"))


def game(connection: sqlite3.Connection, number: int) -> FinishedGame | None:
    """Return a game; None if there is no such game."""
    row = connection.execute(f"{_GAME} WHERE game = ?", (number,)).fetchone()
    return FinishedGame(*row) if row else None


def game_record(connection: sqlite3.Connection, number: int) -> str | None:
    """Return the record of a game; None if there is no such game."""
    row = connection.execute("SELECT record FROM games WHERE game = ?", (number,)).fetchone()
    return zlib.decompress(row[0]).decode() if row else None


def tournaments(connection: sqlite3.Connection, limit: int) -> tuple[StoredTournament, ...]:
    """Return up to ``limit`` tournaments: the unfinished ones first, and the newest first."""
    query = "SELECT tournament, version, state FROM tournaments ORDER BY live DESC, tournament DESC LIMIT ?"
    return tuple(StoredTournament(*row) for row in connection.execute(query, (limit,)))


def tournament(connection: sqlite3.Connection, number: int) -> StoredTournament | None:
    """Return a tournament; None if there is no such tournament."""
    query = "SELECT tournament, version, state FROM tournaments WHERE tournament = ?"
    row = connection.execute(query, (number,)).fetchone()
    return StoredTournament(*row) if row else None


def last_tournament(connection: sqlite3.Connection) -> int:
    """Return the greatest number of a tournament; 0 if there is none."""
    (last,) = connection.execute("SELECT coalesce(max(tournament), 0) FROM tournaments").fetchone()
    return int(last)


def keep_tournament(connection: sqlite3.Connection, tournament: StoredTournament, *, live: bool) -> bool:
    """Store a tournament; False, and nothing is stored, if its version is not the next one. A new one has 1."""
    if tournament.version == 1:
        add = "INSERT INTO tournaments VALUES (?, 1, ?, ?) ON CONFLICT DO NOTHING"
        return connection.execute(add, (tournament.number, live, tournament.state)).rowcount == 1
    change = "UPDATE tournaments SET version = ?, live = ?, state = ? WHERE tournament = ? AND version = ?"
    row = (tournament.version, live, tournament.state, tournament.number, tournament.version - 1)
    return connection.execute(change, row).rowcount == 1


def day_seed(connection: sqlite3.Connection, day: str) -> bytes | None:
    """Return the seed of a day; None if none was drawn."""
    row = connection.execute("SELECT seed FROM days WHERE day = ?", (day,)).fetchone()
    return bytes(row[0]) if row else None


def draw_day(connection: sqlite3.Connection, day: str, seed: bytes) -> bytes:
    """Store the seed of a day unless there is one already, and return the one that holds."""
    connection.execute("INSERT INTO days VALUES (?, ?) ON CONFLICT DO NOTHING", (day, seed))
    return day_seed(connection, day) or seed


def day_try(connection: sqlite3.Connection, day: str, account: str) -> DayTry | None:
    """Return the game of an account that counts for a day; None if it has begun none."""
    query = "SELECT log, entry FROM tries WHERE day = ? AND account = ?"
    row = connection.execute(query, (day, account)).fetchone()
    return DayTry(row[0], bytes(row[1])) if row else None


def begin_day(connection: sqlite3.Connection, day: str, account: str, log: str) -> str:
    """Store the log of the game that counts unless there is one already, and return the one that holds."""
    keep = (
        "INSERT INTO tries (day, account, log, entry) SELECT ?, account, ?, ? FROM accounts WHERE account = ? "
        "ON CONFLICT DO NOTHING"
    )
    connection.execute(keep, (day, log, b"", account))
    begun = day_try(connection, day, account)
    return begun.log if begun is not None else log


def end_day(connection: sqlite3.Connection, log: str, result: DailyResult, entry: bytes) -> None:
    """Store the result of a game, and as it is read back, if it is one that counts."""
    end = "UPDATE tries SET score = ?, exact = ?, hinted = ?, entry = ? WHERE log = ?"
    connection.execute(end, (result.score, result.exact, result.hinted, entry, log))


def day_sums(
    connection: sqlite3.Connection, first: str, last: str, limit: int, *, hinted: bool, reader: str = ""
) -> tuple[DailyStanding, ...]:
    """Return the ``limit`` best accounts of the days from ``first`` to ``last``, by score, then by exact deals.

    Those are left out whom lists do not name to the reader.
    """
    query = (
        "SELECT name, sum(score), count(*), sum(exact) FROM tries JOIN accounts USING (account) "
        "WHERE day BETWEEN ? AND ? AND score IS NOT NULL AND hinted = ? AND "
    )
    query = f"{query}{SEEN} GROUP BY account, name, name_key ORDER BY 2 DESC, 4 DESC, name_key LIMIT ?"
    rows = connection.execute(query, (first, last, hinted, reader, reader, limit))
    return tuple(DailyStanding(name, score, days, exact, hinted) for name, score, days, exact in rows)


RIVALS: Final = 50  # Of those who are ahead in the deal of the day, the nearest who are looked at.


def overtaken(connection: sqlite3.Connection, account: str, days: tuple[str, str], since: float) -> NewsItem | None:
    """Return who is ahead of the last result of an account on these two days, and was not at a moment before.

    The nearest is returned whom the account may see, of a few that are looked at; None if there is none.
    """
    query = "SELECT day, score, hinted FROM tries WHERE account = ? AND day IN (?, ?) AND score IS NOT NULL"
    own = connection.execute(f"{query} ORDER BY day DESC", (account, *days)).fetchone()
    if own is None:
        return None
    day, score, hinted = own[0], own[1], bool(own[2])
    # In the order of an index, so that the search ends at the first.
    query = (
        "SELECT name, score FROM tries JOIN accounts USING (account) JOIN games USING (log) "
        "WHERE day = ? AND hinted = ? AND score > ? AND ended_at > ? AND score <= (SELECT max(score) FROM "
        "(SELECT score FROM tries WHERE day = ? AND hinted = ? AND score > ? ORDER BY score LIMIT ?) AS near) AND NOT "
    )
    better = day, hinted, score
    bounds = (*better, since, *better, RIVALS, *[account] * 4)
    near = connection.execute(f"{query}{BLOCKED} AND {SEEN} ORDER BY score LIMIT 1", bounds).fetchone()
    if near is None:
        return None
    counted = (
        "SELECT count(CASE WHEN score > ? THEN 1 END), count(*) FROM tries "
        "WHERE day = ? AND hinted = ? AND score IS NOT NULL"
    )
    ahead, number = connection.execute(counted, (score, day, hinted)).fetchone()
    points = near[1] - score
    return NewsItem(NewsKind.BEATEN, name=near[0], points=points, place=1 + ahead, of=number, day=day)


def day_scores(connection: sqlite3.Connection, day: str) -> tuple[tuple[int, int], ...]:
    """Return the scores of a day, and how many accounts have each."""
    query = "SELECT score, count(*) FROM tries WHERE day = ? AND score IS NOT NULL GROUP BY score"
    return tuple((score, people) for score, people in connection.execute(query, (day,)))


def days_played(connection: sqlite3.Connection, account: str) -> tuple[str, ...]:
    """Return the days of which an account has a result, in order."""
    query = "SELECT day FROM tries WHERE account = ? AND score IS NOT NULL ORDER BY day"
    return tuple(day for (day,) in connection.execute(query, (account,)))


@contextmanager
def opened_archive(data: Path) -> Iterator[sqlite3.Connection]:
    """Open the games of a data directory read-only: nothing is changed, and a running server is not disturbed.

    A game that ended just before a server stopped is filed when the next one starts.

    Raises:
        StoreFault: there is no database, or it cannot be read; also raised while the connection is used.
    """
    path = data / DATABASE_NAME
    if not path.is_file():
        raise StoreFault(_no_games(data))
    try:
        with closing(read_only(path)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if not version:
                raise StoreFault(_no_games(data))
            if version != SCHEMA_VERSION:
                raise StoreFault(_other_version(path, version))
            yield connection
    except sqlite3.Error as problem:
        text = _("cannot use {path}: {problem}; {advice}", path=path, problem=problem, advice=advice(problem))
        raise StoreFault(text) from problem
    except (zlib.error, UnicodeDecodeError) as problem:
        raise StoreFault(sentence("cannot read {path}: {reason}", path=path, reason=problem)) from problem


def _no_games(data: Path) -> str:
    return sentence("no games are kept in {place}: name the right directory with --data", place=data)


def _other_version(path: Path, version: int) -> str:
    if version > SCHEMA_VERSION:
        return sentence("{path} was written by a newer version of this program: install that", path=path)
    return sentence(
        "{path} was written by an earlier version of this program: start chwech once, and it is brought up to date",
        path=path,
    )
