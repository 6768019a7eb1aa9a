"""Friends and invitations: what one sees of others, and what nobody can do by them."""

import pytest

from protocol.contacts import (
    MOST_CONTACTS,
    Contacts,
    Friend,
    Invited,
)
from protocol.errors import ErrorCode
from protocol.identity import Rename
from protocol.lobby import Where
from protocol.messages import Accepted, OpenTable
from protocol.setup import Arrangement, Setup
from server.host.limits import INVITATIONS_OF_ONE, INVITATIONS_OF_STRANGERS, INVITATIONS_TO_ONE
from server.host.terms import LOCAL
from server.storage.store import Account
from tests.server.host.contacts import answered, befriend, block, code, contacts, invitations, invite, listening
from tests.server.host.test_hall import enter
from tests.server.host.world import a_world
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_friends_are_listed_with_where_they_are() -> None:
    """Nobody is asked; one sees what the lobby shows of them, and those who are not online without a place."""
    async with a_world() as world:
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


@in_virtual_time
async def test_a_table_that_is_not_listed_is_not_told_to_friends() -> None:
    """A friend sees that somebody plays, and not where."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        await befriend(ann, "Ben")
        await ben.ask(lambda number: OpenTable(number, Setup("lots", 3), arrangement=Arrangement(listed=False)))
        assert (await contacts(ann)).friends == (Friend("Ben", Where.TABLE),)


@in_virtual_time
async def test_contacts_are_kept_by_account() -> None:
    """They last over a new start of the server and over another nickname."""
    async with a_world() as world:
        ann, ben, cat = [await world.guest(name) for name in ("Ann", "Ben", "Cat")]
        await befriend(ann, "Ben")
        await block(ann, "Cat")
        await ben.ask(lambda number: Rename(number, "Bob"))
        await cat.ask(lambda number: Rename(number, "Kat"))
        token = ann.token
        for guest in (ann, ben, cat):
            await guest.hang_up()
        world.forget()
        kept = await contacts(await world.guest(token=token))
        assert (kept.friends, kept.blocked) == ((Friend("Bob"),), ("Kat",))


@in_virtual_time
async def test_an_invitation_reaches_every_connection() -> None:
    """It names who invites and the table; a client that does not know invitations is told nothing."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await listening(world, "Ben")
        deaf = await world.back(ben)
        table = await ann.open()
        assert isinstance(await invite(ann, "BEN", table.upper()), Accepted)
        assert await invitations(ben) == [Invited("Ann", table)]
        assert await invitations(deaf) == []


@in_virtual_time
async def test_one_invites_to_a_table_of_ones_own() -> None:
    """A seat is needed there: neither a spectator nor a passer-by can send people anywhere."""
    async with a_world() as world:
        ann, ben, cat = await world.guest("Ann"), await listening(world, "Ben"), await world.guest("Cat")
        table = await ann.open()
        await cat.watch(table)
        assert code(await invite(cat, "Ben", table)) is ErrorCode.NOT_SEATED
        assert code(await invite(ann, "Ben", "no-such-table")) is ErrorCode.NOT_SEATED
        assert await invitations(ben) == []


@in_virtual_time
async def test_invitations_are_not_spam() -> None:
    """One account invites so many at once, and one person twice; of strangers together few get through."""
    async with a_world() as world:
        ben = await listening(world, "Ben")
        others = [await world.guest(f"Nia {number}") for number in range(7)]
        for stranger in others:
            table = await stranger.open()
            for _ in range(int(INVITATIONS_TO_ONE.at_once)):
                assert isinstance(await invite(stranger, "Ben", table), Accepted)
            assert code(await invite(stranger, "Ben", table)) is ErrorCode.TOO_MANY
        assert len(await invitations(ben)) == INVITATIONS_OF_STRANGERS.at_once
        eve = await world.guest("Eve")
        await befriend(ben, "Eve")
        table = await eve.open()
        await invite(eve, "Ben", table)
        assert (await invitations(ben))[-1] == Invited("Eve", table)
        answers = []
        for stranger in others:
            await world.wait(1)
            answers.append(await invite(eve, stranger.name, table))
        taken = [answer for answer in answers if isinstance(answer, Accepted)]
        assert len(taken) == INVITATIONS_OF_ONE.at_once - 1


@pytest.mark.parametrize("name", ["", " ", "\x1b[31m", "\u202e\u200b", "Nobody Here", "x" * 64])
@in_virtual_time
async def test_names_that_nobody_has(name: str) -> None:
    """What is no name, or not the name of anybody, is refused in words that do not repeat it."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        table = await ann.open()
        if name:
            answers = [await befriend(ann, name), await block(ann, name), await invite(ann, name, table)]
            assert {code(answer) for answer in answers} == {ErrorCode.UNKNOWN_PERSON}
        assert await contacts(ann) == Contacts(answered(ann))


@in_virtual_time
async def test_nobody_blocks_themselves() -> None:
    """One's own name is refused, however it is written, and one stays visible to oneself."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        for name in ("Ann", "ann", "\u0410nn", " Ann\x1b "):
            await world.wait(5)
            assert code(await block(ann, name)) is ErrorCode.INVALID_NAME
            assert code(await befriend(ann, name)) is ErrorCode.INVALID_NAME
        assert [person.name for person in (await enter(ann)).people] == ["Ann"]


@in_virtual_time
async def test_contacts_are_bounded() -> None:
    """An account has so many friends and no more; one fewer makes room."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        for number in range(MOST_CONTACTS + 1):
            await world.store.register(Account(f"n{number}", f"Nia {number}"), None)
        for number in range(MOST_CONTACTS):
            await world.wait(0.5)
            assert isinstance(await befriend(ann, f"Nia {number}"), Contacts)
        await world.wait(5)
        last = f"Nia {MOST_CONTACTS}"
        assert code(await befriend(ann, last)) is ErrorCode.TOO_MANY
        assert isinstance(await befriend(ann, "Nia 7", on=False), Contacts)
        assert isinstance(await befriend(ann, last), Contacts)


@in_virtual_time
async def test_the_owner_of_the_machine_has_nobody_to_follow() -> None:
    """Offline there is nobody else, and the list is empty."""
    async with a_world() as world:
        owner = await world.guest("Megan", terms=LOCAL)
        assert await contacts(owner) == Contacts(answered(owner))
        assert code(await befriend(owner, "Ann")) is ErrorCode.UNKNOWN_PERSON
