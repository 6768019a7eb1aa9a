"""How somebody has played, as it is asked for over a connection."""

from msgspec.structs import replace

from protocol.archive import ReadStatistics, Statistics
from protocol.errors import ErrorCode
from protocol.messages import Refused
from server.host.limits import COMMANDS, HEAVY_COST
from server.host.terms import Passport, passing
from tests.server.host.test_archivist import play_a_game
from tests.server.host.world import Guest, a_world
from tests.server.virtual_time import in_virtual_time


async def statistics(guest: Guest, name: str = "") -> object:
    """Ask how somebody has played."""
    return await guest.ask(lambda number: ReadStatistics(number, name))


@in_virtual_time
async def test_statistics_come_from_the_archive() -> None:
    """After a game it counts for who has played it, for everybody who asks."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        before = await statistics(ann)
        assert isinstance(before, Statistics)
        assert (before.name, before.games) == ("Ann", 0)
        await play_a_game(ann)
        await world.wait(5)
        (entry,) = await ann.games()
        assert entry.seat is not None
        mine, told = await statistics(ann), await statistics(ben, "aNN")
        assert isinstance(mine, Statistics)
        assert isinstance(told, Statistics)
        assert (mine.name, mine.games, mine.deals, mine.points) == ("Ann", 1, 1, entry.totals[entry.seat])
        assert mine.wins == (entry.totals[entry.seat] == max(entry.totals))
        assert told == replace(mine, id=told.id)
        assert (told.game, told.counted, told.count, told.exact) == ("lots", "tricks", 0, 0)


@in_virtual_time
async def test_statistics_of_nobody() -> None:
    """A name that nobody has is refused, as is somebody without a name who asks for their own."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        answers = [await statistics(ann, "Nobody\x1b")]
        looks = await world.guest(terms=passing(Passport(key=f"SHA256:{'b' * 43}", looks=True)))
        answers.append(await statistics(looks))
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        assert [answer.code for answer in refused] == [ErrorCode.UNKNOWN_PERSON] * 2
        assert refused[0].text.startswith("nobody here is called 'Nobody'")


@in_virtual_time
async def test_statistics_have_a_price() -> None:
    """Much may have to be read for them, so they cannot be asked for often."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        answers = [await statistics(ann) for _ in range(int(COMMANDS.at_once / HEAVY_COST) + 1)]
        assert isinstance(answers[-1], Refused)
        assert answers[-1].code is ErrorCode.TOO_MANY
