"""The bots of Chwech that play by a net, ``strong`` and ``champion``, and the advice that people get.

The net was trained by playing against itself. ``strong`` takes the choice that the net finds best. ``champion`` tries
its best choices in deals that fit what it knows, the net being player and judge; it thinks for a good part of a second,
so a host asks it in a process of its own. Compiled, it tries more.
"""

import logging
from collections.abc import Sequence
from functools import lru_cache
from math import inf
from random import Random
from typing import Final

from games.chwech.kernel import layout as at
from games.chwech.kernel.compiling import COMPILED, Numbers, cells
from games.chwech.kernel.play import act, begin, tables_of
from games.chwech.net.net import Net, UnusableWeights, read_weights
from games.chwech.net.search import Effort, search
from games.chwech.reasons import reasons_for
from games.chwech.rules import CHWECH, HAND, LOW, ChwechTable, card_of, rulebook
from games.chwech.steady import play_plainly, play_steadily
from games.kit.asking import Ask, Choice
from games.kit.run import Run
from games.kit.sampler import Advice, Knowledge, Observation, observe
from games.kit.tricks import PASS
from protocol.cards import Card, Suit
from protocol.game import Temper

_log = logging.getLogger(__name__)

_LEANING: Final = {Temper.EVEN: 0.0, Temper.BOLD: 0.6, Temper.CAREFUL: -0.6}
"""The points by which playing a card seems better than it is."""


def position(seen: Observation[ChwechTable]) -> tuple[Numbers, Numbers]:
    """Return the table, and what a seat was shown of the deal, as numbers: the hands of the others stay unknown."""
    table, row, own = tables_of(seen.table.match), cells(at.ROW), seen.seat
    others: dict[Card, list[int]] = {}
    for place, card in enumerate(rulebook(seen.table.match).pack):
        others.setdefault(card, []).insert(0, place)
    mine: dict[Card, list[int]] = {}
    played = [card_of(choice) for by, choice in seen.answers if by == own and choice != PASS]
    for card in [*seen.table.hands[own], *played]:
        mine.setdefault(card, []).insert(0, others[card].pop())
    # What the others hold is unknown, and only that their hands are not empty is relied on.
    for seat in range(seen.table.players):
        row[at.HANDS + seat] = table[at.EVERYTHING]
    row[at.HANDS + own] = sum(1 << place for places in mine.values() for place in places)
    begin(table, row, seen.table.dealer)
    for seat, choice in seen.answers:
        act(table, row, _taken(mine if seat == own else others, choice))
    return table, row


def _taken(cards: dict[Card, list[int]], choice: Choice | None) -> int:
    """Return a choice as a number, and take its card out of those of which the places are given."""
    if choice == PASS:
        return at.PASS
    place = cards[card_of(choice)].pop() * at.SAYINGS
    if not isinstance(choice, tuple):
        return place
    said = choice[-1]
    return place + (at.AS_SUIT + at.SUIT_NUMBERS[said] if isinstance(said, Suit) else at.AS_LOW if said == LOW else 0)


@lru_cache(maxsize=1)
def net() -> Net | None:
    """Return the net; None if its weights cannot be used, which is said once in the log."""
    try:
        # Only now is numpy loaded: megabytes that a server without such bots does not need.
        return Net(read_weights())
    except (ImportError, UnusableWeights) as error:
        _log.warning("bots of the levels strong and champion play as steady: %s", error)
        return None


def appraise(seen: Observation[ChwechTable]) -> Sequence[float] | None:
    """Return what each choice is worth, in points over the mean of the table; None without weights."""
    known = net()
    return None if known is None else [*known.values(*position(seen)).values()]


def play_strongly(seen: Observation[ChwechTable], rng: Random) -> Choice:
    """Return the choice that is worth most; without weights, what ``steady`` would do."""
    if len(seen.choices) == 1:
        return seen.choices[0]
    values = appraise(seen)
    if values is None:
        return play_steadily(seen, rng)
    worth, leaning = dict(zip(seen.choices, values, strict=True)), _LEANING[seen.temper]
    return max(seen.choices, key=lambda choice: worth[choice] + leaning * (choice != PASS))


EFFORT: Final = (
    Effort(trials=350, depth=HAND, prior=60, margin=0.6)
    if COMPILED
    else Effort(trials=300, depth=2, prior=40, margin=0.6)
)
"""To the end of the deal where there is time for it: a net's value of the next turn misleads more than chance does."""


def prepare() -> bool:
    """Read the weights, and have compiled what is, before the first game; return True if they can be used."""
    known, run = net(), Run(CHWECH.start(6, {}))
    run.shuffle(range(6 * HAND))
    assert isinstance(run.asks, Ask)
    if known is not None:
        seen = observe(run, run.asks.seat, BOT)
        search(known.weights, *position(seen), EFFORT._replace(trials=2, margin=9), 1)
    return known is not None


def play_as_champion(seen: Observation[ChwechTable], rng: Random) -> Choice:
    """Return the choice that did best in its trials; without weights, what ``steady`` would do."""
    known = net()
    if known is None or len(seen.choices) == 1:
        return play_strongly(seen, rng)
    return seen.choices[search(known.weights, *position(seen), EFFORT, rng.randrange(1, 1 << 31))]


def advise(seen: Observation[ChwechTable], choice: Choice | None = None) -> Advice | None:
    """Return what each choice is worth, and why the best is, or what speaks for another; None without weights."""
    values = appraise(seen)
    if values is None:
        return None
    best = max(values)
    told = [inf if one == choice and value < best else value for one, value in zip(seen.choices, values, strict=True)]
    return Advice(values, reasons_for(seen, told))


BOT: Final = Knowledge(plain=play_plainly)  # What bots know of Chwech; a pass denies nothing.
