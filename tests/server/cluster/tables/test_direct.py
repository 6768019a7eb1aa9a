"""What a table takes from a client of its own node, and what goes to the node that leads."""

import asyncio
from typing import Any, cast

import pytest

from protocol.absence import Resign, SetAway, SetPause
from protocol.codec import Codec
from protocol.daily import PlayDaily
from protocol.hints import Hint
from protocol.lobby import EnterLobby
from protocol.message import ClientCommand, TableCommand, VisitCommand
from protocol.messages import (
    Act,
    Begin,
    Continue,
    FromClient,
    Hello,
    JoinTable,
    LeaveTable,
    ListTables,
    OpenTable,
    Ping,
    ReadTable,
    WatchTable,
)
from protocol.seating import FillSeats, GiveHost, QuickTable, Rematch, RemoveSeat, SetReady
from protocol.setup import Setup
from protocol.talk import Say, SayPhrase
from protocol.vocabulary import Seat
from server.cluster.tables.direct import DirectCommands
from server.cluster.tables.line import Line
from server.cluster.tables.messages import FromLeader
from server.cluster.tables.visitor import Visitor
from server.host.limits import COMMANDS
from server.host.tables.actor import TableActor
from server.metrics.meters import Meters
from tests.server.cluster.tables.lines import settle, two_lines
from tests.server.cluster.tables.visitors import Client
from tests.server.host.world import CODEC
from tests.server.lots import Bid
from tests.server.virtual_time import in_virtual_time

TAKEN: list[TableCommand] = [
    Act(1, 3, Bid(1)),
    Begin(1),
    Continue(1, 3),
    FillSeats(1),
    GiveHost(1, Seat(1)),
    Hint(1, 3),
    RemoveSeat(1, Seat(1)),
    SetAway(1, away=True),
    SetPause(1, paused=True),
    SetReady(1, ready=True),
]
"""The commands that a table takes."""

PASSED_ON: list[ClientCommand] = [
    LeaveTable(1),
    Resign(1),
    Say(1, "Hello"),
    SayPhrase(1, 0),
    JoinTable(1, "code"),
    WatchTable(1, "code"),
    ReadTable(1, "code"),
    OpenTable(1, Setup("lots", 3)),
    QuickTable(1, Setup("lots", 3)),
    Rematch(1),
    PlayDaily(1),
]
"""The commands for the node that leads which a table may get from there."""

UNRELATED: list[FromClient] = [Ping(1), ListTables(1), EnterLobby(1), Hello((1, 1))]
"""Some that no table ever gets."""


class Actor:
    """A table that keeps what it is asked."""

    code = "code"

    def __init__(self) -> None:
        """Begin with nothing."""
        self.asked: list[FromClient] = []
        self.may = asyncio.Event()
        self.may.set()

    async def ask(self, _visitor: Visitor, message: FromClient) -> None:
        """Keep a command, and answer it in time."""
        self.asked.append(message)
        await self.may.wait()


class AtTable:
    """A client at a table of this node."""

    def __init__(self, codec: Codec = CODEC) -> None:
        """Let it sit."""
        self.client, self.actor = Client(), Actor()
        self.removals = 0
        line: Line[FromLeader] = two_lines()[1]
        self.visitor = Visitor(line, codec, Meters(), 1, "run", self.client.carried)
        direct = DirectCommands(self.visitor, cast(TableActor, self.actor), codec, self._removed)
        self.client.carried.take = direct.take

    def _removed(self) -> None:
        self.removals += 1


def kinds(base: type[ClientCommand]) -> set[str]:
    """Give the names of all commands of a kind, whatever the games."""
    found = {one.__name__ for one in base.__subclasses__() if one.__module__.startswith("protocol.")}
    return found | {name for one in base.__subclasses__() for name in kinds(one)}


def test_every_command_to_a_table_is_decided_upon() -> None:
    """A new one is named above, with those that tables take or with the others."""
    said = {type(one).__name__ for one in (*TAKEN, *PASSED_ON)} - {"Say", "SayPhrase"}
    assert said == kinds(TableCommand) | kinds(VisitCommand)


@pytest.mark.parametrize("message", TAKEN, ids=lambda one: type(one).__name__)
async def test_a_table_takes_what_is_said_to_it(message: TableCommand) -> None:
    """The node that leads hears nothing of it but its id, later."""
    here = AtTable()
    assert here.client.send(cast(Any, message)) == []
    await settle()
    assert here.actor.asked == [message]
    assert here.visitor.last == message.id
    assert here.removals == isinstance(message, RemoveSeat)


@pytest.mark.parametrize("message", PASSED_ON, ids=lambda one: type(one).__name__)
async def test_what_leads_away_or_is_talk_goes_to_the_leader(message: ClientCommand) -> None:
    """And what follows it goes the same way until the table has it: it would overtake it."""
    here = AtTable()
    later = Begin(2)
    assert here.client.send(cast(Any, message), later, Ping(3)) == [message, later, Ping(3)]
    assert here.client.send(Begin(4)) == [Begin(4)]
    await settle()
    assert here.actor.asked == []
    assert here.visitor.behind == 4
    assert here.visitor.last == 0
    here.visitor.behind = 0
    assert here.client.send(Begin(5)) == []
    await settle()
    assert here.actor.asked == [Begin(5)]


@pytest.mark.parametrize("message", UNRELATED, ids=lambda one: type(one).__name__)
async def test_what_is_not_for_tables_holds_nothing_up(message: FromClient) -> None:
    """It goes to the node that leads, and the table takes what follows."""
    here = AtTable()
    assert here.client.send(message, Begin(2)) == [message]
    await settle()
    assert here.actor.asked == [Begin(2)]


@pytest.mark.parametrize("payload", [b"\xc1", b"\x90", CODEC.encode_client(Begin(1))[:-1], b"\x81\xa4type\xa7unknown"])
async def test_what_cannot_be_read_goes_to_the_leader(payload: bytes) -> None:
    """That refuses it, and the table takes what follows."""
    here = AtTable()
    taken = here.client.carried.take
    assert taken is not None
    assert not taken(payload)
    assert here.client.send(Begin(2)) == []
    await settle()
    assert here.actor.asked == [Begin(2)]


@in_virtual_time
async def test_what_comes_too_fast_goes_to_the_leader() -> None:
    """That has a limit of its own, and refuses what is beyond it; a second later the table takes more."""
    here = AtTable()
    most = int(COMMANDS.at_once)
    passed = here.client.send(*(Begin(number) for number in range(1, most + 4)))
    assert passed == [Begin(number) for number in range(most + 1, most + 4)]
    await asyncio.sleep(1)
    here.visitor.behind = 0
    assert here.client.send(Begin(most + 4)) == []
    assert here.visitor.last == most + 4


async def test_what_is_sent_together_is_taken_in_order() -> None:
    """A table that takes its time holds nothing up, and answers one after the other."""
    here = AtTable()
    here.actor.may.clear()
    assert here.client.send(RemoveSeat(1, Seat(1)), Begin(2), Continue(3, 1)) == []
    await settle()
    assert here.actor.asked == [RemoveSeat(1, Seat(1)), Begin(2), Continue(3, 1)]
    assert here.removals == 0
    here.actor.may.set()
    await settle()
    assert here.removals == 1


async def test_the_greatest_id_is_kept() -> None:
    """A command may be sent again with its id."""
    here = AtTable()
    here.client.send(Begin(7), Begin(3))
    assert here.visitor.last == 7
    await settle()
