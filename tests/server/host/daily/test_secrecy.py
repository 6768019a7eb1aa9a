"""Nobody learns the seed of a day early: not from what a server sends, nor from what it logs."""

import base64
import logging
from collections.abc import Awaitable, Callable

import pytest

from games.kit.deck import commitment
from protocol.archive import ReadRecord, ReadReplay
from protocol.errors import ErrorCode
from protocol.messages import FromClient, Refused
from tests.server.host.daily.player import CHWECH, DAY, HOUR, NOON, TOMORROW, at_noon, page, play_on, sit_down
from tests.server.host.test_secrets import Ears
from tests.server.host.world import Guest, World, a_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

SEEDS = (bytes(range(32)), bytes(range(32, 64)))


def forms(seed: bytes) -> tuple[bytes, ...]:
    """Give the ways in which a seed could be written."""
    return (seed, seed.hex().encode(), base64.b64encode(seed)[:40], base64.urlsafe_b64encode(seed)[:40])


async def a_day(world: World, guest: Guest) -> None:
    """Let somebody do all that can be done on a day."""
    at_noon(world)
    await page(guest)
    await sit_down(guest)
    await play_on(guest)
    await world.wait(5)
    await page(guest)
    (entry, *_others) = await guest.games()
    await guest.record(entry.game)
    for deal in range(1, 7):
        await world.wait(2)
        await guest.replay(entry.game, deal)
    await sit_down(guest, practice=True)


@pytest.mark.no_cover
def test_no_message_and_no_line_of_the_log_holds_a_seed(caplog: pytest.LogCaptureFixture) -> None:
    """Whoever plays and reads all they can is never sent the seed of the day, nor that of the next one."""
    caplog.set_level(logging.DEBUG)
    heard: list[bytes] = []

    @in_virtual_time
    async def run() -> None:
        store = FaultyStore()
        for day, seed in zip((DAY, TOMORROW), SEEDS, strict=True):
            await store.draw_day(day, seed)
        async with a_world(store, games=CHWECH) as world:
            ann = await world.guest("Ann")
            ears = Ears(ann)
            await a_day(world, ann)
            heard.append(ears.heard)

    run()
    assert commitment(SEEDS[0]).encode() in heard[0]
    told = heard[0] + caplog.text.encode()
    assert not [form for seed in SEEDS for form in forms(seed) if form in told]


def heard_with(seeds: tuple[bytes, bytes], does: Callable[[World, Guest, Guest], Awaitable[None]]) -> bytes:
    """Give every byte that Ben was sent while something was done, with the commitments left out."""
    heard: list[bytes] = []

    @in_virtual_time
    async def run() -> None:
        heard.append(await _heard_with(seeds, does))

    run()
    return heard[0]


async def _heard_with(seeds: tuple[bytes, bytes], does: Callable[[World, Guest, Guest], Awaitable[None]]) -> bytes:
    store = FaultyStore()
    for day, seed in zip((DAY, TOMORROW), seeds, strict=True):
        await store.draw_day(day, seed)
    async with a_world(store, games=CHWECH) as world:
        at_noon(world)
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        ears = Ears(ben)
        await does(world, ann, ben)
        heard = ears.heard
        for seed in seeds:
            heard = heard.replace(commitment(seed).encode(), b"")
    return heard


def test_who_has_not_played_knows_nothing_of_the_day() -> None:
    """While another plays the first deal, two days with other seeds look the same to everybody else."""

    async def others_play(world: World, ann: Guest, ben: Guest) -> None:
        await page(ben)
        view = (await sit_down(ann)).view
        for _ in range(2):
            await world.wait(2)
            await ben.show(view.table)
            await ben.watch(view.table)
        await page(ben)
        await page(ben, "2026-11-20")

    one, other = [heard_with(seeds, others_play) for seeds in (SEEDS, SEEDS[::-1])]
    assert one == other


@pytest.mark.no_cover
def test_who_plays_today_knows_nothing_of_tomorrow() -> None:
    """A whole day is the same, whatever seed tomorrow has."""

    async def plays(world: World, _ann: Guest, ben: Guest) -> None:
        await a_day(world, ben)

    one, other = [heard_with((SEEDS[0], later), plays) for later in (SEEDS[1], bytes(32))]
    assert one == other


@in_virtual_time
async def test_records_of_the_day_are_read_by_their_players_alone() -> None:
    """Until the day is over nobody else reads a record or a replay of it; then everybody does."""
    async with a_world(games=CHWECH) as world:
        at_noon(world)
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        await sit_down(ann)
        await play_on(ann)
        await world.wait(5)
        (entry,) = await ann.games()
        assert await ann.record(entry.game)
        asks: list[Callable[[int], FromClient]] = [
            lambda number: ReadRecord(number, entry.game),
            lambda number: ReadReplay(number, entry.game),
        ]
        for ask in asks:
            await world.wait(1)
            answer = await ben.ask(ask)
            assert isinstance(answer, Refused)
            assert answer.code is ErrorCode.NOT_NOW
        world.skew = NOON + 24 * HOUR - world.now()
        assert await ben.record(entry.game)
        await world.wait(2)
        assert await ben.replay(entry.game, 1)
