"""The rankings of a ladder as they are sent."""

from server.tables.heading import Player
from server.tables.ratings import SURE, UNKNOWN, Belief, ranked

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
