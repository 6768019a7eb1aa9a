"""The rankings by words."""

from chwech_tui.errand import Greet
from protocol.rankings import Rankings, ReadRankings
from tests.chwech_tui.plain.talk import Talk
from tests.chwech_tui.ratings import RANKED


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
