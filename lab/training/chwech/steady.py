"""The bot ``steady`` on flat arrays: an opponent to train against."""

from typing import Final, NamedTuple

from games.chwech import steady as bot
from games.chwech.kernel.compiling import Numbers, compiled_loosely, count
from games.chwech.kernel.layout import (
    AS_LOW,
    BITS,
    DONE,
    HANDS,
    JOKER,
    JOKERS_LEAD,
    LED,
    PARTS,
    PASS,
    PLACES,
    PLAYED,
    PLAYERS,
    RANK_OF,
    SAID,
    SAYINGS,
    SEAT,
    SUIT_OF,
    TURNS,
    WON,
)
from games.chwech.rules import HAND, factor

_ACE: Final = 15
_SEVEN: Final = 5
_ELEVEN: Final = 9

JOINS: Final = bot.JOINS
BEATS: Final = bot.BEATS
LATE: Final = tuple(float(factor(won)) for won in range(HAND))


class Ways(NamedTuple):
    """The constants of the bot that were found by trying, as ``games.chwech.steady`` explains them."""

    length: float
    danger: float
    power: float
    idle: float
    haste: float
    sheds: float
    early: tuple[float, ...]


WAYS: Final = Ways(bot.LENGTH, bot.DANGER, bot.POWER, bot.IDLE, bot.HASTE, bot.SHEDS, bot.EARLY)
"""Those of the bot as it plays now."""


@compiled_loosely
def _factor(won: int, early: float, ways: Ways) -> float:
    return early * ways.early[won % HAND] + (1 - early) * LATE[won % HAND]


@compiled_loosely
def worth(left: int, won: float, shortest: int, ways: Ways) -> float:
    """Return the expected score of a seat, as the bot does."""
    early = (shortest / HAND) ** ways.haste
    whole = int(won)
    part = won - whole
    factor = (1 - part) * _factor(whole, early, ways) + part * _factor(whole + 1, early, ways)
    return (HAND - left * (1 - ways.sheds * early)) * factor


@compiled_loosely
def _inside(table: Numbers, place: int, said: int) -> float:
    if table[RANK_OF + place] > _ACE:
        return 0.0 if table[JOKERS_LEAD] else _SEVEN + 1.5
    return 0.0 if said == AS_LOW else table[RANK_OF + place] + 1.0


@compiled_loosely
def _stays_best(table: Numbers, row: Numbers, suit: int, height: float) -> float:
    seat, players = row[SEAT], table[PLAYERS]
    own = row[HANDS + seat]
    unseen = 0
    for other in range(players):
        if other != seat:
            unseen += HAND - count(row[DONE + other])
    rest, seen = own & table[PARTS + suit], 0
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        seen += table[RANK_OF + table[BITS + lowest % 67]] + 1 > height
    gap = 3.0 if height < _ELEVEN + 1 else 0.0
    higher = max(0.0, _ACE + 1 - height - gap - seen)
    chance = 1.0
    for step in range(1, players - row[TURNS]):
        cards = HAND - count(row[DONE + (seat + step) % players])
        chance *= 1 - BEATS * (1 - (1 - min(1.0, cards / max(1, unseen))) ** higher)
    return chance


@compiled_loosely
def _takes(table: Numbers, row: Numbers, action: int, alone: float) -> float:
    place, said, original = action // SAYINGS, action % SAYINGS, not table[JOKERS_LEAD]
    best = -1.0
    for index in range(row[PLAYED]):
        best = max(best, _inside(table, row[PLACES + index], row[SAID + index]))
    rank = table[RANK_OF + place]
    if not original and rank > _ACE:
        return alone
    suit = row[LED] if row[PLAYED] else table[SUIT_OF + place]
    if not original and rank == _ACE:
        lowest = 1.0 if best <= 0 else 0.0
        below = 1.0 if best < _ACE + 1 else 0.0
        return alone * lowest + (1 - alone) * (1 - 0.04 * (table[PLAYERS] - 1 - row[TURNS])) * below
    height = _inside(table, place, said)
    return _stays_best(table, row, suit, height) if height > best else 0.0


@compiled_loosely
def hope(table: Numbers, row: Numbers, action: int, ways: Ways) -> float:
    """Return the estimated score after an action of the seat to act, as the bot does."""
    seat, players = row[SEAT], table[PLAYERS]
    left, won, others = count(row[HANDS + seat]), row[WON + seat], HAND
    for other in range(players):
        if other != seat:
            others = min(others, HAND - count(row[DONE + other]))
    if action == PASS:
        if row[PLAYED]:
            return worth(left, won, min(left, others), ways)
        ends = row[TURNS] == players - 1
        return worth(left, won, 0 if ends else min(left, others), ways) - ways.idle
    left -= 1
    size, alone, place = row[PLAYED] + 1.0, 1.0, action // SAYINGS
    for step in range(1, players - row[TURNS]):
        joins = JOINS * (1 - 0.75 ** (HAND - count(row[DONE + (seat + step) % players])))
        size += joins
        alone *= 1 - joins
    if table[JOKERS_LEAD] and table[RANK_OF + place] > _ACE:
        size = row[PLAYED] + 1.0
    takes, shortest = _takes(table, row, action, alone), min(left, others)
    hoped = takes * worth(left, won + size, shortest, ways) + (1 - takes) * worth(left, won, shortest, ways)
    suit, rank = table[SUIT_OF + place], table[RANK_OF + place]
    if suit == JOKER:
        return hoped
    length = count(row[HANDS + seat] & table[PARTS + suit])
    return hoped + ways.length * length + (ways.danger * rank if won % HAND == 0 else -ways.power * rank)
