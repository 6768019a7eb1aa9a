"""The review of a record of Chwech."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from games.chwech import review as reviewing
from games.chwech.reasons import CLOSE, REASONS
from games.chwech.review import BUDGETS, Judge, review, review_deal, turns_of
from games.chwech.rules import CHWECH, card_of
from games.kit.asking import Ask, text
from games.kit.game import Match
from games.kit.records import RecordFault, replay, verify
from games.kit.review import NoReview, Pace
from games.kit.run import Answer, Order
from games.kit.sampler import Reason
from games.kit.tricks import PASS
from protocol.archive import ReviewPart
from protocol.message import Wording
from protocol.setup import OptionValue, Setup
from server.simulation.series import Series, play_game
from tests.games.chwech.any_net import SMALL, any_net
from tools import calibrate_review
from tools.calibrate_review import main


@pytest.fixture(scope="module")
def judge() -> Judge:
    """Return a judge with a net."""
    return Judge(any_net(), SMALL)


def record_of(players: int, options: Mapping[str, OptionValue], deals: int = 1) -> str:
    """Return the record of a game by chance."""
    setup = Setup("chwech", players, {**options, "deals": deals})
    return play_game(Series(setup, ("random",) * players, "review"), 1).record.decode()


def deal_of(record: str) -> tuple[Match, Order, list[Answer], Any]:
    """Return the first deal of a record: the match before it, its shuffle, its answers and its sheet."""
    run = verify(record.encode(), {"chwech": CHWECH})
    return run.match.before(1), *run.past[0], run.match.sheets[0]


TABLES: tuple[tuple[int, dict[str, OptionValue]], ...] = (
    (6, {}),
    (4, {"ruleset": "original"}),
    (5, {"jokers_per_trick": "one"}),
    (7, {"seven_pack": "two_packs"}),
    (7, {"thirteens_as_jokers": True}),
)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_turn_of_every_table_is_reviewed(players: int, options: dict[str, OptionValue], judge: Judge) -> None:
    """There is a decision for each action of the record, and another action that was legal wherever there was one."""
    record = record_of(players, options)
    reviewed = review_deal(*deal_of(record), judge)
    said = [(seat, action) for seat, action in json.loads(record)["deals"][0]["actions"]]
    assert [(one.seat, one.action) for one in reviewed.turns] == said
    steps = [[text(one) for one in run.legal(run.asks.seat)] for run in asking(record)]
    for one, legal in zip(reviewed.turns, steps, strict=True):
        assert (one.other is None) is (len(legal) == 1)
        if one.other is not None:
            assert one.other in legal
            assert one.other != one.action
            assert one.error > 0
        if one.mistake:
            assert {one.action, one.other, *one.others} <= set(legal)
            assert len(one.others) <= len(legal) - 2
            assert max(one.others.values(), default=one.worth) <= one.other_worth
            assert one.reasons
    assert sum(one.luck + one.skill for one in reviewed.seats) == pytest.approx(0, abs=0.5)


def test_a_reason_names_the_people_of_the_record(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is half a sentence of the game that can be said in another language; without names a seat has its number."""
    turn = next(turn for turn in turns_of(*deal_of(record_of(6, {}))[:3]) if len(turn.choices) > 1)
    one = judge.judge(turn, 5)
    why = [reason.wording.template for reason in judge.explain(turn, one, 7).reasons if reason.wording is not None]
    assert why
    assert {*why} <= {words for words, _holds in REASONS} | {CLOSE}
    leads = "{name} takes the trick and can lead next"
    monkeypatch.setattr(reviewing, "reasons_for", lambda _seen, _values: (Reason(leads, 2),))
    named = judge._replace(names=tuple("ABCDEF"))
    told = [known.explain(turn, one, 7).reasons[0] for known in (named, judge)]
    assert [reason.text.partition(" takes")[0] for reason in told] == ["C", "seat 2"]
    assert told[0].wording == Wording(leads, {"name": "C"})


def asking(record: str) -> Iterator[Any]:
    """Yield the run of a record at each of its questions."""
    for run in replay(record.encode(), {"chwech": CHWECH}):
        if isinstance(run.asks, Ask):
            yield run


def test_what_a_seat_could_not_know_changes_no_worth(judge: Judge) -> None:
    """With other cards in the hands of the others, and the same turns until then, a choice is worth as much."""
    match, order, answers, _sheet = deal_of(record_of(6, {}))
    turns = [*turns_of(match, order, answers)]
    compared = 0
    for turn in turns[8:30:5]:
        swapped = swap_unplayed(match, order, answers[: turn.number - 1], turn.seat)
        if swapped is None:
            continue
        other = [*turns_of(match, swapped, answers[: turn.number])][-1]
        assert judge.judge(other, 5) == judge.judge(turn, 5)
        compared += 1
    assert compared >= 2


def swap_unplayed(match: Match, order: Order, answers: Sequence[Answer], seat: int) -> Order | None:
    """Swap a card between two other seats that neither has played; None if one has played all."""
    pack, gone = CHWECH.pack(match), [card_of(choice) for _, choice in answers if choice != PASS]
    slots = CHWECH.lay(match, range(len(pack)))["hands"]
    one, two = [other for other in range(6) if other != seat][:2]
    free = [[slot for slot in slots[other] if pack[order[slot]] not in gone] for other in (one, two)]
    if not free[0] or not free[1]:
        return None
    swapped = [*order]
    first, second = free[0][0], free[1][0]
    swapped[first], swapped[second] = swapped[second], swapped[first]
    return tuple(swapped)


def test_a_record_is_reviewed_deal_by_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each deal comes as soon as it is done, with its number and scores; a damaged record ends at its fault."""
    monkeypatch.setattr(reviewing, "net", any_net)
    monkeypatch.setitem(BUDGETS, Pace.QUICK, SMALL)
    record = record_of(4, {"ruleset": "original"}, deals=2)
    found: list[ReviewPart] = [*review(record, Pace.QUICK)]
    assert [deal.deal for deal in found] == [1, 2]
    scores = [deal["scores"] for deal in json.loads(record)["deals"]]
    assert [[seat.score for seat in deal.seats] for deal in found] == scores
    begun = review(record.replace('"complete":true', '"complete":false'), Pace.QUICK)
    assert next(begun).deal == 1
    with pytest.raises(RecordFault, match="complete"):
        list(begun)


def test_without_the_net_there_is_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the weights or numpy are missing, it is said before any work is done."""
    monkeypatch.setattr(reviewing, "net", lambda: None)
    with pytest.raises(NoReview, match="numpy and the weights"):
        next(review(record_of(4, {}), Pace.QUICK))


def test_the_smallest_run_prints_its_tenths(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says how many decisions it saw, and a line for each tenth; beyond the bar it fails."""
    monkeypatch.setattr(calibrate_review, "net", any_net)
    monkeypatch.setitem(BUDGETS, Pace.QUICK, SMALL)
    assert main(["--decisions", "20", "--quick", "--bar", "0"]) == 1
    capsys.readouterr()
    assert main(["--decisions", "20", "--quick", "--bar", "1000"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("20 decisions in ")
    assert len(lines) == 11
