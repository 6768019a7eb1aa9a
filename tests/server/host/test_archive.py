"""Finished games: filing, lists, records, statistics, and compaction."""

import asyncio
import logging
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import json
from msgspec.structs import replace

from games.chwech.rules import DEALS
from games.registry import GAMES
from protocol.archive import Games, ReadRecord, ReadStatistics, Statistics
from protocol.connection import SERVER_LIMIT
from protocol.errors import ErrorCode
from protocol.game import View
from protocol.lobby import ReadStatus, ServerStatus
from protocol.messages import SOMEBODY, Accepted, Act, Continue, Happened, JoinTable, OpenTable, Refused, Seated
from protocol.people import LISTED, KeepSettings
from protocol.setup import Arrangement, OptionValue, Setup
from protocol.table import TablePhase
from server.commands.records import HOLDS
from server.host.archive import DAY, EVERY_SECONDS, FIRST_SECONDS, page
from server.host.limits import (
    FILED_AT_ONCE,
    FILING_PAUSE,
    GAMES_LISTED,
    LONGEST_RETRY_SECONDS,
    NAME_CELLS,
    RECORD_PAGE,
    RETRY_SECONDS,
)
from server.host.terms import Passport, passing
from server.storage.store import AppendResult, Brief, CompactedLog, FinishedGame, StoreFault
from server.tables.chairs import Chair
from server.tables.heading import Heading
from server.tables.position import Position
from server.tables.ratings import Score
from tests.running import command
from tests.server.host.test_playing import play_to_the_end
from tests.server.host.world import CODEC, Guest, World, a_world, in_world
from tests.server.lots import LOTS
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

SHORT = Setup("lots", 3, {"deals": 1})  # A game of one deal.


async def play_a_game(guest: Guest, setup: Setup = SHORT) -> str:
    """Play a whole game with bots, and give the code of its table."""
    code = await guest.open(setup)
    await guest.begin()
    await guest.until_my_turn()
    await play_to_the_end(guest)
    return code


@in_world
async def test_a_game_that_has_ended_is_filed(world: World) -> None:
    """Who played a game finds it in their list, and anybody can read its record."""
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


async def status(guest: Guest) -> ServerStatus:
    """Give what everyone is told of the server."""
    answer = await guest.ask(ReadStatus)
    assert isinstance(answer, ServerStatus), answer
    return answer


@in_world
async def test_everyone_is_told_of_public_games_and_records(world: World) -> None:
    """Of private tables nothing is told, nor who is not listed; a record is theirs who comes next then."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    for guest in (ann, ben, ben):
        await play_a_game(guest, Setup("lots", 3))
        await guest.leave()
    assert isinstance(await ann.ask(partial(OpenTable, setup=SHORT, arrangement=Arrangement(listed=False))), Seated)
    await ann.begin()
    await ann.until_my_turn()
    await play_to_the_end(ann)
    await world.wait(10)
    shown = await status(ben)
    assert [(one.game, one.names[0], len(one.totals)) for one in shown.games] == [
        (3, "Ben", 3),
        (2, "Ben", 3),
        (1, "Ann", 3),
    ]
    best = max(one.totals[0] for one in shown.games)
    assert {(one.game, one.points, one.whole) for one in shown.records} >= {("lots", best, True)}
    assert isinstance(await ben.ask(partial(ReadRecord, game=4)), Refused)
    await ann.ask(partial(KeepSettings, account={LISTED: "off"}))
    await world.wait(10)
    shown = await status(ben)
    assert [one.names[0] for one in shown.games] == ["Ben", "Ben", SOMEBODY]
    assert {(one.name, one.number) for one in shown.records} == {("Ben", 3)}
    assert json.decode((await ben.record(1))[0])["names"][0] == SOMEBODY


class MortalStore(FaultyStore):
    """A store whose server is killed right after the end of a game is stored, before it hears of it."""

    mortal = True
    killed = False

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Add a record, and never answer where the game has ended."""
        answer = await super().append(log, expect, record, brief)
        if self.mortal and brief is not None and not brief.live:
            self.killed = True
            await asyncio.Event().wait()
        return answer


async def kill(world: World) -> None:
    """End everything of a host at once, as a killed process does."""
    host = world.host
    assert host._archivist._task is not None
    tasks = [host._archivist._task, *host._actors._tasks, *(guest.serving for guest in world._guests)]
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
    store.mortal = False
    return ann, code


@in_virtual_time
async def test_a_server_that_dies_when_a_game_ends() -> None:
    """What was stored last is enough: the next server files the game, before anybody comes to the table again."""
    store = MortalStore()
    ann, code = await die_at_the_end(store)
    assert await store.last_game() == 0
    async with a_world(store) as world:
        await world.wait(1)
        again = await world.back(ann)
        (line,) = await again.games()
        assert (line.game, line.table) == (1, code)
        assert json.decode((await again.record(1))[0])["totals"] == [*line.totals]


