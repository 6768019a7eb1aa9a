"""The default numbers of a server: connections in all and of one address, tables, days of logs."""

import re
from typing import Final

CONNECTIONS: Final = 512  # Connections that a front, or a door of the host, takes at once.
CONNECTIONS_OF_ONE: Final = 16  # Connections from one address; by TCP twice as many.
TABLES: Final = 20_000  # Unfinished tables of the whole server.
TABLES_OF_ONE: Final = 50  # Unfinished tables created by one account.

HOUSEHOLDS: Final = ("less", "fully", "never")
"""How repeated games among people of one address are rated, the usual way first."""

LOG_DAYS: Final = 30  # Days for which the logs of closed tables are kept.
FILE_NAME: Final = "chwech.toml"  # The file with the configuration, in that directory.
DATABASE_NAME: Final = "chwech.sqlite"  # The file with the database, in the data directory of a server.


def without_password(address: str) -> str:
    """Return the address of a database that can be read without its password, for people."""
    return re.sub(r"(?<=[?&])(ssl)?password=[^&]*&?", "", re.sub("(//[^:@/]*):[^@/]*@", r"\1@", address))
