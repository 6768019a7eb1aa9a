"""A deal of Chwech as one row of numbers: what may be done, and what follows from it.

A hand is an integer whose bits are places in the unshuffled pack, as in the rules. The actions of a turn come in the
order in which the rules give them, so that the number of an action means the same on both sides.
"""

from typing import Final

from games.chwech.kernel.compiling import Numbers, compiled, count, inlined
from games.chwech.kernel.tables import (
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
    RANK_OF,
    SUIT_OF,
    SUITS,
)

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

GONE: Final = 105
"""The cards that have been played in the deal."""

SHOWN: Final = 106
"""By seat and suit, what it has shown of the suit, as bits: cards played (0 to 3), times not followed (0 to 3), and
whether it would have played a card, had it held it, as in ``DENIED``."""

DENIERS: Final = 134
"""By suit, how many seats would have played some of its cards, had they held them, as ``DENIED`` says."""

AHEAD: Final = 138
"""Which card of the trick is the highest once another follows, and how high."""

AHEAD_HEIGHT: Final = 139
FORMER: Final = 140
"""The same without the last card."""

FORMER_HEIGHT: Final = 141
HIGHEST: Final = 142
"""The place, plus one, of the highest card of the suit led that lies on the table; 0 if there are only Jokers."""

GONE_RANKS: Final = 143
"""By suit, the ranks of its cards that have been played, as bits."""

ROW: Final = 147
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

MANY: Final = 3
"""As many cards played, or times not followed, as ``SHOWN`` counts, and the bits of the former."""

NOT_FOLLOWED: Final = 4
"""Once not followed, in ``SHOWN``."""

DENIES: Final = 16
"""The last of the bits of ``SHOWN``."""

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
def wins(table: Numbers, height: int, other: int) -> bool:
    """Return whether a card of one height takes the trick from an earlier one of another."""
    return height > other or (height == other and table[LAST_OF_EQUALS] == 1)


@compiled
def taker(table: Numbers, row: Numbers) -> int:
    """Return which of the cards of the trick takes it as things stand."""
    last = row[PLAYED] - 1
    if last < 1:
        return 0
    height = -1 if row[SAID + last] == AS_LOW else table[LAST + row[PLACES + last]]
    return last if wins(table, height, row[FORMER_HEIGHT]) else row[FORMER]


@compiled
def _pass(table: Numbers, row: Numbers, seat: int) -> None:
    row[STATUS + seat] = PASSED
    if row[PLAYED] == 0:
        row[LED_NONE + seat] += 1
        return
    suit, best, cell = row[LED], row[HIGHEST] - 1, seat * SUITS + row[LED]
    passes, shown = row[PASSES + cell] + 1, row[SHOWN + cell]
    row[PASSES + cell] = passes
    if passes <= MANY:
        row[SHOWN + cell] = shown + NOT_FOLLOWED
    if best < 0:
        return
    if row[WON + seat] % HAND:
        row[DECLINED + seat] |= table[ABOVE + best]
        return
    row[DENIED + seat] |= table[BELOW + best]
    if shown & DENIES == 0 and table[BELOW + best]:
        row[SHOWN + cell] += DENIES
        row[DENIERS + suit] += 1


@compiled
def _put(table: Numbers, row: Numbers, seat: int, action: int) -> None:
    place, said, played = action // SAYINGS, action % SAYINGS, row[PLAYED]
    suit, jokers, card = table[SUIT_OF + place], table[PARTS + JOKER], 1 << place
    row[HANDS + seat] ^= card
    row[DONE + seat] |= card
    row[GONE] |= card
    if played == 0:
        row[LED] = said - AS_SUIT if suit == JOKER else suit
        row[FITS] = table[PARTS + row[LED]] | jokers
    if suit != JOKER:
        row[GONE_RANKS + suit] |= 1 << table[RANK_OF + place]
        cell = SHOWN + seat * SUITS + suit
        if row[cell] & MANY < MANY:
            row[cell] += 1
    elif table[ONE_JOKER]:
        row[FITS] &= ~jokers
    row[PLACES + played], row[SAID + played], row[BY + played] = place, said, seat
    row[PLAYED] = played + 1
    row[STATUS + seat] = PUT
    _rank(table, row, place, said, played)


@compiled
def _rank(table: Numbers, row: Numbers, place: int, said: int, played: int) -> None:
    """Note how the card that has been played to the trick compares with those before it."""
    height, highest = -1 if said == AS_LOW else table[INSIDE + place], row[AHEAD_HEIGHT]
    row[FORMER], row[FORMER_HEIGHT] = row[AHEAD], highest
    if played == 0 or wins(table, height, highest):
        row[AHEAD], row[AHEAD_HEIGHT] = played, height
    if said == AS_LOW or table[SUIT_OF + place] == JOKER:
        return
    best = row[HIGHEST] - 1
    if best < 0 or height > table[INSIDE + best]:
        row[HIGHEST] = place + 1


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
    row[TURNS] = row[PLAYED] = row[FITS] = row[HIGHEST] = 0
    for seat in range(table[PLAYERS]):
        row[STATUS + seat] = TO_ACT
        if row[HANDS + seat] == 0:
            row[ENDED] = OUT


@compiled
def score_of(row: Numbers, seat: int) -> int:
    """Return what a seat scores as things stand."""
    beyond = row[WON + seat] % HAND
    return (HAND - count(row[HANDS + seat])) * (beyond or HAND)
