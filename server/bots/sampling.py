"""Choosing by trials: actions are tried in deals that fit what is known, and the worse half is left out in turn.

It counts trials and not time, so that it chooses the same on every machine.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

Worth = Callable[[int], float]
"""What an action is worth in one deal; actions are numbered from 0."""

PATIENCE: Final = 12
"""How often cards are dealt anew because they do not fit."""


class Holder(NamedTuple):
    """A seat whose cards are unknown."""

    cards: int
    """How many it holds."""

    lacking: int = 0
    """The cards that it cannot hold, as bits."""


def choose_by_trials(actions: int, trials: int, draw: Callable[[], Worth]) -> int:
    """Return the number of the action that did best; those that are left are tried in the same deals.

    Args:
        actions: how many actions there are.
        trials: how many trials they share.
        draw: deals the unseen cards, and returns what an action is then worth.
    """
    sums, left = [0.0] * actions, list(range(actions))
    rounds = max(1, (actions - 1).bit_length())
    while len(left) > 1:
        for _ in range(max(1, trials // rounds // len(left))):
            worth = draw()
            for action in left:
                sums[action] += worth(action)
        left.sort(key=lambda action: -sums[action])
        del left[(len(left) + 1) // 2 :]
    return left[0]


def deal_unseen(unseen: Sequence[int], holders: Sequence[Holder], whims: Random) -> list[int]:
    """Return a hand for each holder as bits, dealt from the numbers of the unseen cards.

    What a seat cannot hold it is not dealt, but where that is not found in some attempts.
    """
    for _ in range(PATIENCE):
        hands = _dealt(unseen, holders, whims)
        if hands is not None:
            return hands
    free = [Holder(holder.cards) for holder in holders]
    hands = _dealt(unseen, free, whims)
    assert hands is not None, "there are cards enough"
    return hands


def _dealt(unseen: Sequence[int], holders: Sequence[Holder], whims: Random) -> list[int] | None:
    """Return a hand for each holder, those first that may hold least; None where the cards run out."""
    rest = [1 << card for card in unseen]
    whims.shuffle(rest)
    hands = [0] * len(holders)
    for place in sorted(range(len(holders)), key=lambda place: -holders[place].lacking.bit_count()):
        cards, lacking = holders[place]
        own = [bit for bit in rest if not bit & lacking][:cards] if lacking else rest[:cards]
        if len(own) < cards:
            return None
        hands[place] = sum(own)
        rest = [bit for bit in rest if not bit & hands[place]] if lacking else rest[cards:]
    return hands
