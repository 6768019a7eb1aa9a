"""The lobby: tables, people and talk, for a few readers and for a crowd."""

import asyncio
from typing import Self

import pytest
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.lobby import EnterLobby, LeaveLobby, LobbyChanged, LobbyShown, Person, SayInLobby, Where
from protocol.messages import Accepted, FromServer, OpenTable, Ping, Refused, Seated
from protocol.setup import Arrangement, Setup
from protocol.table import Line, QuickTable, Resign, TableEntry, TablePhase
from server.host.directory import TableDirectory
from server.host.limits import LISTED
from server.host.lobby import GATHERING_SECONDS, KEPT, Blocks, LobbyService
from server.host.services import HostServices
from server.host.session import Session
from server.host.terms import Passport, passing
from server.storage.store import Account, StoreFault
from server.tables.chairs import Chair
from server.tables.heading import Heading
from server.tables.log import Cause
from tests.server.host.bots import BOTS, KNOWLEDGE
from tests.server.host.world import CODEC, Guest, World, a_world, in_world, refusal
from tests.server.lots import LOTS
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


class Picture:
    """The lobby as a client keeps it."""

    def __init__(self, shown: LobbyShown) -> None:
        """Begin with what was shown."""
        self.tables: dict[str, TableEntry] = {entry.table: entry for entry in shown.tables}
        self.people: dict[str, Person] = {person.name: person for person in shown.people}
        self.talk: list[Line] = list(shown.talk)
        self.online = shown.online

    def take(self, news: LobbyChanged) -> None:
        """Take in what has changed."""
        for name in news.left:
            self.people.pop(name, None)
        for code in news.gone:
            self.tables.pop(code, None)
        self.people.update({person.name: person for person in news.people})
        self.tables.update({entry.table: entry for entry in news.tables})
        self.talk += news.talk
        self.online = news.online

    def same_as(self, shown: LobbyShown) -> bool:
        """Say whether someone who comes in now sees the same."""
        fresh = Picture(shown)
        return (self.tables, self.people, self.online) == (fresh.tables, fresh.people, fresh.online)


async def enter(guest: Guest) -> LobbyShown:
    """Let someone enter the lobby."""
    answer = await guest.ask(EnterLobby)
    assert isinstance(answer, LobbyShown), answer
    return answer


async def say(guest: Guest, text: str) -> object:
    """Let someone say something in the lobby."""
    return await guest.ask(lambda number: SayInLobby(number, text))


async def settle(world: World, *guests: Guest) -> None:
    """Let everyone hear what is told by now."""
    await world.wait(2 * GATHERING_SECONDS)
    for guest in guests:
        await guest.ask(Ping)


def news(guest: Guest) -> list[LobbyChanged]:
    """Give what a reader was told."""
    return [message for message in guest.heard if isinstance(message, LobbyChanged)]


def picture(guest: Guest, shown: LobbyShown) -> Picture:
    """Give the lobby as a reader keeps it after all that was told."""
    kept = Picture(shown)
    since = guest.heard.index(shown)
    for message in guest.heard[since:]:
        if isinstance(message, LobbyChanged):
            kept.take(message)
    return kept


@in_world
async def test_the_lobby_shows_tables_people_and_talk(world: World) -> None:
    """Whoever enters sees the tables to go to, who is online and where, and what was said."""
    ann, ben, eve = [await world.guest(name) for name in ("Ann", "Ben", "Eve")]
    code = await ann.open()
    await ben.watch(code)
    assert isinstance(await say(ann, "anybody for lots?"), Accepted)
    shown = await enter(eve)
    assert [entry.table for entry in shown.tables] == [code]
    assert {person.name: (person.where, person.table) for person in shown.people} == {
        "Ann": (Where.TABLE, code),
        "Ben": (Where.WATCHING, code),
        "Eve": (Where.ELSEWHERE, ""),
    }
    assert [(line.number, line.name, line.text) for line in shown.talk] == [(1, "Ann", "anybody for lots?")]
    assert shown.online == 3


