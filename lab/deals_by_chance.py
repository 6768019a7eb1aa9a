"""Whole deals of Chwech by chance, on flat arrays: the rules once more, for simulations of millions of deals.

Where numba is installed the functions below are compiled; without it they run as they are, some hundred times slower,
and the tests hold them against the rules that way. They are written for the compiler: numbers, arrays and loops.

A hand is an integer whose bits are places in the unshuffled pack, as in the rules. The actions of a turn are counted in
the order in which the rules give them, so that the number of an action means the same on both sides.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from games.chwech.kernel.compiling import compiler
from games.chwech.kernel.layout import (
    CHOSEN,
    COPIES,
    INSIDE,
    JOKER,
    JOKERS_LEAD,
    LAST,
    LAST_OF_EQUALS,
    ONE_JOKER,
    PARTS,
    SUIT_OF,
)
from games.chwech.kernel.play import tables_of
from games.chwech.rules import CHWECH, HAND, rulebook
from games.kit.game import Match
from games.kit.options import InvalidSetup
from protocol.cards import Suit
from protocol.language import sentence
from protocol.setup import Setup


class KernelSums(NamedTuple):
    """What games brought that were played by chance without their events; each list is by seat."""

    scores: tuple[int, ...]
    wins: tuple[float, ...]
    """Games won; a shared win counts in parts."""
    counts: tuple[tuple[int, ...], ...]
    """The sums of the columns of the game's statistics."""
    deals: int
    noted: int
    """The deals of which the statistics tell the share."""


Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
F = TypeVar("F", bound=Callable[..., Any])


_COMPILER: Final = compiler()

COMPILED: Final = _COMPILER is not None  # True if the functions below are compiled.


def compiled(function: F) -> F:
    """Have a function compiled, where that is possible."""
    return function if _COMPILER is None else _COMPILER(cache=True)(function)


def inlined(function: F) -> F:
    """Have a function compiled into each that calls it: handing over the tables would cost more than its work."""
    return function if _COMPILER is None else _COMPILER(cache=True, inline="always")(function)


class Tables(NamedTuple):
    """The rules of a table as arrays by place in the unshuffled pack, and as sets of places."""

    players: int
    suits: Ints
    """The suit of each place, from 0; ``JOKER`` for what counts as a Joker."""
    parts: Ints
    """The places of each suit, and last those of the Jokers."""
    copies: Ints
    """The places of the cards that are equal to each card, below its own."""
    inside: Ints
    """The rank of a card that another card follows."""
    last: Ints
    """The rank of the last card of a trick."""
    doubles: int
    """The places of the cards that have an equal one below."""
    chosen: int
    """The places of the Aces whose player says whether they are high or low."""
    jokers_lead: bool
    """True if a Joker may be led."""
    one_joker: bool
    """True if only one Joker may be played to a trick."""
    last_of_equals: bool
    """True if, of equal cards, the last one ranks higher."""


class Room(NamedTuple):
    """What deals are played with, one after another."""

    state: NDArray[np.uint64]
    """The generator."""
    trace: Ints
    """A row for each turn of the last deal: how many actions there were, and the number of the one taken."""
    laid: Ints
    """A column for each card of the last trick: its place, what was said with it, and the seat."""


_SUITS: Final = len(Suit)
_LOW: Final = -1

MOST_TURNS: Final = 512  # More turns than a deal can have.

# The powers of two leave different remainders when they are divided by 67, so each tells its bit.
_BITS: Final = np.zeros(67, dtype=np.int64)
for _bit in range(63):
    _BITS[(1 << _bit) % 67] = _bit


def tables(match: Match) -> Tables:
    """Return the rules of a match as arrays."""
    table, cards = tables_of(match), len(rulebook(match).pack)
    copies = table[COPIES : COPIES + cards]
    return Tables(
        match.players,
        _array(table[SUIT_OF : SUIT_OF + cards]),
        _array(table[PARTS : PARTS + _SUITS + 1]),
        _array(copies),
        _array(table[INSIDE : INSIDE + cards]),
        _array(table[LAST : LAST + cards]),
        sum(1 << place for place, below in enumerate(copies) if below),
        int(table[CHOSEN]),
        bool(table[JOKERS_LEAD]),
        bool(table[ONE_JOKER]),
        bool(table[LAST_OF_EQUALS]),
    )


