"""What the net of Chwech is shown: a position, and each of its actions, as the numbers of the features that are true.

A seat's suits are put in an order of their own, the suit led first, so that what holds for one suit is learnt for all.
Only what the seat to act may know is read: its own hand, and of the others what lies or has lain on the table.
"""

# Uncompiled, a comparison takes a quarter of the time of a call of min, and there are dozens.
# ruff: noqa: FURB136, PLR1730

from typing import Final

from games.chwech.kernel.compiling import Numbers, compiled, count
from games.chwech.kernel.play import (
    AHEAD,
    AHEAD_HEIGHT,
    AS_LOW,
    AS_SUIT,
    BY,
    DENIERS,
    DENIES,
    DONE,
    GONE,
    HAND,
    HANDS,
    LED,
    LED_NONE,
    MANY,
    NOT_FOLLOWED,
    OPENING,
    PASS,
    PLACES,
    PLAYED,
    SAYINGS,
    SEAT,
    SHOWN,
    STATUS,
    TURNS,
    WON,
    taker,
    wins,
)
from games.chwech.kernel.tables import (
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
    RANK_OF_BIT,
    SUIT_OF,
    SUITS,
)

RANKS: Final = 16
MOST_ROWS: Final = 224
"""More features than are ever true of a position and an action."""

# Where each group of features begins. First those of a position.
_PACK: Final = 0
_RULES: Final = _PACK + 6
OWN: Final = _RULES + 2 + 4
OWN_ABOVE: Final = OWN + SUITS * RANKS
OWN_BELOW: Final = OWN_ABOVE + SUITS * 10
OWN_TWICE: Final = OWN_BELOW + SUITS * 10
OWN_JOKERS: Final = OWN_TWICE + SUITS * 2
LENGTH: Final = OWN_JOKERS + 2 * 4
GONE_CARDS: Final = LENGTH + SUITS * 10
GONE_JOKERS: Final = GONE_CARDS + SUITS * RANKS
UNSEEN: Final = GONE_JOKERS + 4
SELF: Final = UNSEEN + SUITS * 17
SELF_TABLE: Final = SELF + 10 * HAND
SELF_MANY: Final = SELF_TABLE + 6 * HAND
OTHER_WON: Final = SELF_MANY + 3
OTHER_CARDS: Final = OTHER_WON + 6 * HAND
OTHER_STATUS: Final = OTHER_CARDS + 6 * 10
OTHER_HOME: Final = OTHER_STATUS + 6 * 3
OTHER_PUT: Final = OTHER_HOME + 6 * 10
OTHER_PASSED: Final = OTHER_PUT + 6 * SUITS * 3
OTHER_DENIED: Final = OTHER_PASSED + 6 * SUITS * 3
OTHER_NO_LEAD: Final = OTHER_DENIED + 6 * SUITS
FEWEST: Final = OTHER_NO_LEAD + 6 * 2
HOME: Final = FEWEST + 10
_PHASE: Final = HOME + 7
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
"""The highest feature, a lead into a suit that all of seven seats deny; a net has one more row than this says."""


@compiled
def _claim(table: Numbers, row: Numbers, hand: int, suit: int) -> int:
    """Return how far in front a suit comes: the suit led, then by the length of the own hand; no two are equal."""
    if row[PLAYED] and row[LED] == suit:
        return 4 * HAND + SUITS
    length = count(hand & table[PARTS + suit])
    return length * SUITS + suit if length else SUITS - 1 - suit


@compiled
def suit_order(table: Numbers, row: Numbers, slots: Numbers) -> None:
    """Fill in the place in line of each suit."""
    hand = row[HANDS + row[SEAT]]
    one, two = _claim(table, row, hand, 0), _claim(table, row, hand, 1)
    three, four = _claim(table, row, hand, 2), _claim(table, row, hand, 3)
    slots[0] = (two > one) + (three > one) + (four > one)
    slots[1] = (one > two) + (three > two) + (four > two)
    slots[2] = (one > three) + (two > three) + (four > three)
    slots[3] = (one > four) + (two > four) + (three > four)


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
    unseen = table[EVERYTHING] & ~row[HANDS + row[SEAT]] & ~row[GONE]
    number = describe_rules(table, found)
    number = _describe_cards(table, row, slots, found, number, unseen)
    number = _describe_seats(table, row, slots, found, number)
    return describe_trick(table, row, found, number, unseen)


