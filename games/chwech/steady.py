"""The bots ``steady`` and ``easy`` of Chwech.

``steady`` estimates the score after each action, one ply deep, and takes the best. Every seat may always pass, so a
pass reveals nothing, and unseen cards are assumed evenly spread over the other hands. Its constants were found by
hill-climbing on duplicate deals at five tables, against ``random`` and its former self.

``easy`` plays as somebody new to the game, who counts what the table shows and thinks no further. It asks what it would
score if the trick and the deal ended with its card, and often takes an action that seems a little worse. It takes an
Ace for the highest card and a Joker for a sure trick, wherever they are played.
"""

from math import prod
from random import Random
from typing import Final

from msgspec import Struct

from games.chwech.rules import HAND, LOW, NINE, ChwechTable, card_of, rulebook
from games.kit.asking import Choice
from games.kit.sampler import Observation, choose_softly
from games.kit.tricks import PASS
from protocol.cards import Rank
from protocol.temper import Temper


def play_steadily(seen: Observation[ChwechTable], rng: Random) -> Choice:
    """Return the choice with the highest estimate; ties are broken at random."""
    if len(seen.choices) == 1:
        return seen.choices[0]
    lean = lean_of(seen.temper, seen.table.players)
    return max(seen.choices, key=lambda choice: (hope(seen, choice, lean), rng.random()))


_LEANS: Final = {Temper.EVEN: 0.0, Temper.BOLD: 2.0, Temper.CAREFUL: -2.5}

_CAREFUL: Final = {4: -1.0, 5: -1.2}
"""What careful bots lean by where few play: there they would lose more than half a point a deal by more."""


def lean_of(temper: Temper, players: int) -> float:
    """Return the points by which a temper overrates a play that takes the trick at a table for so many players."""
    lean = _LEANS[temper]
    return _CAREFUL.get(players, lean) if temper is Temper.CAREFUL else lean


def hope(seen: Observation[ChwechTable], choice: Choice, lean: float = 0.0) -> float:
    """Return the estimated score after a choice, for a bot that overrates a trick by so many points."""
    table, seat = seen.table, seen.seat
    cards, won = len(table.hands[seat]), table.won[seat]
    others = min(len(hand) for other, hand in enumerate(table.hands) if other != seat)
    if choice == PASS:
        return _hope_of_passing(seen, cards, won, min(cards, others))
    left = cards - 1
    shortest = min(left, others)
    chance = prospect(table, seat, choice)
    taken = worth(left, won + chance.size, shortest) + lean
    lost = worth(left, won, shortest)
    return chance.takes * taken + (1 - chance.takes) * lost + shape(table, seat, choice)


def _hope_of_passing(seen: Observation[ChwechTable], left: int, won: int, shortest: int) -> float:
    """Return the estimate after a pass; the last seat that could lead ends the deal by passing."""
    if seen.prompt != "lead":
        return worth(left, won, shortest)
    ends = len(seen.table.turns) == seen.table.players - 1
    return worth(left, won, 0 if ends else shortest) - IDLE


JOINS: Final = 0.85
"""The probability that a seat plays a card to the trick, if it may have a suitable one."""

BEATS: Final = 0.34
"""The probability that a seat which holds a higher card plays it."""

HEIGHTS: Final[dict[Rank, float]] = {rank: float(height) for height, rank in enumerate(Rank, start=1)}
"""How high each rank is as the bot sees it."""

TOP: Final = HEIGHTS[Rank.ACE]
LOWEST: Final = 0.0
ORIGINAL_JOKER: Final = HEIGHTS[Rank.SEVEN] + 0.5


class Prospect(Struct, frozen=True):
    """The estimated result of a play."""

    takes: float
    size: float


def prospect(table: ChwechTable, seat: int, play: Choice) -> Prospect:
    """Return the estimated result of playing this card now."""
    original, card = rulebook(table.match).original, card_of(play)
    played = [other for _, other in table.trick]
    acting = _acting_after(table, seat)
    joining = [joins(cards) for cards in acting]
    alone = prod(1 - chance for chance in joining)
    size = len(played) + 1 + sum(joining)
    best = max([height_following(other, original=original) for other in played], default=-1.0)
    if not original and card.rank is Rank.JOKER:
        return Prospect(alone, len(played) + 1)
    if not original and card.rank is Rank.ACE:
        lowest = float(best <= LOWEST)
        return Prospect(alone * lowest + (1 - alone) * no_joker_last(acting) * float(best < TOP), size)
    height = height_following(play, original=original)
    return Prospect(_stays_best(table, seat, play, acting, height) if height > best else 0.0, size)


def _acting_after(table: ChwechTable, seat: int) -> list[int]:
    """Return the number of cards held by each seat that acts after this one in the trick."""
    left = table.players - len(table.turns) - 1
    return [len(table.hands[table.match.after(seat, step)]) for step in range(1, left + 1)]


