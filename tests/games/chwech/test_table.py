"""What an eye on a table of Chwech can say: why a trick went so, what a card would do, advice, news."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.game import deal_score
from chwech_tui.model.ink import plain
from protocol.game import Answer, View
from protocol.setup import OptionValue
from tests.chwech_tui.games.stage import people
from tests.chwech_tui.values import KIND, NAMES, SHEET, VIEW, cards, dealing_view, hearts_led, seen

FIVE = VIEW.players
ORIGINAL = {"ruleset": "original"}


def table_of(options: Mapping[str, OptionValue]) -> View:
    """Give the view of a table with these options."""
    return hearts_led(**options)


def turns(text: str, first: int = 0) -> str:
    """Give turns of the seats one after the other: ``KH - 5H``."""
    return ", ".join(f"{seat} {did}" for seat, did in enumerate(text.split(), first))


@pytest.mark.parametrize(
    ("trick", "words", "options"),
    [
        ("KH AH -", "A♥ was last, so it ranks low", {}),
        ("AH 5H", "A♥ was not last, so it wins", {}),
        ("- KH -", "nobody played after K♥", {}),
        ("5H JK", "the Joker was last, so it wins", {}),
        ("5H JK 6H", "a Joker that is not last loses", {}),
        ("JK=H AH", "A♥ was last, and ranks above a Joker only", {}),
        ("JK=H AH", "A♥ was last, and ranks even below the Joker", {"joker_beats_last_ace": True}),
        ("5H KH 6H", "K♥ is the highest card", {}),
        ("KH AH+", "A♥ is high", ORIGINAL),
        ("4H AH-", "A♥ is low", ORIGINAL),
        ("7H JK", "a Joker ranks just above a Seven", ORIGINAL),
        ("8H JK", "a Joker ranks just below an Eight", ORIGINAL),
        ("5H KH", "K♥ is the highest card", ORIGINAL),
    ],
)
def test_a_trick_says_why_it_went_so(trick: str, words: str, options: dict[str, OptionValue]) -> None:
    """The last card decides where it is an Ace or a Joker; in the original rules an Ace is as its player says."""
    view = seen(table_of(options), last=turns(trick))
    assert KIND.reason(view) == words


@pytest.mark.parametrize(
    ("trick", "play", "words", "options"),
    [
        ("QH - - 5H", "4H", "Q♥ still takes it", {}),
        ("QH - 6H 5H", "KH", "you take it: 6 + 4 = 10, × 1", {}),
        ("QH - - 5H", "JK", "you take it: 6 + 3 = 9, × 9", {}),
        ("QH - - 5H", "AH", "Q♥ still takes it", {}),
        ("KH - AH", "5H", "A♥ takes it", {}),
        ("QH", "KH", "you win the trick unless someone beats it: 6 + 2 = 8, × 8", {}),
        ("QH", "AH", "if someone plays after you, it takes the trick, unless a Joker is last", {}),
        ("QH", "JK", "it takes the trick only if nobody plays after you", {}),
        ("QH - - 5H", "-", "Q♥ still takes it", {}),
        ("", "KH", "you win the trick unless someone beats it: 6 + 1 = 7, × 7", {}),
        ("", "AH", "it takes the trick, unless a Joker is last", {}),
        ("", "JK=H", "it takes the trick only if nobody plays after you", {}),
        ("", "-", "", {}),
        ("- - - -", "AH", "you take it: 6 + 1 = 7, × 7", {}),
        ("QH - - 5H", "AH+", "you take it: 6 + 3 = 9, × 9", ORIGINAL),
        ("QH - - 5H", "AH-", "Q♥ still takes it", ORIGINAL),
    ],
)
def test_a_card_says_what_it_would_do(trick: str, play: str, words: str, options: dict[str, OptionValue]) -> None:
    """As the last turn it is certain; before, it says on what it depends. A last card ends the deal."""
    view = seen(table_of(options), won=(6,) * FIVE, trick=turns(trick, 1), legal=play)
    assert KIND.consequence(view, Answer(play)) == words
    if play != "-":
        out = seen(view, hand=play[:2])
        assert KIND.consequence(out, Answer(play)) == f"{words}; you go out, so the deal ends"
    assert KIND.consequence(seen(view, viewer=None), Answer(play)) == ""


def following(won: int, trick: str = "5H", **changes: Any) -> View:  # noqa: ANN401
    """Give a view of Megan, who is to follow with so many cards won; the trick lies before the last seats."""
    held = {"hand": "KC 10D QH AH", "held": (4, 5, 5, 5, 5)}
    return seen(VIEW, won=(won, 3, 3, 3, 3), trick=turns(trick, FIVE - len(trick.split())), **held | changes)


def leading(won: int, legal: str = "QH KC -", passed: int = 0) -> View:
    """Give a view of Megan, who may lead after some others have passed the lead."""
    return following(won, " ".join(["-"] * passed), prompt="lead" if "-" in legal else "open", legal=legal)


ADVICE = [
    (following(0), "Winning nothing counts as nine: play below the best card, or pass."),
    (following(0, hand="KC 10D QH AH 4S 5S"), "Winning nothing is a nine too: the worst is to win only a few cards."),
    (following(18), "You stand at nine: play below the best card, or pass."),
    (following(7), "Taking it makes nine, if nobody adds a card after you."),
    (following(4, "5H 6H 7H 8H"), "Taking it makes exactly nine."),
    (following(8), "Winning it overshoots nine, to × 1: play below the best card, or pass."),
    (following(4), "You want 5 more cards for nine; 1 lies here."),
    (following(4, held=(4, 1, 1, 5, 5)), "Others can go out now: what you still hold then scores nothing."),
    (following(4, held=(4, 5, 1, 5, 5)), "Rhys can go out now: what you still hold then scores nothing."),
    (following(4, held=(4, 5, 5, 5, 1)), "You want 5 more cards for nine; 1 lies here."),
    (leading(0), "Winning nothing counts as nine: lead low, or pass the lead."),
    (leading(0, "QH KC"), "Winning nothing counts as nine: lead low."),
    (leading(9), "You stand at nine: lead low, or pass the lead."),
    (leading(8), "One card short of nine: a trick with your own card alone is enough."),
    (leading(3), "6 cards short of nine: lead high to win some, low to win none."),
    (leading(3, passed=4), "All others have passed: a pass ends the deal, and you score 15 points."),
    (following(4, legal="-"), ""),
]


@pytest.mark.parametrize(("view", "words"), ADVICE)
def test_the_advice_fits_the_moment(view: View, words: str) -> None:
    """It speaks of the next nine, of none, and of the end of the deal; without a choice nothing is said."""
    assert KIND.advice(view, people_here()) == words


def people_here() -> Any:  # noqa: ANN401
    """Give the people at these tables, of whom Megan looks."""
    return replace(people(FIVE), names=NAMES)


def test_a_multiple_of_nine_and_a_last_card_are_news() -> None:
    """Only what has just become so is told."""
    after = seen(VIEW, won=(9, 18, 12, 3, 6), held=(5, 1, 3, 2, 4))
    news = [plain(line) for line in KIND.news(VIEW, after, people_here())]
    assert news == ["You have 9: × 9.", "Owain has 18: × 9.", "Owain has one card left."]
    assert KIND.news(VIEW, VIEW, people_here()) == ()


@pytest.mark.parametrize(
    ("left", "words"),
    [
        ((0, 3, 9, 2, 1), "You are out: the deal ends."),
        ((1, 0, 0, 2, 1), "Owain and Rhys are out: the deal ends."),
        ((1, 3, 9, 2, 1), "Deadlock: everyone passed the lead."),
    ],
)
def test_a_sheet_says_how_its_deal_ended(left: tuple[int, ...], words: str) -> None:
    """One or several went out, or nobody would lead."""
    sheet = replace(SHEET, ending="out" if 0 in left else "deadlock", more={**SHEET.more, "left": left})
    score = deal_score(KIND, replace(dealing_view(), sheets=(sheet,)), 0, people_here())
    assert plain(score.title) == f"Deal 1 of 5   {words}"
    assert score.heading == "  won  played × factor = score  total"


def test_cards_gone_are_known_as_far_as_they_were_seen() -> None:
    """Those of the last trick; where the cards won lie open, all of them."""
    last = "1 KS, 2 -, 3 9S"
    closed = KIND.cards_gone(seen(VIEW, last=last))
    assert (closed.hand, closed.table, closed.gone) == (VIEW.hand, cards("5H"), cards("KS 9S"))
    opened = KIND.cards_gone(seen(hearts_led(review_won=True), last=last, gone=cards("7D 8D KS 9S")))
    assert opened.gone == cards("7D 8D KS 9S")
    assert ("closed" in closed.note, "open" in opened.note) == (True, True)
