"""Finished games: filed from their logs whatever happens, and listed for who played them."""

import asyncio
import logging
from datetime import UTC, datetime

import pytest
from msgspec import json

from protocol.message import Seat
from protocol.setup import Setup
from server.host.limits import (
    FILED_AT_ONCE,
    FILING_PAUSE,
    GAMES_LISTED,
    LONGEST_RETRY_SECONDS,
    RECORD_PAGE,
    RETRY_SECONDS,
)
from server.rules.game import Game
from server.storage.store import AppendResult, Brief, FinishedGame, StoreFault
from tests.server.host.test_playing import play_to_the_end, two_at_a_table
from tests.server.host.world import Guest, World, a_world
from tests.server.lots import GAME
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

SHORT = Setup("lots", 3, {"deals": 1})
"""A game of one deal."""


async def play_a_game(guest: Guest, setup: Setup = SHORT) -> str:
    """Play a whole game with bots, and give the code of its table."""
    code = await guest.open(setup)
    await guest.begin()
    await guest.until_my_turn()
    await play_to_the_end(guest)
    return code


@in_virtual_time
async def test_a_game_that_has_ended_is_filed() -> None:
    """Who played a game finds it in their list, and anybody can read its record."""
    async with a_world() as world:
        ann, eve = await world.guest("Ann"), await world.guest("Eve")
        assert await ann.games() == ()
        code = await play_a_game(ann)
        await world.wait(1)
        (line,) = await ann.games()
        assert (line.game, line.table, line.seat) == (1, code, 0)
        assert line.names == ("Ann", "Megan (bot)", "Dylan (bot)")
        assert line.setup.options == SHORT.options
        assert line.ended_at <= world.now()
        assert await eve.games() == ()
        record = json.decode((await eve.record(1))[0])
        then = datetime.fromtimestamp(line.ended_at, UTC).isoformat(timespec="seconds")
        assert (record["id"], record["played_at"], record["names"]) == ("1", then, [*line.names])
        assert record["totals"] == [*line.totals]


@in_virtual_time
async def test_games_are_numbered_as_they_end() -> None:
    """Games count from 1 without a gap; a list begins with the newest."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        codes = []
        for _ in range(3):
            codes.append(await play_a_game(ann))
            await world.wait(3)
        assert [(line.game, line.table) for line in await ann.games()] == [(3, codes[2]), (2, codes[1]), (1, codes[0])]


@in_virtual_time
async def test_a_game_of_two_is_in_both_lists() -> None:
    """Everybody who has a seat at the end has played, also who got up and let a bot play on."""
    async with a_world() as world:
        ann, ben, _ = await two_at_a_table(world, SHORT)
        await ann.begin()
        await ann.until_my_turn()
        await ben.leave()
        await play_to_the_end(ann)
        await world.wait(1)
        assert [line.seat for line in await ann.games()] == [Seat(0)]
        assert [line.seat for line in await ben.games()] == [Seat(1)]


class MortalStore(FaultyStore):
    """A store whose server is killed right after something is stored, before it hears of it."""

    def __init__(self, last: str) -> None:
        """Let the last thing stored be the end of a game (``append``) or the game itself (``file``)."""
        super().__init__()
        self._last = last
        self.killed = False

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Add a record, and never answer where the game has ended."""
        answer = await super().append(log, expect, record, brief)
        if self._last == "append" and brief is not None and not brief.live:
            await self._die()
        return answer

    async def file(self, game: FinishedGame, players: frozenset[str], record: str) -> bool:
        """Keep a game, and never answer."""
        answer = await super().file(game, players, record)
        if self._last == "file":
            await self._die()
        return answer

    def revive(self) -> None:
        """Serve another server, which is not killed."""
        self._last = ""

    async def _die(self) -> None:
        """Hear nothing more."""
        self.killed = True
        await asyncio.Event().wait()


async def kill(world: World) -> None:
    """End everything of a host at once, as a killed process does."""
    host = world.host
    assert host._archivist._task is not None
    actors = [room._task for room in host._actors._actors.values()]
    tasks = [host._archivist._task, *actors, *(guest.serving for guest in world._guests)]
    for task in tasks:
        task.cancel()
    for guest in world._guests:
        guest.channel.close()
    await asyncio.gather(*tasks, return_exceptions=True)


