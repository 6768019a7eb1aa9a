"""Features that come together, folded into one: a position is told by half as many, for Python's own loops.

A folded feature stands for several of ``features`` that are true at once, and its row of the first layer is the sum of
theirs. So a net says the same, but has fewer rows to add up, and fewer to be found. Compiled functions need none of it.
"""

# Uncompiled, a comparison takes a quarter of the time of a call of min.
# ruff: noqa: PLR1730, FURB136

from collections.abc import Iterator
from itertools import product
from typing import Final

from games.chwech.kernel.compiling import Layers, Numbers, count
from games.chwech.kernel.play import (
    DENIES,
    DONE,
    GONE,
    GONE_RANKS,
    HAND,
    HANDS,
    LED_NONE,
    MANY,
    NOT_FOLLOWED,
    SEAT,
    SHOWN,
    STATUS,
    WON,
)
from games.chwech.kernel.tables import (
    ABOVE,
    BELOW,
    BITS,
    COPIES,
    EVERYTHING,
    JOKER,
    JOKERS_LEAD,
    KIND,
    MOST_CARDS,
    PACK_KINDS,
    PARTS,
    PLAYERS,
    RANK_OF,
    SUITS,
)
from games.chwech.net.features import (
    FEATURES,
    FEWEST,
    GONE_CARDS,
    GONE_JOKERS,
    HOME,
    LENGTH,
    OTHER_CARDS,
    OTHER_DENIED,
    OTHER_HOME,
    OTHER_NO_LEAD,
    OTHER_PASSED,
    OTHER_PUT,
    OTHER_STATUS,
    OTHER_WON,
    OWN,
    OWN_ABOVE,
    OWN_BELOW,
    OWN_JOKERS,
    OWN_TWICE,
    RANKS,
    SELF,
    SELF_MANY,
    SELF_TABLE,
    UNSEEN,
    describe_rules,
    describe_trick,
    suit_order,
)

_TWO_PACKS: Final = PACK_KINDS.index("two_packs")
_COUNTS: Final = 16
"""Cards of a suit are fewer."""

_HALF: Final = 256
"""The sets of half of the ranks."""

_SHOWN: Final = 32
_PLACES: Final = 6

# Where each group of folded features begins.
_SUIT: Final = FEATURES + 1
_SIDES: Final = _SUIT + SUITS * 10 * 17
_GONE_LOW: Final = _SIDES + SUITS * _COUNTS * _COUNTS
_GONE_HIGH: Final = _GONE_LOW + SUITS * _HALF
_SEAT: Final = _GONE_HIGH + SUITS * _HALF
_HISTORY: Final = _SEAT + _PLACES * HAND * 10 * 3
FOLDED: Final = _HISTORY + _PLACES * SUITS * _SHOWN
"""How many rows the first layer has with those of the folded features."""


def unfolded() -> Iterator[tuple[int, ...]]:
    """Yield the features that each row of a folded first layer stands for, in order."""
    yield from ((feature,) for feature in range(FEATURES + 1))
    for slot, length, unseen in product(range(SUITS), range(10), range(17)):
        yield LENGTH + slot * 10 + length, UNSEEN + slot * 17 + unseen
    for slot, above, below in product(range(SUITS), range(_COUNTS), range(_COUNTS)):
        yield OWN_ABOVE + slot * 10 + min(9, above), OWN_BELOW + slot * 10 + min(9, below)
    for first, slot, ranks in product((0, 8), range(SUITS), range(_HALF)):
        yield tuple(GONE_CARDS + slot * RANKS + first + rank for rank in range(8) if ranks >> rank & 1)
    for place, won, held, status in product(range(_PLACES), range(HAND), range(10), range(3)):
        seat = OTHER_WON + place * HAND + won, OTHER_CARDS + place * 10 + held, OTHER_STATUS + place * 3 + status
        yield seat if won else (*seat, OTHER_HOME + place * 10 + held)
    for cell, shown in product(range(_PLACES * SUITS), range(_SHOWN)):
        yield tuple(_history(cell, shown))


def _history(cell: int, shown: int) -> Iterator[int]:
    put, passes = shown & MANY, shown // NOT_FOLLOWED & MANY
    if put:
        yield OTHER_PUT - 1 + cell * 3 + put
    if passes:
        yield OTHER_PASSED - 1 + cell * 3 + passes
    if shown & DENIES:
        yield OTHER_DENIED + cell


