"""The referee: replays whole records and lists every place where they differ from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.referee.fives.deal import Question, Result, tell
from tests.referee.fives.table import GAMES, JOKER, Table, option_faults, pack
from tests.referee.record import is_an_action, is_list_of, read_json
from tests.referee.shuffle import commitment_of, is_row_of_digests, order

__all__ = ["check_line", "check_record", "dealt_by"]

NEEDED = {"format", "game", "players", "options", "deals", "totals", "complete"}
ALLOWED = NEEDED | {"names", "played_at", "id", "seed", "commitment", "chips"}
OF_A_DEAL = {"dealer", "hands", "turned", "actions", "won", "scores", "end"}


@dataclass
class Game:
    """A game as far as it has been replayed."""

    table: Table
    standing: list[int]
    """The score of each side."""
    deals: int = 0
    next_dealer: int | None = None
    winner: int | None = None
    """The side that has won."""
    sweep: bool = False
    """Whether it has won with all five tricks of one deal."""

    def is_over(self) -> bool:
        """Say whether somebody has won; deals that may score nothing end after a hundred."""
        return self.winner is not None or self.deals == 100


def check_line(line: bytes) -> list[str]:
    """List the differences of one line of a file of records."""
    try:
        return check_record(read_json(line))
    except (ValueError, RecursionError) as error:
        return [f"not JSON: {error}"]


def check_record(record: object) -> list[str]:
    """List the differences between one game on record and the rules; after a broken deal nothing more is looked at."""
    if not isinstance(record, dict):
        return ["a record is an object"]
    if record.get("game") not in GAMES or record.get("players") not in range(3, 11):
        return ["no such game"]
    if type(record["players"]) is not int or not isinstance(record.get("options"), dict):
        return ["players or options cannot be read"]
    table = Table(record["game"], record["players"], record["options"])
    faults = option_faults(table) or header_faults(table, record)
    if faults:
        return faults
    game = Game(table, [0] * table.sides())
    for number, deal in enumerate(record["deals"], 1):
        faults = [f"deal {number}{fault}" for fault in deal_faults(game, deal)]
        if faults:
            return faults
    return end_faults(game, record) + seed_faults(table, record)


def header_faults(table: Table, record: Mapping[str, Any]) -> list[str]:
    """List what is wrong around the deals, which are not looked into."""
    faults = [f"the key {key!r} is missing" for key in NEEDED - record.keys()]
    faults += [f"there is no key {key!r} in a record" for key in record.keys() - ALLOWED]
    if record.get("format") != "chwech-record/1":
        faults.append("format is not chwech-record/1")
    faults += [
        f"{key} is no string"
        for key in ("played_at", "id", "seed", "commitment")
        if not isinstance(record.get(key, ""), str)
    ]
    if not is_list_of(str, record.get("names", [""] * table.players), table.players):
        faults.append(f"names is not a list of {table.players} strings")
    if not isinstance(record.get("deals"), list) or type(record.get("complete")) is not bool:
        faults.append("deals or complete cannot be read")
    return faults


def deal_faults(game: Game, deal: Any) -> list[str]:  # noqa: ANN401 - read from JSON, and looked into here
    """List what is wrong with one deal, and take it into account."""
    if game.is_over():
        return [": the game was over"]
    fault = form_fault(game.table, deal)
    if fault:
        return [f": {fault}"]
    if game.next_dealer not in (None, deal["dealer"]):
        return [f": dealer is {deal['dealer']}, the deal passes to seat {game.next_dealer}"]
    game.next_dealer = (deal["dealer"] + 1) % game.table.players
    game.deals += 1
    story = tell(game.table, deal["dealer"], deal["hands"], deal["turned"], game.standing)
    question: Question | None = next(story)
    result: Result | None = None
    for number, (seat, action) in enumerate(deal["actions"], 1):
        if question is None:
            return [f", action {number}: the deal was over already"]
        if seat != question.seat or action not in question.answers:
            return [f", action {number}: seat {question.seat} may only do one of {sorted(question.answers)}"]
        try:
            question = story.send(action)
        except StopIteration as end:
            question, result = None, end.value
    if result is None:
        return [f", action {len(deal['actions']) + 1}: missing"]
    count(game, result)
    return result_faults(game.table, deal, result)


def count(game: Game, result: Result) -> None:
    """Take the outcome of a deal into account."""
    for side in range(game.table.sides()):
        game.standing[side] += result.scores[side]
        if game.standing[side] >= game.table.target():
            game.winner = side
            game.sweep = sum(result.tricks[side :: game.table.sides()]) == 5


def form_fault(table: Table, deal: Any) -> str:  # noqa: ANN401 - as above
    """Say why a deal cannot be read or dealt, or nothing."""
    if not isinstance(deal, dict) or set(deal) - {"best"} != OF_A_DEAL:
        return f"a deal has the keys {sorted(OF_A_DEAL)} and perhaps best"
    if type(deal["dealer"]) is not int or not 0 <= deal["dealer"] < table.players:
        return "dealer is no seat"
    hands, turned = deal["hands"], deal["turned"]
    if not is_list_of(list, hands, table.players) or not all(is_list_of(str, hand, 5) for hand in hands):
        return f"hands is not {table.players} lists of five cards"
    if not isinstance(turned, list) or not all(isinstance(card, str) for card in turned):
        return "turned is no list of cards"
    if len(turned) != 1 + (turned[:1] == [JOKER]):
        return "one card is turned up, and one more if that is the Joker"
    if not isinstance(deal["actions"], list) or not all(is_an_action(action) for action in deal["actions"]):
        return "actions is not a list of pairs of seat and action"
    wrong = Counter([card for hand in hands for card in hand] + turned) - Counter(pack(table))
    return f"the pack has not so many {sorted(wrong)}" if wrong else ""


def result_faults(table: Table, deal: Mapping[str, Any], truth: Result) -> list[str]:
    """List what a deal says of its outcome and the rules do not give."""
    faults = [
        f": {key} is {deal[key]!r}, the actions give {computed}"
        for key, computed in (("won", truth.tricks), ("scores", truth.scores))
        if not is_list_of(int, deal[key], table.players) or deal[key] != computed
    ]
    if deal["end"] != truth.end:
        faults.append(f": end is {deal['end']!r}, the actions give {truth.end!r}")
    if ("best" in deal) != (truth.best is not None) or deal.get("best") != truth.best:
        faults.append(f": best is {deal.get('best')!r}, the actions give {truth.best!r}")
    return faults


def end_faults(game: Game, record: Mapping[str, Any]) -> list[str]:
    """List what is wrong with the end of the game."""
    table = game.table
    totals = [game.standing[table.side(seat)] for seat in range(table.players)]
    faults = []
    if not is_list_of(int, record["totals"], table.players) or record["totals"] != totals:
        faults.append(f"totals is {record['totals']!r}, the deals give {totals}")
    if record["complete"] != game.is_over():
        faults.append(f"complete is {record['complete']!r}")
    chips = chips_of(game)
    if record.get("chips") != chips or ("chips" in record) != (chips is not None):
        faults.append(f"chips is {record.get('chips')!r}, the game gives {chips}")
    return faults


def chips_of(game: Game) -> list[int] | None:
    """Count the chips at the end: the winners take the pool, in a double stake from the others as much again."""
    table = game.table
    if table.option("pool") is not True or game.winner is None:
        return None
    winners = [seat for seat in range(table.players) if table.side(seat) == game.winner]
    chips = [20 - game.deals for _ in range(table.players)]
    pool = game.deals * table.players
    if game.sweep and table.option("double_stake") is True:
        for seat in set(range(table.players)) - set(winners):
            chips[seat] -= game.deals
            pool += game.deals
    for seat in winners:
        chips[seat] += pool // len(winners)
    return chips


def dealt_by(table: Table, seed: str, dealer: int) -> tuple[list[list[str]], list[str]]:
    """Deal from a seed: two cards to each seat from the dealer's left, then three to each, then one is turned up."""
    cards = pack(table)
    shuffled = [cards[place] for place in order(seed, len(cards))]
    hands: list[list[str]] = [[] for _ in range(table.players)]
    for batch in (2, 3):
        for step in range(1, table.players + 1):
            hands[(dealer + step) % table.players] += [shuffled.pop(0) for _ in range(batch)]
    turned = [shuffled.pop(0)]
    return hands, turned + shuffled[:1] if turned == [JOKER] else turned


def seed_faults(table: Table, record: Mapping[str, Any]) -> list[str]:
    """List what is wrong with the seeds and what they commit to."""
    deals = record["deals"]
    rows = {"seed": "deal-v1", "commitment": "sha256"}
    for key, name in rows.items():
        if key in record and not is_row_of_digests(name, record[key].split(" "), len(deals)):
            return [f"{key} is not {name!r} and {len(deals)} times 64 hexadecimal digits"]
    seeds = record.get("seed", "").split(" ")[1:]
    faults = [
        f"deal {number}: the seed gives other cards"
        for number, (deal, seed) in enumerate(zip(deals, seeds, strict=False), 1)
        if not same_cards(deal, *dealt_by(table, seed, deal["dealer"]))
    ]
    if "commitment" in record and seeds and list(map(commitment_of, seeds)) != record["commitment"].split(" ")[1:]:
        faults.append("commitment is not that of the seed")
    return faults


def same_cards(deal: Mapping[str, Any], hands: list[list[str]], turned: list[str]) -> bool:
    """Compare a deal with what was dealt, in any order within a hand."""
    return [*map(sorted, deal["hands"])] == [*map(sorted, hands)] and deal["turned"] == turned
