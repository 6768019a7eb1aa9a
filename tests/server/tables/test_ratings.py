"""How games change ratings, from the places of their players to the lists."""

from itertools import pairwise
from math import fsum, isclose
from operator import itemgetter
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.registry import GAMES
from protocol.message import Seat
from protocol.rating import Ladder, Rating
from protocol.setup import OptionValue, Setup
from protocol.table import TablePhase
from server.tables.chairs import Chair
from server.tables.heading import Heading, Player
from server.tables.names import bot_account
from server.tables.ratings import (
    NEWCOMER,
    SURE,
    UNKNOWN,
    Belief,
    RatedGame,
    Repeats,
    Side,
    by_households,
    ladder_of,
    points,
    ranked,
    rate,
    rated_game,
    shown,
    weights,
)

LADDER: Final = Ladder("lots")


ANN: Final = Chair("Ann", account="ann")


BEN: Final = Chair("Ben", account="ben")


BROUGHT: Final = Chair("Rob (bot)", account=bot_account("rob"))


BOT: Final = Chair("Nia", bot="plain")


GONE: Final = Chair("Cat", bot="plain", resigned="cat")


def an_end(*chairs: Chair, totals: tuple[int, ...], sides: tuple[int, ...] = ()) -> Heading:
    """Give the end of a rated game."""
    return replace(
        Heading("t", 0.0, Setup("lots", len(chairs)), TablePhase.OVER, chairs, "", "ann"),
        totals=totals,
        sides=sides,
        rated=True,
    )


def placed(end: Heading, *guests: str) -> list[tuple[str, int]]:
    """Give the players with their places."""
    game = rated_game(replace(end, guests=guests), LADDER)
    assert game is not None
    return [("+".join(one.account or one.bot for one in side.players), side.place) for side in game.sides]


@pytest.mark.parametrize(
    ("game", "options", "ruleset"),
    [
        ("chwech", {}, "revised"),
        ("chwech", {"ruleset": "revised", "deals": 2}, "revised"),
        ("chwech", {"ruleset": "original"}, "original"),
        ("twenty-five", {"pool": False}, ""),
    ],
)
def test_a_ladder_is_a_game_and_its_ruleset(game: str, options: dict[str, OptionValue], ruleset: str) -> None:
    """No other option makes a ladder of its own, and a game without the option has one."""
    assert ladder_of(Setup(game, options=options), GAMES[game].options) == Ladder(game, ruleset)


def test_places_follow_the_totals() -> None:
    """Equal totals share a place, and the next one is left out."""
    end = an_end(ANN, BOT, BEN, BOT, totals=(20, 30, 20, -4))
    assert placed(end) == [("ann", 2), ("plain", 1), ("ben", 2), ("plain", 4)]


def test_who_left_for_good_comes_last() -> None:
    """Whatever the bot that played on has made of it; several of them share the last place."""
    assert placed(an_end(ANN, GONE, BEN, totals=(1, 50, 2))) == [("ann", 2), ("cat", 3), ("ben", 1)]
    dai = replace(GONE, name="Dai", resigned="dai")
    assert placed(an_end(GONE, ANN, dai, totals=(9, 1, 8))) == [("cat", 2), ("ann", 1), ("dai", 2)]


def test_partners_are_rated_together() -> None:
    """A side is last only if nobody of it has stayed: a partner who stays keeps what the side has reached."""
    end = an_end(ANN, BOT, GONE, BEN, totals=(30, 10, 30, 10), sides=(0, 1, 0, 1))
    assert placed(end) == [("ann+cat", 1), ("plain+ben", 2)]
    left = replace(end, chairs=(replace(GONE, resigned="dai"), *end.chairs[1:]))
    assert placed(left) == [("dai+cat", 2), ("plain+ben", 1)]


def test_guests_are_left_out() -> None:
    """The others keep the places that they had with them; a partner of a guest is rated alone."""
    assert placed(an_end(ANN, BEN, BOT, totals=(3, 2, 1)), "ann") == [("ben", 2), ("plain", 3)]
    end = an_end(ANN, BOT, BEN, BOT, totals=(3, 2, 3, 2), sides=(0, 1, 0, 1))
    assert placed(end, "ben") == [("ann", 1), ("plain+plain", 2)]


def test_seats_with_hints_are_left_out() -> None:
    """Whoever took a hint is not rated; the others keep the places that they had."""
    end = an_end(ANN, BEN, BOT, totals=(3, 2, 1))
    assert placed(replace(end, hinted=(Seat(0),))) == [("ben", 2), ("plain", 3)]


