"""What is asked of the server: each request gets the next number and goes out by the link."""

from chwech_tui.errand import TableOrder
from chwech_tui.link import Link
from protocol.archive import ListGames, ReadRecord, ReadReplay, ReadStatistics
from protocol.hosting import QuickTable
from protocol.identity import ListKeys, NameKey, OfferKey, RevokeKey
from protocol.lobby import EnterLobby, LeaveLobby, SayInLobby
from protocol.messages import JoinTable, LeaveTable, ListTables, OpenTable, WatchTable
from protocol.reading import ReadRules
from protocol.setup import Setup


class Requests:
    """Asks one server; each method gives the number of the request, by which its answer is known."""

    def __init__(self, link: Link) -> None:
        """Ask by this link."""
        self._link = link

    def tables(self) -> int:
        """Ask for the tables."""
        return self._link.ask(ListTables)

    def lobby(self) -> int:
        """Ask for the lobby, and to be told what changes in it."""
        return self._link.ask(EnterLobby)

    def leave_lobby(self) -> int:
        """Ask to be told no more of the lobby."""
        return self._link.ask(LeaveLobby)

    def say_in_lobby(self, text: str) -> int:
        """Say something in the lobby."""
        return self._link.ask(lambda number: SayInLobby(number, text))

    def quick(self, setup: Setup) -> int:
        """Ask for a seat at a table where others wait, or at a new one."""
        return self._link.ask(lambda number: QuickTable(number, setup))

    def join(self, code: str) -> int:
        """Ask for a seat at a table."""
        return self._link.ask(lambda number: JoinTable(number, code))

    def watch(self, code: str) -> int:
        """Ask to watch a table."""
        return self._link.ask(lambda number: WatchTable(number, code))

    def open(self, order: TableOrder) -> int:
        """Ask for a new table."""
        return self._link.ask(
            lambda number: OpenTable(number, order.setup, order.bots, order.pace, order.seed, order.arrangement)
        )

    def leave(self) -> int:
        """Get up."""
        return self._link.ask(LeaveTable)

    def rules(self, setup: Setup) -> int:
        """Ask for the rules."""
        return self._link.ask(lambda number: ReadRules(number, setup))

    def games(self) -> int:
        """Ask for the games that have ended."""
        return self._link.ask(ListGames)

    def record(self, game: int, line: int = 0) -> int:
        """Ask for the record of a game, from a line on."""
        return self._link.ask(lambda number: ReadRecord(number, game, line))

    def replay(self, game: int, deal: int, step: int = 0) -> int:
        """Ask how a deal of a game went, from a step on."""
        return self._link.ask(lambda number: ReadReplay(number, game, deal, step))

    def statistics(self) -> int:
        """Ask how one has played so far."""
        return self._link.ask(ReadStatistics)

    def keys(self) -> int:
        """Ask for the keys of the account."""
        return self._link.ask(ListKeys)

    def offer_key(self) -> int:
        """Ask for a code that brings another key."""
        return self._link.ask(OfferKey)

    def name_key(self, key: str, name: str) -> int:
        """Call a key something."""
        return self._link.ask(lambda number: NameKey(number, key, name))

    def revoke_key(self, key: str, *, last: bool) -> int:
        """Take a key from the account."""
        return self._link.ask(lambda number: RevokeKey(number, key, last))
