"""The bots of a table: each sees what a person on its seat would, also after the table was read from its log again."""

from copy import deepcopy
from functools import partial
from random import Random
from typing import Any

import pytest

from games.kit.asking import Choice
from games.kit.sampler import Observation, play_at_random
from protocol.game import Answered
from protocol.message import Seat
from protocol.messages import Act
from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.bots.registry import BOTS, shown_to
from server.host.tables.ledger import record_reader
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


def known(seen: Observation[Any]) -> tuple[object, ...]:
    """Give all that a bot is shown, as it is now, but for how it leans."""
    table = {name: value for name, value in vars(seen.table).items() if name != "match"}
    return deepcopy((seen.seat, table, [*seen.choices], seen.prompt, [*seen.answers], seen.unseen()))


async def known_by_log(store: FaultyStore, code: str) -> list[tuple[object, ...]]:
    """Give what each seat may be shown whenever it is to act, by the log."""
    read, possible = record_reader(CODEC), list[tuple[object, ...]]()
    facts = [fact for data in await store.read(code) for fact in read(data).facts]
    state = GAME.start(facts[0].setup)  # type: ignore[union-attr]
    for fact in facts:
        if not isinstance(fact, Told) or not isinstance(fact.event, Answered):
            continue
        state = GAME.evolve(state, fact.event)
        seats = filter(partial(GAME.legal, state), map(Seat, range(SETUP.players)))
        possible += [known(shown_to(state.run, seat)) for seat in seats]
    return possible


@in_virtual_time
async def test_a_bot_sees_what_its_seat_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table and the deal so far as its seat knows them, even if the table was read anew within the deal."""
    seen: list[tuple[object, ...]] = []
    turns: set[int] = set()

    def note(one: Observation[Any], whims: Random) -> Choice:
        seen.append(known(one))
        turns.add(len(one.answers))
        return play_at_random(one, whims)

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
    possible = await known_by_log(store, code)
    assert before > 5
    assert len(seen) > before + 20
    assert all(one in possible for one in seen)
    assert len(turns) > 10
