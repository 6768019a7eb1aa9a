"""The running tables of a host."""

from tests.server.host.world import a_world
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_a_rating_is_shown_at_a_table_that_runs() -> None:
    """It makes none run."""
    async with a_world() as world:
        actors, rated = world.host._actors, list[str]()
        actors._rated("code")
        assert not actors.awake("code")
        actor = actors.of("code")
        actor.rated = lambda: rated.append(actor.code)  # type: ignore[method-assign]
        actors._rated("code")
        assert rated == ["code"]
