"""Where a server listens, as a person writes it."""

from typing import NamedTuple


class Address(NamedTuple):
    """A place to listen on."""

    host: str
    """A name or number of this machine; empty for all its addresses."""

    port: int
    """The port; 0 for one that is free."""

    def __str__(self) -> str:
        """Write it as ``HOST:PORT``, an IPv6 number in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
