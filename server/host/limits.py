"""How much anybody may ask of the host; every bound that is not a matter of the protocol is here."""

from typing import Final

NAME_CELLS: Final = 20
"""The width of a name in terminal cells."""

CLIENT_CELLS: Final = 40
"""The width of what a client calls itself in the log of the server."""

GREETING_SECONDS: Final = 5.0
"""A stranger's first frame comes within this time."""

SEND_SECONDS: Final = 30.0
"""A client that takes nothing for this long is gone."""

FLUSH_SECONDS: Final = 2.0
"""How long a connection that ends has for its last messages."""

OUTBOX: Final = 512
"""Messages that wait for one client; who is further behind is disconnected and may come back."""

HISTORY: Final = 200
"""Events of a table that somebody who comes back can be told; fewer than an outbox holds."""

COMMANDS_PER_SECOND: Final = 10.0
"""What one connection may send for long."""

COMMANDS_AT_ONCE: Final = 20.0
"""What one connection may send at once."""

LIGHT_COST: Final = 0.2
"""What a sign of life counts, where another command counts 1."""

HEAVY_COST: Final = 5.0
"""What it counts to go to a table, or to look at one that sleeps or leave it: much may have to be read or written."""

GUESSES_PER_SECOND: Final = 0.1
"""Codes of no unfinished table that one connection may name for long: whoever guesses must not find a table."""

GUESSES_AT_ONCE: Final = 10.0
"""Codes of no unfinished table that one connection may name at once."""

REFUSALS_PER_SECOND: Final = 20.0
"""Refusals for haste that one connection may bring about for long; who goes on is disconnected."""

REFUSALS_AT_ONCE: Final = 200.0
"""Refusals for haste that one connection may bring about at once."""

WATCHERS: Final = 50
"""Spectators of one table: everything is told to each of them."""

TABLES: Final = 20_000
"""Unfinished tables of all people together."""

TABLES_OF_ONE: Final = 50
"""Unfinished tables that one account has made."""

OPENINGS_PER_SECOND: Final = 1 / 30
"""Tables that one account may make for long."""

OPENINGS_AT_ONCE: Final = 50.0
"""Tables that one account may make at once."""

REMARKS_PER_SECOND: Final = 0.5
"""What one account may say for long, at tables and in the lobby together."""

REMARKS_AT_ONCE: Final = 8.0
"""What one account may say at once."""

PEOPLE_SHOWN: Final = 1000
"""People online in one picture of the lobby: it has to fit into a frame."""

LISTED: Final = 200
"""Tables in one list: it has to fit into a frame."""

GAMES_COUNTED: Final = 2000
"""The newest games of somebody that their statistics are made of."""

GAMES_LISTED: Final = 200
"""Finished games in one list: it has to fit into a frame."""

RECORD_PAGE: Final = 120 * 1024
"""Bytes of a record in one message; no line of it is longer, and none of Chwech is longer than 98 KiB."""

RECORD_LINES: Final = 1000
"""Lines of a record in one message."""

REPLAY_PAGE: Final = 64 * 1024
"""Bytes of a replay in one message, unless a single step takes more: that would still fit into a frame."""

FILED_AT_ONCE: Final = 64
"""Finished games that are looked up at once to be filed."""

FILING_PAUSE: Final = 0.02
"""Seconds between two games that are filed."""

LONGEST_RETRY_SECONDS: Final = 60.0
"""The longest pause of the archive before it tries again what cannot be read or written."""

RETRY_SECONDS: Final = 5.0
"""How long a table rests after its log could not be written, before it tries again by itself."""
