"""What is asked of the server: each request gets the next number and goes out by the link."""

from chwech_tui.errand import Order
from chwech_tui.link import Link
from protocol.archive import ListGames, ReadRecord
from protocol.identity import ListKeys, NameKey, OfferKey, RevokeKey
from protocol.lobby import EnterLobby, LeaveLobby, SayInLobby
from protocol.meeting import QuickTable
from protocol.messages import JoinTable, LeaveTable, ListTables, OpenTable, WatchTable
from protocol.reading import ReadRules
from protocol.setup import Setup
from protocol.statistics import ReadStatistics


class Requests:
    """Asks one server; each method gives the number of the request, by which its answer is known."""

    def __init__(self, link: Link) -> None:
        """Ask by this link."""
        self._link = link

    def tables(self) -> int:
        """Ask for the tables."""
        number = self._link.next_id()
        return self._link.send(number, ListTables(number))

    def lobby(self) -> int:
        """Ask for the lobby, and to be told what changes in it."""
        number = self._link.next_id()
        return self._link.send(number, EnterLobby(number))

    def leave_lobby(self) -> int:
        """Ask to be told no more of the lobby."""
        number = self._link.next_id()
        return self._link.send(number, LeaveLobby(number))

    def say_in_lobby(self, text: str) -> int:
        """Say something in the lobby."""
        number = self._link.next_id()
        return self._link.send(number, SayInLobby(number, text))

    def quick(self, setup: Setup) -> int:
        """Ask for a seat at a table where others wait, or at a new one."""
        number = self._link.next_id()
        return self._link.send(number, QuickTable(number, setup))

    def join(self, code: str) -> int:
        """Ask for a seat at a table."""
        number = self._link.next_id()
        return self._link.send(number, JoinTable(number, code))

    def watch(self, code: str) -> int:
        """Ask to look on at a table."""
        number = self._link.next_id()
        return self._link.send(number, WatchTable(number, code))

    def open(self, order: Order) -> int:
        """Ask for a new table."""
        number = self._link.next_id()
        return self._link.send(
            number, OpenTable(number, order.setup, order.bots, order.pace, order.seed, order.arrangement)
        )

    def leave(self) -> int:
        """Get up."""
        number = self._link.next_id()
        return self._link.send(number, LeaveTable(number))

    def rules(self, setup: Setup) -> int:
        """Ask for the rules."""
        number = self._link.next_id()
        return self._link.send(number, ReadRules(number, setup))

    def games(self) -> int:
        """Ask for the games that have ended."""
        number = self._link.next_id()
        return self._link.send(number, ListGames(number))

    def record(self, game: int, line: int = 0) -> int:
        """Ask for the record of a game, from a line on."""
        number = self._link.next_id()
        return self._link.send(number, ReadRecord(number, game, line))

    def statistics(self) -> int:
        """Ask how one has played so far."""
        number = self._link.next_id()
        return self._link.send(number, ReadStatistics(number))

    def keys(self) -> int:
        """Ask for the keys of the account."""
        number = self._link.next_id()
        return self._link.send(number, ListKeys(number))

    def offer_key(self) -> int:
        """Ask for a code that brings another key."""
        number = self._link.next_id()
        return self._link.send(number, OfferKey(number))

    def name_key(self, key: str, name: str) -> int:
        """Call a key something."""
        number = self._link.next_id()
        return self._link.send(number, NameKey(number, key, name))

    def revoke_key(self, key: str, *, last: bool) -> int:
        """Take a key from the account."""
        number = self._link.next_id()
        return self._link.send(number, RevokeKey(number, key, last))
