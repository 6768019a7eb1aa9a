"""Rules as a page: every construct that rules use, examples as cards, and words that can be explained."""

import pytest

from chwech_tui.drawing.line import measure
from chwech_tui.drawing.rules_page import RulesPage, beginnings, draw_explanation, draw_page, pattern, with_chosen
from chwech_tui.model.cards import Strokes
from chwech_tui.model.game import GAMES
from chwech_tui.model.ink import Ground, Hue, Pick, plain
from games.kit import pages
from games.registry import GAMES as RULES
from protocol.language import speaking
from protocol.setup import Setup

GLOSSARY = {"trick": "One round.", "pass the lead": "Leave it.", "lead": "Begin."}


def page(text: str, width: int = 40) -> RulesPage:
    """Lay out rules with a small glossary."""
    return draw_page(text, width, GLOSSARY, Strokes.DRAWN)


def lines(text: str, width: int = 40) -> list[str]:
    """Give the lines of a page without trailing blanks."""
    return [plain(line).rstrip() for line in page(text, width).lines]


def test_headings_paragraphs_and_lists() -> None:
    """Lines of a paragraph belong together, and items hang behind their marks."""
    text = "# Title\n\nOne two\nthree **four** five.\n\n## Part\n\n* A list of words\n10. Another one\n"
    assert lines(text, 16) == [
        "Title", "", "One two three", "four five.", "", "Part", "", "• A list of", "  words", "10. Another one", "",
    ]  # fmt: skip


def test_a_table_has_columns_and_its_last_one_wraps() -> None:
    """Numbers stand to the right, the head is dim, and a long last cell is wrapped below itself."""
    assert lines("| won | 8 | 9 |\n|---|---:|---:|\n| 1 … | 10 | 100 |") == ["won   8    9", "1 …  10  100"]
    assert lines("| a | b |\n|---|---|\n| x | one two three |", 12) == ["a  b", "x  one two", "   three"]


@pytest.mark.parametrize("text", ["| one two |", "|"])
def test_a_table_of_one_row_is_text(text: str) -> None:
    """What lacks a second row has no columns to lay out."""
    assert lines(text) == [text.strip("| ")]


def test_an_example_is_drawn_with_cards() -> None:
    """The card that takes the trick has the mark and an edge, the others are shaded; a pass is a word."""
    drawn = page("> 9♦ pass **Q♦** JK♦ A♦↓ — The Queen.", 50)
    text = [plain(line).rstrip() for line in drawn.lines]
    assert text[1].split() == ["9♦", "pass", "│Q♦", "│", "JK♦", "A♦↓"]
    assert text[3].index("▴") == text[1].index("♦", text[1].index("Q"))
    assert text[4].strip() == "The Queen."
    grounds = {span.ground for span in drawn.lines[1] if "9♦" in span.text}
    assert grounds == {Ground.SHADED}


@pytest.mark.parametrize("text", ["> 9♦ nonsense — What?", "> JKX — What?", "> ♦ — What?"])
def test_an_example_that_cannot_be_read_is_text(text: str) -> None:
    """A newer server may write what this client does not know."""
    assert lines(text) == [text.removeprefix("> ")]


def test_words_are_marked_once_in_a_section() -> None:
    """The longest word wins, its plural counts, and a heading begins anew."""
    drawn = page("## One\n\nThe tricks and a trick: pass the lead.\n\n## Two\n\nThe trick, and lead it.")
    assert [term.word for term in drawn.words] == ["trick", "pass the lead", "trick", "lead"]
    marked = [span.text for line in drawn.lines for span in line if span.hue is Hue.TERM]
    assert marked[0] == "tricks"
    assert drawn.words[0].row == 2
    assert with_chosen(drawn.lines, 2)[6] != drawn.lines[6]
    assert with_chosen(drawn.lines, 2)[2] == drawn.lines[2]


def test_a_word_is_explained_below_its_paragraph() -> None:
    """A word that is broken over lines begins on the first of them; the paragraph ends on the last."""
    drawn = page("* Nobody here may pass the lead to the next one.\n* More.", 20)
    (term,) = drawn.words
    assert (term.row, term.end) == (1, 2)
    told = [plain(line).rstrip() for line in draw_explanation("lead", "Begin.", 20)]
    assert told == ["│ Lead: Begin."]


