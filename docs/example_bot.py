"""A bot in Python for `chwech bot --exec "python3 example_bot.py"`: it knows a little of Chwech, and plays any game."""

import json
import sys

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A", "JK"]


def rank(action: dict) -> int:
    """Return how high the card of an action is; a pass, or what another game has, is lower than all."""
    return RANKS.index(str(action["card"]).rstrip("CDHS")) if "card" in action else -1


def needed(view: dict) -> int:
    """Return how many more cards make this seat's pile a multiple of nine, or 9 if it is one."""
    won = view["seats"][view["viewer"]].get("won", 0)
    return 9 - won % 9


def choose(view: dict) -> dict:
    """Return one of the legal actions: low leads, high cards while tricks are wanted, otherwise the lowest card."""
    legal = view["legal"]
    cards = [action for action in legal if "card" in action]
    if not cards:
        return legal[0]
    leads = "turns" not in view.get("trick", {})
    wanted = needed(view) >= len(view["seats"]) or len(view.get("hand", ())) > 6
    return max(cards, key=rank) if wanted and not leads else min(cards, key=rank)


for line in sys.stdin:
    turn = json.loads(line)
    print(json.dumps({"action": choose(turn["view"])}), flush=True)
