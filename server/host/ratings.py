"""Ratings at the host: finished games change them, tables show those of their seats, and people read the rankings."""

import asyncio
import logging
from collections.abc import Callable

from msgspec.structs import replace

from protocol.errors import ErrorCode, ProtocolError, RemoteProtocolError
from protocol.language import N_, sentence
from protocol.rankings import Rankings, ReadRankings
from protocol.rating import RulesetRating, SeatRating
from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.host.limits import FILING_PAUSE, RANKED
from server.host.services import HostServices
from server.storage.database import Store
from server.storage.store import FinishedGame, StoreFault
from server.tables.chairs import Chairs
from server.tables.heading import Heading, is_rated, player_of
from server.tables.ladder import RULESET, rulesets
from server.tables.ratings import RatedGame, ladder_of, points, ranked, rated_game, shown
from server.tables.table import Table

_log = logging.getLogger(__name__)


def heading_of(services: HostServices, game: FinishedGame) -> Heading:
    """Return the heading that the archive keeps of a game."""
    try:
        return services.codec.unpack(Heading, game.entry)
    except ProtocolError as problem:
        raise StoreFault(f"the archive holds a game that cannot be read: {problem}") from problem


async def rate_all(services: HostServices, rated: Callable[[str], None]) -> None:
    """Rate every game that has not been looked at; ``rated`` is called with the code of the table of each."""
    while (game := await services.store.next_unrated()) is not None:
        if not await services.store.rate(game.number, _result(services, game)):
            raise StoreFault(f"game {game.number} is not the next one to be rated any more")
        rated(game.log)
        # A long backlog must not slow down running games.
        await asyncio.sleep(FILING_PAUSE)


def _result(services: HostServices, game: FinishedGame) -> RatedGame | None:
    """Return what a game says about its players; None if it rates nobody, or cannot be read."""
    try:
        brief = heading_of(services, game)
    except StoreFault as problem:
        _log.error("game %d is not rated: %s", game.number, problem)
        return None
    rules = services.games.get(brief.setup.game)
    if rules is None:
        return None
    return rated_game(brief, ladder_of(brief.setup, rules.options))


async def rankings(services: HostServices, message: ReadRankings, account: str) -> Rankings:
    """Return the rankings for this reader."""
    name = message.game or next(iter(services.games))
    game = services.game(name)
    if message.ruleset and message.ruleset not in rulesets(game.options):
        text = _no_such_ruleset(name, message.ruleset, rulesets(game.options))
        raise RemoteProtocolError(ErrorCode.INVALID_SETUP, text)
    ladder = ladder_of(Setup(name, options={RULESET: message.ruleset} if message.ruleset else {}), game.options)
    standings = await services.store.standings(ladder, RANKED)
    players = ranked(standings, account)
    return Rankings(message.id, name, ladder.ruleset, players)


async def ratings_of(services: HostServices, account: str, game: str) -> tuple[RulesetRating, ...]:
    """Return the ratings of a person in one game, the usual ruleset first."""
    found, usual = await services.store.ratings_of(account, game), rulesets(services.games[game].options)[:1]
    ordered = sorted(found.items(), key=lambda one: one[0] not in usual)
    return tuple(RulesetRating(ruleset, shown(belief)) for ruleset, belief in ordered)


def _no_such_ruleset(game: str, ruleset: str, known: tuple[str, ...]) -> str:
    if not known:
        return sentence("{game} has no ruleset {ruleset}: leave it out", game=game, ruleset=repr(ruleset))
    why = N_("there is no ruleset {ruleset} of {game}: choose among {known}")
    return sentence(why, ruleset=repr(ruleset), game=game, known=", ".join(known))


Ratings = tuple[SeatRating | None, ...]


class SeatRatings:
    """The ratings at one table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[tuple[Chairs, bool], Ratings] | None = None

    def again(self) -> None:
        """Look the ratings up again: the game has been rated."""
        self._known = None

    async def rated(self, table: Table) -> Table | None:
        """Return the table with the ratings of those who have its seats; None if it has them already."""
        ratings = await self._of(table)
        return replace(table, ratings=ratings) if ratings != table.ratings else None

    async def _of(self, table: Table) -> Ratings:
        """Return the ratings of the seats; the known ones as long as the same people sit there."""
        now = table.chairs, table.phase is TablePhase.OVER
        if self._known is not None and self._known[0] == now:
            return self._known[1]
        try:
            found = await self._look_up(table) if is_rated(table) else ()
        except StoreFault as problem:
            # Ratings are nothing that a game waits for.
            _log.error("table %s: its ratings cannot be read: %s", table.opened.code, problem)
            return table.ratings
        self._known = now, found
        return found

    async def _look_up(self, table: Table) -> Ratings:
        store, over = self._store, table.phase is TablePhase.OVER
        seats = [player_of(chair, table.guests) if chair is not None else None for chair in table.chairs]
        changed = await store.rating_changes(table.opened.code) if over else ()
        changes = {change.player: change for change in changed}
        ladder = ladder_of(table.opened.setup, table.game.options)
        known = await store.beliefs(ladder, {player for player in seats if player is not None})
        ratings: list[SeatRating | None] = []
        for player in seats:
            if player in changes:
                _, before, after = changes[player]
                ratings.append(SeatRating(shown(after), points(after.mu) - points(before)))
            else:
                belief = known.get(player) if player is not None else None
                ratings.append(SeatRating(shown(belief)) if belief is not None else None)
        return tuple(ratings) if any(ratings) else ()
