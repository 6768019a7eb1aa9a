"""What someone types to ask for a tournament, and how one is told."""

import pytest

from protocol.language import speaking
from protocol.setup import Clock, GameOffer, OptionOffer, OptionValue, Setup
from protocol.table import TablePhase
from protocol.tournaments import (
    CancelTournament,
    EnterTournament,
    InvalidPlan,
    ListTournaments,
    MakeTournament,
    ReadTournament,
    Standing,
    StartTournament,
    TournamentEntry,
    TournamentForm,
    TournamentPlan,
    TournamentRequest,
    TournamentTable,
    own_state_words,
    plan_words,
    points_words,
    read_plan,
    read_request,
    seats_words,
    standing_cells,
    state_words,
)

OFFERS = (
    GameOffer(
        "chwech",
        (6, 4, 5),
        (
            OptionOffer("ruleset", "", ("revised", "original")),
            OptionOffer("deals", "", (0,), 1, 24, 1),
            OptionOffer("review_won", "", (False, True)),
            OptionOffer("target", "", (45, 31)),
        ),
        ("steady",),
    ),
    GameOffer("twenty-five", (5, 3), (), ("steady",)),
)


DUPLICATE = OptionOffer("duplicate", "the same hands", (False, True))


@pytest.mark.parametrize(
    ("words", "request_"),
    [
        ("", ListTournaments(0)),
        ("list", ListTournaments(0)),
        ("3", ReadTournament(0, 3)),
        ("3 2", ReadTournament(0, 3, 2)),
        ("3 99", ReadTournament(0, 3, 20)),
        ("enter 3", EnterTournament(0, 3)),
        ("withdraw 3", EnterTournament(0, 3, entered=False)),
        ("start 3", StartTournament(0, 3)),
        ("cancel 3", CancelTournament(0, 3)),
        ("make Cwpan", MakeTournament(0, TournamentPlan("Cwpan", Setup("chwech", 6)))),
    ],
)
def test_requests(words: str, request_: TournamentRequest) -> None:
    """Each way to ask is read as what it asks for."""
    assert read_request(words.split(), OFFERS) == request_


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("dance", "write one of these after it"),
        ("make", "write one of these after it"),
        ("enter", "write one of these after it"),
        ("enter soon", "'soon' is not a tournament"),
        ("enter 0", "'0' is not a tournament"),
        ("enter ٣", "is not a tournament"),
        ("make 4 swiss", "needs a name"),
        ("make Cup rounds=21", "rounds is a number from 0 to 20"),
        ("make Cup move=soon", "a move has 10 to 300 seconds, as in move=60, or 1 to 14 days, as in move=2d"),
        ("make Cup move=15d", "a move has 10 to 300 seconds, as in move=60, or 1 to 14 days, as in move=2d"),
        ("make Cup colour=red", "there is no choice 'colour' here: there are rounds, move, bank"),
        ("make Cup deals=x", "deals is a number"),
        ("make Cup duplicate=1", "write duplicate=yes or duplicate=no"),
        ("make Cup review_won=ja", "write review_won=yes or review_won=no"),
    ],
)
def test_what_cannot_be_read(words: str, said: str) -> None:
    """What asks for nothing is refused with what would be right."""
    with pytest.raises(InvalidPlan, match=said):
        read_request(words.split(), OFFERS)


def test_a_plan_in_words() -> None:
    """Words come in any order; what means nothing else is the name."""
    line = (
        "Winter league Cup 2026 4 rounds=5 move=30 bank=90 bot=strong deals=8 review_won=yes ruleset=original target=31"
    )
    options: dict[str, OptionValue] = {"deals": 8, "review_won": True, "ruleset": "original", "target": 31}
    assert read_plan(line.split(), OFFERS) == TournamentPlan(
        "Winter Cup 2026", Setup("chwech", 4, options), TournamentForm.LEAGUE, 5, Clock(30.0, 90.0), 0, "strong"
    )
    assert read_plan(["Cup", "twenty-five", "players=3", "move=2d", "days=14"], OFFERS) == TournamentPlan(
        "Cup", Setup("twenty-five", 3), TournamentForm.SWISS, 0, Clock(172_800.0), 14
    )


def test_a_duplicate_tournament_in_words() -> None:
    """There duplicate is how tables are compared, not the option of a table; points have a sign and stand alone."""
    plan = read_plan(["Cup", "duplicate=yes"], (GameOffer("chwech", (6,), (DUPLICATE,), ("steady",)),))
    assert plan == TournamentPlan("Cup", duplicate=True)
    assert not read_plan(["Cup", "duplicate=no"], OFFERS).duplicate
    assert plan_words(plan, "Chwech for 6") == "Chwech for 6, Swiss, duplicate, 60 seconds a move"
    assert standing_cells(Standing("Nia", 1, 12.25), "Nia", plan) == ("1", "Nia", "+12.2", "", "")
    with pytest.raises(InvalidPlan) as caught:
        read_plan(["Cup", "colour=red"], (GameOffer("chwech", (6,), (DUPLICATE,), ("steady",)),))
    assert str(caught.value).count("duplicate") == 1


def test_a_plan_is_told() -> None:
    """A plan names what was chosen; how long a move has is always told."""
    plan = TournamentPlan("Cup", Setup(), TournamentForm.LEAGUE, 3, Clock(172_800.0), 14)
    assert plan_words(plan, "Chwech for 6") == "Chwech for 6, league, 3 rounds, 2 days a move, 14 days a round"
    assert plan_words(TournamentPlan("Cup"), "Chwech for 6") == "Chwech for 6, Swiss, 60 seconds a move"
    with speaking("cy"):
        assert (
            plan_words(plan, "Chwech i 6")
            == "Chwech i 6, cynghrair, 3 rownd, 2 ddiwrnod y symudiad, 14 diwrnod y rownd"
        )


@pytest.mark.parametrize(
    ("phase", "round_", "said"),
    [
        (TablePhase.GATHERING, 0, "2 people have entered"),
        (TablePhase.PLAYING, 0, "round 1 of 3"),
        (TablePhase.PLAYING, 2, "round 2 of 3"),
        (TablePhase.OVER, 3, "over"),
        (TablePhase.OVER, 2, "cancelled"),
        (TablePhase.OVER, 0, "cancelled"),
    ],
)
def test_how_far_a_tournament_is(phase: TablePhase, round_: int, said: str) -> None:
    """A list says how far each is."""
    entry = TournamentEntry(1, TournamentPlan("Cup", rounds=3), phase, "Nia", 2, round_, entered=True)
    assert state_words(entry) == said
    assert own_state_words(entry) == (said if phase is TablePhase.OVER else f"{said}, you take part")


def test_standings_and_tables_are_told() -> None:
    """Points have halves; a bot's seat has no name; a table that was not played says so."""
    plan = TournamentPlan("Cup")
    assert points_words(2.0, plan) == "2"
    assert points_words(2.5, plan) == "2½"
    assert points_words(0.5, plan) == "½"
    assert standing_cells(Standing("Nia", 2, 1.5, 3.25, -4.0), "Nia", plan) == ("2", "Nia", "1½", "3.2", "-4.0")
    assert seats_words(TournamentTable("t", ("Nia", ""), (9, 0), done=True), ("Nia", "")) == "Nia 9, bot 0"
    assert seats_words(TournamentTable("t", ("Nia", "")), ("Nia", "")) == "Nia, bot"
    assert seats_words(TournamentTable("t", ("Nia", ""), done=True), ("Nia", "")) == "Nia, bot (not played)"
