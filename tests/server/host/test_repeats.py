"""Every command that changes something, repeated after its answer was lost: it acts once."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from msgspec import Struct
from msgspec.structs import replace

from games.registry import GAMES
from protocol.archive import Complain, ListGames, ReadRecord, ReadReplay, ReadReview, ReadStatistics
from protocol.daily import PlayDaily, ReadDaily
from protocol.lobby import EnterLobby, LeaveLobby, ReadNews, ReadStatus, SayInLobby
from protocol.message import Seat
from protocol.messages import (
    CLIENT_MESSAGES,
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
    ReadRules,
    ReadTable,
    Refused,
    Seated,
    WatchTable,
)
from protocol.people import (
    AdminCommand,
    Invite,
    KeepSettings,
    ListContacts,
    ListKeys,
    NameKey,
    OfferKey,
    Rename,
    ReportPerson,
    RevokeKey,
    SayTo,
    SetBlocked,
    SetFriend,
    UseCode,
)
from protocol.rating import ReadRankings
from protocol.setup import Setup
from protocol.table import (
    FillSeats,
    GiveHost,
    Hint,
    QuickTable,
    Rematch,
    RemoveSeat,
    Resign,
    SayAtTable,
    SetAway,
    SetPace,
    SetPause,
    SetReady,
    TablePhase,
)
from protocol.tournaments import (
    CancelTournament,
    EnterTournament,
    ListTournaments,
    MakeTournament,
    ReadTournament,
    StartTournament,
)
from server.host.directory import record_reader
from server.host.lobby import Remark
from server.storage.store import Unknown
from server.tables.log import Cause
from tests.server.host.world import CODEC, Guest, World, a_world, in_world
from tests.server.lots import LOTS, bid, have_bid
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

ID = 10**16  # The id of the command that is repeated: greater than all others of these tests.
THREE = Setup("lots", 3, {"deals": 2})  # A game for three of two deals.
BOTH = {"lots": LOTS, "chwech": GAMES["chwech"]}  # The game of these tests, and the one of the deal of the day.


class Scene(Struct):
    """Two people, and where they are."""

    world: World
    ann: Guest
    ben: Guest
    code: str


async def gathering(world: World) -> Scene:
    """Give Ann and Ben before the game; Ann runs the table."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    code = await ann.open(THREE)
    await ben.join(code)
    return Scene(world, ann, ben, code)


async def nowhere(world: World) -> Scene:
    """Give them at no table."""
    return Scene(world, await world.guest("Ann"), await world.guest("Ben"), "")


async def beside(world: World) -> Scene:
    """Give Ann at no table, and Ben at one."""
    scene = await nowhere(world)
    return replace(scene, code=await scene.ben.open(THREE))


async def playing(world: World) -> Scene:
    """Give them in the middle of a deal: Ann is to act."""
    scene = await gathering(world)
    await scene.ann.begin()
    await scene.ann.until_my_turn()
    return scene


async def between(world: World) -> Scene:
    """Give them after the first deal."""
    scene = await playing(world)
    await scene.ben.until_my_turn()
    await scene.ben.bid()
    await scene.ann.until(lambda view: have_bid(view, 1))
    await scene.ann.bid()
    await scene.ann.until(lambda view: Seat(0) in view.waits_for)
    return scene


async def over(world: World) -> Scene:
    """Give them after the game."""
    scene = await between(world)
    for guest in (scene.ann, scene.ben):
        await guest.until(lambda view: bool(view.waits_for))
        await guest.go_on()
    for guest in (scene.ann, scene.ben):
        await guest.until_my_turn()
        await guest.ask(Ping)
        await guest.bid()
    await scene.ann.until(lambda view: view.phase is TablePhase.OVER)
    return scene


def _plainly(command: FromClient) -> Callable[[Scene], FromClient]:
    return lambda _scene: command


