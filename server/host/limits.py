"""The limits of the host, in size, rate and number, and what its operator says; limits of the protocol are not here."""

from collections import Counter, OrderedDict
from typing import Final

from msgspec import Struct

from protocol.language import sentence
from server.defaults import CONNECTIONS, CONNECTIONS_OF_ONE, HOUSEHOLDS, LOG_DAYS, TABLES, TABLES_OF_ONE


class ServerConfiguration(Struct, frozen=True):
    """What the processes of a server use of the configuration; the defaults are for a process that tests start."""

    name: str = ""
    """What the server is called; empty if it has no name of its own."""
    greeting: str = ""
    """A few lines for everyone who comes; empty for none."""
    tables: int = TABLES
    tables_per_account: int = TABLES_OF_ONE
    command: str = ""
    """The command with which others connect; empty without SSH."""
    allow_list: bool = False
    """True if only those on the allow-list get in."""
    rate_households: str = HOUSEHOLDS[0]
    """How repeated games among people of one address are rated: one of ``HOUSEHOLDS``."""
    notify: str = ""
    """The webhook of those who run the host; empty for none."""
    notify_hosts: str = ""
    """The hosts with a space between them on which players may have a webhook; empty for none."""
    connections: int = CONNECTIONS
    connections_per_address: int = CONNECTIONS_OF_ONE
    keep_logs: int = LOG_DAYS
    link: str = ""
    """Where other machines reach this one; empty without a store that they share."""
    log: str = "auto"
    """The form of the log."""
    verbose: bool = False


class Rate(Struct, frozen=True):
    """A sustained rate, and the burst that is allowed at once."""

    per_second: float
    at_once: float


class TokenBucket:
    """A token bucket: it fills with time and empties with use."""

    __slots__ = ("_filled_at", "_level", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        """Begin full; ``now`` is the time in seconds, by a monotonic clock."""
        self._rate = rate
        self._level = rate.at_once
        self._filled_at = now

    def take(self, cost: float, now: float, credit: float = 0.0) -> bool:
        """Take tokens if there are enough of them; up to ``credit`` of them may be owed."""
        self._fill(now)
        if self._level + credit < cost:
            return False
        self._level -= cost
        return True

    def spend(self, cost: float, now: float) -> float:
        """Take tokens in any case, and return the seconds to wait until the debt is paid back."""
        self._fill(now)
        self._level -= cost
        return max(0.0, -self._level / self._rate.per_second)

    def give(self, tokens: float) -> None:
        """Return tokens that were taken."""
        self._level = min(self._rate.at_once, self._level + tokens)

    def _fill(self, now: float) -> None:
        """Add the tokens that have come since the last call."""
        self._level = min(self._rate.at_once, self._level + (now - self._filled_at) * self._rate.per_second)
        self._filled_at = now


REMEMBERED: Final = 4096  # Owners with a bucket of their own; the one unused for longest is forgotten first.


class TokenBuckets:
    """Token buckets of one size, by owner."""

    def __init__(self, rate: Rate, remembered: int | None = None) -> None:
        """Begin with none; ``remembered`` of them are kept, or ``REMEMBERED`` if not given."""
        self._rate = rate
        self._remembered = remembered or REMEMBERED
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, whose: str, cost: float, now: float, credit: float = 0.0) -> bool:
        """Take tokens from the bucket of an owner if there are enough; up to ``credit`` of them may be owed."""
        bucket = self._buckets.pop(whose, None) or TokenBucket(self._rate, now)
        self._buckets[whose] = bucket
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket.take(cost, now, credit)

    def give(self, whose: str, tokens: float) -> None:
        """Return tokens that were taken; a forgotten bucket is full anyway."""
        bucket = self._buckets.get(whose)
        if bucket is not None:
            bucket.give(tokens)


def too_many(of_one: int) -> str:
    """Return why no further connection from an address is accepted, where it may have so many."""
    if of_one == 1:
        return sentence("there is already a connection from your address: close it first")
    return sentence("there are already {n} connections from your address: close one first", n=of_one)


class OwnerCount:
    """Counts an owner for as long as the context lasts; a generator would cost each connection half a kB more."""

    __slots__ = ("_count", "_whose")

    def __init__(self, count: "Headcount", whose: str) -> None:
        self._count = count
        self._whose = whose

    def __enter__(self) -> None:
        self._count[self._whose] += 1

    def __exit__(self, *_: object) -> None:
        self._count.remove(self._whose)


