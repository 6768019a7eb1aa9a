"""Bots that people bring: accounts that are marked for good, with limits of their own, at tables that want them."""

from functools import partial

import pytest

from protocol.daily import PlayDaily
from protocol.errors import ErrorCode
from protocol.lobby import EnterLobby, LobbyShown
from protocol.messages import FromServer, Goodbye, Hello, OpenTable, Seated, Welcome
from protocol.people import Rename, Renamed
from protocol.setup import Arrangement, Setup
from protocol.table import QuickTable
from server.host.limits import BOTS, CONNECTIONS_OF_BOT, SEATS_OF_BOT
from server.host.terms import LOCAL, PUBLIC, Terms
from server.tables.names import is_bot_account
from tests.server.host.bearers import GUEST, bearing, sent_away
from tests.server.host.world import Answer, Guest, World, in_world, refusal

LOTS = Setup("lots", 3)


async def greeted(guest: Guest, name: str = "", token: str = "", *, bot: bool = True) -> FromServer:
    """Say hello as a bot does, or as if one were none."""
    await guest.channel.send(Hello((1, 1), "test", name, token, bot=bot))
    answer = await guest.hear()
    if isinstance(answer, Welcome):
        guest.token, guest.name = answer.token or token, answer.name
    return answer


async def a_bot(world: World, name: str = "Ada", token: str = "", terms: Terms = PUBLIC) -> Guest:
    """Give a bot that is welcome."""
    bot = await world.stranger(terms)
    assert isinstance(await greeted(bot, name, token), Welcome)
    return bot


async def opened(guest: Guest, arrangement: Arrangement) -> str:
    """Open a table that is run in some way, and give its code."""
    answer = await guest.ask(lambda number: OpenTable(number, LOTS, arrangement=arrangement))
    assert isinstance(answer, Seated), answer
    return answer.view.table


async def quickly(guest: Guest) -> Answer:
    """Ask for a seat where people wait."""
    return await guest.ask(lambda number: QuickTable(number, LOTS))


async def stored(world: World, name: str) -> str:
    """Give the id of the account of this name."""
    account = await world.store.named(name)
    assert account is not None
    return account.id


@in_world
async def test_a_bot_is_marked_wherever_its_name_is_shown(world: World) -> None:
    """At its table, in the lists of tables and among the people online, and its account is that of a bot."""
    bot, ann = await a_bot(world), await world.guest("Ann")
    code = await bot.open(LOTS)
    shown = await ann.ask(EnterLobby)
    assert isinstance(shown, LobbyShown)
    assert bot.name == "Ada (bot)"
    assert [entry.names[0] for entry in shown.tables] == ["Ada (bot)"]
    assert {person.name for person in shown.people} == {"Ann", "Ada (bot)"}
    assert is_bot_account(await stored(world, "Ada (bot)"))
    assert not is_bot_account(await stored(world, "Ann"))
    await ann.join(code)
    assert [sits.name for sits in ann.view.seats if sits] == ["Ada (bot)", "Ann"]


@in_world
async def test_a_bot_stays_one(world: World) -> None:
    """It is one when it comes back without saying so, and takes no name of a person."""
    bot = await a_bot(world)
    again = await world.guest(token=bot.token)
    assert again.name == "Ada (bot)"
    answer = await again.ask(lambda number: Rename(number, "Bob"))
    assert isinstance(answer, Renamed)
    assert answer.name == "Bob (bot)"


@in_world
async def test_a_bot_has_an_account_of_its_own(world: World) -> None:
    """It does not come as a person, by token or by key, and is no guest."""
    ann, eve = await world.guest("Ann"), bearing("eve")
    assert sent_away(await greeted(await world.stranger(), token=ann.token)) == ErrorCode.INVALID_NAME.value
    await world.guest("Eve", terms=eve)
    assert sent_away(await greeted(await world.stranger(eve), "Ada")) == ErrorCode.INVALID_NAME.value
    assert sent_away(await greeted(await world.stranger(GUEST), "Ada")) == ErrorCode.KEY_NEEDED.value
    by_key = await a_bot(world, terms=bearing("ada"))
    assert is_bot_account(await stored(world, by_key.name))


