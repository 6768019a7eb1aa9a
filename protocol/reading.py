"""Messages that only read: the rules of a setup in words, and a table from afar."""

from protocol.message import ClientMessage, CommandId, ServerMessage, TableCode
from protocol.setup import Setup


class ReadRules(ClientMessage, frozen=True, tag="read_rules"):
    """Ask for the rules of a setup in words."""

    id: CommandId
    """The command id."""

    setup: Setup
    """The game and its options."""


class ReadTable(ClientMessage, frozen=True, tag="read_table"):
    """Ask how a table is now, as everybody may know it, without going there."""

    id: CommandId
    """The command id."""

    table: TableCode
    """The code of the table."""


class Rules(ServerMessage, frozen=True, tag="rules"):
    """The rules of a setup in words."""

    id: CommandId
    """The command that this answers."""

    text: str
    """Markdown."""
