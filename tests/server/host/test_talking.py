"""What people say at a table, as they hear it over their connections."""

from pathlib import Path

from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.messages import Accepted, Happened, Hello, OpenTable, Ping, Refused, Seated, TableChanged
from protocol.setup import Arrangement, Delay, Setup
from protocol.talk import PHRASES, Overheard, Said, Say, SayPhrase
from server.host.limits import REMARKS
from server.host.terms import LOCAL
from tests.server.host.world import Guest, World, a_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


async def say(guest: Guest, text: str) -> object:
    """Let somebody say something."""
    return await guest.ask(lambda number: Say(number, text))


def said(guest: Guest) -> list[Said]:
    """Give what somebody has heard at the table."""
    events = [message.event for message in guest.heard if isinstance(message, Happened)]
    return [event for event in events if isinstance(event, Said)]


def overheard(guest: Guest) -> list[tuple[int, str, str]]:
    """Give what somebody who watches has heard from their like."""
    lines = [line for message in guest.heard if isinstance(message, Overheard) for line in message.lines]
    return [(line.number, line.name, line.text) for line in lines]


async def four_at_a_table(world: World) -> tuple[Guest, Guest, Guest, Guest, str]:
    """Give two who play with a bot, two who watch, and the code."""
    ann, ben, eve, fay = [await world.guest(name) for name in ("Ann", "Ben", "Eve", "Fay")]
    code = await ann.open(Setup("lots", 3, {"deals": 1}), pace=10)
    await ben.join(code)
    await eve.watch(code)
    await fay.watch(code)
    await ann.begin()
    await ann.until_my_turn()
    return ann, ben, eve, fay, code


@in_virtual_time
async def test_players_are_heard_by_all() -> None:
    """What a player says reaches everybody at the table as an event, cleaned, with the words of a phrase."""
    async with a_world() as world:
        ann, ben, eve, _, _ = await four_at_a_table(world)
        assert isinstance(await say(ann, "  well\x1b[2J \u202eplayed "), Accepted)
        answer = await ben.ask(lambda number: SayPhrase(number, 1))
        assert isinstance(answer, Accepted)
        for guest in (ann, ben, eve):
            await guest.until(lambda view: view.seq == answer.seq)
            assert said(guest) == [Said("Ann", "well[2J played", Seat(0)), Said("Ben", PHRASES[1], Seat(1), 1)]


@in_virtual_time
async def test_talk_is_not_lost() -> None:
    """Who comes back is told what was said meanwhile, also by a server that was started again."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben, eve, fay, code = await four_at_a_table(world)
        await say(eve, "one")
        seen = ben.view.seq
        await ben.hang_up()
        await fay.hang_up()
        await say(ann, "hello?")
        await say(eve, "two")
        tokens = [guest.token for guest in (ben, fay)]
    async with a_world(store) as world:
        ben, fay = [await world.guest(token=token) for token in tokens]
        assert isinstance(await ben.join(code, seq=seen), Seated)
        assert said(ben) == [Said("Ann", "hello?", Seat(0))]
        assert isinstance(await fay.watch(code, seq=seen), Seated)
        assert said(fay) == [Said("Ann", "hello?", Seat(0))]
        await say(fay, "three")
        assert overheard(fay) == [(1, "Eve", "one"), (2, "Eve", "two"), (3, "Fay", "three")]
        assert not overheard(ben)


@in_virtual_time
async def test_what_cannot_be_said() -> None:
    """Nothing, a phrase that is not there, and anything at no table are refused in words that say what is right."""
    async with a_world() as world:
        ann, _, eve, _, _ = await four_at_a_table(world)
        blank = await say(ann, "\u200b \x07")
        wrong = await eve.ask(lambda number: SayPhrase(number, len(PHRASES)))
        assert isinstance(blank, Refused)
        assert isinstance(wrong, Refused)
        assert {blank.code, wrong.code} == {ErrorCode.INVALID_TEXT}
        assert f"from 0 to {len(PHRASES) - 1}" in wrong.text
        guy = await world.guest("Guy")
        answer = await say(guy, "hello")
        assert isinstance(answer, Refused)
        assert answer.code is ErrorCode.NOT_SEATED


@in_virtual_time
async def test_nobody_talks_without_end() -> None:
    """An account that says too much is refused for a while, also by a new connection; on one's own machine none is."""
    async with a_world() as world:
        ann, _, _, _, code = await four_at_a_table(world)
        answers = [await say(ann, "ha") for _ in range(int(REMARKS.at_once) + 1)]
        assert [type(answer) for answer in answers] == [Accepted] * int(REMARKS.at_once) + [Refused]
        again = await world.back(ann)
        await again.join(code)
        assert isinstance(await say(again, "ha"), Refused)
        await world.wait(1.1 / REMARKS.per_second)
        assert isinstance(await say(again, "ha"), Accepted)
    async with a_world() as world:
        own = await world.guest("Ann", terms=LOCAL)
        await own.open()
        assert {type(await say(own, "ha")) for _ in range(3 * int(REMARKS.at_once))} == {Accepted}


