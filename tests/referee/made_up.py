"""Games that nobody played: random records by the rules, and what is left of them after an accident."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from tests.referee.deal import tell
from tests.referee.shuffle import commitment_of, hands_of
from tests.referee.table import PASS, SUITS, Table, pack
from tests.referee.trick import card_of

__all__ = ["Json", "broken", "made_up_deal", "made_up_game", "made_up_trick"]

Json = dict[str, Any]

RANKS = ["A", "K", "Q", "J", "13", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
CARDS = ["JK", *[rank + suit for rank in RANKS for suit in SUITS]]
WORDS = [PASS, *[card + ending for card in CARDS for ending in ["", "+", "-", "=C", "=D", "=H", "=S"]]]


def made_up_game(table: Table, deals: int, random: Random, *, seeded: bool = False) -> Json:
    """Make up the record of a game broken off after some deals."""
    first = random.randrange(table.players)
    seeds = [random.randbytes(32).hex() for _ in range(deals)]
    played = []
    for number in range(deals):
        dealer = (first + number) % table.players
        hands = hands_of(table, seeds[number], dealer) if seeded else hands_with(table, [], random)
        played.append(made_up_deal(table, dealer, hands, random))
    proof = {"seed": " ".join(["deal-v1", *seeds]), "commitment": " ".join(["sha256", *map(commitment_of, seeds)])}
    return record_of(table, played) | (proof if seeded else {})


def made_up_trick(table: Table, trick: list[str], random: Random) -> Json:
    """Make up the record of a game broken off after one deal, whose first trick has these cards if it may."""
    hands = hands_with(table, [card_of(action) for action in trick], random)
    opening = [*trick, *[PASS] * (table.players - len(trick))]
    return record_of(table, [made_up_deal(table, table.players - 1, hands, random, opening)])


def hands_with(table: Table, held: list[str], random: Random) -> list[list[str]]:
    """Deal at random but for one card to each of the first seats."""
    rest = Counter(pack(table)) - Counter(held)
    cards = random.sample(list(rest.elements()), rest.total())
    missing = [8 if seat < len(held) else 9 for seat in range(table.players)]
    return [held[seat : seat + 1] + [cards.pop() for _ in range(count)] for seat, count in enumerate(missing)]


def record_of(table: Table, played: list[Json]) -> Json:
    """Give the record of a game broken off after these deals."""
    return {
        "format": "chwech-record/1",
        "game": "chwech",
        "ruleset": table.ruleset,
        "players": table.players,
        "options": dict(table.options),
        "deals": played,
        "totals": [sum(deal["scores"][seat] for deal in played) for seat in range(table.players)],
        "complete": False,
    }


def made_up_deal(
    table: Table, dealer: int, hands: list[list[str]], random: Random, opening: Sequence[str] = ()
) -> Json:
    """Make up the record of a deal with these hands, in which everybody likes passing more or less.

    It begins with the actions of the opening, if these are legal, and goes on at random.
    """
    eagerness = random.choice([0, 0.5, 0.9, 1])
    story = tell(table, dealer, hands)
    question = next(story)
    actions: list[list[object]] = []
    while True:
        answers = sorted(question.answers.intersection(opening[len(actions) : len(actions) + 1]) or question.answers)
        if len(answers) > 1 and answers[0] == PASS and random.random() < eagerness:
            answers.remove(PASS)
        action = random.choice(answers)
        actions.append([question.seat, action])
        try:
            question = story.send(action)
        except StopIteration as end:
            outcome = {key: getattr(end.value, key) for key in ("won", "left", "scores", "end")}
            return {"dealer": dealer, "hands": hands, "actions": actions, **outcome}


def broken(record: Json, random: Random) -> Json:
    """Copy a record with one thing in one deal changed, which by luck may be as good as before."""
    number = random.randrange(len(record["deals"]))
    deal: Json = {
        key: value.copy() if isinstance(value, list) else value for key, value in record["deals"][number].items()
    }
    seat, place = random.randrange(record["players"]), random.randrange(len(deal["actions"]))
    match random.randrange(6):
        case 0 | 1:
            actor = deal["actions"][place][0]
            deal["actions"][place] = [actor, random.choice([*WORDS, *deal["hands"][actor] * 20])]
        case 2:
            del deal["actions"][place]
        case 3:
            deal["actions"].insert(place, [seat, random.choice(WORDS)])
        case 4:
            deal["hands"][seat] = [random.choice(CARDS), *deal["hands"][seat][1:]]
        case _:
            key = random.choice(["won", "left", "scores"])
            deal[key][seat] += random.choice([-9, -1, 1, 9])
    return record | {"deals": [*record["deals"][:number], deal, *record["deals"][number + 1 :]]}
