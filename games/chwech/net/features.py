"""What the net of Chwech is shown: a position, and each of its actions, as the numbers of the features that are true.

A seat's suits are put in an order of their own, the suit led first, so that what holds for one suit is learnt for all.
Only what the seat to act may know is read: its own hand, and of the others what lies or has lain on the table.

Of a position, features that come together are told as one: such a folded feature stands for several that are true at
once, and its row of the first layer is the sum of theirs. So a net has half as many rows to add up.
"""

# Uncompiled, a comparison takes a quarter of the time of a call of min, and there are dozens.
# ruff: noqa: FURB136, PLR1730

from collections.abc import Iterator
from itertools import accumulate
from math import prod
from typing import Final

from games.chwech.kernel import layout as at
from games.chwech.kernel.compiling import Floats, Layers, Numbers, compiled, count
from games.chwech.kernel.play import taker, wins
from games.chwech.rules import HAND

RANKS: Final = 16
MOST_ROWS: Final = 224  # More features than are ever true of a position and an action.

_CARDS: Final = at.SUITS * RANKS
_BY_SUIT: Final = at.SUITS * 10  # How many of a suit, from none to nine.


def _groups(begin: int, *sizes: int) -> Iterator[int]:
    """Return where each group of features begins, given how many it has, and where the next one would."""
    return accumulate(sizes, initial=begin)


# First the groups of a position: the table, and the cards of the seat and those that it has seen.
_PACK, _RULES, _OWN, _OWN_ABOVE, _OWN_BELOW, _OWN_TWICE, _OWN_JOKERS, _LENGTH, _GONE_CARDS = _groups(
    0, 6, 2 + 4, _CARDS, _BY_SUIT, _BY_SUIT, at.SUITS * 2, 2 * 4, _BY_SUIT
)
_GONE_JOKERS, _UNSEEN, _SELF, _SELF_TABLE, _SELF_MANY, _OTHER_WON = _groups(
    _GONE_CARDS + _CARDS, 4, at.SUITS * 17, 10 * HAND, 6 * HAND, 3
)
# The other seats.
_OTHER_CARDS, _OTHER_STATUS, _OTHER_HOME, _OTHER_PUT, _OTHER_PASSED, _OTHER_DENIED, _OTHER_NO_LEAD = _groups(
    _OTHER_WON + 6 * HAND, 6 * 10, 6 * 3, 6 * 10, 6 * at.SUITS * 3, 6 * at.SUITS * 3, 6 * at.SUITS
)
# The trick.
_FEWEST, _HOME, _PHASE, _TO_COME, _TRICK_SIZE, _TAKER, _TAKER_WON, _BEST = _groups(
    _OTHER_NO_LEAD + 6 * 2, 10, 7, 3, 7, 8, 8, HAND
)
_BEST_ABOVE, _TABLE_CARDS, _TABLE_JOKERS, _UNSAFE, _LEAD_PASSED, _PASSING = _groups(
    _BEST + RANKS + 1, 10, RANKS, 4, 3, 8
)
# Then those of an action.
_LEADING, _FOLLOWING, _LOW_ACE, _LEAD_JOKER, _PUT_JOKER, _AFTER, _TAKES = _groups(
    _PASSING + 3 * HAND, _CARDS, RANKS, 2, at.SUITS, 7, 10 * HAND
)
_TAKES_ABOVE, _LANDS, _GIVES, _UNDER, _LEFT_OVER, _LED_UNSEEN, _LED_DENIED, FEATURES = _groups(
    _TAKES + 2 * 7, 2 * 10 * 4, 2 * 3 * HAND, 2 * HAND, 2 * 10, 2 * 10, 17, 7
)
"""``FEATURES`` is the highest feature, a lead into a suit that all of seven seats deny; a net has one more row."""

# And those of a position that are folded.
_SUIT, _SIDES, _GONE, _SEAT, _HISTORY = _groups(
    FEATURES + 1, _BY_SUIT * 17, at.SUITS * 16 * 16, at.SUITS * 512, 6 * HAND * 10 * 3
)


