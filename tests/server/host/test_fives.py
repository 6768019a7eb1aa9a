"""Twenty-Five and Forty-Five at the tables of a host, from the first seat to the archive."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from msgspec.structs import replace

from protocol.archive import ReadReplay, ReadStatistics, ReplayStep, Statistics
from protocol.errors import ErrorCode
from protocol.game import Answer, Answered, View
from protocol.message import Seat
from protocol.messages import Accepted, Act, Continue, FromClient, OpenTable, ReadRules, Refused, Rules, Seated
from protocol.seating import Event, QuickTable
from protocol.setup import USUAL, Arrangement, Setup
from protocol.tableview import TablePhase
from server.rules.registry import GAMES
from tests.server.host.pastime import listen
from tests.server.host.world import Guest, World, a_world
from tests.server.virtual_time import in_virtual_time

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
    """Give the game as somebody sees it."""
    assert isinstance(guest.view.game, View)
    return guest.view.game


async def act(guest: Guest) -> None:
    """Do the first thing that there is to do for somebody, if anything."""
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
        again = [event for event, _state in GAMES[setup.game].replay(record)]
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


@in_virtual_time
async def test_each_game_has_statistics_of_its_own() -> None:
    """Points of different games do not add up; where no game is named the first that is offered is meant."""
    async with a_world(games=GAMES) as world:
        guests = await playing(world, PARTNERS)
        ann = guests[0]
        await play_until(guests, over)
        await world.wait(5)
        (entry,) = await ann.games()
        assert entry.sides == (0, 1, 0, 1)
        assert sum(entry.chips) == 4 * 20
        sheets, won = game_of(ann).sheets, Seat(0) in game_of(ann).winners
        tricks = sum(sheet.more["tricks"][0] for sheet in sheets)
        asked = [partial(ReadStatistics, game=game) for game in ("twenty-five", "forty-five", "", "fives")]
        answers = []
        for ask in asked:
            answers.append(await ann.ask(ask))
            await world.wait(1)
        named, other, first, refused = answers
        assert isinstance(named, Statistics)
        assert [rating.rating.games for rating in named.ratings] == [1]
        assert replace(named, ratings=()) == Statistics(
            named.id or 0, "Ann", 1, int(won), len(sheets), entry.totals[0], tricks, "twenty-five", "tricks", tricks
        )
        assert other == Statistics(other.id or 0, "Ann", 0, game="forty-five", counted="tricks")
        assert first == Statistics(first.id or 0, "Ann", 0, game="chwech", counted="exact multiples of nine")
        assert isinstance(refused, Refused)
        assert refused.text == f"there is no game 'fives' here: choose among {', '.join(GAMES)}"


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup("twenty-five", 2), "players: 2 do not fit, Twenty-Five is for 3 to 10"),
        (Setup("twenty-five", 11), "players: 11 do not fit, Twenty-Five is for 3 to 10"),
        (Setup("forty-five", 5, {"partners": True}), "partners=true applies to 4 or 6 players"),
        (Setup("forty-five", 4, {"ruleset": "original"}), "'ruleset' is no option of Forty-Five"),
        (Setup("twenty-five", 4, {"target": 31}), "'target' is no option of Twenty-Five"),
        (Setup("chwech", 6, {"partners": True}), "'partners' is no option of Chwech"),
        (Setup("chwech", 8), "players: 8 do not fit"),
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
        refused = await ann.ask(lambda number: Act(number, before, Answer(foreign)))
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.ILLEGAL_ACTION
        assert ann.view.seq == before


@in_virtual_time
async def test_the_rules_of_a_table_can_be_read() -> None:
    """In the words of its game."""
    async with a_world(games=GAMES) as world:
        ann = await world.guest("Ann")
        answer = await ann.ask(lambda number: ReadRules(number, PARTNERS))
        assert isinstance(answer, Rules)
        assert answer.text.startswith("# Twenty-Five for four players")
