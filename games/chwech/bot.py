"""The bots of Chwech that play by a net, ``strong`` and ``champion``, and the advice that people get.

The net was trained by playing against itself. ``strong`` takes the choice that the net finds best. ``champion`` tries
its best choices in deals that fit what it knows, the net being player and judge; it thinks for a good part of a second,
so a host asks it in a process of its own. Compiled, it tries more.
"""

import logging
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from games.chwech.kernel.compiling import COMPILED, Numbers, cells
from games.chwech.kernel.play import AS_LOW, AS_SUIT, HAND, HANDS, ROW, SAYINGS, act, begin
from games.chwech.kernel.play import PASS as PASSING
from games.chwech.kernel.tables import EVERYTHING, tables_of
from games.chwech.net.net import Net, UnusableWeights, read_weights, weights_fault
from games.chwech.net.search import Effort, search
from games.chwech.reasons import reasons_for
from games.chwech.rules import CHWECH, LOW, ChwechTable, card_of, rulebook
from games.chwech.steady import play_steadily
from games.kit.asking import Ask, Choice, Offer
from games.kit.run import Run
from games.kit.sampler import Advice, Knowledge, Observation, look_at
from games.kit.tricks import PASS
from protocol.cards import Card, Suit
from protocol.temper import Temper

_log = logging.getLogger(__name__)

_LEANING: Final = {Temper.EVEN: 0.0, Temper.BOLD: 0.6, Temper.CAREFUL: -0.6}
"""The points by which playing a card seems better than it is."""

_SUITS: Final = {suit: number for number, suit in enumerate(Suit)}


class Position:
    """What a seat was shown of a deal, as a row of numbers: the hands of the others stay unknown."""

    def __init__(self, seen: Observation[ChwechTable]) -> None:
        """Follow the deal up to the choice."""
        table, own = seen.table, seen.seat
        self.table: Numbers = tables_of(table.match)
        self.row: Numbers = cells(ROW)
        self._places = {card: [*places] for card, places in rulebook(table.match).copies.items()}
        dealt = [*table.hands[own], *[card_of(choice) for by, choice in seen.answers if by == own and choice != PASS]]
        self._mine: dict[Card, list[int]] = {}
        for card in dealt:
            self._mine.setdefault(card, []).insert(0, self._places[card].pop())
        # What the others hold is unknown, and only that their hands are not empty is relied on.
        for seat in range(table.players):
            self.row[HANDS + seat] = self.table[EVERYTHING]
        self.row[HANDS + own] = sum(1 << place for places in self._mine.values() for place in places)
        begin(self.table, self.row, table.dealer)
        for seat, choice in seen.answers:
            assert choice is not None, "nothing is private"
            act(self.table, self.row, self._written(self._mine if seat == own else self._places, choice, take=True))

    def number(self, choice: Choice) -> int:
        """Return a choice of the seat as a number."""
        return self._written(self._mine, choice)

    @staticmethod
    def _written(cards: dict[Card, list[int]], choice: Choice, *, take: bool = False) -> int:
        if choice == PASS:
            return PASSING
        places = cards[card_of(choice)]
        place = (places.pop() if take else places[-1]) * SAYINGS
        if not isinstance(choice, tuple):
            return place
        said = choice[-1]
        return place + (AS_SUIT + _SUITS[said] if isinstance(said, Suit) else AS_LOW if said == LOW else 0)


@lru_cache(maxsize=1)
def net() -> Net | None:
    """Return the net; None if its weights cannot be used, which is said once in the log."""
    try:
        # Only now is numpy loaded: megabytes that a server without such bots does not need.
        return Net(read_weights())
    except (ImportError, UnusableWeights) as error:
        _log.warning("bots of the levels strong and champion play as steady: %s", error)
        return None


@lru_cache(maxsize=1)
def can_play() -> bool:
    """Return True if the net can be used; its file is looked at once, and nothing is loaded."""
    return not weights_fault()


def appraise(seen: Observation[ChwechTable]) -> Sequence[float] | None:
    """Return what each choice is worth, in points over the mean of the table; None without weights."""
    known = net()
    if known is None:
        return None
    position = Position(seen)
    return known.values(position.table, position.row, [position.number(choice) for choice in seen.choices])


def play_strongly(seen: Observation[ChwechTable], rng: Random) -> Choice:
    """Return the choice that is worth most; without weights, what ``steady`` would do."""
    choices = seen.choices
    if len(choices) == 1:
        return choices[0]
    values = appraise(seen)
    if values is None:
        return play_steadily(seen, rng)
    leaning = _LEANING[seen.temper]
    leaned = [value + leaning * (choice != PASS) for value, choice in zip(values, choices, strict=True)]
    return choices[max(range(len(leaned)), key=leaned.__getitem__)]


EFFORT: Final = (
    Effort(trials=350, depth=HAND, prior=60, margin=0.6)
    if COMPILED
    else Effort(trials=300, depth=2, prior=40, margin=0.6)
)
"""To the end of the deal where there is time for it: a net's value of the next turn misleads more than chance does."""


def prepare() -> None:
    """Read the weights, and have compiled what is, before the first game."""
    known = net()
    if known is None:
        return
    match = CHWECH.start(6, {})
    table, row = tables_of(match), cells(ROW)
    for seat in range(match.players):
        row[HANDS + seat] = 0b111111111 << seat * HAND
    begin(table, row, 0)
    search(known.weights, table, row, EFFORT._replace(trials=2, margin=9), 1)


def play_as_champion(seen: Observation[ChwechTable], rng: Random) -> Choice:
    """Return the choice that did best in its trials; without weights, what ``steady`` would do."""
    known = net()
    if known is None or len(seen.choices) == 1:
        return play_strongly(seen, rng)
    position = Position(seen)
    return seen.choices[search(known.weights, position.table, position.row, EFFORT, rng.randrange(1, 1 << 31)).best]


def prepare_advice() -> bool:
    """Read the net, which takes some moments the first time; return True if it can be used."""
    return net() is not None


def advise(seen: Observation[ChwechTable]) -> Advice | None:
    """Return what each choice is worth, and why; None without weights."""
    values = appraise(seen)
    return None if values is None else Advice(values, reasons_for(seen, values))


def _plain(table: ChwechTable, seat: int, offer: Ask | Offer, rng: Random) -> Choice:
    """Play as ``steady`` does, which looks at no other hand."""
    seen = Observation(table, seat, offer.choices, offer.prompt, lambda: look_at(Run(table.match), seat, BOT))
    return play_steadily(seen, rng)


BOT: Final = Knowledge(plain=_plain)
"""What bots know of Chwech; a pass denies nothing."""
