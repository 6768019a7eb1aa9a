"""Ratings at a host, and at the table of the game."""

import asyncio
import logging
from functools import partial

import pytest
from msgspec.structs import replace

from games.registry import GAMES
from protocol.archive import ReadStatistics, Statistics
from protocol.message import ServerAnswer
from protocol.messages import Refused, Seated
from protocol.rating import RankedPlayer, Rankings, ReadRankings, RulesetRating, SeatRating
from protocol.setup import Setup
from protocol.table import Rematch, TableView
from server.host.terms import PUBLIC
from server.storage.store import FinishedGame, RatingChange, StoreFault
from server.tables.heading import Heading
from tests.server.host.bearers import GUEST, bearing
from tests.server.host.test_archive import SHORT, play_a_game
from tests.server.host.test_foreign_bots import a_bot
from tests.server.host.test_playing import play_to_the_end, two_at_a_table
from tests.server.host.world import CODEC, Guest, World, a_world, in_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


async def play_together(*guests: Guest) -> None:
    """Let several play a game that has begun to its end."""
    for guest in guests:
        await guest.until_my_turn()
    await asyncio.gather(*map(play_to_the_end, guests))


async def asked(guest: Guest, message: type[ReadRankings] | type[ReadStatistics]) -> ServerAnswer:
    """Give the answer to a question, asked slowly."""
    await asyncio.sleep(1)
    answer = await guest.ask(message)
    assert isinstance(answer, ServerAnswer), answer
    return answer


async def ranked(guest: Guest) -> tuple[RankedPlayer, ...]:
    """Give the rankings."""
    answer = await asked(guest, ReadRankings)
    assert isinstance(answer, Rankings)
    assert (answer.game, answer.ruleset) == ("lots", "")
    return answer.players


async def rated(guest: Guest) -> tuple[RulesetRating, ...]:
    """Give one's ratings."""
    answer = await asked(guest, ReadStatistics)
    assert isinstance(answer, Statistics)
    return answer.ratings


def shown(view: TableView) -> list[SeatRating | None]:
    """Give the ratings at a table."""
    return [seat.rating if seat else None for seat in view.seats]


def has_changes(view: TableView) -> bool:
    """Say whether a table shows what its game has changed."""
    return any(rating is not None and rating.change is not None for rating in shown(view))


@in_world
async def test_a_rated_game(world: World) -> None:
    """After a game the person and the level of the bots are in the rankings, and the table shows the change."""
    ann = await world.guest("Ann")
    assert await ranked(ann) == ()
    assert await rated(ann) == ()
    await play_a_game(ann)
    await ann.until(has_changes)
    own, *bots = shown(ann.view)
    assert own is not None
    assert own.change == own.rating.points - 1500
    assert bots[0] is not None
    assert bots == [bots[0], bots[0]]
    assert own.rating.provisional
    assert await rated(ann) == (RulesetRating("", own.rating),)
    entries = [RankedPlayer(own.rating, "Ann", own=True), RankedPlayer(bots[0].rating, bot="plain")]
    assert await ranked(ann) == tuple(sorted(entries, key=lambda entry: -entry.rating.points))


@in_world
async def test_a_bot_that_somebody_brings_is_marked_in_the_rankings(world: World) -> None:
    """It is in them by its own name, which says that it is a bot."""
    ada, ann = await a_bot(world), await world.guest("Ann")
    await ada.join(await ann.open(SHORT))
    await ann.begin()
    await play_together(ann, ada)
    await ann.until(has_changes)
    assert {one.name for one in await ranked(ann) if not one.bot} == {"Ada (bot)", "Ann"}


@in_world
async def test_a_table_shows_what_is_known_of_its_people(world: World) -> None:
    """Before and during a game the seats show the ratings from earlier games; a newcomer has none."""
    ann = await world.guest("Ann")
    await play_a_game(ann)
    await ann.until(has_changes)
    known = shown(ann.view)[0]
    assert known is not None
    ben = await world.guest("Ben")
    await ben.join(await ann.open(SHORT))
    await ben.until(lambda view: any(shown(view)))
    assert shown(ben.view) == [replace(known, change=None), None, None]
    await ann.begin()
    await ann.until(lambda view: shown(view)[2] is not None)
    assert shown(ann.view)[:2] == [replace(known, change=None), None]


