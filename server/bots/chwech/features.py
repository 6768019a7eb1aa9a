"""What the net of Chwech is shown: a position, and each of its actions, as the numbers of the features that are true.

A seat's suits are put in an order of their own, the suit led first, so that what holds for one suit is learnt for all.
Only what the seat to act may know is read: its own hand, and of the others what lies or has lain on the table.
"""

from typing import Final

from server.kernel.chwech.play import (
    AS_LOW,
    AS_SUIT,
    BY,
    DENIED,
    DONE,
    HAND,
    HANDS,
    LED,
    LED_NONE,
    OPENING,
    PASS,
    PASSES,
    PLACES,
    PLAYED,
    SAID,
    SAYINGS,
    SEAT,
    STATUS,
    TURNS,
    WON,
    taker,
)
from server.kernel.chwech.tables import (
    ABOVE,
    BELOW,
    BITS,
    COPIES,
    EVERYTHING,
    FLAGS,
    INSIDE,
    JOKER,
    JOKERS_LEAD,
    KIND,
    LAST,
    PARTS,
    PLAYERS,
    RANK_OF,
    SUIT_OF,
    SUITS,
)
from server.kernel.compiling import Numbers, compiled, count

RANKS: Final = 16
MOST_ROWS: Final = 224
"""More features than are ever true of a position and an action."""

# Where each group of features begins. First those of a position.
_PACK: Final = 0
_RULES: Final = _PACK + 6
_OWN: Final = _RULES + 2 + 4
_OWN_ABOVE: Final = _OWN + SUITS * RANKS
_OWN_BELOW: Final = _OWN_ABOVE + SUITS * 10
_OWN_TWICE: Final = _OWN_BELOW + SUITS * 10
_OWN_JOKERS: Final = _OWN_TWICE + SUITS * 2
_LENGTH: Final = _OWN_JOKERS + 2 * 4
_GONE: Final = _LENGTH + SUITS * 10
_GONE_JOKERS: Final = _GONE + SUITS * RANKS
_UNSEEN: Final = _GONE_JOKERS + 4
_SELF: Final = _UNSEEN + SUITS * 17
_SELF_TABLE: Final = _SELF + 10 * HAND
_SELF_MANY: Final = _SELF_TABLE + 6 * HAND
_OTHER_WON: Final = _SELF_MANY + 3
_OTHER_CARDS: Final = _OTHER_WON + 6 * HAND
_OTHER_STATUS: Final = _OTHER_CARDS + 6 * 10
_OTHER_HOME: Final = _OTHER_STATUS + 6 * 3
_OTHER_PUT: Final = _OTHER_HOME + 6 * 10
_OTHER_PASSED: Final = _OTHER_PUT + 6 * SUITS * 3
_OTHER_DENIED: Final = _OTHER_PASSED + 6 * SUITS * 3
_OTHER_NO_LEAD: Final = _OTHER_DENIED + 6 * SUITS
_FEWEST: Final = _OTHER_NO_LEAD + 6 * 2
_HOME: Final = _FEWEST + 10
_PHASE: Final = _HOME + 7
_TO_COME: Final = _PHASE + 3
_TRICK_SIZE: Final = _TO_COME + 7
_TAKER: Final = _TRICK_SIZE + 8
_TAKER_WON: Final = _TAKER + 8
_BEST: Final = _TAKER_WON + HAND
_BEST_ABOVE: Final = _BEST + RANKS + 1
_TABLE_CARDS: Final = _BEST_ABOVE + 10
_TABLE_JOKERS: Final = _TABLE_CARDS + RANKS
_UNSAFE: Final = _TABLE_JOKERS + 4
_LEAD_PASSED: Final = _UNSAFE + 3

# Then those of an action.
_PASSING: Final = _LEAD_PASSED + 8
_LEADING: Final = _PASSING + 3 * HAND
_FOLLOWING: Final = _LEADING + SUITS * RANKS
_LOW_ACE: Final = _FOLLOWING + RANKS
_LEAD_JOKER: Final = _LOW_ACE + 2
_PUT_JOKER: Final = _LEAD_JOKER + SUITS
_AFTER: Final = _PUT_JOKER + 7
_TAKES: Final = _AFTER + 10 * HAND
_TAKES_ABOVE: Final = _TAKES + 2 * 7
_LANDS: Final = _TAKES_ABOVE + 2 * 10 * 4
_GIVES: Final = _LANDS + 2 * 3 * HAND
_UNDER: Final = _GIVES + 2 * HAND
_LEFT_OVER: Final = _UNDER + 2 * 10
_LED_UNSEEN: Final = _LEFT_OVER + 2 * 10
_LED_DENIED: Final = _LED_UNSEEN + 17
FEATURES: Final = _LED_DENIED + 7
"""How many features there are; one more row of a net is all zeros, for a place that is not used."""


