"""The same seed gives the same games in any process, wherever its objects lie in memory and however its texts hash."""

import os
import subprocess
import sys
from hashlib import sha256
from random import Random

from games.kit.asking import text
from games.kit.deck import derive
from games.registry import GAMES
from protocol.game import Answer, Answered, Stage
from protocol.setup import Setup
from server.bots.registry import BOTS, shown_to
from server.tables.position import first_position

ACTIONS = 16  # Enough for the first tricks of most games.
LONG = {"da-bai-fen": 40}  # Enough for its tricks of several cards, which come late.

PROGRAM = """
import random, sys

class Face:
    __slots__ = ("rank", "suit", "text")

# Holes of the size of a card, in an order of their own: sets of cards go by where in memory those come to lie.
faces = [Face() for _ in range(5000)]
random.Random(sys.argv[1]).shuffle(faces)
del faces[::2]
from tests.server.bots.test_repeatable import openings
print(*openings(), sep="\\n")
"""


def openings() -> list[str]:
    """Play the beginning of a game for every game and each of two levels, and return what sums up its events."""
    return [
        f"{game} {level} {sha256(repr(opening(game, level)).encode()).hexdigest()}"
        for game in GAMES
        for level in ("steady", "easy")
    ]


def opening(name: str, level: str) -> list[Answered]:
    """Return the events of the first actions of a game between bots."""
    game, setup, bot, whims = GAMES[name], Setup(name, GAMES[name].players[0]), BOTS[name][level], Random(1)
    state, events = first_position(game, setup), list[Answered]()
    for number in range(LONG.get(name, ACTIONS)):
        if state.stage is Stage.OVER:
            break
        if state.stage is Stage.DEALING:
            event = state.shuffle(derive(name, 1, number))
        else:
            seat = min(state.asked)
            event = state.decide(seat, Answer(text(bot(shown_to(state.run, seat), whims))))
        events.append(event)
        state = state.evolve(event)
    return events


def test_bots_choose_the_same_in_every_process() -> None:
    """Two processes whose texts hash otherwise and whose cards lie elsewhere play the same actions in every game."""
    children = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, seed],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    one, other = [child.communicate()[0].splitlines() for child in children]
    assert len(one) == 2 * len(GAMES)
    assert one == other
