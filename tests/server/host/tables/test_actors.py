"""The running tables of a host: each is here or elsewhere, is run once, and is forgotten when it ends."""

from server.host.tables.actor import TableActor
from server.host.tables.running import Ended
from tests.server.cluster.tables.lines import settle
from tests.server.cluster.tables.nodes import Far, session
from tests.server.host.world import World, a_world
from tests.server.virtual_time import in_virtual_time


class Asked:
    """Decides where tables run, and keeps what it was asked."""

    def __init__(self, world: World) -> None:
        """Run tables near "there" at the node there, and all others here."""
        self.far = Far(world)
        self.asked: list[tuple[str, str]] = []

    def place(self, code: str, near: str, ended: Ended) -> object:
        """Return a table, or None to run it here."""
        self.asked.append((code, near))
        return self.far.node.run(code, ended) if near == "there" else None


@in_virtual_time
async def test_a_table_runs_where_it_is_wanted_first() -> None:
    """Whoever comes later finds it there, until it has ended; then it runs where the next one wants it."""
    async with a_world() as world:
        actors, asked = world.host.actors, Asked(world)
        actors.elsewhere = asked.place  # type: ignore[assignment]
        table = actors.of("code", "there")
        assert actors.of("code", "here") is table
        assert actors.of("code") is table
        assert actors.waiting() == (1, 0)
        assert actors.here() == ()
        await asked.far.lose()
        assert not actors.awake("code")
        again = actors.of("code")
        assert isinstance(again, TableActor)
        assert actors.here() == (again,)
        await again.lose(session("Ann"))
        await settle()
        assert not actors.awake("code")
        assert asked.asked == [("code", "there"), ("code", "")]


@in_virtual_time
async def test_a_rating_is_shown_at_a_table_that_runs() -> None:
    """It makes none run."""
    async with a_world() as world:
        actors, rated = world.host.actors, list[str]()
        actors._rated("code")
        assert not actors.awake("code")
        actor = actors.of("code")
        actor.rated = lambda: rated.append(actor.code)  # type: ignore[method-assign]
        actors._rated("code")
        assert rated == ["code"]


@in_virtual_time
async def test_players_who_may_be_reconnecting_lose_no_time() -> None:
    """From now on, as after the start of the server."""
    async with a_world() as world:
        await world.wait(1000)
        world.host.actors.disturb()
        assert world.host.actors._timing.began == world.now()
