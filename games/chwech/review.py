"""The review of a record of Chwech, deal by deal: what each choice was worth, and how much of a score was luck."""

from collections.abc import Iterator, Sequence
from math import inf
from statistics import fmean, stdev
from typing import Final, NamedTuple
from zlib import crc32

from msgspec.structs import replace

from games.chwech.bot import BOT, net, position
from games.chwech.kernel import layout as at
from games.chwech.kernel.compiling import COMPILED, Numbers, cells
from games.chwech.kernel.play import actions, begin, tables_of
from games.chwech.net.net import Net
from games.chwech.net.search import outcomes, replayed
from games.chwech.reasons import reasons_for
from games.chwech.rules import CHWECH, ChwechTable, Sheet
from games.kit.asking import text
from games.kit.game import Match
from games.kit.records import decoded, replay
from games.kit.review import TURNING_POINTS, NoReview, Pace, is_mistake, turning_points
from games.kit.run import Answer, Order, Run
from games.kit.sampler import Observation, observe, worded
from protocol.archive import ReviewPart, SeatReview, TurnReview
from protocol.language import sentence
from protocol.message import Seat

_DEEPENED: Final = 3 * TURNING_POINTS
"""How many choices of a deal are judged anew at most because they may be its turning points."""

_MARGIN: Final = 4.0  # Actions so many points behind the net's best are not tried, the best of them excepted.

_MOST_TRIED: Final = 4
_TRUST: Final = 24
"""The number of tries for which the net's value of its own choice counts: what it says of that is sound."""

_USUAL_SPREAD: Final = 4.0  # The spread of the difference of two actions from deal to deal, in points, as it mostly is.
_SPREAD_TRUST: Final = 4  # The number of tries for which that counts: the spread of a few says little.


class Budget(NamedTuple):
    """How often things are tried."""

    screening: int
    """In how many deals the other actions are tried, to find the best of them."""
    tries: int
    """In how many other deals it is then held against what was done."""
    deepening: int
    """In how many more if the choice may be a turning point."""
    replays: int
    """How often a deal is replayed to know what the hands were worth."""
    depth: int
    """How often the seat acts again before the net's value of its choice counts."""


BUDGETS: Final = (
    {Pace.USUAL: Budget(40, 100, 400, 400, 2), Pace.QUICK: Budget(12, 32, 128, 128, 2)}
    if COMPILED
    else {Pace.USUAL: Budget(3, 6, 32, 24, 1), Pace.QUICK: Budget(2, 3, 12, 8, 1)}
)


class Turn(NamedTuple):
    """A turn of a seat, and the deal as that seat knew it."""

    number: int
    """The number of the turn in the deal, from 1."""
    trick: int
    """The number of the trick, from 1."""
    seat: int
    known: tuple[Numbers, Numbers]
    """The table and the deal as numbers; the hands of the others are not read."""
    action: str
    """What the seat did, as records write it."""
    choices: dict[str, int]
    """What it could do, each with its number."""
    seen: Observation[ChwechTable]
    """The same for the reasons."""


def review(record: str, pace: Pace, only: int = 0) -> Iterator[ReviewPart]:
    """Yield the review of each deal of a record, or of one alone; 0 for all.

    Raises:
        RecordFault: the record breaks the rules; the deals before the fault have been yielded by then.
        NoReview: the net cannot be used.
    """
    known, reviewed = net(), 0
    if known is None:
        raise NoReview(sentence("a review needs numpy and the weights of the bot strong, and they cannot be used"))
    judge = Judge(known, BUDGETS[pace], decoded(record.encode()).names or ())
    for run in replay(record.encode(), {CHWECH.name: CHWECH}):
        deals = len(run.match.sheets)
        if deals > reviewed:
            reviewed = deals
            if only in {0, deals}:
                yield review_deal(run.match.before(deals), *run.past[-1], run.match.sheets[-1], judge)


def review_deal(match: Match, order: Order, answers: Sequence[Answer], sheet: Sheet, judge: "Judge") -> ReviewPart:
    """Review a deal, from the match before it, its shuffle and answers, and its sheet."""
    turns, given = [*turns_of(match, order, answers)], judge.given
    judged = [judge.judge(turn, _seed(match.deal, turn.number)) for turn in turns]
    deepened = set[int]()
    for _ in range(_DEEPENED):
        free = [place for place, one in enumerate(judged) if one.other is not None]
        worst = sorted(free, key=lambda place: judged[place].worth - judged[place].other_worth)[:TURNING_POINTS]
        for place in [place for place in worst if place not in deepened][:1]:
            deepened.add(place)
            turn, other = turns[place], judged[place].other
            judged[place] = judge.compare(turn, other, given.deepening, _seed(match.deal, turn.number) + 2)
    for place, one in enumerate(judged):
        if one.mistake:
            judged[place] = judge.explain(turns[place], one, _seed(match.deal, one.turn) + 3)
    leads = replayed(judge.net.weights, tables_of(match), whole_deal(match, order), given.replays, _seed(match.deal, 0))
    return ReviewPart(1, match.deal, _shares(sheet.points, leads), tuple(judged), turning_points(judged))