@in_world
async def test_guests_are_not_rated(world: World) -> None:
    """A guest has no rating, also after a rematch; the others are rated as if the seat were not there."""
    gil, ann = await world.guest("Gil", terms=GUEST), await world.guest("Ann", terms=bearing("ann"))
    await play_a_game(gil)
    await world.wait(1)
    assert await ranked(ann) == ()
    await ann.join(await gil.open(SHORT))
    await gil.begin()
    await play_together(gil, ann)
    await gil.until(has_changes)
    assert [rating is None for rating in shown(gil.view)] == [True, False, False]
    assert {player.name or player.bot for player in await ranked(ann)} == {"Ann", "plain"}
    for guest in (gil, ann):
        assert isinstance(await guest.ask(Rematch), Seated)
    await gil.until(lambda view: any(shown(view)))
    assert shown(gil.view)[0] is None


@in_virtual_time
async def test_a_game_that_cannot_be_read_is_not_rated(caplog: pytest.LogCaptureFixture) -> None:
    """It keeps no later game waiting; neither does one that this server does not play any more."""
    store = FaultyStore()
    async with a_world(store) as world:
        await play_a_game(await world.guest("Ann"))
        await world.wait(1)
    game = await store.game(1)
    assert game is not None
    brief = CODEC.unpack(Heading, game.entry)
    other = CODEC.pack(replace(brief, setup=replace(brief.setup, game="whist")))
    for finished in (FinishedGame(2, "b", 1.0, b"\xc1"), FinishedGame(3, "c", 1.0, other)):
        assert await store.file(finished, frozenset(), "")
    async with a_world(store, number=1) as world:
        ann = await world.guest("Eve")
        await world.wait(5)
        assert await store.next_unrated() is None
        assert len(await ranked(ann)) == 2
    faults = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert [fault.partition(":")[0] for fault in faults] == ["game 2 is not rated"]


@in_virtual_time
async def test_a_game_goes_on_without_ratings(caplog: pytest.LogCaptureFixture) -> None:
    """Where ratings cannot be read the table shows none, and later those that can be."""

    class Torn(FaultyStore):
        """A store whose ratings cannot be read for a while."""

        torn = False

        async def rating_changes(self, log: str) -> tuple[RatingChange, ...]:
            """Fail, or give them."""
            if self.torn:
                raise StoreFault("torn")
            return await super().rating_changes(log)

    store = Torn()
    async with a_world(store) as world:
        ann, ben, _ = await two_at_a_table(world, SHORT)
        store.torn = True
        await ann.begin()
        await play_together(ann, ben)
        await world.wait(5)
        assert "its ratings cannot be read: torn" in caplog.text
        store.torn = False
        await ann.leave()
        await ben.until(has_changes)


@in_virtual_time
async def test_what_there_are_no_rankings_of() -> None:
    """A game or a ruleset that there is not is refused, with those that there are."""
    async with a_world(games=GAMES) as world:
        ann = await world.guest("Ann")
        for ask, says in (
            (partial(ReadRankings, game="whist"), "there is no game 'whist' here"),
            (partial(ReadRankings, game="twenty-five", ruleset="x"), "twenty-five has no ruleset 'x'"),
            (partial(ReadRankings, ruleset="x"), "there is no ruleset 'x' of chwech: choose among revised, original"),
        ):
            refused = await ann.ask(ask)
            assert isinstance(refused, Refused)
            assert refused.text.startswith(says)
        for game, ruleset, meant in (
            ("", "", ("chwech", "revised")),
            ("chwech", "original", ("chwech", "original")),
            ("forty-five", "", ("forty-five", "")),
        ):
            await world.wait(1)
            answer = await ann.ask(partial(ReadRankings, game=game, ruleset=ruleset))
            assert isinstance(answer, Rankings)
            assert (answer.game, answer.ruleset) == meant


@pytest.mark.parametrize(
    ("addresses", "home"), [(("192.0.2.1", "192.0.2.1"), True), (("192.0.2.1", "192.0.2.2"), False)]
)
@in_world
async def test_the_archive_knows_who_came_from_one_address(
    world: World, addresses: tuple[str, ...], home: bool
) -> None:
    """And no address: what it keeps tells the people of one game apart, and nothing more."""
    people = [
        await world.guest(name, terms=replace(PUBLIC, address=address))
        for name, address in zip(("Ann", "Ben"), addresses, strict=True)
    ]
    code = await people[0].open(Setup("lots", 2))
    await people[1].join(code)
    await people[0].begin()
    await play_together(*people)
    await people[0].until(has_changes)
    game = await world.store.game(1)
    assert game is not None
    origins = CODEC.unpack(Heading, game.entry).origins
    assert (origins[0] == origins[1]) is home
    assert all(0 < origin < 2**16 for origin in origins)
