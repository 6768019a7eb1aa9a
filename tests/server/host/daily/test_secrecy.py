"""What nobody learns of a day before its time, and how its results are proven after it."""

import base64
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest

from games.kit.deck import commitment
from games.registry import GAMES
from protocol.archive import ReadRecord, ReadReplay
from protocol.daily import DailyResult
from protocol.errors import ErrorCode
from protocol.game import Answer, Answered
from protocol.messages import FromClient
from server.host.daily_code import (
    OtherGame,
    code_of,
    play_day,
    public_seed,
    read_code,
    result_in,
    result_of,
)
from tests.server.host.daily.player import CHWECH, DAY, HOUR, NOON, STEADY, TOMORROW, at_noon, page, play_on, sit_down
from tests.server.host.test_secrets import Ears
from tests.server.host.world import Guest, World, a_world, refusal
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

SEEDS = (bytes(range(32)), bytes(range(32, 64)))


def forms(seed: bytes) -> tuple[bytes, ...]:
    """Give the ways in which a seed could be written."""
    return (seed, seed.hex().encode(), base64.b64encode(seed)[:40], base64.urlsafe_b64encode(seed)[:40])


async def a_day(world: World, guest: Guest) -> None:
    """Let someone do all that can be done on a day."""
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
    """While another plays the first deal, two days with other seeds look the same to everyone else."""

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
    """Until the day is over nobody else reads a record or a replay of it; then everyone does."""
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
            assert refusal(await ben.ask(ask)) is ErrorCode.NOT_NOW
        world.skew = NOON + 24 * HOUR - world.now()
        assert await ben.record(entry.game)
        await world.wait(2)
        assert await ben.replay(entry.game, 1)


GAME: Final = GAMES["chwech"]


SEED: Final = public_seed(DAY)


GOLDEN: Final = ("Yuc1VKjkGR8XmTHJmWrdrh1BV", 152)  # The code and the score of one game.


def first(_state: object, legal: tuple[Answer, ...], _played: int) -> Answer:
    """Take the first legal action."""
    return legal[0]


def last(_state: object, legal: tuple[Answer, ...], _played: int) -> Answer:
    """Take the last legal action."""
    return legal[-1]


def mixed(_state: object, legal: tuple[Answer, ...], played: int) -> Answer:
    """Take one action or another."""
    return legal[played % len(legal)]


def played(person: Callable[[Any, tuple[Answer, ...], int], Answer]) -> tuple[list[Answered], DailyResult]:
    """Play a game, and give its events and its result."""
    steps = list(play_day(GAME, STEADY, SEED.hex(), person))
    return [event for event, _state in steps], result_of(steps[-1][1], DAY)


@pytest.mark.parametrize("person", [first, last, mixed])
def test_a_code_proves_the_result(person: Callable[[Any, tuple[Answer, ...], int], Answer]) -> None:
    """From the code and the seed the game is played again, to the same result."""
    events, result = played(person)
    code = code_of(GAME, STEADY, SEED, DAY, events)
    assert result_in(GAME, STEADY, SEED, read_code(code)) == result
    assert len(result.marks) == 6
    assert result.exact == result.marks.count(9)
    assert 1 <= result.place <= result.seats == 6


def test_the_deal_of_the_day_stays_what_it_is() -> None:
    """A line that was shared stays provable: who changes the bots, or what they draw, raises ``DAILY_VERSION``."""
    events, result = played(mixed)
    assert (code_of(GAME, STEADY, SEED, DAY, events), result.score) == GOLDEN


def test_events_of_another_game_have_no_code() -> None:
    """If a bot has done something else, or the game has not ended, nothing is written."""
    events, _result = played(first)
    for other in (events[:-1], [*events, events[-1]], [*reversed(events)], []):
        with pytest.raises(OtherGame):
            code_of(GAME, STEADY, SEED, DAY, other)


def test_a_code_that_leads_to_another_result() -> None:
    """Whoever changes an action proves another game."""
    events, result = played(first)
    other, _result = played(last)
    codes = [code_of(GAME, STEADY, SEED, DAY, one) for one in (events, other)]
    assert codes[0] != codes[1]
    assert result_in(GAME, STEADY, SEED, read_code(codes[1])) != result