@compiled
def describe_rules(table: Numbers, found: Numbers) -> int:
    """Fill in the features of the table; return how many are true."""
    found[0] = _PACK + table[KIND]
    found[1] = _RULES + table[JOKERS_LEAD]
    number, flags = 2, table[FLAGS]
    if flags:
        for flag in range(4):
            if flags >> flag & 1:
                found[number] = _RULES + 2 + flag
                number += 1
    return number


@compiled
def _describe_cards(table: Numbers, row: Numbers, slots: Numbers, found: Numbers, number: int, unseen: int) -> int:
    hand, gone = row[HANDS + row[SEAT]], row[GONE]
    for suit in range(SUITS):
        slot, rest = slots[suit], hand & table[PARTS + suit]
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            place = table[BITS + lowest % 67]
            if table[COPIES + place] & hand:
                found[number] = OWN_TWICE + slot * 2 + (1 if table[RANK_OF + place] else 0)
                number += 1
                continue
            above, below = count(unseen & table[ABOVE + place]), count(unseen & table[BELOW + place])
            found[number] = OWN + slot * RANKS + table[RANK_OF + place]
            found[number + 1] = OWN_ABOVE + slot * 10 + (above if above < 9 else 9)
            found[number + 2] = OWN_BELOW + slot * 10 + (below if below < 9 else 9)
            number += 3
    for suit in range(SUITS):
        first, rest = GONE_CARDS + slots[suit] * RANKS, gone & table[PARTS + suit]
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            found[number] = first + table[RANK_OF_BIT + lowest % 67]
            number += 1
    for suit in range(SUITS):
        part, slot = table[PARTS + suit], slots[suit]
        found[number] = LENGTH + slot * 10 + count(hand & part)
        found[number + 1] = UNSEEN + slot * 17 + count(unseen & part)
        number += 2
    jokers = table[PARTS + JOKER]
    found[number] = OWN_JOKERS + table[JOKERS_LEAD] * 4 + count(hand & jokers)
    found[number + 1] = GONE_JOKERS + count(gone & jokers)
    return number + 2


