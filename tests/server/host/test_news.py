"""The news at the door: what has happened since a visit, and nothing of those who are hidden."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.archive import ReadStatistics
from protocol.daily import DailyResult, ReadDaily
from protocol.lobby import EnterLobby, LobbyShown, NewsItem, NewsKind, NewsShown, ReadNews, ReadStatus
from protocol.messages import ListTables, OpenTable, Refused, Seated
from protocol.people import LISTED, KeepSettings, ListContacts, Rename, SayTo, SettingsKept
from protocol.rating import Ladder, ReadRankings
from protocol.setup import Arrangement, Clock, Setup
from protocol.table import Rematch
from protocol.tournaments import ListTournaments, ReadTournament, StartTournament
from server.host.news import Visit
from server.storage.store import Account, FinishedGame
from server.tables.heading import Player
from server.tables.ratings import RatedGame, Side
from tests.server.host.daily.player import DAY, at_noon
from tests.server.host.pastime import DAY as DAY_SECONDS
from tests.server.host.pastime import two_playing
from tests.server.host.test_contacts import befriend, block, invite
from tests.server.host.test_lobby import enter, picture, settle
from tests.server.host.test_playing import play_to_the_end
from tests.server.host.test_tournaments import with_entrants
from tests.server.host.world import CODEC, Guest, World, a_world, in_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


async def read(guest: Guest) -> NewsShown:
    """Give the news of someone."""
    answer = await guest.ask(ReadNews)
    assert isinstance(answer, NewsShown), answer
    return answer


async def go(guest: Guest) -> tuple[NewsItem, ...]:
    """Read the news and go, which ends the visit; give them."""
    items = (await read(guest)).items
    await guest.hang_up()
    return items


async def look_in(world: World, guest: Guest) -> tuple[NewsItem, ...]:
    """Come back for the news alone, a moment after the visit before."""
    await world.wait(1)
    return await go(await world.back(guest))


@in_world
async def test_a_first_visit_has_nothing_but_who_is_here(world: World) -> None:
    """Others are named, the reader is not; a second visit without anything new has no more."""
    await world.guest("Ann")
    ben = await world.guest("Ben")
    shown = await read(ben)
    assert (shown.items, shown.here, shown.online) == ((), ("Ann",), 1)
    await ben.hang_up()
    assert await look_in(world, ben) == ()


@pytest.mark.parametrize(("clock", "kind"), [(Clock(3 * DAY_SECONDS), NewsKind.TURN), (Clock(), NewsKind.RUNNING)])
@in_world
async def test_a_game_that_is_on_is_told(world: World, clock: Clock, kind: NewsKind) -> None:
    """One's turn in a correspondence game, with its end, and any other game that one can go on with."""
    ann, ben = await two_playing(world, clock)
    await go(ben)
    (item,) = await look_in(world, ben)
    assert (item.kind, item.table, item.game) == (kind, ann.view.table, "lots")
    assert item.until is None or item.until == pytest.approx(world.now() + clock.seconds, abs=60)
    assert (item.until is None) is (kind is NewsKind.RUNNING)


@in_world
async def test_what_was_missed_is_told_once(world: World) -> None:
    """An invitation counts as long as there is a seat, and how a game ended is told with who wants a rematch."""
    ann, ben = await two_playing(world, deals=1)
    await go(ben)
    await play_to_the_end(ann)
    await world.wait(60)
    await ann.ask(Rematch)
    cat = await world.guest("Cat")
    table = await cat.open()
    await invite(cat, "Ben", table)
    found = await look_in(world, ben)
    assert [(one.kind, one.name, one.table) for one in found[:2]] == [
        (NewsKind.REMATCH, "Ann", ann.view.table),
        (NewsKind.INVITED, "Cat", table),
    ]
    assert (found[-1].kind, found[-1].game, found[-1].of) == (NewsKind.OVER, "lots", 3)
    assert await look_in(world, ben) == ()
    await invite(cat, "Ben", table)
    await cat.leave()
    assert await look_in(world, ben) == ()


