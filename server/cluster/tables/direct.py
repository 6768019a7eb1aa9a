"""What a client sends to its table, taken by the table at once where both are at the same node.

The node that leads sees only what is its own business: all that leads to a table or away from one, what is said, and
whatever comes too fast. Until the table has that, what follows goes the same way, for a table refuses a command that a
later one has overtaken.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from protocol.absence import Resign
from protocol.codec import Codec
from protocol.errors import RemoteProtocolError
from protocol.message import TableCommand, VisitCommand
from protocol.messages import LeaveTable
from protocol.seating import RemoveSeat
from server.cluster.tables.visitor import Visitor
from server.host.accounts.guests import LARGEST_ID
from server.host.tables.actor import TableActor
from server.tables.commands import Talk

_FOR_LEADER: Final = VisitCommand | LeaveTable | Resign | Talk


class DirectCommands:
    """The commands of one client at a table of this node."""

    def __init__(self, visitor: Visitor, actor: TableActor, codec: Codec, removed: Callable[[], object]) -> None:
        """Begin; ``removed`` is called when the client may have removed others from the table."""
        self.actor = actor
        self._visitor = visitor
        self._codec = codec
        self._removed = removed
        self._asked: set[asyncio.Task[None]] = set()

    def take(self, payload: bytes) -> bool:
        """Take a message of the client; False if it is for the node that leads."""
        try:
            message = self._codec.decode_client(payload)
        except RemoteProtocolError:
            return False
        if not isinstance(message, TableCommand | VisitCommand | Talk) or message.id > LARGEST_ID:
            return False
        if self._is_for_leader(message):
            self._visitor.behind = message.id
            return False
        self._visitor.last = max(self._visitor.last, message.id)
        task = asyncio.create_task(self._ask(message))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        return True

    def _is_for_leader(self, message: TableCommand | VisitCommand | Talk) -> bool:
        if self._visitor.behind or isinstance(message, _FOR_LEADER):
            return True
        return not self._visitor.bucket.take(1.0, asyncio.get_running_loop().time())

    async def _ask(self, message: Any) -> None:  # noqa: ANN401 - one of many types
        await self.actor.ask(self._visitor, message)
        if isinstance(message, RemoveSeat):
            self._removed()
