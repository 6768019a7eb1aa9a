"""The review of a record of Chwech."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from games.chwech.kernel.play import HANDS
from games.kit.records import RecordFault
from protocol.chwech.actions import read_action
from protocol.chwech.events import Dealt, Led, Played
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event
from server.review.chwech import game as reviewing
from server.review.chwech.game import review, review_deal
from server.review.chwech.judgement import Judge
from server.review.chwech.rollouts import Rollouts
from server.review.chwech.turns import turns_of, whole_deal
from server.review.review import DealReview, NoReview, Pace
from server.rules.registry import GAMES
from server.simulation.series import Series, play_game
from tests.server.review.any_net import SMALL, any_net


@pytest.fixture(scope="module")
def rollouts() -> Rollouts:
    """Return the rollouts of a net."""
    return Rollouts(any_net())


def record_of(players: int, options: Mapping[str, OptionValue], deals: int = 1) -> str:
    """Return the record of a game by chance."""
    setup = Setup("chwech", players, {**options, "deals": deals})
    return play_game(Series(setup, ("random",) * players, "review"), 1).record.decode()


def deals_of(record: str) -> Iterator[list[Event]]:
    """Yield the events of each deal."""
    deal: list[Event] = []
    for moment in GAMES["chwech"].replay(record):
        deal += moment.events
        if any(type(event).__name__ == "DealEnded" for event in moment.events):
            yield deal
            deal = []


TABLES: tuple[tuple[int, dict[str, OptionValue]], ...] = (
    (6, {}),
    (4, {"ruleset": "original"}),
    (5, {"jokers_per_trick": "one"}),
    (7, {"seven_pack": "two_packs"}),
    (7, {"thirteens_as_jokers": True}),
)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_turn_of_every_table_is_reviewed(
    players: int, options: dict[str, OptionValue], rollouts: Rollouts
) -> None:
    """There is a decision for each action of the record, and another action that was legal wherever there was one."""
    setup = Setup("chwech", players, {**options, "deals": 1})
    record = record_of(players, options)
    (events,) = deals_of(record)
    reviewed = review_deal(setup, events, rollouts, SMALL)
    said = [(seat, action) for seat, action in json.loads(record)["deals"][0]["actions"]]
    assert [(one.seat, one.action) for one in reviewed.decisions] == said
    place = 0
    rules = GAMES["chwech"]
    states = [moment.state for moment in rules.replay(record)]
    for one, state in zip(reviewed.decisions, states, strict=False):
        legal = rules.legal(state, one.seat)
        assert one.forced is (len(legal) == 1)
        if one.other is not None:
            assert read_action(one.other) in legal
            assert one.other != one.action
            assert one.error > 0
        place += 1
    assert place == len(said)
    assert sum(share.lead for share in reviewed.shares) == pytest.approx(0, abs=0.5)


def test_tricks_are_counted(rollouts: Rollouts) -> None:
    """The first turn is of the first trick, and each trick that was taken is followed by the next."""
    (events,) = deals_of(record_of(6, {}))
    taken = sum(type(event).__name__ == "TrickTaken" for event in events)
    tricks = [one.trick for one in review_deal(Setup(), events, rollouts, SMALL).decisions]
    assert tricks[0] == 1
    assert tricks == sorted(tricks)
    assert tricks[-1] in (taken, taken + 1)


def test_what_a_seat_could_not_know_changes_no_worth(rollouts: Rollouts) -> None:
    """With other cards in the hands of the others, and the same turns until then, a choice is worth as much."""
    (events,) = deals_of(record_of(6, {}))
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    judge, turns = Judge(rollouts, SMALL), [*turns_of(Setup(), events)]
    compared = 0
    for turn in turns[8:30:5]:
        swapped = swap_unplayed(events, turn.number, turn.seat)
        if swapped is None:
            continue
        other = next(one for one in turns_of(Setup(), swapped) if one.number == turn.number)
        assert judge.judge(other.known, other.taken, 5) == judge.judge(turn.known, turn.taken, 5)
        compared += 1
    assert compared >= 2


def swap_unplayed(events: list[Event], turn: int, seat: int) -> list[Event] | None:
    """Swap a card between two other seats that neither has played before a turn; cut off what follows the turn."""
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    kept, number = [], 0
    for event in events:
        kept.append(event)
        number += type(event).__name__ in ("Led", "Played", "Passed", "LeadPassed")
        if number == turn:
            break
    gone = [event.play.card for event in kept if isinstance(event, Led | Played)]
    one, two = [other for other in range(6) if other != seat][:2]
    free = [[card for card in dealt.hands[other] if card not in gone] for other in (one, two)]
    if not free[0] or not free[1]:
        return None
    hands = [list(hand) for hand in dealt.hands]
    first, second = free[0][0], free[1][0]
    hands[one][hands[one].index(first)], hands[two][hands[two].index(second)] = second, first
    kept[0] = Dealt(dealt.deal, dealt.dealer, tuple(map(tuple, hands)))
    return kept


def test_the_cards_of_the_others_are_read_by_nobody(rollouts: Rollouts) -> None:
    """A judgement is the same whatever stands where the hands of the others do."""
    (events,) = deals_of(record_of(6, {}))
    turn = [*turns_of(Setup(), events)][20]
    row = list(turn.known.row)
    for seat in range(6):
        if seat != turn.seat:
            row[HANDS + seat] = 1
    judge = Judge(rollouts, SMALL)
    blind = type(turn.known)(turn.known.table, row)
    assert judge.judge(blind, turn.taken, 9) == judge.judge(turn.known, turn.taken, 9)


def test_the_choice_of_the_net_has_one_worth(rollouts: Rollouts) -> None:
    """What the net would do itself is found to be worth the same with and without a look at the other actions."""
    (events,) = deals_of(record_of(6, {}))
    judge = Judge(rollouts, SMALL)
    for turn in [*turns_of(Setup(), events)][:6]:
        values = rollouts.values(turn.known.table, turn.known.row)
        best = max(values, key=values.__getitem__)
        if len(values) > 1:
            assert judge.worth_of_best(turn.known, 5) == judge.judge(turn.known, best, 5).worth


def test_the_same_record_gives_the_same_review(rollouts: Rollouts) -> None:
    """A review draws no numbers of its own: a second one says the same."""
    (events,) = deals_of(record_of(4, {}))
    setup = Setup("chwech", 4, {"deals": 1})
    assert review_deal(setup, events, rollouts, SMALL) == review_deal(setup, events, rollouts, SMALL)


def test_luck_is_what_bots_make_of_the_hands(rollouts: Rollouts) -> None:
    """The luck of all seats of a deal is nothing together, and does not depend on what was played."""
    setup = Setup("chwech", 4, {"deals": 1})
    (events,) = deals_of(record_of(4, {}))
    deal = whole_deal(setup, events[0]) if isinstance(events[0], Dealt) else None
    assert deal is not None
    leads = rollouts.replayed(deal.table, deal.row, replays=3, seed=7)
    assert [sum(by_seat) for by_seat in zip(*leads, strict=True)] == pytest.approx([0, 0, 0])
    assert len({tuple(by_seat) for by_seat in zip(*leads, strict=True)}) > 1


def test_the_worst_choices_are_judged_in_more_deals(rollouts: Rollouts, monkeypatch: pytest.MonkeyPatch) -> None:
    """What seems to have cost most is judged anew, so that no turning point is one by chance in a few deals."""
    given: list[int] = []
    tried = Rollouts.tried

    def noted(self: Rollouts, *places: Any, tries: int, **named: Any) -> list[list[float]]:  # noqa: ANN401
        given.append(tries)
        return tried(self, *places, tries=tries, **named)

    monkeypatch.setattr(Rollouts, "tried", noted)
    (events,) = deals_of(record_of(6, {}))
    decisions = review_deal(Setup(), events, rollouts, SMALL).decisions
    assert given.count(SMALL.tries) == sum(not one.forced for one in decisions)
    assert 3 <= given.count(SMALL.deepening) <= 9


def test_a_record_is_reviewed_deal_by_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each deal comes as soon as it is done, with its number and scores; a damaged record ends at its fault."""
    monkeypatch.setattr(reviewing, "net", any_net)
    monkeypatch.setattr(reviewing, "budget", lambda _pace: SMALL)
    record = record_of(4, {"ruleset": "original"}, deals=2)
    found: list[DealReview] = [*review(record, Pace.QUICK)]
    assert [deal.number for deal in found] == [1, 2]
    scores = [deal["scores"] for deal in json.loads(record)["deals"]]
    assert [[share.score for share in deal.shares] for deal in found] == scores
    begun = review(record.replace('"complete":true', '"complete":false'), Pace.QUICK)
    assert next(begun).number == 1
    with pytest.raises(RecordFault, match="complete"):
        list(begun)


def test_without_the_net_there_is_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the weights or numpy are missing, it is said before any work is done."""
    monkeypatch.setattr(reviewing, "net", lambda: None)
    with pytest.raises(NoReview, match="numpy and the weights"):
        next(review(record_of(4, {}), Pace.QUICK))