def fold(layers: Layers) -> Layers:
    """Return the layers of a net with the rows of the folded features: each is the sum of those that it stands for."""
    import numpy as np

    first = np.asarray(layers[0], np.float32)

    def group(begin: int, *shape: int) -> Floats:
        return first[begin : begin + prod(shape)].reshape(*shape, -1)

    def or_none(begin: int, kinds: int) -> Floats:
        rows = group(begin, 6 * at.SUITS, kinds)
        return np.concatenate((np.zeros_like(rows[:, :1]), rows), axis=1)

    nine = np.minimum(np.arange(16), 9)
    sides = group(_OWN_ABOVE, at.SUITS, 10)[:, nine, None] + group(_OWN_BELOW, at.SUITS, 10)[:, None, nine]
    gone = np.zeros((at.SUITS, 2, 256, first.shape[1]), np.float32)
    for rank in range(8):
        played = np.arange(256) >> rank & 1
        gone += group(_GONE_CARDS, at.SUITS, 2, 8)[:, :, rank, None] * played.astype(np.float32)[:, None]
    seats = group(_OTHER_WON, 6, HAND, 1, 1) + group(_OTHER_CARDS, 6, 1, 10, 1) + group(_OTHER_STATUS, 6, 1, 1, 3)
    seats[:, 0] += group(_OTHER_HOME, 6, 10, 1)
    put, passed, denied = or_none(_OTHER_PUT, 3), or_none(_OTHER_PASSED, 3), or_none(_OTHER_DENIED, 1)
    history = put[:, None, None] + passed[:, None, :, None] + denied[:, :, None, None]
    folded = (group(_LENGTH, at.SUITS, 10, 1) + group(_UNSEEN, at.SUITS, 1, 17), sides, gone, seats, history)
    return np.concatenate((first, *(rows.reshape(-1, first.shape[1]) for rows in folded))), *layers[1:]


@compiled
def _claim(table: Numbers, row: Numbers, hand: int, suit: int) -> int:
    """Return how far in front a suit comes: the suit led, then by the length of the own hand; no two are equal."""
    if row[at.PLAYED] and row[at.LED] == suit:
        return 4 * HAND + at.SUITS
    length = count(hand & table[at.PARTS + suit])
    return length * at.SUITS + suit if length else at.SUITS - 1 - suit


@compiled
def suit_order(table: Numbers, row: Numbers, slots: Numbers) -> None:
    """Fill in the place in line of each suit."""
    hand = row[at.HANDS + row[at.SEAT]]
    one, two = _claim(table, row, hand, 0), _claim(table, row, hand, 1)
    three, four = _claim(table, row, hand, 2), _claim(table, row, hand, 3)
    slots[0] = (two > one) + (three > one) + (four > one)
    slots[1] = (one > two) + (three > two) + (four > two)
    slots[2] = (one > three) + (two > three) + (four > three)
    slots[3] = (one > four) + (two > four) + (three > four)


@compiled
def describe(table: Numbers, row: Numbers, slots: Numbers, found: Numbers) -> int:
    """Fill in the place in line of each suit and the features that the seat to act sees; return how many are true.

    Of the hands in ``row``, the deal, only that of the seat to act is read; ``table`` holds the rules.
    """
    suit_order(table, row, slots)
    unseen = table[at.EVERYTHING] & ~row[at.HANDS + row[at.SEAT]] & ~row[at.GONE]
    number = _describe_rules(table, found)
    number = _describe_cards(table, row, slots, found, number, unseen)
    number = _describe_seats(table, row, slots, found, number)
    return _describe_trick(table, row, found, number, unseen)


@compiled
def _describe_rules(table: Numbers, found: Numbers) -> int:
    """Fill in the features of the table; return how many are true."""
    found[0] = _PACK + table[at.KIND]
    found[1] = _RULES + table[at.JOKERS_LEAD]
    number, flags = 2, table[at.FLAGS]
    if flags:
        for flag in range(4):
            if flags >> flag & 1:
                found[number] = _RULES + 2 + flag
                number += 1
    return number


