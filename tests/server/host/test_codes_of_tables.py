"""The codes that tables are found by, and how many of them anybody may try."""

from protocol.errors import ErrorCode
from protocol.messages import ListTables, OpenTable, Refused, Seated, Tables, TableShown
from protocol.setup import Arrangement, Setup
from server.host.limits import GUESSES
from server.host.terms import LOCAL
from tests.server.host.world import Guest, a_world
from tests.server.virtual_time import in_virtual_time

UNLISTED = Arrangement(listed=False)


async def a_hidden_table(guest: Guest) -> str:
    """Open a table that is in no list and give its code."""
    answer = await guest.ask(lambda number: OpenTable(number, Setup("lots", 3), arrangement=UNLISTED))
    assert isinstance(answer, Seated)
    assert answer.view.arrangement == UNLISTED
    return answer.view.table


async def listed(guest: Guest) -> list[str]:
    """Give the codes that somebody sees in the list."""
    answer = await guest.ask(ListTables)
    assert isinstance(answer, Tables)
    return [line.table for line in answer.tables]


@in_virtual_time
async def test_a_table_has_a_code_of_three_words() -> None:
    """A new table is called by three words, and found however they are typed."""
    async with a_world() as world:
        ann, ben, cat = await world.guest("Ann"), await world.guest("Ben"), await world.guest("Cat")
        code = await ann.open()
        assert len(code.split("-")) == 3
        assert isinstance(await ben.join(code.upper().replace("-", " ")), Seated)
        assert isinstance(await cat.watch(f" {code.title()} "), Seated)
        assert isinstance(await cat.show(code.replace("-", "--")), TableShown)
        assert ben.view.table == cat.view.table == code


@in_virtual_time
async def test_an_unlisted_table_is_for_those_who_know_its_code() -> None:
    """Only who sits at it sees it in the list; the code leads everybody to it."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await a_hidden_table(ann)
        assert await listed(ann) == [code]
        assert await listed(ben) == []
        assert isinstance(await ben.join(code), Seated)
        assert await listed(ben) == [code]


@in_virtual_time
async def test_codes_cannot_be_guessed_for_long() -> None:
    """Who names code after code is soon told to wait, whether the next one is in use or not."""
    async with a_world() as world:
        ann, eve = await world.guest("Ann"), await world.guest("Eve")
        code = await a_hidden_table(ann)
        for number in range(int(GUESSES.at_once)):
            answer = await eve.show(f"amber-river-{number}")
            assert isinstance(answer, Refused)
            assert answer.code is ErrorCode.UNKNOWN_TABLE
            await world.wait(0.5)
        known, unknown = await eve.show(code), await eve.show("amber-river-stone")
        assert isinstance(known, Refused)
        assert isinstance(unknown, Refused)
        assert (known.code, known.text) == (unknown.code, unknown.text) == (ErrorCode.TOO_MANY, known.text)
        await world.wait(10)
        assert isinstance(await eve.join(code), Seated)


@in_virtual_time
async def test_known_codes_cost_nothing() -> None:
    """Whoever goes to and fro between tables that there are is never taken for somebody who guesses."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await a_hidden_table(ann)
        for _ in range(3 * int(GUESSES.at_once)):
            assert isinstance(await ben.show(code), TableShown)
            await world.wait(1)


@in_virtual_time
async def test_ones_own_table_is_always_found() -> None:
    """A seat is found again in spite of many wrong codes, and on one's own machine there is no limit."""
    async with a_world() as world:
        ann, owner = await world.guest("Ann"), await world.guest("Owner", terms=LOCAL)
        code = await a_hidden_table(ann)
        for number in range(3 * int(GUESSES.at_once)):
            await ann.show(f"amber-river-{number}")
            answer = await owner.show(f"amber-river-{number}")
            assert isinstance(answer, Refused)
            assert answer.code is ErrorCode.UNKNOWN_TABLE
            await world.wait(0.6)
        assert isinstance(await ann.join(code), Seated)