@in_virtual_time
async def test_a_new_person_must_have_a_name_to_speak() -> None:
    """The first word of a connection is its greeting."""
    async with a_world() as world:
        stranger = await world.stranger()
        await stranger.channel.send(Hello((1, 1), "test", "Guy"))
        await stranger.hear()
        assert isinstance(await say(stranger, "hello"), Refused)


@in_virtual_time
async def test_whoever_looks_on_is_shown() -> None:
    """Everybody sees the names of those who watch, as they come and go."""
    async with a_world() as world:
        ann, _, eve, fay, _ = await four_at_a_table(world)
        await eve.ask(Ping)
        assert eve.view.watchers == ("Eve", "Fay")
        await fay.hang_up()
        await ann.until(lambda view: view.watchers == ("Eve",))
        assert isinstance(ann.heard[-1], TableChanged)


def test_the_phrases_are_those_of_the_document() -> None:
    """Whoever writes a client finds every phrase with its number in the document of the protocol."""
    text = " ".join((Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8").split())
    assert [words for number, words in enumerate(PHRASES) if f"{number} *{words}*" not in text] == []


@in_virtual_time
async def test_whoever_comes_by_another_device_reads_on() -> None:
    """A client that has heard nothing yet is told the last lines, by a new server too; nobody is told twice."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben, eve, _, code = await four_at_a_table(world)
        await say(ann, "one")
        await say(eve, "among ourselves")
        await say(ben, "two")
        line = [Said("Ann", "one", Seat(0)), Said("Ben", "two", Seat(1))]
        seen = ann.view.seq
        watcher = await (await world.guest("Guy")).watch(code)
        assert isinstance(watcher, Seated)
        assert list(watcher.talk) == line
    async with a_world(store) as world:
        again = await world.back(ann)
        answer = await again.join(code)
        assert isinstance(answer, Seated)
        assert list(answer.talk) == line
        twice = await again.join(code)
        assert isinstance(twice, Seated)
        assert twice.talk == ()
        other = await (await world.back(ben)).join(code, seq=seen)
        assert isinstance(other, Seated)
        assert other.talk == ()


@in_virtual_time
async def test_what_was_said_is_told_as_late_as_everything() -> None:
    """Who begins to watch a table with a delay reads nothing that was said since what they see."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        setup, arrangement = Setup("lots", 3, {"deals": 2}), Arrangement(delay=Delay.DEAL)
        made = await ann.ask(lambda number: OpenTable(number, setup, arrangement=arrangement))
        assert isinstance(made, Seated)
        await ben.join(made.view.table)
        await say(ann, "before the game")
        await ann.begin()
        await ann.until_my_turn()
        await say(ann, "I have the high lot")
        eve = await world.guest("Eve")
        seen = await eve.watch(made.view.table)
        assert isinstance(seen, Seated)
        assert [event.text for event in seen.talk] == ["before the game"]
