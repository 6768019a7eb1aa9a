"""Settings: kept for an account and for its keys, and given back with the greeting."""

from protocol.errors import ErrorCode
from protocol.messages import Goodbye, Refused, Welcome
from protocol.settings import MOST_SETTINGS, KeepSettings, SettingsKept
from server.host.terms import LOCAL
from tests.server.host.bearers import GUEST, bearing
from tests.server.host.test_keys import ANN, with_two_keys
from tests.server.host.world import Guest, a_world
from tests.server.virtual_time import in_virtual_time

NEW = bearing("new")


def welcomed(guest: Guest) -> dict[str, str]:
    """Give the settings of a greeting."""
    return next(message.settings for message in guest.heard if isinstance(message, Welcome))


async def keep(guest: Guest, account: dict[str, str], device: dict[str, str]) -> dict[str, str] | ErrorCode:
    """Keep settings, and give all of them or why not."""
    answer = await guest.ask(lambda number: KeepSettings(number, account, device))
    if isinstance(answer, Refused):
        return answer.code
    assert isinstance(answer, SettingsKept)
    return answer.settings


@in_virtual_time
async def test_settings_come_with_the_greeting() -> None:
    """Those of the account come with every key, those of a key with it alone; nobody else gets them."""
    async with a_world() as world:
        ann = await with_two_keys(world)
        await world.wait(5)
        both = {"order": "rank", "theme": "light"}
        assert await keep(ann, {"order": "rank"}, {"theme": "light"}) == both
        assert welcomed(await world.guest(terms=ANN)) == both
        assert welcomed(await world.guest(terms=NEW)) == {"order": "rank"}
        assert welcomed(await world.guest("Ben", terms=bearing("ben"))) == {}


@in_virtual_time
async def test_the_owner_of_the_machine_keeps_settings() -> None:
    """Offline there is no key: everything is the account's."""
    async with a_world() as world:
        owner = await world.guest("Megan", terms=LOCAL)
        assert await keep(owner, {"order": "rank"}, {"theme": "light"}) == {"order": "rank", "theme": "light"}
        assert welcomed(await world.guest("Megan", terms=LOCAL)) == {"order": "rank", "theme": "light"}


@in_virtual_time
async def test_a_guest_keeps_settings_for_the_visit() -> None:
    """The settings of a guest are gone with the account."""
    async with a_world() as world:
        guest = await world.guest("Gil", terms=GUEST)
        assert await keep(guest, {"order": "rank"}, {}) == {"order": "rank"}
        await guest.hang_up()
        await world.wait(1)
        assert welcomed(await world.guest("Gil", terms=GUEST)) == {}


@in_virtual_time
async def test_who_has_no_account_keeps_nothing() -> None:
    """A reader without an account is asked for a name first."""
    async with a_world() as world:
        reader = await world.guest(terms=bearing("new", looks=True))
        assert await keep(reader, {"order": "rank"}, {}) is ErrorCode.NAME_NEEDED


@in_virtual_time
async def test_settings_are_bounded() -> None:
    """An account does not keep more settings than the protocol allows, however they come."""
    async with a_world() as world:
        owner = await world.guest("Megan", terms=LOCAL)
        full = {f"name {number}": "x" for number in range(MOST_SETTINGS)}
        assert await keep(owner, full, {}) == full
        assert await keep(owner, {"one more": "x"}, {}) is ErrorCode.TOO_MANY
        left = {*full, "one more"} - {"name 1"}
        assert await keep(owner, {"name 1": ""}, {"one more": "x"}) == dict.fromkeys(left, "x")


@in_virtual_time
async def test_a_store_that_fails_lets_nobody_in() -> None:
    """Who cannot be given their settings is asked to come again: defaults in their place would mislead."""
    async with a_world() as world:
        await world.guest("Megan", terms=LOCAL)
        world.store.break_down()
        answer = await (await world.stranger(LOCAL)).greet("Megan")
        assert isinstance(answer, Goodbye)
        assert answer.code == ErrorCode.SERVER_FAULT.value
