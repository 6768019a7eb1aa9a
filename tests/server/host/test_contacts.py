"""Friends, blocks, invitations, and other nicknames."""

import pytest

from protocol.errors import ErrorCode
from protocol.lobby import LobbyChanged, SayInLobby, Where
from protocol.messages import INVITATIONS, Accepted, Begin, Happened, Ping, Refused, Seated, TableChanged
from protocol.people import (
    ASIDES,
    Contacts,
    Friend,
    Invite,
    Invited,
    ListContacts,
    Rename,
    Renamed,
    SaidTo,
    SayTo,
    SetBlocked,
    SetFriend,
)
from protocol.setup import Setup
from protocol.table import Overheard, Said, SayAtTable
from server.host.accounts import RENAMES
from server.host.limits import INVITATIONS_OF_ONE, INVITATIONS_OF_STRANGERS, INVITATIONS_TO_ONE, REMARKS
from tests.server.host.bearers import bearing, code_of, holding, use
from tests.server.host.test_lobby import enter, picture, say, settle
from tests.server.host.world import Answer, Guest, World, in_world, refusal


async def befriend(guest: Guest, name: str, *, on: bool = True) -> Answer:
    """Follow someone, or no longer."""
    return await guest.ask(lambda number: SetFriend(number, name, on))


async def block(guest: Guest, name: str, *, on: bool = True) -> Answer:
    """Block someone, or no longer."""
    return await guest.ask(lambda number: SetBlocked(number, name, on))


async def invite(guest: Guest, name: str, table: str) -> Answer:
    """Invite someone."""
    return await guest.ask(lambda number: Invite(number, name, table))


async def contacts(guest: Guest) -> Contacts:
    """Give the contacts of someone."""
    answer = await guest.ask(ListContacts)
    assert isinstance(answer, Contacts), answer
    return answer


async def listening(world: World, name: str) -> Guest:
    """Give someone whose client is told of invitations."""
    guest = await world.stranger()
    await guest.greet(name, "", INVITATIONS)
    return guest


async def invitations(guest: Guest) -> list[Invited]:
    """Give the invitations that someone was told by now."""
    await guest.ask(Ping)
    return [message for message in guest.heard if isinstance(message, Invited)]


def answered(guest: Guest) -> int:
    """Give the id of the last answer to someone."""
    return next(message.id for message in reversed(guest.heard) if isinstance(message, Contacts))


@in_world
async def test_friends_are_listed_with_where_they_are(world: World) -> None:
    """Nobody is asked; one sees what the lobby shows of them, and those who are not online without a place."""
    ann, ben, cat = [await world.guest(name) for name in ("Ann", "Ben", "Cat")]
    await befriend(ann, "ben")
    answer = await befriend(ann, "Cat")
    assert isinstance(answer, Contacts)
    assert [friend.name for friend in answer.friends] == ["Ben", "Cat"]
    table = await ben.open()
    await enter(cat)
    friends = (await contacts(ann)).friends
    assert friends == (Friend("Ben", Where.TABLE, table), Friend("Cat", Where.LOBBY))
    await cat.hang_up()
    assert (await contacts(ann)).friends[1] == Friend("Cat")
    assert await contacts(ben) == Contacts(answered(ben))
    answer = await befriend(ann, "Ben", on=False)
    assert isinstance(answer, Contacts)
    assert answer.friends == (Friend("Cat"),)


@in_world
async def test_an_invitation_reaches_every_connection(world: World) -> None:
    """It names who invites, the table, its game and its maker; a client that knows no invitations is told nothing."""
    ann, ben = await world.guest("Ann"), await listening(world, "Ben")
    deaf = await world.back(ben)
    table = await ann.open()
    assert isinstance(await invite(ann, "BEN", table.upper()), Accepted)
    assert await invitations(ben) == [Invited("Ann", table, "lots", "Ann")]
    assert await invitations(deaf) == []


@in_world
async def test_one_invites_to_a_table_of_ones_own(world: World) -> None:
    """A seat is needed there: neither a spectator nor a passer-by can send people anywhere."""
    ann, ben, cat = await world.guest("Ann"), await listening(world, "Ben"), await world.guest("Cat")
    table = await ann.open()
    await cat.watch(table)
    assert refusal(await invite(cat, "Ben", table)) is ErrorCode.NOT_SEATED
    assert refusal(await invite(ann, "Ben", "no-such-table")) is ErrorCode.NOT_SEATED
    assert await invitations(ben) == []


