"""The columns and the panels of Chwech in every language; their pictures are tested with those of the whole table."""

import random

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import cells, measure
from chwech_tui.games.chwech.table import (
    columns_width,
    consequence,
    draw_heading,
    draw_panel,
    draw_sum,
    factor,
    news,
    reason,
    shown_trick,
)
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.catalogues import catalogue
from protocol.chwech.actions import PASS, AceHeight, Pass, Play, read_action
from protocol.chwech.events import TrickTaken
from protocol.chwech.views import ChwechView, Phase, Trick, Turn
from protocol.fives.actions import Decline
from protocol.language import LANGUAGES, speaking
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.stage import Stage, eager
from tests.chwech_tui.values import SHEET, VIEW, cards, trick

NARROW = 21
"""The narrowest panel, in cells."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", [1, 2])
def test_the_heading_is_as_wide_as_the_columns(language: str, step: int) -> None:
    """Whatever the words are, no two of them touch."""
    with speaking(language, catalogue):
        heading = draw_heading(step)
    assert cells(heading) == columns_width(step)
    assert len(heading.split()) >= 6


def test_a_long_heading_takes_room_from_the_narrow_column_before_it() -> None:
    """The Welsh for cards won is longer than the English, and the hand makes room."""
    with speaking("cy", catalogue):
        assert draw_heading(1) == " llaw ennill naw nesaf  × nawr cyfan"


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_a_score_was_made_is_not_cut(language: str) -> None:
    """The widest figures there are stand beside each other, on a line of the table and in a panel."""
    sheet = replace(SHEET, won=(17, 3, 0, 8), left=(2, 3, 9, 2), scores=(56, 18, 0, 56), totals=(567, 18, 0, 56))
    view = replace(VIEW, sheets=(sheet,))
    with speaking(language, catalogue):
        line = plain(draw_sum(view, Seat(0), columns_width(1)))
        panel = draw_panel(view, Seat(0), NARROW, "", counted=True)
    assert line.endswith("567")
    assert "→ 56" in line
    assert [measure(row) for row in panel[1:]] == [NARROW] * 2
    assert "×8" in plain(panel[1])
    assert plain(panel[1]).endswith(" 7")


def view_after(passed: int) -> ChwechView:
    """Give a view in which Owain has taken a trick, and so many seats have passed the lead since."""
    turns = tuple(Turn(Seat((1 + place) % 4)) for place in range(passed))
    last = trick([(0, "5H"), (1, "9H")], taker=1)
    return replace(VIEW, phase=Phase.LEADING, trick=Trick(turns), last_trick=last)


def title(passed: int, width: int) -> str:
    """Give the words above the previous trick."""
    people = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0))
    shown = shown_trick(Middle(Setup("chwech", 4), view_after(passed), looking_back=False, people=people), width)
    return plain(shown.titles[0])


def test_who_passed_the_lead_is_told_as_far_as_there_is_room() -> None:
    """By name, by number, or not at all."""
    whole = "Owain takes 2 cards: 9♥ is the highest card"
    assert title(2, 80) == f"{whole}   lead passed by Owain and Rhys"
    assert title(2, 65) == f"{whole}   lead passed by 2"
    assert title(2, 50) == whole
    with speaking("cy", catalogue):
        assert title(1, 80) == "Mae Owain yn cymryd 2 gerdyn: 9♥ yw'r cerdyn uchaf   wedi pasio: Owain"


FIRST = Seat(0)
SIX = Setup(players=6)
ORIGINAL = Setup(players=6, options={"ruleset": "original"})


def taken(turns: str, taker: int, setup: Setup = SIX) -> str:
    """Give the reason of a trick in hearts, of turns such as ``KH AH - 5H``, taken by a seat."""
    laid = trick([(Seat(seat), text) for seat, text in enumerate(turns.split())], taker=taker)
    return reason(setup, replace(VIEW, last_trick=laid))


@pytest.mark.parametrize(
    ("turns", "taker", "words"),
    [
        ("KH AH -", 0, "A♥ was last, so it ranks low"),
        ("AH 5H", 0, "A♥ was not last, so it wins"),
        ("- KH -", 1, "nobody played after K♥"),
        ("5H JK", 1, "the Joker was last, so it wins"),
        ("5H JK 6H", 2, "a Joker that is not last loses"),
        ("JK AH", 1, "A♥ was last, and ranks above a Joker only"),
        ("5H KH 6H", 1, "K♥ is the highest card"),
        ("2H 2H", 0, "of equal cards the first one wins"),
    ],
)
def test_a_trick_says_why_it_went_so(turns: str, taker: int, words: str) -> None:
    """The last card decides where it is an Ace or a Joker; otherwise the highest one does."""
    assert taken(turns, taker) == words


@pytest.mark.parametrize(
    ("turns", "taker", "words"),
    [
        ("KH AH+", 1, "A♥ is high"),
        ("2H AH-", 0, "A♥ is low"),
        ("7H JK", 1, "a Joker ranks just above a Seven"),
        ("8H JK", 0, "a Joker ranks just below an Eight"),
        ("5H KH", 1, "K♥ is the highest card"),
    ],
)
def test_in_the_original_rules_height_decides(turns: str, taker: int, words: str) -> None:
    """An Ace is as high as its player says, and a Joker has its place between Eight and Seven."""
    assert taken(turns, taker, ORIGINAL) == words


def test_the_options_of_a_table_are_told() -> None:
    """Where the options turn an order round, the reason is that of the table."""
    beats = Setup(players=6, options={"joker_beats_last_ace": True})
    assert taken("JK AH", 0, beats) == "A♥ was last, and ranks even below the Joker"
    last = Setup(players=6, options={"equal_cards": "last"})
    assert taken("2H 2H", 1, last) == "of equal cards the last one wins"


def test_without_a_trick_there_is_no_reason() -> None:
    """Before the first trick, and where nobody took one, there is nothing to say."""
    assert reason(SIX, VIEW) == ""
    assert reason(SIX, replace(VIEW, last_trick=trick([(1, "-")], suit="", taker=None))) == ""


def would(turns: str, taker: int | None, play: str, setup: Setup = SIX, hand: str = "QH 2C") -> str:
    """Give what an action of the first seat would do after these turns of the others."""
    laid = trick([(Seat(seat), text) for seat, text in enumerate(turns.split(), 1)], taker=taker)
    seats = tuple(replace(VIEW.seats[0], won=6) for _ in range(setup.players))
    view = replace(VIEW, seats=seats, trick=laid, hand=cards(hand))
    return consequence(setup, view, read_action(play))


@pytest.mark.parametrize(
    ("turns", "taker", "play", "words"),
    [
        ("QH - - - 5H", 1, "2H", "Q♥ still takes it"),
        ("QH - 3H 4H 5H", 1, "KH", "you take it: 6 + 5 = 11, × 2"),
        ("QH - - - 5H", 1, "JK", "you take it: 6 + 3 = 9, × 9"),
        ("QH - - - 5H", 1, "AH", "Q♥ still takes it"),
        ("KH - AH", 1, "5H", "A♥ takes it"),
        ("QH", 1, "KH", "you take it, unless it is beaten: 6 + 2 = 8, × 8"),
        ("QH", 1, "5H", "Q♥ still takes it"),
        ("QH", 1, "AH", "if somebody plays after you, it takes the trick, unless a Joker is last"),
        ("QH", 1, "JK", "it takes the trick only if nobody plays after you"),
        ("QH - - - 5H", 1, "-", "Q♥ still takes it"),
    ],
)
def test_a_card_says_what_it_would_do(turns: str, taker: int, play: str, words: str) -> None:
    """As the last turn it is certain; before, it says on what it depends."""
    assert would(turns, taker, play) == words


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("KH", "you take it, unless it is beaten: 6 + 1 = 7, × 7"),
        ("AH", "it takes the trick, unless a Joker is last"),
        ("JK=H", "it takes the trick only if nobody plays after you"),
        ("-", ""),
    ],
)
def test_a_lead_says_what_it_would_do(play: str, words: str) -> None:
    """Nothing has been played yet: all depends on the others."""
    assert would("", None, play) == words


def test_without_jokers_an_ace_is_surer() -> None:
    """At a table for four nobody can beat it with a last card."""
    four = Setup("chwech", 4)
    assert would("", None, "AH", four) == "it takes the trick"
    assert would("QH", 1, "AH", four) == "if somebody plays after you, it takes the trick"


def test_a_lead_that_nobody_can_follow_is_certain() -> None:
    """Where all others have passed the lead, the leader takes the trick."""
    assert would("- - - - -", None, "AH") == "you take it: 6 + 1 = 7, × 7"


def test_the_last_card_of_a_hand_ends_the_deal() -> None:
    """Whoever plays it goes out."""
    assert would("QH - - - 5H", 1, "2H", hand="2H") == "Q♥ still takes it; you go out, so the deal ends"


@pytest.mark.parametrize(("height", "words"), [(AceHeight.HIGH, "you take it"), (AceHeight.LOW, "Q♥ still takes it")])
def test_both_heights_of_an_ace_say_what_they_would_do(height: AceHeight, words: str) -> None:
    """In the original rules the player chooses between two consequences."""
    mark = "+" if height is AceHeight.HIGH else "-"
    assert would("QH - - - 5H", 1, f"AH{mark}", ORIGINAL).startswith(words)


def test_nothing_is_said_to_who_does_not_play() -> None:
    """A spectator has no turn, and no other game's action means anything here."""
    assert consequence(SIX, replace(VIEW, viewer=None), PASS) == ""
    assert consequence(SIX, VIEW, Decline()) == ""


