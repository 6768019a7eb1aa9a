"""The form for a new tournament."""

import pytest
from msgspec.structs import replace

from chwech_tui.model.form import blank_form
from chwech_tui.model.tournament_form import DAYS, MOVES, PlanForm, plan_of, plan_rows, plan_step
from protocol.setup import Clock, GameOffer, Setup
from protocol.tournaments import MOST_ROUNDS, Form, TournamentPlan
from server.rules.registry import GAMES
from server.tables.clock import check_clock

OFFERS = {name: GameOffer(name, GAMES[name].players, GAMES[name].options, ("steady", "easy")) for name in GAMES}
BLANK = PlanForm(blank_form(OFFERS), name="Cup")


def test_what_was_not_chosen_is_as_the_command_has_it() -> None:
    """The game, the time of a move, the number of rounds and the bots."""
    assert plan_of(BLANK) == TournamentPlan("Cup", Setup("chwech", 6))


@pytest.mark.parametrize(
    ("name", "by", "plan"),
    [
        ("form", 1, TournamentPlan("Cup", Setup("chwech", 6), Form.LEAGUE)),
        ("form", 2, TournamentPlan("Cup", Setup("chwech", 6))),
        ("rounds", -1, TournamentPlan("Cup", Setup("chwech", 6), rounds=MOST_ROUNDS)),
        ("clock", 4, TournamentPlan("Cup", Setup("chwech", 6), clock=Clock(172_800.0))),
        ("days", -1, TournamentPlan("Cup", Setup("chwech", 6), days=100)),
        ("bots", 1, TournamentPlan("Cup", Setup("chwech", 6), bot="easy")),
        ("bots", 2, TournamentPlan("Cup", Setup("chwech", 6))),
        ("players", 1, TournamentPlan("Cup", Setup("chwech", 7))),
        ("game", 1, TournamentPlan("Cup", Setup("twenty-five", 5))),
    ],
)
def test_each_choice_is_changed_in_a_circle(name: str, by: int, plan: TournamentPlan) -> None:
    """One step at a time, forth or back; the game brings choices of its own."""
    form = BLANK
    for _ in range(abs(by)):
        form = plan_step(form, name, 1 if by > 0 else -1)
    assert plan_of(form) == plan


def test_every_choice_has_a_line() -> None:
    """Those of the tables too, but for what the server decides there."""
    names = [row.name for row in plan_rows(BLANK)]
    assert names[:7] == ["form", "rounds", "clock", "days", "duplicate", "game", "players"]
    assert "bots" in names
    assert not {"pace", "rated", "listed"} & {*names}
    assert all(row.label and row.about and row.value for row in plan_rows(replace(BLANK, rounds=3, days=7)))


def test_the_server_takes_every_time() -> None:
    """No choice of the form leads to a refusal."""
    for clock in MOVES:
        check_clock(clock)
    assert max(DAYS) <= 100


def test_a_duplicate_tournament_is_for_games_that_can_be_compared() -> None:
    """The choice is that of the tournament, not of its tables; a game without it has no such line."""
    form = plan_step(BLANK, "duplicate", 1)
    assert plan_of(form) == TournamentPlan("Cup", Setup("chwech", 6), duplicate=True)
    assert [row.value for row in plan_rows(form) if row.name == "duplicate"] == ["yes"]
    games = {"Ten": GameOffer("ten", (4,), (), ("steady",))}
    other = replace(form, table=blank_form(games))
    assert "duplicate" not in {row.name for row in plan_rows(other)}
    assert not plan_of(other).duplicate