CASES: dict[type[FromClient], tuple[Callable[[World], Awaitable[Scene]], Callable[[Scene], FromClient]]] = {
    OpenTable: (nowhere, _plainly(OpenTable(ID, THREE))),
    QuickTable: (beside, _plainly(QuickTable(ID, THREE))),
    JoinTable: (beside, lambda scene: JoinTable(ID, scene.code)),
    LeaveTable: (gathering, lambda scene: LeaveTable(ID, scene.code)),
    SetReady: (gathering, _plainly(SetReady(ID, ready=True))),
    FillSeats: (gathering, _plainly(FillSeats(ID))),
    RemoveSeat: (gathering, _plainly(RemoveSeat(ID, Seat(1), "Ben"))),
    GiveHost: (gathering, _plainly(GiveHost(ID, Seat(1), "Ben"))),
    Begin: (gathering, _plainly(Begin(ID))),
    Continue: (between, lambda scene: Continue(ID, scene.ann.view.seq)),
    Act: (playing, lambda scene: Act(ID, scene.ann.view.seq, bid(1))),
    Rematch: (over, _plainly(Rematch(ID))),
    SetAway: (playing, _plainly(SetAway(ID, away=True))),
    Resign: (playing, lambda scene: Resign(ID, scene.code)),
    SetPause: (playing, _plainly(SetPause(ID, paused=True))),
    SetPace: (playing, _plainly(SetPace(ID, faster=True))),
    Hint: (playing, lambda scene: Hint(ID, scene.ann.view.seq)),
    SayAtTable: (playing, _plainly(SayAtTable(ID, "once"))),
    SayInLobby: (nowhere, _plainly(SayInLobby(ID, "once"))),
    PlayDaily: (nowhere, _plainly(PlayDaily(ID))),
}
"""Where each command is given, and what it is."""

OTHERS: dict[type[FromClient], Callable[[Scene], FromClient]] = {
    OpenTable: _plainly(OpenTable(ID, THREE, pace=9.0)),
    QuickTable: _plainly(QuickTable(ID, Setup("lots", 2))),
    SetReady: _plainly(SetReady(ID, ready=False)),
    FillSeats: _plainly(FillSeats(ID, Seat(2))),
    RemoveSeat: _plainly(RemoveSeat(ID, Seat(2))),
    GiveHost: _plainly(GiveHost(ID, Seat(2))),
    Begin: _plainly(FillSeats(ID)),
    Continue: _plainly(SayAtTable(ID, "next")),
    Act: lambda scene: Act(ID, scene.ann.view.seq, bid(2)),
    SetAway: _plainly(SetAway(ID, away=False)),
    SetPace: _plainly(SetPace(ID, faster=False)),
    SetPause: _plainly(SetPause(ID, paused=False)),
    Hint: lambda scene: Hint(ID, scene.ann.view.seq + 1),
    SayAtTable: _plainly(SayAtTable(ID, "twice")),
    SayInLobby: _plainly(SayInLobby(ID, "twice")),
    PlayDaily: _plainly(OpenTable(ID, THREE)),
}
"""Another command for each that asks for more than its verb says, or of another kind, to be sent with the same id."""

WITHOUT_EFFECT = {
    Hello,
    Ping,
    ListTables,
    ReadRules,
    ReadNews,
    ReadStatus,
    ReadTable,
    WatchTable,
    EnterLobby,
    LeaveLobby,
    ReadStatistics,
    ReadRankings,
    ListTournaments,
    ReadTournament,
    ListGames,
    ReadRecord,
    ReadReplay,
    ReadReview,
    ReadDaily,
}
"""What stores nothing."""

OF_ACCOUNT = {
    ListKeys,
    NameKey,
    RevokeKey,
    OfferKey,
    UseCode,
    Rename,
    KeepSettings,
    ListContacts,
    SetFriend,
    SetBlocked,
    Invite,
    SayTo,
    AdminCommand,
    ReportPerson,
    Complain,
}
"""What is not remembered by its id, as the document of the protocol says."""

OF_TOURNAMENTS = {MakeTournament, EnterTournament, StartTournament, CancelTournament}
"""What is looked at with the tournaments."""

AT_NO_TABLE = {LeaveTable, Resign, OpenTable, QuickTable, JoinTable, SayInLobby, PlayDaily}
"""What is repeated by a client that is at no table."""


def test_every_command_is_looked_at() -> None:
    """Whoever adds a command to the protocol says here what its repetition does."""
    every = {*CLIENT_MESSAGES.values()}
    assert every == set(CASES) | WITHOUT_EFFECT | OF_ACCOUNT | OF_TOURNAMENTS


async def entries(store: FaultyStore) -> list[str]:
    """Say in which logs the command is, and whether in the lobby, once for each record."""
    causes = [(log, record_reader(CODEC)(data).cause) for log in store.logs for data in await store.read(log)]
    causes += [("lobby", CODEC.unpack(Remark, line).cause) for line in await store.pinned()]
    return [where for where, cause in causes if cause is not None and cause.id == ID]


