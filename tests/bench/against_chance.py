"""How often the best bots win against chance: ``python -m tests.bench.against_chance [SHARE] [GAME] [OTHERS] [BOT]``.

One bot plays among ``random`` ones, or one side of it against a side of them; seats and sides change from game to game.
A line is a row of the table in docs/bots.md, but for the spaces before per cent. SHARE is the share of the usual games,
1 if it is not given; GAME plays one game alone, OTHERS names another level than ``random``, and BOT the one that plays.
"""

import sys
import time
from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from games.kit.asking import Choice
from games.kit.sampler import Bot, Observation
from protocol.game import Temper
from protocol.message import Seat
from protocol.setup import OptionValue, Setup
from server.bots.registry import read_bot
from server.simulation import series
from server.simulation.series import Series, play_game


class Table(NamedTuple):
    """A table, and the bot that is measured at it."""

    game: str
    players: int
    games: int
    bot: str = "steady"
    sides: int = 0
    """The number of sides; 0 where each plays alone."""
    options: dict[str, OptionValue] = {}
    others: str = "random"
    """The level of the other bots."""

    @property
    def par(self) -> float:
        """The share of games that is won by a bot which is no better than the others."""
        return 1 / (self.sides or self.players)

    def seated(self, number: int) -> tuple[str, ...]:
        """Return the bots of the seats in a game; games count from 1."""
        own = self.own(number)
        return tuple(
            self.bot if seat % (self.sides or self.players) == own else self.others for seat in range(self.players)
        )

    def own(self, number: int) -> int:
        """Return the seat of the measured bot in a game, or its side."""
        return number % (self.sides or self.players)


TABLES: Final = (
    *(Table(game, 4, 400, sides=2, options={"partners": True}) for game in ("twenty-five", "forty-five")),
    *(Table(game, 5, 400) for game in ("twenty-five", "forty-five")),
    *(Table("spoil-five", players, 200, "strong") for players in (3, 4, 5, 6)),
    *(Table("auction-forty-fives", players, 400, sides=2) for players in (4, 6)),
    *(Table("bete", players, 200, "strong") for players in (2, 3, 4, 5)),
    Table("roque", 4, 400, sides=2),
    Table("roque-three", 3, 400),
    Table("da-bai-fen", 4, 100, sides=2, options={"most_deals": 4}),
    *(Table("durak-teams", players, 400, sides=2) for players in (4, 6)),
    *(Table("svoyi-koziri", players, 40) for players in (2, 3, 4)),
    *(Table("dudak", players, 40) for players in (2, 3, 4)),
    Table("challenge", 2, 60),
)


class Result(NamedTuple):
    """What came of the games at a table."""

    won: float
    """The share of games won; a shared win counts in parts."""
    error: float
    """The standard error of it."""
    slow: float
    """The processor time of a decision at the 99th percentile, in seconds."""


def play(table: Table, games: int) -> Result:
    """Play the games of a table."""
    shares, times = [], [0.0]

    def read_timed(game: str, name: str) -> tuple[Bot, Temper]:
        bot, temper = read_bot(game, name)
        return (_timed(bot, times), temper) if name == table.bot else (bot, temper)

    setup = Setup(table.game, table.players, table.options)
    with patch.object(series, "read_bot", read_timed):
        for number in range(1, games + 1):
            bots = table.seated(number)
            winners = play_game(Series(setup, bots, "against chance"), number).winners
            shares.append(_share(table, table.own(number), winners))
    won = sum(shares) / games
    spread = sum((share - won) ** 2 for share in shares) / max(1, games - 1)
    return Result(won, sqrt(spread / games), sorted(times)[len(times) * 99 // 100])


def _timed(bot: Bot, times: list[float]) -> Bot:
    def play_timed(seen: Observation[Any], whims: Random) -> Choice:
        began = time.thread_time()
        action = bot(seen, whims)
        times.append(time.thread_time() - began)
        return action

    return play_timed


def _share(table: Table, own: int, winners: tuple[Seat, ...]) -> float:
    """Return the part of a win that the measured bot has, or its side."""
    units = {seat % table.sides if table.sides else int(seat) for seat in winners}
    return (own in units) / len(units) if units else table.par


def row(table: Table, games: int, result: Result) -> str:
    """Return a table as a row: the share of games won, and how much of the way from par to all of them that is."""
    above = (result.won - table.par) / (1 - table.par)
    return (
        f"| `{table.game}` | {table.players} | `{table.bot}` | {games} | {table.par:.0%} "
        f"| {result.won:.1%} ± {result.error:.1%} | {above:.0%} | {result.slow * 1000:.1f} ms |"
    )


def rows(share: float = 1.0, wanted: str = "", others: str = "random", bot: str = "") -> Iterator[str]:
    """Play at every table, or at those of one game, and yield its row."""
    for table in TABLES:
        if wanted in {"", table.game}:
            games = max(1, round(table.games * share))
            played = table._replace(others=others, bot=bot or table.bot)
            yield row(played, games, play(played, games))


if __name__ == "__main__":
    for line in rows(float(sys.argv[1]) if sys.argv[1:] else 1.0, *sys.argv[2:5]):
        print(line, flush=True)
