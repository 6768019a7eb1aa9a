"""The rules of a table as numbers, and a deal by them: what may be done, and what follows from it.

The actions of a turn come in the order in which the rules give them.
"""

from collections.abc import Iterable
from functools import lru_cache

from games.chwech.kernel import layout as at
from games.chwech.kernel.compiling import Numbers, compiled, count, inlined, whole_numbers
from games.chwech.rules import HAND, Rulebook, rulebook
from games.kit.game import Match
from protocol.cards import Rank


def tables_of(match: Match) -> Numbers:
    """Return the table of a match, the same object for the same options."""
    return _tables(rulebook(match))


@lru_cache(maxsize=256)
def _tables(book: Rulebook) -> Numbers:
    pack, places, chosen = book.pack, range(len(book.pack)), book.options
    suits = [at.JOKER if card in book.jokers else at.SUIT_NUMBERS[card.suit] for card in pack]
    plays = [book.follows[card][0] for card in pack]
    heights = [book.inside[play] for play in plays]
    same = [[other for other in places if suits[other] == suit] for suit in suits]
    by_place = (
        suits,
        [16 if suit == at.JOKER else list(Rank).index(card.rank) for card, suit in zip(pack, suits, strict=True)],
        [_set(other for other in range(place) if pack[other] is pack[place]) for place in places],
        heights,
        [book.last[play] for play in plays],
        [_set(other for other in same[place] if heights[other] > heights[place]) for place in places],
        [_set(other for other in same[place] if heights[other] < heights[place]) for place in places],
    )
    # Other packs for five count as the one that the net has learnt besides the usual one.
    kinds = {4: 0, 5: 1 + (chosen["five_pack"] != "low"), 6: 3, 7: 4 + (chosen["seven_pack"] == "two_packs")}
    flags = (chosen["thirteens_as_jokers"], book.one_joker, chosen["joker_beats_last_ace"], book.last_equal)
    bits = {(1 << place) % 67: place for place in range(at.MOST_CARDS)}
    return whole_numbers(
        (
            book.players,
            _set(places),
            _set(place for place in places if len(book.follows[pack[place]]) > 1),
            not book.original,
            book.one_joker,
            book.last_equal,
            kinds[book.players],
            _set(number for number, flag in enumerate(flags) if flag),
            *(_set(place for place in places if suits[place] == part) for part in range(at.SUITS + 1)),
            *(bits.get(remainder, 0) for remainder in range(67)),
            *(number for column in by_place for number in (*column, *[0] * (at.MOST_CARDS - len(column)))),
        )
    )


