"""The floor that figures are held against: plain Python of the kind that card games are made of, on this machine, now.

A bar may say how many times its floor something takes at most. Both are measured in the same run, by turns, so that it
means the same on a faster machine, a slower one and a busy one.
"""

import time
from collections.abc import Callable
from typing import Final

CARDS: Final = 54  # Cards in the pack that is sorted and dealt.


def work() -> int:
    """Sort packs, deal them, and count what lies where: some milliseconds of what any card game in Python does."""
    total = 0
    for number in range(100):
        pack = sorted(range(CARDS), key=lambda card, number=number: card * (number + 7) % 61)  # type: ignore[misc]
        hands = {seat: tuple(pack[seat::6]) for seat in range(6)}
        for seat, hand in hands.items():
            total += sum(card for card in hand if card % 6 == seat)
    return total


def seconds(do: Callable[[], object]) -> float:
    """Give how long something takes."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began
