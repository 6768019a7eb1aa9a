"""The pictures of the table in other languages: in Welsh, and in one whose texts are longer by two fifths."""

from collections.abc import Callable
from gettext import NullTranslations

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.log import draw_gone
from chwech_tui.drawing.panel import draw_foot, draw_keys, foot_keys
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.ink import plain
from chwech_tui.model.prompt import PromptAnswer
from chwech_tui.screens.table_picture import Scene, TablePicture
from chwech_tui.theme import Palette
from protocol.language import LANGUAGES, catalogue, speaking
from protocol.table import TablePhase
from tests.chwech_tui.games.laws import check_parts
from tests.chwech_tui.values import board, dealing_view, waiting_view


class Long(NullTranslations):
    """Texts that are two fifths longer than in English."""

    def gettext(self, message: str) -> str:
        """Return a text with its length made up by points."""
        return message + "." * -(-len(message) * 2 // 5)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for one, or for many."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return a text of any context."""
        return self.gettext(message)


def long(_language: str) -> NullTranslations:
    """Give the long texts for any language."""
    return Long()


FIND = {"Welsh": catalogue, "long": long}
BOARDS = {
    "turn": board(),
    "waiting": board(waiting_view()),
    "dealing": board(dealing_view(), waits=[0]),
    "gathering": board(None, TablePhase.GATHERING),
    "over": board(phase=TablePhase.OVER),
    "leaving": replace(board(), asking=Asking.LEAVE),
    "saying": replace(board(), asking=Asking.SAY),
}


@pytest.mark.parametrize("find", FIND.values(), ids=FIND)
@pytest.mark.parametrize("now", BOARDS.values(), ids=BOARDS)
def test_the_table_fits_the_smallest_screen(find: Callable[[str], NullTranslations], now: Board) -> None:
    """In any language every part keeps to its place, and the foot names every key."""
    with speaking("cy", find):
        check_parts(TablePicture(Palette()).parts(Scene(now, 0, 0.0, 0, ""), (80, 24)), (80, 24))
        foot = plain(draw_keys(foot_keys(now), 78)[0]).split()
    assert [answer.shown for answer in foot_keys(now) if answer.shown not in foot] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_turn_among_people_no_word_of_the_foot_is_cut(language: str) -> None:
    """The smallest table has room for every key and its word, also for the one to say something."""
    with speaking(language):
        foot = plain(draw_keys(foot_keys(replace(board(), company=("Owain",))), 78)[0])
    assert " t " in foot
    assert "…" not in foot


def test_words_of_the_foot_are_cut_only_where_they_must_be() -> None:
    """The longest words give way first; with room enough none does."""
    answers = (PromptAnswer("a", "one", "a"), PromptAnswer("b", "seventeen", "b"), PromptAnswer("c", "eleven", "c"))
    assert plain(draw_keys(answers, 26)[0]).split() == ["a", "one", "b", "seventeen", "c", "eleven"]
    assert plain(draw_keys(answers, 23)[0]).split() == ["a", "one", "b", "seven…", "c", "eleven"]
    assert plain(draw_keys(answers, 12)[0]).split()[0] == "a"


def test_the_foot_of_a_menu_takes_as_many_lines_as_it_needs() -> None:
    """No word is cut, the lines are about as long as each other, and in a single one the keys stand apart."""
    answers = tuple(PromptAnswer(key, "some words", key) for key in "abcdefgh")
    for width, lines in ((110, 1), (109, 2), (60, 2), (40, 3), (30, 4)):
        drawn = [plain(line) for line in draw_foot(answers, width)]
        assert len(drawn) == lines
        assert " ".join(" ".join(drawn).split()) == " ".join(f"{key} some words" for key in "abcdefgh")
    assert len(draw_foot(answers, 5)) == 8


def test_names_of_suits_push_the_columns_of_the_cards_gone() -> None:
    """A longer name needs a wider column, and all ranks stay below their headings."""
    with speaking("cy", long):
        lines = [plain(line) for line in draw_gone(board(), 80, 24)]
    heading = next(line for line in lines if " A " in line)
    suits = [line for line in lines if line.strip()[:1] in set("♣♦♥♠")]
    assert len(suits) == 4
    assert all(line[heading.index("A")] in "■▴·?" for line in suits)
