"""RLCard's bridge, whole deals by chance through its environment, as its users play it; its rules are Python.

Each step also makes the arrays that a learner is shown: the environment has no other way.
"""

import gc
import random
import sys
import time

import rlcard  # type: ignore[import-not-found]  # it is installed in an environment of its own

ENVIRONMENT = rlcard.make("bridge")


def play_deal() -> None:
    """Play one deal at random, the auction and thirteen tricks."""
    state, _ = ENVIRONMENT.reset()
    while not ENVIRONMENT.is_over():
        actions = list(state["legal_actions"])
        state, _ = ENVIRONMENT.step(actions[int(random.random() * len(actions))])


if __name__ == "__main__":
    gc.disable()
    for line in sys.stdin:
        began = time.perf_counter()
        for _ in range(int(line)):
            play_deal()
        print(time.perf_counter() - began, flush=True)
