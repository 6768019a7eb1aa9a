"""How a rated game changes what is believed about its players, by the model of Plackett and Luce; pure.

Each place tells how much better its player did than everyone below. Scores count by their order alone: how far apart
two of them are depends on the deals, the number of players and the options.

The result of a game is taken as its sides with their places, and the ladder that they stand on.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import fsum, lcm
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from protocol.message import Seat
from protocol.rating import RULESET, Ladder, RankedPlayer, Rating, rulesets
from protocol.setup import OptionOffer, Setup
from server.tables.chairs import Chair, taken
from server.tables.heading import Heading, Player, player_of
from server.tables.table import Table


class Side(Struct, frozen=True, gc=False):
    """Those who play together, most often one alone, with their place."""

    players: tuple[Player, ...]
    place: int


class RatedGame(Struct, frozen=True, gc=False):
    """A finished game whose players are to be rated."""

    ladder: Ladder
    sides: tuple[Side, ...]
    origins: tuple[tuple[str, int], ...] = ()
    """The accounts of which it is known from which network they came, with a digest of that."""

    def near(self, account: str) -> bool:
        """True if someone else of the game came from the same network as this account."""
        known = dict(self.origins)
        return account in known and list(known.values()).count(known[account]) > 1


def ladder_of(setup: Setup, offers: Iterable[OptionOffer]) -> Ladder:
    """Return the ladder of a setup; ``offers`` are the options of the game."""
    known = rulesets(offers)
    return Ladder(setup.game, str(setup.options.get(RULESET, known[0])) if known else "")


def _networks(brief: Heading) -> dict[str, int]:
    """Return the accounts of a game with a digest of the network that each came from, 0 where it is not known."""
    held = zip(brief.chairs, brief.origins or (0,) * len(brief.chairs), strict=True)
    found = ((chair.account or chair.resigned, origin) for chair, origin in held if chair is not None)
    return {account: origin for account, origin in found if account}


def by_households(brief: Heading, rated: str) -> Heading:
    """Return a heading at the end as the host wants games of people of one network rated: see ``HOUSEHOLDS``."""
    networks = [*_networks(brief).values()]
    if rated == "fully":
        return replace(brief, origins=())
    if rated == "never" and len(networks) > 1 and networks[0] and len({*networks}) == 1:
        return replace(brief, rated=False)
    return brief


def rated_game(brief: Heading, ladder: Ladder) -> RatedGame | None:
    """Return the result of a game from its heading at the end; None if no seat is rated.

    A side from which everyone has resigned comes last, however its bots have played. The seats of guests, and
    those on which hints were taken, are left out.
    """
    if not brief.rated or not brief.totals:
        return None
    members: dict[int, list[tuple[Seat, Chair]]] = {}
    for seat, chair in taken(brief.chairs):
        members.setdefault(brief.sides[seat] if brief.sides else seat, []).append((seat, chair))
    order = {side: _order(brief, seats) for side, seats in members.items()}
    sides = []
    for side, seats in members.items():
        alone = [chair for seat, chair in seats if seat not in brief.hinted]
        players = tuple(player for chair in alone if (player := player_of(chair, brief.guests)) is not None)
        if players:
            sides.append(Side(players, 1 + sum(other < order[side] for other in order.values())))
    everybody = {player for side in sides for player in side.players}
    rated = len(sides) > 1 and len(everybody) > 1 and any(player.person for player in everybody)
    known = tuple(sorted((account, origin) for account, origin in _networks(brief).items() if origin))
    return RatedGame(ladder, tuple(sides), known) if rated else None


class Score(Struct, frozen=True, gc=False):
    """What an account has scored in a game of a ladder."""

    ladder: Ladder
    deals: int
    """1 for the best of its deals, 0 for the whole game."""
    account: str
    points: int


def public_scores(end: Table, brief: Heading, ladder: Ladder) -> tuple[Score, ...] | None:
    """Return what people have scored in a rated game without hints; None for a game that is not public.

    Whole games are compared that have the usual number of deals, or end by a score.
    """
    if not brief.arrangement.listed or brief.daily is not None:
        return None
    lengths = [(offer.name, offer.values[0]) for offer in end.state.game.options if offer.name == "deals"]
    usual = all(brief.setup.options.get(name, value) == value for name, value in lengths)
    found = list[Score]()
    for seat, chair in taken(brief.chairs) if brief.rated and end.state.sheets else ():
        who = player_of(chair, brief.guests)
        if who is not None and who.person and seat not in brief.hinted:
            best = max(sheet.points[seat] for sheet in end.state.sheets)
            found += [Score(ladder, 1, who.account, best), *[Score(ladder, 0, who.account, brief.totals[seat])] * usual]
    return tuple(found)


def _order(brief: Heading, seats: list[tuple[Seat, Chair]]) -> tuple[bool, int]:
    """Return what orders the sides, the best first."""
    left = any(chair.resigned for _, chair in seats) and not any(chair.account for _, chair in seats)
    return left, 0 if left else -brief.totals[seats[0][0]]


if TYPE_CHECKING:
    from openskill.models import PlackettLuce

NEWCOMER: Final = 1500  # The points of a newcomer.
_POINTS: Final = 25  # The points of one unit of the model; a newcomer has ± 208 of them.

_MEAN: Final = 25.0
_SPREAD: Final = 25.0 / 3

SURE: Final = 6.0
"""The greatest standard deviation of the model that is not provisional: ± 150 points, some twenty games of six."""


class Belief(Struct, frozen=True, gc=False):
    """What is believed about a player: a normal distribution of their skill."""

    mu: float = _MEAN
    sigma: float = _SPREAD
    games: int = 0
    """The number of rated games behind it."""


UNKNOWN: Final = Belief()  # What is believed about a newcomer.


_Normal = tuple[float, float]
"""A mean and a standard deviation."""


@cache
def _model() -> "PlackettLuce":
    # Loading takes tens of milliseconds: only the thread that rates games does, at the first of them.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=_MEAN, sigma=_SPREAD)


class _Entry(NamedTuple):
    """A side as the model sees it: all that may tell it from another."""

    place: int
    known: tuple[_Normal, ...]


REPEATS_DAYS: Final = 30  # The days for which a game with the same people makes the next one count less.
_HALVED: Final = 4  # The games with one other person within that time after which another one with them counts half.
_HALVED_AT_HOME: Final = 2  # The same for games with someone who came from the same network.


class Repeats(Struct, frozen=True, gc=False):
    """How often an account was rated lately."""

    together: Mapping[str, int] = {}
    """By other account of the game, the rated games with it."""
    at_home: int = 0
    """The rated games with anybody from its own network."""


def weights(game: RatedGame, repeats: Mapping[str, Repeats]) -> dict[Player, float]:
    """Return how much a game counts for each player, from 1 down towards 0 the more often the same people have met.

    For an account that is the mean over the other accounts, and 1 without any; for a bot of the house the mean of all.
    """
    accounts = sorted({player.account for side in game.sides for player in side.players if player.account})
    origins = dict(game.origins)
    found: dict[Player, float] = {}
    for one in accounts:
        known, home = repeats.get(one, Repeats()), origins.get(one, 0)
        counts = [
            0.5 ** (known.at_home / _HALVED_AT_HOME)
            if home and origins.get(other) == home
            else 0.5 ** (known.together.get(other, 0) / _HALVED)
            for other in accounts
            if other != one
        ]
        found[Player(one)] = fsum(counts) / len(counts) if counts else 1.0
    mean = fsum(found.values()) / len(found) if found else 1.0
    return {player: found.get(player, mean) for side in game.sides for player in side.players}


def rate(game: RatedGame, before: Mapping[Player, Belief], repeats: Mapping[str, Repeats] = {}) -> dict[Player, Belief]:
    """Return what is believed about each player of a game after it; without a belief ``before`` they are newcomers.

    A level whose bots have several seats gets the mean of what each of its seats brings. A game counts by its weight.
    """
    known = {player: before.get(player, UNKNOWN) for side in game.sides for player in side.players}
    entries = [
        _Entry(side.place, tuple((known[one].mu, known[one].sigma) for one in side.players)) for side in game.sides
    ]
    results = _results(entries)
    after: dict[Player, list[_Normal]] = {}
    for side, entry in zip(game.sides, entries, strict=True):
        for player, result in zip(side.players, results[entry], strict=True):
            after.setdefault(player, []).append(result)
    counts = weights(game, repeats)
    return {player: _moved(known[player], _mean(found), counts[player]) for player, found in after.items()}


def _moved(before: Belief, after: _Normal, weight: float) -> Belief:
    """Return what is believed after a game that counts by this weight."""
    mu, sigma = after
    if weight < 1:
        mu, sigma = before.mu + weight * (mu - before.mu), before.sigma + weight * (sigma - before.sigma)
    return Belief(mu, sigma, before.games + 1)


def _results(entries: Sequence[_Entry]) -> dict[_Entry, list[_Normal]]:
    """Return what the model makes of each player of each side.

    The model itself gives two winners less than the third. So a shared place is broken up, in orders in which each who
    shares it has each of the places in it equally often, and the mean of all these counts. Equal sides stay equal, and
    the order of the seats does not matter.
    """
    model, found = _model(), dict[_Entry, list[list[_Normal]]]()
    ordered = sorted(entries)
    teams = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in entry.known] for entry in ordered]
    for ranks in _orders([entry.place for entry in ordered]):
        for entry, team in zip(ordered, model.rate(teams, ranks=ranks), strict=True):
            found.setdefault(entry, []).append([(rating.mu, rating.sigma) for rating in team])
    return {entry: [_mean(results) for results in zip(*teams, strict=True)] for entry, teams in found.items()}


def _orders(places: Sequence[int]) -> Iterator[list[float]]:
    """Yield orders without a shared place."""
    shared = Counter(places)
    rank = [places[:side].count(place) for side, place in enumerate(places)]
    for turn in range(lcm(*shared.values())):
        yield [place + float((rank[side] + turn) % shared[place]) for side, place in enumerate(places)]


def _mean(found: Sequence[_Normal]) -> _Normal:
    mus, sigmas = zip(*found, strict=True)
    return fsum(mus) / len(mus), fsum(sigmas) / len(sigmas)


def points(mu: float) -> int:
    """Return a skill in points as people see it."""
    return NEWCOMER + round(_POINTS * (mu - _MEAN))


def shown(belief: Belief) -> Rating:
    """Return a belief as people see it."""
    return Rating(points(belief.mu), round(_POINTS * belief.sigma), belief.games, provisional=belief.sigma > SURE)


def ranked(
    standings: Iterable[tuple[Player, str, Belief]], account: str = "", month: str = ""
) -> tuple[RankedPlayer, ...]:
    """Return players in their order, each with a place unless a rating is provisional; ``account`` is the reader's.

    In the standings of a month none is provisional.
    """
    return tuple(
        RankedPlayer(
            rating=(rating := replace(shown(belief), provisional=belief.sigma > SURE and not month)),
            name=name,
            bot=player.bot,
            place=0 if rating.provisional else place,
            own=bool(account) and player.account == account,
        )
        for place, (player, name, belief) in enumerate(standings, start=1)
    )