async def die_at_the_end(store: MortalStore) -> tuple[Guest, str]:
    """Let Ann play a game until her server is killed; give Ann, and the code of her table."""
    world = World(store)
    await world.host.open()
    ann = await world.guest("Ann")
    code = await ann.open(SHORT)
    await ann.begin()
    await ann.until_my_turn()
    playing = asyncio.create_task(play_to_the_end(ann))
    while not store.killed:
        await world.wait(0.1)
    playing.cancel()
    await kill(world)
    store.revive()
    return ann, code


@in_virtual_time
async def test_a_server_that_dies_when_a_game_ends() -> None:
    """What was stored last is enough: the next server files the game, before anybody comes to the table again."""
    store = MortalStore("append")
    ann, code = await die_at_the_end(store)
    assert await store.last_game() == 0
    async with a_world(store) as world:
        await world.wait(1)
        again = await world.back(ann)
        (line,) = await again.games()
        assert (line.game, line.table) == (1, code)
        assert json.decode((await again.record(1))[0])["totals"] == [*line.totals]


@in_virtual_time
async def test_a_server_that_dies_while_it_files() -> None:
    """A game that was kept just before the server was killed is there once."""
    store = MortalStore("file")
    ann, code = await die_at_the_end(store)
    async with a_world(store) as world:
        await world.wait(1)
        again = await world.back(ann)
        assert [(line.game, line.table) for line in await again.games()] == [(1, code)]


@in_virtual_time
async def test_nothing_is_lost_while_the_archive_fails() -> None:
    """A store that cannot keep games is tried again, and all that ended meanwhile are filed then, without a gap."""

    class FullStore(FaultyStore):
        """A store that has no room for games."""

        full = True

        async def file(self, game: FinishedGame, players: frozenset[str], record: str) -> bool:
            """Keep a game, or not."""
            if self.full:
                raise StoreFault("full")
            return await super().file(game, players, record)

    store = FullStore()
    async with a_world(store) as world:
        ann = await world.guest("Ann")
        for _ in range(2):
            await play_a_game(ann)
            await world.wait(3 * RETRY_SECONDS)
        assert await ann.games() == ()
        store.full = False
        await world.wait(LONGEST_RETRY_SECONDS)
        assert [line.game for line in await ann.games()] == [2, 1]


@in_virtual_time
async def test_two_servers_that_file_at_once() -> None:
    """Where another has taken the number, the game is filed under the next."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann = await world.guest("Ann")
        taken = store.last_game
        store.last_game = lambda: asyncio.sleep(0, 7)  # type: ignore[method-assign]  # what another's game brings about
        await play_a_game(ann)
        await world.wait(1)
        assert await ann.games() == ()
        store.last_game = taken  # type: ignore[method-assign]  # as it was
        await world.wait(2 * RETRY_SECONDS)
        assert [line.game for line in await ann.games()] == [1]


@in_virtual_time
async def test_a_table_that_all_left_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    """A table without a game takes no number, is told of in one line, and is not looked at again."""
    caplog.set_level(logging.INFO, "server.host.archive.archivist")
    store = FaultyStore()
    async with a_world(store) as world:
        ann = await world.guest("Ann")
        code = await ann.open()
        await ann.leave()
        await world.wait(1)
        await play_a_game(ann)
        await world.wait(1)
        assert [line.game for line in await ann.games()] == [1]
    async with a_world(store) as world:
        await world.wait(1)
    lines = [record.getMessage() for record in caplog.records if record.name == "server.host.archive.archivist"]
    assert lines == [f"table {code}: no game was played to its end, so none is filed"]


async def leave_a_log(store: FaultyStore, log: str, record: bytes) -> None:
    """Store a log that nothing can be made of."""
    await store.append(log, 0, record, Brief(b"", live=False))


@in_virtual_time
async def test_a_damaged_log_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    """A log that cannot be read keeps no other game waiting, and is told of once."""
    store = FaultyStore()
    await leave_a_log(store, "aaa", b"\xc1")
    async with a_world(store) as world:
        await play_a_game(await world.guest("Ann"))
        await world.wait(1)
    async with a_world(store) as world:
        await world.wait(1)
    assert await store.last_game() == 1
    faults = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert faults == ["table aaa: its game cannot be filed"]


class PartlyDamagedStore(FaultyStore):
    """A store of which the pages of some logs cannot be read."""

    def __init__(self) -> None:
        """Begin whole."""
        super().__init__()
        self.damaged: set[str] = set()
        """The logs that cannot be read."""
        self.attempts = 0
        """How often somebody has tried."""

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Give the records, or fail."""
        if log in self.damaged:
            self.attempts += 1
            raise StoreFault("database disk image is malformed")
        return await super().read(log)


