"""OpenSpiel's hearts, whole deals by chance through its public interface in Python; its rules are compiled C++.

Nothing is passed on before the first trick: that leaves the fewest actions, 52 cards dealt one by one and 52 played.
"""

import gc
import random
import sys
import time

import pyspiel  # type: ignore[import-not-found]  # it is installed in an environment of its own

GAME = pyspiel.load_game("hearts", {"pass_cards": False})


def play_deal() -> None:
    """Play one deal at random; chance's actions are listed as a player's are."""
    state = GAME.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(random.random() * len(actions))])


if __name__ == "__main__":
    gc.disable()
    for line in sys.stdin:
        began = time.perf_counter()
        for _ in range(int(line)):
            play_deal()
        print(time.perf_counter() - began, flush=True)
