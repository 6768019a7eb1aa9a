"""A deal of Chwech as one row of numbers: what may be done, and what follows from it.

A hand is an integer whose bits are places in the unshuffled pack, as in the rules. The actions of a turn come in the
order in which the rules give them, so that the number of an action means the same on both sides.
"""

from typing import Final

from server.kernel.chwech.tables import (
    ABOVE,
    BELOW,
    BITS,
    CHOSEN,
    COPIES,
    INSIDE,
    JOKER,
    JOKERS_LEAD,
    LAST,
    LAST_OF_EQUALS,
    ONE_JOKER,
    PARTS,
    PLAYERS,
    SUIT_OF,
    SUITS,
)
from server.kernel.compiling import Numbers, compiled, count, inlined

SEATS: Final = 7
"""The seats for which a row has room."""

# The cells of a row; those that come by seat have room for seven.
HANDS: Final = 0
WON: Final = 7
DONE: Final = 14
"""The cards that each seat has played."""

STATUS: Final = 21
"""What each seat has done in the trick."""

PASSES: Final = 28
"""By seat and suit, how often it did not follow."""

DENIED: Final = 56
"""By seat, the cards that it would have played, had it held them: lower ones, when it wanted to take nothing more."""

LED_NONE: Final = 63
"""By seat, how often it passed the lead."""

PLACES: Final = 70
"""The cards of the trick in their order: place, what was said with it, seat."""

SAID: Final = 77
BY: Final = 84
SEAT: Final = 91
"""The seat to act."""

TURNS: Final = 92
"""How many seats have acted in the trick."""

PLAYED: Final = 93
"""How many cards the trick has."""

FITS: Final = 94
"""The places that may be played to the trick."""

LED: Final = 95
"""The suit led."""

OPENING: Final = 96
"""1 at the first lead of the deal, which may not be passed."""

ENDED: Final = 97
DECLINED: Final = 98
"""By seat, the cards with which it could have been ahead when it passed, though it still had cards to take."""

ROW: Final = 105
"""The cells of a row."""

TO_ACT: Final = 0
PASSED: Final = 1
PUT: Final = 2

RUNNING: Final = 0
OUT: Final = 1
DEADLOCK: Final = 2

PASS: Final = -1
SAYINGS: Final = 8
"""An action is a place times this, and what is said with it."""

AS_LOW: Final = 1
"""An Ace is low."""

AS_SUIT: Final = 2
"""A Joker is led as the first suit; the others follow."""

MOST_ACTIONS: Final = 40
HAND: Final = 9


@compiled
def begin(table: Numbers, row: Numbers, dealer: int) -> None:
    """Make a row ready for the first lead, given the hands in it."""
    for cell in range(WON, ROW):
        row[cell] = 0
    row[SEAT] = (dealer + 1) % table[PLAYERS]
    row[OPENING] = 1


@compiled
def actions(table: Numbers, row: Numbers, found: Numbers) -> int:
    """Fill in every action of the seat to act, in the order of the rules; return how many there are."""
    hand, number, opened = row[HANDS + row[SEAT]], 0, row[PLAYED] > 0
    rest = hand & row[FITS] if opened else hand
    if not opened and not table[JOKERS_LEAD]:
        rest &= ~table[PARTS + JOKER]
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        place = table[BITS + lowest % 67]
        if table[COPIES + place] & hand:
            continue
        if not opened and table[SUIT_OF + place] == JOKER:
            for suit in range(SUITS):
                found[number] = place * SAYINGS + AS_SUIT + suit
                number += 1
            continue
        found[number] = place * SAYINGS
        number += 1
        if lowest & table[CHOSEN]:
            found[number] = place * SAYINGS + AS_LOW
            number += 1
    if not row[OPENING]:
        found[number] = PASS
        number += 1
    return number


@inlined
def height_of(table: Numbers, row: Numbers, index: int) -> int:
    """Return the height of a card of the trick as things stand, the last one being last."""
    if row[SAID + index] == AS_LOW:
        return -1
    place = row[PLACES + index]
    return table[LAST + place] if index == row[PLAYED] - 1 else table[INSIDE + place]


@compiled
def taker(table: Numbers, row: Numbers) -> int:
    """Return which of the cards of the trick takes it as things stand."""
    best, highest = 0, -2
    for index in range(row[PLAYED]):
        height = height_of(table, row, index)
        if height > highest or (height == highest and table[LAST_OF_EQUALS]):
            best, highest = index, height
    return best


@compiled
def best_of_suit(table: Numbers, row: Numbers) -> int:
    """Return the place of the highest card of the suit led that lies on the table; -1 if there are only Jokers."""
    found = -1
    for index in range(row[PLAYED]):
        place = row[PLACES + index]
        if table[SUIT_OF + place] != row[LED] or row[SAID + index] == AS_LOW:
            continue
        if found < 0 or table[INSIDE + place] > table[INSIDE + found]:
            found = place
    return found


@compiled
def _pass(table: Numbers, row: Numbers, seat: int) -> None:
    row[STATUS + seat] = PASSED
    if row[PLAYED] == 0:
        row[LED_NONE + seat] += 1
        return
    row[PASSES + seat * SUITS + row[LED]] += 1
    best = best_of_suit(table, row)
    if best < 0:
        return
    if row[WON + seat] % HAND == 0:
        row[DENIED + seat] |= table[BELOW + best]
    else:
        row[DECLINED + seat] |= table[ABOVE + best]


@compiled
def _put(table: Numbers, row: Numbers, seat: int, action: int) -> None:
    place, said, played = action // SAYINGS, action % SAYINGS, row[PLAYED]
    suit = table[SUIT_OF + place]
    row[HANDS + seat] ^= 1 << place
    row[DONE + seat] |= 1 << place
    if played == 0:
        row[LED] = said - AS_SUIT if suit == JOKER else suit
        row[FITS] = table[PARTS + row[LED]] | table[PARTS + JOKER]
    if table[ONE_JOKER] and suit == JOKER:
        row[FITS] &= ~table[PARTS + JOKER]
    row[PLACES + played], row[SAID + played], row[BY + played] = place, said, seat
    row[PLAYED] = played + 1
    row[STATUS + seat] = PUT


@compiled
def act(table: Numbers, row: Numbers, action: int) -> None:
    """Let the seat to act do something, and complete the trick and the deal if that completes them."""
    seat = row[SEAT]
    if action == PASS:
        _pass(table, row, seat)
    else:
        _put(table, row, seat, action)
    row[OPENING] = 0
    row[TURNS] += 1
    row[SEAT] = seat + 1 if seat + 1 < table[PLAYERS] else 0
    if row[TURNS] == table[PLAYERS]:
        end_trick(table, row)


@compiled
def end_trick(table: Numbers, row: Numbers) -> None:
    """Give the trick to its taker, who may lead next; nothing but passes ends the deal in deadlock."""
    if row[PLAYED] == 0:
        row[ENDED] = DEADLOCK
        return
    winner = row[BY + taker(table, row)]
    row[WON + winner] += row[PLAYED]
    row[SEAT] = winner
    row[TURNS] = row[PLAYED] = row[FITS] = 0
    for seat in range(table[PLAYERS]):
        row[STATUS + seat] = TO_ACT
        if row[HANDS + seat] == 0:
            row[ENDED] = OUT


@compiled
def score_of(row: Numbers, seat: int) -> int:
    """Return what a seat scores as things stand."""
    beyond = row[WON + seat] % HAND
    return (HAND - count(row[HANDS + seat])) * (beyond or HAND)
