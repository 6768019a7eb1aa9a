"""How people come in."""

import asyncio
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.framing import GREETING_LIMIT, write_frame
from protocol.messages import Goodbye, Hello, Ping, Welcome
from server.bots.registry import Adviser
from server.host.configuration import HostConfiguration
from server.host.limits import GREETING_SECONDS, NAME_CELLS
from server.host.services import HostServices
from server.host.terms import LOCAL, Passport, passing
from server.storage.store import Account, Credential, Key, Token
from tests.server.host.bots import BOTS
from tests.server.host.world import CODEC, a_world
from tests.server.lots import LOTS
from tests.server.storage.faulty import FaultyStore
from tests.server.storage.memory import MemoryStore
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_a_newcomer_gets_a_token() -> None:
    """Whoever comes with a name is welcome, and told a secret and what can be played."""
    async with a_world() as world:
        guest = await world.stranger()
        welcome = await guest.greet("Ann")
        assert isinstance(welcome, Welcome)
        assert (welcome.version, welcome.name) == (1, "Ann")
        assert len(welcome.token) > 40
        assert [(game.name, game.players, game.bots[0]) for game in welcome.games] == [("lots", (3, 2, 4), "plain")]


def test_levels_that_cannot_play_are_offered_with_what_replaces_them() -> None:
    """By game; so everybody can be told before they open a table, and at one."""
    games = {"lots": LOTS, "other": LOTS}
    bots = dict.fromkeys(games, BOTS["lots"])
    services = HostServices(games, bots, CODEC, MemoryStore(), fallbacks=lambda: {"lots": {"keen": "plain"}})
    assert [offer.fallbacks for offer in services.offers()] == [{"keen": "plain"}, {}]


def test_it_is_told_for_which_games_there_are_hints() -> None:
    """So nobody is offered a hint that there is not."""
    games = {"lots": LOTS, "other": LOTS}
    advisers = {"lots": Adviser(lambda _seen: None)}
    services = HostServices(games, dict.fromkeys(games, BOTS["lots"]), CODEC, MemoryStore(), advisers=advisers)
    assert [offer.hints for offer in services.offers()] == [True, False]


@in_virtual_time
async def test_a_token_is_the_way_back() -> None:
    """Whoever comes with a token is the account that got it, and is told no new one."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        again = await world.stranger()
        welcome = await again.greet("Somebody", ann.token)
        assert isinstance(welcome, Welcome)
        assert (welcome.name, welcome.token) == ("Ann", "")


@pytest.mark.parametrize(
    "change", [lambda token: token[:-1], lambda token: token + "x", lambda _: "x.y", lambda _: "x"]
)
def test_a_wrong_token_opens_nothing(change: Callable[[str], str]) -> None:
    """A token that is not exactly right is nobody's."""

    @in_virtual_time
    async def scene() -> None:
        async with a_world() as world:
            ann = await world.guest("Ann")
            stranger = await world.stranger()
            goodbye = await stranger.greet("", change(ann.token))
            assert isinstance(goodbye, Goodbye)
            assert goodbye.code == ErrorCode.UNKNOWN_TOKEN.value

    scene()


@pytest.mark.parametrize("name", ["", "   ", "\u202e\x1b", "\u200b", "\U0001d159", "\u2800\u0338", "._."])
def test_a_name_is_needed(name: str) -> None:
    """A name with nothing to see in it is none."""

    @in_virtual_time
    async def scene() -> None:
        async with a_world() as world:
            goodbye = await (await world.stranger()).greet(name)
            assert isinstance(goodbye, Goodbye)
            assert goodbye.code == ErrorCode.INVALID_NAME.value

    scene()