@in_virtual_time
async def test_a_log_that_cannot_be_read_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    """Where pages of one log are damaged all other games are filed; it is tried again less and less often, and once."""
    store = PartlyDamagedStore()
    async with a_world(store) as world:
        ann = await world.guest("Ann")
        code = await ann.open(SHORT)
        store.damaged.add(code)
        await ann.begin()
        await ann.until_my_turn()
        await play_to_the_end(ann)
        for _ in range(3):
            await play_a_game(ann)
            await world.wait(3)
        assert len(await ann.games()) == 3
        before = store.attempts
        await world.wait(3600)
        assert 3 <= store.attempts - before <= 100
        store.damaged.clear()
        await world.wait(LONGEST_RETRY_SECONDS)
        assert len(await ann.games()) == 4
    assert f"the first that of table {code}: database disk image is malformed" in caplog.text
    assert "Traceback" not in caplog.text


@in_virtual_time
async def test_a_store_of_which_nothing_can_be_read(caplog: pytest.LogCaptureFixture) -> None:
    """However many games wait, no more are tried at once than so much."""
    store = PartlyDamagedStore()
    for number in range(3 * FILED_AT_ONCE):
        log = f"table-{number:04}"
        await store.append(log, 0, b"", Brief(b"", live=False))
        store.damaged.add(log)
    async with a_world(store) as world:
        await world.wait(RETRY_SECONDS / 2)
        assert store.attempts <= 2 * FILED_AT_ONCE
    assert f"{FILED_AT_ONCE} of them" in caplog.text


@in_virtual_time
async def test_a_record_that_fits_into_no_message_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    """What nobody could read is not kept; the log says why."""
    verbose = Game(GAME)
    verbose.record = lambda *_whatever: "x" * (RECORD_PAGE + 1)  # type: ignore[method-assign]  # longer than any
    async with a_world(games={"lots": verbose}) as world:
        ann = await world.guest("Ann")
        await play_a_game(ann)
        await world.wait(1)
        assert await ann.games() == ()
    assert f"a line of its record has more than {RECORD_PAGE} bytes" in caplog.text


@in_virtual_time
async def test_many_games_to_file_do_not_hold_up_the_start() -> None:
    """A server with a great many games to make up for opens at once, and files them by and by."""
    count = 3 * FILED_AT_ONCE
    store = FaultyStore()
    async with a_world(store) as world:
        ann = await world.guest("Ann")
        await play_a_game(ann)
        await world.wait(1)
    for number in range(count):
        name = f"x{number}"
        store.execute("INSERT INTO logs SELECT ?, length, live, heading, 0 FROM logs WHERE filed", name)
        records = "SELECT ?, number, record, checksum FROM records JOIN logs USING (log) WHERE filed"
        store.execute(f"INSERT INTO records {records}", name)
    async with a_world(store, number=1) as world:
        assert await store.last_game() == 1
        guest = await world.guest("Ben")
        assert await guest.open()
        await world.wait(2 * count * FILING_PAUSE)
        assert await store.last_game() == count + 1
        assert len(await (await world.back(ann)).games()) == min(count + 1, GAMES_LISTED)


async def test_an_archivist_that_was_never_called() -> None:
    """A host that never opened has nothing to end."""
    world = World(FaultyStore())
    await world.host.close()
