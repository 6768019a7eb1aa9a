"""Old closed logs are compacted while the server works, and everything that reads games goes on from the records."""

import asyncio
import logging

import pytest

from protocol.errors import ErrorCode
from protocol.messages import JoinTable, Refused
from protocol.setup import Setup
from server.host.archive.archivist import DAY, EVERY_SECONDS, FIRST_SECONDS, Compactor
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.storage.store import CompactedLog, StoreFault
from tests.server.host.test_archivist import play_a_game
from tests.server.host.world import CODEC, World, a_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


async def is_compacted(world: World, code: str) -> bool:
    """Return whether the records of a table are gone."""
    try:
        await world.store.read(code)
    except CompactedLog:
        return True
    return False


@in_virtual_time
async def test_a_game_is_compacted_after_its_time() -> None:
    """Thirty days after its end only the record is left; list, record and statistics are as before."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        code = await play_a_game(ann)
        await world.wait(1)
        before = await ann.games(), await ann.record(1)
        ann.channel.close()
        await world.wait(30 * DAY)
        assert not await is_compacted(world, code)
        await world.wait(EVERY_SECONDS + FIRST_SECONDS)
        assert await is_compacted(world, code)
        ann = await world.back(ann)
        assert (await ann.games(), await ann.record(1)) == before
        answer = await ann.ask(lambda number: JoinTable(number, code))
        assert isinstance(answer, Refused)
        assert (answer.code, answer.text) == (
            ErrorCode.UNKNOWN_TABLE,
            "what was played at this table is over: find it among your finished games",
        )


@in_virtual_time
async def test_a_table_with_somebody_at_it_stays() -> None:
    """As long as somebody sits there, they can talk, and ask for another game."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        code = await play_a_game(ann)
        await world.wait(31 * DAY)
        assert not await is_compacted(world, code)
        await ann.leave()
        await world.wait(EVERY_SECONDS)
        assert await is_compacted(world, code)


@in_virtual_time
async def test_a_table_at_which_nothing_was_played() -> None:
    """A table that everybody left before the game goes too, by the time at which something happened there."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        code = await ann.open(Setup("lots", 3))
        await ann.leave()
        await world.wait(29 * DAY)
        assert not await is_compacted(world, code)
        await world.wait(2 * DAY)
        assert await is_compacted(world, code)


@in_virtual_time
async def test_what_fails_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    """While the store fails the games go on, and the next look does what this one could not."""
    caplog.set_level(logging.ERROR)
    async with a_world() as world:
        ann = await world.guest("Ann")
        code = await play_a_game(ann)
        await ann.leave()
        await world.wait(30 * DAY - 600)
        faults = iter([StoreFault("the disk is gone"), ValueError("a mistake")])
        compact = world.store.compact

        async def fail(log: str) -> None:
            if fault := next(faults, None):
                raise fault
            await compact(log)

        world.store.compact = fail  # type: ignore[method-assign] # it fails
        await world.wait(2 * EVERY_SECONDS + 600)
        assert not await is_compacted(world, code)
        await world.wait(EVERY_SECONDS)
        assert await is_compacted(world, code)
    assert caplog.messages == [
        f"old logs cannot be compacted now: 1 of them, the first that of table {code}: the disk is gone",
        "old logs cannot be compacted now",
    ]


@in_virtual_time
async def test_a_damaged_log_holds_up_no_other() -> None:
    """It stays as it is, and whatever comes after it by name is compacted all the same."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        damaged, other = sorted([await play_a_game(ann), await play_a_game(ann)])
        await ann.leave()
        await world.wait(30 * DAY - 600)
        compact = world.store.compact

        async def fail(log: str) -> None:
            if log == damaged:
                raise StoreFault("its pages are damaged")
            await compact(log)

        world.store.compact = fail  # type: ignore[method-assign] # it fails for one
        await world.wait(EVERY_SECONDS + 600)
        assert [await is_compacted(world, log) for log in (damaged, other)] == [False, True]


@in_virtual_time
async def test_logs_can_be_kept_for_ever() -> None:
    """With 0 days no task runs at all."""
    store = FaultyStore()
    compactor = Compactor(HostServices({}, {}, CODEC, store, log_days=0), lambda _: False)
    compactor.open()
    assert [task.get_name() for task in asyncio.all_tasks() if task.get_name() == "compaction"] == []
    await compactor.close()


@in_virtual_time
async def test_the_code_of_a_compacted_table_is_never_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code that was used once belongs to that table."""
    store = FaultyStore()
    directory = TableDirectory(HostServices({}, {}, CODEC, store))
    codes = iter(["used-by-game", "free-to-take"])
    monkeypatch.setattr("server.host.lobby.directory.table_code", lambda _: next(codes))

    async def read(log: str) -> tuple[bytes, ...]:
        if log == "used-by-game":
            raise CompactedLog("its game is in the archive")
        return ()

    monkeypatch.setattr(store, "read", read)
    assert await directory.fresh_code() == "free-to-take"
