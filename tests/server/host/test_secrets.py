"""What a client gets must not depend on what it may not know: not a byte of it, not the number or order of messages."""

from dataclasses import replace
from functools import partial

from protocol.messages import Accepted
from protocol.setup import Setup
from protocol.tableview import TableView
from server.rules.game import Game
from tests.server.host.world import Guest, World, a_world
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
        lots = Game(replace(GAME, order=lambda _match, _seed: orders[bids]))
        async with a_world(games={"lots": lots}) as world:
            sent.append(await eve_hears(world, bids))

    for bids in orders:
        scene(bids)
    assert len(sent[0][0]) > 1000
    assert sent[0][0] == sent[1][0]
    assert sent[0][1] != sent[1][1]
