"""Where the unseen cards may be: hands for the other seats that fit what they have done, the likelier ones more often.

A seat that wanted nothing more and passed held no card that would have lost, or it would mostly have played it. How
much each such sign says about each card was counted in the net's own games.
"""

from typing import Any, Final, NamedTuple

from games.chwech.kernel.compiling import Floats, Numbers, cells, compiled, compiled_loosely, count, draw, luck
from games.chwech.kernel.play import DECLINED, DENIED, DONE, HAND, HANDS, PASSES, SEAT, SEATS
from games.chwech.kernel.tables import (
    ABOVE,
    BITS,
    EVERYTHING,
    JOKER,
    MOST_CARDS,
    PARTS,
    PLAYERS,
    SUIT_OF,
    SUITS,
)

SIGNS: Final = 2 * 2 * 4 * 4 * 6 * 3
"""How many kinds of signs there are."""


@compiled
def sign(table: Numbers, row: Numbers, place: int, above: int, seat: int) -> int:
    """Return the kind of what a seat has shown about a card.

    Args:
        table: the rules.
        row: the deal.
        place: the card.
        above: how many unseen cards of its suit are higher.
        seat: the seat.
    """
    suit, held = table[SUIT_OF + place], HAND - count(row[DONE + seat])
    stage = 0 if held > 6 else 1 if held > 3 else 2
    if suit == JOKER:
        passes = 0
        for other in range(SUITS):
            passes += row[PASSES + seat * SUITS + other]
        return (stage * 6 + 5) * 64 + min(7, passes)
    height = 0 if above == 0 else 1 if above < 3 else 2 if above < 6 else 3 if above < 9 else 4
    number = stage * 6 + height
    number = number * 4 + min(3, row[PASSES + seat * SUITS + suit])
    number = number * 4 + min(3, count(row[DONE + seat] & table[PARTS + suit]))
    number = number * 2 + (row[DENIED + seat] >> place & 1)
    return number * 2 + (row[DECLINED + seat] >> place & 1)


@compiled
def unseen_cards(table: Numbers, row: Numbers) -> int:
    """Return the cards that the seat to act has not seen: those in the hands of the others."""
    gone = row[HANDS + row[SEAT]]
    for seat in range(table[PLAYERS]):
        gone |= row[DONE + seat]
    return table[EVERYTHING] & ~gone


class Unseen(NamedTuple):
    """The cards that a seat has not seen, and where they may be."""

    cards: Numbers
    order: Numbers
    weights: Any
    """By card and seat."""


def make_unseen() -> Unseen:
    """Return what beliefs are worked out in."""
    import numpy as np

    return Unseen(cells(MOST_CARDS), cells(MOST_CARDS), np.zeros((MOST_CARDS, SEATS)))


@compiled_loosely
def weigh(table: Numbers, row: Numbers, beliefs: Floats, unseen: Unseen) -> int:
    """Fill in the unseen cards, and the weight of each for each seat; return how many cards there are."""
    rest = every = unseen_cards(table, row)
    number = 0
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        place = table[BITS + lowest % 67]
        above = count(every & table[ABOVE + place])
        unseen.cards[number] = place
        for seat in range(table[PLAYERS]):
            unseen.weights[number, seat] = beliefs[sign(table, row, place, above, seat)]
        number += 1
    return number


@compiled_loosely
def room_of(row: Numbers, seat: int) -> int:
    """Return how many more cards a seat is to be dealt."""
    return HAND - count(row[DONE + seat]) - count(row[HANDS + seat])


@compiled_loosely
def deal_unseen(table: Numbers, row: Numbers, unseen: Unseen, number: int, state: Numbers) -> None:
    """Deal the unseen cards, so many, to the other seats: each to one that has room, by its weights and by chance."""
    viewer, players, order = row[SEAT], table[PLAYERS], unseen.order
    for seat in range(players):
        if seat != viewer:
            row[HANDS + seat] = 0
    for index in range(number):
        order[index] = index
    for index in range(number):
        other = index + draw(state, number - index)
        order[index], order[other] = order[other], order[index]
        card, whole, chosen = order[index], 0.0, viewer
        for seat in range(players):
            if seat != viewer:
                whole += room_of(row, seat) * unseen.weights[card, seat]
        share = luck(state) * whole
        for seat in range(players):
            left = 0 if seat == viewer else room_of(row, seat)
            if left == 0 or (share < 0 and chosen != viewer):
                continue
            chosen = seat
            share -= left * unseen.weights[card, seat]
        row[HANDS + chosen] |= 1 << unseen.cards[card]
