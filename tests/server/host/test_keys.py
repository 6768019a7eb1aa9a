"""Keys of accounts, the codes that bring another, revoking, and settings by key."""

import asyncio
import itertools
from collections.abc import Callable

import pytest

from protocol.errors import ErrorCode
from protocol.messages import Goodbye, Hello, Refused, Welcome
from protocol.people import KeepSettings, Keys, ListKeys, NameKey, RevokeKey, SettingsKept, UseCode
from server.host import accounts
from server.host.accounts import CODE_SECONDS, KEYS, TRIES, TRIES_OF_ADDRESS, TRIES_OF_ALL, Codes
from server.host.terms import LOCAL
from server.storage.store import Revoking
from tests.server.host.bearers import GUEST, bearing, code_of, key_of, use
from tests.server.host.world import Guest, World, a_world, in_world, refusal
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

ANN = bearing("ann")


NEW = bearing("new", looks=True)


async def revoke(guest: Guest, word: str, *, last: bool = False) -> Keys | ErrorCode:
    """Revoke a key, and give those that are left or why not."""
    answer = await guest.ask(lambda number: RevokeKey(number, key_of(word), last))
    return answer if isinstance(answer, Keys) else refusal(answer)


async def name(guest: Guest, word: str, label: str) -> Keys | ErrorCode:
    """Name a key, and give all of them or why not."""
    answer = await guest.ask(lambda number: NameKey(number, key_of(word), label))
    return answer if isinstance(answer, Keys) else refusal(answer)


def words(keys: Keys | ErrorCode) -> list[tuple[str, str, bool]]:
    """Give the keys as a reader sees them, without the times."""
    assert isinstance(keys, Keys), keys
    return [(entry.key, entry.name, entry.current) for entry in keys.keys]


async def with_two_keys(world: World) -> Guest:
    """Give Ann, who has a second key, ``new``."""
    ann = await world.guest("Ann", terms=ANN)
    await world.wait(5)
    assert isinstance(await use(await world.guest(terms=NEW), await code_of(ann), "phone"), Keys)
    return ann


@in_world
async def test_a_key_joins_by_a_code(world: World) -> None:
    """A new key that knows the code is the account's from then on, on this connection and on later ones."""
    ann = await world.guest("Ann", terms=ANN)
    await world.wait(5)
    looker = await world.guest(terms=NEW)
    keys = await use(looker, (await code_of(ann)).lower().replace("-", ""), "  ph\x1bone ")
    assert isinstance(keys, Keys)
    assert keys.account == "Ann"
    assert words(keys) == [(key_of("ann"), "", False), (key_of("new"), "phone", True)]
    assert keys.keys[1].added_at - keys.keys[0].added_at == pytest.approx(5)
    listed = await looker.ask(ListKeys)
    assert isinstance(listed, Keys)
    assert (listed.account, listed.keys) == ("Ann", keys.keys)
    assert (await world.guest(terms=bearing("new"))).name == "Ann"


@in_world
async def test_a_code_works_once(world: World) -> None:
    """Of two keys that use one code, also in the same moment, one joins."""
    code = await code_of(await world.guest("Ann", terms=ANN))
    others = [await world.guest(terms=bearing(str(number), looks=True)) for number in range(5)]
    answers = await asyncio.gather(*(use(other, code) for other in others))
    assert sum(isinstance(answer, Keys) for answer in answers) == 1
    assert answers.count(ErrorCode.INVALID_CODE) == 4
    late = await world.guest(terms=bearing("late", looks=True))
    assert await use(late, code) is ErrorCode.INVALID_CODE


@in_world
async def test_guessing_on_one_connection(world: World) -> None:
    """After five wrong codes a connection is told no more, not even of the right one."""
    code = await code_of(await world.guest("Ann", terms=ANN))
    looker = await world.guest(terms=NEW)
    for _ in range(TRIES):
        assert await use(looker, "2222-2222") is ErrorCode.INVALID_CODE
    assert await use(looker, code) is ErrorCode.TOO_MANY
    assert isinstance(await use(await world.guest(terms=NEW), code), Keys)


