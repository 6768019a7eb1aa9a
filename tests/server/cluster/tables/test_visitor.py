"""A connection as a table of another node speaks to it: through the node that leads, or at once if it comes by here."""

import asyncio

from protocol.errors import ErrorCode
from protocol.messages import Accepted, Goodbye, Pong, Refused
from server.cluster.tables.line import Line
from server.cluster.tables.messages import FromLeader, FromNode, Part, Say
from server.cluster.tables.visitor import Visitor
from server.metrics.meters import Meters
from tests.server.cluster.tables.lines import Scripted, settle
from tests.server.cluster.tables.visitors import Client, unframed
from tests.server.host.world import CODEC


def visitor(client: Client | None = None) -> tuple[Visitor, Scripted, Meters]:
    """Give a connection, what is said of it on the line, and what is counted."""
    far, meters = Scripted(FromNode, FromLeader), Meters()
    line: Line[FromLeader] = far.line
    return Visitor(line, CODEC, meters, 7, "run", client.carried if client is not None else None), far, meters


async def test_all_of_one_turn_is_said_at_once() -> None:
    """In order, as frames of the protocol."""
    ann, far, _ = visitor()
    ann.say(Pong(1), Pong(2))
    ann.say(Pong(3))
    await settle()
    [(request, said)] = far.heard()
    assert request == 0
    assert isinstance(said, Say)
    assert said.session == 7
    assert unframed(said.frames) == [Pong(1), Pong(2), Pong(3)]
    ann.say(Pong(4))
    await settle()
    assert len(far.heard()) == 1


async def test_whoever_comes_by_this_node_is_told_without_the_leader() -> None:
    """Its frames are no matter of the line."""
    client = Client()
    ann, far, _ = visitor(client)
    ann.say(Pong(1))
    assert client.heard() == []
    await asyncio.sleep(0)
    assert client.heard() == [Pong(1)]
    assert far.heard() == []


async def test_answers_are_counted_here() -> None:
    """Nobody counts them where they only pass."""
    ann, _, meters = visitor()
    ann.say(Accepted(1, 3), Pong(2))
    ann.refuse(3, ErrorCode.STALE, "too late")
    assert meters.acknowledged == 1
    assert meters.refused[ErrorCode.STALE.value] == 1


async def test_a_goodbye_comes_after_what_was_said() -> None:
    """The node that leads ends the connection."""
    for client in (None, Client()):
        ann, far, _ = visitor(client)
        ann.refuse(3, ErrorCode.STALE, "too late")
        ann.part("kicked", "you have to go")
        said = client.heard() if client is not None else []
        await settle()
        told = [message for _, message in far.heard()]
        if client is None:
            first = told.pop(0)
            assert isinstance(first, Say)
            said = unframed(first.frames)
        assert [type(one) for one in said] == [Refused]
        [part] = told
        assert isinstance(part, Part)
        farewell = CODEC.decode_server(part.goodbye)
        assert isinstance(farewell, Goodbye)
        assert (farewell.code, farewell.text) == ("kicked", "you have to go")