def fold(layers: Layers) -> Layers:
    """Return the layers of a net with the rows of the folded features."""
    import numpy as np

    first, groups = np.asarray(layers[0]), [*unfolded()][FEATURES + 1 :]
    sums = np.zeros((len(groups), first.shape[1]), np.float32)
    for place in range(max(map(len, groups))):
        larger = [row for row, group in enumerate(groups) if len(group) > place]
        sums[larger] += first[[groups[row][place] for row in larger]]
    return np.concatenate((first, sums)), *layers[1:]


def describe_folded(table: Numbers, row: Numbers, slots: Numbers, found: Numbers) -> int:
    """Do what ``describe`` does, in folded features."""
    suit_order(table, row, slots)
    unseen = table[EVERYTHING] & ~row[HANDS + row[SEAT]] & ~row[GONE]
    number = describe_rules(table, found)
    number = _fold_cards(table, row, slots, found, number, unseen)
    number = _fold_seats(table, row, slots, found, number)
    return describe_trick(table, row, found, number, unseen)


def _fold_cards(table: Numbers, row: Numbers, slots: Numbers, found: Numbers, number: int, unseen: int) -> int:
    hand, gone, copies = row[HANDS + row[SEAT]], row[GONE], table[KIND] == _TWO_PACKS
    for suit in range(SUITS):
        slot, part, ranks = slots[suit], table[PARTS + suit], row[GONE_RANKS + suit]
        own, left = hand & part, unseen & part
        found[number] = _SUIT + (slot * 10 + count(own)) * 17 + count(left)
        found[number + 1] = _GONE_LOW + slot * _HALF + ranks % _HALF
        found[number + 2] = _GONE_HIGH + slot * _HALF + ranks // _HALF
        number += 3
        if copies:
            number = _describe_copies(table, slot, own, gone & part, found, number)
        while own:
            lowest = own & -own
            own ^= lowest
            place = table[BITS + lowest % 67]
            if copies and table[COPIES + place] & hand:
                continue
            found[number] = OWN + slot * RANKS + table[RANK_OF + place]
            found[number + 1] = (
                _SIDES
                + (slot * _COUNTS + count(left & table[ABOVE + place])) * _COUNTS
                + count(left & table[BELOW + place])
            )
            number += 2
    jokers = table[PARTS + JOKER]
    found[number] = OWN_JOKERS + table[JOKERS_LEAD] * 4 + count(hand & jokers)
    found[number + 1] = GONE_JOKERS + count(gone & jokers)
    return number + 2


def _describe_copies(table: Numbers, slot: int, own: int, gone: int, found: Numbers, number: int) -> int:
    """Add the second ones of equal cards, of those that are held and of those that have been played."""
    for place in range(MOST_CARDS):
        rank, others = table[RANK_OF + place], table[COPIES + place]
        if own >> place & 1 and others & own:
            found[number] = OWN_TWICE + slot * 2 + (1 if rank else 0)
            number += 1
        if gone >> place & 1 and others & gone:
            found[number] = GONE_CARDS + slot * RANKS + rank
            number += 1
    return number


def _fold_seats(table: Numbers, row: Numbers, slots: Numbers, found: Numbers, number: int) -> int:
    seat, players = row[SEAT], table[PLAYERS]
    tricks, beyond = row[WON + seat] // HAND, row[WON + seat] % HAND
    found[number] = SELF + count(row[HANDS + seat]) * HAND + beyond
    found[number + 1] = SELF_TABLE + table[KIND] * HAND + beyond
    found[number + 2] = SELF_MANY + (tricks if tricks < 2 else 2)
    number += 3
    fewest, home = 9, 0
    one, two, three, four = [_HISTORY + slot * _SHOWN for slot in slots]
    for place in range(players - 1):
        other = (seat + place + 1) % players
        held, won, led_none = HAND - count(row[DONE + other]), row[WON + other] % HAND, row[LED_NONE + other]
        if held < fewest:
            fewest = held
        if won == 0:
            home += 1
        if led_none:
            found[number] = OTHER_NO_LEAD + place * 2 + (led_none > 1)
            number += 1
        cell, first = SHOWN + other * SUITS, place * SUITS * _SHOWN
        found[number] = _SEAT + ((place * HAND + won) * 10 + held) * 3 + row[STATUS + other]
        found[number + 1] = one + first + row[cell]
        found[number + 2] = two + first + row[cell + 1]
        found[number + 3] = three + first + row[cell + 2]
        found[number + 4] = four + first + row[cell + 3]
        number += 5
    found[number] = FEWEST + fewest
    found[number + 1] = HOME + home
    return number + 2
