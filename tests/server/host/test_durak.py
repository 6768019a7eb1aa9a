"""Durak at the tables of a host: whole games of people and bots, and cards thrown in at the same time."""

import pytest

from protocol.archive import ReadReplay, ReplayStep
from protocol.durak.actions import FINISH
from protocol.durak.views import DurakView
from protocol.messages import Accepted, Act, Continue, OpenTable, Seated
from protocol.setup import USUAL, Arrangement, Clock, Setup
from protocol.tableview import TablePhase
from protocol.vocabulary import Action
from server.rules.registry import GAMES
from tests.server.host.pastime import listen
from tests.server.host.world import Guest, World, a_world
from tests.server.virtual_time import in_virtual_time

SETUPS = [Setup("durak-teams", 4, {"losses": 1}), Setup("durak-teams", 6, {"losses": 1, "first_bout": 5})]


async def playing(world: World, setup: Setup, arrangement: Arrangement = USUAL) -> list[Guest]:
    """Give Ann and Ben at a table that has begun; they sit side by side."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    made = await ann.ask(lambda number: OpenTable(number, setup, pace=0, arrangement=arrangement))
    assert isinstance(made, Seated), made
    await ben.join(made.view.table)
    await ann.begin()
    return [ann, ben]


def game_of(guest: Guest) -> DurakView:
    """Give the game as somebody sees it."""
    assert isinstance(guest.view.game, DurakView)
    return guest.view.game


async def act(guest: Guest) -> None:
    """Do the first thing that there is to do for somebody, if anybody waits for it."""
    if guest.view.viewer in guest.view.waits_for:
        await guest.ask(lambda number: Continue(number, guest.view.seq))
    elif game_of(guest).viewer in game_of(guest).awaited:
        legal = game_of(guest).legal
        await guest.ask(lambda number: Act(number, guest.view.seq, legal[0]))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@in_virtual_time
async def test_a_game_is_played_and_kept(setup: Setup) -> None:
    """To its end, with people and bots; then each moment can be seen again."""
    async with a_world(games=GAMES) as world:
        guests = await playing(world, setup)
        ann = guests[0]
        while ann.view.phase is not TablePhase.OVER:
            for guest in guests:
                await listen(guest, 0.5)
                await act(guest)
        assert game_of(ann).winners
        part = await ann.ask(lambda number: ReadReplay(number, 1, 1))
        steps = getattr(part, "steps", ())
        assert all(isinstance(step, ReplayStep) for step in steps)
        assert steps


@in_virtual_time
async def test_the_clock_stands_for_who_is_not_asked() -> None:
    """The clock of whoever may throw in unasked does not run; it does for those who are asked."""
    async with a_world(games=GAMES) as world:
        guests = await playing(world, SETUPS[0], Arrangement(clock=Clock(10)))
        for step in range(80):
            guest = guests[step % 2]
            await listen(guest, 1)
            running = guest.view.time.seats if guest.view.time is not None else ()
            assert set(running) <= set(game_of(guest).awaited)


async def said_late(guest: Guest, other: Guest) -> bool:
    """Let the other act, then somebody who has not seen it say that they are done; tell whether that holds."""
    word, seq, there = FINISH, guest.view.seq, game_of(other)
    if FINISH not in game_of(guest).legal or there.viewer not in there.awaited:
        return False
    await take(other, other.view.seq, there.legal[0])
    return isinstance(await take(guest, seq, word), Accepted)


async def take(guest: Guest, seq: int, action: Action) -> object:
    """Send an action that answers a state."""
    return await guest.ask(lambda number: Act(number, seq, action))


@in_virtual_time
async def test_a_word_said_while_others_act_is_heard() -> None:
    """It answers the state before the defender's card, and counts all the same."""
    async with a_world(games=GAMES) as world:
        guests = await playing(world, SETUPS[0])
        for step in range(800):
            guest, other = guests[step % 2], guests[1 - step % 2]
            await listen(guest, 0.2)
            await listen(other, 0.2)
            if await said_late(guest, other):
                return
            await act(guest)
        raise AssertionError("nobody ever had something to say while the other acted")
