"""Deals by chance that the rules and the flat rules play side by side, turn by turn."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from games.chwech.bot import BOT
from games.chwech.kernel.compiling import Numbers, cells
from games.chwech.kernel.layout import AS_LOW, AS_SUIT, CHOSEN, MOST_ACTIONS, PASS, SAYINGS
from games.chwech.kernel.play import act, actions, tables_of
from games.chwech.review import whole_deal
from games.chwech.rules import CHWECH, HIGH, LOW, ChwechTable, rulebook
from games.kit.asking import Ask, Choice
from games.kit.game import Match
from games.kit.run import Run
from games.kit.sampler import Observation, observe
from games.kit.tricks import PASS as PASSING
from protocol.cards import Card, Suit
from protocol.setup import Setup


def match_of(setup: Setup, first_dealer: int = 0) -> Match:
    """Give a match; whether its options fit together is not looked at."""
    options = {one.name: setup.options.get(one.name, one.values[0]) for one in CHWECH.options}
    return Match(CHWECH, setup.players, options, first_dealer)


def tables(setup: Setup) -> Numbers:
    """Give the table of a setup as numbers."""
    return tables_of(match_of(setup))


def places_of(setup: Setup) -> list[Card]:
    """Give the unshuffled pack."""
    return rulebook(match_of(setup)).pack


class Turn(NamedTuple):
    """A turn that is about to be taken; at the end of the deal, nobody's."""

    table: Numbers
    row: Numbers
    """The deal by the flat rules."""
    numbers: list[int]
    """The actions by their numbers."""
    run: Run
    """The deal by the rules."""

    @property
    def choices(self) -> list[Choice]:
        assert isinstance(self.run.asks, Ask)
        return [*self.run.asks.choices]

    @property
    def seen(self) -> Observation[ChwechTable]:
        """What the seat to act is shown."""
        assert isinstance(self.run.asks, Ask)
        return observe(self.run, self.run.asks.seat, BOT)


def deal(setup: Setup, seed: int) -> Run:
    """Shuffle and deal by the rules."""
    dice, cards = Random(seed), len(places_of(setup))
    run = Run(match_of(setup, dice.randrange(setup.players)))
    run.shuffle(dice.sample(range(cards), cards))
    return run


def turns(setup: Setup, seed: int, choose: Callable[[Turn], int] | None = None) -> Iterator[Turn]:
    """Give each turn of a deal, in which actions are chosen by chance or as told, and how the deal ended."""
    dice, run, found = Random(seed), deal(setup, seed), cells(MOST_ACTIONS)
    table, row = tables_of(run.match), whole_deal(run.match, run.order)
    while isinstance(run.asks, Ask):
        numbers = [int(number) for number in found[: actions(table, row, found)]]
        turn = Turn(table, row, numbers, run)
        yield turn
        # By chance cards come more often than passes: what follows from cards is more.
        chosen = choose(turn) if choose else min(dice.randrange(len(numbers)), dice.randrange(len(numbers)))
        run.act(run.asks.seat, run.asks.choices[chosen])
        act(table, row, numbers[chosen])
    yield Turn(table, row, [], run)


def said(setup: Setup, number: int) -> Choice:
    """Give the action of a number."""
    if number == PASS:
        return PASSING
    place, how = divmod(number, SAYINGS)
    card: Any = places_of(setup)[place]
    if how >= AS_SUIT:
        return card, "=", [*Suit][how - AS_SUIT]
    if tables(setup)[CHOSEN] >> place & 1:
        return card, LOW if how == AS_LOW else HIGH
    return card  # type: ignore[no-any-return]
