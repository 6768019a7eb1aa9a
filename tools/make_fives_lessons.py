"""Make the positions of the course of Twenty-Five by the real rules.

``.venv/bin/python -m tools.make_fives_lessons`` writes chwech_tui/games/fives/lessons.json; a test compares the two.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from protocol.cards import read_card
from protocol.codec import to_plain
from protocol.fives.actions import read_action, write_action
from protocol.fives.events import DealEnded, DealSheet, Ending
from protocol.fives.views import OpenDeal
from protocol.setup import Setup
from protocol.vocabulary import Seat
from server.rules.fives.deal import Dealing, Match, State
from server.rules.fives.play import decide, evolve
from server.rules.fives.record import view
from server.rules.fives.variant import read_variant
from server.rules.game import CHANCE, Shuffled

COURSE: Final = Path(__file__).parent.parent / "chwech_tui" / "games" / "fives" / "lessons.json"
"""The file that the client reads."""

SETUP: Final = Setup("twenty-five", 5, {"pool": False})
"""Every position is one of this table."""

YOU: Final = Seat(0)


class Position(Struct, frozen=True):
    """A position before a turn of seat 0, reached from a deal; actions as records have them, with commas between."""

    hands: tuple[str, ...]
    """The cards dealt to each seat."""

    turn_up: str
    dealer: int
    turns: str
    """The turns before that of seat 0."""

    after: Mapping[str, str]
    """For an action of seat 0 the turns that follow it; ``*`` stands for any other action."""

    totals: tuple[int, ...] = ()
    """The scores before the deal; empty if all are 0."""


POSITIONS: Final[Mapping[str, Position]] = {
    "follow": Position(
        hands=("QD 6C 4S 9S 7H", "3D 2H 8H JH 6S", "10S 7S 3H KH 2S", "KD 10C 5H 4H 9C", "9D 2D QS 8S KS"),
        turn_up="8C",
        dealer=2,
        turns="KD, 9D",
        after={"QD": "3D, 10S", "6C": "3D, 10S"},
    ),
    "black": Position(
        hands=("3S 9S 7H KH 2C", "8S 2H 8H JH 6C", "10S 4H 3H 9C 10C", "6S QC 5H 6H 7C", "7S 9H QH 8C KC"),
        turn_up="8D",
        dealer=3,
        turns="7S",
        after={"3S": "8S, 10S, 6S", "9S": "8S, 10S, 6S"},
    ),
    "hearts": Position(
        hands=("AH KH 4D 8D 9C", "QH 2D 7D JD 6C", "5H 4C 3C 10D QD", "9H QC 5D 6D 7C", "3H 9D KD 8C KC"),
        turn_up="8S",
        dealer=0,
        turns="QH, 5H, 9H, 3H",
        after={"KH": "", "AH": ""},
    ),
    "renege": Position(
        hands=("JC 2D 7D 9S 4H", "8C 2H 8H JH 6S", "10S 7S 3H KH 2S", "6C QD 5H 6H 10D", "9C 9D QS 8S KS"),
        turn_up="7C",
        dealer=3,
        turns="9C",
        after={"JC": "8C, 10S, 6C", "*": "8C, 10S, 6C"},
    ),
    "rob": Position(
        hands=("AD KS 9C 6H 2D", "8C 2H 8H JH 6S", "10S 7S 3H KH 2S", "6C QC 5H 4H 10C", "9S 9H QS 8S KC"),
        turn_up="JD",
        dealer=4,
        turns="",
        after={"*": ""},
    ),
    "game": Position(
        hands=("5C QD 4S 9S 7H", "3D 2H 8H JH 6S", "10S 7S 3H KH 2S", "KD 10C 5H 4H 9C", "9D 2D QS 8S KS"),
        turn_up="8C",
        dealer=2,
        turns="KD, 9D",
        after={"QD": "3D, 10S", "5C": "3D, 10S"},
        totals=(20, 10, 15, 20, 5),
    ),
}
"""The positions of the course, by the names that the texts use."""


def dealt(position: Position) -> State:
    """Return the state after the deal of a position."""
    variant = read_variant(SETUP.game, SETUP)
    dealer = Seat(position.dealer)
    match = Match(variant, dealer)
    if position.totals:
        nothing = (0,) * SETUP.players
        first = Seat((position.dealer - 1) % SETUP.players)
        sheet = DealSheet(first, Ending.PLAYED, nothing, nothing, position.totals)
        match = Match(variant, first, (sheet,), (OpenDeal(((),) * SETUP.players, ((),) * SETUP.players, ()),))
    held = [[read_card(card) for card in hand.split()] for hand in position.hands]
    seats = [(position.dealer + step) % SETUP.players for step in range(1, SETUP.players + 1)]
    top = [card for seat in seats for card in held[seat][:2]] + [card for seat in seats for card in held[seat][2:]]
    order = [variant.pack.index(card) for card in (*top, read_card(position.turn_up))]
    order += [place for place in range(len(variant.pack)) if place not in order]
    state: State = Dealing(match)
    for event in decide(state, CHANCE, Shuffled(tuple(order), None)):
        state = evolve(state, event)
    return state


def played_on(state: State, actions: Sequence[str]) -> State:
    """Return the state after some actions; the score of a deal that ends is left to be told by the position."""
    for text in actions:
        assert state.turn is not None
        for event in decide(state, state.turn, read_action(text)):
            if isinstance(event, DealEnded):
                return state
            state = evolve(state, event)
    return state


def _split(turns: str) -> list[str]:
    return [turn.strip() for turn in turns.split(",") if turn.strip()]


def make_course() -> dict[str, Any]:
    """Return every position with its continuations, as plain values."""
    course = {}
    for name, position in POSITIONS.items():
        asked = played_on(dealt(position), _split(position.turns))
        assert asked.turn == YOU
        seen = view(asked, YOU)
        after = {}
        for action in map(write_action, seen.legal):
            turns = position.after.get(action, position.after.get("*", ""))
            after[action] = to_plain(view(played_on(asked, [action, *_split(turns)]), YOU))
        course[name] = {"view": to_plain(seen), "after": after}
    return course


def text_of(course: Mapping[str, Any]) -> str:
    """Return the course as the file has it: a line for each view."""
    lines = []
    for name, known in course.items():
        views = [f'"view":{json.dumps(known["view"], separators=(",", ":"))}', '"after":{']
        after = [
            f"{json.dumps(action)}:{json.dumps(seen, separators=(',', ':'))}" for action, seen in known["after"].items()
        ]
        lines.append(f"{json.dumps(name)}:{{{views[0]},\n{views[1]}\n" + ",\n".join(after) + "\n}}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> int:
    """Write the file."""
    COURSE.write_text(text_of(make_course()), "utf-8")
    print(f"wrote {COURSE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
