"""Forms by words: a new table in one line or step by step, the settings, and how cards are written."""

import pytest

from chwech_tui.model.settings import Theme
from chwech_tui.plain.reading import Speech, spoken
from protocol.messages import ListTables, OpenTable, ReadRules
from protocol.people import KeepSettings
from protocol.setup import USUAL, OptionValue, Setup
from tests.chwech_tui.plain.talk import REMOTE, Talk
from tests.chwech_tui.values import table


def opened(players: int, bot: str = "steady", pace: float = 0.6, **options: OptionValue) -> OpenTable:
    """Give the request for a table of Chwech."""
    return OpenTable(0, Setup("chwech", players, options), (bot,), pace, "", USUAL)


@pytest.mark.parametrize(
    ("line", "sent"),
    [
        ("new chwech 6", opened(6)),
        ("new 4 original random", opened(4, "random", ruleset="original")),
        ("new deals=3 pace=at_once", opened(6, pace=0.0, deals=3)),
        ("new deals=3 pace=at once", opened(6, pace=0.0, deals=3)),
        ("new review_won=true", opened(6, review_won=True)),
        ("new 5 five_pack=4+9", opened(5, five_pack="4+9")),
        ("new forty-five 4", OpenTable(0, Setup("forty-five", 4), ("steady",), 0.6, "", USUAL)),
    ],
)
def test_a_table_is_made_in_one_line(line: str, sent: OpenTable) -> None:
    """Its game, its players, and options by name or by a value that only one has."""
    Talk().goes((line, "", sent))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("new deals=7 duplicate=yes", "Deals cannot be '7': choose default, 12, 18 or 24."),
        ("new forty-five target=301", "Points to win: choose a number from 105 to 1000 in steps of 5."),
        ("new 9", "Players cannot be '9': choose 4, 5, 6 or 7."),
        ("new rulset=original", "There is no choice 'rulset': did you mean ruleset?"),
        ("new whist", "'whist' is no choice: write NAME=VALUE, with one of game, players, bots…"),
        ("new deals=x", "Deals cannot be 'x': choose default, 1, 2…"),
    ],
)
def test_a_wrong_order_says_what_is_right(line: str, words: str) -> None:
    """And makes no table."""
    talk = Talk()
    talk.goes((line, words))
    assert talk.latest() == ListTables(0)


def test_a_table_is_made_step_by_step() -> None:
    """Each choice by its name or label, its values on demand; then it is opened, or not."""
    talk = Talk(REMOTE)
    told = talk.write("new").splitlines()
    assert {"Players: 6.", "Aces and Jokers: revised.", "Clock: no clock."} < {*told}
    talk.goes(
        ("players", "Players: 6. How many seats the table has. It can be 4, 5, 6 or 7."),
        ("players 4", "Players: 4."),
        ("ruleset original", "Aces and Jokers: original."),
        ("aces revised", "Aces and Jokers: revised."),
        ("aces and jokers orig", "Aces and Jokers: original."),
        ("cards won lie open", "Cards won: lie open."),
        ("review won no", "Cards won: lie closed."),
        ("people may watch no", "People may watch: no."),
        ("listed by code only", "Listed: by code only."),
        ("clock 60 s", "Clock: 60 s a move and 10 min in all."),
        ("clock soon", "Clock cannot be 'soon': choose …"),
        ("", "Game: Chwech.…"),
        ("rules", "", ReadRules(0, Setup("chwech", 4, {"ruleset": "original"}))),
        ("open", ""),
    )
    arrangement = talk.latest().arrangement
    assert (arrangement.watching, arrangement.listed) == (False, False)
    talk.goes(("new", "Game: Chwech.…"), ("cancel", "No table is made."))


