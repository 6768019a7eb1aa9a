"""A table of Chwech as arrays by place in the unshuffled pack, and as sets of places."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from games.chwech.kernel.compiling import Numbers, whole_numbers
from games.chwech.rules import CHWECH, rulebook_of
from games.kit.game import Match
from protocol.cards import Card, Rank, Suit
from protocol.setup import OptionValue, Setup

SUITS: Final = len(Suit)
JOKER: Final = SUITS
"""The suit of what counts as a Joker."""

PACK_KINDS: Final = ("four", "low", "middle", "six", "five_hundred", "two_packs")


# The cells of a table.
PLAYERS: Final = 0
EVERYTHING: Final = 1
"""The whole pack."""

CHOSEN: Final = 2
"""The places of the Aces whose player says whether they are high or low."""

JOKERS_LEAD: Final = 3
"""1 if a Joker may be led."""

ONE_JOKER: Final = 4
"""1 if only one Joker may be played to a trick."""

LAST_OF_EQUALS: Final = 5
"""1 if, of equal cards, the last one ranks higher."""

KIND: Final = 6
"""The number of the pack in ``PACK_KINDS``."""

FLAGS: Final = 7
"""Bits: Thirteens are Jokers, one Joker a trick, a Joker beats a last Ace, the last of equals."""

PARTS: Final = 8
"""The places of each suit, and last those of the Jokers."""

BITS: Final = 13
"""The number of each bit, by its remainder when it is divided by 67: no two powers of two below 2 ** 63 share one."""

SUIT_OF: Final = 80
"""By place, the suit of each card from 0; ``JOKER`` for what counts as a Joker."""

RANK_OF: Final = 143
"""By place, the rank from 0 for the Two to 15 for the Ace and 16 for the Joker."""

COPIES: Final = 206
"""By place, the places below it of cards that are equal."""

INSIDE: Final = 269
"""By place, the height of a card that another card follows."""

LAST: Final = 332
"""By place, the height of the last card of a trick."""

ABOVE: Final = 395
"""By place, the places of its suit that are higher while another card follows."""

BELOW: Final = 458
"""The same for those that are lower."""

RANK_OF_BIT: Final = 521
"""The rank of the card of each bit, by its remainder as in ``BITS``."""

MOST_CARDS: Final = 63


def places_of(setup: Setup) -> tuple[Card, ...]:
    """Return the unshuffled pack: by suit, then by rank from the Two up, with what counts as a Joker last."""
    return tuple(rulebook_of(setup.players, _all_options(setup)).pack)


def _all_options(setup: Setup) -> tuple[tuple[str, OptionValue], ...]:
    """Return the value of every option; whether they fit together is not looked at."""
    return tuple([(option.name, setup.options.get(option.name, option.default)) for option in CHWECH.options])


def places_by_card(setup: Setup) -> dict[Card, tuple[int, ...]]:
    """Return the places of each card in the unshuffled pack, from the last of equal ones to the first."""
    return rulebook_of(setup.players, _all_options(setup)).copies


def tables(setup: Setup) -> Numbers:
    """Return a table, given a setup that the rules have accepted."""
    return _tables(setup.players, _all_options(setup))


def tables_of(match: Match) -> Numbers:
    """Return the table of a match, the same object for the same options."""
    return _tables(match.players, tuple(match.options.items()))


@lru_cache(maxsize=256)
def _tables(players: int, options: tuple[tuple[str, Any], ...]) -> Numbers:
    book, chosen = rulebook_of(players, options), dict(options)
    cards, original = book.pack, book.original
    joker = [card in book.jokers for card in cards]
    suits = [
        JOKER if joker[place] or card.suit is None else list(Suit).index(card.suit) for place, card in enumerate(cards)
    ]
    plays = [book.follows[card][0] for card in cards]
    heights = [book.inside[play] for play in plays]
    others = [[other for other, suit in enumerate(suits) if suit == own] for own in suits]
    by_place = (
        suits,
        [16 if joker[place] else list(Rank).index(card.rank) for place, card in enumerate(cards)],
        [_set(other for other in range(place) if cards[other] is card) for place, card in enumerate(cards)],
        heights,
        [book.last[play] for play in plays],
        [_set(other for other in others[place] if heights[other] > heights[place]) for place in range(len(cards))],
        [_set(other for other in others[place] if heights[other] < heights[place]) for place in range(len(cards))],
    )
    flags = (chosen["thirteens_as_jokers"], book.one_joker, chosen["joker_beats_last_ace"], book.last_equal)
    return whole_numbers(
        (
            players,
            (1 << len(cards)) - 1,
            _set(place for place, card in enumerate(cards) if original and card.rank is Rank.ACE),
            not original,
            book.one_joker,
            book.last_equal,
            _kind(players, chosen),
            sum(1 << number for number, flag in enumerate(flags) if flag),
            *(_set(place for place, suit in enumerate(suits) if suit == part) for part in range(SUITS + 1)),
            *_by_bit(range(MOST_CARDS)),
            *(number for column in by_place for number in (*column, *[0] * (MOST_CARDS - len(column)))),
            *_by_bit(by_place[1]),
        )
    )


def _kind(players: int, options: Mapping[str, OptionValue]) -> int:
    """Return the number of the pack; other packs for five count as the one that the net has learnt besides ``low``."""
    five = "low" if options["five_pack"] == "low" else "middle"
    pack = {4: "four", 5: five, 6: "six", 7: str(options["seven_pack"])}
    return PACK_KINDS.index(pack[players])


def _set(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _by_bit(by_place: Iterable[int]) -> list[int]:
    numbers = [0] * 67
    for place, number in enumerate(by_place):
        numbers[(1 << place) % 67] = number
    return numbers
