"""Deals that the kernel plays by chance, played once more by the rules: ``python -m tests.conformance.kernel [DEALS]``.

It compares so many deals at each table, turn by turn; with numba installed the kernel is compiled for it.
"""

import sys
from contextlib import suppress
from itertools import product

import numpy as np
import pytest

from games.chwech.rules import CHWECH, rulebook
from games.kit.asking import Ask
from games.kit.game import Match
from games.kit.options import InvalidSetup
from games.kit.run import Run
from lab.deals_by_chance import COMPILED, count, deal, make_room, play_deal, shuffle, tables
from protocol.setup import Setup

LASTING = ("deals", "duplicate", "review_won")  # The options by which cards and plays do not differ.


def match_of(setup: Setup, first_dealer: int = 0) -> Match:
    """Give a match of a table."""
    return CHWECH.start(setup.players, setup.options, first_dealer)


def every_table() -> tuple[Setup, ...]:
    """Give every table whose cards or plays differ from those of another."""
    named = {one.name: [*one.values][1:] for one in CHWECH.options if one.name not in LASTING}
    # Of the packs without two ranks, one without low cards, and the one without the highest.
    named["five_pack"] = ["middle", "4+9", named["five_pack"][-1]]
    found: dict[int, Setup] = {}
    # Whoever names a default, the first of the values, has the same table as who names nothing.
    for players, values in product(CHWECH.players, product(*[(None, *others) for others in named.values()])):
        chosen = {name: value for name, value in zip(named, values, strict=True) if value is not None}
        setup = Setup("chwech", players, chosen)
        with suppress(InvalidSetup):
            found.setdefault(id(rulebook(match_of(setup))), setup)
    return tuple(found.values())


def hold(setup: Setup, seed: int, deals: int) -> int:
    """Play deals with the kernel and each of them once more with the rules; give how many turns were compared."""
    flat, room, players = tables(match_of(setup)), make_room(setup.players, seed), setup.players
    order, compared = np.arange(len(flat.suits)), 0
    for number in range(deals):
        dealer = number % players
        hands, won = np.zeros(players, np.int64), np.zeros(players, np.int64)
        shuffle(order, room.state)
        deal(order, players, dealer, hands)
        turns = play_deal(flat, room, dealer, hands, won)
        run = Run(match_of(setup, dealer))
        run.shuffle([int(place) for place in order])
        for choices, action in room.trace[:turns]:
            assert isinstance(run.asks, Ask)
            assert len(run.asks.choices) == choices
            run.act(run.asks.seat, run.asks.choices[action])
        (sheet,) = run.match.sheets
        assert sheet.won == tuple(won.tolist())
        assert sheet.left == tuple(count(int(hand)) for hand in hands)
        compared += turns
    return compared


TABLES = every_table()

THIRDS = [pytest.param(one, marks=pytest.mark.long if place % 3 else ()) for place, one in enumerate(TABLES)]
"""Every table; in a short run one of three."""


def main(deals: int) -> None:
    """Compare so many deals at each table."""
    turns = sum(hold(setup, 1000 + place, deals) for place, setup in enumerate(TABLES))
    how = "compiled" if COMPILED else "not compiled"
    print(f"{len(TABLES)} tables, {deals * len(TABLES):,} deals, {turns:,} turns: no difference ({how})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 20)
