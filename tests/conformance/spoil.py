"""Many games of Spoil Five for the conformance kit: ``python -m tests.conformance.spoil 2000``."""

import sys
from collections.abc import Iterator
from random import Random

from protocol.fives.events import DealEnded
from protocol.setup import Setup
from server.rules.fives.options import OPTIONS, PLAYERS, SPOIL_FIVE
from server.rules.fives.variant import read_variant
from tests.conformance.fives import FivesSubject
from tests.conformance.kit import Laws
from tests.conformance.test_fives import check_game


def every_value() -> Iterator[Setup]:
    """Give a table for each value of each option, for each number of players."""
    for players in sorted(PLAYERS):
        for offer in OPTIONS[SPOIL_FIVE].offers:
            for value in offer.values if not offer.players or players in offer.players else ():
                yield Setup(SPOIL_FIVE, players, {offer.name: value})


def main(number: int) -> None:
    """Play so many games, and tell how many deals and events they had."""
    chance, laws = Random("spoil"), Laws(FivesSubject(SPOIL_FIVE))
    setups = [*every_value()]
    deals = events = 0
    for game in range(number):
        setup = setups[game % len(setups)]
        steps = laws.check(setup, chance)
        check_game(read_variant(SPOIL_FIVE, setup), steps)
        deals += sum(isinstance(step.event, DealEnded) for step in steps)
        events += len(steps)
    print(f"{number} games at {len(setups)} kinds of tables: {deals} deals, {events} events, every law holds")


if __name__ == "__main__":
    main(int(sys.argv[1]))