@pytest.mark.parametrize("options", [{}, {"ruleset": "original"}, {"equal_cards": "last"}])
def test_what_is_certain_comes_true(options: dict[str, OptionValue]) -> None:
    """The last player of a trick who is told to take it takes it, and who is told otherwise does not."""
    setup = Setup(players=6, options={**options, "deals": 3})
    foretold: list[tuple[Seat, bool]] = []

    def play(view: ChwechView, luck: random.Random) -> Pass | Play:
        action = eager(view, luck)
        if view.phase is Phase.FOLLOWING and len(view.trick.turns) == 5 and isinstance(action, Play):
            assert view.viewer is not None
            foretold.append((view.viewer, consequence(setup, view, action).startswith("you take it")))
        return action

    seen = set()
    for event, _ in Stage(setup, seed="certain").turns(play):
        if isinstance(event, TrickTaken) and foretold:
            seat, takes = foretold.pop()
            assert takes == (event.seat == seat)
            seen.add(takes)
    assert seen == {True, False}


def test_a_multiple_of_nine_and_a_last_card_are_news() -> None:
    """Only what has just become so is told, and the cards of a new deal are not."""
    people = People(("Megan", "Owain", "Rhys", "Nia"), FIRST)
    seats = list(VIEW.seats)
    seats[0], seats[1] = replace(seats[0], won=9), replace(seats[1], cards=1, won=18)
    told = [plain(line) for line in news(VIEW, replace(VIEW, seats=tuple(seats)), people)]
    assert told == ["You have 9: × 9.", "Owain has 18: × 9.", "Owain has one card left."]
    assert news(VIEW, VIEW, people) == ()


@pytest.mark.parametrize(("won", "times"), [(0, 9), (1, 1), (8, 8), (9, 9), (10, 1), (27, 9)])
def test_the_factor_is_nine_at_a_multiple(won: int, times: int) -> None:
    """No card at all counts as a multiple too."""
    assert factor(won) == times
