"""The review of a record of Chwech, deal by deal: what each choice was worth, and how much of a score was luck."""

from collections.abc import Iterator, Sequence
from statistics import fmean, stdev
from typing import Final, NamedTuple

from games.chwech.bot import BOT, Position, net
from games.chwech.kernel.compiling import Numbers, cells
from games.chwech.kernel.play import HANDS, ROW, begin
from games.chwech.kernel.tables import tables_of
from games.chwech.net.judgement import Budget, Judge, Judgement, Known, budget
from games.chwech.net.rollouts import Rollouts
from games.chwech.rules import CHWECH, Sheet, rulebook
from games.kit.asking import text
from games.kit.game import Match
from games.kit.records import replay
from games.kit.review import TURNING_POINTS, DealReview, Decision, NoReview, Pace, Share
from games.kit.run import Answer, Order, Run
from games.kit.sampler import observe
from protocol.language import sentence
from protocol.message import Seat

_DEEPENED: Final = 3 * TURNING_POINTS
"""How many choices of a deal are judged anew at most because they may be its turning points."""

_SEEDS: Final = 2**32 - 8
_STRIDE: Final = 2_654_435_761
"""Spreads the numbers of turns over the seeds."""

_TURNS: Final = 512
"""More turns than a deal can have."""


class Turn(NamedTuple):
    """A turn of a seat, and the deal as that seat knew it."""

    number: int
    """The number of the turn in the deal, from 1."""

    trick: int
    """The number of the trick, from 1."""

    seat: int
    known: Known
    taken: int
    """What the seat did, as a number."""

    words: dict[int, str]
    """Its choices as records write them."""


def review(record: str, pace: Pace, only: int = 0) -> Iterator[DealReview]:
    """Yield the review of each deal of a record, or of one alone; 0 for all.

    Raises:
        RecordFault: the record breaks the rules; the deals before the fault have been yielded by then.
        NoReview: the net cannot be used.
    """
    known = net()
    if known is None:
        raise NoReview(sentence("a review needs numpy and the weights of the bot strong, and they cannot be used"))
    rollouts, given, reviewed = Rollouts(known), budget(pace), 0
    for run in replay(record.encode(), {CHWECH.name: CHWECH}):
        deals = len(run.match.sheets)
        if deals > reviewed:
            reviewed = deals
            if only in {0, deals}:
                yield review_deal(run.match.before(deals), *run.past[-1], run.match.sheets[-1], rollouts, given)


def review_deal(
    match: Match, order: Order, answers: Sequence[Answer], sheet: Sheet, rollouts: Rollouts, given: Budget
) -> DealReview:
    """Review a deal, from the match before it, its shuffle and answers, and its sheet."""
    turns = [*turns_of(match, order, answers)]
    decisions = _decisions(match.deal, turns, Judge(rollouts, given))
    table, row = tables_of(match), whole_deal(match, order)
    replayed = rollouts.replayed(table, row, replays=given.replays, seed=_seed(match.deal, 0))
    return DealReview(match.deal, _shares(sheet.points, replayed), decisions)


def turns_of(match: Match, order: Order, answers: Sequence[Answer]) -> Iterator[Turn]:
    """Yield the turns of a deal, from the match before it."""
    run = Run(match.before(match.deal))
    run.shuffle(order)
    for number, (seat, choice) in enumerate(answers, start=1):
        seen = observe(run, seat, BOT)
        position = Position(seen)
        words = {position.number(one): text(one) for one in seen.choices}
        trick = len(run.table.takers) + 1
        yield Turn(number, trick, seat, Known(position.table, position.row), position.number(choice), words)
        run.act(seat, choice)


def whole_deal(match: Match, order: Order) -> Numbers:
    """Return the first position of a deal with all hands known."""
    row, pack = cells(ROW), rulebook(match).pack
    free = [*enumerate(pack)]
    for seat, hand in enumerate(CHWECH.lay(match, [pack[place] for place in order])["hands"]):
        for card in hand:
            found = next(pair for pair in free if pair[1] is card)
            free.remove(found)
            row[HANDS + seat] |= 1 << found[0]
    begin(tables_of(match), row, match.dealer)
    return row


def _decisions(deal: int, turns: Sequence[Turn], judge: Judge) -> tuple[Decision, ...]:
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
    return tuple([_decision(turn, one) for turn, one in zip(turns, judged, strict=True)])


def _worst(judged: Sequence[Judgement], deepened: set[int]) -> int | None:
    """Return the place of the worst choices that was not judged anew yet; None if all of the worst were."""
    free = [place for place, one in enumerate(judged) if one.other is not None]
    worst = sorted(free, key=lambda place: judged[place].worth - judged[place].other_worth)
    return next((place for place in worst[:TURNING_POINTS] if place not in deepened), None)


def _decision(turn: Turn, one: Judgement) -> Decision:
    seat, action = Seat(turn.seat), turn.words[turn.taken]
    if one.other is None:
        return Decision(turn.number, turn.trick, seat, action, one.worth)
    other = turn.words[one.other]
    return Decision(turn.number, turn.trick, seat, action, one.worth, other, one.other_worth, one.error)


def _shares(scores: Sequence[int], replayed: Sequence[Sequence[float]]) -> tuple[Share, ...]:
    mean = fmean(scores)
    return tuple(
        Share(score, round(score - mean, 1), round(fmean(leads), 1), round(stdev(leads) / len(leads) ** 0.5, 1))
        for score, leads in zip(scores, replayed, strict=True)
    )


def _seed(deal: int, turn: int) -> int:
    """Return the seed of a turn; turn 0 is the deal itself."""
    return (deal * _TURNS + turn) * _STRIDE % _SEEDS + 1