def make_room(players: int, seed: int) -> Room:
    """Return what deals of so many players are played with, given a seed from 1 to 2 ** 64 - 1."""
    state = np.array([seed], dtype=np.uint64)
    return Room(state, np.zeros((MOST_TURNS, 2), dtype=np.int64), np.zeros((3, players), dtype=np.int64))


def _array(numbers: Iterable[int]) -> Ints:
    return np.array(list(numbers), dtype=np.int64)


@compiled
def count(places: int) -> int:
    """Return how many places a set has, of 63 at most."""
    pairs = places - ((places >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    eights += eights >> 8
    eights += eights >> 16
    eights += eights >> 32
    return eights & 0x7F


@compiled
def each_once(variant: Tables, places: int) -> int:
    """Return a set without the cards that are equal to one before them."""
    doubles = places & variant.doubles
    while doubles:
        lowest = doubles & -doubles
        doubles ^= lowest
        if variant.copies[_BITS[lowest % 67]] & places:
            places ^= lowest
    return places


@compiled
def nth(variant: Tables, places: int, number: int) -> tuple[int, int]:
    """Return the place of an action among those of a set, and ``_LOW`` if it is an Ace called low, otherwise 0."""
    while True:
        lowest = places & -places
        if lowest & variant.chosen:
            if number < 2:
                return _BITS[lowest % 67], -number
            number -= 1
        elif number == 0:
            return _BITS[lowest % 67], 0
        number -= 1
        places ^= lowest


@inlined
def chance(state: NDArray[np.uint64], below: int) -> int:
    """Return a number from 0 to ``below`` - 1, and move the generator on (xorshift64*, its upper half)."""
    word = state[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    state[0] = word
    return int((int(word >> np.uint64(33)) * below) >> 31)


@compiled
def shuffle(order: Ints, state: NDArray[np.uint64]) -> None:
    """Put the places of a pack into any order (Fisher-Yates)."""
    for place in range(len(order) - 1, 0, -1):
        other = chance(state, place + 1)
        order[place], order[other] = order[other], order[place]


@compiled
def deal(order: Ints, players: int, dealer: int, hands: Ints) -> None:
    """Deal a shuffled pack, one card at a time, the first to the dealer's left."""
    for seat in range(players):
        hands[seat] = 0
    for index in range(len(order)):
        hands[(dealer + 1 + index) % players] |= 1 << order[index]


@inlined
def taker(variant: Tables, laid: Ints, played: int) -> int:
    """Return which of the cards of a trick takes it, given a column for each: its place and what was said."""
    best, highest = 0, -2
    for index in range(played):
        place = laid[0, index]
        height = variant.last[place] if index == played - 1 else variant.inside[place]
        if laid[1, index] == _LOW:
            height = _LOW
        if height > highest or (height == highest and variant.last_of_equals):
            best, highest = index, height
    return best


@inlined
def plays_of(variant: Tables, hand: int, fits: int) -> tuple[int, int]:
    """Return the cards that can be played, and the Jokers that can be led; each card once.

    Args:
        variant: the rules.
        hand: the places of the cards.
        fits: the places that may be played to the trick; 0 before the lead.
    """
    if fits:
        return each_once(variant, hand & fits), 0
    jokers = variant.parts[JOKER]
    return each_once(variant, hand & ~jokers), each_once(variant, hand & jokers) if variant.jokers_lead else 0


@inlined
def action_taken(variant: Tables, cards: int, jokers: int, plain: int, action: int) -> tuple[int, int, int]:
    """Return the place of an action, what is said with it (``_LOW`` or 0), and the suit that a lead of it names.

    ``plain`` is the number of actions that are no leads of Jokers.
    """
    if action < plain:
        place, said = nth(variant, cards, action)
        return place, said, variant.suits[place]
    place, said = nth(variant, jokers, (action - plain) // _SUITS)
    return place, said, (action - plain) % _SUITS


@inlined
def play_trick(variant: Tables, room: Room, first: int, hands: Ints, turns: int) -> tuple[int, int]:
    """Play a trick by chance; each seat takes any of its actions.

    Args:
        variant: the rules.
        room: what the deal is played with.
        first: the seat that may lead first.
        hands: the hands; the cards that are played leave them.
        turns: how many turns the deal has had; in its first, one must lead.

    Returns:
        How many cards were played, none in a deadlock, and the seat that takes them.
    """
    played, fits, seat, laid = 0, 0, first, room.laid
    for turn in range(turns, turns + variant.players):
        cards, jokers = plays_of(variant, hands[seat], fits)
        plain = count(cards) + count(cards & variant.chosen)
        plays = plain + (count(jokers) * _SUITS if jokers else 0)
        choices = plays + (1 if turn else 0)
        action = chance(room.state, choices)
        room.trace[turn, 0], room.trace[turn, 1] = choices, action
        if action < plays:
            place, said, suit = action_taken(variant, cards, jokers, plain, action)
            hands[seat] ^= 1 << place
            if played == 0:
                fits = variant.parts[suit] | variant.parts[JOKER]
            if variant.one_joker and variant.suits[place] == JOKER:
                fits &= ~variant.parts[JOKER]
            laid[0, played], laid[1, played], laid[2, played] = place, said, seat
            played += 1
        seat = seat + 1 if seat + 1 < variant.players else 0
    return played, laid[2, taker(variant, laid, played)]


@compiled
def play_deal(variant: Tables, room: Room, dealer: int, hands: Ints, won: Ints) -> int:
    """Play a deal by chance.

    Args:
        variant: the rules.
        room: what it is played with; its trace tells what was done.
        dealer: the seat that has dealt.
        hands: the hands; the cards that are left remain.
        won: filled with the cards that each seat wins.

    Returns:
        How many turns the deal took.
    """
    won[:] = 0
    seat, turns = (dealer + 1) % variant.players, 0
    while True:
        played, seat = play_trick(variant, room, seat, hands, turns)
        turns += variant.players
        won[seat] += played
        if played == 0 or hands.min() == 0:
            return turns


@compiled
def play_games(variant: Tables, room: Room, games: int, deals: int, sums: Ints, wins: Floats) -> int:
    """Play games by chance and add up what they bring.

    Args:
        variant: the rules.
        room: what they are played with.
        games: how many.
        deals: how many deals make a game; any seat deals first, and the deal passes to the left.
        sums: for each seat its score, the deals in which it won a multiple of nine, and the cards that it kept.
        wins: for each seat the games won; a shared win counts in parts.

    Returns:
        How many deals ended in deadlock.
    """
    players, deadlocks = variant.players, 0
    order = np.arange(len(variant.suits))
    hands, won = np.empty(players, dtype=np.int64), np.empty(players, dtype=np.int64)
    totals = np.empty(players, dtype=np.int64)
    for _game in range(games):
        dealer = chance(room.state, players)
        totals[:] = 0
        for _deal in range(deals):
            shuffle(order, room.state)
            deal(order, players, dealer, hands)
            play_deal(variant, room, dealer, hands, won)
            dealer = (dealer + 1) % players
            out = False
            for seat in range(players):
                left, beyond = count(hands[seat]), won[seat] % HAND
                totals[seat] += (HAND - left) * (beyond or HAND)
                sums[seat, 1] += beyond == 0
                sums[seat, 2] += left
                out = out or left == 0
            deadlocks += not out
        highest = totals.max()
        winners = (totals == highest).sum()
        for seat in range(players):
            sums[seat, 0] += totals[seat]
            if totals[seat] == highest:
                wins[seat] += 1 / winners
    return deadlocks


def play_fast(setup: Setup, seed: int, games: int) -> KernelSums:
    """Play games of a setup by chance; the columns are those of the game's statistics.

    Raises:
        InvalidSetup: the games are duplicate.
    """
    match = CHWECH.start(setup.players, setup.options)
    if match.options["duplicate"]:
        raise InvalidSetup(sentence("fast: there is no compiled code for duplicate games: leave out one of the two"))
    sums, wins, deals = np.zeros((setup.players, 3), dtype=np.int64), np.zeros(setup.players), CHWECH.deals(match)
    noted = play_games(tables(match), make_room(setup.players, seed), games, deals, sums, wins)
    scores, exact, left = (tuple(int(number) for number in column) for column in sums.T)
    counts = tuple(zip(exact, left, strict=True))
    return KernelSums(scores, tuple(map(float, wins)), counts, games * deals, int(noted))
