"""Messages about how somebody has played so far, over all games that have ended."""

from protocol.message import ClientMessage, CommandId, Name, ServerMessage


class ReadStatistics(ClientMessage, frozen=True, tag="read_statistics"):
    """Ask how somebody has played so far."""

    id: CommandId
    """The command id."""

    name: Name = ""
    """Whose; empty for one's own."""


class Statistics(ServerMessage, frozen=True, tag="statistics"):
    """How somebody has played so far; points a deal are ``points`` by ``deals``."""

    id: CommandId
    """The command that this answers."""

    name: str
    """Who."""

    games: int
    """Games that they have played to the end."""

    wins: int = 0
    """Games that they have won, alone or with others."""

    deals: int = 0
    """Deals in those games."""

    points: int = 0
    """Points in those deals."""

    exact: int = 0
    """Deals that came out exactly: in Chwech, with a multiple of nine cards won, none at all included."""
