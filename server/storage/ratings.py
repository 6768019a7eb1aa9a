"""The queries and changes of ratings: a fold of the finished games, in the order of their numbers.

They are computed in the thread that reads, so that no event loop and no acknowledgement of a move waits for that.
"""

import sqlite3
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from protocol.rating import Ladder, MonthPlace, Rankings
from server.storage.archive import SEEN
from server.storage.store import FinishedGame, RatingChange
from server.tables.heading import Player
from server.tables.ratings import REPEATS_DAYS, SURE, UNKNOWN, Belief, RatedGame, Repeats, ranked, rate


def next_unrated(connection: sqlite3.Connection) -> FinishedGame | None:
    """Return the first game that has not been looked at for ratings; None if all have."""
    query = "SELECT game, log, ended_at, entry FROM games WHERE NOT rated ORDER BY game LIMIT 1"
    row = connection.execute(query).fetchone()
    return FinishedGame(*row) if row else None


Changes = Mapping[Ladder, tuple[RatingChange, ...]]
"""What one game changes, by ladder: that of all time, and that of the month in which it ended."""


def month_of(now: float) -> str:
    """Return the month of a time in seconds since 1970, such as ``2026-11``; like days, months are those of UTC."""
    return f"{datetime.fromtimestamp(now, UTC):%Y-%m}"


def changes_by(connection: sqlite3.Connection, number: int, result: RatedGame | None) -> Changes:
    """Return what a game changes if it is the next one to be rated."""
    if result is None or _next(connection) != number:
        return {}
    (ended_at,) = connection.execute("SELECT ended_at FROM games WHERE game = ?", (number,)).fetchone()
    repeats = repeats_of(connection, number, result)
    players = {player for side in result.sides for player in side.players}
    changes = {}
    for ladder in (result.ladder, replace(result.ladder, month=month_of(ended_at))):
        before = beliefs(connection, ladder, players)
        after = rate(result, before, repeats)
        changes[ladder] = tuple(RatingChange(one, before.get(one, UNKNOWN).mu, after[one]) for one in after)
    return changes


def repeats_of(connection: sqlite3.Connection, number: int, result: RatedGame) -> dict[str, Repeats]:
    """Return how often the accounts of a game were rated together in the days before it ended."""
    accounts = {player.account for side in result.sides for player in side.players if player.account}
    lately = """
        SELECT other.account, count(*), sum(CASE WHEN near THEN 1 ELSE 0 END)
        FROM rating_changes AS one JOIN games USING (game) JOIN rating_changes AS other USING (game)
        WHERE one.account = ? AND other.bot = '' AND ended_at > (SELECT ended_at - ? FROM games WHERE game = ?)
        GROUP BY other.account
    """
    found: dict[str, Repeats] = {}
    for one in accounts if len(accounts) > 1 else ():
        rows = connection.execute(lately, (one, REPEATS_DAYS * 86_400, number)).fetchall()
        found[one] = Repeats({row[0]: row[1] for row in rows}, sum(row[2] for row in rows if row[0] == one))
    return found


_KEEP: Final = """
    INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (ladder_game, ruleset, month, account, bot)
    DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
"""


def keep_rating(connection: sqlite3.Connection, number: int, result: RatedGame | None, changes: Changes) -> bool:
    """Store what a game changes, once; False if an earlier game has not been looked at."""
    first = _next(connection)
    if first != number:
        return first is None or number < first
    near = result is not None and any(result.near(account) for account, _ in result.origins)
    connection.execute("UPDATE games SET rated = true, near = ? WHERE game = ?", (near, number))
    for ladder, changed in changes.items():
        for player, before, after in changed:
            who, values = (player.account, player.bot), (after.mu, after.sigma, after.games)
            connection.execute(_KEEP, (*_key(ladder), *who, *values))
            change = "INSERT INTO rating_changes VALUES (?, ?, ?, ?, ?, ?, ?)"
            if not ladder.month:
                connection.execute(change, (number, *who, before, *values))
    return True


def _key(ladder: Ladder) -> tuple[str, str, str]:
    return ladder.game, ladder.ruleset, ladder.month


def _next(connection: sqlite3.Connection) -> int | None:
    """Return the number of the first game that has not been looked at."""
    row = connection.execute("SELECT game FROM games WHERE NOT rated ORDER BY game LIMIT 1").fetchone()
    return int(row[0]) if row else None


def beliefs(connection: sqlite3.Connection, ladder: Ladder, players: Collection[Player]) -> dict[Player, Belief]:
    """Return what is believed about those of these players who have been rated."""
    query = """
        SELECT mu, sigma, games FROM ratings
        WHERE ladder_game = ? AND ruleset = ? AND month = ? AND account = ? AND bot = ?
    """
    keys = {player: (*_key(ladder), player.account, player.bot) for player in players}
    rows = {player: connection.execute(query, key).fetchone() for player, key in keys.items()}
    return {player: Belief(*row) for player, row in rows.items() if row}


