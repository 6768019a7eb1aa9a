"""The ratings of those who have the seats of one table, looked up when others sit there or its game has been rated."""

import logging

from msgspec.structs import replace

from protocol.rating import SeatRating
from protocol.tableview import TablePhase
from server.storage.database import Store
from server.storage.store import StoreFault
from server.tables.chairs import Chairs
from server.tables.heading import is_rated, player_of
from server.tables.ratings import ladder_of, points, shown
from server.tables.table import Table

_log = logging.getLogger(__name__)

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
