"""The queries and changes of ratings: a fold of the finished games, in the order of their numbers.

They are computed in the thread that reads, so that no event loop and no acknowledgement of a move waits for that.
"""

import sqlite3
from collections.abc import Collection
from typing import Final

from protocol.rating import Ladder
from server.storage.store import FinishedGame, RatingChange
from server.tables.heading import Player
from server.tables.ratings import REPEATS_DAYS, SURE, UNKNOWN, Belief, RatedGame, Repeats, rate


def next_unrated(connection: sqlite3.Connection) -> FinishedGame | None:
    """Return the first game that has not been looked at for ratings; None if all have."""
    query = "SELECT game, log, ended_at, entry FROM games WHERE NOT rated ORDER BY game LIMIT 1"
    row = connection.execute(query).fetchone()
    return FinishedGame(*row) if row else None


def changes_by(connection: sqlite3.Connection, number: int, result: RatedGame | None) -> tuple[RatingChange, ...]:
    """Return what a game changes if it is the next one to be rated."""
    if result is None or _next(connection) != number:
        return ()
    before = beliefs(connection, result.ladder, {player for side in result.sides for player in side.players})
    after = rate(result, before, repeats_of(connection, number, result))
    return tuple(RatingChange(player, before.get(player, UNKNOWN).mu, after[player]) for player in after)


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
    INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (ladder_game, ruleset, account, bot)
    DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
"""


def keep_rating(
    connection: sqlite3.Connection, number: int, result: RatedGame | None, changes: tuple[RatingChange, ...]
) -> bool:
    """Store what a game changes, once; False if an earlier game has not been looked at."""
    first = _next(connection)
    if first != number:
        return first is None or number < first
    near = result is not None and any(result.near(account) for account, _ in result.origins)
    connection.execute("UPDATE games SET rated = true, near = ? WHERE game = ?", (near, number))
    for player, before, after in changes:
        assert result is not None
        who, values = (player.account, player.bot), (after.mu, after.sigma, after.games)
        row = (result.ladder.game, result.ladder.ruleset, *who, *values)
        connection.execute(_KEEP, row)
        change = "INSERT INTO rating_changes VALUES (?, ?, ?, ?, ?, ?, ?)"
        connection.execute(change, (number, *who, before, *values))
    return True


def _next(connection: sqlite3.Connection) -> int | None:
    """Return the number of the first game that has not been looked at."""
    row = connection.execute("SELECT game FROM games WHERE NOT rated ORDER BY game LIMIT 1").fetchone()
    return int(row[0]) if row else None


def beliefs(connection: sqlite3.Connection, ladder: Ladder, players: Collection[Player]) -> dict[Player, Belief]:
    """Return what is believed about those of these players who have been rated."""
    query = "SELECT mu, sigma, games FROM ratings WHERE ladder_game = ? AND ruleset = ? AND account = ? AND bot = ?"
    keys = {player: (ladder.game, ladder.ruleset, player.account, player.bot) for player in players}
    rows = {player: connection.execute(query, key).fetchone() for player, key in keys.items()}
    return {player: Belief(*row) for player, row in rows.items() if row}


def ratings_of(connection: sqlite3.Connection, account: str, game: str) -> dict[str, Belief]:
    """Return what is believed about a person in one game, by ruleset."""
    query = "SELECT ruleset, mu, sigma, games FROM ratings WHERE ladder_game = ? AND account = ? AND bot = ''"
    return {row[0]: Belief(*row[1:]) for row in connection.execute(f"{query} ORDER BY ruleset", (game, account))}


def standings(connection: sqlite3.Connection, ladder: Ladder, limit: int) -> tuple[tuple[Player, str, Belief], ...]:
    """Return up to ``limit`` players, the best first, each with the name of the account, empty for a bot.

    Those whose rating is provisional follow the others.
    """
    # A guest's account, or one that was deleted since, is in no list.
    query = """
        SELECT account, bot, coalesce(name, ''), mu, sigma, games FROM ratings LEFT JOIN accounts USING (account)
        WHERE ladder_game = ? AND ruleset = ? AND (bot != '' OR NOT guest)
        ORDER BY sigma > ?, mu DESC, account, bot LIMIT ?
    """
    rows = connection.execute(query, (ladder.game, ladder.ruleset, SURE, limit))
    return tuple((Player(*row[:2]), row[2], Belief(*row[3:])) for row in rows)


def rating_changes(connection: sqlite3.Connection, log: str) -> tuple[RatingChange, ...]:
    """Return what the game of a log has changed; nothing if it was not rated, or not yet."""
    query = """
        SELECT account, bot, before, mu, sigma, rating_changes.games
        FROM rating_changes JOIN games USING (game) WHERE log = ? ORDER BY account, bot
    """
    rows = connection.execute(query, (log,))
    return tuple(RatingChange(Player(*row[:2]), row[2], Belief(*row[3:])) for row in rows)
