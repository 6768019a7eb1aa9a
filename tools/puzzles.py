"""Choose the puzzles of the day of Chwech among the mistakes that bots have made in reviewed games.

    chwech simulate chwech --bots steady --option deals=1 --games 130 --seed TEXT --out games.jsonl
    CHWECH_COMPILE=1 chwech review games.jsonl --json > reviews.jsonl
    python -m tools.puzzles games.jsonl reviews.jsonl > games/chwech/puzzles.jsonl

A puzzle is a clear mistake of a seat that had several choices, of which few are good; a deal gives two at most, from
different seats, and those of one deal never follow one another.
"""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any, Final

LEAST_SWING: Final = 2.0  # The points that a choice must have given away,
MOST_SWING: Final = 14.0  # and those beyond which it would be too easy.
SURE: Final = 4.0  # The standard errors by which it was worse.
LEAST_CHOICES: Final = 3
EACH: Final = 2  # The greatest number from one deal.
MOST: Final = 183  # The greatest number of all: half a year of days.


def fits(turn: dict[str, Any]) -> bool:
    """Return True if a turn makes a puzzle."""
    if not turn.get("mistake"):
        return False
    swing = turn["other_worth"] - turn["worth"]
    others = turn.get("others", {}).values()
    good = sum(turn["other_worth"] - worth < max(0.5, 2 * turn["error"]) for worth in others)
    sure = LEAST_SWING < swing < MOST_SWING and swing > SURE * turn["error"]
    return sure and 2 + len(others) >= LEAST_CHOICES and good < 1 + len(others) / 2


def up_to(record: dict[str, Any], turn: dict[str, Any]) -> dict[str, Any]:
    """Return as much of a record of one deal as is known before a turn."""
    (deal,) = record["deals"]
    head = {key: record[key] for key in ("format", "game", "ruleset", "players", "options")}
    played = {"dealer": deal["dealer"], "hands": deal["hands"], "actions": deal["actions"][: turn["turn"] - 1]}
    return {**head, "deals": [played], "totals": [], "complete": False}


def main(games: Path, reviews: Path) -> None:
    """Print the puzzles, a line each, in an order that only looks like chance."""
    found = list[str]()
    for record, review in zip(games.read_text().splitlines(), reviews.read_text().splitlines(), strict=False):
        turns = sorted(filter(fits, json.loads(review)["deals"][0]["turns"]), key=lambda one: -one["error"])
        surest = {turn["seat"]: turn for turn in turns}
        for turn in [*surest.values()][:EACH]:
            found.append(json.dumps([up_to(json.loads(record), turn), turn], separators=(",", ":")))
    Random(9).shuffle(found)
    print("\n".join(found[:MOST]))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
