"""The cards that a seed deals, written from the description of `deal-v1` in `docs/records.md` alone."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

from tests.referee.table import JOKER, SUITS, Table, is_joker, pack, rank, suit

__all__ = ["commitment_of", "hands_of", "order", "seed_of_a_series", "seeds_faults"]

LOW_TO_HIGH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A"]


def commitment_of(seed: str) -> str:
    """Give the commitment to a seed of 64 hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def seed_of_a_series(text: str, game: int, deal: int) -> str:
    """Give the seed of a deal in the series of games that a text stands for, counting from 1."""
    return hmac.new(text.encode(), f"deal-v1 game {game} deal {deal}".encode(), "sha256").hexdigest()


def numbers(seed: str) -> Iterator[int]:
    """Give the endless row of numbers from 0 to 65,535 that follows from a seed."""
    counter = 0
    while True:
        block = hmac.new(bytes.fromhex(seed), b"deal-v1" + counter.to_bytes(8, "big"), "sha256").hexdigest()
        for place in range(0, 64, 4):
            yield int(block[place : place + 4], 16)
        counter += 1


def draw(row: Iterator[int], among: int) -> int:
    """Draw one of so many, throwing away the numbers that would favour the low ones."""
    fair = 65_536 - 65_536 % among
    number = next(row)
    while number >= fair:
        number = next(row)
    return number % among


def order(seed: str, cards: int) -> list[int]:
    """List the places in the unshuffled pack from which the cards of the shuffled one come, from the top."""
    row = numbers(seed)
    places = list(range(cards))
    for here in reversed(range(1, cards)):
        there = draw(row, here + 1)
        places[here], places[there] = places[there], places[here]
    return places


def unshuffled(table: Table) -> list[str]:
    """List the pack of a table by suit and rank, and after the suits whatever is a Joker."""

    def place(card: str) -> tuple[int, int, int]:
        if card == JOKER:
            return (2, 0, 0)
        return (1 if is_joker(table, card) else 0, SUITS.index(suit(card)), LOW_TO_HIGH.index(rank(card)))

    return sorted(pack(table), key=place)


def hands_of(table: Table, seed: str, dealer: int) -> list[list[str]]:
    """Deal the pack of a table from a seed, one card to each seat in turn, beginning at the dealer's left."""
    cards = unshuffled(table)
    hands: list[list[str]] = [[] for _ in range(table.players)]
    for dealt, place in enumerate(order(seed, len(cards))):
        hands[(dealer + 1 + dealt) % table.players].append(cards[place])
    return hands


def seeds_faults(table: Table, seed: str, commitment: str, deals: list[tuple[int, list[list[str]]]]) -> list[str]:
    """List what is wrong with the seeds of a game dealt by these dealers in these hands; a text may be empty."""
    seeds, commitments = seed.split(" "), commitment.split(" ")
    if seed and not is_row_of_digests("deal-v1", seeds, len(deals)):
        return [f"seed is not 'deal-v1' and {len(deals)} times 64 hexadecimal digits"]
    if commitment and not is_row_of_digests("sha256", commitments, len(deals)):
        return [f"commitment is not 'sha256' and {len(deals)} times 64 hexadecimal digits"]
    faults = []
    if seed and commitment and [commitment_of(each) for each in seeds[1:]] != commitments[1:]:
        faults.append("commitment is not that of the seed")
    for number, ((dealer, hands), each) in enumerate(zip(deals, seeds[1:], strict=False), 1):
        if [sorted(hand) for hand in hands_of(table, each, dealer)] != [sorted(hand) for hand in hands]:
            faults.append(f"deal {number}: the seed gives other hands")
    return faults


def is_row_of_digests(name: str, words: list[str], count: int) -> bool:
    """Say whether words are a name and then so many times 64 hexadecimal digits."""
    plain = all(len(word) == 64 and set(word) <= set("0123456789abcdef") for word in words[1:])
    return words[0] == name and len(words) == count + 1 and plain
