"""How a client without screens reaches its server: values and callbacks, no connection yet."""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from chwech_tui.link import Identity
from protocol.aio import ClientChannel


class Door(Struct, frozen=True):
    """How a client reaches its server."""

    dial: Callable[[], Awaitable[ClientChannel]]
    """Opens a connection."""

    identity: Identity = Identity()
    """The name and token to greet with."""

    explain: Callable[[], Awaitable[str]] | None = None
    """Returns why a connection was lost; an empty text if unknown."""

    keep: Callable[[Identity], None] = lambda _identity: None
    """Stores the identity that the server issued, for the next run."""
