"""The bots of a table: each sees what a person on its seat would, also after the table was read from its log again."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from protocol.message import TableEvent
from protocol.messages import Act
from protocol.setup import Setup
from protocol.tableview import TablePhase
from protocol.vocabulary import Action, Event, Seat
from server.bots.bot import Sight, play_at_random
from server.bots.registry import BOTS
from server.host.tables.ledger import record_reader
from server.rules.game import Break
from server.rules.registry import GAMES
from server.tables.log import Told
from tests.server.host.world import CODEC, Guest, a_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

GAME = GAMES["chwech"]
SETUP = Setup("chwech", 4, {"deals": 2})


async def play(guest: Guest, moves: int) -> None:
    """Let somebody act so many times, agreeing to every deal; fewer if the game ends."""
    while moves and guest.view.phase is not TablePhase.OVER:
        game, seq = guest.view.game, guest.view.seq
        if game is not None and game.legal:
            await guest.ask(partial(Act, seq=seq, action=game.legal[-1]))
            moves -= 1
        elif guest.view.viewer in guest.view.waits_for:
            await guest.go_on()
        else:
            await guest.hear()


async def sights_by_log(store: FaultyStore, code: str) -> dict[tuple[Seat, int], Sight]:
    """Give what each seat may be shown when it is to act, by the log: by seat and number of the event."""
    read = record_reader(CODEC)
    facts = [fact for data in await store.read(code) for fact in read(data).facts]
    setup = facts[0].setup  # type: ignore[union-attr]
    return {(sight[0], sight[1]): sight[2] for sight in _sights(setup, facts)}


def _sights(setup: Setup, facts: Sequence[object]) -> Iterator[tuple[Seat, int, Sight]]:
    state, deal = GAME.start(setup), list[tuple[Event, object]]()
    number = 0
    for fact in facts:
        if not isinstance(fact, Told) or isinstance(fact.event, TableEvent):
            continue
        state = GAME.evolve(state, fact.event)
        deal = [] if GAME.breaks(fact.event, state) is Break.DEAL else [*deal, (fact.event, state)]
        number += 1
        for seat in map(Seat, range(setup.players)):
            if GAME.legal(state, seat):
                told = tuple(GAME.tell(event, seat, then) for event, then in deal)
                yield seat, number, Sight(setup, GAME.view(state, seat), told)


@in_virtual_time
async def test_a_bot_sees_what_its_seat_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its view, and each event of the deal as told to its seat, even if the table was read anew within the deal."""
    seen: list[Sight] = []

    def note(sight: Sight, whims: Random) -> Action:
        seen.append(sight)
        return play_at_random(sight, whims)

    monkeypatch.setitem(BOTS["chwech"], "random", note)
    store = FaultyStore()
    async with a_world(store, games=GAMES) as world:
        ann = await world.guest("Ann")
        code = await ann.open(SETUP, bots=("random",) * 3, pace=0.1)
        await ann.begin()
        await play(ann, 4)
    async with a_world(store, games=GAMES) as world:
        before = len(seen)
        ann = await world.back(ann)
        await ann.join(code)
        await play(ann, 400)
        assert ann.view.phase is TablePhase.OVER
    possible = list((await sights_by_log(store, code)).values())
    assert before > 5
    assert len(seen) > before + 20
    assert all(replace(sight, seen=None) in possible for sight in seen)
    assert len({len(sight.told) for sight in seen}) > 10