def joins(cards: int) -> float:
    """Return the chance that a seat plays a card; with fewer cards it is less likely to hold the suit."""
    return JOINS * float(1 - 0.75**cards)


def height_following(play: Choice, *, original: bool) -> float:
    """Return the rank of a card that another card follows."""
    card = card_of(play)
    if card.rank is Rank.JOKER:
        return ORIGINAL_JOKER if original else LOWEST
    return LOWEST if play == (card, LOW) else HEIGHTS[card.rank]


def _stays_best(table: ChwechTable, seat: int, play: Choice, acting: list[int], height: float) -> float:
    suit = table.led or (play[-1] if isinstance(play, tuple) and len(play) > 2 else card_of(play).suit)
    hand = table.hands[seat]
    unseen = max(1, sum(map(len, table.hands)) - len(hand))
    held = sum(1 for card in hand if card.suit is suit and HEIGHTS[card.rank] > height)
    higher = max(0.0, TOP - height - gap(height) - held)
    chance = 1.0
    for cards in acting:
        holds = 1 - (1 - min(1.0, cards / unseen)) ** higher
        chance *= 1 - BEATS * holds
    return chance


def gap(height: float) -> float:
    """Return the number of higher ranks that no ordinary pack contains: Eleven to Thirteen."""
    return 3.0 if height < HEIGHTS[Rank.ELEVEN] else 0.0


def no_joker_last(acting: list[int]) -> float:
    """Return the chance that the last card is no Joker."""
    return 1 - 0.04 * len(acting)


LENGTH: Final = 0.28
"""Points for each card of the suit in hand: balanced hands get more turns to play."""

DANGER: Final = 0.05
"""Points per rank for playing a card, for a seat that wants to take nothing more."""

POWER: Final = 0.03
"""Points lost per rank for playing a card, for a seat that wants to take more."""

IDLE: Final = 2.41
"""Points lost by passing the lead, and with it the turn in the next trick."""

HOLDING: Final = {rank: height for height, rank in enumerate(Rank)}
"""How high each rank is in hand, from 0."""


def shape(table: ChwechTable, seat: int, play: Choice) -> float:
    """Return the points by which this play improves the rest of the hand."""
    card = card_of(play)
    if card.rank is Rank.JOKER:
        return 0.0
    length = sum(held.suit is card.suit for held in table.hands[seat])
    height = HOLDING[card.rank]
    content = table.won[seat] % NINE == 0
    return LENGTH * length + (DANGER * height if content else -POWER * height)


EARLY: Final = (8.9, 7.0, 3.3, 10.2, 10.1, 6.4, 2.4, 4.0, 4.5)
"""The expected factor while no seat is near the end, by the cards won beyond a multiple of nine."""

LATE: Final = (9.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)
"""The factor if the deal ended now."""

HASTE: Final = 1.36
"""The exponent that shifts weight from the expected factor to the current one: the smaller, the later."""

SHEDS: Final = 0.02
"""The share of its remaining cards that a seat still plays while no seat is near the end."""


def worth(left: int, won: float, shortest: int) -> float:
    """Return the expected score of a seat.

    Args:
        left: the cards in the seat's own hand.
        won: the cards that the seat has won; fractions are interpolated.
        shortest: the cards in the shortest hand, this seat's included; at 0 the deal is over.
    """
    early = float((shortest / 9) ** HASTE)
    whole = int(won)
    part = won - whole
    factor = (1 - part) * _factor(whole, early) + part * _factor(whole + 1, early)
    return (9 - left * (1 - SHEDS * early)) * factor


def _factor(won: int, early: float) -> float:
    beyond = won % 9
    return early * EARLY[beyond] + (1 - early) * LATE[beyond]


SOFTNESS: Final = 10.0
"""How much worse, in points of the deal, an action may seem and still be taken now and then."""


def play_easily(seen: Observation[ChwechTable], rng: Random) -> Choice:
    """Return a choice, more often one that scores well as the table stands."""
    lean = lean_of(seen.temper, seen.table.players)
    return choose_softly(seen.choices, lambda choice: score_as_it_stands(seen, choice, lean), SOFTNESS, rng)


def score_as_it_stands(seen: Observation[ChwechTable], choice: Choice, lean: float = 0.0) -> float:
    """Return the score if the deal ended with this choice, for a bot that overrates a trick by ``lean`` points."""
    table, seat = seen.table, seen.seat
    cards, won = len(table.hands[seat]), table.won[seat]
    if choice == PASS:
        return score(cards, won)
    if not _seems_to_take(table, choice):
        return score(cards - 1, won)
    return score(cards - 1, won + len(table.trick) + 1) + lean


def score(left: int, won: int) -> float:
    """Return the score with so many cards left and won."""
    return (HAND - left) * (won % NINE or NINE)


def _seems_to_take(table: ChwechTable, play: Choice) -> bool:
    original = rulebook(table.match).original
    if card_of(play).rank is Rank.JOKER and not original:
        return True
    height = height_following(play, original=original)
    return all(height > height_following(other, original=original) for _, other in table.trick)
