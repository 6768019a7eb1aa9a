"""Other nicknames: unique, seen by everybody at once, and not changed all the time."""

import pytest

from protocol.errors import ErrorCode
from protocol.identity import Rename, Renamed
from protocol.lobby import SayInLobby
from protocol.messages import Accepted, Refused, Seated
from server.host.accounts.desk import RENAMES
from server.host.limits import NAME_CELLS
from tests.server.host.test_hall import enter, picture, settle
from tests.server.host.world import Answer, Guest, a_world
from tests.server.virtual_time import in_virtual_time


async def rename(guest: Guest, name: str) -> Answer:
    """Ask for another name."""
    return await guest.ask(lambda number: Rename(number, name))


def refused(answer: Answer) -> ErrorCode:
    """Give the reason of a refusal."""
    assert isinstance(answer, Refused), answer
    return answer.code


@in_virtual_time
async def test_everybody_sees_the_new_name_and_the_old_one_is_free() -> None:
    """In the lobby, in the chat and on every connection of the account; whoever comes now may take the old one."""
    async with a_world() as world:
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


@in_virtual_time
async def test_the_name_is_kept() -> None:
    """Whoever comes back is called by it, also when the server was started anew."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        await rename(ann, "Bronwen")
        token = ann.token
        await ann.hang_up()
        world.forget()
        back = await world.guest(token=token)
        await enter(back)
        assert refused(await rename(await world.guest("Ann"), "bronwen")) is ErrorCode.INVALID_NAME


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\x1b",
        "\u202e\u200b",
        "EVE",
        "\u0415ve",
        "You",
        "chi",
        "Nia (bot)",
        "Nia (left)",
        "\u00b0Nia",
        "Nia [b\u0585t]",
        "host",
    ],
)
@in_virtual_time
async def test_a_name_that_does_not_do_is_refused(name: str) -> None:
    """Nothing visible, the name of somebody else however it is written, or what would pass for a bot's."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        await world.guest("Eve")
        shown = await enter(ann)
        for _ in range(2 * int(RENAMES.at_once)):
            assert refused(await rename(ann, name)) is ErrorCode.INVALID_NAME
            await world.wait(1)
        await settle(world, ann)
        assert set(picture(ann, shown).people) == {"Ann", "Eve"}


@in_virtual_time
async def test_a_hostile_name_is_cleaned() -> None:
    """Escapes and a length without end reach nobody."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        answer = await rename(ann, "Nia\x1b7\u202e" + "x" * 40)
        assert isinstance(answer, Renamed)
        assert answer.name.isprintable()
        assert len(answer.name) <= NAME_CELLS


@in_virtual_time
async def test_nobody_changes_names_all_the_time() -> None:
    """After some changes one waits; the present name costs nothing, nor does one that is refused."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        for number in range(int(RENAMES.at_once)):
            assert isinstance(await rename(ann, f"Ann {number}"), Renamed)
        last = f"Ann {int(RENAMES.at_once) - 1}"
        assert refused(await rename(ann, "Bronwen")) is ErrorCode.TOO_MANY
        assert isinstance(await rename(ann, last), Renamed)
        await world.wait(3601)
        assert isinstance(await rename(ann, "Bronwen"), Renamed)
        assert refused(await rename(ann, "Cerys")) is ErrorCode.TOO_MANY


@in_virtual_time
async def test_a_seat_keeps_its_name() -> None:
    """Who has sat down stays who they are at that table, and plays on there; the next table has the new name."""
    async with a_world() as world:
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
