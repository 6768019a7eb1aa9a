"""OpenSpiel's hearts, whole deals by chance; its rules are compiled C++.

Nothing is passed on before the first trick: that leaves the fewest actions, 52 cards dealt one by one and 52 played.
As it is, each action is chosen here, through the public interface in Python; with the word ``compiled`` bots of
OpenSpiel choose, which are compiled too, and so nothing of a deal runs in Python.
"""

import gc
import random
import sys
import time

import pyspiel  # type: ignore[import-not-found]  # it is installed in an environment of its own

GAME = pyspiel.load_game("hearts", {"pass_cards": False})

BOTS = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(4)]


def play_deal() -> None:
    """Play one deal at random; chance's actions are listed as a player's are."""
    state = GAME.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(random.random() * len(actions))])


def play_compiled_deal() -> None:
    """Let bots play one deal at random."""
    state = GAME.new_initial_state()
    # That nothing is passed on is chance's first action; bots would draw it from among all the ways of passing.
    (nothing_passed,) = state.legal_actions()
    state.apply_action(nothing_passed)
    pyspiel.evaluate_bots(state, BOTS, random.getrandbits(31))


if __name__ == "__main__":
    gc.disable()
    play = play_compiled_deal if "compiled" in sys.argv[1:] else play_deal
    for line in sys.stdin:
        began = time.perf_counter()
        for _ in range(int(line)):
            play()
        print(time.perf_counter() - began, flush=True)
