"""The limits of the host, in size and in rate; limits of the protocol itself are not here."""

from typing import Final

from server.host.rate_limits import Rate

NAME_CELLS: Final = 20
"""The greatest width of a name, in terminal cells."""

CLIENT_CELLS: Final = 40
"""The greatest width of a client's own name in the server log, in terminal cells."""

GREETING_SECONDS: Final = 5.0
"""Seconds within which the first frame of a client must come."""

SEND_SECONDS: Final = 30.0
"""Seconds after which a client that reads nothing is disconnected."""

FLUSH_SECONDS: Final = 2.0
"""Seconds that a closing connection has for its last messages."""

OUTBOX: Final = 512
"""Messages queued for one client; a client further behind is disconnected and may come back."""

HISTORY: Final = 200
"""Events of a table kept for people who come back; fewer than an outbox holds."""

COMMANDS: Final = Rate(10.0, 20.0)
"""Commands of one connection."""

LIGHT_COST: Final = 0.2
"""The cost of a ping, where an ordinary command costs 1."""

HEAVY_COST: Final = 5.0
"""The cost of going to a table, or of reading or leaving one that sleeps: much may have to be read or written."""

CONTACT_COST: Final = 2.0
"""The cost of a command about the account of another person, for which little is read or written."""

GUESSES: Final = Rate(0.1, 10.0)
"""Unused table codes that one connection may name: nobody may find a table by guessing."""

REFUSALS: Final = Rate(20.0, 200.0)
"""Refusals for haste to one connection; beyond this it is disconnected."""

WATCHERS: Final = 50
"""Spectators of one table: everything is sent to each of them."""

SEATS_OF_BOT: Final = 4
"""Unfinished tables at which one bot that somebody brings may have a seat."""

CONNECTIONS_OF_BOT: Final = 4
"""Connections of one such bot."""

BOTS: Final = 100
"""Connections of all such bots."""

OPENINGS: Final = Rate(1 / 30, 50.0)
"""Tables created by one account."""

REMARKS: Final = Rate(0.5, 8.0)
"""Remarks of one account, at tables and in the lobby together."""

HINTS: Final = Rate(2.0, 12.0)
"""Hints to one seat."""

INVITATIONS_OF_ONE: Final = Rate(1 / 30, 6.0)
"""Invitations of one account."""

INVITATIONS_TO_ONE: Final = Rate(1 / 300, 2.0)
"""Invitations of one account to another."""

INVITATIONS_OF_STRANGERS: Final = Rate(1 / 60, 3.0)
"""Invitations that one account is told of people who are not its friends; further ones are lost."""

PEOPLE_SHOWN: Final = 1000
"""People online in one view of the lobby: it has to fit into a frame."""

LISTED: Final = 200
"""Tables in one list: it has to fit into a frame."""

GAMES_COUNTED: Final = 2000
"""Newest games of one account that its statistics are computed from."""

RANKED: Final = 200
"""Players in one view of the rankings."""

GAMES_LISTED: Final = 200
"""Finished games in one list: it has to fit into a frame."""

RECORD_PAGE: Final = 240 * 1024
"""Bytes of a record in one message; no line of it is longer, nor is the record of any game that people play."""

RECORD_LINES: Final = 1000
"""Lines of a record in one message."""

REPLAY_PAGE: Final = 64 * 1024
"""Bytes of a replay in one message, unless a single step takes more: that would still fit into a frame."""

REVIEW_SECONDS: Final = 60.0
"""Longest time that the review of a deal takes."""

REVIEWS_WANTED: Final = 8
"""Reviews that are wanted at once, with the one under way; further ones are refused."""

REVIEWS_KEPT: Final = 64
"""Latest reviews that are kept, some ten KiB each."""

FILED_AT_ONCE: Final = 64
"""Finished games that are looked up at once to be filed."""

FILING_PAUSE: Final = 0.02
"""Seconds between two games that are filed."""

LONGEST_RETRY_SECONDS: Final = 60.0
"""Longest pause of the archive before it retries what cannot be read or written, in seconds."""

RETRY_SECONDS: Final = 5.0
"""Seconds after which a table retries to use a log that it could not write."""
