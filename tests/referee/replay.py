"""Replaying a record of any of the other games: what is asked, what is answered, and what the record says of it.

A family brings its rules as a `House`; everything that all records have in common is looked at here.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Protocol

from tests.referee.record import is_an_action, is_list_of
from tests.referee.shuffle import commitment_of, is_row_of_digests
from tests.referee.tables import Table, option_faults

__all__ = ["Account", "House", "Outcome", "Question", "Story", "check_record", "hands_fault"]

Json = dict[str, Any]
Outcome = Mapping[str, object]
"""What a deal on record must say of itself, by key."""

NEEDED = {"format", "game", "players", "options", "deals", "totals", "complete"}
ALLOWED = NEEDED | {"names", "played_at", "id", "seed", "commitment"}
OF_A_DEAL = {"dealer", "hands", "actions"}


@dataclass(frozen=True)
class Question:
    """Somebody is asked to act."""

    answers: Mapping[int, frozenset[str]]
    """For each seat that may act now everything that it may do, written as in a record."""


Story = Generator[Question, tuple[int, str], Outcome]
"""A deal: it asks, hears which seat does what, and ends by saying how the deal came out."""


@dataclass(frozen=True)
class Account:
    """What the program did in a game and does not write down."""

    asked: Sequence[Mapping[int, frozenset[str]]]
    """The answers that it allowed, one question after the other."""

    winners: AbstractSet[int]
    """The seats that it let win."""


class House(Protocol):
    """The rules of a family at one table, and a game there as far as it has come."""

    def keys(self) -> set[str]:
        """Give the keys of a deal besides those that every deal has, and those of its outcome."""

    def form_fault(self, deal: Json) -> str:
        """Say why a deal cannot be played, or nothing; its keys are all there and its dealer is a seat."""

    def next_dealer(self) -> int | None:
        """Say who deals, or nothing where it may be anybody."""

    def play(self, deal: Json) -> Story:
        """Play a deal, and take it into account."""

    def is_over(self) -> bool:
        """Say whether the game has ended."""

    def ending(self) -> Outcome:
        """Give what the record must say at its end, totals first."""

    def winners(self) -> set[int]:
        """Name the seats that have won, once the game is over."""

    def is_dealt_by(self, deal: Json, seed: str) -> bool:
        """Say whether a seed gives the cards of a deal."""


@dataclass
class Listener:
    """Who compares what the program allowed with what the rules allow, question by question."""

    account: Account | None
    heard: int = 0

    def fault(self, question: Question) -> str:
        """Say where the next question of the program differs, or nothing."""
        self.heard += 1
        if self.account is None or self.account.asked[self.heard - 1] == question.answers:
            return ""
        program = {seat: sorted(answers) for seat, answers in self.account.asked[self.heard - 1].items()}
        rules = {seat: sorted(answers) for seat, answers in question.answers.items()}
        return f"the program allows {program}, the rules {rules}"


def check_record(houses: Mapping[str, Any], record: object, account: Account | None = None) -> list[str]:
    """List the differences between one game on record and the rules; after a broken deal nothing more is looked at.

    Args:
        houses: for each game its menu, and what makes a house of a table.
        record: the game, read from JSON.
        account: what else the program did, if that is known.
    """
    if not isinstance(record, dict) or record.get("game") not in houses:
        return ["no record of these games"]
    menu, house_of = houses[record["game"]]
    if type(record.get("players")) is not int or record["players"] not in menu.players:
        return ["players cannot be read"]
    if not isinstance(record.get("options"), dict):
        return ["options cannot be read"]
    table = Table(record["game"], record["players"], menu, record["options"])
    faults = option_faults(table) or header_faults(table, record)
    return faults or game_faults(house_of(table), table, record, Listener(account))


def game_faults(house: House, table: Table, record: Json, listener: Listener) -> list[str]:
    """List what is wrong with the deals, the end and the seeds."""
    for number, deal in enumerate(record["deals"], 1):
        faults = [f"deal {number}{fault}" for fault in deal_faults(house, table, deal, listener)]
        if faults:
            return faults
    ending = {**house.ending(), "complete": house.is_over()}
    faults = difference(record, ending)
    faults += [f"there is no key {key!r} in this record" for key in record.keys() - ALLOWED - ending.keys()]
    if listener.account and house.winners() != listener.account.winners:
        faults.append(f"the program lets {sorted(listener.account.winners)} win, not {sorted(house.winners())}")
    return faults + seed_faults(house, record)


def header_faults(table: Table, record: Json) -> list[str]:
    """List what is wrong around the deals, which are not looked into."""
    faults = [f"the key {key!r} is missing" for key in NEEDED - record.keys()]
    if record.get("format") != "chwech-record/1":
        faults.append("format is not chwech-record/1")
    texts = ("played_at", "id", "seed", "commitment")
    faults += [f"{key} is no string" for key in texts if not isinstance(record.get(key, ""), str)]
    if not is_list_of(str, record.get("names", [""] * table.players), table.players):
        faults.append(f"names is not a list of {table.players} strings")
    if not isinstance(record.get("deals"), list) or type(record.get("complete")) is not bool:
        faults.append("deals or complete cannot be read")
    return faults


def deal_faults(house: House, table: Table, deal: Any, listener: Listener) -> list[str]:  # noqa: ANN401 - from JSON
    """List what is wrong with one deal, and take it into account."""
    if house.is_over():
        return [": the game was over"]
    fault = common_fault(table, deal, OF_A_DEAL | house.keys()) or house.form_fault(deal)
    if fault:
        return [f": {fault}"]
    if house.next_dealer() not in (None, deal["dealer"]):
        return [f": dealer is {deal['dealer']}, it should be {house.next_dealer()}"]
    fault, outcome = told(house.play(deal), deal["actions"], listener)
    if fault:
        return [fault]
    extra = deal.keys() - OF_A_DEAL - house.keys() - outcome.keys()
    return [f": {each}" for each in difference(deal, outcome)] + [f": there is no key {key!r}" for key in extra]


def told(story: Story, actions: Sequence[tuple[int, str]], listener: Listener) -> tuple[str, Outcome]:
    """Tell a story with these actions; give what is wrong with them, or how it came out."""
    try:
        question = next(story)
        for number, (seat, action) in enumerate(actions, 1):
            fault = listener.fault(question)
            if not fault and action not in question.answers.get(seat, ()):
                wanted = {each: sorted(answers) for each, answers in question.answers.items()}
                fault = f"seat {seat} does {action!r}, allowed is {wanted}"
            if fault:
                return f", action {number}: {fault}", {}
            played = number
            question = story.send((seat, action))
    except StopIteration as end:
        left_over = actions[played:] if actions else ()
        return (f", action {played + 1}: the deal was over" if left_over else ""), end.value
    return f", action {len(actions) + 1}: missing", {}


def common_fault(table: Table, deal: Any, needed: set[str]) -> str:  # noqa: ANN401 - from JSON
    """Say what is wrong with the form of a deal, as far as it is that of any game."""
    if not isinstance(deal, dict) or not needed <= deal.keys():
        return f"a deal has the keys {sorted(needed)}"
    if type(deal["dealer"]) is not int or not 0 <= deal["dealer"] < table.players:
        return "dealer is no seat"
    if not isinstance(deal["actions"], list) or not all(is_an_action(action) for action in deal["actions"]):
        return "actions is not a list of pairs of seat and action"
    return ""


def hands_fault(table: Table, deal: Json, sizes: Sequence[int], rest: Sequence[str], pack: Sequence[str]) -> str:
    """Say whether hands of these sizes, by seat, and the rest are something else than exactly the pack."""
    hands = deal["hands"]
    if not is_list_of(list, hands, table.players):
        return f"hands is not {table.players} lists"
    if not all(is_list_of(str, hand, size) for hand, size in zip(hands, sizes, strict=True)):
        return f"hands are not {list(sizes)} cards"
    if sorted([card for hand in hands for card in hand] + list(rest)) != sorted(pack):
        return "the cards are not those of the pack"
    return ""


def difference(said: Mapping[str, object], true: Outcome) -> list[str]:
    """List where something said differs from what is true; a key with nothing may be left out and not be there."""
    return [
        f"{key} is {said.get(key)!r}, the actions give {value!r}"
        for key, value in true.items()
        if not is_alike(said.get(key), value) or (value is None and key in said)
    ]


def is_alike(one: object, other: object) -> bool:
    """Compare two values of JSON, where `true` is not 1."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_alike, one, other))
    return type(one) is type(other) and one == other


def seed_faults(house: House, record: Json) -> list[str]:
    """List what is wrong with the seeds and what they commit to."""
    deals = record["deals"]
    for key, name in {"seed": "deal-v1", "commitment": "sha256"}.items():
        if key in record and not is_row_of_digests(name, record[key].split(" "), len(deals)):
            return [f"{key} is not {name!r} and {len(deals)} times 64 hexadecimal digits"]
    seeds = record.get("seed", "").split(" ")[1:]
    faults = [
        f"deal {number}: the seed gives other cards"
        for number, (deal, seed) in enumerate(zip(deals, seeds, strict=False), 1)
        if not house.is_dealt_by(deal, seed)
    ]
    if "commitment" in record and seeds and [*map(commitment_of, seeds)] != record["commitment"].split(" ")[1:]:
        faults.append("commitment is not that of the seed")
    return faults
