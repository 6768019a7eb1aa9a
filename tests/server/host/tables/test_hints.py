"""Hints at a host: what each choice is worth, for its asker alone, and after a deal the choice that cost most."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import get_ident
from typing import Any, Final

import pytest

from games.kit.sampler import Advice, Observation, Reason
from protocol.errors import ErrorCode
from protocol.game import Answer, View
from protocol.hints import Appraised, CostliestChoice, Hint, HintGiven, HintReason
from protocol.messages import Act, OpenTable, Refused, Seated
from protocol.setup import Arrangement, Setup
from protocol.tableview import TablePhase, TableView
from protocol.wording import Wording
from server.bots.registry import Adviser
from server.host.limits import HINTS
from server.rules.registry import GAMES
from tests.server.host.world import Guest, World, a_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

GAME: Final = GAMES["chwech"]
SETUP: Final = Setup("chwech", 4, {"deals": 2})


def advise(seen: Observation[Any]) -> Advice:
    """Find the last legal action the best, each other one three points worse than the one after it."""
    return Advice([3.04 * place for place in range(len(seen.choices))], [Reason("{name} is the host", 0)])


ADVISER: Final = Adviser(advise)


@asynccontextmanager
async def a_table(
    adviser: Adviser | None = ADVISER,
    setup: Setup = SETUP,
    *,
    store: FaultyStore | None = None,
    hints: bool = True,
    pace: float = 0.0,
) -> AsyncIterator[tuple[World, Guest]]:
    """Open a host and a table where Ann plays with bots; it is her turn."""
    advisers = {} if adviser is None else {setup.game: adviser}
    async with a_world(store, games=GAMES, advisers=advisers) as world:
        ann = await world.guest("Ann")
        arrangement = Arrangement(hints=hints)
        opened = await ann.ask(lambda number: OpenTable(number, setup, ("random",), pace, arrangement=arrangement))
        assert isinstance(opened, Seated)
        await ann.begin()
        await ann.until(my_turn)
        yield world, ann


def my_turn(view: TableView) -> bool:
    """Say whether there is something to do."""
    return view.game is not None and bool(view.game.legal)


def over(view: TableView) -> bool:
    """Say whether a deal waits for the next one."""
    return bool(view.waits_for)


def game_of(guest: Guest) -> View:
    """Give the game as somebody last saw it."""
    game = guest.view.game
    assert isinstance(game, View)
    return game


async def hint(guest: Guest) -> HintGiven | Refused:
    """Ask for a hint."""
    seq = guest.view.seq
    answer = await guest.ask(lambda number: Hint(number, seq))
    assert isinstance(answer, HintGiven | Refused)
    return answer


async def play(guest: Guest, action: Answer) -> None:
    """Take an action."""
    seq = guest.view.seq
    await guest.ask(lambda number: Act(number, seq, action))


@in_virtual_time
async def test_a_hint_tells_what_every_choice_is_worth() -> None:
    """Each legal action comes with its value to one decimal, the best first, and why; the seat is marked then."""
    async with a_table() as (_world, ann):
        legal = game_of(ann).legal
        given = await hint(ann)
        assert isinstance(given, HintGiven)
        worth = [Appraised(action, round(3.04 * place, 1)) for place, action in enumerate(legal)]
        assert given.choices == tuple(reversed(worth))
        assert given.seq == ann.view.seq
        assert given.reasons == (HintReason("Ann is the host", Wording("{name} is the host", {"name": "Ann"})),)
        view = await ann.until(lambda view: any(seat is not None and seat.hinted for seat in view.seats))
        assert [seat is not None and seat.hinted for seat in view.seats] == [True, False, False, False]


@in_virtual_time
async def test_a_hint_is_for_its_asker_alone() -> None:
    """Others see that a hint was taken, and nothing of what it said."""
    async with a_table() as (world, ann):
        ben = await world.guest("Ben")
        await ben.watch(ann.view.table)
        await hint(ann)
        view = await ben.until(lambda view: any(seat is not None and seat.hinted for seat in view.seats))
        assert view.seats[0] is not None
        assert not [message for message in ben.heard if isinstance(message, HintGiven | CostliestChoice)]
        refused = await hint(ben)
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.NOT_SEATED


@pytest.mark.parametrize(
    ("adviser", "setup", "hints", "text"),
    [
        (ADVISER, SETUP, False, "this table is played without hints"),
        (None, SETUP, True, "there are no hints for this game yet"),
        (None, Setup("twenty-five", 5), True, "there are no hints for this game yet"),
    ],
)
@in_virtual_time
async def test_where_there_are_no_hints(adviser: Adviser | None, setup: Setup, hints: bool, text: str) -> None:
    """A hint is refused, and nobody is marked, where the table or the game has none or the net cannot be read."""
    async with a_table(adviser, setup, hints=hints) as (_world, ann):
        refused = await hint(ann)
        assert isinstance(refused, Refused)
        assert refused.text.startswith(text)
        assert not any(seat is not None and seat.hinted for seat in ann.view.seats)


@pytest.mark.parametrize("usable", [True, False])
async def test_the_net_is_read_in_a_thread(usable: bool) -> None:
    """What hints are made from is read beside the loop; where it cannot be, a hint is refused, and nobody is marked."""
    threads: list[int] = []

    def prepare() -> bool:
        threads.append(get_ident())
        return usable

    async with a_table(Adviser(advise, prepare)) as (_world, ann):
        answer = await hint(ann)
        assert isinstance(answer, HintGiven if usable else Refused)
        assert threads
        assert get_ident() not in threads
        assert any(seat is not None and seat.hinted for seat in ann.view.seats) is usable


@in_virtual_time
async def test_an_adviser_may_know_nothing() -> None:
    """Where there is no advice for a turn, the hint is refused."""
    async with a_table(Adviser(lambda _seen: None)) as (_world, ann):
        assert isinstance(await hint(ann), Refused)


@in_virtual_time
async def test_too_many_hints_are_refused() -> None:
    """A seat may ask so many times at once, and later again; a turn is worked out only once."""
    asked: list[Observation[Any]] = []

    def count(seen: Observation[Any]) -> Advice:
        asked.append(seen)
        return advise(seen)

    async with a_table(Adviser(count)) as (world, ann):
        answers = [await hint(ann) for _ in range(int(HINTS.at_once) + 1)]
        refused = answers.pop()
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.TOO_MANY
        assert all(isinstance(answer, HintGiven) for answer in answers)
        assert len(asked) == 1
        await world.wait(2)
        assert isinstance(await hint(ann), HintGiven)


@in_virtual_time
async def test_a_repeated_hint_is_answered_while_it_is_of_use() -> None:
    """The same command again gives the hint again; once the turn has passed, it is refused."""
    async with a_table(pace=5.0) as (_world, ann):
        command = Hint(10**15, ann.view.seq)
        first = await ann.repeat(command)
        assert isinstance(first, HintGiven)
        assert await ann.repeat(command) == first
        seq = ann.view.seq
        await ann.repeat(Act(10**15 + 1, seq, game_of(ann).legal[0]))
        await ann.until(lambda view: view.seq > seq and not my_turn(view))
        again = await ann.repeat(command)
        assert isinstance(again, Refused)


@in_virtual_time
async def test_after_a_deal_the_costliest_choice_is_told() -> None:
    """Of the choices with a hint, the one that was most points worse than the best; once, when the deal is over."""
    async with a_table() as (world, ann):
        costs: list[tuple[float, int, Answer, Answer]] = []
        while not game_of(ann).sheets:
            view = game_of(ann)
            given = await hint(ann)
            assert isinstance(given, HintGiven)
            chosen, best = view.legal[0], view.legal[-1]
            costs.append((round(3.04 * (len(view.legal) - 1), 1), len(view.hand), chosen, best))
            assert not [message for message in ann.heard if isinstance(message, CostliestChoice)]
            await world.wait(1)
            await play(ann, chosen)
            await ann.until(lambda view: my_turn(view) or over(view))
        cost, cards, worst, finest = max(costs, key=lambda one: one[0])
        while not (told := [message for message in ann.heard if isinstance(message, CostliestChoice)]):
            await ann.hear()
        assert told == [CostliestChoice(1, cards, worst, finest, cost)]


@in_virtual_time
async def test_choices_without_a_hint_count_for_whoever_had_one() -> None:
    """Somebody who has asked once in a game is told of their costliest choice, though they had no hint for it."""
    async with a_table() as (world, ann):
        await hint(ann)
        first, costs = True, list[tuple[float, int]]()
        while not game_of(ann).sheets:
            view = game_of(ann)
            chosen = view.legal[-1 if first else 0]
            costs.append((0.0 if first else round(3.04 * (len(view.legal) - 1), 1), len(view.hand)))
            first = False
            await world.wait(1)
            await play(ann, chosen)
            await ann.until(lambda view: my_turn(view) or over(view))
        while not (told := [message for message in ann.heard if isinstance(message, CostliestChoice)]):
            await ann.hear()
        assert [(one.cost, one.cards) for one in told] == [max(costs, key=lambda one: one[0])]


@in_virtual_time
async def test_without_a_hint_or_a_mistake_nothing_is_told_after_a_deal() -> None:
    """Who has had none is not judged, and what was best is no mistake."""
    async with a_table() as (world, ann):
        while not game_of(ann).sheets:
            await world.wait(1)
            await play(ann, game_of(ann).legal[0])
            await ann.until(lambda view: my_turn(view) or over(view))
        await ann.go_on()
        await ann.until(my_turn)
        while len(game_of(ann).sheets) < 2:
            legal = game_of(ann).legal
            await hint(ann)
            await world.wait(1)
            await play(ann, legal[-1])
            await ann.until(lambda view: my_turn(view) or view.phase is TablePhase.OVER)
        await ann.games()
        assert not [message for message in ann.heard if isinstance(message, CostliestChoice)]


@in_virtual_time
async def test_the_mark_outlives_the_host() -> None:
    """A host that starts again on the same store shows the mark."""
    store = FaultyStore()
    async with a_table(store=store) as (_world, ann):
        await hint(ann)
        code, token = ann.view.table, ann.token
    async with a_world(store, games=GAMES) as world:
        again = await world.guest(token=token)
        seated = await again.join(code)
        assert isinstance(seated, Seated)
        assert seated.view.seats[0] is not None
        assert seated.view.seats[0].hinted