@compiled
def _describe_cards(table: Numbers, row: Numbers, slots: Numbers, found: Numbers, number: int, unseen: int) -> int:
    hand, gone, copies = row[at.HANDS + row[at.SEAT]], row[at.GONE], table[at.KIND] == at.TWO_PACKS
    for suit in range(at.SUITS):
        slot, part, ranks = slots[suit], table[at.PARTS + suit], row[at.GONE_RANKS + suit]
        own, left = hand & part, unseen & part
        found[number] = _SUIT + (slot * 10 + count(own)) * 17 + count(left)
        found[number + 1] = _GONE + slot * 512 + ranks % 256
        found[number + 2] = _GONE + slot * 512 + 256 + ranks // 256
        number += 3
        if copies:
            number = _describe_copies(table, slot, own, gone & part, found, number)
        while own:
            lowest = own & -own
            own ^= lowest
            place = table[at.BITS + lowest % 67]
            if copies and table[at.COPIES + place] & hand:
                continue
            above, below = count(left & table[at.ABOVE + place]), count(left & table[at.BELOW + place])
            found[number] = _OWN + slot * RANKS + table[at.RANK_OF + place]
            found[number + 1] = _SIDES + (slot * 16 + above) * 16 + below
            number += 2
    jokers = table[at.PARTS + at.JOKER]
    found[number] = _OWN_JOKERS + table[at.JOKERS_LEAD] * 4 + count(hand & jokers)
    found[number + 1] = _GONE_JOKERS + count(gone & jokers)
    return number + 2


@compiled
def _describe_copies(table: Numbers, slot: int, own: int, gone: int, found: Numbers, number: int) -> int:
    """Add the second ones of equal cards, of those that are held and of those that have been played."""
    for place in range(at.MOST_CARDS):
        rank, others = table[at.RANK_OF + place], table[at.COPIES + place]
        if own >> place & 1 and others & own:
            found[number] = _OWN_TWICE + slot * 2 + (1 if rank else 0)
            number += 1
        if gone >> place & 1 and others & gone:
            found[number] = _GONE_CARDS + slot * RANKS + rank
            number += 1
    return number


@compiled
def _describe_seats(table: Numbers, row: Numbers, slots: Numbers, found: Numbers, number: int) -> int:
    seat, players = row[at.SEAT], table[at.PLAYERS]
    tricks, beyond = row[at.WON + seat] // HAND, row[at.WON + seat] % HAND
    found[number] = _SELF + count(row[at.HANDS + seat]) * HAND + beyond
    found[number + 1] = _SELF_TABLE + table[at.KIND] * HAND + beyond
    found[number + 2] = _SELF_MANY + (tricks if tricks < 2 else 2)
    number += 3
    fewest, home = 9, 0
    one, two, three, four = slots[0] * 32, slots[1] * 32, slots[2] * 32, slots[3] * 32
    for place in range(players - 1):
        other = (seat + place + 1) % players
        # The hands of the others are hidden: only how many cards they hold is known, from what they have played.
        held, won, led_none = HAND - count(row[at.DONE + other]), row[at.WON + other] % HAND, row[at.LED_NONE + other]
        if held < fewest:
            fewest = held
        if won == 0:
            home += 1
        if led_none:
            found[number] = _OTHER_NO_LEAD + place * 2 + (led_none > 1)
            number += 1
        cell, first = at.SHOWN + other * at.SUITS, _HISTORY + place * at.SUITS * 32
        found[number] = _SEAT + ((place * HAND + won) * 10 + held) * 3 + row[at.STATUS + other]
        found[number + 1] = first + one + row[cell]
        found[number + 2] = first + two + row[cell + 1]
        found[number + 3] = first + three + row[cell + 2]
        found[number + 4] = first + four + row[cell + 3]
        number += 5
    found[number] = _FEWEST + fewest
    found[number + 1] = _HOME + home
    return number + 2


@compiled
def _describe_trick(table: Numbers, row: Numbers, found: Numbers, number: int, unseen: int) -> int:
    """Add the features of the trick to those found; return how many there are then."""
    turns = row[at.TURNS]
    to_come = _TO_COME + table[at.PLAYERS] - 1 - turns
    if row[at.PLAYED]:
        found[number] = _PHASE + 2
        found[number + 1] = to_come
        return _describe_played(table, row, found, number + 2, unseen)
    found[number] = _PHASE + (0 if row[at.OPENING] else 1)
    found[number + 1] = _LEAD_PASSED + turns
    found[number + 2] = to_come
    return number + 3