@compiled
def _describe_seats(table: Numbers, row: Numbers, slots: Numbers, found: Numbers, number: int) -> int:
    seat, players = row[SEAT], table[PLAYERS]
    tricks, beyond = row[WON + seat] // HAND, row[WON + seat] % HAND
    found[number] = SELF + count(row[HANDS + seat]) * HAND + beyond
    found[number + 1] = SELF_TABLE + table[KIND] * HAND + beyond
    found[number + 2] = SELF_MANY + (tricks if tricks < 2 else 2)
    number += 3
    fewest, home = 9, 0
    for place in range(players - 1):
        other = (seat + place + 1) % players
        # The hands of the others are hidden: only how many cards they hold is known, from what they have played.
        held, won, led_none = HAND - count(row[DONE + other]), row[WON + other] % HAND, row[LED_NONE + other]
        if held < fewest:
            fewest = held
        found[number] = OTHER_WON + place * HAND + won
        found[number + 1] = OTHER_CARDS + place * 10 + held
        found[number + 2] = OTHER_STATUS + place * 3 + row[STATUS + other]
        number += 3
        if won == 0:
            found[number] = OTHER_HOME + place * 10 + held
            number, home = number + 1, home + 1
        if led_none:
            found[number] = OTHER_NO_LEAD + place * 2 + (led_none > 1)
            number += 1
        for suit in range(SUITS):
            shown = row[SHOWN + other * SUITS + suit]
            if shown == 0:
                continue
            cell = place * SUITS + slots[suit]
            if shown & MANY:
                found[number] = OTHER_PUT - 1 + cell * 3 + (shown & MANY)
                number += 1
            if shown & MANY * NOT_FOLLOWED:
                found[number] = OTHER_PASSED - 1 + cell * 3 + (shown // NOT_FOLLOWED & MANY)
                number += 1
            if shown & DENIES:
                found[number] = OTHER_DENIED + cell
                number += 1
    found[number] = FEWEST + fewest
    found[number + 1] = HOME + home
    return number + 2


@compiled
def describe_trick(table: Numbers, row: Numbers, found: Numbers, number: int, unseen: int) -> int:
    """Add the features of the trick to those found; return how many there are then."""
    turns = row[TURNS]
    to_come = _TO_COME + table[PLAYERS] - 1 - turns
    if row[PLAYED]:
        found[number] = _PHASE + 2
        found[number + 1] = to_come
        return _describe_played(table, row, found, number + 2, unseen)
    found[number] = _PHASE + (0 if row[OPENING] else 1)
    found[number + 1] = _LEAD_PASSED + turns
    found[number + 2] = to_come
    return number + 3


@compiled
def _describe_played(table: Numbers, row: Numbers, found: Numbers, number: int, unseen: int) -> int:
    seat, players, played = row[SEAT], table[PLAYERS], row[PLAYED]
    best, jokers = taker(table, row), 0
    place, winner = row[PLACES + best], row[BY + best]
    above, ahead = count(unseen & table[ABOVE + place]), winner - seat
    found[number] = _TRICK_SIZE + played
    found[number + 1] = _TAKER + (ahead if ahead >= 0 else ahead + players)
    found[number + 2] = _TAKER_WON + (row[WON + winner] + played) % HAND
    found[number + 3] = _BEST + table[RANK_OF + place]
    found[number + 4] = _BEST_ABOVE + (above if above < 9 else 9)
    found[number + 5] = _LEAD_PASSED + row[TURNS] - played
    number += 6
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
    hand, won = row[HANDS + seat], row[WON + seat]
    beyond, held, to_come = won % HAND, count(hand), table[PLAYERS] - 1 - row[TURNS]
    if action == PASS:
        kind = 0 if played else 1 if to_come else 2
        found[number] = _PASSING + kind * HAND + beyond
        found[number + 1] = _AFTER + held * HAND + beyond
        if played == 0 or to_come:
            return number + 2
        found[number + 2] = _GIVES + (row[WON + row[BY + taker(table, row)]] + played) % HAND
        return number + 3
    found[number] = _AFTER + (held - 1) * HAND + beyond
    number = _describe_card(table, row, slots, action, found, number + 1)
    # What the table looks like with the card on it.
    place, ahead = action // SAYINGS, row[AHEAD]
    height = -1 if action % SAYINGS == AS_LOW else table[LAST + place]
    takes = 1 if played == 0 or wins(table, height, row[AHEAD_HEIGHT]) else 0
    if takes == 0:
        won = row[WON + row[BY + ahead]]
    lands = (won + played + 1) % HAND
    unseen = table[EVERYTHING] & ~hand & ~row[GONE]
    above, below = count(unseen & table[ABOVE + place]), count(unseen & table[BELOW + place])
    found[number] = _TAKES + takes * 7 + to_come
    found[number + 1] = _TAKES_ABOVE + (takes * 10 + (above if above < 9 else 9)) * 4 + (to_come if to_come < 3 else 3)
    found[number + 2] = _UNDER + (10 if played else 0) + (below if below < 9 else 9)
    if takes:
        found[number + 3] = _LANDS + ((to_come if to_come < 2 else 2) * 2 + (1 if held == 1 else 0)) * HAND + lands
        return number + 4
    if to_come:
        return number + 3
    found[number + 3] = _GIVES + HAND + lands
    return number + 4


@compiled
def _describe_card(table: Numbers, row: Numbers, slots: Numbers, action: int, found: Numbers, number: int) -> int:
    seat, played, place, said = row[SEAT], row[PLAYED], action // SAYINGS, action % SAYINGS
    suit = table[SUIT_OF + place]
    if suit == JOKER and played:
        found[number] = _PUT_JOKER + table[PLAYERS] - 1 - row[TURNS]
        return number + 1
    if suit == JOKER:
        suit = said - AS_SUIT
        found[number] = _LEAD_JOKER + slots[suit]
    elif played:
        found[number] = _FOLLOWING + table[RANK_OF + place]
    else:
        found[number] = _LEADING + slots[suit] * RANKS + table[RANK_OF + place]
    hand, part = row[HANDS + seat], table[PARTS + suit]
    found[number + 1] = _LEFT_OVER + (10 if played else 0) + count(hand & part)
    number += 2
    if said == AS_LOW:
        found[number] = _LOW_ACE + (1 if played else 0)
        number += 1
    if played:
        return number
    found[number] = _LED_UNSEEN + count(part & ~row[GONE] & ~hand)
    found[number + 1] = _LED_DENIED + row[DENIERS + suit]
    return number + 2