@in_world
async def test_readers_are_told_what_changes(world: World) -> None:
    """Tables, people and talk reach a reader as they change; what they keep is what a newcomer is shown."""
    eve = await world.guest("Eve")
    shown = await enter(eve)
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    code = await ann.open(Setup("lots", 2), pace=10)
    await settle(world, eve)
    assert picture(eve, shown).tables[code].phase is TablePhase.GATHERING
    await ben.join(code)
    await settle(world, eve)
    assert code not in picture(eve, shown).tables, "nobody can sit down there, and there is nothing to watch"
    await ann.begin()
    await say(ben, "we begin")
    await settle(world, eve)
    kept = picture(eve, shown)
    assert kept.tables[code].phase is TablePhase.PLAYING
    assert kept.people["Ben"] == Person("Ben", Where.TABLE, code)
    assert kept.people["Eve"].where is Where.LOBBY
    assert [line.text for line in kept.talk] == ["we begin"]
    await ben.hang_up()
    await settle(world, eve)
    kept = picture(eve, shown)
    assert "Ben" not in kept.people
    assert kept.same_as(await enter(eve))


@in_world
async def test_changes_are_gathered(world: World) -> None:
    """However much happens, a reader is told at most twice a second, and nothing while nothing changes."""
    eve = await world.guest("Eve")
    await enter(eve)
    await settle(world, eve)
    before = len(news(eve))
    for number in range(30):
        guest = await world.guest(f"Guest {number}")
        await guest.open()
        await world.wait(0.1)
    await settle(world, eve)
    told = news(eve)[before:]
    assert 5 <= len(told) <= 8
    assert sum(len(each.people) for each in told) == 30
    await world.wait(100)
    await eve.ask(Ping)
    assert len(news(eve)) == before + len(told)


@in_world
async def test_an_unlisted_table_is_its_own_peoples(world: World) -> None:
    """A table that is not listed is shown to those who sit there; others hear neither of it nor where those are."""
    ann, eve = await world.guest("Ann"), await world.guest("Eve")
    shown, own = await enter(eve), await enter(ann)
    hidden = Arrangement(listed=False)
    answer = await ann.ask(lambda number: OpenTable(number, Setup("lots", 3), arrangement=hidden))
    assert isinstance(answer, Seated)
    code = answer.view.table
    await settle(world, ann, eve)
    assert picture(ann, own).tables[code].yours
    assert picture(eve, shown).people["Ann"] == Person("Ann", Where.TABLE)
    await ann.begin()
    await settle(world, eve)
    assert not [message for message in eve.heard if code in str(message)]


@in_world
async def test_own_tables_are_told_as_ones_own(world: World) -> None:
    """Whoever has a seat at a table hears of it as theirs, and of the tables of others as everyone does."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    shown = await enter(ann)
    mine, other = await ann.open(), await ben.open()
    await settle(world, ann)
    kept = picture(ann, shown)
    assert {code: entry.yours for code, entry in kept.tables.items()} == {mine: True, other: False}
    await ann.leave()
    await settle(world, ann)
    kept = picture(ann, shown)
    assert [*kept.tables] == [other]
    assert kept.same_as(await enter(ann))


@in_world
async def test_who_leaves_the_lobby_is_told_no_more(world: World) -> None:
    """After leaving nothing comes; whoever enters again is shown everything anew and told each line once."""
    ann, eve = await world.guest("Ann"), await world.guest("Eve")
    await enter(eve)
    await say(ann, "one")
    shown = await enter(eve)
    assert [line.text for line in shown.talk] == ["one"]
    await settle(world, eve)
    assert [line.text for line in picture(eve, shown).talk] == ["one"]
    assert isinstance(await eve.ask(LeaveLobby), Accepted)
    heard = len(eve.heard)
    await say(ann, "two")
    await settle(world, eve)
    assert len(eve.heard) == heard + 1
    assert picture(ann, await enter(ann)).people["Eve"].where is Where.ELSEWHERE


@in_virtual_time
async def test_what_is_said_survives() -> None:
    """After a new start the last lines are there, numbers go on, and a repeated command acts once."""
    store = FaultyStore()
    line = SayInLobby(10**15, "once")
    async with a_world(store) as world:
        ann = await world.guest("Ann")
        for number in range(KEPT + 3):
            await say(ann, f"line {number}")
            await world.wait(3)
        first = await ann.repeat(line)
        token = ann.token
    async with a_world(store) as world:
        ann = await world.guest(token=token)
        shown = await enter(ann)
        assert [line.number for line in shown.talk] == list(range(5, KEPT + 5))
        assert await ann.repeat(line) == first
        assert isinstance(await say(ann, "next"), Accepted)
        await settle(world, ann)
        assert picture(ann, shown).talk[-1].number == KEPT + 5


@in_virtual_time
async def test_talk_in_trouble() -> None:
    """What cannot be stored is refused and told to nobody; what was stored without our knowing it is told later."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, eve = await world.guest("Ann"), await world.guest("Eve")
        shown = await enter(eve)
        store.break_down()
        assert refusal(await say(ann, "lost")) is ErrorCode.SERVER_FAULT
        store.stores_anyway = True
        assert isinstance(await say(ann, "kept, but who knows"), Refused)
        store.mend()
        assert isinstance(await say(ann, "again"), Accepted)
        await settle(world, eve)
        assert [(line.number, line.text) for line in picture(eve, shown).talk] == [
            (1, "kept, but who knows"),
            (2, "again"),
        ]


