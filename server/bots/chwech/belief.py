"""Where the unseen cards may be: hands for the other seats that fit what they have done, the likelier ones more often.

A seat that wanted nothing more and passed held no card that would have lost, or it would mostly have played it. How much
each such sign says about each card was counted in the net's own games.
"""

from typing import Any, Final

from server.kernel.chance import draw
from server.kernel.chwech.play import DECLINED, DENIED, DONE, HAND, HANDS, PASSES, SEAT
from server.kernel.chwech.tables import ABOVE, BITS, EVERYTHING, JOKER, PARTS, PLAYERS, SUIT_OF, SUITS, Numbers
from server.kernel.compiling import compiled, compiled_loosely, count

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


@compiled_loosely
def weigh(table: Numbers, row: Numbers, strength: Any, cards: Numbers, weights: Any) -> int:
    """Fill in the unseen cards, and the weight of each for each seat; return how many cards there are."""
    unseen, players, number = unseen_cards(table, row), table[PLAYERS], 0
    rest = unseen
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        place = table[BITS + lowest % 67]
        above = count(unseen & table[ABOVE + place])
        cards[number] = place
        for seat in range(players):
            weights[number * 7 + seat] = strength[sign(table, row, place, above, seat)]
        number += 1
    return number


@compiled_loosely
def deal_unseen(
    table: Numbers, row: Numbers, cards: Numbers, weights: Any, number: int, order: Numbers, state: Any
) -> None:
    """Deal the unseen cards to the other seats, each to a seat that has room, by its weights and by chance."""
    viewer, players = row[SEAT], table[PLAYERS]
    for seat in range(players):
        if seat != viewer:
            row[HANDS + seat] = 0
    for index in range(number):
        order[index] = index
    for index in range(number):
        other = index + draw(state, number - index)
        order[index], order[other] = order[other], order[index]
        card, whole = order[index], 0.0
        for seat in range(players):
            if seat != viewer:
                left = HAND - count(row[DONE + seat]) - count(row[HANDS + seat])
                whole += left * weights[card * 7 + seat]
        luck, chosen = draw(state, 1 << 30) / (1 << 30) * whole, viewer
        for seat in range(players):
            if seat == viewer:
                continue
            left = HAND - count(row[DONE + seat]) - count(row[HANDS + seat])
            if left == 0:
                continue
            chosen = seat
            luck -= left * weights[card * 7 + seat]
            if luck < 0:
                break
        row[HANDS + chosen] |= 1 << cards[card]
