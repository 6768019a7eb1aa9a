"""The result of a finished game as ratings need it."""

from typing import Final

import pytest
from msgspec.structs import replace

from protocol.message import Seat
from protocol.setup import OptionOffer, OptionValue, Setup
from protocol.tableview import TablePhase
from server.rules.registry import GAMES
from server.tables.chairs import Chair
from server.tables.heading import Heading, Player
from server.tables.ladder import Ladder
from server.tables.names import bot_account
from server.tables.ratings import RatedGame, Side, by_households, ladder_of, rated_game

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


def test_an_option_that_a_game_does_not_have_makes_no_ladder() -> None:
    """What a setup says besides the offers of the game is not looked at."""
    assert ladder_of(Setup("lots", options={"ruleset": "x"}), (OptionOffer("deals", "", ()),)) == LADDER


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


def test_each_player_is_a_side() -> None:
    """Without sides a game is rated by its seats."""
    assert rated_game(an_end(ANN, BOT, totals=(1, 2)), LADDER) == RatedGame(
        LADDER, (Side((Player("ann"),), 2), Side((Player(bot="plain"),), 1))
    )


@pytest.mark.parametrize(("origins", "home"), [((7, 7, 0), True), ((7, 8, 0), False), ((0, 0, 0), False), ((), False)])
def test_a_household_is_rated_as_the_host_wants(origins: tuple[int, ...], home: bool) -> None:
    """Its network is left out where all games count fully; where it is never rated, strangers still are."""
    end = replace(an_end(ANN, BEN, BOT, totals=(3, 2, 1)), origins=origins)
    game = rated_game(by_households(end, "less"), LADDER)
    assert game is not None
    assert game.near("ann") is home
    assert rated_game(by_households(end, "fully"), LADDER) == replace(game, origins=())
    assert (rated_game(by_households(end, "never"), LADDER) is None) is home