@in_world
async def test_a_game_of_one_s_own_is_deleted_from_the_lobby(world: World) -> None:
    """It is in no list any more, whoever asks; a game of others stays as it is."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    shared = await ann.open()
    await ben.join(shared)
    await ann.begin()
    await ann.leave()
    own = await ann.open()
    await ann.begin()
    await ann.leave()
    shown = await enter(ann)
    assert {entry.table for entry in shown.tables if entry.yours} == {own, shared}
    await world.wait(5)
    refused = await ann.ask(lambda number: Resign(number, shared, alone=True))
    assert isinstance(refused, Refused)
    assert "another person has a seat" in refused.text
    gone = await ann.ask(lambda number: Resign(number, own, alone=True))
    assert isinstance(gone, Accepted)
    foreign = await ben.ask(lambda number: Resign(number, own, alone=True))
    assert isinstance(foreign, Refused)
    await settle(world, ann)
    assert list(picture(ann, shown).tables) == [shared]
    assert isinstance(await ann.join(own), Refused)


@in_world
async def test_who_only_looks_is_not_on_line(world: World) -> None:
    """A connection that a front opens for one command is shown to nobody."""
    eve = await world.guest("Eve")
    await enter(eve)
    looks = await world.guest("Ann", terms=passing(Passport(key=f"SHA256:{'a' * 43}", looks=True)))
    shown = await enter(looks)
    assert [person.name for person in shown.people] == ["Eve"]
    await settle(world, eve)
    assert not [each for each in news(eve) if each.online != 1]


@in_world
async def test_who_goes_at_once_is_not_shown_for_ever(world: World) -> None:
    """Someone who was seen by a reader on entering, before any news of them, is told to have gone."""
    ann, eve = await world.guest("Ann"), await world.guest("Eve")
    shown = await enter(eve)
    assert {person.name for person in shown.people} == {"Ann", "Eve"}
    await ann.hang_up()
    await settle(world, eve)
    assert set(picture(eve, shown).people) == {"Eve"}


@in_world
async def test_two_connections_are_one_person(world: World) -> None:
    """Someone with two connections is where there is most to do, and gone when both are."""
    eve, ann = await world.guest("Eve"), await world.guest("Ann")
    shown = await enter(eve)
    second = await world.back(ann)
    await enter(second)
    code = await ann.open()
    await settle(world, eve)
    kept = picture(eve, shown)
    assert (kept.people["Ann"], kept.online) == (Person("Ann", Where.TABLE, code), 2)
    await ann.hang_up()
    await settle(world, eve)
    assert picture(eve, shown).people["Ann"].where is Where.LOBBY
    await second.hang_up()
    await settle(world, eve)
    assert "Ann" not in picture(eve, shown).people


@in_virtual_time
async def test_a_damaged_line() -> None:
    """A store that holds what is no line is refused at the start, in words."""
    store = FaultyStore()
    await store.pin(1, b"\xc1", 10)
    with pytest.raises(StoreFault, match="a line of the lobby that cannot be read"):
        async with a_world(store):
            pass


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
    listed = lobby.listed("ann")
    assert len(listed) == LISTED
    assert [line.table for line in listed[:3]] == ["t5", f"t{3 * LISTED - 1}", f"t{3 * LISTED - 2}"]


def test_the_makers_of_tables() -> None:
    """The tables of a maker are counted, also when the maker has left, and found by the command that made them."""
    lobby = a_lobby()
    lobby.note(a_table(1, "ann"))
    lobby.note(replace(a_table(2, "ben"), maker="ann", led=(Cause("ann", 2, "OpenTable"),)))
    assert lobby.made_by_account("ann") == 2
    assert lobby.made_by_account("ben") == 0
    assert lobby.led_by_command(Cause("ann", 2, "OpenTable")) == "t2"
    assert lobby.led_by_command(Cause("ben", 2, "OpenTable")) is None
    assert len(lobby.listed("ann")) == 2


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
    store.execute("UPDATE logs SET length = 1, live = 0, filed = 1")
    draws += [bytes(16), bytes([1]) * 16]
    await store.compact(first)
    assert await lobby.fresh_code() != first


def test_whoever_is_in_a_hurry_is_led_to_the_fullest_table() -> None:
    """Tables to wait at are given by how many people wait there, by game, and only while there is a seat."""
    lobby = a_lobby()
    lobby.note(a_table(1, "ann"))
    lobby.note(replace(a_table(2, "ben", "cat"), chairs=(*a_table(2, "ben", "cat").chairs, None)))
    lobby.note(a_table(3, "dan", "eve"))
    wanted = QuickTable(1, a_table(1, "ann").setup)
    assert lobby.fitting("fay", wanted) == ["t2", "t1"]
    assert lobby.waits("t1", wanted)
    assert not lobby.waits("t3", wanted)
    assert not lobby.waits("t1", QuickTable(1, Setup("lots", 3)))
    assert lobby.waits("t1", QuickTable(1, Setup("chwech"), ("lots",)))
    for number in (1, 2):
        lobby.note(replace(a_table(number, "ann"), closed=True))
    assert lobby.fitting("fay", wanted) == []
    assert [*lobby.waiting()] == []


class Reader(Session):
    """A connection that keeps what it is told."""

    def __init__(self, account: Account) -> None:
        """Begin with nothing; there is no channel."""
        self.account = account
        self.told: list[FromServer] = []

    def say(self, *messages: FromServer) -> None:
        """Keep messages."""
        self.told += messages


class Crowd:
    """A lobby full of people."""

    def __init__(self, size: int) -> None:
        """Make a lobby for so many people."""
        services = HostServices({"lots": LOTS}, BOTS, CODEC, FaultyStore(), knowledge=KNOWLEDGE)
        self.lobby = TableDirectory(services)
        self.service = LobbyService(services, self.lobby, Blocks(services.store))
        self.readers = [Reader(Account(f"a{number}", f"Name {number}")) for number in range(size)]

    async def opened(self) -> Self:
        """Open the lobby, and let them all enter it."""
        await self.service.open()
        for number, reader in enumerate(self.readers):
            await self.service.handlers[EnterLobby].answer(reader, EnterLobby(number + 1))
            self.service.place(reader, "")
        return self

    def open_table(self, number: int) -> None:
        """Let one of them open a table, or change it."""
        chairs = (Chair(f"Name {number}", account=f"a{number}"), None)
        brief = Heading(f"t{number}", 0.0, Setup("lots", 2), TablePhase.GATHERING, chairs, "", f"a{number}")
        self.lobby.note(brief)

    def changes(self) -> list[LobbyChanged]:
        """Give all that was told since the last time."""
        told = [message for reader in self.readers for message in reader.told if isinstance(message, LobbyChanged)]
        for reader in self.readers:
            reader.told.clear()
        return told


async def pause() -> None:
    """Let what was gathered be told."""
    await asyncio.sleep(2 * GATHERING_SECONDS)


@in_virtual_time
async def test_a_change_is_worked_out_once_for_all() -> None:
    """Of 300 readers only those whom the tables concern get a message that is made for them."""
    crowd = await Crowd(300).opened()
    await pause()
    crowd.changes()
    for number in range(10):
        crowd.open_table(number)
    await pause()
    told = crowd.changes()
    assert len(told) == 300
    assert len({*map(id, told)}) == 11


@in_virtual_time
async def test_what_is_told_to_all_is_written_once() -> None:
    """The bytes of a message are those that were made for the reader before."""
    crowd = await Crowd(3).opened()
    await pause()
    crowd.changes()
    await crowd.service.handlers[SayInLobby].answer(crowd.readers[1], SayInLobby(1, "hello"))
    await pause()
    first, second, third = (CODEC.encode_server(message) for message in crowd.changes())
    assert first is second is third


@pytest.mark.no_cover
@in_virtual_time
async def test_the_picture_of_a_crowd_fits_into_a_frame() -> None:
    """With more people and tables than are shown, whoever enters gets one message, and the true number of people."""
    crowd = await Crowd(1200).opened()
    for number in range(400):
        crowd.open_table(number)
    await pause()
    crowd.changes()
    shown = await crowd.service.handlers[EnterLobby].answer(crowd.readers[0], EnterLobby(1))
    assert isinstance(shown, LobbyShown)
    assert (len(shown.people), len(shown.tables), shown.online) == (1000, 200, 1200)
    assert len(CODEC.encode_server(shown)) < 256 * 1024
