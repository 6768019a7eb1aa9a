"""Tournaments by words."""

from msgspec.structs import replace

from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.tournaments import (
    EnterTournament,
    ListTournaments,
    MakeTournament,
    ReadTournament,
    Tournaments,
    TournamentShown,
)
from tests.chwech_tui.plain.talk import Talk
from tests.chwech_tui.plain.test_home import lobby
from tests.protocol.examples import FROM_SERVER


def test_the_list() -> None:
    """Each tournament is told in a line with its number; an empty list says so."""
    talk = lobby()
    talk.write("tournament")
    assert talk.latest() == ListTournaments(0)
    first, second, ways = talk.hear(FROM_SERVER["tournaments"]).splitlines()
    assert first.startswith("3. Cwpan y Gaeaf: Chwech for 4, ")
    assert first.endswith("league, 3 rounds, 1 day a move, 14 days a round; round 2 of 3, you take part.")
    assert second.endswith("Swiss, 60 seconds a move; 0 people have entered.")
    assert ways == "tournament NUMBER tells one, tournament enter NUMBER takes part."
    assert talk.hear(Tournaments(1, ())) == "There is no tournament yet."


def test_one_tournament() -> None:
    """Its standings are told, and the tables of the round with their codes and scores."""
    talk = lobby()
    talk.write("tournament 3")
    assert talk.latest() == ReadTournament(0, 3)
    told = talk.hear(FROM_SERVER["tournament shown"]).splitlines()
    assert told[1:] == [
        "After 2026-09-21 14:13 UTC bots play on.",
        "1. Megan: points 2½, opponents 4.0, margin +12.5.",
        "2. Ifan: points 1, opponents 0.0, margin +0.0.",
        "2. Nia: points 1, opponents 0.0, margin +0.0.",
        "Round 2:",
        "calm-river-lamp: Megan 54, bot 9, Ifan 27, bot 36.",
        "quiet-nine-king: Nia, bot, Owain, Rhys.",
    ]


def test_a_duplicate_tournament_has_no_tie_breaks() -> None:
    """Of each person there are the points alone, with their sign."""
    talk = lobby()
    talk.write("tournament 3")
    shown = FROM_SERVER["tournament shown"]
    assert isinstance(shown, TournamentShown)
    plan = replace(shown.tournament.plan, duplicate=True)
    told = talk.hear(replace(shown, tournament=replace(shown.tournament, plan=plan)))
    assert "league, duplicate, 3 rounds" in told
    assert told.splitlines()[2] == "1. Megan: +2.5."


def test_taking_part() -> None:
    """People enter and make tournaments by words, whose name keeps its capitals; what cannot be read is told."""
    talk = lobby()
    talk.write("tournament enter 3")
    assert talk.latest() == EnterTournament(0, 3)
    talk.write("tournament make Winter Cup")
    made = talk.latest()
    assert isinstance(made, MakeTournament)
    assert made.plan.name == "Winter Cup"
    assert talk.write("tournament enter soon").startswith("'soon' is no number of a tournament")
    with speaking("cy", catalogue):
        talk.write("twrnamaint cystadlu 3")
        assert talk.latest() == EnterTournament(0, 3)


def test_before_the_start() -> None:
    """Its maker is told how to begin it, and who has entered."""
    talk = lobby()
    shown = FROM_SERVER["tournament shown, before its start"]
    assert isinstance(shown, TournamentShown)
    assert "Swiss" in talk.hear(shown)
    played = FROM_SERVER["tournament shown"]
    assert isinstance(played, TournamentShown)
    own = TournamentShown(1, replace(shown.tournament, yours=True), played.standings)
    assert talk.hear(own).splitlines()[1:] == ["Megan, Ifan, Nia.", "tournament start 2 begins it."]


def test_alone() -> None:
    """On one's own machine there are none."""
    assert Talk().write("tournament") == "You play on this machine alone: tournaments are on servers."
