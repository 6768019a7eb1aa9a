"""The list of tables, for many tables and many readers."""

from msgspec.structs import replace

from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.host.limits import LISTED
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.tables.chairs import Chair
from server.tables.heading import Heading
from server.tables.log import Cause
from tests.server.host.bots import BOTS
from tests.server.host.world import CODEC
from tests.server.lots import LOTS
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


def a_lobby() -> TableDirectory:
    """Give an empty lobby."""
    return TableDirectory(HostServices({"lots": LOTS}, BOTS, CODEC, FaultyStore()))


def a_table(number: int, *people: str, phase: TablePhase = TablePhase.GATHERING) -> Heading:
    """Give the heading of a table for two, made by the first of these people."""
    chairs = tuple(Chair(person.title(), account=person) for person in people)
    setup, cause = Setup("lots", 2), Cause(people[0], number, "OpenTable")
    return Heading(f"t{number}", float(number), setup, phase, (*chairs, None)[:2], "", people[0], led=(cause,))


def test_the_list_is_not_endless() -> None:
    """Of very many tables the newest are listed, and one's own before all."""
    lobby = a_lobby()
    for number in range(3 * LISTED):
        lobby.note(a_table(number, "ann" if number == 5 else "ben"))
    listed = lobby.list_for("ann")
    assert len(listed) == LISTED
    assert [line.table for line in listed[:3]] == ["t5", f"t{3 * LISTED - 1}", f"t{3 * LISTED - 2}"]


def test_a_table_changes_in_the_list() -> None:
    """Who gets up from a table is concerned by it no more; a table that is full is shown to its own alone."""
    lobby = a_lobby()
    lobby.note(a_table(1, "ann", "ben"))
    assert [len(lobby.list_for(reader)) for reader in ("ann", "ben", "cat")] == [1, 1, 0]
    lobby.note(a_table(1, "ann"))
    assert [line.yours for reader in ("ann", "ben", "cat") for line in lobby.list_for(reader)] == [True, False, False]
    lobby.note(a_table(1, "ann", "cat"))
    assert [len(lobby.list_for(reader)) for reader in ("ann", "ben", "cat")] == [1, 0, 1]


def test_a_finished_table_leaves_nothing_behind() -> None:
    """When a game has ended the lobby knows nothing of it any more."""
    lobby = a_lobby()
    lobby.note(a_table(1, "ann", "ben"))
    lobby.note(a_table(1, "ann", "ben", phase=TablePhase.OVER))
    assert (lobby._headings, lobby._concerned, lobby._inviting) == ({}, {}, {})
    lobby.note(replace(a_table(2, "ann"), closed=True))
    assert len(lobby) == 0


def test_the_makers_of_tables() -> None:
    """The tables of a maker are counted, also when the maker has left, and found by the command that made them."""
    lobby = a_lobby()
    lobby.note(a_table(1, "ann"))
    lobby.note(replace(a_table(2, "ben"), maker="ann", led=(Cause("ann", 2, "OpenTable"),)))
    assert lobby.made_by_account("ann") == 2
    assert lobby.made_by_account("ben") == 0
    assert lobby.led_by_command(Cause("ann", 2, "OpenTable")) == "t2"
    assert lobby.led_by_command(Cause("ben", 2, "OpenTable")) is None
    assert len(lobby.list_for("ann")) == 2


@in_virtual_time
async def test_a_code_is_used_once() -> None:
    """A code that a table has or had is not given again."""
    store = FaultyStore()
    draws = [bytes(16), bytes(16), bytes([1]) * 16]
    services = HostServices({"lots": LOTS}, BOTS, CODEC, store)
    outside = replace(services.outside, entropy=lambda _: draws.pop(0))
    lobby = TableDirectory(replace(services, outside=outside))
    first = await lobby.fresh_code()
    await store.append(first, 0, b"1", None)
    assert await lobby.fresh_code() != first
    assert draws == []


def test_whoever_is_in_a_hurry_is_led_to_the_fullest_table() -> None:
    """Tables to wait at are given by how many people wait there, by game, and only while there is a seat."""
    lobby = a_lobby()
    lobby.note(a_table(1, "ann"))
    lobby.note(replace(a_table(2, "ben", "cat"), chairs=(*a_table(2, "ben", "cat").chairs, None)))
    lobby.note(a_table(3, "dan", "eve"))
    setup = a_table(1, "ann").setup
    assert [*lobby.waiting.fitting("fay", setup)] == ["t2", "t1"]
    assert lobby.waiting.waits("t1", setup)
    assert not lobby.waiting.waits("t3", setup)
    assert not lobby.waiting.waits("t1", Setup("lots", 3))
    for number in (1, 2):
        lobby.note(replace(a_table(number, "ann"), closed=True))
    assert [*lobby.waiting.fitting("fay", setup)] == []
    assert (lobby.waiting._tables, lobby.waiting._places) == ({}, {})