def ratings_of(connection: sqlite3.Connection, account: str, game: str) -> dict[str, Belief]:
    """Return what is believed about a person in one game, by ruleset."""
    query = """
        SELECT ruleset, mu, sigma, games FROM ratings
        WHERE ladder_game = ? AND month = '' AND account = ? AND bot = '' ORDER BY ruleset
    """
    return {row[0]: Belief(*row[1:]) for row in connection.execute(query, (game, account))}


def standings(
    connection: sqlite3.Connection, ladder: Ladder, reader: str, limit: int
) -> tuple[tuple[Player, str, Belief], ...]:
    """Return up to ``limit`` players, the best first, each with the name of the account, empty for a bot.

    Those whose rating is provisional follow the others. A month has people alone, by what they have surely. People
    whom lists do not name to the reader are left out, here as in places.
    """
    # A guest's account, or one that was deleted since, is in no list.
    query = """
        SELECT account, bot, coalesce(name, ''), mu, sigma, games FROM ratings LEFT JOIN accounts USING (account)
        WHERE ladder_game = ? AND ruleset = ? AND month = ? AND (month = '' AND bot != '' OR NOT guest AND
    """
    order = "month = '' AND sigma > ?, CASE WHEN month = '' THEN mu ELSE mu - sigma END DESC, account, bot"
    query = f"{query}{SEEN}) ORDER BY {order} LIMIT ?"
    rows = connection.execute(query, (*_key(ladder), reader, reader, SURE, limit))
    return tuple((Player(*row[:2]), row[2], Belief(*row[3:])) for row in rows)


def rankings(connection: sqlite3.Connection, ladder: Ladder, account: str, now: float, limit: int) -> Rankings:
    """Return up to ``limit`` players of all time and of the month of a time, and the winners of earlier months."""
    month = replace(ladder, month=month_of(now))
    return Rankings(
        id=0,
        game=ladder.game,
        ruleset=ladder.ruleset,
        players=ranked(standings(connection, ladder, account, limit), account),
        month=month.month,
        of_month=ranked(standings(connection, month, account, limit), account, month.month),
        winners=month_places(connection, month, account, PLACES),
    )


PLACES: Final = 36  # First three places of earlier months in one answer: a year's.


def month_places(connection: sqlite3.Connection, ladder: Ladder, reader: str, limit: int) -> tuple[MonthPlace, ...]:
    """Return up to ``limit`` first, second and third places in the months before that of a ladder, the newest first."""
    before = "SELECT max(month) FROM ratings WHERE ladder_game = ? AND ruleset = ? AND month < ?"
    best = """
        SELECT name FROM ratings JOIN accounts USING (account)
        WHERE ladder_game = ? AND ruleset = ? AND month = ? AND bot = '' AND NOT guest AND
    """
    found = list[MonthPlace]()
    while len(found) < limit and (month := connection.execute(before, _key(ladder)).fetchone()[0]):
        ladder = replace(ladder, month=month)
        bounds = (*_key(ladder), reader, reader)
        names = connection.execute(f"{best}{SEEN} ORDER BY mu - sigma DESC LIMIT 3", bounds).fetchall()
        found += [MonthPlace(month, ladder.ruleset, place, name) for place, (name,) in enumerate(names, 1)]
    return tuple(found[:limit])


def places(connection: sqlite3.Connection, account: str, most: int) -> tuple[tuple[str, str, int], ...]:
    """Return the places of an account among the first ``most`` of rankings, each with game and ruleset."""
    own = """
        SELECT ladder_game, ruleset, mu FROM ratings
        WHERE account = ? AND bot = '' AND month = '' AND sigma <= ? ORDER BY 1, 2
    """
    better = (
        "SELECT count(*) FROM (SELECT 1 FROM ratings LEFT JOIN accounts USING (account) WHERE ladder_game = ? "
        "AND ruleset = ? AND month = '' AND mu > ? AND sigma <= ? AND (bot != '' OR NOT guest AND "
    )
    better = f"{better}{SEEN}) LIMIT ?) AS ahead"
    found = [
        (game, ruleset, 1 + connection.execute(better, (game, ruleset, mu, SURE, account, account, most)).fetchone()[0])
        for game, ruleset, mu in connection.execute(own, (account, SURE)).fetchall()
    ]
    return tuple(one for one in found if one[2] <= most)


def rating_changes(connection: sqlite3.Connection, log: str) -> tuple[RatingChange, ...]:
    """Return what the game of a log has changed; nothing if it was not rated, or not yet."""
    query = """
        SELECT account, bot, before, mu, sigma, rating_changes.games
        FROM rating_changes JOIN games USING (game) WHERE log = ? ORDER BY account, bot
    """
    rows = connection.execute(query, (log,))
    return tuple(RatingChange(Player(*row[:2]), row[2], Belief(*row[3:])) for row in rows)