@in_world
async def test_bots_on_ones_own_machine_are_told_apart_by_name(world: World) -> None:
    """Nobody proves anything there: the person has one account and each bot another."""
    ann = await world.guest("Ann", terms=LOCAL)
    ada, bob, again = [await a_bot(world, name, terms=LOCAL) for name in ("Ada", "Bob", "ada")]
    ids = [await stored(world, guest.name) for guest in (ann, ada, bob, again)]
    assert len(set(ids)) == 3
    assert ids[1] == ids[3]
    assert [*map(is_bot_account, ids)] == [False, True, True, True]


@pytest.mark.parametrize(
    ("name", "shown"), [("Ada (bot)", "Ada (bot)"), ("A" * 30, "A" * 14 + " (bot)"), ("Nia", ""), ("", "")]
)
@in_world
async def test_names_of_bots(world: World, name: str, shown: str) -> None:
    """The mark is there once and fits; the names of the bots of the house, and none at all, are refused."""
    bot = await world.stranger()
    answer = await greeted(bot, name)
    assert (bot.name, isinstance(answer, Welcome)) == (shown, bool(shown))


@in_world
async def test_a_table_may_be_for_people(world: World) -> None:
    """Where bots of others are not wanted none sits down, but it may still watch."""
    ann, bot = await world.guest("Ann"), await a_bot(world)
    code = await opened(ann, Arrangement(foreign_bots=False))
    assert refusal(await bot.join(code)) is ErrorCode.NOT_NOW
    assert isinstance(await bot.watch(code), Seated)
    assert isinstance(await bot.join(await opened(ann, Arrangement())), Seated)


@in_world
async def test_the_quick_way_leads_people_to_people(world: World) -> None:
    """A table where only a bot waits is passed over, bots do not count among those who wait, and none comes so."""
    bots = [await a_bot(world, name) for name in ("Ada", "Bob")]
    ann, ben, cat = [await world.guest(name) for name in ("Ann", "Ben", "Cat")]
    await bots[0].open(LOTS)
    first = await ben.open(LOTS)
    await bots[1].join(await ann.open(LOTS))
    answer = await quickly(cat)
    assert isinstance(answer, Seated)
    assert answer.view.table == first
    assert refusal(await quickly(bots[1])) is ErrorCode.NOT_NOW


@in_world
async def test_the_deal_of_the_day_is_for_people(world: World) -> None:
    """A bot has no game of the day, not even for practice, so it tries no choices out and is in no list."""
    bot = await a_bot(world)
    for practice in (False, True):
        answer = await bot.ask(partial(PlayDaily, practice=practice))
        assert refusal(answer) is ErrorCode.NOT_NOW


@in_world
async def test_a_bot_sits_at_few_tables(world: World) -> None:
    """Beyond some unfinished tables it is refused another, and still finds those where it has a seat."""
    bot, ann = await a_bot(world), await world.guest("Ann")
    first, *_ = [await bot.open(LOTS) for _ in range(SEATS_OF_BOT)]
    answer = await bot.ask(lambda number: OpenTable(number, LOTS))
    assert refusal(answer) is ErrorCode.TOO_MANY
    assert refusal(await bot.join(await ann.open(LOTS))) is ErrorCode.TOO_MANY
    await world.wait(10)
    assert isinstance(await bot.join(first), Seated)
    assert isinstance(await bot.join(first.upper().replace("-", " ")), Seated)


@in_world
async def test_a_bot_has_few_connections(world: World) -> None:
    """One more than its limit is sent away, and may come once another has ended."""
    bot = await a_bot(world)
    more = [await a_bot(world, token=bot.token) for _ in range(CONNECTIONS_OF_BOT - 1)]
    assert sent_away(await greeted(await world.stranger(), token=bot.token)) == ErrorCode.TOO_MANY.value
    await more[0].hang_up()
    assert isinstance(await greeted(await world.stranger(), token=bot.token), Welcome)


@in_world
async def test_a_server_has_room_for_so_many_bots(world: World) -> None:
    """One more gets no account, nor in where it does not say that it is one, while people still come in."""
    known = await a_bot(world)
    await known.hang_up()
    for number in range(BOTS):
        await a_bot(world, f"Ada {number}")
    late = await greeted(await world.stranger(), "Late")
    assert isinstance(late, Goodbye)
    assert late.code == ErrorCode.TOO_MANY.value
    assert await world.store.named("Late (bot)") is None
    again = await greeted(await world.stranger(), token=known.token, bot=False)
    assert sent_away(again) == ErrorCode.TOO_MANY.value
    assert (await world.guest("Ann")).name == "Ann"
