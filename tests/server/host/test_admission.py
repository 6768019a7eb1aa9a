"""Who is let in: greetings, tokens, keys, names, and settings that come with the welcome."""

import asyncio
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from protocol.archive import Games, ListGames, ReadRecord, ReadReplay
from protocol.errors import ErrorCode
from protocol.messages import (
    Act,
    Begin,
    Continue,
    FromClient,
    Goodbye,
    JoinTable,
    LeaveTable,
    ListTables,
    OpenTable,
    Ping,
    Pong,
    ReadRules,
    ReadTable,
    Rules,
    Tables,
    TableShown,
    WatchTable,
    Welcome,
)
from protocol.people import Keys, ListKeys, NameKey, OfferKey, RevokeKey
from protocol.setup import Setup
from server.bots.registry import Adviser
from server.host.limits import GREETING_SECONDS, ServerConfiguration
from server.host.services import HostServices
from server.host.terms import LOCAL, PUBLIC, Passport, Terms, passing
from server.storage.store import Account, PublicKey, Token
from tests.server.host.bearers import GUEST, bearing, key_of, sent_away
from tests.server.host.bots import BOTS
from tests.server.host.world import CODEC, World, a_world, in_world, refusal
from tests.server.lots import LOTS, bid
from tests.server.storage.faulty import FaultyStore
from tests.server.storage.memory import MemoryStore
from tests.server.virtual_time import in_virtual_time


@in_world
async def test_a_newcomer_gets_a_token(world: World) -> None:
    """Whoever comes with a name is welcome, and told a secret and what can be played."""
    guest = await world.stranger()
    welcome = await guest.greet("Ann")
    assert isinstance(welcome, Welcome)
    assert (welcome.version, welcome.name) == (1, "Ann")
    assert len(welcome.token) > 40
    assert [(game.name, game.players, game.bots[0]) for game in welcome.games] == [("lots", (3, 2, 4), "plain")]


def test_games_are_offered_with_hints_and_with_what_replaces_levels_that_cannot_play() -> None:
    """By game; so nobody is offered what there is not."""
    games = {"lots": LOTS, "other": LOTS}
    services = HostServices(games, dict.fromkeys(games, BOTS["lots"]), CODEC, MemoryStore())
    services.fallbacks = lambda: {"lots": {"keen": "plain"}}
    services.advisers = {"lots": Adviser(lambda _seen: None)}
    assert [(offer.fallbacks, offer.hints) for offer in services.offers()] == [({"keen": "plain"}, True), ({}, False)]


@in_world
async def test_a_token_is_the_way_back(world: World) -> None:
    """Whoever comes with a token is the account that got it, and is told no new one."""
    ann = await world.guest("Ann")
    again = await world.stranger()
    welcome = await again.greet("Somebody", ann.token)
    assert isinstance(welcome, Welcome)
    assert (welcome.name, welcome.token) == ("Ann", "")


@pytest.mark.parametrize(
    "change", [lambda token: token[:-1], lambda token: token + "x", lambda _: "x.y", lambda _: "x"]
)
@in_world
async def test_a_wrong_token_opens_nothing(world: World, change: Callable[[str], str]) -> None:
    """A token that is not exactly right is nobody's."""
    ann = await world.guest("Ann")
    stranger = await world.stranger()
    goodbye = await stranger.greet("", change(ann.token))
    assert isinstance(goodbye, Goodbye)
    assert goodbye.code == ErrorCode.UNKNOWN_TOKEN.value


@in_world
async def test_an_account_keeps_a_name_that_is_not_given_any_more(world: World) -> None:
    """Someone who had a name before a rule against it comes back with it, and can change it."""
    ann = await world.guest("Ann")
    known = await world.store.named("Ann")
    assert known is not None
    assert await world.store.register(replace(known, name="Admin [bot]"), None)
    assert (await world.back(ann)).name == "Admin [bot]"


