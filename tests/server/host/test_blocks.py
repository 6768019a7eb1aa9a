"""Blocks: silent and invisible both ways, of the account and not of the name, and nothing that anybody learns of."""

from protocol.contacts import (
    Contacts,
    Friend,
    SetBlocked,
)
from protocol.identity import Rename
from protocol.lobby import LobbyChanged
from protocol.messages import Accepted, Happened, Ping, Seated, TableChanged
from protocol.setup import Setup
from protocol.talk import Overheard, Said, Say
from tests.server.host.bearers import GUEST, bearing, code_of, holding, use
from tests.server.host.contacts import befriend, block, contacts, invitations, invite, listening
from tests.server.host.test_hall import enter, picture, say, settle
from tests.server.host.world import Guest, a_world
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_a_block_hides_both_in_the_lobby() -> None:
    """Neither is online to the other, in the list or in the number, at once and for whoever comes in later."""
    async with a_world() as world:
        ann, ben, cat = [await world.guest(name) for name in ("Ann", "Ben", "Cat")]
        shown = {guest.name: await enter(guest) for guest in (ann, ben, cat)}
        await settle(world, ann, ben, cat)
        await block(ann, "Ben")
        await settle(world, ann, ben, cat)
        seen = {guest.name: picture(guest, shown[guest.name]) for guest in (ann, ben, cat)}
        assert {name: sorted(kept.people) for name, kept in seen.items()} == {
            "Ann": ["Ann", "Cat"],
            "Ben": ["Ben", "Cat"],
            "Cat": ["Ann", "Ben", "Cat"],
        }
        assert [kept.online for kept in seen.values()] == [2, 2, 3]
        for guest in (ann, ben):
            assert seen[guest.name].same_as(await enter(guest))
        await block(ann, "Ben", on=False)
        await settle(world, ann, ben)
        for guest in (ann, ben):
            assert sorted(picture(guest, shown[guest.name]).people) == ["Ann", "Ben", "Cat"]
            assert picture(guest, shown[guest.name]).same_as(await enter(guest))


@in_virtual_time
async def test_a_blocked_person_sees_nobody_come_move_or_go() -> None:
    """What the blocker does changes nothing that the other is told, also under another name."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        await block(ann, "Ben")
        shown = await enter(ben)
        await enter(ann)
        await ann.ask(lambda number: Rename(number, "Anna"))
        await settle(world, ben)
        await ann.open()
        again = await world.back(ann)
        await settle(world, ben)
        for guest in (ann, again):
            await guest.hang_up()
        await settle(world, ben)
        told = [message for message in ben.heard if isinstance(message, LobbyChanged)]
        names = {name for message in told for name in (*(person.name for person in message.people), *message.left)}
        assert names <= {"Ben"}
        assert {message.online for message in told} == {1}
        assert set(picture(ben, shown).people) == {"Ben"}
        assert picture(ben, shown).online == 1


@in_virtual_time
async def test_a_block_is_silent_both_ways_in_the_chat() -> None:
    """Neither hears the other, in old lines and new ones, whatever they are called; everybody else hears both."""
    async with a_world() as world:
        ann, ben, cat = [await world.guest(name) for name in ("Ann", "Ben", "Cat")]
        await say(ben, "before")
        await block(ann, "Ben")
        shown = {guest.name: await enter(guest) for guest in (ann, ben, cat)}
        await say(ann, "from ann")
        await ben.ask(lambda number: Rename(number, "Bob"))
        await say(ben, "from bob")
        await say(cat, "from cat")
        await settle(world, ann, ben, cat)
        talk = {
            guest: [line.text for line in picture(guest, shown[name]).talk]
            for name, guest in (("Ann", ann), ("Ben", ben), ("Cat", cat))
        }
        assert talk[ann] == ["from ann", "from cat"]
        assert talk[ben] == ["before", "from bob", "from cat"]
        assert talk[cat] == ["before", "from ann", "from bob", "from cat"]
        assert [line.text for line in (await enter(ann)).talk] == ["from ann", "from cat"]


async def speak(guest: Guest, text: str) -> None:
    """Say something at the table."""
    assert isinstance(await guest.ask(lambda number: Say(number, text)), Accepted)


def said(guest: Guest) -> list[str]:
    """Give what somebody has heard at tables."""
    happened = [message.event for message in guest.heard if isinstance(message, Happened)]
    return [event.text for event in happened if isinstance(event, Said)]


@in_virtual_time
async def test_a_block_is_silent_both_ways_at_a_table() -> None:
    """In place of words the other is told the state alone, so that no number is missed; both can go on to play."""
    async with a_world() as world:
        ann, ben, cat = [await world.guest(name) for name in ("Ann", "Ben", "Cat")]
        table = await ann.open()
        await ben.join(table)
        await cat.watch(table)
        await block(ben, "Ann")
        await block(ben, "Cat")
        await ann.ask(lambda number: Rename(number, "Anna"))
        await speak(ann, "from anna")
        await speak(ben, "from ben")
        await speak(cat, "from cat")
        for guest in (ann, ben, cat):
            await guest.ask(Ping)
        assert said(ann) == ["from anna", "from cat"]
        assert said(ben) == ["from ben"]
        assert said(cat) == ["from anna", "from cat"]
        seqs = [
            m.seq if isinstance(m, Happened) else m.view.seq
            for m in ben.heard
            if isinstance(m, Happened | TableChanged)
        ]
        assert seqs == sorted(seqs)
        back = await world.back(ben)
        answer = await back.join(table)
        assert isinstance(answer, Seated)
        assert [line.text for line in answer.talk] == ["from ben"]


@in_virtual_time
async def test_blocked_spectators_do_not_hear_each_other() -> None:
    """What is said among spectators goes to all others of them."""
    async with a_world() as world:
        ann, ben, cat, dan = [await world.guest(name) for name in ("Ann", "Ben", "Cat", "Dan")]
        table = await ann.open(Setup("lots", 2), bots=("plain",))
        await ann.begin()
        for guest in (ben, cat, dan):
            await guest.watch(table)
        await block(ben, "Cat")
        await speak(cat, "from cat")
        await speak(dan, "from dan")
        for guest in (ben, dan):
            await guest.ask(Ping)
        heard = {
            guest: [line.text for message in guest.heard if isinstance(message, Overheard) for line in message.lines]
            for guest in (ben, dan)
        }
        assert heard == {ben: ["from dan"], dan: ["from cat", "from dan"]}


@in_virtual_time
async def test_nobody_learns_of_a_block() -> None:
    """Whoever is blocked can follow and invite the other as before, and sees what anybody not online would give."""
    async with a_world() as world:
        ann, ben = await listening(world, "Ann"), await world.guest("Ben")
        await befriend(ben, "Ann")
        await block(ann, "Ben")
        assert (await contacts(ben)).friends == (Friend("Ann"),)
        assert isinstance(await befriend(ben, "Ann"), Contacts)
        table = await ben.open()
        assert isinstance(await invite(ben, "Ann", table), Accepted)
        assert await invitations(ann) == []
        assert (await contacts(ben)).blocked == ()


@in_virtual_time
async def test_blocks_of_both_end_separately() -> None:
    """Where both block, one who unblocks sees nothing yet."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        await block(ann, "Ben")
        await block(ben, "Ann")
        await block(ann, "Ben", on=False)
        assert [person.name for person in (await enter(ann)).people] == ["Ann"]
        await befriend(ben, "Ann")
        assert {person.name for person in (await enter(ann)).people} == {"Ann", "Ben"}