@in_world
async def test_guessing_from_one_address(world: World) -> None:
    """Coming again from the same address with other keys helps no more than a few times."""
    code = await code_of(await world.guest("Ann", terms=ANN))
    lookers = [await world.guest(terms=bearing(str(number), looks=True)) for number in range(12)]
    answers = [await use(looker, "2222-2222") for looker in lookers]
    assert answers.count(ErrorCode.INVALID_CODE) == TRIES_OF_ADDRESS.at_once
    assert await use(lookers[0], code) is ErrorCode.TOO_MANY
    elsewhere = await world.guest(terms=bearing("x", looks=True, address="198.51.100.7"))
    assert await use(elsewhere, "2222-2222") is ErrorCode.INVALID_CODE
    await world.wait(1 / TRIES_OF_ADDRESS.per_second)
    assert isinstance(await use(lookers[0], code), Keys)


@in_world
async def test_guessing_from_everywhere(world: World) -> None:
    """Many addresses together have few tries a second, and what one address wastes is not taken from them."""
    wasters = [await world.guest(terms=bearing("w", looks=True)) for _ in range(100)]
    wasted = [await use(waster, "2222-2222") for waster in wasters]
    assert wasted.count(ErrorCode.INVALID_CODE) == TRIES_OF_ADDRESS.at_once
    addresses = [f"203.0.113.{number}" for number in range(100)]
    guessers = [await world.guest(terms=bearing("g", looks=True, address=address)) for address in addresses]
    answers = [await use(guesser, "2222-2222") for guesser in guessers]
    assert answers.count(ErrorCode.INVALID_CODE) == TRIES_OF_ALL.at_once - TRIES_OF_ADDRESS.at_once
    assert set(answers) == {ErrorCode.INVALID_CODE, ErrorCode.TOO_MANY}


@in_world
async def test_a_key_of_another_account(world: World) -> None:
    """A key that is someone's brings nothing with it; revoked there it can join, and the code has not been used up."""
    code = await code_of(await world.guest("Ann", terms=ANN))
    ben = await world.guest("Ben", terms=bearing("ben"))
    answer = await ben.ask(lambda number: UseCode(number, code))
    assert isinstance(answer, Refused)
    assert (answer.code, "revoke it there first" in answer.text) == (ErrorCode.KEY_TAKEN, True)
    keys = await revoke(ben, "ben", last=True)
    assert isinstance(keys, Keys)
    joined = await use(await world.guest(terms=bearing("ben", looks=True)), code)
    assert isinstance(joined, Keys)
    assert joined.account == "Ann"


@in_world
async def test_a_key_that_got_an_account_meanwhile(world: World) -> None:
    """A key that only looked, and was given an account by another connection, is that account's."""
    code = await code_of(await world.guest("Ann", terms=ANN))
    looker = await world.guest(terms=NEW)
    await world.guest("Ben", terms=bearing("new"))
    assert await use(looker, code) is ErrorCode.KEY_TAKEN
    assert isinstance(await use(await world.guest(terms=bearing("x", looks=True)), code), Keys)


@in_world
async def test_a_code_needs_a_key(world: World) -> None:
    """Who came without a key has nothing to bring."""
    code = await code_of(await world.guest("Ann", terms=ANN))
    people = [await world.guest(terms=bearing("", looks=True)), await world.guest("Gil", terms=GUEST)]
    for guest in (*people, await world.guest("Tom")):
        assert await use(guest, code) is ErrorCode.KEY_NEEDED
    assert isinstance(await use(await world.guest(terms=NEW), code), Keys)


@in_world
async def test_keys_are_bounded(world: World) -> None:
    """An account has so many keys and no more; with one revoked there is room again."""
    ann = await world.guest("Ann", terms=ANN)
    for number in range(1, KEYS):
        looker = await world.guest(terms=bearing(str(number), looks=True, address=str(number)))
        assert isinstance(await use(looker, await code_of(ann)), Keys)
        await world.wait(1)
    looker = await world.guest(terms=NEW)
    assert await use(looker, await code_of(ann)) is ErrorCode.TOO_MANY
    assert isinstance(await revoke(ann, "1"), Keys)
    assert isinstance(await use(looker, await code_of(ann)), Keys)


@in_world
async def test_the_keys_of_others(world: World) -> None:
    """Nobody names or revokes a key of another account, or learns whether it is one."""
    ann = await world.guest("Ann", terms=ANN)
    for guest in (await world.guest("Ben", terms=bearing("ben")), await world.guest("Tom")):
        assert await name(guest, "ann", "x") is await name(guest, "nobody's", "x") is ErrorCode.UNKNOWN_KEY
        for last in (False, True):
            assert await revoke(guest, "ann", last=last) is ErrorCode.UNKNOWN_KEY
            assert await revoke(guest, "nobody's", last=last) is ErrorCode.UNKNOWN_KEY
        texts = {message.text for message in guest.heard if isinstance(message, Refused)}
        assert len(texts) == 1
    assert words(await name(ann, "ann", "mine")) == [(key_of("ann"), "mine", True)]


