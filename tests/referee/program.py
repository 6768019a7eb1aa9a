"""The program as the referees of the other games use it: it plays games, and verifies changed records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.rules.deck import derive, shuffle
from server.rules.game import CHANCE, InvalidRecord, Label, Over, Seats, Shuffle, Shuffled
from server.rules.registry import GAMES
from tests.referee.replay import Account, check_record
from tests.referee.tables import Table, some_tables

__all__ = ["CHANGES", "Family", "broken", "disagreements", "played", "season", "verified"]

Json = dict[str, Any]


@dataclass(frozen=True)
class Family:
    """The games of a family."""

    houses: Mapping[str, Any]
    """For each game its menu, and what makes a house of a table."""

    write: Callable[[Any], str]
    """How their records write an action."""

    dull: Callable[[str], bool]
    """Whether an action so written is done less often in half of the games, since with it they come to nothing."""


def played(family: Family, table: Table, number: int, chance: Random) -> tuple[Json, Account]:
    """Let the program play a game in which everybody does anything; give its record, and what else it did.

    In one game of three the packs are hardly shuffled, which makes for deals that hardly ever come.
    """
    game = GAMES[table.game]
    setup = Setup(table.game, table.players, dict(table.options), Seat(chance.randrange(table.players)))
    state = game.start(setup)
    events: list[Event] = []
    asked = []
    rigged, lively = chance.random() < 1 / 3, chance.random() < 1 / 2
    while True:
        match game.awaits(state):
            case Shuffle(cards, deal):
                decided = game.decide(
                    state, CHANCE, hardly_shuffled(cards, chance) if rigged else by_seed(number, cards, deal)
                )
            case Seats() as awaited:
                legal = {seat: {family.write(a): a for a in game.legal(state, seat)} for seat in sorted(awaited.seats)}
                asked.append({int(seat): frozenset(actions) for seat, actions in legal.items()})
                mover = chance.choice([*legal])
                bright = [text for text in legal[mover] if not family.dull(text)] if lively else []
                text = chance.choice(bright if bright and chance.random() < 3 / 4 else [*legal[mover]])
                decided = game.decide(state, mover, legal[mover][text])
            case Over(result):
                label = Label(tuple("somebody" for _ in range(table.players)), str(number), "then")
                return json.loads(game.record(setup, events, label)), Account(asked, {*map(int, result.winners)})
        for event in decided:
            events.append(event)
            state = game.evolve(state, event)


def by_seed(number: int, cards: int, deal: int) -> Shuffled:
    """Shuffle as the program does."""
    seed = derive("season", number, deal)
    return Shuffled(shuffle(seed, cards), seed.hex())


def hardly_shuffled(cards: int, chance: Random) -> Shuffled:
    """Cut a new pack, and exchange a few cards."""
    cut = chance.randrange(cards)
    order = [*range(cut, cards), *range(cut)]
    for _ in range(chance.randrange(cards)):
        here, there = chance.sample(range(cards), 2)
        order[here], order[there] = order[there], order[here]
    return Shuffled(tuple(order))


def season(family: Family, words: list[str]) -> int:
    """Play so many games of each kind (or 2,000), print the differences; return 0 if there are none and 1 if some."""
    games = int(words[0]) if words else 2000
    chance = Random("season")
    faulty = 0
    ends: Counter[str] = Counter()
    for name, (menu, _) in family.houses.items():
        for number, table in enumerate(some_tables(name, menu, games, chance), 1):
            record, account = played(family, table, number, chance)
            faults = check_record(family.houses, record, account)
            faulty += bool(faults)
            ends.update(f"{name} {deal['end']}" for deal in record["deals"])
            print("".join(f"{name} {table.players} {table.options}: {fault}\n" for fault in faults), end="")
    print(f"{games * len(family.houses)} games replayed, {faulty} with differences")
    print("deals:", ", ".join(f"{end} {times:,}" for end, times in sorted(ends.items())))
    return 1 if faulty else 0


def disagreements(family: Family, games: int, changes: Sequence[str]) -> tuple[list[str], int]:
    """Change one thing in records of each game: list where program and referee disagree, and count what is refused.

    Every other game is changed in every other way, since a long record takes its time.
    """
    chance = Random("broken")
    found = []
    refused = 0
    for record in changed_records(family, games, changes, chance):
        fault, faults = verified(record), check_record(family.houses, record)
        refused += bool(fault)
        if bool(fault) != bool(faults):
            found.append(f"program: {fault or 'holds'}; referee: {faults}; {json.dumps(record)}")
    return found, refused


def changed_records(family: Family, games: int, changes: Sequence[str], chance: Random) -> Iterator[Json]:
    """Give records of so many games of each kind, as they are and changed."""
    for name, (menu, _) in family.houses.items():
        for number, table in enumerate(some_tables(name, menu, games, chance)):
            good, _ = played(family, table, number, chance)
            yield good
            yield from (broken(good, kind, chance) for kind in changes[number % 2 :: 2])


def verified(record: Json) -> str:
    """Give what the program finds wrong with a record, nothing where it accepts it."""
    try:
        for _ in GAMES[record["game"]].replay(json.dumps(record)):
            pass
    except InvalidRecord as fault:
        return str(fault)
    return ""


def broken(record: Json, kind: str, chance: Random) -> Json:
    """Copy a record with one thing changed, which by luck may be as good as before; the kind is a key or an action."""
    changed: Json = json.loads(json.dumps(record))
    deal = chance.choice(changed["deals"])
    if chance.random() < 0.5:
        # Otherwise every change of a card would be found by the seed alone.
        changed.pop("seed", None)
    change = CHANGES.get(kind)
    if change:
        change(deal, chance)
    elif kind in changed:
        changed[kind] = other(changed[kind], chance)
    elif kind in deal:
        deal[kind] = other(deal[kind], chance)
    return changed


def change_action(deal: Json, chance: Random) -> None:
    """Let somebody do what was done at another time, or play another card of the hand."""
    place = chance.randrange(len(deal["actions"]))
    seat = deal["actions"][place][0]
    actions = [action for other_seat, action in deal["actions"] if other_seat == seat]
    deal["actions"][place] = [seat, chance.choice([*actions, *deal["hands"][seat]])]


def drop_action(deal: Json, chance: Random) -> None:
    """Leave an action out."""
    del deal["actions"][chance.randrange(len(deal["actions"]))]


def add_action(deal: Json, chance: Random, *, at_the_end: bool = False) -> None:
    """Do something twice."""
    place = len(deal["actions"]) if at_the_end else chance.randrange(len(deal["actions"]))
    deal["actions"].insert(place, list(deal["actions"][place - 1]))


def change_seat(deal: Json, chance: Random) -> None:
    """Let somebody else do what was done."""
    place = chance.randrange(len(deal["actions"]))
    deal["actions"][place][0] = (deal["actions"][place][0] + 1) % len(deal["hands"])


def change_card(deal: Json, chance: Random) -> None:
    """Deal a card to two seats."""
    one, another = chance.sample(range(len(deal["hands"])), 2)
    deal["hands"][one][0] = deal["hands"][another][0]


def swap_cards(deal: Json, chance: Random) -> None:
    """Let two seats exchange a card that they were dealt."""
    one, another = chance.sample(deal["hands"], 2)
    one[0], another[0] = another[0], one[0]


def change_dealer(deal: Json, chance: Random) -> None:
    """Let the next seat deal."""
    deal["dealer"] = (deal["dealer"] + chance.choice([1, 1, -1])) % len(deal["hands"])


CHANGES: dict[str, Callable[[Json, Random], None]] = {
    "change action": change_action,
    "drop action": drop_action,
    "add action": add_action,
    "one action more": partial(add_action, at_the_end=True),
    "change seat": change_seat,
    "change card": change_card,
    "swap cards": swap_cards,
    "change dealer": change_dealer,
}


def other(value: Any, chance: Random) -> Any:  # noqa: ANN401 - from JSON
    """Give another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice([-5, -1, 1, 5])
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, list) and value:
        place = chance.randrange(len(value))
        return [*value[:place], other(value[place], chance), *value[place + 1 :]]
    return 1
