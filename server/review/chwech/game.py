"""The review of a record of Chwech, deal by deal."""

from collections.abc import Iterator, Sequence
from statistics import fmean, stdev
from typing import Final

import msgspec
from msgspec import Struct

from protocol.chwech.events import DealEnded, Dealt
from protocol.language import sentence
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event
from server.bots.chwech.strong import net
from server.review.chwech.judgement import Budget, Judge, Judgement, budget
from server.review.chwech.rollouts import Rollouts
from server.review.chwech.turns import Turn, turns_of, whole_deal, written
from server.review.review import TURNING_POINTS, DealReview, Decision, NoReview, Pace, Share
from server.rules.registry import GAMES

_DEEPENED: Final = 3 * TURNING_POINTS
"""How many choices of a deal are judged anew at most because they may be its turning points."""

_SEEDS: Final = 2**32 - 8
_STRIDE: Final = 2_654_435_761
"""Spreads the numbers of turns over the seeds."""

_TURNS: Final = 512
"""More turns than a deal can have."""


class _Head(Struct, frozen=True):
    """As much of a record as says which table it was; the rest is checked by its replay."""

    players: int = 0
    ruleset: str = ""
    options: dict[str, OptionValue] = {}


def review(record: str, pace: Pace, only: int = 0) -> Iterator[DealReview]:
    """Yield the review of each deal of a record, or of one alone; 0 for all.

    Raises:
        RecordFault: the record breaks the rules; the deals before the fault have been yielded by then.
        NoReview: the net cannot be used.
    """
    known = net()
    if known is None:
        raise NoReview(sentence("a review needs numpy and the weights of the bot strong, and they cannot be used"))
    rollouts, given, deal = Rollouts(known), budget(pace), list[Event]()
    for moment in GAMES["chwech"].replay(record):
        deal += moment.events
        if any(isinstance(event, DealEnded) for event in moment.events):
            dealt = deal[0]
            assert isinstance(dealt, Dealt)
            if only in {0, dealt.deal}:
                yield review_deal(_setup(record), deal, rollouts, given)
            deal.clear()


def _setup(record: str) -> Setup:
    """Return the table of a record whose replay has begun."""
    head = msgspec.json.decode(record, type=_Head)
    return Setup("chwech", head.players, {**head.options, "ruleset": head.ruleset})


def review_deal(setup: Setup, events: Sequence[Event], rollouts: Rollouts, given: Budget) -> DealReview:
    """Review a deal, given its events with nothing hidden, the dealing first."""
    dealt, ended = events[0], next(event for event in events if isinstance(event, DealEnded))
    assert isinstance(dealt, Dealt)
    decisions = _decisions(setup, dealt.deal, [*turns_of(setup, events)], Judge(rollouts, given))
    deal = whole_deal(setup, dealt)
    replayed = rollouts.replayed(deal.table, deal.row, replays=given.replays, seed=_seed(dealt.deal, 0))
    return DealReview(dealt.deal, _shares(ended.sheet.scores, replayed), decisions)


def _decisions(setup: Setup, deal: int, turns: Sequence[Turn], judge: Judge) -> tuple[Decision, ...]:
    """Judge every turn, and those anew, in more deals, that seem to be the worst."""
    seeds = [_seed(deal, turn.number) for turn in turns]
    judged = [judge.judge(turn.known, turn.taken, seed) for turn, seed in zip(turns, seeds, strict=True)]
    deepened: set[int] = set()
    while len(deepened) < _DEEPENED:
        place = _worst(judged, deepened)
        if place is None:
            break
        deepened.add(place)
        judged[place] = judge.deepen(turns[place].known, turns[place].taken, judged[place], seeds[place])
    return tuple(_decision(setup, turn, one) for turn, one in zip(turns, judged, strict=True))


def _worst(judged: Sequence[Judgement], deepened: set[int]) -> int | None:
    """Return the place of the worst choices that was not judged anew yet; None if all of the worst were."""
    free = [place for place, one in enumerate(judged) if one.other is not None]
    worst = sorted(free, key=lambda place: judged[place].worth - judged[place].other_worth)
    return next((place for place in worst[:TURNING_POINTS] if place not in deepened), None)


def _decision(setup: Setup, turn: Turn, one: Judgement) -> Decision:
    action = written(setup, turn.taken)
    if one.other is None:
        return Decision(turn.number, turn.trick, turn.seat, action, one.worth)
    other = written(setup, one.other)
    return Decision(turn.number, turn.trick, turn.seat, action, one.worth, other, one.other_worth, one.error)


def _shares(scores: Sequence[int], replayed: Sequence[Sequence[float]]) -> tuple[Share, ...]:
    mean = fmean(scores)
    return tuple(
        Share(score, round(score - mean, 1), round(fmean(leads), 1), round(stdev(leads) / len(leads) ** 0.5, 1))
        for score, leads in zip(scores, replayed, strict=True)
    )


def _seed(deal: int, turn: int) -> int:
    """Return the seed of a turn; turn 0 is the deal itself."""
    return (deal * _TURNS + turn) * _STRIDE % _SEEDS + 1