@pytest.mark.parametrize(
    "name",
    [
        *("ann", "ANN", "\u0410nn", "Ann\u0338", "Ann\u2d4f", "\u1d00\u0274n", "Bj\u04e7rn"),
        *("Megan (bot)", "Nia (b\u0585t)", "Nia [bot]", "Nia \u276cbot\u276d", "(left) Ben", "Ben (watching)"),
        *("YOU", "Y\u0585u", "Chi", "admin", "Adm1n", "_server_", "\u041d\u041e\u0405\u0422", "Gwesteiwr"),
        *("\u00b0Ann", "\u2715 Cat", "\u202e\x1b", "\uff21nn"),
    ],
)
@in_world
async def test_a_name_has_one_owner(world: World, name: str) -> None:
    """Nobody is called like someone else, nor as screens call bots, their reader, the server or who runs it."""
    await world.guest("Ann")
    for terms in (PUBLIC, bearing("ben"), GUEST):
        assert sent_away(await (await world.stranger(terms)).greet(name)) == ErrorCode.INVALID_NAME.value


@in_world
async def test_a_greeting_that_does_not_come(world: World) -> None:
    """Who says nothing for five seconds is sent away."""
    stranger = await world.stranger()
    before = asyncio.get_running_loop().time()
    goodbye = await stranger.until_gone()
    assert goodbye.code == ErrorCode.GREETING_EXPECTED.value
    assert asyncio.get_running_loop().time() - before == pytest.approx(GREETING_SECONDS)


@in_world
async def test_the_owner_needs_no_token(world: World) -> None:
    """On standard streams there is one account: it has the last name given, and one before any is."""
    nameless = await world.guest(terms=LOCAL)
    assert (nameless.name, nameless.token) == ("You", "")
    assert (await world.guest("Ann", terms=LOCAL)).name == "Ann"
    assert (await world.guest(terms=LOCAL)).name == "Ann"


@in_world
async def test_accounts_that_cannot_be_read(world: World) -> None:
    """While the store fails nobody is let in, and everyone is told why."""
    world.store.unreadable = True
    goodbye = await (await world.stranger()).greet(token="a.b")
    assert isinstance(goodbye, Goodbye)
    assert goodbye.code == ErrorCode.SERVER_FAULT.value


class SlowStore(FaultyStore):
    """A store that takes longer to find someone, and to keep them, than a client may take to greet."""

    async def credential(self, token: str) -> tuple[Account, bytes] | None:
        """Give an account by and by."""
        await asyncio.sleep(4 * GREETING_SECONDS)
        return await super().credential(token)

    async def register(self, account: Account, proof: Token | PublicKey | None) -> bool:
        """Keep an account by and by."""
        await asyncio.sleep(4 * GREETING_SECONDS)
        return await super().register(account, proof)


@in_virtual_time
async def test_a_slow_store_is_not_the_clients_fault() -> None:
    """Who has greeted in time is let in however long the store takes: by a token, as someone new, or by a key."""
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
        world.host.configure(ServerConfiguration("Cards", "Hello.\nFriend."))
        greeted = await (await world.stranger()).greet("Ben")
    assert isinstance(plain, Welcome)
    assert isinstance(greeted, Welcome)
    assert [(one.title, one.greeting) for one in (plain, greeted)] == [("", ""), ("Cards", "Hello.\nFriend.")]


ANN = bearing("ann")


@in_world
async def test_a_key_is_an_account(world: World) -> None:
    """Who comes with a new key gives a name once; later the key says who it is, and no secret is told."""
    welcome = await (await world.stranger(ANN)).greet("Ann")
    assert isinstance(welcome, Welcome)
    assert (welcome.name, welcome.token, welcome.guest) == ("Ann", "", False)
    for name in ("", "Ben"):
        again = await (await world.stranger(ANN)).greet(name)
        assert isinstance(again, Welcome)
        assert again.name == "Ann"
    keys = await (await world.guest(terms=ANN)).ask(ListKeys)
    assert isinstance(keys, Keys)
    assert [(entry.key, entry.current) for entry in keys.keys] == [(key_of("ann"), True)]


