"""What others hide does not show, and what is refused can be read in every language."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from protocol.archive import ReadRecord, ReadReplay, ReadStatistics
from protocol.errors import ErrorCode
from protocol.language import speaking
from protocol.messages import (
    Accepted,
    Continue,
    FromClient,
    JoinTable,
    LeaveTable,
    OpenTable,
    ReadRules,
    Refused,
    WatchTable,
    translated,
)
from protocol.people import NameKey, Rename, RevokeKey
from protocol.rating import ReadRankings
from protocol.setup import Arrangement, Clock, Setup
from protocol.table import SayAtTable, TableView
from tests.server.host.world import Guest, World, a_world, in_world, is_said_in_welsh
from tests.server.lots import GAME, have_bid
from tests.server.virtual_time import in_virtual_time


class Ears:
    """Keeps every byte that comes in."""

    def __init__(self, guest: Guest) -> None:
        """Listen to what a guest reads."""
        self.heard = b""
        self._read = guest.channel._reader.read
        guest.channel._reader = self

    async def read(self, n: int, /) -> bytes:
        """Give the next bytes."""
        data = await self._read(n)
        self.heard += data
        return data


async def eve_hears(world: World, bids: tuple[int, int, int]) -> tuple[bytes, bytes]:
    """Let Eve watch while all others bid in secret; give what she was sent before and with the end of the deal."""
    players = [await world.guest(name) for name in ("Ann", "Ben", "Cat")]
    eve, fay = await world.guest("Eve"), await world.guest("Fay")
    ears = Ears(eve)
    code = await players[0].open(Setup("lots", 4), bots=("keen",))
    for guest in players[1:]:
        await guest.join(code)
    await eve.watch(code)
    await players[0].begin()
    for guest, bid in zip(players[:2], bids, strict=False):
        await guest.until_my_turn()
        await guest.until(lambda view: have_bid(view, 3))
        await guest.bid(bid, guest.view.seq)
        await eve.until(partial(reached, guest.view.seq))
        await players[2].until(partial(reached, guest.view.seq))
        await players[1].until(partial(reached, guest.view.seq))
    await eve.show(code)
    await eve.bid(1)
    await eve.watch(code, seq=1)
    await fay.watch(code)
    before = ears.heard
    assert isinstance(await players[2].bid(bids[2]), Accepted)
    await eve.until(lambda view: bool(view.waits_for))
    return before, ears.heard


def reached(seq: int, view: TableView) -> bool:
    """Say whether a table has come as far as this."""
    return view.seq >= seq


async def ann_hears(world: World, bids: tuple[int, int]) -> tuple[bytes, bytes]:
    """Let Ann watch while Ben and Cat bid in secret; give what she was sent before and with the end of the deal."""
    ann, ben, cat = await world.guest("Ann"), await world.guest("Ben"), await world.guest("Cat")
    ears = Ears(ann)
    code = await ann.open(Setup("lots", 4), bots=("keen",))
    for guest in (ben, cat):
        await guest.join(code)
    await ann.begin()
    for guest, bid in ((ben, bids[0]), (cat, bids[1])):
        await guest.until_my_turn()
        await guest.until(lambda view: have_bid(view, 3))
        await guest.bid(bid, guest.view.seq)
        await cat.until(partial(reached, guest.view.seq))
    await ann.until(lambda view: have_bid(view, *range(1, len(view.seats))))
    await ann.bid(3)
    await ann.bid(1, seq=1)
    before = ears.heard
    assert isinstance(await ann.bid(1), Accepted)
    await ann.until(lambda view: bool(view.waits_for))
    return before, ears.heard


def test_secrets_do_not_show() -> None:
    """Two games that differ in the secret bids of others send the same bytes until the bids are opened."""
    sent: list[tuple[bytes, bytes]] = []

    @in_virtual_time
    async def scene(bids: tuple[int, int]) -> None:
        async with a_world() as world:
            sent.append(await ann_hears(world, bids))

    scene((0, 2))
    scene((2, 1))
    assert len(sent[0][0]) > 1000
    assert sent[0][0] == sent[1][0]
    assert sent[0][1] != sent[1][1]


def test_spectators_see_no_secrets() -> None:
    """Who watches, looks from afar, acts without a seat or comes back gets the same bytes whatever all others hide."""
    orders = {(0, 2, 0): (0, 1, 2, 3), (2, 1, 1): (3, 1, 0, 2)}
    sent: list[tuple[bytes, bytes]] = []

    @in_virtual_time
    async def scene(bids: tuple[int, int, int]) -> None:
        lots = replace(GAME, order=lambda _match, _seed: orders[bids])
        async with a_world(games={"lots": lots}) as world:
            sent.append(await eve_hears(world, bids))

    for bids in orders:
        scene(bids)
    assert len(sent[0][0]) > 1000
    assert sent[0][0] == sent[1][0]
    assert sent[0][1] != sent[1][1]


LOTS = Setup("lots", 3)


def opening(number: int, clock: Clock) -> OpenTable:
    """Give the command for a table with a clock."""
    return OpenTable(number, LOTS, arrangement=Arrangement(clock))


async def in_welsh(guest: Guest, make: Callable[[int], FromClient]) -> str:
    """Send a command that must be refused, and give what a client shows of it in Welsh."""
    answer = await guest.ask(make)
    assert isinstance(answer, Refused), answer
    with speaking("cy"):
        told = translated(answer)
    assert answer.wording is not None
    assert answer.text == answer.wording.template.format(**answer.wording.values)
    assert told.text != answer.text
    return told.text


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (partial(OpenTable, setup=Setup("bridge", 4)), "does dim gêm 'bridge' yma: dewiswch o blith lots"),
        (partial(ReadRules, setup=Setup("bridge", 4), language="cy"), "does dim gêm 'bridge' yma"),
        (partial(ReadStatistics, game="bridge"), "does dim gêm 'bridge' yma"),
        (partial(ReadRankings, ruleset="x"), "does gan lots ddim rheolau 'x': gadewch hynny allan"),
        (partial(ReadStatistics, name="Zoë {name}"), "does neb yma o'r enw 'Zoë {name}'"),
        (partial(OpenTable, setup=LOTS, bots=("clever",)), "does dim bot 'clever': dewiswch o blith "),
        (partial(OpenTable, setup=LOTS, bots=("keen",) * 3), "mae 3 o fotiau yn ormod: heblaw amdanoch chi, gall 2"),
        (partial(OpenTable, setup=LOTS, seed="one"), "ni ellir ailadrodd rhaniadau yma"),
        (partial(opening, clock=Clock(5)), "ni all symudiad gael 5 eiliad: dewiswch 0 am ddim cloc, 10 i 300 eiliad"),
        (partial(opening, clock=Clock(30, 1e6)), "ni all banc fod yn 1e+06 eiliad: dewiswch 0 i 3600"),
        (partial(opening, clock=Clock(0, 60)), "mae angen cloc ag eiliadau"),
        (partial(JoinTable, table="no-such-table"), "does dim bwrdd o'r fath"),
        (partial(WatchTable, table="no-such-table"), "does dim bwrdd o'r fath"),
        (partial(Continue, seq=1), "nid ydych wrth unrhyw fwrdd"),
        (LeaveTable, "nid ydych wrth unrhyw fwrdd"),
        (partial(SayAtTable, text="hello"), "nid ydych wrth unrhyw fwrdd"),
        (partial(SayAtTable, text="\u200b"), "does dim nodau gweladwy"),
        (partial(ReadRecord, game=7), "does dim gêm orffenedig 7 yma"),
        (partial(ReadReplay, game=7), "does dim gêm orffenedig 7 yma"),
        (partial(Rename, name=""), "mae angen enw"),
        (partial(Rename, name="You"), "byddai You yn edrych fel y gweinydd, neu fel y darllenydd ei hun"),
        (partial(Rename, name="CHI"), "byddai CHI yn edrych fel y gweinydd, neu fel y darllenydd ei hun"),
        (partial(Rename, name="Ben"), "mae'r enw Ben yn perthyn i rywun arall"),
        (partial(NameKey, key="SHA256:none", name="x"), "nid oes allwedd o'r fath gan eich cyfrif"),
        (partial(RevokeKey, key="SHA256:none"), "nid oes allwedd o'r fath gan eich cyfrif"),
    ],
)
@in_world
async def test_a_refusal_is_said_again_in_the_readers_language(
    world: World, make: Callable[[int], FromClient], says: str
) -> None:
    """Names and numbers stand where the other language has them; braces in a name are only text."""
    ann = await world.guest("Ann")
    await world.guest("Ben")
    assert (await in_welsh(ann, make)).startswith(says)


@in_world
async def test_every_refusal_at_a_table_can_be_said_again(world: World) -> None:
    """In these tests a guest hears nothing else; that this is looked at is looked at here."""
    ann = await world.guest("Ann")
    await ann.open()
    assert "dim i gytuno arno" in await in_welsh(ann, partial(Continue, seq=1))
    assert not is_said_in_welsh(Refused(1, ErrorCode.NOT_NOW, "something that no catalogue has"))
