"""A connection at another node, as a table of this node speaks to it."""

from protocol.codec import Codec
from protocol.errors import ErrorCode
from protocol.framing import SERVER_LIMIT, write_frame
from protocol.messages import Accepted, FromServer, Refused
from protocol.sentences import goodbye, refused
from server.cluster.tables.line import Line
from server.cluster.tables.messages import FromLeader, Part, Say
from server.metrics.meters import Meters
from server.storage.store import Account


class Visitor:
    """A connection by its number."""

    def __init__(self, line: Line[FromLeader], codec: Codec, meters: Meters, number: int, run: str) -> None:
        self._line = line
        self._codec = codec
        self._meters = meters
        self._number = number
        self.account = Account("", "")
        """The account of the client; replaced when it changes."""
        self.run = run

    def say(self, *messages: FromServer) -> None:
        """Send messages by the node that has the connection."""
        for message in messages:
            if type(message) is Accepted:
                self._meters.acknowledged += 1
            elif isinstance(message, Refused):
                self._meters.refused[message.code.value] += 1
        frames = b"".join([write_frame(self._codec.encode_server(message), SERVER_LIMIT) for message in messages])
        if frames:
            self._line.tell(Say(self._number, frames))

    def refuse(self, id: int | None, code: ErrorCode, text: str) -> None:
        """Refuse a command, or what came in its place."""
        self.say(refused(id, code, text))

    def part(self, code: str, text: str) -> None:
        """Have the connection sent away."""
        self._line.tell(Part(self._number, self._codec.encode_server(goodbye(code, text))))
