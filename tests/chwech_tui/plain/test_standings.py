"""The deal of the day by words."""

from msgspec.structs import replace

from chwech_tui.errand import Greet, Join
from protocol.catalogues import catalogue
from protocol.daily import DailyMark, PlayDaily, ReadDaily
from protocol.language import speaking
from protocol.messages import Seated
from protocol.rankings import Rankings, ReadRankings
from protocol.setup import Setup
from protocol.tournaments import (
    EnterTournament,
    ListTournaments,
    MakeTournament,
    ReadTournament,
    Tournaments,
    TournamentShown,
)
from tests.chwech_tui.days import RESULT, TODAY, YESTERDAY, best
from tests.chwech_tui.plain.talk import NOW, REMOTE, Talk
from tests.chwech_tui.plain.test_home import lobby
from tests.chwech_tui.ratings import RANKED
from tests.chwech_tui.stage import Stage
from tests.protocol.examples import FROM_SERVER

DONE = replace(TODAY, spent=True, result=RESULT)


def test_a_day_is_told() -> None:
    """One's own line first, then what can be done, the best of each list, and the seal."""
    talk = Talk(REMOTE)
    talk.write("today")
    told = talk.hear(replace(DONE, id=talk.number(ReadDaily))).splitlines()
    assert told[:4] == [
        "Deal of the day, 21 Nov.",
        "Your result: Chwech 312 · 21 Nov · 989369 · 3×9 · 2/6 · 4at7z8MVHKr1YaZPuwfM2bJfugMT.",
        "today practice plays the same deals for practice.",
        "This day: Megan 420, Nia 430 (with hints).",
    ]
    assert told[-1] == f"The seal of the day: {'5a' * 32}"


def test_a_day_that_is_over_tells_its_seed() -> None:
    """What proves the deals is told as long as anybody may want to check them."""
    talk = Talk(REMOTE)
    talk.write("today")
    told = talk.hear(replace(YESTERDAY, id=talk.number(ReadDaily), ends_at=NOW - 1))
    assert "The day is over." in told
    assert f"Its seed: {'17' * 32}" in told


def test_ways_to_the_table() -> None:
    """The words after the command lead to the game that counts, or to practice; others are explained."""
    talk = Talk()
    for line, sent in (("today play", PlayDaily(0)), ("today practice", PlayDaily(0, practice=True))):
        talk.write(line)
        assert talk.latest() == sent
    assert talk.write("today now").startswith("today tells the day, today play goes")
    new = talk.hear(replace(TODAY, id=0, of_day=best(9)))
    assert "You have not played yet: today play begins the game that counts." in new
    assert "Bronwen" in new
    assert "Idris" not in new.splitlines()[3]
    assert "today play goes on with it." in talk.hear(replace(TODAY, id=0, spent=True, table="calm-river"))


def test_the_table_says_what_is_played() -> None:
    """Whoever arrives hears whether the game counts, once."""
    table = Stage(Setup()).table()
    talk = Talk()
    first = talk.hear(Seated(0, table, daily=DailyMark("2026-11-21")))
    assert "The deal of the day, 21 Nov: this game counts." in first
    assert "this game counts" not in talk.hear(Seated(0, table, daily=DailyMark("2026-11-21")))


def test_the_program_can_be_started_for_the_day() -> None:
    """The day is asked for after the menu."""
    for errand in (Greet(daily=True), Join("cards.example", daily=True)):
        assert Talk(errand).sent[-1] == ReadDaily(0)


def test_the_rankings_are_told() -> None:
    """A line for each player, those without a place last, and what the signs mean."""
    talk = Talk(Greet("/games"))
    talk.write("rankings chwech revised")
    asked = talk.latest()
    assert asked == ReadRankings(0, "chwech", "revised")
    told = talk.hear(Rankings(talk.number(ReadRankings), "chwech", "revised", RANKED)).splitlines()
    assert told == [
        "Chwech, revised rules.",
        "1. Owain: 1803 ± 88, 120 games.",
        "2. Megan (you): 1712 ± 96, 84 games.",
        "3. steady bot: 1490 ± 71, 1300 games.",
        "4. random bot: 802 ± 75, 900 games.",
        "Rhiannon o Flaenau Ffest: 1540? ± 187, 2 games.",
        "?: provisional, after few games. ± is how sure a rating is.",
    ]


def test_a_game_alone_means_each_of_its_rulesets() -> None:
    """And no game the first; a word that is neither is answered with what there is."""
    talk = Talk(Greet("/games"))
    talk.write("rankings")
    assert talk.latest() == ReadRankings(0, "chwech", "original")
    nobody = talk.hear(Rankings(talk.number(ReadRankings), "chwech", "original"))
    assert nobody == "Chwech, original rules: Nobody has played a rated game yet."
    assert talk.write("rankings bridge").startswith("There is no game 'bridge'")
    assert talk.write("rankings chwech old") == "There are no rankings of 'old': choose revised or original."


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
