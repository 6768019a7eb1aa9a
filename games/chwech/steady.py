"""The bots ``steady`` and ``easy`` of Chwech.

``steady`` estimates the score after each action, one ply deep, and takes the best. Every seat may always pass, so a
pass reveals nothing, and unseen cards are assumed evenly spread over the other hands. Its constants were found by
hill-climbing on duplicate deals at five tables, against ``random`` and its former self.

``easy`` plays as someone new to the game, who counts what the table shows and thinks no further. It asks what it would
score if the trick and the deal ended with its card, and often takes an action that seems a little worse. It takes an
Ace for the highest card and a Joker for a sure trick, wherever they are played.
"""

from collections.abc import Sequence
from math import exp, prod
from random import Random
from typing import Final

from games.chwech.rules import HAND, HEIGHTS, NINE, ChwechTable, Rulebook, card_of, factor, rulebook, score, suit_of
from games.kit.asking import Ask, Choice, Offer
from games.kit.sampler import Observation
from games.kit.tricks import PASS
from protocol.cards import Card, Rank, Suit
from protocol.game import Temper

_LEANS: Final = {Temper.EVEN: 0.0, Temper.BOLD: 2.0, Temper.CAREFUL: -2.5}

_CAREFUL: Final = {4: -1.0, 5: -1.2}
"""What careful bots lean by where few play: there they would lose more than half a point a deal by more."""


def lean_of(temper: Temper, players: int) -> float:
    """Return the points by which a temper overrates a play that takes the trick at a table for so many players."""
    lean = _LEANS[temper]
    return _CAREFUL.get(players, lean) if temper is Temper.CAREFUL else lean


def play_steadily(seen: Observation[ChwechTable], rng: Random) -> Choice:
    """Return the choice with the highest estimate; ties are broken at random."""
    lean = lean_of(seen.temper, seen.table.players)
    return play_plainly(seen.table, seen.seat, Offer(seen.choices, seen.prompt), rng, lean)


def play_plainly(table: ChwechTable, seat: int, offer: Ask | Offer, rng: Random, lean: float = 0.0) -> Choice:
    """Do the same for a bot that overrates a trick by so many points."""
    if len(offer.choices) == 1:
        return offer.choices[0]
    return max(offer.choices, key=lambda choice: (hope(table, seat, offer.prompt, choice, lean), rng.random()))


def hope(table: ChwechTable, seat: int, prompt: str, choice: Choice, lean: float = 0.0) -> float:
    """Return the estimated score after a choice, for a bot that overrates a trick by so many points."""
    cards, won = len(table.hands[seat]), table.won[seat]
    others = min(len(hand) for other, hand in enumerate(table.hands) if other != seat)
    if choice == PASS:
        # The last seat that could lead ends the deal by passing.
        ends = prompt == "lead" and len(table.turns) == table.players - 1
        hoped = worth(cards, won, 0 if ends else min(cards, others))
        return hoped - IDLE if prompt == "lead" else hoped
    left = cards - 1
    shortest = min(left, others)
    takes, size = prospect(table, seat, choice)
    taken, lost = worth(left, won + size, shortest) + lean, worth(left, won, shortest)
    return takes * taken + (1 - takes) * lost + shape(table, seat, choice)


JOINS: Final = 0.85  # The probability that a seat plays a card to the trick, if it may have a suitable one.
BEATS: Final = 0.34  # The probability that a seat which holds a higher card plays it.

_TOP: Final = HEIGHTS[Rank.ACE]


def prospect(table: ChwechTable, seat: int, play: Choice) -> tuple[float, float]:
    """Return the chance that a card takes the trick if it is played now, and how many cards the trick then has."""
    book, card, played = rulebook(table.match), card_of(play), len(table.trick) + 1
    after = range(1, table.players - len(table.turns))
    acting = [len(table.hands[table.match.after(seat, step)]) for step in after]
    # With fewer cards a seat is less likely to hold the suit.
    joining = [JOINS * float(1 - 0.75**cards) for cards in acting]
    alone, size = prod(1 - chance for chance in joining), played + sum(joining)
    best = max([height_of(book, other) for _, other in table.trick], default=-1)
    if not book.original and card in book.jokers:
        return alone, played
    if not book.original and card.rank is Rank.ACE:
        no_joker_last = 1 - 0.04 * len(acting)
        return alone * (best <= 0) + (1 - alone) * no_joker_last * (best < _TOP), size
    return _stays_best(book, table, seat, play, acting) if height_of(book, play) > best else 0.0, size


