"""The standings of a contest: scores with their errors, leads, first places and ratings of the bots by level."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import fmean
from typing import Final

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from lab.arena.contest import Contest, Round
from protocol.language import _, ngettext

SURE: Final = 1.96  # Standard errors to each side within which the true value lies in 95 of 100 contests.

_MODEL: Final = PlackettLuce()


class Estimate:
    """A mean of values that come one by one, and its standard error."""

    def __init__(self) -> None:
        self.number = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """Add a value (Welford's method)."""
        self.number += 1
        off = value - self.mean
        self.mean += off / self.number
        self._squares += off * (value - self.mean)

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 for fewer than two values."""
        return sqrt(self._squares / (self.number - 1) / self.number) if self.number > 1 else 0.0


class LevelStanding(Struct):
    """What the bots of one level have reached."""

    score: Estimate
    """The mean score of a deal."""
    firsts: Estimate
    """The share of first places of one of them; a shared one counts in parts."""
    rating: PlackettLuceRating


class Standings:
    """Adds up the deals of a contest; nothing of them is kept."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.entries: Final[Mapping[str, list[int]]] = {
            level: [entry for entry, other in enumerate(contest.bots) if other == level]
            for level in dict.fromkeys(contest.bots)
        }
        """The entries of each level, in the order in which the levels were named."""
        self.levels: Final = {
            level: LevelStanding(Estimate(), Estimate(), _MODEL.rating(name=level)) for level in self.entries
        }
        self.leads: Final = {pair: Estimate() for pair in combinations(self.entries, 2)}
        """How far the first of two levels is ahead of the second, in points a deal."""
        self.lead = Estimate()  # How far the level named first is ahead of the mean of all others.
        self.deals = 0

    def add(self, played: Round) -> None:
        """Add a deal."""
        self.deals += 1
        by_entry = [fmean(scores) for scores in zip(*played.scores, strict=True)]
        means = {level: fmean(by_entry[entry] for entry in entries) for level, entries in self.entries.items()}
        for level, mean in means.items():
            self.levels[level].score.add(mean)
            self.levels[level].firsts.add(_firsts(played.scores, self.entries[level]))
        for (one, other), lead in self.leads.items():
            lead.add(means[one] - means[other])
        first = next(iter(self.entries))
        others = [mean for entry, mean in enumerate(by_entry) if entry not in self.entries[first]]
        self.lead.add(means[first] - fmean(others))
        for scores in played.scores:
            self._rate([fmean(scores[entry] for entry in entries) for entries in self.entries.values()])

    def _rate(self, scores: Sequence[float]) -> None:
        """Rate the levels by one game; a level with several seats counts as one player with their mean score."""
        teams = _MODEL.rate([[standing.rating] for standing in self.levels.values()], scores=list(scores))
        for standing, (rating,) in zip(self.levels.values(), teams, strict=True):
            standing.rating = rating


def _firsts(games: Sequence[Sequence[int]], entries: Sequence[int]) -> float:
    """Return the share of first places of one of these entries over several games."""
    shares = []
    for scores in games:
        highest = max(scores)
        winners = [entry for entry, score in enumerate(scores) if score == highest]
        shares.append(sum(entry in winners for entry in entries) / len(winners) / len(entries))
    return fmean(shares)


def as_plain(standings: Standings) -> dict[str, object]:
    """Return the standings for programs: ``diff`` is the lead of the level named first, ``se`` its standard error."""
    contest = standings.contest
    return {
        "bots": list(contest.bots),
        "deals": standings.deals,
        "duplicate": contest.duplicate,
        "seed": contest.seed,
        "diff": standings.lead.mean,
        "se": standings.lead.error,
        "levels": {
            level: {
                "score": standing.score.mean,
                "se": standing.score.error,
                "first": standing.firsts.mean,
                "rating": {"mu": standing.rating.mu, "sigma": standing.rating.sigma},
            }
            for level, standing in standings.levels.items()
        },
        "leads": [
            {"of": one, "over": other, "diff": lead.mean, "se": lead.error}
            for (one, other), lead in standings.leads.items()
        ],
    }


def write_standings(standings: Standings) -> str:
    """Return the standings as tables: what each level has reached, and how far each is ahead of each other."""
    width = max(8, *map(len, standings.levels))
    titles = (_("score a deal"), _("first"), _("rating"))
    rows = [f"{'':{width}}  {'  '.join(titles)}"]
    for level, standing in standings.levels.items():
        score = f"{standing.score.mean:.2f} ± {standing.score.error:.2f}"
        rating = f"{standing.rating.mu:.1f} ± {standing.rating.sigma:.1f}"
        first = f"{standing.firsts.mean:.1%}"
        rows.append(f"{level:{width}}  {score:>{max(12, len(titles[0]))}}  {first:>{max(5, len(titles[1]))}}  {rating}")
    rows += ["", *_cross(standings, width), ""]
    lead = standings.lead
    low, high = lead.mean - SURE * lead.error, lead.mean + SURE * lead.error
    rows.append(
        _(
            "{bot} leads the others by {lead} points a deal (95 %: {low} to {high}).",
            bot=next(iter(standings.levels)),
            lead=f"{lead.mean:+.2f}",
            low=f"{low:+.2f}",
            high=f"{high:+.2f}",
        )
    )
    played = ngettext("{n} deal", "{n} deals", standings.deals)
    times = standings.contest.turns
    rows.append(_("{deals}, each played {times} times", deals=played, times=times) if times > 1 else played)
    return "\n".join(rows)


def _cross(standings: Standings, width: int) -> list[str]:
    """Return the lead of each level, by rows, over each other one, by columns."""
    cell = max(width, 15)
    rows = [f"{'':{width}}  " + "  ".join(f"{level:>{cell}}" for level in standings.levels)]
    for one in standings.levels:
        cells = []
        for other in standings.levels:
            lead = standings.leads.get((one, other)) or standings.leads.get((other, one))
            sign = 1 if (one, other) in standings.leads else -1
            cells.append("–" if lead is None else f"{sign * lead.mean:+.2f} ± {lead.error:.2f}")
        rows.append(f"{one:{width}}  " + "  ".join(f"{text:>{cell}}" for text in cells))
    return rows