class Headcount(Counter[str]):
    """Counts by owner; a count of zero is forgotten."""

    def remove(self, whose: str) -> None:
        """Subtract one."""
        self[whose] -= 1
        if not self[whose]:
            del self[whose]

    def counted(self, whose: str) -> OwnerCount:
        """Add one for as long as the context lasts."""
        return OwnerCount(self, whose)

    def refusal(self, address: str, of_one: int, of_all: int) -> str:
        """Return why no further connection from an address is accepted; empty if it is."""
        if self[address] >= of_one:
            return too_many(of_one)
        return sentence("the server is full: come back later") if self.total() >= of_all else ""


NAME_CELLS: Final = 20  # The greatest width of a name, in terminal cells.
CLIENT_CELLS: Final = 40  # The greatest width of a client's own name in the server log, in terminal cells.
GREETING_SECONDS: Final = 5.0  # Seconds within which the first frame of a client must come.
SEND_SECONDS: Final = 30.0  # Seconds after which a client that reads nothing is disconnected.
FLUSH_SECONDS: Final = 2.0  # Seconds that a closing connection has for its last messages.
OUTBOX: Final = 512  # Messages queued for one client; a client further behind is disconnected and may come back.
HISTORY: Final = 200  # Events of a table kept for people who come back; fewer than an outbox holds.
LATELY: Final = 40  # Events of them that are told to who comes without having seen any.
COMMANDS: Final = Rate(10.0, 25.0)  # Commands of one connection; a client asks for several lists when it arrives.
LIGHT_COST: Final = 0.2  # The cost of a ping, where an ordinary command costs 1.

HEAVY_COST: Final = 5.0
"""The cost of going to a table, or of reading or leaving one that sleeps: much may have to be read or written."""

CONTACT_COST: Final = 2.0
"""The cost of a command about the account of another person, for which little is read or written."""

GUESSES: Final = Rate(0.1, 10.0)
"""The unused table codes that one connection may try, so that tables cannot be found by guessing."""

REFUSALS: Final = Rate(20.0, 200.0)  # Refusals for haste to one connection; beyond this it is disconnected.
TURNS_TOLD: Final = Rate(4 / 86_400, 4.0)  # Notices of one's turn to the webhook of one account.
WATCHERS: Final = 50  # Spectators of one table: everything is sent to each of them.
SEATS_OF_BOT: Final = 4  # Unfinished tables at which one bot that someone brings may have a seat.
CONNECTIONS_OF_BOT: Final = 4  # Connections of one such bot.
BOTS: Final = 100  # Connections of all such bots.
OPENINGS: Final = Rate(1 / 30, 50.0)  # Tables created by one account.
REMARKS: Final = Rate(0.5, 8.0)  # Remarks of one account, at tables and in the lobby together.
HINTS: Final = Rate(2.0, 12.0)  # Hints to one seat.
INVITATIONS_OF_ONE: Final = Rate(1 / 30, 6.0)  # Invitations of one account.
INVITATIONS_TO_ONE: Final = Rate(1 / 300, 2.0)  # Invitations of one account to another.

INVITATIONS_OF_STRANGERS: Final = Rate(1 / 60, 3.0)
"""Invitations that one account is told of people who are not its friends; further ones are lost."""

ASIDES_KEPT: Final = 500  # Lines to one person that are known, in memory alone, for reports.
ASIDES_REPORTED: Final = 10  # The most of them in a report.
PEOPLE_SHOWN: Final = 1000  # People online in one view of the lobby: it has to fit into a frame.
LISTED: Final = 200  # Tables in one list: it has to fit into a frame.
GAMES_COUNTED: Final = 2000  # Newest games of one account that its statistics are computed from.
RANKED: Final = 200  # Players in one view of the rankings.
GAMES_LISTED: Final = 200  # Finished games in one list: it has to fit into a frame.

RECORD_PAGE: Final = 240 * 1024
"""Bytes of a record in one message; no line of it is longer, nor is the record of any game that people play."""

RECORD_LINES: Final = 1000  # Lines of a record in one message.

REPLAY_PAGE: Final = 64 * 1024
"""Bytes of a replay in one message, unless a single step takes more: that would still fit into a frame."""

REVIEW_SECONDS: Final = 60.0  # Longest time that the review of a deal takes.
REVIEWS_WANTED: Final = 8  # Reviews that are wanted at once, with the one under way; further ones are refused.
REVIEWS_KEPT: Final = 64  # Latest reviews that are kept, some ten KiB each.
FILED_AT_ONCE: Final = 64  # Finished games that are looked up at once to be filed.
FILING_PAUSE: Final = 0.02  # Seconds between two games that are filed.

LONGEST_RETRY_SECONDS: Final = 60.0
"""Longest pause of the archive before it retries what cannot be read or written, in seconds."""

RETRY_SECONDS: Final = 5.0  # Seconds after which a table retries to use a log that it could not write.