@pytest.mark.parametrize(
    "end",
    [
        replace(an_end(ANN, BEN, totals=(1, 2)), rated=False),
        an_end(ANN, BEN, totals=()),
        an_end(BOT, replace(BOT, bot="keen"), totals=(1, 2)),
        an_end(BROUGHT, BOT, totals=(1, 2)),
        an_end(ANN, Chair("Gwen", account="gwen"), totals=(1, 2)),
        an_end(ANN, BEN, totals=(1, 1), sides=(0, 0)),
    ],
    ids=["casual", "no score", "bots alone", "a brought bot", "one person and a guest", "one side"],
)
def test_what_rates_nobody(end: Heading) -> None:
    """A casual game, one without a score, and one in which no person with an account met anybody to compare with."""
    assert rated_game(replace(end, guests=("gwen",)), LADDER) is None


@pytest.mark.parametrize(("origins", "home"), [((7, 7, 0), True), ((7, 8, 0), False), ((0, 0, 0), False), ((), False)])
def test_a_household_is_rated_as_the_host_wants(origins: tuple[int, ...], home: bool) -> None:
    """Its network is left out where all games count fully; where it is never rated, strangers still are."""
    end = replace(an_end(ANN, BEN, BOT, totals=(3, 2, 1)), origins=origins)
    game = rated_game(by_households(end, "less"), LADDER)
    assert game is not None
    assert game.near("ann") is home
    assert rated_game(by_households(end, "fully"), LADDER) == replace(game, origins=())
    assert (rated_game(by_households(end, "never"), LADDER) is None) is home


BOTS: Final = Player(bot="plain")


def person(number: int) -> Player:
    """Give a person."""
    return Player(f"person {number}")


def a_game(*places: int) -> RatedGame:
    """Give a game of persons with these places."""
    return RatedGame(LADDER, tuple(Side((person(number),), place) for number, place in enumerate(places)))


def placed_ratings(totals: list[int]) -> list[int]:
    """Give the places of totals."""
    return [1 + sum(other > total for other in totals) for total in totals]


PLACES: Final = st.lists(st.integers(1, 4), min_size=2, max_size=6).map(placed_ratings)


BELIEFS: Final = st.builds(Belief, st.floats(0, 50), st.floats(1.5, 25 / 3), st.integers(1, 500))


@settings(max_examples=40)
@given(PLACES)
def test_newcomers_share_out_what_there_is(places: list[int]) -> None:
    """Among newcomers the points that some win are those that the others lose."""
    after = rate(a_game(*places), {})
    assert isclose(fsum(belief.mu for belief in after.values()), UNKNOWN.mu * len(places))


@settings(max_examples=40)
@given(PLACES, BELIEFS)
def test_a_better_place_is_never_worse(places: list[int], belief: Belief) -> None:
    """Among players of whom the same is believed the better placed end higher, and equal places end equal."""
    after = rate(a_game(*places), {person(number): belief for number in range(len(places))})
    order = sorted(((place, after[person(number)].mu) for number, place in enumerate(places)), key=itemgetter(0))
    for (place, mu), (other, less) in pairwise(order):
        assert isclose(mu, less) if place == other else mu > less


def test_a_shared_first_place_is_worth_more_than_the_next() -> None:
    """Two winners gain more than the third, and each of them the mean of a first and a second place."""
    shared, alone = rate(a_game(1, 1, 3), {}), rate(a_game(1, 2, 3), {})
    assert isclose(shared[person(0)].mu, (alone[person(0)].mu + alone[person(1)].mu) / 2)
    assert shared[person(0)].mu > shared[person(2)].mu


@settings(max_examples=40)
@given(st.lists(BELIEFS, min_size=2, max_size=7))
def test_every_game_counts_and_tells_something(beliefs: list[Belief]) -> None:
    """The games of all are one more, and among unsure players the spread of nobody grows."""
    before = {person(number): belief for number, belief in enumerate(beliefs)}
    after = rate(a_game(*range(1, len(beliefs) + 1)), before)
    assert {one: belief.games for one, belief in after.items()} == {one: b.games + 1 for one, b in before.items()}
    # The model adds a little spread a game, for skill changes; a twelfth of that of a newcomer.
    assert all(after[one].sigma ** 2 <= before[one].sigma ** 2 + (25 / 300) ** 2 for one in after)


