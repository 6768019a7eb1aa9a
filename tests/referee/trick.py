"""Who takes a trick: every card is held against every other one, by the words of the rules and no scale of numbers."""

from __future__ import annotations

from dataclasses import dataclass

from tests.referee.table import JOKER, Table, is_joker, rank

__all__ = ["Play", "card_of", "taker"]

HIGH_TO_LOW = ["K", "Q", "J", "13", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
ORIGINAL_HIGH_TO_LOW = ["A+", *HIGH_TO_LOW[:9], JOKER, *HIGH_TO_LOW[9:], "A-"]


@dataclass(frozen=True)
class Play:
    """One card on the table."""

    seat: int
    action: str
    """What the record says, such as `QH`, `AH-` or `JK=S`."""


def card_of(action: str) -> str:
    """Give the card that a playing action takes out of the hand."""
    return action.partition("=")[0].rstrip("+-")


def taker(table: Table, plays: list[Play]) -> int:
    """Name the seat that takes a finished trick: the one whose card beats every other card in it."""
    best = [
        play.seat
        for place, play in enumerate(plays)
        if all(beats(table, plays, place, other) for other in range(len(plays)) if other != place)
    ]
    (winner,) = best
    return winner


def beats(table: Table, plays: list[Play], mine: int, other: int) -> bool:
    """Say whether the card played at one place of a trick beats the card at another place."""
    if table.ruleset == "original":
        return beats_in_the_original(table, plays, mine, other)
    return beats_in_the_revised(table, plays, mine, other)


def beats_in_the_original(table: Table, plays: list[Play], mine: int, other: int) -> bool:
    """Hold two cards together where an Ace is what its player said and a Joker lies between Eight and Seven."""
    my_height = original_height(table, plays[mine].action)
    its_height = original_height(table, plays[other].action)
    if my_height == its_height:
        return wins_among_equals(table, mine, other)
    return ORIGINAL_HIGH_TO_LOW.index(my_height) < ORIGINAL_HIGH_TO_LOW.index(its_height)


def original_height(table: Table, action: str) -> str:
    """Name the step on the original scale at which a card was played."""
    card = card_of(action)
    if is_joker(table, card):
        return JOKER
    if rank(card) == "A":
        return "A" + action[-1]
    return rank(card)


def beats_in_the_revised(table: Table, plays: list[Play], mine: int, other: int) -> bool:
    """Hold two cards together where what an Ace or a Joker is worth depends on who played last."""
    my_card, its_card = card_of(plays[mine].action), card_of(plays[other].action)
    i_am_last, it_is_last = mine == len(plays) - 1, other == len(plays) - 1
    i_am_joker, it_is_joker = is_joker(table, my_card), is_joker(table, its_card)

    # "A Joker loses unless it is the last card played to the trick; then it wins."
    if i_am_joker and i_am_last:
        return True
    if it_is_joker and it_is_last:
        return False
    if i_am_joker and it_is_joker:
        return wins_among_equals(table, mine, other)
    # "[A last Ace] loses to everything but a Joker that was not last" - or to that too, where it was so agreed.
    if i_am_joker:
        return is_ace(its_card) and it_is_last and table.option("joker_beats_last_ace") is True
    if it_is_joker:
        return not beats_in_the_revised(table, plays, other, mine)

    # "An Ace takes the trick unless it is the last card played to it."
    if is_ace(my_card):
        return not i_am_last
    if is_ace(its_card):
        return it_is_last

    if rank(my_card) == rank(its_card):
        return wins_among_equals(table, mine, other)
    return HIGH_TO_LOW.index(rank(my_card)) < HIGH_TO_LOW.index(rank(its_card))


def is_ace(card: str) -> bool:
    """Say whether a card that is no Joker is an Ace."""
    return rank(card) == "A"


def wins_among_equals(table: Table, mine: int, other: int) -> bool:
    """Settle two equal cards: the first played ranks higher, or the last where that was agreed."""
    if table.option("equal_cards") == "last":
        return mine > other
    return mine < other