@in_virtual_time
async def test_an_account_keeps_a_name_that_is_not_given_any_more() -> None:
    """Somebody who had a name before a rule against it comes back with it, and can change it."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        known = await world.store.named("Ann")
        assert known is not None
        assert await world.store.register(replace(known, name="Admin [bot]"), None)
        assert (await world.back(ann)).name == "Admin [bot]"


@in_virtual_time
async def test_names_are_cleaned() -> None:
    """What would trouble a screen is not in a name, and a name has an end."""
    async with a_world() as world:
        assert (await world.guest("  A\x1b31mn\u202en  ")).name == "A31mnn"
        assert (await world.guest("x" * 60)).name == "x" * NAME_CELLS


@pytest.mark.parametrize(
    "name",
    [
        *("ann", "ANN", "\u0410nn", "Ann\u0338", "Ann\u2d4f", "\u1d00\u0274n", "Bj\u04e7rn"),
        *("Megan (bot)", "Nia (b\u0585t)", "Nia [bot]", "Nia \u276cbot\u276d", "(left) Ben", "Ben (watching)"),
        *("YOU", "Y\u0585u", "Chi", "admin", "Adm1n", "_server_", "\u041d\u041e\u0405\u0422", "Gwesteiwr"),
        *("\u00b0Ann", "\u2715 Cat"),
    ],
)
def test_a_name_has_one_owner(name: str) -> None:
    """Nobody is called like somebody else, nor as screens call bots, their reader, the server or who runs it."""

    @in_virtual_time
    async def scene() -> None:
        async with a_world() as world:
            await world.guest("Ann")
            goodbye = await (await world.stranger()).greet(name)
            assert isinstance(goodbye, Goodbye)
            assert goodbye.code == ErrorCode.INVALID_NAME.value
            assert "choose another" in goodbye.text

    scene()


@in_virtual_time
async def test_a_greeting_that_does_not_come() -> None:
    """Who says nothing for five seconds is sent away."""
    async with a_world() as world:
        stranger = await world.stranger()
        before = asyncio.get_running_loop().time()
        goodbye = await stranger.until_gone()
        assert goodbye.code == ErrorCode.GREETING_EXPECTED.value
        assert asyncio.get_running_loop().time() - before == pytest.approx(GREETING_SECONDS)


@in_virtual_time
async def test_another_version() -> None:
    """Who does not speak version 1 is told so."""
    async with a_world() as world:
        stranger = await world.stranger()
        write = stranger.channel._writer.write
        write(write_frame(CODEC.pack(Hello((7, 9), name="Ann")), GREETING_LIMIT))
        # This end has said nothing by its own account, so it may hear nothing but a goodbye.
        assert (await stranger.until_gone()).code == ErrorCode.UNSUPPORTED_VERSION.value


@in_virtual_time
async def test_something_else_than_a_greeting() -> None:
    """Who begins with a command is sent away."""
    async with a_world() as world:
        stranger = await world.stranger()
        stranger.channel._writer.write(write_frame(CODEC.pack(Ping(1)), GREETING_LIMIT))
        assert (await stranger.until_gone()).code == ErrorCode.GREETING_EXPECTED.value


@in_virtual_time
async def test_who_ends_before_greeting() -> None:
    """A connection that ends at once is simply over."""
    async with a_world() as world:
        stranger = await world.stranger()
        await stranger.hang_up()


@in_virtual_time
async def test_the_owner_needs_no_token() -> None:
    """On standard streams there is one account: it has the last name given, and one before any is."""
    async with a_world() as world:
        nameless = await world.guest(terms=LOCAL)
        assert (nameless.name, nameless.token) == ("You", "")
        assert (await world.guest("Ann", terms=LOCAL)).name == "Ann"
        assert (await world.guest(terms=LOCAL)).name == "Ann"


@in_virtual_time
async def test_the_owner_takes_nobodys_name() -> None:
    """Where others have accounts too, the owner is told that a name is taken."""
    async with a_world() as world:
        await world.guest("Ann")
        goodbye = await (await world.stranger(LOCAL)).greet("Ann")
        assert isinstance(goodbye, Goodbye)
        assert goodbye.code == ErrorCode.INVALID_NAME.value


@in_virtual_time
async def test_accounts_that_cannot_be_read() -> None:
    """While the store fails nobody is let in, and everybody is told why."""
    async with a_world() as world:
        world.store.unreadable = True
        goodbye = await (await world.stranger()).greet(token="a.b")
        assert isinstance(goodbye, Goodbye)
        assert goodbye.code == ErrorCode.SERVER_FAULT.value


class SlowStore(FaultyStore):
    """A store that takes longer to find somebody, and to keep them, than a client may take to greet."""

    async def credential(self, token: str) -> Credential | None:
        """Give an account by and by."""
        await asyncio.sleep(4 * GREETING_SECONDS)
        return await super().credential(token)

    async def register(self, account: Account, proof: Token | Key | None) -> bool:
        """Keep an account by and by."""
        await asyncio.sleep(4 * GREETING_SECONDS)
        return await super().register(account, proof)


@in_virtual_time
async def test_a_slow_store_is_not_the_clients_fault() -> None:
    """Who has greeted in time is let in however long the store takes: by a token, as somebody new, or by a key."""
    async with a_world(SlowStore()) as world:
        ann = await world.guest("Ann")
        assert (await world.back(ann)).name == "Ann"
        key = passing(Passport("SHA256:" + 43 * "A", "192.0.2.1"))
        assert (await world.guest("Ben", terms=key)).name == "Ben"


@in_virtual_time
async def test_the_operators_words_are_in_the_welcome() -> None:
    """Whoever comes after a change is greeted by the new words; a server without any sends none."""
    async with a_world() as world:
        plain = await (await world.stranger()).greet("Ann")
        world.host.configure(HostConfiguration("Cards", "Hello.\nFriend."))
        greeted = await (await world.stranger()).greet("Ben")
    assert isinstance(plain, Welcome)
    assert isinstance(greeted, Welcome)
    assert [(one.title, one.greeting) for one in (plain, greeted)] == [("", ""), ("Cards", "Hello.\nFriend.")]