@in_virtual_time
async def test_guests_have_contacts_for_their_visit() -> None:
    """A guest can block and be blocked; when they have gone, nothing of it is left."""
    async with a_world() as world:
        ann, gil = await world.guest("Ann", terms=bearing("ann")), await world.guest("Gil", terms=GUEST)
        await block(gil, "Ann")
        await befriend(ann, "Gil")
        assert (await contacts(ann)).friends == (Friend("Gil"),)
        assert [person.name for person in (await enter(ann)).people] == ["Ann"]
        await gil.hang_up()
        await world.wait(1)
        assert (await contacts(ann)).friends == ()
        await world.guest("Gil", terms=GUEST)
        assert {person.name for person in (await enter(ann)).people} == {"Ann", "Gil"}


@in_virtual_time
async def test_whoever_gets_an_account_by_a_code_is_hidden_at_once() -> None:
    """A connection that comes to an account later sees and is seen as that account is."""
    async with a_world() as world:
        ann = await world.guest("Ann", terms=bearing("ann"))
        ben = await world.guest("Ben", terms=bearing("ben"))
        await block(ann, "Ben")
        reader = await world.guest(terms=bearing("phone", looks=True))
        await use(reader, await code_of(ann))
        assert {person.name for person in (await enter(reader)).people} == {"Ann"}
        assert [person.name for person in (await enter(ben)).people] == ["Ben"]


@in_virtual_time
async def test_a_block_holds_though_its_asker_is_gone() -> None:
    """What is stored is in force, even where the connection that asked for it ends before the answer."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        again = await world.back(ann)
        await ann.channel.send(SetBlocked(10**15, "Ben"))
        await ann.hang_up()
        await world.wait(1)
        assert [person.name for person in (await enter(again)).people] == ["Ann"]
        assert [person.name for person in (await enter(ben)).people] == ["Ben"]


@in_virtual_time
async def test_a_guest_who_is_known_again_stays_hidden() -> None:
    """A guest who returns with the same ticket, while the account still exists, is blocked as before."""
    async with a_world() as world:
        ann = await world.guest("Ann", terms=bearing("ann"))
        gil = await world.guest("Gil", terms=holding("t"))
        again = await world.guest("Gil", terms=holding("t"))
        await block(ann, "Gil")
        await gil.hang_up()
        assert [person.name for person in (await enter(ann)).people] == ["Ann"]
        assert [person.name for person in (await enter(again)).people] == ["Gil"]