@in_world
async def test_invitations_are_not_spam(world: World) -> None:
    """One account invites so many at once, and one person twice; of strangers together few get through."""
    ben = await listening(world, "Ben")
    others = [await world.guest(f"Nia {number}") for number in range(7)]
    for stranger in others:
        table = await stranger.open()
        for _ in range(int(INVITATIONS_TO_ONE.at_once)):
            assert isinstance(await invite(stranger, "Ben", table), Accepted)
        assert refusal(await invite(stranger, "Ben", table)) is ErrorCode.TOO_MANY
    assert len(await invitations(ben)) == INVITATIONS_OF_STRANGERS.at_once
    eve = await world.guest("Eve")
    await befriend(ben, "Eve")
    table = await eve.open()
    await invite(eve, "Ben", table)
    assert (await invitations(ben))[-1] == Invited("Eve", table, "lots", "Eve")
    answers = []
    for stranger in others:
        await world.wait(1)
        answers.append(await invite(eve, stranger.name, table))
    taken = [answer for answer in answers if isinstance(answer, Accepted)]
    assert len(taken) == INVITATIONS_OF_ONE.at_once - 1


async def asides(guest: Guest) -> list[tuple[str, str, str]]:
    """Give what someone was told alone, or has said so, by now."""
    await guest.ask(Ping)
    return [(one.name, one.to, one.text) for one in guest.heard if isinstance(one, SaidTo)]


async def aside(guest: Guest, name: str, text: str = "psst") -> Answer:
    """Say something to one person."""
    return await guest.ask(lambda number: SayTo(number, name, text))


async def with_asides(world: World, name: str) -> Guest:
    """Give someone whose client is told what is said to them alone."""
    guest = await world.stranger()
    await guest.greet(name, "", ASIDES)
    return guest


@in_world
async def test_a_line_to_one_person_is_told_to_both_and_to_nobody_else(world: World) -> None:
    """It is cleaned; someone who is not there, is muted by haste or has no such name is told so."""
    ann, ben, cat = [await with_asides(world, name) for name in ("Ann", "Ben", "Cat")]
    assert isinstance(await aside(ann, "ben", "a\x1b\nword"), Accepted)
    said = ann.heard[-1]
    assert isinstance(said, Accepted)
    await ann.repeat(SayTo(said.id, "ben", "a\x1b\nword"))
    assert await asides(ann) == await asides(ben) == [("Ann", "Ben", "a word")]
    assert await asides(cat) == []
    await cat.hang_up()
    assert refusal(await aside(ann, "Cat")) is ErrorCode.NOT_NOW
    assert refusal(await aside(ann, "Nobody")) is ErrorCode.UNKNOWN_PERSON
    assert refusal(await aside(ann, "Ben", "\u200b")) is ErrorCode.INVALID_TEXT
    answers = [await aside(ann, "Ben") for _ in range(int(REMARKS.at_once))]
    assert refusal(answers[-1]) is ErrorCode.TOO_MANY


@in_world
async def test_nothing_is_said_aside_at_a_table_that_plays(world: World) -> None:
    """Before the game one may; while it is on neither players nor spectators can tell one another of cards."""
    ann, ben, eve = [await with_asides(world, name) for name in ("Ann", "Ben", "Eve")]
    table = await ann.open()
    await ben.join(table)
    assert isinstance(await aside(ann, "Ben"), Accepted)
    await ann.ask(Begin)
    await eve.watch(table)
    for one, other in ((ann, "Ben"), (ann, "Eve"), (eve, "Ben")):
        assert refusal(await aside(one, other)) is ErrorCode.NOT_NOW
    await ben.hang_up()
    far = await world.back(ben)
    assert refusal(await aside(far, "Ann")) is ErrorCode.NOT_NOW


