"""Rematches and readiness while the store fails at every point, one after the other."""

import asyncio

import pytest

from protocol.errors import ErrorCode
from protocol.messages import FromClient, Happened, Ping, Pong, Refused, Seated
from protocol.seating import QuickTable, Rematch, SetReady
from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.host.limits import RETRY_SECONDS
from server.storage.store import AppendResult, Brief, Failed, StoreFault, Unknown
from tests.server.host.world import Answer, Guest, World, a_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

POINTS = range(6)
"""Which of the next appends goes wrong: at least as many as a rematch takes."""


class FailingOnce(FaultyStore):
    """A store of which one append goes wrong."""

    def __init__(self) -> None:
        """Begin healthy."""
        super().__init__()
        self.left = -1
        """How many appends go well before one does not; less than none where all do."""
        self.fault: AppendResult = Failed("a fault")
        """What goes wrong."""
        self.stored = False
        """Whether the record is kept nevertheless."""

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Add a record, or go wrong."""
        self.left -= 1
        if self.left != -1:
            return await super().append(log, expect, record, brief)
        if self.stored:
            await super().append(log, expect, record, brief)
        return self.fault


async def insist(guest: Guest, command: FromClient) -> Answer:
    """Repeat a command until its outcome is known."""
    for _ in range(20):
        answer = await guest.repeat(command)
        if not isinstance(answer, Refused) or answer.code not in (ErrorCode.SERVER_FAULT, ErrorCode.UNKNOWN_OUTCOME):
            return answer
        await asyncio.sleep(2 * RETRY_SECONDS)
    raise AssertionError("the store never mends")


async def played(world: World) -> tuple[Guest, Guest]:
    """Give two people at the end of a game that began when both were ready."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    await ben.join(await ann.open(Setup("lots", 2, {"deals": 1})))
    for guest in (ann, ben):
        await guest.ask(lambda number: SetReady(number, ready=True))
    await ann.until_my_turn()
    await ann.bid()
    await ben.until(lambda view: view.seq == ann.view.seq)
    await ben.bid()
    for guest in (ann, ben):
        await guest.until(lambda view: view.phase is TablePhase.OVER)
    return ann, ben


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(("fault", "stored"), [(Failed("x"), False), (Unknown("x"), False), (Unknown("x"), True)])
def test_a_rematch_is_one_table_whatever_fails(point: int, fault: AppendResult, *, stored: bool) -> None:
    """Whichever append fails or is in doubt: both are on their seats at the same new table in the end, and play."""

    @in_virtual_time
    async def scene() -> None:
        store = FailingOnce()
        async with a_world(store) as world:
            ann, ben = await played(world)
            before = {*store.logs}
            store.left, store.fault, store.stored = point, fault, stored
            first, second = [await insist(guest, Rematch(10**15)) for guest in (ann, ben)]
            assert isinstance(first, Seated)
            assert isinstance(second, Seated)
            (code,) = {*store.logs} - before
            assert first.view.table == second.view.table == code
            assert (first.view.viewer, second.view.viewer) == (0, 1)
            for guest in (ann, ben):
                await guest.until(lambda view: view.table == code and view.phase is TablePhase.PLAYING)
                told = [message for message in guest.heard if isinstance(message, Happened)]
                assert len({(message.view.table, message.seq) for message in told}) == len(told)

    scene()


@pytest.mark.parametrize("point", range(2))
@pytest.mark.parametrize(("fault", "stored"), [(Failed("x"), False), (Unknown("x"), False), (Unknown("x"), True)])
def test_a_game_begins_once_whatever_fails(point: int, fault: AppendResult, *, stored: bool) -> None:
    """Whoever repeats that they are ready after an unknown outcome is heard once, and the game begins once."""

    @in_virtual_time
    async def scene() -> None:
        store = FailingOnce()
        async with a_world(store) as world:
            ann, ben = await world.guest("Ann"), await world.guest("Ben")
            code = await ann.open(Setup("lots", 2))
            await ben.join(code)
            store.left, store.fault, store.stored = point, fault, stored
            for guest in (ann, ben):
                assert not isinstance(await insist(guest, SetReady(10**15, ready=True)), Refused)
            for guest in (ann, ben):
                await guest.until_my_turn()
            kinds = [type(message.event).__name__ for message in ben.heard if isinstance(message, Happened)]
            assert (kinds.count("Readied"), kinds.count("Began")) == (2, 1)

    scene()


def answers(guest: Guest, number: int) -> list[str]:
    """Give what a command was answered with, all of it."""
    return [type(message).__name__ for message in guest.heard if getattr(message, "id", None) == number]


@in_virtual_time
async def test_who_is_in_a_hurry_is_answered_once() -> None:
    """A table whose log cannot be read is passed over: one is refused, or seated at another, and never both."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await ann.open(Setup("lots", 3))
        store.break_down()
        await ann.leave()
        assert isinstance(await ben.repeat(QuickTable(10**15, Setup("lots", 3))), Refused)
        store.mend()
        read, unreadable = store.read, code

        async def read_others(log: str) -> tuple[bytes, ...]:
            if log == unreadable:
                raise StoreFault("a page is damaged")
            return await read(log)

        store.read = read_others  # type: ignore[method-assign]  # one log alone is damaged
        assert isinstance(await ben.repeat(QuickTable(10**15 + 1, Setup("lots", 3))), Seated)
        assert ben.view.table != code
        assert isinstance(await ben.repeat(Ping(10**15 + 2)), Pong)
        assert [answers(ben, 10**15 + more) for more in range(2)] == [["Refused"], ["Seated"]]


@in_virtual_time
async def test_who_may_have_sat_down_in_a_hurry_is_led_nowhere_else() -> None:
    """While nobody can read whether they sit at a table by this very command, it is refused; then they are there."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await ann.open(Setup("lots", 3))
        store.answer, store.stores_anyway = Unknown("x"), True
        command = QuickTable(10**15, Setup("lots", 3))
        assert isinstance(await ben.repeat(command), Refused)
        store.unreadable = True
        refused = await ben.repeat(command)
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.SERVER_FAULT
        store.mend()
        seated = await ben.repeat(command)
        assert isinstance(seated, Seated)
        assert (seated.view.table, len(store.logs)) == (code, 1)