@in_virtual_time
async def test_what_was_missed_outlasts_a_restart() -> None:
    """An invitation waits in the store while the server is down, and is told as long as there is a seat."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        await go(ben)
        table = await ann.open(Setup("lots", 3))
        await invite(ann, "Ben", table)
    async with a_world(store) as world:
        assert [(one.kind, one.name) for one in await look_in(world, ben)] == [(NewsKind.INVITED, "Ann")]
        assert await look_in(world, ben) == ()


@in_world
async def test_a_tournament_is_told_of(world: World) -> None:
    """A round leads to the reader's own table; at the end their place is told."""
    ann, ben, _cat = await with_entrants(world, "Ann", "Ben", "Cat")
    await go(ben)
    await world.wait(1)
    await ann.ask(lambda number: StartTournament(number, 1))
    (begun,) = await look_in(world, ben)
    assert (begun.kind, begun.name, begun.round) == (NewsKind.ROUND, "Cwpan", 1)
    assert isinstance(await ann.join(begun.table), Seated)
    await world.wait(3600)
    over = [one for one in await look_in(world, ben) if one.kind is NewsKind.TOURNAMENT_OVER]
    assert [(one.name, one.of) for one in over] == [("Cwpan", 3)]
    assert over[0].place in {1, 2, 3}


async def account(world: World, name: str) -> Account:
    """Give the account of a name."""
    found = await world.store.named(name)
    assert found is not None
    return found


async def score(world: World, name: str, points: int) -> None:
    """Let someone have so many points in the deal of the day, now."""
    result, now = DailyResult(DAY, points, (), 0, 1, 6), world.now() + world.skew
    await world.store.begin_day(DAY, (await account(world, name)).id, name)
    await world.store.end_day(name, result, CODEC.pack(result))
    await world.store.file(FinishedGame(await world.store.last_game() + 1, name, now, b""), frozenset(), "")


@in_world
async def test_who_beat_the_deal_of_the_day_is_told(world: World) -> None:
    """By how much, and the place since then; who was ahead before is no news."""
    at_noon(world)
    people = {name: await world.guest(name) for name in ("Ann", "Ben", "Cat")}

    for name, points in (("Ben", 50), ("Cat", 90)):
        await score(world, name, points)
    await world.wait(10)
    await go(people["Ben"])
    assert await look_in(world, people["Ben"]) == ()
    await world.wait(10)
    await score(world, "Ann", 54)
    beaten = NewsItem(NewsKind.BEATEN, name="Ann", place=3, of=3, points=4, day=DAY)
    assert await look_in(world, people["Ben"]) == (beaten,)


SECRET = ("Ann", "Cat", "Dai")  # The others, some of whom are hidden from Ben or hide from him.


@given(blocked=st.sets(st.sampled_from(SECRET)), blocking=st.sets(st.sampled_from(SECRET)), seed=st.integers(0, 2**16))
@settings(max_examples=25, deadline=None)
def test_nothing_is_told_of_who_is_hidden_nor_of_private_tables(
    blocked: set[str], blocking: set[str], seed: int
) -> None:
    """Whoever invites or is ahead: no news names a hidden person, or a table to which the reader was not asked."""

    @in_virtual_time
    async def visits() -> None:
        async with a_world(number=seed) as world:
            at_noon(world)
            people = {name: await world.guest(name) for name in (*SECRET, "Ben")}
            ben = people["Ben"]
            private = dict[str, str]()
            for place, name in enumerate(SECRET):
                arrangement = Arrangement(listed=False)
                opening = partial(OpenTable, setup=Setup("lots", 3), arrangement=arrangement)
                made = await people[name].ask(opening)
                assert isinstance(made, Seated)
                private[name] = made.view.table
                await score(world, name, 60 + place)
            for name in blocking:
                await block(people[name], "Ben")
            await score(world, "Ben", 50)
            await world.store.keep_visit((await account(world, "Ben")).id, CODEC.pack(Visit(0.0, ())))
            asked = [name for place, name in enumerate(SECRET) if seed >> place & 1]
            await ben.hang_up()
            for name in asked:
                await invite(people[name], "Ben", private[name])
            ben = await world.back(ben)
            for name in blocked:
                await block(ben, name)
            shown = await read(ben)
            told, hidden = repr(shown), blocked | blocking
            assert not [name for name in hidden if name in told]
            assert {code for code in private.values() if code in told} == {
                private[name] for name in asked if name not in hidden
            }
            beaten = [one.name for one in shown.items if one.kind is NewsKind.BEATEN]
            assert beaten == [name for name in SECRET if name not in hidden][:1]

    visits()


