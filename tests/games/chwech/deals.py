"""Deals by chance that the rules and the flat rules play side by side, turn by turn."""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from games.chwech.kernel.compiling import Numbers, cells
from games.chwech.kernel.play import AS_LOW, AS_SUIT, HANDS, MOST_ACTIONS, PASS, ROW, SAYINGS, act, actions, begin
from games.chwech.kernel.tables import CHOSEN, places_of, tables
from protocol.cards import Suit
from protocol.chwech.actions import AceHeight, Pass, Play
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.rules.chwech.deal import Dealing, InDeal
from server.rules.game import CHANCE, DealEvents, Shuffled
from server.rules.registry import GAMES

GAME = GAMES["chwech"]


class Turn(NamedTuple):
    """A turn that is about to be taken; at the end of the deal, nobody's."""

    table: Numbers
    row: Numbers
    """The deal by the flat rules."""

    numbers: list[int]
    """The actions by their numbers."""

    state: InDeal | Dealing
    """The deal by the rules."""

    events: DealEvents
    """What has happened."""

    def told(self, seat: int) -> tuple[Event, ...]:
        """Give what has happened, as a seat knows it."""
        return self.events.told(GAME, Seat(seat))


def deal(setup: Setup, seed: int) -> tuple[DealEvents, InDeal]:
    """Shuffle and deal by the rules."""
    dice, cards = Random(seed), len(places_of(setup))
    start = GAME.start(Setup(setup.game, setup.players, setup.options, Seat(dice.randrange(setup.players))))
    (dealt,) = GAME.decide(start, CHANCE, Shuffled(tuple(dice.sample(range(cards), cards))))
    events, state = DealEvents(), GAME.evolve(start, dealt)
    assert isinstance(state, InDeal)
    events.add(GAME, [dealt])
    return events, state


def turns(setup: Setup, seed: int, choose: Callable[[Turn], int] | None = None) -> Iterator[Turn]:
    """Give each turn of a deal, in which actions are chosen by chance or as told, and how the deal ended."""
    dice, table, row, found = Random(seed), tables(setup), cells(ROW), cells(MOST_ACTIONS)
    events, state = deal(setup, seed)
    for seat, hand in enumerate(state.hands):
        row[HANDS + seat] = hand
    assert state.turn is not None
    begin(table, row, state.turn - 1)
    now: InDeal | Dealing = state
    while isinstance(now, InDeal):
        numbers = [int(number) for number in found[: actions(table, row, found)]]
        turn = Turn(table, row, numbers, now, events)
        yield turn
        assert now.turn is not None
        # By chance cards come more often than passes: what follows from cards is more.
        chosen = choose(turn) if choose else min(dice.randrange(len(numbers)), dice.randrange(len(numbers)))
        decided = GAME.decide(now, now.turn, now.choices[chosen])
        events.add(GAME, decided)
        for event in decided:
            now = GAME.evolve(now, event)
        act(table, row, numbers[chosen])
    yield Turn(table, row, [], now, events)


def read(setup: Setup, number: int) -> Pass | Play:
    """Give the action of a number."""
    if number == PASS:
        return Pass()
    place, said = divmod(number, SAYINGS)
    card = places_of(setup)[place]
    if said >= AS_SUIT:
        return Play(card, suit=[*Suit][said - AS_SUIT])
    if tables(setup)[CHOSEN] >> place & 1:
        return Play(card, ace=AceHeight.LOW if said == AS_LOW else AceHeight.HIGH)
    return Play(card)