@in_world
async def test_nobody_learns_from_a_line_that_they_are_blocked(world: World) -> None:
    """In the lobby the other seems not to be online; at a table, where both see each other, to have heard it."""
    ann, ben = [await with_asides(world, name) for name in ("Ann", "Ben")]
    gone = await with_asides(world, "Cat")
    await gone.hang_up()
    await block(ben, "Ann")
    blocked, offline = await aside(ann, "Ben"), await aside(ann, "Cat")
    assert isinstance(blocked, Refused)
    assert isinstance(offline, Refused)
    assert (blocked.code, blocked.text.replace("Ben", "Cat")) == (offline.code, offline.text)
    table = await ann.open()
    await ben.join(table)
    assert isinstance(await aside(ann, "Ben"), Accepted)
    assert (await asides(ann), await asides(ben)) == ([("Ann", "Ben", "psst")], [])


@pytest.mark.parametrize("name", ["", " ", "\x1b[31m", "\u202e\u200b", "Nobody Here", "x" * 64])
@in_world
async def test_names_that_nobody_has(world: World, name: str) -> None:
    """What is no name, or not the name of anybody, is refused in words that do not repeat it."""
    ann = await world.guest("Ann")
    table = await ann.open()
    if name:
        answers = [await befriend(ann, name), await block(ann, name), await invite(ann, name, table)]
        assert {refusal(answer) for answer in answers} == {ErrorCode.UNKNOWN_PERSON}
    assert await contacts(ann) == Contacts(answered(ann))


@in_world
async def test_a_block_hides_both_in_the_lobby(world: World) -> None:
    """Neither is online to the other, in the list or in the number, at once and for whoever comes in later."""
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


@in_world
async def test_a_blocked_person_sees_nobody_come_move_or_go(world: World) -> None:
    """What the blocker does changes nothing that the other is told, also under another name."""
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


@in_world
async def test_a_block_is_silent_both_ways_in_the_chat(world: World) -> None:
    """Neither hears the other, in old lines and new ones, whatever they are called; everyone else hears both."""
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
    assert isinstance(await guest.ask(lambda number: SayAtTable(number, text)), Accepted)


def said(guest: Guest) -> list[str]:
    """Give what someone has heard at tables."""
    happened = [message.event for message in guest.heard if isinstance(message, Happened)]
    return [event.text for event in happened if isinstance(event, Said)]


@in_world
async def test_a_block_is_silent_both_ways_at_a_table(world: World) -> None:
    """In place of words the other is told the state alone, so that no number is missed; both can go on to play."""
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
        m.seq if isinstance(m, Happened) else m.view.seq for m in ben.heard if isinstance(m, Happened | TableChanged)
    ]
    assert seqs == sorted(seqs)
    back = await world.back(ben)
    answer = await back.join(table)
    assert isinstance(answer, Seated)
    assert [line.text for line in answer.lately if isinstance(line, Said)] == ["from ben"]


@in_world
async def test_blocked_spectators_do_not_hear_each_other(world: World) -> None:
    """What is said among spectators goes to all others of them."""
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


@in_world
async def test_nobody_learns_of_a_block(world: World) -> None:
    """Whoever is blocked can follow and invite the other as before, and sees what anybody not online would give."""
    ann, ben = await listening(world, "Ann"), await world.guest("Ben")
    await befriend(ben, "Ann")
    await block(ann, "Ben")
    assert (await contacts(ben)).friends == (Friend("Ann"),)
    assert isinstance(await befriend(ben, "Ann"), Contacts)
    table = await ben.open()
    assert isinstance(await invite(ben, "Ann", table), Accepted)
    assert await invitations(ann) == []
    assert (await contacts(ben)).blocked == ()


@in_world
async def test_blocks_of_both_end_separately(world: World) -> None:
    """Where both block, one who unblocks sees nothing yet."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    await block(ann, "Ben")
    await block(ben, "Ann")
    await block(ann, "Ben", on=False)
    assert [person.name for person in (await enter(ann)).people] == ["Ann"]
    await befriend(ben, "Ann")
    assert {person.name for person in (await enter(ann)).people} == {"Ann", "Ben"}


@in_world
async def test_whoever_gets_an_account_by_a_code_is_hidden_at_once(world: World) -> None:
    """A connection that comes to an account later sees and is seen as that account is."""
    ann = await world.guest("Ann", terms=bearing("ann"))
    ben = await world.guest("Ben", terms=bearing("ben"))
    await block(ann, "Ben")
    reader = await world.guest(terms=bearing("phone", looks=True))
    await use(reader, await code_of(ann))
    assert {person.name for person in (await enter(reader)).people} == {"Ann"}
    assert [person.name for person in (await enter(ben)).people] == ["Ben"]


@in_world
async def test_a_block_holds_though_its_asker_is_gone(world: World) -> None:
    """What is stored is in force, even where the connection that asked for it ends before the answer."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    again = await world.back(ann)
    await ann.channel.send(SetBlocked(10**15, "Ben"))
    await ann.hang_up()
    await world.wait(1)
    assert [person.name for person in (await enter(again)).people] == ["Ann"]
    assert [person.name for person in (await enter(ben)).people] == ["Ben"]