@in_world
async def test_a_key_is_revoked_from_another_connection(world: World) -> None:
    """Whoever came with a revoked key is sent away at once, and with it the seat is not theirs any more."""
    ann = await with_two_keys(world)
    table = await ann.open()
    thief = await world.guest(terms=bearing("new"))
    looker = await world.guest(terms=NEW)
    assert words(await revoke(ann, "new")) == [(key_of("ann"), "", True)]
    for sent in (thief, looker):
        goodbye = await sent.until_gone()
        assert (goodbye.code, "revoked" in goodbye.text) == ("revoked", True)
        await sent.serving
    stranger = await world.guest("Newcomer", terms=bearing("new"))
    await stranger.join(table)
    assert stranger.view.viewer == 1
    assert ann.view.viewer == 0


@in_world
async def test_a_key_is_revoked_while_it_is_welcomed(world: World) -> None:
    """Who is slow to read the welcome does not slip past the revocation of their key."""
    ann = await with_two_keys(world)
    thief = await world.stranger(bearing("new"), held=1)
    await thief.channel.send(Hello((1, 1)))
    await world.wait(1)
    assert isinstance(await revoke(ann, "new"), Keys)
    assert isinstance(await thief.hear(), Welcome)
    assert (await thief.until_gone()).code == "revoked"


@in_world
async def test_a_code_ends_with_a_revocation(world: World) -> None:
    """Who has asked for a code does not come back with it once their key is revoked."""
    ann = await with_two_keys(world)
    code = await code_of(await world.guest(terms=bearing("new")))
    await revoke(ann, "new")
    assert await use(await world.guest(terms=NEW), code) is ErrorCode.INVALID_CODE


@in_world
async def test_ones_own_key_is_revoked(world: World) -> None:
    """Who revokes the key they came with hears so, and then goodbye."""
    await with_two_keys(world)
    phone = await world.guest(terms=bearing("new"))
    assert words(await revoke(phone, "new")) == [(key_of("ann"), "", False)]
    assert (await phone.until_gone()).code == "revoked"
    assert (await world.guest("Newcomer", terms=bearing("new"))).name == "Newcomer"
    assert (await world.guest(terms=ANN)).name == "Ann"


@in_world
async def test_the_last_key(world: World) -> None:
    """The last key is only revoked where that is meant; then the account is nobody's and its name free."""
    ann = await world.guest("Ann", terms=ANN)
    assert await revoke(ann, "ann") is ErrorCode.LAST_KEY
    assert (await world.guest(terms=ANN)).name == "Ann"
    assert words(await revoke(ann, "ann", last=True)) == []
    assert (await ann.until_gone()).code == "revoked"
    await ann.serving
    await world.wait(1)
    assert (await world.guest("Ann", terms=bearing("ben"))).name == "Ann"


@in_world
async def test_a_token_account_gets_a_key(world: World) -> None:
    """Who came by TCP can bring a key, and be the same account by both ways; it is never the last way."""
    tom = await world.guest("Tom")
    assert isinstance(await use(await world.guest(terms=NEW), await code_of(tom)), Keys)
    assert (await world.guest(terms=bearing("new"))).name == "Tom"
    assert words(await revoke(tom, "new")) == []
    assert (await world.back(tom)).name == "Tom"


@in_virtual_time
async def test_who_revokes_and_is_gone() -> None:
    """A key is revoked, and whoever came with it sent away, also where the asker does not wait for the answer."""

    class Slow(FaultyStore):
        """A store that takes its time to revoke."""

        async def revoke(self, account: str, key: str, *, last: bool) -> Revoking:
            """Revoke a key, later."""
            await asyncio.sleep(10)
            return await super().revoke(account, key, last=last)

    async with a_world(Slow()) as world:
        ann = await with_two_keys(world)
        table = await ann.open()
        thief = await world.guest(terms=bearing("new"))
        await ann.channel.send(RevokeKey(2**50, key_of("new")))
        await world.wait(1)
        # Ann is superseded at her table, so that her connection ends while the store still works.
        await (await world.guest(terms=ANN)).join(table)
        assert (await ann.until_gone()).code == "superseded"
        assert (await thief.until_gone()).code == "revoked"


