"""What a client sends to its table, taken by the table at once where both are at the same node.

The node that leads sees only what is its own business: all that leads to a table or away from one, what is said, and
whatever comes too fast.
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
from protocol.talk import Say, SayPhrase
from server.cluster.tables.visitor import Visitor
from server.host.limits import COMMANDS, TokenBucket
from server.host.tables.actor import TableActor

_NOT_DIRECT: Final = (LeaveTable, Resign, Say, SayPhrase)


class DirectCommands:
    """The commands of one client at a table of this node."""

    def __init__(self, visitor: Visitor, room: TableActor, codec: Codec, removed: Callable[[], object]) -> None:
        """Begin; ``removed`` is called when the client may have removed others from the table."""
        self.room = room
        self._visitor = visitor
        self._codec = codec
        self._removed = removed
        self._bucket = TokenBucket(COMMANDS, asyncio.get_running_loop().time())
        self._asked: set[asyncio.Task[None]] = set()

    def take(self, payload: bytes) -> bool:
        """Take a message of the client; False if it is for the node that leads."""
        try:
            message = self._codec.decode_client(payload)
        except RemoteProtocolError:
            return False
        if isinstance(message, VisitCommand) and self._visitor.carried is not None:
            # The client may be at another table from now on.
            self._visitor.carried.take = None
        if not isinstance(message, TableCommand) or isinstance(message, _NOT_DIRECT):
            return False
        if not self._bucket.take(1.0, asyncio.get_running_loop().time()):
            return False
        self._visitor.last = max(self._visitor.last, message.id)
        task = asyncio.create_task(self._ask(message))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        return True

    async def _ask(self, message: Any) -> None:  # noqa: ANN401 - one of many types
        await self.room.ask(self._visitor, message)
        if isinstance(message, RemoveSeat):
            self._removed()