@settings(max_examples=40)
@given(PLACES, st.lists(BELIEFS, min_size=6, max_size=6))
def test_the_same_game_gives_the_same_ratings(places: list[int], beliefs: list[Belief]) -> None:
    """The order in which the seats are named does not matter, and nothing is drawn."""
    game, before = a_game(*places), {person(number): belief for number, belief in enumerate(beliefs)}
    turned = RatedGame(game.ladder, game.sides[::-1])
    after, again = rate(game, before), rate(turned, before)
    assert rate(game, before) == after
    assert all(isclose(after[one].mu, again[one].mu, abs_tol=1e-9) for one in after)
    assert all(isclose(after[one].sigma, again[one].sigma) for one in after)


def test_who_beats_a_better_player_wins_more() -> None:
    """A win against a strong player is worth more than one against a weak one."""
    strong, weak = ({person(1): Belief(mu, 2.0, 50)} for mu in (35.0, 15.0))
    assert rate(a_game(1, 2), strong)[person(0)].mu > rate(a_game(1, 2), weak)[person(0)].mu


def test_several_bots_of_one_level_are_one_player() -> None:
    """Their rating is the mean of what their seats bring, after one game; where they tie it does not move."""
    sides = (Side((person(0),), 1), Side((BOTS,), 2), Side((BOTS,), 3))
    apart = (Side((person(0),), 1), Side((person(1),), 2), Side((person(2),), 3))
    after, alone = rate(RatedGame(LADDER, sides), {}), rate(RatedGame(LADDER, apart), {})
    assert after[BOTS].games == 1
    assert isclose(after[BOTS].mu, (alone[person(1)].mu + alone[person(2)].mu) / 2)
    assert after[person(0)] == alone[person(0)]


def test_partners_win_together() -> None:
    """Both of the winning side rise, both of the other fall."""
    sides = (Side((person(0), person(1)), 1), Side((person(2), BOTS), 2))
    after = rate(RatedGame(LADDER, sides), {})
    assert after[person(0)] == after[person(1)]
    assert after[person(0)].mu > UNKNOWN.mu > after[BOTS].mu


def test_a_rating_is_provisional_first() -> None:
    """A newcomer has 1500 points ± 208; after some twenty games of six the rating is taken seriously."""
    assert shown(UNKNOWN) == Rating(NEWCOMER, 208, 0, provisional=True)
    known: dict[Player, Belief] = {}
    games = 0
    while known.get(person(0), UNKNOWN).sigma > SURE:
        order = [(games + seat) % 6 + 1 for seat in range(6)]
        sides = (Side((person(0),), order[0]), *(Side((BOTS,), place) for place in order[1:]))
        known = rate(RatedGame(LADDER, sides), known)
        games += 1
    assert 10 < games < 30
    assert not shown(known[person(0)]).provisional


def farmed(games: int, *, home: bool) -> int:
    """Give the points of someone who has won so many games against the same five within a month."""
    game, known = a_game(1, 2, 2, 2, 2, 2), dict[Player, Belief]()
    names = [person(number).account for number in range(6)]
    game = replace(game, origins=tuple((name, 7) for name in names) if home else ())
    for number in range(games):
        met = Repeats(dict.fromkeys(names, number), number)
        known |= rate(game, known, dict.fromkeys(names, met))
    return points(known[person(0)].mu)


def test_ratings_cannot_be_made_at_will() -> None:
    """However many games the same people give away, little more comes of it than of a few, least from one network."""
    many = farmed(400, home=True)
    assert many - farmed(100, home=True) < 5
    assert many < farmed(5, home=False) < farmed(400, home=False) < 1900


def test_a_game_among_strangers_counts_fully() -> None:
    """So does one against bots alone; for bots it counts as for the people who are there."""
    game = RatedGame(LADDER, (*a_game(1, 2).sides, Side((BOTS,), 3)))
    assert set(weights(game, {}).values()) == {1.0}
    assert weights(game, {person(0).account: Repeats({person(1).account: 4})})[BOTS] == 0.75
    alone = RatedGame(LADDER, (Side((person(0),), 1), Side((BOTS,), 2)))
    assert set(weights(alone, {person(0).account: Repeats({}, 99)}).values()) == {1.0}


KNOWN = Belief(30.0, SURE, 40)


def test_each_player_has_a_place_once_the_rating_is_sure() -> None:
    """A provisional one has none; the reader is marked, and nobody is whose account is not known."""
    standings = [
        (Player("ann", ""), "Ann", KNOWN),
        (Player("", "steady"), "", KNOWN),
        (Player("ben", ""), "Ben", UNKNOWN),
    ]
    players = ranked(standings, "ann")
    assert [(one.place, one.name, one.bot, one.own) for one in players] == [
        (1, "Ann", "", True),
        (2, "", "steady", False),
        (0, "Ben", "", False),
    ]
    assert not any(one.own for one in ranked(standings))
