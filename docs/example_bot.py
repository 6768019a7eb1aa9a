"""A bot in Python for `chwech bot --exec "python3 example_bot.py"`: it knows a little of Chwech, and plays any game."""

import json
import sys

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A", "JK"]


def rank(choice: object) -> int:
    """Return how high the card is with which a choice begins; a pass, or what another game has, is lower than all."""
    face = str(choice[0] if isinstance(choice, list) else choice)
    bare = face if face in RANKS else face[:-1]
    return RANKS.index(bare) if bare in RANKS else -1


def needed(view: dict) -> int:
    """Return how many more cards make this seat's pile a multiple of nine, or 9 if it is one."""
    return 9 - view["fields"]["won"][view["viewer"]] % 9 if view["game"] == "chwech" else 9


def choose(view: dict) -> int:
    """Return the place of a choice: low leads, high cards while tricks are wanted, otherwise the lowest card."""
    choices, fields = view["choices"], view["fields"]
    cards = [choice for choice in choices if rank(choice) >= 0]
    if not cards:
        return 0
    leads, held = not fields.get("trick"), fields["hands"][view["viewer"]]
    wanted = needed(view) >= view["players"] or len(held) > 6
    return choices.index(max(cards, key=rank) if wanted and not leads else min(cards, key=rank))


for line in sys.stdin:
    turn = json.loads(line)
    print(json.dumps({"action": choose(turn["view"])}), flush=True)
