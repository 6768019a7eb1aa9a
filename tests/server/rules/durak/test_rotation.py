"""Who attacks whom next: every sequence of Parlett's account (seed 003; ``other-games.md``, section 4b)."""

from collections.abc import Collection
from random import Random

import pytest

from protocol.vocabulary import Seat
from server.rules.durak.variant import next_bout

FOUR = {"N": 0, "E": 1, "S": 2, "W": 3}
"""Four players clockwise; North and South are partners."""

SIX = {"W": 0, "NW": 1, "N": 2, "E": 3, "SE": 4, "S": 5}
"""Six players clockwise; West, North and South-East play against the others."""


def attackers(seats: dict[str, int], bout: str, within: str, outcomes: str) -> str:
    """Give the attackers from a bout such as ``E S`` on: after each ``+`` it was beaten, after each ``-`` picked up."""
    named = {Seat(seat): name for name, seat in seats.items()}
    attacker, defender = (Seat(seats[name]) for name in bout.split())
    there = {Seat(seats[name]) for name in within.split()}
    told = [named[attacker]]
    for outcome in outcomes:
        attacker, defender = next_bout(attacker, defender, there, len(seats), held=outcome == "+")
        told.append(named[attacker])
    return " ".join(told)


def test_with_everybody_in_play_the_turn_goes_round() -> None:
    """Source: section 4b, "plain clockwise rotation"; who picks up is passed over."""
    assert attackers(FOUR, "N E", "N E S W", "+++++") == "N E S W N E"
    assert attackers(SIX, "W NW", "W NW N E SE S", "+++++++") == "W NW N E SE S W NW"
    assert attackers(FOUR, "N E", "N E S W", "-+--") == "N S W E W"


def test_four_players_without_north() -> None:
    """Source: seed 003, "the order of play is essentially E-S-W-S-E-S-W-S etc."."""
    assert attackers(FOUR, "E S", "E S W", "+++++++") == "E S W S E S W S"


def test_two_against_one_play_alternately() -> None:
    """Source: seed 003, "the remaining player will continue playing against South"."""
    assert attackers(FOUR, "W S", "S W", "++++") == "W S W S W"
    assert attackers(FOUR, "W S", "S W", "---") == "W W W W", "who is not beaten attacks again"


def test_six_players_without_west() -> None:
    """Source: seed 003, "the order of play, after West runs out of cards, is NW-N-E-SE-S-N-NW-SE-E-N-S-SE-NW-N-E"."""
    order = "NW N E SE S N NW SE E N S SE NW N E"
    assert attackers(SIX, "NW N", "NW N E SE S", "+" * 14) == order


def test_the_steps_of_the_account() -> None:
    """Source: seed 003, steps 1 to 7: West attacks North-West and runs out, but North-West picks up, and so on."""
    assert attackers(SIX, "W NW", "NW N E SE S", "--++--") == "W N SE S N SE N"


@pytest.mark.parametrize(
    ("bout", "within", "order"),
    [("N S", "NW N E SE", "NW SE E N NW"), ("SE E", "NW N SE S", "S N NW SE S")],
)
def test_a_defender_who_runs_out_is_replaced(bout: str, within: str, order: str) -> None:
    """Source: seed 003, "if, at turn 7, South beats off …" and "if, at turn 6, East had beaten off …"."""
    told = attackers(SIX, bout, within, "+++++")
    assert told.split(" ", 1)[1] == order


def test_the_last_of_a_side_takes_all_its_turns() -> None:
    """Source: seed 003, "the remaining player will take the turns of all three team members"."""
    assert attackers(SIX, "NW SE", "NW E SE S", "+++++++") == "NW SE E SE S SE NW SE"


def test_nobody_attacks_a_partner() -> None:
    """Whoever goes out and whatever happens, the next bout is between the two sides, and of seats that still play."""
    chance = Random(4)
    for _ in range(200):
        players = chance.choice((4, 6))
        attacker, defender = Seat(0), Seat(1)
        within: Collection[Seat] = set(map(Seat, range(players)))
        while len({seat % 2 for seat in within}) == 2:
            attacker, defender = next_bout(attacker, defender, within, players, held=chance.random() < 0.5)
            assert {attacker, defender} <= set(within)
            assert attacker % 2 != defender % 2
            within = {seat for seat in within if chance.random() < 0.9}
