"""Five bots of one owner at a table: none of them is sent a byte of the hands of the four others, nor of a person's."""

from functools import partial
from random import Random
from typing import Final

import msgpack  # type: ignore[import-untyped]  # it carries no types
import pytest

from protocol.cards import FACES, JOKER
from protocol.game import View
from protocol.hints import Hint, HintGiven
from protocol.messages import Act, Hello, OpenTable, Seated, Welcome
from protocol.setup import Arrangement, Setup
from protocol.tableview import TablePhase, TableView
from server.bots.registry import Adviser
from server.host.terms import LOCAL, Terms
from server.rules.registry import GAMES
from tests.server.host.bearers import bearing
from tests.server.host.tables.test_bots import advise
from tests.server.host.test_secrets import Ears, reached
from tests.server.host.world import Guest, World, a_world
from tests.server.virtual_time import in_virtual_time

BOTS: Final = 5
LENGTH: Final = 4
"""Bytes before a frame that say how long it is."""

CARDS: Final = {card.text for card in FACES if card is not JOKER}


def words(plain: object) -> set[str]:
    """Give all texts of a decoded value."""
    found, parts = set[str](), [plain]
    while parts:
        part = parts.pop()
        if isinstance(part, str):
            found.add(part)
        elif isinstance(part, msgpack.ExtType):
            found.add(part.data.decode())
        elif isinstance(part, list):
            parts.extend(part)
        elif isinstance(part, dict):
            parts.extend([*part, *part.values()])
    return found


class Bot:
    """A bot, every word that it is sent, and what it does, by chance."""

    def __init__(self, guest: Guest, chance: Random) -> None:
        """Listen to all that comes by its connection."""
        self.guest = guest
        self.said: set[str] = set()
        """Every text in what it was sent."""

        self._ears = Ears(guest)
        self._read = 0
        self._chance = chance

    @property
    def game(self) -> View:
        """The game as it sees it."""
        game = self.guest.view.game
        assert isinstance(game, View)
        return game

    @property
    def hand(self) -> set[str]:
        """Its cards, but for Jokers, which others hold as well."""
        return {card.text for card in self.game.hand} & CARDS

    def listen(self) -> None:
        """Take in what has come."""
        data = self._ears.heard
        while self._read + LENGTH <= len(data):
            end = self._read + LENGTH + int.from_bytes(data[self._read : self._read + LENGTH], "big")
            if end > len(data):
                return
            self.said.update(words(msgpack.unpackb(data[self._read + LENGTH : end])))
            self._read = end

    async def act(self) -> None:
        """Ask for a hint now and then, and take any legal action."""
        seq = self.guest.view.seq
        if self._chance.random() < 0.3:
            hint = await self.guest.ask(lambda number: Hint(number, seq))
            assert isinstance(hint, HintGiven)
        seq, action = self.guest.view.seq, self._chance.choice(self.game.legal)
        await self.guest.ask(lambda number: Act(number, seq, action))


async def welcome(world: World, terms: Terms, name: str, token: str = "") -> Guest:
    """Give a bot that has greeted."""
    guest = await world.stranger(terms)
    await guest.channel.send(Hello((1, 1), "test", name, token, bot=True))
    answer = await guest.hear()
    assert isinstance(answer, Welcome)
    guest.token = answer.token or token
    return guest


async def a_table(world: World, chance: Random, terms: list[Terms]) -> list[Bot]:
    """Give five bots at a table with somebody; the first of the six is that person."""
    ann = await world.guest("Ann", terms=terms[0])
    setup, arrangement = Setup("chwech", BOTS + 1, {"deals": 1}), Arrangement(hints=True)
    opened = await ann.ask(lambda number: OpenTable(number, setup, arrangement=arrangement))
    assert isinstance(opened, Seated)
    everybody = [Bot(ann, chance)]
    for number in range(BOTS):
        guest = await welcome(world, terms[number + 1], f"Ada {number}")
        everybody.append(Bot(guest, chance))
        assert isinstance(await guest.join(opened.view.table), Seated)
    await ann.begin()
    for bot in everybody:
        await bot.guest.until(partial(awaits, after=0))
    return everybody


def awaits(view: TableView, after: int) -> bool:
    """Say whether a table waits for somebody, or for nobody any more, after this event."""
    turn = isinstance(view.game, View) and view.game.turn is not None
    return view.seq > after and (turn or view.phase is TablePhase.OVER)


async def played(world: World, everybody: list[Bot]) -> list[int]:
    """Play a deal; look at what each was sent before each turn, and give how many cards were hidden from them."""
    hidden: list[int] = []
    seq = 0
    while True:
        seq = (await everybody[0].guest.until(partial(awaits, after=seq))).seq
        for bot in everybody:
            await bot.guest.until(partial(reached, seq))
            bot.listen()
        if everybody[0].guest.view.phase is TablePhase.OVER:
            return hidden
        for bot in everybody:
            others = set[str]().union(*(other.hand for other in everybody if other is not bot))
            assert not others & bot.said
            assert bot.hand <= bot.said
            hidden.append(len(others))
        (turns,) = [bot for bot in everybody if bot.game.legal]
        # The server takes ten commands a second from one connection.
        await world.wait(1)
        await turns.act()


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("where", ["one machine", "keys"])
def test_bots_of_one_owner_see_their_own_seats_alone(seed: int, where: str) -> None:
    """No card that another of them holds is in any byte that one is sent: views, events, hints, refusals."""

    @in_virtual_time
    async def play() -> None:
        terms = (
            [LOCAL] * (BOTS + 1) if where == "one machine" else [bearing(f"key {number}") for number in range(BOTS + 1)]
        )
        async with a_world(number=seed, games=GAMES, advisers={"chwech": Adviser(advise)}) as world:
            everybody = await a_table(world, Random(seed), terms)
            hidden = await played(world, everybody)
            assert max(hidden) > 9 * BOTS - 5
            assert len(hidden) > 6 * 54

    play()


@in_virtual_time
async def test_one_account_has_one_seat_at_a_table() -> None:
    """Another connection of the same bot takes the seat over; it gets no second one, and the first hears no more."""
    async with a_world(games=GAMES) as world:
        everybody = await a_table(world, Random(1), [LOCAL] * (BOTS + 1))
        first = everybody[1].guest
        code, seat = first.view.table, first.view.viewer
        again = Bot(await welcome(world, LOCAL, "Ada 0"), Random(1))
        answer = await again.guest.join(code)
        assert isinstance(answer, Seated)
        assert answer.view.viewer == seat
        assert (await first.until_gone()).code == "superseded"
        again.listen()
        others = set[str]().union(*(bot.hand for bot in everybody if bot is not everybody[1]))
        assert again.hand == everybody[1].hand
        assert not others & again.said
        assert await first.channel.receive() is None


@in_virtual_time
async def test_who_watches_beside_its_own_seat_sees_no_hand_of_another() -> None:
    """A second connection of a bot that asks to watch its table is shown its own seat there, or no hand at all."""
    async with a_world(games=GAMES) as world:
        everybody = await a_table(world, Random(2), [LOCAL] * (BOTS + 1))
        again = Bot(await welcome(world, LOCAL, "Ada 0"), Random(1))
        await again.guest.watch(everybody[1].guest.view.table)
        again.listen()
        others = set[str]().union(*(bot.hand for bot in everybody if bot is not everybody[1]))
        assert len(others) > 9 * BOTS - 5
        assert not others & again.said
