"""Ratings in dictionaries."""

from collections import Counter
from collections.abc import Collection

from server.storage.store import Account, FinishedGame, RatingChange, Standing
from server.tables.ladder import Ladder
from server.tables.placings import RatedGame
from server.tables.rated import Player
from server.tables.ratings import REPEATS_DAYS, SURE, UNKNOWN, Belief, Repeats, rate


class MemoryRatings:
    """Ratings that are forgotten with the process."""

    _games: list[FinishedGame]
    _accounts: dict[str, Account]

    def __init__(self) -> None:
        """Begin with no rating."""
        super().__init__()
        self._looked_at = 0
        self._rated: dict[int, RatedGame] = {}
        self._ratings: dict[tuple[Ladder, Player], Belief] = {}
        self._changes: dict[str, tuple[RatingChange, ...]] = {}

    async def next_unrated(self) -> FinishedGame | None:
        """Give the first game that has not been looked at."""
        return self._games[self._looked_at] if self._looked_at < len(self._games) else None

    async def rate(self, number: int, result: RatedGame | None) -> bool:
        """Change the ratings by the next game."""
        if number != self._looked_at + 1 or number > len(self._games):
            return number <= self._looked_at or self._looked_at == len(self._games)
        self._looked_at = number
        if result is not None:
            before = await self.beliefs(result.ladder, {player for side in result.sides for player in side.players})
            after = rate(result, before, self._repeats(number, result))
            self._rated[number] = result
            self._ratings |= {(result.ladder, player): belief for player, belief in after.items()}
            changes = [RatingChange(one, before.get(one, UNKNOWN).mu, after[one]) for one in after]
            ordered = sorted(changes, key=lambda change: (change.player.account, change.player.bot))
            self._changes[self._games[number - 1].log] = tuple(ordered)
        return True

    def _repeats(self, number: int, result: RatedGame) -> dict[str, Repeats]:
        """Give how often the accounts of a game were rated together."""
        since = self._games[number - 1].ended_at - REPEATS_DAYS * 86_400
        lately = [game for other, game in self._rated.items() if self._games[other - 1].ended_at > since]
        found = {}
        for one in _accounts(result):
            own = [game for game in lately if one in _accounts(game)]
            met = Counter(other for game in own for other in _accounts(game))
            found[one] = Repeats(met, sum(any(game.near(account) for account in dict(game.origins)) for game in own))
        return found

    async def beliefs(self, ladder: Ladder, players: Collection[Player]) -> dict[Player, Belief]:
        """Give what is believed about players."""
        return {player: self._ratings[ladder, player] for player in players if (ladder, player) in self._ratings}

    async def ratings_of(self, account: str, game: str) -> dict[str, Belief]:
        """Give what is believed about a person, by ruleset."""
        found = {
            ladder.ruleset: belief
            for (ladder, player), belief in self._ratings.items()
            if player == Player(account) and ladder.game == game
        }
        return dict(sorted(found.items()))

    async def standings(self, ladder: Ladder, limit: int) -> tuple[Standing, ...]:
        """Give the best players, those whose rating is provisional last."""
        found = [
            Standing(player, self._accounts[player.account].name if player.account else "", belief)
            for (where, player), belief in self._ratings.items()
            if where == ladder and (player.bot or not self._guest(player.account))
        ]
        ordered = sorted(found, key=lambda one: (one.belief.sigma > SURE, -one.belief.mu, *_key(one.player)))
        return tuple(ordered[:limit])

    async def rating_changes(self, log: str) -> tuple[RatingChange, ...]:
        """Give what the game of a log has changed."""
        return self._changes.get(log, ())

    def _guest(self, account: str) -> bool:
        known = self._accounts.get(account)
        return known is None or known.guest


def _accounts(game: RatedGame) -> set[str]:
    return {player.account for side in game.sides for player in side.players if player.account}


def _key(player: Player) -> tuple[str, str]:
    return player.account, player.bot
