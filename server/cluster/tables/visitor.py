"""A connection at another node, or carried to one, as a table of this node speaks to it."""

import asyncio

from protocol.codec import Codec
from protocol.errors import ErrorCode
from protocol.framing import SERVER_LIMIT, write_frame
from protocol.messages import FromServer
from protocol.sentences import goodbye, refused
from server.cluster.carried import CarriedConnection
from server.cluster.tables.line import Line
from server.cluster.tables.messages import FromLeader, Part, Say
from server.host.limits import COMMANDS
from server.host.rate_limits import TokenBucket
from server.host.session import count_answers
from server.metrics.meters import Meters
from server.storage.store import Account


class Visitor:
    """A connection by its number; all that is said to it in one turn of the loop is sent at once."""

    def __init__(
        self,
        line: Line[FromLeader],
        codec: Codec,
        meters: Meters,
        number: int,
        run: str,
        carried: CarriedConnection | None = None,
    ) -> None:
        self._line = line
        self._codec = codec
        self._meters = meters
        self._number = number
        self.account = Account("", "")
        """The account of the client; replaced when it changes."""
        self.run = run
        self.carried = carried
        """The connection itself, if it comes through this node."""
        self.last = 0
        """The greatest id of the commands that a table took from it at this node."""
        self.behind = 0
        """The id of the last of its commands that went to the node that leads, and may still come from there; or 0."""
        self.bucket = TokenBucket(COMMANDS, asyncio.get_running_loop().time())
        """The commands that tables may take from it at this node."""
        self._frames: list[bytes] = []

    def say(self, *messages: FromServer) -> None:
        """Send messages."""
        if not self._frames:
            asyncio.get_running_loop().call_soon(self._flush)
        count_answers(self._meters, messages)
        self._frames += [write_frame(self._codec.encode_server(message), SERVER_LIMIT) for message in messages]

    def refuse(self, id: int | None, code: ErrorCode, text: str) -> None:
        """Refuse a command, or what came in its place."""
        self.say(refused(id, code, text))

    def part(self, code: str, text: str) -> None:
        """Have the connection sent away."""
        self._flush()
        self._line.tell(Part(self._number, self._codec.encode_server(goodbye(code, text))))

    def _flush(self) -> None:
        frames, self._frames = b"".join(self._frames), []
        if frames and self.carried is not None:
            self.carried.say(frames)
        elif frames:
            self._line.tell(Say(self._number, frames))