@in_world
async def test_a_guest_who_is_known_again_stays_hidden(world: World) -> None:
    """A guest who returns with the same ticket, while the account still exists, is blocked as before."""
    ann = await world.guest("Ann", terms=bearing("ann"))
    gil = await world.guest("Gil", terms=holding("t"))
    again = await world.guest("Gil", terms=holding("t"))
    await block(ann, "Gil")
    await gil.hang_up()
    assert [person.name for person in (await enter(ann)).people] == ["Ann"]
    assert [person.name for person in (await enter(again)).people] == ["Gil"]


async def rename(guest: Guest, name: str) -> Answer:
    """Ask for another name."""
    return await guest.ask(lambda number: Rename(number, name))


@in_world
async def test_everybody_sees_the_new_name_and_the_old_one_is_free(world: World) -> None:
    """In the lobby, in the chat and on every connection of the account; whoever comes now may take the old one."""
    ann, eve = await world.guest("Ann"), await world.guest("Eve")
    again = await world.back(ann)
    shown = await enter(eve)
    answer = await rename(ann, "Bronwen")
    assert isinstance(answer, Renamed)
    assert answer.name == "Bronwen"
    assert isinstance(await again.ask(lambda number: SayInLobby(number, "hello")), Accepted)
    await settle(world, eve)
    kept = picture(eve, shown)
    assert set(kept.people) == {"Bronwen", "Eve"}
    assert [line.name for line in kept.talk] == ["Bronwen"]
    assert kept.same_as(await enter(eve))
    other = await world.guest("Ann")
    await settle(world, eve)
    assert set(picture(eve, shown).people) == {"Ann", "Bronwen", "Eve"}
    assert isinstance(await rename(other, "Cerys"), Renamed)


@in_world
async def test_the_name_is_kept(world: World) -> None:
    """Whoever comes back is called by it, also when the server was started anew."""
    ann = await world.guest("Ann")
    await rename(ann, "Bronwen")
    token = ann.token
    await ann.hang_up()
    world.forget()
    back = await world.guest(token=token)
    await enter(back)
    assert refusal(await rename(await world.guest("Ann"), "bronwen")) is ErrorCode.INVALID_NAME


@in_world
async def test_nobody_changes_names_all_the_time(world: World) -> None:
    """After some changes one waits; the present name costs nothing, nor does one that is refused."""
    ann = await world.guest("Ann")
    for number in range(int(RENAMES.at_once)):
        assert isinstance(await rename(ann, f"Ann {number}"), Renamed)
    last = f"Ann {int(RENAMES.at_once) - 1}"
    assert refusal(await rename(ann, "Bronwen")) is ErrorCode.TOO_MANY
    assert isinstance(await rename(ann, last), Renamed)
    await world.wait(3601)
    assert isinstance(await rename(ann, "Bronwen"), Renamed)
    assert refusal(await rename(ann, "Cerys")) is ErrorCode.TOO_MANY


@in_world
async def test_a_seat_keeps_its_name(world: World) -> None:
    """Who has sat down stays who they are at that table, and plays on there; the next table has the new name."""
    ann = await world.guest("Ann")
    first = await ann.open()
    await ann.begin()
    await rename(ann, "Bronwen")
    await ann.until_my_turn()
    assert isinstance(await ann.bid(), Accepted)
    await ann.leave()
    assert isinstance(await ann.join(first), Seated)
    assert ann.view.viewer == 0
    assert ann.view.seats[0] is not None
    assert ann.view.seats[0].name == "Ann"
    await ann.leave()
    await ann.open()
    assert ann.view.seats[0] is not None
    assert ann.view.seats[0].name == "Bronwen"