@compiled
def suit_order(table: Numbers, row: Numbers, slots: Numbers) -> None:
    """Fill in the place in line of each suit: the suit led, then by the length of the own hand and its higher cards."""
    hand, opened = row[HANDS + row[SEAT]], row[PLAYED] > 0
    for suit in range(SUITS):
        slots[suit] = 0
    for suit in range(SUITS):
        own = hand & table[PARTS + suit]
        length = count(own)
        for other in range(suit):
            theirs = hand & table[PARTS + other]
            many = count(theirs)
            if opened and row[LED] == other:
                slots[suit] += 1
            elif (opened and row[LED] == suit) or length > many or (length == many and own > theirs):
                slots[other] += 1
            else:
                slots[suit] += 1


@compiled
def describe(table: Numbers, row: Numbers, slots: Numbers, found: Numbers) -> int:
    """Fill in the features of a position, seen from the seat to act; return how many are true.

    Args:
        table: the rules.
        row: the deal; of the hands only that of the seat to act is read.
        slots: filled with the place in line of each suit.
        found: filled with the features.
    """
    suit_order(table, row, slots)
    found[0] = _PACK + table[KIND]
    found[1] = _RULES + table[JOKERS_LEAD]
    number = 2
    for flag in range(4):
        if table[FLAGS] >> flag & 1:
            found[number] = _RULES + 2 + flag
            number += 1
    gone = 0
    for other in range(table[PLAYERS]):
        gone |= row[DONE + other]
    number = _describe_cards(table, row, slots, found, number, gone)
    number = _describe_seats(table, row, slots, found, number)
    if row[PLAYED]:
        return _describe_trick(table, row, found, number, gone)
    found[number] = _PHASE + (0 if row[OPENING] else 1)
    found[number + 1] = _LEAD_PASSED + row[TURNS]
    found[number + 2] = _TO_COME + table[PLAYERS] - 1 - row[TURNS]
    return number + 3


@compiled
def _describe_cards(table: Numbers, row: Numbers, slots: Numbers, found: Numbers, number: int, gone: int) -> int:
    hand, jokers = row[HANDS + row[SEAT]], table[PARTS + JOKER]
    unseen = table[EVERYTHING] & ~hand & ~gone
    rest = hand & ~jokers
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        place = table[BITS + lowest % 67]
        slot = slots[table[SUIT_OF + place]]
        if table[COPIES + place] & hand:
            found[number] = _OWN_TWICE + slot * 2 + (1 if table[RANK_OF + place] else 0)
            number += 1
            continue
        found[number] = _OWN + slot * RANKS + table[RANK_OF + place]
        found[number + 1] = _OWN_ABOVE + slot * 10 + min(9, count(unseen & table[ABOVE + place]))
        found[number + 2] = _OWN_BELOW + slot * 10 + min(9, count(unseen & table[BELOW + place]))
        number += 3
    rest = gone & ~jokers
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        place = table[BITS + lowest % 67]
        found[number] = _GONE + slots[table[SUIT_OF + place]] * RANKS + table[RANK_OF + place]
        number += 1
    for suit in range(SUITS):
        part, slot = table[PARTS + suit], slots[suit]
        found[number] = _LENGTH + slot * 10 + count(hand & part)
        found[number + 1] = _UNSEEN + slot * 17 + count(unseen & part)
        number += 2
    found[number] = _OWN_JOKERS + table[JOKERS_LEAD] * 4 + count(hand & jokers)
    found[number + 1] = _GONE_JOKERS + count(gone & jokers)
    return number + 2