@in_virtual_time
async def test_nothing_is_lost_while_the_archive_fails() -> None:
    """A store that cannot keep games is tried again, and all that ended meanwhile are filed then, without a gap."""

    class FullStore(FaultyStore):
        """A store that has no room for games."""

        full = True

        async def file(
            self, game: FinishedGame, players: frozenset[str], record: str, scores: tuple[Score, ...] | None = None
        ) -> bool:
            """Keep a game, or not."""
            if self.full:
                raise StoreFault("full")
            return await super().file(game, players, record, scores)

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
async def test_a_table_that_all_left_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    """A table without a game takes no number, is told of in one line, and is not looked at again."""
    caplog.set_level(logging.INFO, "server.host.archive")
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
    lines = [record.getMessage() for record in caplog.records if record.name == "server.host.archive"]
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
        self.damaged: set[str] = set()  # The logs that cannot be read.
        self.attempts = 0  # How often someone has tried.

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
async def test_a_record_that_fits_into_no_message_is_passed_over(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody could read is not kept; the log says why."""
    monkeypatch.setattr(Position, "record", lambda *_whatever: "x" * (RECORD_PAGE + 1))
    async with a_world() as world:
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


@in_world
async def test_a_game_that_is_not_there(world: World) -> None:
    """A number that no finished game has is refused in words, while a game is on as well."""
    ann = await world.guest("Ann")
    await ann.open()
    await ann.begin()
    for game in (1, 2**63 - 1):
        refused = await ann.ask(partial(ReadRecord, game=game))
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.UNKNOWN_GAME
        assert refused.text == f"there is no finished game {game} here: ask for the list of yours"


@in_virtual_time
async def test_the_longest_list_fits_into_a_frame() -> None:
    """As many games as are listed, of as many players as there can be, with the longest names."""
    store = FaultyStore()
    chairs = tuple(Chair("\U00020000\u0323" * (NAME_CELLS // 2), account=f"{seat}") for seat in range(7))
    options = {option.name: option.values[-1] if option.values else option.most for option in LOTS.options}
    brief = Heading(
        code="x" * 64,
        opened_at=1.5,
        setup=Setup("lots", 7, {f"{name} {number}": value for name, value in options.items() for number in range(4)}),
        phase=TablePhase.OVER,
        chairs=chairs,
        summary="",
        maker="0",
        totals=(-100_000,) * 7,
    )
    async with a_world(store) as world:
        ann = await world.guest("Ann")
        (session,) = world.host._sessions
        for number in range(1, GAMES_LISTED + 10):
            await leave_a_log(store, str(number), b"")
            game = FinishedGame(number, str(number), 1.5, CODEC.pack(brief))
            await store.file(game, frozenset({session.account.id}), "")
        games = await ann.games()
        assert [games[0].game, games[-1].game] == [GAMES_LISTED + 9, 10]
        assert len(CODEC.encode_server(Games(1, games))) < SERVER_LIMIT


@in_virtual_time
async def test_a_damaged_archive() -> None:
    """A game that cannot be read is left out of the list, and hides no other; its record may still be whole."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann = await world.guest("Ann")
        await play_a_game(ann)
        await play_a_game(ann)
        await world.wait(1)
        store.execute("UPDATE games SET entry = x'c1' WHERE game = 1")
        assert [entry.game for entry in await ann.games()] == [2]
        assert await ann.record(1)


def test_the_longest_line_has_a_page_of_its_own() -> None:
    """A line as long as any that is kept can be read."""
    long = "x" * RECORD_PAGE
    assert page(f"{long}\n{long}", 0) == ((long,), True)
    assert page(f"{long}\n{long}", 1) == ((long,), False)


main = command("verify")


async def play_chwech(guest: Guest, setup: Setup, chance: Random) -> None:
    """Open a table and play a whole game at random, against bots that do not think long."""
    await guest.open(setup, bots=("random",), pace=0.1)
    await guest.begin()
    while guest.view.phase is not TablePhase.OVER:
        game, seq = guest.view.game, guest.view.seq
        if isinstance(game, View) and game.legal:
            answer = await guest.ask(partial(Act, seq=seq, action=chance.choice(game.legal)))
            assert isinstance(answer, Accepted)
        elif guest.view.viewer in guest.view.waits_for:
            await guest.ask(partial(Continue, seq=seq))
        else:
            await guest.hear()


@pytest.mark.no_cover
@pytest.mark.parametrize("ruleset", ["revised", "original"])
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_the_record_of_a_game_holds(
    players: int, ruleset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A record from the archive is what was told at the table, and the verifier finds that it holds."""
    options: dict[str, OptionValue] = {} if ruleset == "revised" else {"ruleset": ruleset}

    @in_virtual_time
    async def scene() -> None:
        async with a_world(games=GAMES) as world:
            ann = await world.guest("Ann")
            await play_chwech(ann, Setup("chwech", players, options), Random(players))
            await world.wait(1)
            (entry,) = await ann.games()
            (line,) = await (await world.guest("Eve")).record(entry.game)
            (tmp_path / "game.jsonl").write_text(f"{line}\n", "utf-8")
            record, end = json.decode(line), ann.view.game
            assert (record["id"], record["names"], record["totals"]) == ("1", [*entry.names], [*entry.totals])
            views = [message.view.game for message in ann.heard if isinstance(message, Happened)]
            seals = [view.commitment for view in views if isinstance(view, View) and view.commitment]
            promised = list(dict.fromkeys(seals))
            assert isinstance(end, View)
            opened = [sheet.seed for sheet in end.sheets]
            assert record["commitment"] == " ".join(["sha256", *map(str, promised)])
            assert record["seed"] == " ".join(["deal-v1", *map(str, opened)])
            assert len(promised) == len(opened) == DEALS[players]

    scene()
    assert main([str(tmp_path / "game.jsonl")]) == HOLDS
    assert capsys.readouterr().out.startswith("1 game holds: ")


def test_the_longest_record_fits_into_a_message() -> None:
    """Seven players, the most deals, the most turns: at most 57 tricks, each card in the longest words there are."""
    plays, turns = 63, 57 * 7
    deal: dict[str, object] = {
        "dealer": 6,
        "hands": (("10C",) * 9,) * 7,
        "actions": ((6, "13H=S"),) * plays + ((6, "-"),) * (turns - plays),
        "won": (63,) * 7,
        "left": (9,) * 7,
        "scores": (-1000,) * 7,
        "end": "deadlock",
    }
    record: dict[str, object] = {
        "format": "chwech-record/1",
        "game": "chwech",
        "ruleset": "original",
        "players": 7,
        "options": {"deals": 24, "seven_pack": "five_hundred", "thirteens_as_jokers": True, "equal_cards": "last"},
        "deals": (deal,) * 24,
        "totals": (-24_000,) * 7,
        "complete": False,
        "names": ("\U00020000\u0323" * (NAME_CELLS // 2),) * 7,
        "played_at": "2026-01-01T00:00:00+00:00",
        "id": str(2**63 - 1),
        "seed": " ".join(["deal-v1", *["0" * 64] * 24]),
        "commitment": " ".join(["sha256", *["0" * 64] * 24]),
    }
    assert len(msgspec.json.encode(record)) < RECORD_PAGE


async def statistics(guest: Guest, name: str = "") -> object:
    """Ask how someone has played."""
    return await guest.ask(lambda number: ReadStatistics(number, name))


@in_world
async def test_statistics_come_from_the_archive(world: World) -> None:
    """After a game it counts for who has played it, for everyone who asks."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    before = await statistics(ann)
    assert isinstance(before, Statistics)
    assert (before.name, before.games) == ("Ann", 0)
    await play_a_game(ann)
    await world.wait(5)
    (entry,) = await ann.games()
    assert entry.seat is not None
    mine, told = await statistics(ann), await statistics(ben, "aNN")
    assert isinstance(mine, Statistics)
    assert isinstance(told, Statistics)
    assert (mine.name, mine.games, mine.deals, mine.points) == ("Ann", 1, 1, entry.totals[entry.seat])
    assert mine.wins == (entry.totals[entry.seat] == max(entry.totals))
    assert told == replace(mine, id=told.id)
    assert (told.game, told.counted, told.count) == ("lots", "tricks", 0)


@in_world
async def test_statistics_of_nobody(world: World) -> None:
    """A name that nobody has is refused, as is someone without a name who asks for their own."""
    ann = await world.guest("Ann")
    answers = [await statistics(ann, "Nobody\x1b")]
    looks = await world.guest(terms=passing(Passport(key=f"SHA256:{'b' * 43}", looks=True)))
    answers.append(await statistics(looks))
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert [answer.code for answer in refused] == [ErrorCode.UNKNOWN_PERSON] * 2
    assert refused[0].text.startswith("nobody here is called 'Nobody'")


async def is_compacted(world: World, code: str) -> bool:
    """Return whether the records of a table are gone."""
    try:
        await world.store.read(code)
    except CompactedLog:
        return True
    return False


@in_world
async def test_a_game_is_compacted_after_its_time(world: World) -> None:
    """Thirty days after its end only the record is left; list, record and statistics are as before."""
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


@in_world
async def test_a_table_with_somebody_at_it_stays(world: World) -> None:
    """As long as someone sits there, they can talk, and ask for another game."""
    ann = await world.guest("Ann")
    code = await play_a_game(ann)
    await world.wait(31 * DAY)
    assert not await is_compacted(world, code)
    await ann.leave()
    await world.wait(EVERY_SECONDS)
    assert await is_compacted(world, code)


@in_world
async def test_a_table_at_which_nothing_was_played(world: World) -> None:
    """A table that everyone left before the game goes too, by the time at which something happened there."""
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
