"""The referee: replays whole records and lists every place where they differ from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tests.referee.deal import Question, Result, tell
from tests.referee.record import DealRecord, header_faults, is_list_of, read_deal, read_json, read_table
from tests.referee.shuffle import seeds_faults
from tests.referee.table import Table, option_faults, pack

__all__ = ["Replay", "check_line", "check_record", "replay"]


@dataclass(frozen=True)
class Replay:
    """A deal played over: every question that was asked, how it came out, and what was wrong."""

    questions: list[Question]
    result: Result | None
    """Nothing, where the actions stop making sense before the end."""
    fault: str
    """What was wrong with the actions, or nothing."""


def check_line(line: bytes) -> list[str]:
    """List the differences of one line of a file of records."""
    try:
        return check_record(read_json(line))
    except (ValueError, RecursionError) as error:
        return [f"not JSON: {error}"]


def check_record(record: object) -> list[str]:
    """List every difference between one game on record and the rules."""
    if not isinstance(record, dict):
        return ["a record is an object"]
    table = read_table(record)
    if isinstance(table, str):
        return [table]
    faults = option_faults(table) or header_faults(table, record)
    if faults:
        return faults
    deals: list[DealRecord] = []
    for number, written in enumerate(record["deals"], 1):
        deal = read_deal(table, written)
        if isinstance(deal, str):
            return [f"deal {number}: {deal}"]
        deals.append(deal)
    dealt = [(deal.dealer, deal.hands) for deal in deals]
    return game_faults(table, deals, record["totals"]) + seeds_faults(
        table, record.get("seed", ""), record.get("commitment", ""), dealt
    )


def game_faults(table: Table, deals: list[DealRecord], written_totals: object) -> list[str]:
    """List what is wrong with the deals and with the totals they add up to."""
    faults: list[str] = []
    results: list[Result | None] = []
    dealer: int | None = None
    for number, deal in enumerate(deals, 1):
        if dealer is not None and deal.dealer != dealer:
            faults.append(f"deal {number}: dealer is seat {deal.dealer}, the deal passes to seat {dealer}")
        dealer = (deal.dealer + 1) % table.players
        found, result = deal_faults(table, deal)
        faults += [f"deal {number}{fault}" for fault in found]
        results.append(result)
    return faults + totals_faults(table, results, written_totals)


def totals_faults(table: Table, results: list[Result | None], written: object) -> list[str]:
    """List what is wrong with the totals, which nobody can tell where a deal has no outcome."""
    known = [result.scores for result in results if result is not None]
    if len(known) < len(results):
        return []
    totals = [sum(scores[seat] for scores in known) for seat in range(table.players)]
    if same(written, totals):
        return []
    return [f"totals is {written!r}, the deals give {totals}"]


def deal_faults(table: Table, deal: DealRecord) -> tuple[list[str], Result | None]:
    """List what is wrong with one deal, and return how it truly came out if it can be replayed."""
    fault = pack_fault(table, deal.hands)
    if fault:
        return [f": {fault}"], None
    played = replay(table, deal)
    faults = [played.fault] if played.fault else []
    if played.result is not None:
        faults += result_faults(deal.claims, played.result)
    return faults, played.result


def pack_fault(table: Table, hands: list[list[str]]) -> str:
    """Say which cards are too many or too few, or nothing if all hands together are the pack."""
    held = Counter(card for hand in hands for card in hand)
    whole = Counter(pack(table))
    too_many, missing = sorted((held - whole).elements()), sorted((whole - held).elements())
    if too_many or missing:
        return f"the hands are not the pack: too many {too_many}, missing {missing}"
    return ""


def replay(table: Table, deal: DealRecord) -> Replay:
    """Play a deal over, action by action."""
    story = tell(table, deal.dealer, deal.hands)
    questions = [next(story)]
    for number, (seat, action) in enumerate(deal.actions, 1):
        fault = action_fault(questions[-1], seat, action)
        if fault:
            return Replay(questions, None, f", action {number}: {fault}")
        try:
            questions.append(story.send(action))
        except StopIteration as end:
            result: Result = end.value
            over = len(deal.actions) - number
            return Replay(questions, result, f", action {number + 1}: the deal was over already" if over else "")
    return Replay(questions, None, f", action {len(deal.actions) + 1}: missing, seat {questions[-1].seat} has to act")


def action_fault(asked: Question, seat: int, action: str) -> str:
    """Say what is wrong with an action as the answer to a question, or nothing."""
    if seat != asked.seat:
        return f"seat {seat} acts, it is the turn of seat {asked.seat}"
    if action not in asked.answers:
        return f"seat {seat} may not do {action!r}, only one of {sorted(asked.answers)}"
    return ""


def result_faults(claims: Mapping[str, object], truth: Result) -> list[str]:
    """List what a deal says of its outcome and the rules do not give."""
    faults = []
    for key, computed in (("won", truth.won), ("left", truth.left), ("scores", truth.scores)):
        if not same(claims[key], computed):
            faults.append(f": {key} is {claims[key]!r}, the actions give {computed}")
    if claims["end"] != truth.end:
        faults.append(f": end is {claims['end']!r}, the actions give {truth.end!r}")
    return faults


def same(written: object, computed: list[int]) -> bool:
    """Say whether what is written is exactly these whole numbers, which `true` and `1.0` are not."""
    return is_list_of(int, written, len(computed)) and written == computed
