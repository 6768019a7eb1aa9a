"""Connections and their parts for tests of tables that run at another node than the host."""

import asyncio
from typing import cast

from protocol.framing import CLIENT_LIMIT, SERVER_LIMIT, FrameReader, write_frame
from protocol.messages import FromClient, FromServer
from server.cluster.carried import CarriedConnection
from tests.server.host.world import CODEC


class Client:
    """A client whose connection comes through a node: what it is sent by tables, and what it sends to the leader."""

    def __init__(self) -> None:
        """Connect."""
        self.transport = self
        self.carried = CarriedConnection(cast(asyncio.StreamWriter, self))
        self._read = FrameReader(SERVER_LIMIT)

    def write(self, data: bytes) -> None:
        """Be sent something."""
        self._read.feed(data)

    def is_closing(self) -> bool:
        """Stay."""
        return False

    def get_write_buffer_size(self) -> int:
        """Read at once."""
        return 0

    def heard(self) -> list[FromServer]:
        """Give what came since this was asked before."""
        found = []
        while (frame := self._read.next_frame()) is not None:
            found.append(CODEC.decode_server(frame))
        return found

    def send(self, *messages: FromClient) -> list[FromClient]:
        """Send messages at once, and give what of it goes to the leader."""
        return self.send_payloads(*map(CODEC.encode_client, messages))

    def send_payloads(self, *payloads: bytes) -> list[FromClient]:
        """Send these payloads at once, and give what of it goes to the leader."""
        up = FrameReader(CLIENT_LIMIT)
        up.feed(self.carried.up(b"".join(write_frame(one, CLIENT_LIMIT) for one in payloads)))
        found = []
        while (frame := up.next_frame()) is not None:
            found.append(CODEC.decode_client(frame))
        return found


def unframed(frames: bytes) -> list[FromServer]:
    """Read frames of a server."""
    client = Client()
    client.write(frames)
    return client.heard()
