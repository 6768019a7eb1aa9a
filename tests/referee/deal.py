"""A deal told as one story: it asks seat after seat, hears an answer, and ends by saying what everybody scored."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from tests.referee.table import JOKER, PASS, SUITS, Table, is_joker, rank, suit
from tests.referee.trick import Play, card_of, taker

__all__ = ["Question", "Result", "Story", "score", "tell"]

HAND = 9


@dataclass(frozen=True)
class Question:
    """A seat is asked to act."""

    seat: int
    answers: frozenset[str]
    """Everything the seat may do now, written as in a record."""


@dataclass(frozen=True)
class Result:
    """How a deal came out."""

    won: list[int]
    left: list[int]
    scores: list[int]
    end: str
    tricks: list[list[Play]]
    """The tricks in order, passes left out."""


Story = Generator[Question, str, Result]


def tell(table: Table, dealer: int, dealt: list[list[str]]) -> Story:
    """Play one deal: yield each question in its turn, take one of its answers, return the result."""
    hands = [list(hand) for hand in dealt]
    won = [0] * table.players
    tricks: list[list[Play]] = []
    first_asked = (dealer + 1) % table.players
    while True:
        plays = yield from one_trick(table, hands, first_asked, must_lead=not tricks)
        if not plays:
            return result(hands, won, "deadlock", tricks)
        tricks.append(plays)
        first_asked = taker(table, plays)
        won[first_asked] += len(plays)
        if any(not hand for hand in hands):
            return result(hands, won, "out", tricks)


def one_trick(
    table: Table, hands: list[list[str]], first_asked: int, *, must_lead: bool
) -> Generator[Question, str, list[Play]]:
    """Ask every seat once, clockwise, first for a lead and then for a card to it; return the cards played."""
    plays: list[Play] = []
    for step in range(table.players):
        seat = (first_asked + step) % table.players
        answers = followers_choice(table, hands[seat], plays) if plays else leaders_choice(table, hands[seat])
        if not must_lead or plays:
            answers.add(PASS)
        answer = yield Question(seat, frozenset(answers))
        if answer != PASS:
            hands[seat].remove(card_of(answer))
            plays.append(Play(seat, answer))
    return plays


def leaders_choice(table: Table, hand: list[str]) -> set[str]:
    """List every card that may be led from a hand, as it is written down."""
    if table.ruleset == "original":
        return {written for card in hand if not is_joker(table, card) for written in ways_to_play(table, card)}
    plain = {card for card in hand if not is_joker(table, card)}
    return plain | {f"{card}={named}" for card in hand if is_joker(table, card) for named in SUITS}


def followers_choice(table: Table, hand: list[str], plays: list[Play]) -> set[str]:
    """List every card that may be played to a trick already led, as it is written down."""
    led = suit(plays[0].action.rstrip("+-"))  # the end of `QH`, of `AH+` and of `JK=H` alike
    joker_is_out = any(is_joker(table, card_of(play.action)) for play in plays)
    one_joker_only = table.ruleset == "original" or table.option("jokers_per_trick") == "one"
    answers: set[str] = set()
    for card in hand:
        if is_joker(table, card):
            if not (joker_is_out and one_joker_only):
                answers.add(card)
        elif suit(card) == led:
            answers.update(ways_to_play(table, card))
    return answers


def ways_to_play(table: Table, card: str) -> list[str]:
    """List how a card may be put down: an original Ace as high or as low, everything else in one way."""
    if table.ruleset == "original" and card != JOKER and rank(card) == "A":
        return [card + "+", card + "-"]
    return [card]


def result(hands: list[list[str]], won: list[int], end: str, tricks: list[list[Play]]) -> Result:
    """Count the hands and score the piles."""
    left = [len(hand) for hand in hands]
    assert sum(won) == HAND * len(hands) - sum(left), "cards played by all seats are cards won by all seats"
    return Result(won, left, [score(taken, kept) for taken, kept in zip(won, left, strict=True)], end, tricks)


def score(won: int, left: int) -> int:
    """Score a seat: the cards it played out, times what it won beyond a multiple of nine, or nine for a multiple."""
    beyond = won
    while beyond > HAND:
        beyond -= HAND
    if beyond == 0:
        beyond = HAND
    return (HAND - left) * beyond
