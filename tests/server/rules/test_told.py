"""The events of the deal in progress, as each seat was told them: a bot that counts cards needs no more."""

from random import Random
from typing import Any

import pytest

from games.kit.deck import derive
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.rules.game import CHANCE, Break, DealEvents, Over, Seats, Shuffle, draw
from server.rules.registry import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_told_the_deal_so_far(name: str) -> None:
    """Whenever a seat is to act, it knows all events since the dealing, each as it may know it, and nothing before.

    The first deals show it.
    """
    game, chance = GAMES[name], Random(1)
    state = game.start(Setup(name, game.players[0]))
    deal_events, since = DealEvents(), list[tuple[Event, Any]]()
    deals = 0
    while deals < 2 and not isinstance(awaited := game.awaits(state), Over):
        if isinstance(awaited, Shuffle):
            assert not since
            deals += 1
            decided = game.decide(state, CHANCE, draw(awaited, derive("told", 1, deals)))
        else:
            assert isinstance(awaited, Seats)
            seat = min(awaited.seats)
            told = deal_events.told(game, seat)
            assert told == tuple(game.tell(event, seat, then) for event, then in since)
            assert told[0] != since[0][0], "the hands of others are hidden"
            decided = game.decide(state, seat, chance.choice(game.legal(state, seat)))
        (event,) = decided
        state = game.evolve(state, event)
        deal_events.add(game, decided, state)
        since = [] if game.breaks(event, state) is Break.DEAL else [*since, (event, state)]
    assert deals


def test_what_was_told_stays_as_it_is() -> None:
    """Who has been told events may keep them: later ones do not come into the same tuple."""
    game = GAMES["chwech"]
    state = game.start(Setup())
    awaited = game.awaits(state)
    assert isinstance(awaited, Shuffle)
    events = game.decide(state, CHANCE, draw(awaited, derive("kept", 1, 1)))
    state = game.evolve(state, events[0])
    deal_events = DealEvents()
    assert deal_events.told(game, Seat(0)) == ()
    deal_events.add(game, events, state)
    told = deal_events.told(game, Seat(0))
    assert len(told) == len(events)
    deal_events.clear()
    assert len(told) == len(events)
    assert deal_events.told(game, Seat(0)) == ()