@compiled
def _describe_seats(table: Numbers, row: Numbers, slots: Numbers, found: Numbers, number: int) -> int:
    seat, players = row[SEAT], table[PLAYERS]
    beyond, cards = row[WON + seat] % HAND, count(row[HANDS + seat])
    found[number] = _SELF + cards * HAND + beyond
    found[number + 1] = _SELF_TABLE + table[KIND] * HAND + beyond
    found[number + 2] = _SELF_MANY + min(2, row[WON + seat] // HAND)
    number += 3
    fewest, home = 9, 0
    for step in range(1, players):
        other, place = (seat + step) % players, step - 1
        # The hands of the others are hidden: only how many cards they hold is known, from what they have played.
        held, won = HAND - count(row[DONE + other]), row[WON + other] % HAND
        fewest = min(fewest, held)
        found[number] = _OTHER_WON + place * HAND + won
        found[number + 1] = _OTHER_CARDS + place * 10 + held
        found[number + 2] = _OTHER_STATUS + place * 3 + row[STATUS + other]
        number += 3
        if won == 0:
            found[number] = _OTHER_HOME + place * 10 + held
            number, home = number + 1, home + 1
        if row[LED_NONE + other]:
            found[number] = _OTHER_NO_LEAD + place * 2 + min(1, row[LED_NONE + other] - 1)
            number += 1
        for suit in range(SUITS):
            part, cell = table[PARTS + suit], place * SUITS + slots[suit]
            put, passes = count(row[DONE + other] & part), row[PASSES + other * SUITS + suit]
            if put:
                found[number] = _OTHER_PUT + cell * 3 + min(2, put - 1)
                number += 1
            if passes:
                found[number] = _OTHER_PASSED + cell * 3 + min(2, passes - 1)
                number += 1
            if row[DENIED + other] & part:
                found[number] = _OTHER_DENIED + cell
                number += 1
    found[number] = _FEWEST + fewest
    found[number + 1] = _HOME + home
    return number + 2


@compiled
def _describe_trick(table: Numbers, row: Numbers, found: Numbers, number: int, gone: int) -> int:
    seat, players, played = row[SEAT], table[PLAYERS], row[PLAYED]
    best, jokers = taker(table, row), 0
    place, winner = row[PLACES + best], row[BY + best]
    found[number] = _PHASE + 2
    found[number + 1] = _TO_COME + players - 1 - row[TURNS]
    found[number + 2] = _TRICK_SIZE + played
    found[number + 3] = _TAKER + (winner - seat) % players
    found[number + 4] = _TAKER_WON + (row[WON + winner] + played) % HAND
    found[number + 5] = _BEST + table[RANK_OF + place]
    unseen = table[EVERYTHING] & ~row[HANDS + seat] & ~gone
    found[number + 6] = _BEST_ABOVE + min(9, count(unseen & table[ABOVE + place]))
    found[number + 7] = _LEAD_PASSED + row[TURNS] - played
    number += 8
    for index in range(played):
        card = row[PLACES + index]
        if table[SUIT_OF + card] == JOKER:
            jokers += 1
        else:
            found[number] = _TABLE_CARDS + table[RANK_OF + card]
            number += 1
    if jokers:
        found[number] = _TABLE_JOKERS + jokers
        number += 1
    last = row[PLACES + played - 1]
    if table[LAST + last] != table[INSIDE + last]:
        # A last Ace or Joker whose rank changes when another card follows it.
        found[number] = _UNSAFE + (1 if table[SUIT_OF + last] == JOKER else 0)
        number += 1
    return number


@compiled
def describe_action(table: Numbers, row: Numbers, slots: Numbers, action: int, found: Numbers, number: int) -> int:
    """Add the features of an action of the seat to act to those found; return how many there are then."""
    seat, played = row[SEAT], row[PLAYED]
    beyond, held = row[WON + seat] % HAND, count(row[HANDS + seat])
    to_come = table[PLAYERS] - 1 - row[TURNS]
    if action == PASS:
        kind = 0 if played else 1 if to_come else 2
        found[number] = _PASSING + kind * HAND + beyond
        found[number + 1] = _AFTER + held * HAND + beyond
        number += 2
        if played and to_come == 0:
            winner = row[BY + taker(table, row)]
            found[number] = _GIVES + (row[WON + winner] + played) % HAND
            number += 1
        return number
    found[number] = _AFTER + (held - 1) * HAND + beyond
    number = _describe_card(table, row, slots, action, found, number + 1)
    # What the table looks like with the card on it.
    place, said = action // SAYINGS, action % SAYINGS
    row[PLACES + played], row[SAID + played], row[BY + played] = place, said, seat
    row[PLAYED] = played + 1
    winner = row[BY + taker(table, row)]
    row[PLAYED] = played
    takes, lands = 1 if winner == seat else 0, (row[WON + winner] + played + 1) % HAND
    gone = 0
    for other in range(table[PLAYERS]):
        gone |= row[DONE + other]
    unseen = table[EVERYTHING] & ~row[HANDS + seat] & ~gone
    above = min(9, count(unseen & table[ABOVE + place]))
    found[number] = _TAKES + takes * 7 + to_come
    found[number + 1] = _TAKES_ABOVE + (takes * 10 + above) * 4 + min(3, to_come)
    found[number + 2] = _UNDER + (10 if played else 0) + min(9, count(unseen & table[BELOW + place]))
    number += 3
    if takes:
        found[number] = _LANDS + (min(2, to_come) * 2 + (1 if held == 1 else 0)) * HAND + lands
        number += 1
    elif to_come == 0:
        found[number] = _GIVES + HAND + lands
        number += 1
    return number


@compiled
def _describe_card(table: Numbers, row: Numbers, slots: Numbers, action: int, found: Numbers, number: int) -> int:
    seat, played, place, said = row[SEAT], row[PLAYED], action // SAYINGS, action % SAYINGS
    suit, rank = table[SUIT_OF + place], table[RANK_OF + place]
    if suit == JOKER and played:
        found[number] = _PUT_JOKER + table[PLAYERS] - 1 - row[TURNS]
        return number + 1
    if suit == JOKER:
        suit = said - AS_SUIT
        found[number] = _LEAD_JOKER + slots[suit]
    else:
        found[number] = _FOLLOWING + rank if played else _LEADING + slots[suit] * RANKS + rank
    number += 1
    own = row[HANDS + seat] & table[PARTS + suit]
    found[number] = _LEFT_OVER + (10 if played else 0) + count(own)
    number += 1
    if said == AS_LOW:
        found[number] = _LOW_ACE + (1 if played else 0)
        number += 1
    if played:
        return number
    denied, gone = 0, 0
    for other in range(table[PLAYERS]):
        gone |= row[DONE + other]
        denied += 1 if row[DENIED + other] & table[PARTS + suit] else 0
    found[number] = _LED_UNSEEN + count(table[PARTS + suit] & ~gone & ~row[HANDS + seat])
    found[number + 1] = _LED_DENIED + denied
    return number + 2