def height_of(book: Rulebook, play: Choice) -> int:
    """Return how high a play is that another card follows, 0 for the lowest."""
    return max(0, book.inside[play])


def _held(book: Rulebook, hand: Sequence[Card], suit: Suit | None, above: int = 0) -> int:
    """Return how many cards of a suit are in a hand that are higher than others."""
    return sum(card.suit is suit and HEIGHTS[card.rank] > above and card not in book.jokers for card in hand)


def _stays_best(book: Rulebook, table: ChwechTable, seat: int, play: Choice, acting: Sequence[int]) -> float:
    """Return the chance that nobody beats a card that is the highest as yet."""
    height, hand = height_of(book, play), table.hands[seat]
    unseen = max(1, sum(map(len, table.hands)) - len(hand))
    # No ordinary pack has the ranks from Eleven to Thirteen.
    missing = 3 if height < HEIGHTS[Rank.ELEVEN] else 0
    higher = max(0.0, (_TOP - height) / 10 - missing - _held(book, hand, table.led or suit_of(play), height))
    return float(prod(1 - BEATS * (1 - (1 - min(1.0, cards / unseen)) ** higher) for cards in acting))


LENGTH: Final = 0.28  # Points for each card of the suit in hand: balanced hands get more turns to play.
DANGER: Final = 0.05  # Points per rank for playing a card, for a seat that wants to take nothing more.
POWER: Final = 0.03  # Points lost per rank for playing a card, for a seat that wants to take more.
IDLE: Final = 2.41  # Points lost by passing the lead, and with it the turn in the next trick.


def shape(table: ChwechTable, seat: int, play: Choice) -> float:
    """Return the points by which this play improves the rest of the hand."""
    book, card = rulebook(table.match), card_of(play)
    if card in book.jokers:
        return 0.0
    rank = HEIGHTS[card.rank] // 10 - 1
    return LENGTH * _held(book, table.hands[seat], card.suit) + rank * (-POWER if table.won[seat] % NINE else DANGER)


EARLY: Final = (8.9, 7.0, 3.3, 10.2, 10.1, 6.4, 2.4, 4.0, 4.5)
"""The expected factor while no seat is near the end, by the cards won beyond a multiple of nine."""

HASTE: Final = 1.36
"""The exponent that shifts weight from the expected factor to the current one: the smaller, the later."""

SHEDS: Final = 0.02  # The share of its remaining cards that a seat still plays while no seat is near the end.


def worth(left: int, won: float, shortest: int) -> float:
    """Return the expected score of a seat.

    Args:
        left: the cards in the seat's own hand.
        won: the cards that the seat has won; fractions are interpolated.
        shortest: the cards in the shortest hand, this seat's included; at 0 the deal is over.
    """
    early = float((shortest / HAND) ** HASTE)
    whole = int(won)
    part = won - whole
    now, next_one = [early * EARLY[cards % NINE] + (1 - early) * factor(cards) for cards in (whole, whole + 1)]
    return (HAND - left * (1 - SHEDS * early)) * ((1 - part) * now + part * next_one)


SOFTNESS: Final = 10.0  # The points of the deal by which an action that seems worse is taken 2.7 times less often.


def play_easily(seen: Observation[ChwechTable], rng: Random) -> Choice:
    """Return a choice, more often one that scores well as the table stands."""
    lean = lean_of(seen.temper, seen.table.players)
    values = [score_as_it_stands(seen, choice, lean) for choice in seen.choices]
    return rng.choices(seen.choices, [exp((value - max(values)) / SOFTNESS) for value in values])[0]


def score_as_it_stands(seen: Observation[ChwechTable], choice: Choice, lean: float = 0.0) -> float:
    """Return the score if the deal ended with this choice, for a bot that overrates a trick by ``lean`` points."""
    table, book = seen.table, rulebook(seen.table.match)
    cards, won = len(table.hands[seen.seat]), table.won[seen.seat]
    if choice == PASS:
        return score(cards, won)
    sure = card_of(choice) in book.jokers and not book.original
    if sure or all(height_of(book, choice) > height_of(book, other) for _, other in table.trick):
        return score(cards - 1, won + len(table.trick) + 1) + lean
    return score(cards - 1, won)