def test_settings_are_told_and_changed() -> None:
    """By titles or names, which may be cut short; they hold at every table, and wrong ones say what is right."""
    talk = Talk()
    assert "Colours: as the terminal.\n" in talk.write("settings")
    talk.goes(
        ("set theme light", "Colours: light.", KeepSettings(0, {}, {"theme": "light"})),
        ("set auto-pass on", "Auto-pass: on.", KeepSettings(0, {"auto_pass": "on"}, {})),
        ("set auto-pass against bots", "Auto-pass: against bots.", KeepSettings(0, {"auto_pass": ""}, {})),
        ("settings theme", "Colours: light. Follows your terminal's background if it can be detected. It…"),
        ("settings theme", "…be as the terminal, dark, light, high contrast or for colour-blind eyes."),
        ("set theme", "Colours: light. Follows…", None),
        ("set theme pink", "Colours cannot be 'pink': choose as the terminal, dark…", None),
        ("set colour red", "There is no choice 'colour'…", None),
        ("set xyzzy on", "There is no choice 'xyzzy': choose Colours, Cards…", None),
        (
            "set away https://ntfy.sh/Topic",
            "Away from here: https://ntfy.sh/Topic.",
            KeepSettings(0, {"webhook": "https://ntfy.sh/Topic"}, {}),
        ),
        ("set away topic", "Write an address such as https://ntfy.sh/your-topic, or off.", None),
        ("settings away", "Away from here: https://ntfy.sh/Topic. Notifies an ntfy topic…", None),
        ("set away off", "Away from here: off.", KeepSettings(0, {"webhook": ""}, {})),
        ("settings themes", "There is no choice 'themes': did you mean theme?", None),
    )
    talk.sit(table())
    assert talk.now.board.settings.theme is Theme.LIGHT


@pytest.mark.parametrize(
    ("line", "words", "kept"),
    [
        ("set colours dark", "Colours: dark.", {"theme": "dark"}),
        ("set Colours high contrast", "Colours: high contrast.", {"theme": "contrast"}),
        ("set theme eyes", "Colours: for colour-blind eyes.", {"theme": "colour-blind"}),
        ("set theme colour-blind", "Colours: for colour-blind eyes.", {"theme": "colour-blind"}),
        ("set trick rests 4", "Trick rests: 4 seconds.", {"rest": "long"}),
        ("set rest key", "Trick rests: until a key.", {"rest": "key"}),
        ("set hand your own", "Hand: your own.", {"order": "own"}),
        ("set window off", "Window title: off.", {"title": "off"}),
    ],
)
def test_settings_go_by_their_titles_and_by_their_names(line: str, words: str, kept: dict[str, str]) -> None:
    """A title may be cut to its first word, and a value to a beginning that is clear."""
    talk = Talk()
    talk.goes((line, words))
    assert {**talk.latest().account, **talk.latest().device} == kept


def test_cards_are_written_as_one_likes() -> None:
    """From the next line on."""
    talk = Talk()
    talk.goes(("cards words", "Cards are written so from now on: queen of hearts."))
    assert "Your 5 cards: king of clubs, ten of diamonds" in talk.sit(table())
    talk.goes(("cards letters", "…QH."), ("cards", "Cards can be written as signs, letters or words…"))


@pytest.mark.parametrize(
    ("speech", "line"),
    [
        (Speech.SIGNS, "Siân leads Q♥, then 10♣ × 9\x1b[31m…; Joker for ♠: ♠ spades."),
        (Speech.LETTERS, "Sian leads QH, then 10C x 9[31m.; Joker for spades: spades."),
        (Speech.WORDS, "Siân leads queen of hearts, then ten of clubs × 9[31m…; Joker for spades: spades."),
    ],
)
def test_cards_are_written_as_chosen(speech: Speech, line: str) -> None:
    """As signs, as ASCII letters, or as words for voices; nothing that controls a terminal stays."""
    said = spoken("Siân leads Q♥, then 10♣ × 9\x1b[31m…; Joker for ♠: ♠ spades.", speech)
    assert said == line.replace("\x1b", "")
