"""What an operator says of a host: its name, its greeting, and how many tables it has room for."""

from msgspec import Struct

from server.defaults import HOUSEHOLDS, TABLES, TABLES_OF_ONE


class HostConfiguration(Struct, frozen=True):
    """The configuration of a host."""

    name: str = ""
    """What the server is called; empty if it has no name of its own."""
    greeting: str = ""
    """A few lines for everybody who comes; empty for none."""
    tables: int = TABLES
    tables_per_account: int = TABLES_OF_ONE
    command: str = ""
    """What others type to get here; empty if nobody gets in by SSH."""
    allow_list: bool = False
    """True if only those on the allow-list get in."""
    rate_households: str = HOUSEHOLDS[0]
    """How repeated games among people of one address are rated: one of ``HOUSEHOLDS``."""
    notify: str = ""
    """The webhook of those who run the host; empty for none."""
