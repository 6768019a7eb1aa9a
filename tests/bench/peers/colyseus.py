"""A crowd at tables of Colyseus, by its wire protocol; the server is ``colyseus.mjs``."""

import asyncio
import itertools
import time
from random import Random
from typing import Final

import msgpack  # type: ignore[import-untyped]  # it carries no types
import msgspec

from tests.bench.load.crowd import SEATS, Crowd
from tests.bench.peers.web import WebClient, post, web_frame

JOIN_ROOM: Final = 10

ROOM_DATA: Final = 13

OWN_TURN: Final = b"\xa5legal"  # What a message has in it in which it is the reader's turn.

_ids = itertools.count(1)


class ColyseusClient(WebClient):
    """One player."""

    _chance = Random(7)

    def _take(self, payload: bytes) -> None:
        """Look at a message, as far as it matters; patches are not even read."""
        if payload[0] == JOIN_ROOM:
            self.send(web_frame(bytes([JOIN_ROOM])))
            self.came()
        elif payload[0] == ROOM_DATA:
            end = 2 + (payload[1] & 0x1F)
            self._hear(payload[2:end], payload[end:])

    def _hear(self, kind: bytes, body: bytes) -> None:
        """Take an answer, or get the next action ready."""
        if kind == b"accepted":
            self._done(time.perf_counter() - self._sent.pop(msgpack.unpackb(body)["id"]))
        elif kind == b"refused":
            self.refusal = "refused"
        elif OWN_TURN in body:
            told = msgpack.unpackb(body)
            self.id = next(_ids)
            action = {"id": self.id, "seq": told["seq"], "card": self._chance.choice(told["view"]["legal"])}
            self.act = web_frame(bytes([ROOM_DATA]) + msgpack.packb("play") + msgpack.packb(action))
            self._ready(self)


class ColyseusCrowd(Crowd):
    """All players, in rooms of one kind."""

    kind = "messages"

    async def _table(self, number: int) -> None:
        """Let six come into a room of their own."""
        room = await self._sit(f"create/{self.kind}")
        for _ in range(SEATS - 1):
            await self._sit(f"joinById/{room}")

    async def _sit(self, how: str) -> str:
        """Let one come in, and return the room."""
        reserved = msgspec.json.decode(await post(self._door, f"/matchmake/{how}"))
        client = ColyseusClient(self._ready.append, self._times.append)
        client.path = f"/{reserved['processId']}/{reserved['roomId']}?sessionId={reserved['sessionId']}"
        self.clients.append(client)
        await asyncio.get_running_loop().create_unix_connection(lambda: client, self._door)
        await client.come
        return str(reserved["roomId"])


class PatchedCrowd(ColyseusCrowd):
    """All players, in rooms that tell what has changed in a schema."""

    kind = "patches"