def test_signs_of_others_do_not_reach_the_terminal() -> None:
    """Control characters in the text of a server are left out."""
    assert plain(page("# A\x1b[2J\u202eB").lines[0]).rstrip() == "A[2JB"


@pytest.mark.parametrize("width", [74, 84])
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game_fit(game: str, width: int) -> None:
    """Every line has exactly the width, every example is drawn, and every marked word is where it is said to be."""
    for players in RULES[game].players:
        text = pages.rules(RULES[game], players, {})
        drawn = draw_page(text, width, GAMES[game].glossary, Strokes.PAINTED)
        assert {measure(line) for line in drawn.lines} == {width}
        assert not any("**" in plain(line) or plain(line).startswith(">") for line in drawn.lines)
        assert sum("▴" in plain(line) for line in drawn.lines) == text.count("\n> ")
        for number, term in enumerate(drawn.words):
            assert any(span.aim == Pick(number) for span in drawn.lines[term.row])
            assert term.row <= term.end


@pytest.mark.parametrize(
    "setups",
    [
        [Setup("chwech", 6), Setup("chwech", 4)],
        [Setup("twenty-five", 4, {"partners": True}), Setup("forty-five", 5), Setup("spoil-five", 5)],
    ],
    ids=["chwech", "fives"],
)
def test_no_word_of_a_glossary_is_without_use(setups: list[Setup]) -> None:
    """Each of them is marked somewhere in the rules of its game."""
    glossary = GAMES[setups[0].game].glossary
    drawn = [
        draw_page(pages.rules(RULES[one.game], one.players, one.options), 80, glossary, Strokes.PAINTED)
        for one in setups
    ]
    assert {term.word for page in drawn for term in page.words} == set(glossary)


def test_in_welsh_words_are_found_in_every_form() -> None:
    """A word is marked where it is mutated or in the plural, too, as the glossary has it."""
    glossary = {"tric": "Un rownd.", "arwain": "Dechrau."}
    with speaking("cy"):
        drawn = draw_page("Mae dau dric. Ni chaiff arwain.\n\n## Eto\n\nY triciau.", 60, glossary, Strokes.DRAWN)
    assert [term.word for term in drawn.words] == ["tric", "arwain", "tric"]
    assert [span.text for line in drawn.lines for span in line if span.hue is Hue.TERM] == ["dric", "arwain", "triciau"]


def test_an_example_in_welsh_may_pass_in_welsh() -> None:
    """The word for a pass is read in both languages, and shown in the reader's."""
    with speaking("cy"):
        text = [plain(line).rstrip() for line in page("> 9♦ pass pasio **Q♦** — Y Frenhines.", 50).lines]
    assert text[1].split() == ["9♦", "pasio", "pasio", "│Q♦", "│"]


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("tric", ("tric", "dric", "nhric", "thric")),
        ("cerdyn", ("cerdyn", "gerdyn", "ngherdyn", "cherdyn")),
        ("llaw", ("llaw", "law")),
        ("rhaniad", ("rhaniad", "raniad")),
        ("gêm", ("gêm", "êm", "ngêm")),
        ("chwaraewr", ("chwaraewr",)),
        ("arwain", ("arwain",)),
    ],
)
def test_a_welsh_word_has_several_beginnings(word: str, forms: tuple[str, ...]) -> None:
    """The first letter mutates, two signs that are one letter as one; in English nothing changes."""
    assert beginnings(word, "cy") == forms
    assert beginnings(word, "en") == (word,)


@pytest.mark.parametrize(
    ("language", "word", "text", "found"),
    [
        ("en", "trick", "Two tricks each", "tricks"),
        ("en", "trick", "a tricky one", None),
        ("cy", "tric", "Mae dau Dric yno", "Dric"),
        ("cy", "tric", "y triciau hyn", "triciau"),
        ("cy", "tric", "trickery", None),
        ("cy", "lluosrif naw", "yn lluosrif naw", "lluosrif naw"),
        ("xx", "trick", "one trick", "trick"),
    ],
)
def test_a_word_is_found_in_any_form(language: str, word: str, text: str, found: str | None) -> None:
    """Mutated or in the plural, but never as a part of another word."""
    known = pattern(["other word", word], language)
    match = known.search(text)
    assert (match and match[0]) == found
    assert match is None or match.lastindex == 2


def test_without_words_nothing_is_sought() -> None:
    """No pattern finds no word."""
    assert pattern([], "cy") is None