async def list_person(guest: Guest, *, on: bool) -> None:
    """Let lists name someone, or no longer."""
    answer = await guest.ask(lambda number: KeepSettings(number, {LISTED: "on" if on else "off"}))
    assert isinstance(answer, SettingsKept), answer


async def come_and_go(world: World, guest: Guest, name: str) -> None:
    """Let someone do all that the lobby tells of a person who says nothing."""
    await guest.open(Setup("lots", 3))
    await world.wait(1)
    await guest.leave()
    await guest.ask(lambda number: Rename(number, f"{name}ydd"))
    await world.wait(1)
    await guest.hang_up()
    await world.wait(1)
    again = await world.back(guest)
    await again.open(Setup("lots", 3))
    await world.wait(1)


@given(
    unlisted=st.sets(st.sampled_from(SECRET), min_size=1),
    friends=st.sets(st.sampled_from(SECRET)),
    blocking=st.sets(st.sampled_from(SECRET)),
    late=st.booleans(),
)
@settings(max_examples=15, deadline=None)
def test_no_message_names_who_is_not_listed(
    unlisted: set[str], friends: set[str], blocking: set[str], late: bool
) -> None:
    """Whatever a stranger asks and is told while they come, play, move and go; one whom they have added sees them."""

    @in_virtual_time
    async def visits() -> None:
        async with a_world() as world:
            at_noon(world)
            people = dict(zip(SECRET, await with_entrants(world, *SECRET), strict=True))
            await people["Ann"].ask(lambda number: StartTournament(number, 1))
            for name in () if late else unlisted:
                await list_person(people[name], on=False)
            ben = await world.guest("Ben")
            for name in friends:
                await befriend(people[name], "Ben")
            for name in blocking:
                await block(people[name], "Ben")
            for place, name in enumerate(SECRET):
                await score(world, name, 60 + place)
            await score(world, "Ben", 50)
            players = [Player((await account(world, name)).id) for name in SECRET]
            await world.store.rate(1, RatedGame(Ladder("lots"), tuple(map(Side, zip(players), (1, 2, 3)))))
            await world.store.keep_visit((await account(world, "Ben")).id, CODEC.pack(Visit(0.0, ())))
            before = await enter(ben)
            for name in unlisted if late else ():
                await list_person(people[name], on=False)
            await settle(world, ben)
            since = len(ben.heard)
            for name in SECRET:
                await come_and_go(world, people[name], name)
            for ask in (
                *(EnterLobby, ListTables, ReadNews, ReadDaily, ReadRankings, ReadStatus, ListContacts, ListTournaments),
                partial(ReadTournament, tournament=1),
            ):
                await world.wait(5)
                assert not isinstance(await ben.ask(ask), Refused)
            closed, told = unlisted - (friends - blocking), ben.heard[since:]
            assert not [one for one in told if any(f"'{name}" in repr(one) for name in closed)]
            statistics = [await ben.ask(partial(ReadStatistics, name=f"{name}ydd")) for name in SECRET]
            await world.wait(5)
            lines = [await ben.ask(partial(SayTo, name=f"{name}ydd", text="hi")) for name in SECRET]
            seen = picture(ben, before)
            assert seen.same_as(next(one for one in reversed(ben.heard) if isinstance(one, LobbyShown)))
            assert {f"{name}ydd" for name in SECRET if name not in closed | blocking} == seen.people.keys() - {"Ben"}
            for name, answer, line in zip(SECRET, statistics, lines, strict=True):
                assert isinstance(answer, Refused) is (name in closed)
                assert isinstance(line, Refused) is (name in closed | blocking)

    visits()
