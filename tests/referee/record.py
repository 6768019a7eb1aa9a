"""What a record says, read from JSON and found readable or not; whether it is true is for the referee to say."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tests.referee.deal import HAND
from tests.referee.table import Table

__all__ = ["DealRecord", "header_faults", "is_list_of", "read_deal", "read_json", "read_table"]

RULESETS = ["revised", "original"]
NEEDED = ["format", "game", "ruleset", "players", "options", "deals", "totals", "complete"]
ALLOWED = [*NEEDED, "names", "hinted", "played_at", "id", "seed", "commitment"]
OF_A_DEAL = ["dealer", "hands", "actions", "won", "left", "scores", "end"]


@dataclass(frozen=True)
class DealRecord:
    """One deal as it is written down."""

    dealer: int
    hands: list[list[str]]
    actions: list[tuple[int, str]]
    claims: Mapping[str, object]
    """What it says of its outcome, not looked at yet."""


def read_json(line: bytes) -> object:
    """Read one line of strict JSON.

    Raises:
        ValueError: the line is no JSON, or a key comes twice in one object.
        RecursionError: it is nested too deeply to be read.
    """
    value: object = json.loads(line.decode("utf-8"), object_pairs_hook=without_doubles, parse_constant=refuse_constant)
    return value


def without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object of its pairs, refusing a key that comes twice."""
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            message = f"the key {key!r} is there {times} times"
            raise ValueError(message)
    return dict(pairs)


def refuse_constant(word: str) -> object:
    """Refuse what Python's reader takes for a number and JSON does not."""
    message = f"{word} is no JSON"
    raise ValueError(message)


def read_table(record: Mapping[str, object]) -> Table | str:
    """Read what was agreed at the table, or say why it cannot be read."""
    ruleset, players, options = record.get("ruleset"), record.get("players"), record.get("options")
    if not isinstance(ruleset, str) or ruleset not in RULESETS:
        return f"ruleset is {ruleset!r}, not one of {RULESETS}"
    if type(players) is not int or players not in (4, 5, 6, 7):
        return f"players is {players!r}, not one of 4, 5, 6, 7"
    if not isinstance(options, dict):
        return "options is not an object"
    return Table(ruleset, players, options)


def header_faults(table: Table, record: Mapping[str, object]) -> list[str]:
    """List what is wrong around the deals, which are not looked into."""
    faults = [f"the key {key!r} is missing" for key in NEEDED if key not in record]
    faults += [f"there is no key {key!r} in a record" for key in record if key not in ALLOWED]
    for key, only in (("format", "chwech-record/1"), ("game", "chwech")):
        if record.get(key) != only:
            faults.append(f"{key} is {record.get(key)!r}, not {only!r}")
    for key in ("played_at", "id", "seed", "commitment"):
        if not isinstance(record.get(key, ""), str):
            faults.append(f"{key} is not a string")
    names = record.get("names", [""] * table.players)
    if not is_list_of(str, names, table.players):
        faults.append(f"names is not a list of {table.players} strings")
    hinted = record.get("hinted", [])
    if not isinstance(hinted, list) or hinted != [seat for seat in range(table.players) if seat in hinted]:
        faults.append(f"hinted is {hinted!r}, not seats in order")
    return faults + length_faults(table, record.get("deals"), record.get("complete"))


def length_faults(table: Table, deals: object, complete: object) -> list[str]:
    """List what is wrong with the number of deals, for a whole game and for one broken off."""
    agreed = table.deals()
    if not isinstance(deals, list):
        return ["deals is not a list"]
    if type(complete) is not bool:
        return ["complete is not true or false"]
    if complete and len(deals) != agreed:
        return [f"a complete game has {agreed} deals, not {len(deals)}"]
    if not complete and len(deals) >= agreed:
        return [f"a game broken off has fewer than {agreed} deals, not {len(deals)}"]
    return []


def read_deal(table: Table, deal: object) -> DealRecord | str:
    """Read one deal, or say why it cannot be read."""
    if not isinstance(deal, dict) or set(deal) != set(OF_A_DEAL):
        return f"a deal is an object with the keys {OF_A_DEAL}"
    dealer, hands, actions = deal["dealer"], deal["hands"], deal["actions"]
    if type(dealer) is not int or not 0 <= dealer < table.players:
        return f"dealer is {dealer!r}, not a seat"
    if not is_list_of(list, hands, table.players) or not all(is_list_of(str, hand, HAND) for hand in hands):
        return f"hands is not {table.players} lists of {HAND} cards"
    if not isinstance(actions, list) or not all(is_an_action(action) for action in actions):
        return "actions is not a list of pairs of seat and action"
    claims = {key: deal[key] for key in ("won", "left", "scores", "end")}
    return DealRecord(dealer, hands, [(seat, action) for seat, action in actions], claims)


def is_an_action(value: object) -> bool:
    """Say whether a value is a pair of a whole number and a string."""
    return isinstance(value, list) and len(value) == 2 and type(value[0]) is int and isinstance(value[1], str)


def is_list_of(kind: type, value: object, length: int) -> bool:
    """Say whether a value is a list of so many things of one kind, where `true` is no number."""
    return isinstance(value, list) and len(value) == length and all(type(each) is kind for each in value)
