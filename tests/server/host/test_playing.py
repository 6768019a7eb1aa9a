"""Games that are played at a host, of the lots of these tests and of the Fives."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from games.registry import GAMES
from protocol.archive import ReadReplay, ReplayStep
from protocol.errors import ErrorCode
from protocol.game import Answer, Answered, View
from protocol.message import Seat
from protocol.messages import (
    Accepted,
    Act,
    Continue,
    FromClient,
    OpenTable,
    ReadRules,
    Refused,
    Seated,
)
from protocol.setup import USUAL, Arrangement, Setup
from protocol.table import Event, QuickTable, TablePhase
from server.tables.position import replay
from tests.server.host.pastime import listen
from tests.server.host.world import Guest, World, a_world, in_world, refusal
from tests.server.virtual_time import in_virtual_time


async def two_at_a_table(world: World, setup: Setup | None = None) -> tuple[Guest, Guest, str]:
    """Give Ann and Ben at a table of Ann's, and its code."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    code = await ann.open(setup)
    assert isinstance(await ben.join(code), Seated)
    return ann, ben, code


async def play_to_the_end(guest: Guest) -> None:
    """Bid and agree until the game is over."""
    while guest.view.phase is not TablePhase.OVER:
        assert guest.view.game is not None
        if guest.view.game.legal:
            await guest.bid()
        elif guest.view.viewer in guest.view.waits_for:
            await guest.go_on()
        else:
            await guest.hear()


@in_world
async def test_a_game_alone_with_bots(world: World) -> None:
    """One person plays a whole game with bots; every event is told once and in order."""
    ann = await world.guest("Ann")
    await ann.open(Setup("lots", 4, {"deals": 3}))
    assert isinstance(await ann.begin(), Accepted)
    await ann.until_my_turn()
    await play_to_the_end(ann)
    assert ann.told == list(range(2, ann.view.seq + 1))
    names = [seat.name if seat else "" for seat in ann.view.seats]
    assert names == ["Ann", "Megan", "Dylan", "Cerys"]


@in_world
async def test_the_events_come_before_the_answer(world: World) -> None:
    """Once a command is answered, all it brought about has been told."""
    ann = await world.guest("Ann")
    await ann.open()
    answer = await ann.begin()
    assert isinstance(answer, Accepted)
    assert ann.told[-1] == answer.seq


@in_world
async def test_a_broken_bot_does_not_stop_the_game(world: World) -> None:
    """A bot that fails, or chooses what is not legal, plays the first legal action."""
    ann = await world.guest("Ann")
    await ann.open(bots=("broken", "cheat"))
    await ann.begin()
    await ann.until_my_turn()
    await play_to_the_end(ann)


@in_world
async def test_a_stale_action_is_refused_with_the_present_view(world: World) -> None:
    """Who answers an older state is shown the present one."""
    ann = await world.guest("Ann")
    await ann.open()
    await ann.begin()
    await ann.until_my_turn()
    refused = await ann.bid(1, seq=1)
    assert isinstance(refused, Refused)
    assert refused.code is ErrorCode.STALE
    assert refused.view is not None
    assert refused.view.seq >= ann.told[-1]


@in_world
async def test_a_connection_is_at_one_table(world: World) -> None:
    """Who opens another table is at the first no more, and finds it again."""
    ann, ben, code = await two_at_a_table(world)
    second = await ann.open()
    assert second != code
    await ben.until(lambda view: view.seats[0] is not None and not view.seats[0].here)
    answer = await ann.join(code)
    assert isinstance(answer, Seated)
    assert answer.view.viewer == 0


@in_world
async def test_what_no_table_is_opened_for(world: World) -> None:
    """A wrong setup, an unknown game, an unknown bot and a seed from outside are refused in words."""
    ann = await world.guest("Ann")
    setup = Setup("lots", 3)
    wishes = (
        (OpenTable(1, replace(setup, players=9)), "2–4"),
        (OpenTable(2, replace(setup, game="whist")), "there is no game 'whist' here: choose among lots"),
        (OpenTable(3, setup, bots=("wild",)), "choose among plain, keen, broken, cheat"),
        (OpenTable(4, setup, seed="x"), "leave the seed out, or play offline"),
    )
    for wish, why in wishes:
        refused = await ann.repeat(wish)
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.INVALID_SETUP
        assert why in refused.text


PARTNERS = Setup("twenty-five", 4, {"partners": True})


SETUPS = [
    PARTNERS,
    Setup("twenty-five", 3, {"double_stake": True}),
    Setup("forty-five", 10),
    Setup("forty-five", 6, {"partners": True, "sides": "three", "trick_scores": "majority", "unrobbed_ace": "lowest"}),
]
"""Tables of both games."""