def turns_of(match: Match, order: Order, answers: Sequence[Answer]) -> Iterator[Turn]:
    """Yield the turns of a deal, from the match before it."""
    run = Run(match.before(match.deal))
    run.shuffle(order)
    for number, (seat, choice) in enumerate(answers, start=1):
        seen = observe(run, seat, BOT)
        known, found = position(seen), cells(at.MOST_ACTIONS)
        numbers = map(int, found[: actions(*known, found)])
        choices = dict(zip(map(text, seen.choices), numbers, strict=True))
        yield Turn(number, len(run.table.takers) + 1, seat, known, text(choice), choices, seen)
        run.act(seat, choice)


def whole_deal(match: Match, order: Order) -> Numbers:
    """Return the first position of a deal with all hands known."""
    row = cells(at.ROW)
    for seat, places in enumerate(CHWECH.lay(match, order)["hands"]):
        row[at.HANDS + seat] = sum(1 << place for place in places)
    begin(tables_of(match), row, match.dealer)
    return row


class Judge(NamedTuple):
    """Judges choices: each is held against the best of the others, in the same deals."""

    net: Net
    given: Budget
    names: Sequence[str] = ()
    """The names on the seats, for the reasons."""

    def judge(self, turn: Turn, seed: int) -> TurnReview:
        """Judge what a seat did, given a seed from 1 to 2 ** 32 - 3."""
        values = self._values(turn)
        if len(values) == 1:
            return TurnReview(turn.number, turn.trick, Seat(turn.seat), turn.action, round(values[turn.action], 2))
        first, *rest = sorted(
            [action for action in values if action != turn.action], key=lambda action: -values[action]
        )
        least = max(values.values()) - _MARGIN
        others = [first, *(action for action in rest[: _MOST_TRIED - 1] if values[action] > least)]
        if len(others) > 1:
            found = self._outcomes(turn, others, self.given.screening, seed)
            others.sort(key=lambda action: -fmean(found[action]))
        return self.compare(turn, others[0], self.given.tries, seed + 1)

    def compare(self, turn: Turn, other: str | None, tries: int, seed: int) -> TurnReview:
        """Hold what was done against another action in the same deals.

        What the net says of an action that it would not choose misleads: its value counts for its own choice alone, and
        the others are worth so much more or less as the deals show.
        """
        assert other is not None
        values = self._values(turn)
        best = max(values, key=values.__getitem__)
        found = self._outcomes(turn, [*dict.fromkeys((turn.action, other, best))], tries, seed)
        anchor = sound(values[best], found[best]) - fmean(found[best])
        worth, other_worth = (round(anchor + fmean(found[action]), 2) for action in (turn.action, other))
        error = round(_error(found[turn.action], found[other]), 2)
        found_worse = is_mistake(round(other_worth - worth, 2), error)
        what = turn.number, turn.trick, Seat(turn.seat), turn.action
        return TurnReview(*what, worth, other, other_worth, error, found_worse)

    def explain(self, turn: Turn, one: TurnReview, seed: int) -> TurnReview:
        """Return a mistake with what more actions were worth, none above the best, and why that was better."""
        values, best = self._values(turn), one.other or ""
        rest = sorted(values.keys() - {one.action, best}, key=lambda action: -values[action])[:_MOST_TRIED]
        found = self._outcomes(turn, [best, *rest], self.given.tries, seed)
        others = {
            action: round(one.other_worth + min(0.0, fmean(found[action]) - fmean(found[best])), 2) for action in rest
        }
        worths = {one.action: one.worth, best: one.other_worth, **others}
        reasons = reasons_for(turn.seen, [worths.get(action, -inf) for action in turn.choices])
        return replace(one, others=others, reasons=worded(reasons, self.names))

    def _values(self, turn: Turn) -> dict[str, float]:
        """Return what each action is worth by the net, in points over the mean of the table."""
        values = self.net.values(*turn.known)
        return {action: values[number] for action, number in turn.choices.items()}

    def _outcomes(self, turn: Turn, actions: Sequence[str], tries: int, seed: int) -> dict[str, list[float]]:
        numbers = [turn.choices[action] for action in actions]
        found = outcomes(self.net.weights, turn.known, numbers, tries, self.given.depth, seed)
        return dict(zip(actions, found, strict=True))


def sound(value: float, found: Sequence[float]) -> float:
    """Return what the net's own choice is worth, by its value and by what it came to."""
    return (_TRUST * value + sum(found)) / (_TRUST + len(found))


def _error(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the standard error of the mean difference of two actions in the same deals."""
    differences = [second - first for first, second in zip(one, other, strict=True)]
    mean, tries = fmean(differences), len(differences)
    squares = sum((value - mean) ** 2 for value in differences) + _SPREAD_TRUST * _USUAL_SPREAD**2
    return float((squares / (tries - 1 + _SPREAD_TRUST) / tries) ** 0.5)


def _shares(scores: Sequence[int], replays: Sequence[Sequence[float]]) -> tuple[SeatReview, ...]:
    mean, found = fmean(scores), []
    for score, leads in zip(scores, replays, strict=True):
        lead, luck = round(score - mean, 1), round(fmean(leads), 1)
        found.append(SeatReview(score, luck, round(lead - luck, 1), round(stdev(leads) / len(leads) ** 0.5, 1)))
    return tuple(found)


def _seed(deal: int, turn: int) -> int:
    """Return the seed of a turn; turn 0 is the deal itself."""
    return crc32(b"%d %d" % (deal, turn)) % (2**32 - 8) + 1