@asynccontextmanager
async def after_a_cut(world: World, ann: Guest) -> AsyncIterator[Guest]:
    """Let only the connection end."""
    ann.channel.close()
    await ann.serving
    yield await world.back(ann)


@asynccontextmanager
async def after_a_start(world: World, ann: Guest) -> AsyncIterator[Guest]:
    """Let the server end, and another one begin on what is stored."""
    await world.end()
    async with a_world(world.store, games=BOTH) as another:
        yield await another.guest(token=ann.token)


@pytest.mark.parametrize("kind", CASES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("lose", [after_a_cut, after_a_start])
@in_virtual_time
async def test_what_was_done_is_not_done_again(
    kind: type[FromClient], lose: Callable[[World, Guest], AbstractAsyncContextManager[Guest]]
) -> None:
    """The answer is lost, with the connection or with the server; the same command again changes nothing."""
    prepare, make = CASES[kind]
    async with a_world(games=BOTH) as world:
        scene = await prepare(world)
        command, seq = make(scene), scene.ann.view.seq if scene.ann.view_or_none else None
        await scene.ann.channel.send(command)
        await world.wait(1)
        done = await entries(world.store)
        assert len(done) == (2 if kind is Rematch else 1)
        async with lose(world, scene.ann) as again:
            if kind not in AT_NO_TABLE:
                await again.ask(lambda number: JoinTable(number, scene.code, seq, back=True))
            answer = await again.repeat(command)
            assert not isinstance(answer, Refused), answer.text
            assert await entries(world.store) == done


@pytest.mark.parametrize("kind", OTHERS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("lose", [after_a_cut, after_a_start])
@in_virtual_time
async def test_what_was_not_done_is_not_accepted(
    kind: type[FromClient], lose: Callable[[World, Guest], AbstractAsyncContextManager[Guest]]
) -> None:
    """An id that is used again for something else is refused, and neither of the two changes anything any more."""
    prepare, make = CASES[kind]
    async with a_world(games=BOTH) as world:
        scene = await prepare(world)
        command, other, seq = make(scene), OTHERS[kind](scene), scene.ann.view.seq if scene.ann.view_or_none else None
        assert not isinstance(await scene.ann.repeat(command), Refused)
        done = await entries(world.store)
        async with lose(world, scene.ann) as again:
            if kind not in AT_NO_TABLE:
                await again.ask(lambda number: JoinTable(number, scene.code, seq, back=True))
            answer = await again.repeat(other)
            assert isinstance(answer, Refused)
            assert answer.text == f"the command id {ID} was used before: use a higher one"
            assert await entries(world.store) == done


@pytest.mark.parametrize("kind", CASES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("stored", [True, False], ids=["stored", "not stored"])
@in_virtual_time
async def test_what_nobody_knows_is_done_once(kind: type[FromClient], stored: bool) -> None:
    """Whether it is stored or not is unknown: the same command again sees to it that it is, once."""
    prepare, make = CASES[kind]
    async with a_world(games=BOTH) as world:
        scene = await prepare(world)
        command = make(scene)
        world.store.answer, world.store.stores_anyway = Unknown("who knows"), stored
        assert isinstance(await scene.ann.repeat(command), Refused)
        world.store.mend()
        answer = await scene.ann.repeat(command)
        assert not isinstance(answer, Refused), answer.text
        assert len(await entries(world.store)) == (2 if kind is Rematch else 1)


@in_world
async def test_a_table_made_in_haste_that_nobody_knows_of(world: World) -> None:
    """By then others wait elsewhere: the same command again leads to the table that it has made, and to no other."""
    scene = await nowhere(world)
    world.store.answer, world.store.stores_anyway = Unknown("who knows"), True
    assert isinstance(await scene.ann.repeat(QuickTable(ID, THREE)), Refused)
    world.store.mend()
    await scene.ben.open(THREE)
    answer = await scene.ann.repeat(QuickTable(ID, THREE))
    assert isinstance(answer, Seated)
    assert await entries(world.store) == [answer.view.table]
    assert answer.view.viewer == 0


@in_virtual_time
async def test_doubts_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long nothing can be stored, no more is kept in mind than so much."""
    monkeypatch.setattr("server.host.directory.MOST", 2)
    async with a_world() as world:
        for number in range(5):
            world.host._directory.doubt(Cause("ann", number, "OpenTable"), f"table-{number}")
        assert len(world.host._directory._doubts) == 2