def _set(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


@compiled
def begin(table: Numbers, row: Numbers, dealer: int) -> None:
    """Make a row ready for the first lead, given the hands in it."""
    for cell in range(at.HANDS + at.SEATS, at.ROW):
        row[cell] = 0
    row[at.SEAT] = (dealer + 1) % table[at.PLAYERS]
    row[at.OPENING] = 1


@compiled
def actions(table: Numbers, row: Numbers, found: Numbers) -> int:
    """Fill in every action of the seat to act, in the order of the rules; return how many there are."""
    hand, number, opened = row[at.HANDS + row[at.SEAT]], 0, row[at.PLAYED] > 0
    rest = hand & row[at.FITS] if opened else hand
    if not opened and not table[at.JOKERS_LEAD]:
        rest &= ~table[at.PARTS + at.JOKER]
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        place = table[at.BITS + lowest % 67]
        if table[at.COPIES + place] & hand:
            continue
        if not opened and table[at.SUIT_OF + place] == at.JOKER:
            for suit in range(at.SUITS):
                found[number] = place * at.SAYINGS + at.AS_SUIT + suit
                number += 1
            continue
        found[number] = place * at.SAYINGS
        number += 1
        if lowest & table[at.CHOSEN]:
            found[number] = place * at.SAYINGS + at.AS_LOW
            number += 1
    if not row[at.OPENING]:
        found[number] = at.PASS
        number += 1
    return number


@inlined
def wins(table: Numbers, height: int, other: int) -> bool:
    """Return whether a card of one height takes the trick from an earlier one of another."""
    return height > other or (height == other and table[at.LAST_OF_EQUALS] == 1)


@compiled
def taker(table: Numbers, row: Numbers) -> int:
    """Return which of the cards of the trick takes it as things stand."""
    last = row[at.PLAYED] - 1
    if last < 1:
        return 0
    height = -1 if row[at.SAID + last] == at.AS_LOW else table[at.LAST + row[at.PLACES + last]]
    return last if wins(table, height, row[at.FORMER_HEIGHT]) else row[at.FORMER]


@compiled
def _pass(table: Numbers, row: Numbers, seat: int) -> None:
    row[at.STATUS + seat] = at.PASSED
    if row[at.PLAYED] == 0:
        row[at.LED_NONE + seat] += 1
        return
    suit, best, cell = row[at.LED], row[at.HIGHEST] - 1, seat * at.SUITS + row[at.LED]
    passes, shown = row[at.PASSES + cell] + 1, row[at.SHOWN + cell]
    row[at.PASSES + cell] = passes
    if passes <= at.MANY:
        row[at.SHOWN + cell] = shown + at.NOT_FOLLOWED
    if best < 0:
        return
    if row[at.WON + seat] % HAND:
        row[at.DECLINED + seat] |= table[at.ABOVE + best]
        return
    row[at.DENIED + seat] |= table[at.BELOW + best]
    if shown & at.DENIES == 0 and table[at.BELOW + best]:
        row[at.SHOWN + cell] += at.DENIES
        row[at.DENIERS + suit] += 1


@compiled
def _put(table: Numbers, row: Numbers, seat: int, action: int) -> None:
    place, said, played = action // at.SAYINGS, action % at.SAYINGS, row[at.PLAYED]
    suit, jokers, card = table[at.SUIT_OF + place], table[at.PARTS + at.JOKER], 1 << place
    row[at.HANDS + seat] ^= card
    row[at.DONE + seat] |= card
    row[at.GONE] |= card
    if played == 0:
        row[at.LED] = said - at.AS_SUIT if suit == at.JOKER else suit
        row[at.FITS] = table[at.PARTS + row[at.LED]] | jokers
    if suit != at.JOKER:
        row[at.GONE_RANKS + suit] |= 1 << table[at.RANK_OF + place]
        cell = at.SHOWN + seat * at.SUITS + suit
        if row[cell] & at.MANY < at.MANY:
            row[cell] += 1
    elif table[at.ONE_JOKER]:
        row[at.FITS] &= ~jokers
    row[at.PLACES + played], row[at.SAID + played], row[at.BY + played] = place, said, seat
    row[at.PLAYED] = played + 1
    row[at.STATUS + seat] = at.PUT
    _rank(table, row, place, said, played)


@compiled
def _rank(table: Numbers, row: Numbers, place: int, said: int, played: int) -> None:
    """Note how the card that has been played to the trick compares with those before it."""
    height, highest = -1 if said == at.AS_LOW else table[at.INSIDE + place], row[at.AHEAD_HEIGHT]
    row[at.FORMER], row[at.FORMER_HEIGHT] = row[at.AHEAD], highest
    if played == 0 or wins(table, height, highest):
        row[at.AHEAD], row[at.AHEAD_HEIGHT] = played, height
    if said == at.AS_LOW or table[at.SUIT_OF + place] == at.JOKER:
        return
    best = row[at.HIGHEST] - 1
    if best < 0 or height > table[at.INSIDE + best]:
        row[at.HIGHEST] = place + 1


@compiled
def act(table: Numbers, row: Numbers, action: int) -> None:
    """Let the seat to act do something, and complete the trick and the deal if that completes them."""
    seat = row[at.SEAT]
    if action == at.PASS:
        _pass(table, row, seat)
    else:
        _put(table, row, seat, action)
    row[at.OPENING] = 0
    row[at.TURNS] += 1
    row[at.SEAT] = seat + 1 if seat + 1 < table[at.PLAYERS] else 0
    if row[at.TURNS] == table[at.PLAYERS]:
        end_trick(table, row)


@compiled
def end_trick(table: Numbers, row: Numbers) -> None:
    """Give the trick to its taker, who may lead next; nothing but passes ends the deal in deadlock."""
    if row[at.PLAYED] == 0:
        row[at.ENDED] = at.DEADLOCK
        return
    winner = row[at.BY + taker(table, row)]
    row[at.WON + winner] += row[at.PLAYED]
    row[at.SEAT] = winner
    row[at.TURNS] = row[at.PLAYED] = row[at.FITS] = row[at.HIGHEST] = 0
    for seat in range(table[at.PLAYERS]):
        row[at.STATUS + seat] = at.TO_ACT
        if row[at.HANDS + seat] == 0:
            row[at.ENDED] = at.OUT


@compiled
def score_of(row: Numbers, seat: int) -> int:
    """Return what a seat scores as things stand."""
    beyond = row[at.WON + seat] % HAND
    return (HAND - count(row[at.HANDS + seat])) * (beyond or HAND)