@in_virtual_time
async def test_a_store_that_fails() -> None:
    """Where keys cannot be read or written it is said, and the connection goes on."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann = await world.guest("Ann", terms=ANN)
        store.break_down()
        assert refusal(await ann.ask(ListKeys)) is ErrorCode.SERVER_FAULT
        store.mend()
        assert isinstance(await ann.ask(ListKeys), Keys)


SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def counting() -> Codes:
    """Give codes whose randomness counts upwards."""
    numbers = itertools.count(12345678)
    return Codes(lambda size: next(numbers).to_bytes(size, "big"))


def made(keeper: Codes, account: str, now: float = 0.0) -> str:
    """Make a code."""
    code = keeper.make(account, now)
    assert code is not None
    return code


def test_every_bit_counts() -> None:
    """All forty random bits are in a code."""
    numbers = [0, *(1 << bit for bit in range(40))]
    entropy = (number.to_bytes(5, "big") for number in numbers)
    keeper = Codes(lambda _: next(entropy))
    assert len({made(keeper, str(number)) for number in numbers}) == 41


@pytest.mark.parametrize("spelt", ["{}", "  {} ", "{0[0]}-{0[1]} {0[2]}"])
@pytest.mark.parametrize("letters", [str.upper, str.lower])
def test_spelling(spelt: str, letters: Callable[[str], str]) -> None:
    """Capitals, hyphens and spaces are as one likes."""
    keeper = counting()
    code = letters(made(keeper, "a"))
    plain = code.replace("-", "")
    typed = spelt.format(plain if "[" not in spelt else (plain[:2], plain[2:5], plain[5:]))
    offer = keeper.take(typed, 1.0)
    assert offer is not None
    assert offer.account == "a"


@pytest.mark.parametrize("wrong", ["1", "i", "I", "l"])
def test_an_l_is_a_one(wrong: str) -> None:
    """Who reads an L as a one, or as a capital I, is understood."""
    all_l = sum(SIGNS.index("L") << 5 * place for place in range(8))
    keeper = Codes(lambda size: all_l.to_bytes(size, "big"))
    assert made(keeper, "a") == "LLLL-LLLL"
    assert keeper.take(wrong * 8, 0.0) is not None


def test_a_code_ends() -> None:
    """A code holds ten minutes, given back or not."""
    keeper = counting()
    code = made(keeper, "a")
    offer = keeper.take(code, CODE_SECONDS - 0.1)
    assert offer is not None
    keeper.give_back(offer)
    assert keeper.take(code, CODE_SECONDS) is None


def test_an_account_has_one_code() -> None:
    """A new code ends the one before, also one that is just being used."""
    keeper = counting()
    first = made(keeper, "a")
    second = made(keeper, "a")
    other = made(keeper, "b")
    assert keeper.take(first, 1.0) is None
    offer = keeper.take(second, 1.0)
    assert offer is not None
    third = made(keeper, "a")
    keeper.give_back(offer)
    assert keeper.take(second, 1.0) is None
    assert keeper.take(third, 1.0) is not None
    assert keeper.take(other, 1.0) is not None


def test_codes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many codes hold at once; those that have ended make room."""
    monkeypatch.setattr(accounts, "CODES", 2)
    keeper = counting()
    made(keeper, "a", 0.0)
    made(keeper, "b", 1.0)
    assert keeper.make("c", 2.0) is None
    assert made(keeper, "a", 3.0)
    assert made(keeper, "c", 1.0 + CODE_SECONDS)
    assert keeper.make("d", 1.0 + CODE_SECONDS) is None


FRESH = bearing("new")


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


@in_world
async def test_settings_come_with_the_greeting(world: World) -> None:
    """Those of the account come with every key, those of a key with it alone; nobody else gets them."""
    ann = await with_two_keys(world)
    await world.wait(5)
    both = {"order": "rank", "theme": "light"}
    assert await keep(ann, {"order": "rank"}, {"theme": "light"}) == both
    assert welcomed(await world.guest(terms=ANN)) == both
    assert welcomed(await world.guest(terms=FRESH)) == {"order": "rank"}
    assert welcomed(await world.guest("Ben", terms=bearing("ben"))) == {}


@in_world
async def test_a_store_that_fails_lets_nobody_in(world: World) -> None:
    """Who cannot be given their settings is asked to come again: defaults in their place would mislead."""
    await world.guest("Megan", terms=LOCAL)
    world.store.break_down()
    answer = await (await world.stranger(LOCAL)).greet("Megan")
    assert isinstance(answer, Goodbye)
    assert answer.code == ErrorCode.SERVER_FAULT.value