async def playing(world: World, setup: Setup, arrangement: Arrangement = USUAL) -> list[Guest]:
    """Give Ann and Ben at a table of this game, which has begun."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    made = await ann.ask(lambda number: OpenTable(number, setup, pace=0, arrangement=arrangement))
    assert isinstance(made, Seated), made
    await ben.join(made.view.table)
    await ann.begin()
    return [ann, ben]


def game_of(guest: Guest) -> View:
    """Give the game as someone sees it."""
    assert isinstance(guest.view.game, View)
    return guest.view.game


async def act(guest: Guest) -> None:
    """Do the first thing that there is to do for someone, if anything."""
    if guest.view.viewer in guest.view.waits_for:
        await guest.ask(lambda number: Continue(number, guest.view.seq))
    elif game_of(guest).legal:
        done = await guest.ask(lambda number: Act(number, guest.view.seq, game_of(guest).legal[0]))
        assert isinstance(done, Accepted), done


async def play_until(guests: list[Guest], done: Callable[[Guest], bool]) -> None:
    """Let people play until it looks so to the first of them."""
    while not done(guests[0]):
        for guest in guests:
            await listen(guest, 0.5)
            await act(guest)


def over(guest: Guest) -> bool:
    """Say whether the game has ended."""
    return guest.view.phase is TablePhase.OVER


def spoken(events: Sequence[Event]) -> list[tuple[Seat | None, str | None]]:
    """Give who has answered what."""
    return [(event.seat, event.said) for event in events if isinstance(event, Answered)]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@in_virtual_time
async def test_a_game_is_played_and_kept(setup: Setup) -> None:
    """To its end, with people and bots; then its record holds, each deal can be seen again, and it is in the list."""
    async with a_world(games=GAMES) as world:
        ann, ben = await playing(world, setup)
        await play_until([ann, ben], over)
        await world.wait(5)
        (entry,) = await ben.games()
        assert (entry.setup.game, entry.setup.players, entry.seat) == (setup.game, setup.players, Seat(1))
        assert max(entry.totals) == (25 if setup.game == "twenty-five" else 45)
        record = "\n".join(await ann.record(1))
        again = [event for event, _state in replay(GAMES[setup.game], record)]
        shown: list[ReplayStep] = []
        for deal in range(1, len(game_of(ann).sheets) + 1):
            await world.wait(1)
            shown += await ben.replay(1, deal)
        assert [spoken(step.events) for step in shown] == [spoken([event]) for event in again]
        last = shown[-1].view
        assert isinstance(last, View)
        assert last.winners == game_of(ann).winners
        beyond = await ann.ask(lambda number: ReadReplay(number, 1, deal=99))
        assert isinstance(beyond, Refused)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup("twenty-five", 2), "players: Twenty-Five is for 3–10, not 2"),
        (Setup("forty-five", 5, {"partners": True}), "partners=true applies to 4, 6 players"),
        (Setup("forty-five", 4, {"ruleset": "original"}), "'ruleset' is no option of Forty-Five"),
        (Setup("fives", 4), f"there is no game 'fives' here: choose among {', '.join(GAMES)}"),
    ],
    ids=str,
)
@in_virtual_time
async def test_a_table_that_no_game_has_is_refused(setup: Setup, words: str) -> None:
    """By every command that names one, with what would be right."""
    async with a_world(games=GAMES) as world:
        ann = await world.guest("Ann")
        wishes: list[Callable[[int], FromClient]] = [
            lambda number: OpenTable(number, setup),
            lambda number: QuickTable(number, setup),
            lambda number: ReadRules(number, setup),
        ]
        for wish in wishes:
            refused = await ann.ask(wish)
            assert isinstance(refused, Refused)
            assert refused.code is ErrorCode.INVALID_SETUP
            assert words in refused.text


@pytest.mark.parametrize(("setup", "foreign"), [(PARTNERS, "QH+"), (Setup("chwech", 4), "rob QH")], ids=str)
@in_virtual_time
async def test_an_action_of_another_game_is_refused(setup: Setup, foreign: str) -> None:
    """The words of both games are understood at any table, and those of the other do nothing there."""
    async with a_world(games=GAMES) as world:
        (ann, _) = await playing(world, setup)
        for _ in range(20):
            await listen(ann, 0.5)
        before = ann.view.seq
        assert refusal(await ann.ask(lambda number: Act(number, before, Answer(foreign)))) is ErrorCode.ILLEGAL_ACTION
        assert ann.view.seq == before
