"""The requests to the server: each gets the next id and is sent by the link."""

from chwech_tui.errand import TableOrder
from chwech_tui.link import Link
from protocol.archive import ListGames, ReadRecord, ReadReplay, ReadStatistics
from protocol.identity import ListKeys, NameKey, OfferKey, RevokeKey
from protocol.lobby import EnterLobby, LeaveLobby, SayInLobby
from protocol.messages import JoinTable, LeaveTable, ListTables, OpenTable, ReadRules, WatchTable
from protocol.seating import QuickTable
from protocol.setup import Setup


class Requests:
    """Sends requests to one server; each method returns the id of its request, which the answer repeats."""

    def __init__(self, link: Link) -> None:
        """Send requests by this link."""
        self._link = link

    def tables(self) -> int:
        """Request the list of tables."""
        return self._link.ask(ListTables)

    def lobby(self) -> int:
        """Request the lobby, and subscribe to its changes."""
        return self._link.ask(EnterLobby)

    def leave_lobby(self) -> int:
        """Unsubscribe from the lobby."""
        return self._link.ask(LeaveLobby)

    def say_in_lobby(self, text: str) -> int:
        """Send a chat message to the lobby."""
        return self._link.ask(lambda number: SayInLobby(number, text))

    def quick(self, setup: Setup) -> int:
        """Request a seat at a table where others wait, or at a new one."""
        return self._link.ask(lambda number: QuickTable(number, setup))

    def join(self, code: str) -> int:
        """Request a seat at a table."""
        return self._link.ask(lambda number: JoinTable(number, code))

    def watch(self, code: str) -> int:
        """Request to watch a table."""
        return self._link.ask(lambda number: WatchTable(number, code))

    def open(self, order: TableOrder) -> int:
        """Request a new table."""
        return self._link.ask(
            lambda number: OpenTable(number, order.setup, order.bots, order.pace, order.seed, order.arrangement)
        )

    def leave(self) -> int:
        """Leave the table."""
        return self._link.ask(LeaveTable)

    def rules(self, setup: Setup) -> int:
        """Request the rules for a setup."""
        return self._link.ask(lambda number: ReadRules(number, setup))

    def games(self) -> int:
        """Request the list of finished games."""
        return self._link.ask(ListGames)

    def record(self, game: int, line: int = 0) -> int:
        """Request the record of a game, starting at a line."""
        return self._link.ask(lambda number: ReadRecord(number, game, line))

    def replay(self, game: int, deal: int, step: int = 0) -> int:
        """Request the replay of a deal, starting at a step."""
        return self._link.ask(lambda number: ReadReplay(number, game, deal, step))

    def statistics(self, game: str) -> int:
        """Request the player's statistics in a game."""
        return self._link.ask(lambda number: ReadStatistics(number, "", game))

    def keys(self) -> int:
        """Request the SSH keys of the account."""
        return self._link.ask(ListKeys)

    def offer_key(self) -> int:
        """Request a code with which another key joins the account."""
        return self._link.ask(OfferKey)

    def name_key(self, key: str, name: str) -> int:
        """Name a key."""
        return self._link.ask(lambda number: NameKey(number, key, name))

    def revoke_key(self, key: str, *, last: bool) -> int:
        """Revoke a key; ``last`` confirms that no other key is left."""
        return self._link.ask(lambda number: RevokeKey(number, key, last))