@in_virtual_time
async def test_a_new_key_without_a_name() -> None:
    """A new key without a name is sent back for one, and nothing is kept of it."""
    store = FaultyStore()
    async with a_world(store) as world:
        assert sent_away(await (await world.stranger(ANN)).greet()) == ErrorCode.NAME_NEEDED.value
        assert await store.keyholder(key_of("ann")) is None
        assert isinstance(await (await world.stranger(ANN)).greet("Ann"), Welcome)


@in_world
async def test_a_token_is_nothing_to_a_front(world: World) -> None:
    """Who comes through a front is who the front says, whatever token they send."""
    ann = await world.guest("Ann")
    for terms in (GUEST, bearing("thief")):
        goodbye = await (await world.stranger(terms)).greet("", ann.token)
        assert sent_away(goodbye) == ErrorCode.NAME_NEEDED.value
    thief = await world.guest("Thief", ann.token, bearing("thief"))
    assert thief.name == "Thief"


@in_virtual_time
async def test_one_key_comes_twice_at_once() -> None:
    """A new key on two connections in the same moment makes one account."""
    store = FaultyStore()
    async with a_world(store) as world:
        strangers = [await world.stranger(ANN) for _ in range(5)]
        answers = await asyncio.gather(
            *(stranger.greet(f"Ann {number}") for number, stranger in enumerate(strangers)),
        )
        names = {answer.name for answer in answers if isinstance(answer, Welcome)}
        assert len(names) == 1
        assert all(isinstance(answer, Welcome) for answer in answers)


LOOKERS = [bearing("ann", looks=True), bearing("", looks=True)]


@pytest.mark.parametrize("terms", LOOKERS)
@in_world
async def test_who_only_looks_needs_no_name(world: World, terms: Terms) -> None:
    """Who only looks is welcome without a name, and can ask what everyone may know."""
    table = await (await world.guest("Ben")).open()
    looker = await world.stranger(terms)
    welcome = await looker.greet("Ann")
    assert isinstance(welcome, Welcome)
    assert (welcome.name, welcome.token) == ("", "")
    assert isinstance(await looker.ask(Ping), Pong)
    tables = await looker.ask(ListTables)
    assert isinstance(tables, Tables)
    assert [(entry.table, entry.yours) for entry in tables.tables] == [(table, False)]
    assert isinstance(await looker.ask(lambda number: ReadRules(number, Setup("lots", 3))), Rules)
    shown = await looker.ask(lambda number: ReadTable(number, table))
    assert isinstance(shown, TableShown)
    assert shown.view.viewer is None
    keys = await looker.ask(ListKeys)
    assert isinstance(keys, Keys)
    assert (keys.account, keys.keys) == ("", ())
    assert refusal(await looker.ask(lambda number: ReadRecord(number, 1))) is ErrorCode.UNKNOWN_GAME
    assert refusal(await looker.ask(lambda number: ReadReplay(number, 1))) is ErrorCode.UNKNOWN_GAME
    games = await looker.ask(ListGames)
    assert isinstance(games, Games)
    assert games.games == ()


def everything_that_acts(table: str) -> list[FromClient]:
    """Give one of each message that sits down, opens, acts or changes something."""
    return [
        OpenTable(1, Setup("lots", 3)),
        JoinTable(2, table),
        WatchTable(3, table),
        LeaveTable(4),
        Begin(5),
        Continue(6, 0),
        Act(7, 0, bid(1)),
        NameKey(8, key_of("ann"), "x"),
        RevokeKey(9, key_of("ann"), last=True),
        OfferKey(10),
    ]


@pytest.mark.parametrize("terms", LOOKERS)
@in_world
async def test_who_only_looks_does_nothing(world: World, terms: Terms) -> None:
    """Who has no name sits nowhere, plays nothing and changes nothing, whatever they send."""
    ben = await world.guest("Ben")
    table = await ben.open()
    looker = await world.guest(terms=terms)
    for message in everything_that_acts(table):
        assert refusal(await looker.repeat(message)) is ErrorCode.NAME_NEEDED, message
        await world.wait(1)
    await looker.hang_up()
    assert [seat and seat.name for seat in ben.view.seats] == ["Ben", None, None]