@compiled
def _describe_played(table: Numbers, row: Numbers, found: Numbers, number: int, unseen: int) -> int:
    seat, players, played = row[at.SEAT], table[at.PLAYERS], row[at.PLAYED]
    best, jokers = taker(table, row), 0
    place, winner = row[at.PLACES + best], row[at.BY + best]
    above, ahead = count(unseen & table[at.ABOVE + place]), winner - seat
    found[number] = _TRICK_SIZE + played
    found[number + 1] = _TAKER + (ahead if ahead >= 0 else ahead + players)
    found[number + 2] = _TAKER_WON + (row[at.WON + winner] + played) % HAND
    found[number + 3] = _BEST + table[at.RANK_OF + place]
    found[number + 4] = _BEST_ABOVE + (above if above < 9 else 9)
    found[number + 5] = _LEAD_PASSED + row[at.TURNS] - played
    number += 6
    for index in range(played):
        card = row[at.PLACES + index]
        if table[at.SUIT_OF + card] == at.JOKER:
            jokers += 1
        else:
            found[number] = _TABLE_CARDS + table[at.RANK_OF + card]
            number += 1
    if jokers:
        found[number] = _TABLE_JOKERS + jokers
        number += 1
    last = row[at.PLACES + played - 1]
    if table[at.LAST + last] != table[at.INSIDE + last]:
        # A last Ace or Joker whose rank changes when another card follows it.
        found[number] = _UNSAFE + (1 if table[at.SUIT_OF + last] == at.JOKER else 0)
        number += 1
    return number


@compiled
def describe_action(table: Numbers, row: Numbers, slots: Numbers, action: int, found: Numbers, number: int) -> int:
    """Add the features of an action of the seat to act to those found; return how many there are then."""
    seat, played = row[at.SEAT], row[at.PLAYED]
    hand, won = row[at.HANDS + seat], row[at.WON + seat]
    beyond, held, to_come = won % HAND, count(hand), table[at.PLAYERS] - 1 - row[at.TURNS]
    if action == at.PASS:
        kind = 0 if played else 1 if to_come else 2
        found[number] = _PASSING + kind * HAND + beyond
        found[number + 1] = _AFTER + held * HAND + beyond
        if played == 0 or to_come:
            return number + 2
        found[number + 2] = _GIVES + (row[at.WON + row[at.BY + taker(table, row)]] + played) % HAND
        return number + 3
    found[number] = _AFTER + (held - 1) * HAND + beyond
    number = _describe_card(table, row, slots, action, found, number + 1)
    # What the table looks like with the card on it.
    place, ahead = action // at.SAYINGS, row[at.AHEAD]
    height = -1 if action % at.SAYINGS == at.AS_LOW else table[at.LAST + place]
    takes = 1 if played == 0 or wins(table, height, row[at.AHEAD_HEIGHT]) else 0
    if takes == 0:
        won = row[at.WON + row[at.BY + ahead]]
    lands = (won + played + 1) % HAND
    unseen = table[at.EVERYTHING] & ~hand & ~row[at.GONE]
    above, below = count(unseen & table[at.ABOVE + place]), count(unseen & table[at.BELOW + place])
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
    seat, played, place, said = row[at.SEAT], row[at.PLAYED], action // at.SAYINGS, action % at.SAYINGS
    suit = table[at.SUIT_OF + place]
    if suit == at.JOKER and played:
        found[number] = _PUT_JOKER + table[at.PLAYERS] - 1 - row[at.TURNS]
        return number + 1
    if suit == at.JOKER:
        suit = said - at.AS_SUIT
        found[number] = _LEAD_JOKER + slots[suit]
    elif played:
        found[number] = _FOLLOWING + table[at.RANK_OF + place]
    else:
        found[number] = _LEADING + slots[suit] * RANKS + table[at.RANK_OF + place]
    hand, part = row[at.HANDS + seat], table[at.PARTS + suit]
    found[number + 1] = _LEFT_OVER + (10 if played else 0) + count(hand & part)
    number += 2
    if said == at.AS_LOW:
        found[number] = _LOW_ACE + (1 if played else 0)
        number += 1
    if played:
        return number
    found[number] = _LED_UNSEEN + count(part & ~row[at.GONE] & ~hand)
    found[number + 1] = _LED_DENIED + row[at.DENIERS + suit]
    return number + 2
