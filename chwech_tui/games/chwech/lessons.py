"""The course of Chwech: what the coach says in each prepared position, and to each choice in it.

The positions themselves lie in ``lessons.json``, which ``tools/make_lessons.py`` makes by the real rules.
"""

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from chwech_tui.model.lesson import Lesson, LessonWords, Position, make_lesson
from protocol.chwech.actions import read_action
from protocol.chwech.views import ChwechView
from protocol.codec import from_plain
from protocol.language import N_
from protocol.setup import Setup

_SETUP: Final = Setup("chwech", 6)
_NAMES: Final = (N_("You"), "Megan", "Dylan", "Cerys", "Owain", "Nia")


_WORDS: Final = (
    LessonWords(
        "follow",
        N_("Follow or pass"),
        N_(
            "Your aim: win nine cards, or none, and empty your hand. Owain led diamonds: play a diamond, or pass; "
            "never another suit. The highest card takes the trick."
        ),
        {
            "KD": N_(
                "Your K♦ is the highest: you take these four cards. They count as won, and you have one card fewer "
                "in hand. Both matter."
            ),
            "6D": N_("Owain's Q♦ takes it. You won nothing, but you have one card fewer in hand, and that scores."),
            "-": N_("You keep your cards. A pass is often right, but a card that stays in your hand scores nothing."),
        },
        frozenset({"KD", "6D", "-"}),
    ),
    LessonWords(
        "score",
        N_("The score"),
        N_(
            "You have played 6 cards and won 4, so you would score 6 × 4 = 24, as “now” shows. You are the last to "
            "act. What is worth most?"
        ),
        {
            "KS": N_("Three more cards won: 7 played × 7 won = 49. Each card counts in the second number, too."),
            "5S": N_("7 played × 4 won = 28. Better than a pass, but K♠ takes the trick: 7 × 7 = 49."),
            "-": N_("Still 6 × 4 = 24. A card that you play without taking makes 28, and K♠ even 49."),
        },
        frozenset({"KS"}),
    ),
    LessonWords(
        "nine",
        N_("The nine"),
        N_(
            "Cards won count up to nine and then begin again: nine is × 9, ten only × 1. You have won 6, and two cards "
            "lie here."
        ),
        {
            "QH": N_("6 + 3 = 9, exactly nine: 8 played × 9 = 72. This is what you aim at: 9, 18, 27 … cards won."),
            "4H": N_("8 played × 6 won = 48. Your Q♥ would have made exactly nine cards, and 72 points."),
            "-": N_("7 played × 6 won = 42. Your Q♥ would have made exactly nine cards, and 72 points."),
        },
        frozenset({"QH"}),
    ),
    LessonWords(
        "too many",
        N_("One too many"),
        N_(
            "You have nine cards: × 9. One card more and you begin again at × 1. Four players come after you. What now?"
        ),
        {
            "KC": N_(
                "Twelve cards won are 9 + 3, so only × 3: 7 × 3 = 21 in place of 63. At nine, do not take a trick."
            ),
            "4C": N_("Well done: Nia takes it, you stay at nine and have one card fewer: 7 × 9 = 63."),
            "-": N_("You stay at nine: 6 × 9 = 54. But 4♣ was sure to lose to 9♣, and makes 7 × 9 = 63."),
        },
        frozenset({"4C"}),
    ),
    LessonWords(
        "zero",
        N_("Nothing is a prize"),
        N_("Nothing won counts as nine, too: × 9. You have played 5 and won none: 45. Which card keeps it so?"),
        {
            "QD": N_(
                "You take three cards, and × 9 becomes × 3: 6 × 3 = 18. Who has none yet keeps below the best card."
            ),
            "5D": N_("Nia's J♦ takes it. None won is still × 9, and you have played one more: 6 × 9 = 54."),
            "-": N_("None won, still 5 × 9 = 45. But 5♦ loses to J♦ for certain, and makes 6 × 9 = 54."),
        },
        frozenset({"5D"}),
    ),
    LessonWords(
        "out",
        N_("Going out"),
        N_(
            "The deal ends with the trick in which somebody plays their last card. You hold one card; you have won 16: "
            "9 + 7, so × 7."
        ),
        {
            "10H": N_(
                "You are out: all nine cards played, 9 × 7 = 63, and the deal ends. What others still hold is lost "
                "to them."
            ),
            "-": N_("Megan plays her last card, and the deal ends with 10♥ in your hand: 8 × 7 = 56 in place of 63."),
        },
        frozenset({"10H"}),
    ),
    LessonWords(
        "ace",
        N_("An Ace"),
        N_(
            "An Ace takes the trick, unless it is the last card played to it. Three players come after you. You have "
            "won 5."
        ),
        {
            "AC": N_(
                "Megan played a club after you, so your Ace was not last and beats K♣: 5 + 4 = 9! Had all three "
                "passed, it would have lost."
            ),
            "6C": N_("7 × 5 = 35. The Ace was a risk, but here it would have taken four cards: 5 + 4 = 9."),
            "-": N_("6 × 5 = 30. The Ace was a risk, but here it would have taken four cards: 5 + 4 = 9."),
        },
        frozenset({"AC"}),
    ),
    LessonWords(
        "ace last",
        N_("An Ace as last card"),
        N_("You have nine and want no more. You are the last to act in this trick. Which heart can you play safely?"),
        {
            "AH": N_(
                "Played last, an Ace ranks below its suit: Cerys takes the trick with J♥, and you keep nine: "
                "8 × 9 = 72."
            ),
            "QH": N_("Q♥ beats J♥: twelve won, × 3, 24 points. Your Ace would have lost, for it was the last card."),
            "-": N_("You keep 7 × 9 = 63. But an Ace as last card loses, so A♥ was safe: 8 × 9 = 72."),
        },
        frozenset({"AH"}),
    ),
    LessonWords(
        "joker last",
        N_("The Joker as last card"),
        N_(
            "A Joker may be played to every suit. As the last card of a trick it wins. You are the last to act and "
            "have won 6."
        ),
        {
            "JK": N_("The last card was your Joker: it beats even the King. 6 + 3 = 9: 7 × 9 = 63."),
            "7S": N_("7 × 6 = 42. Your Joker, as the last card, would have taken the three cards to nine."),
            "-": N_("6 × 6 = 36. Your Joker, as the last card, would have taken the three cards to nine."),
        },
        frozenset({"JK"}),
    ),
    LessonWords(
        "joker",
        N_("The Joker before others"),
        N_("You have nine. A Joker that is not the last card loses to everything. Four players come after you."),
        {
            "JK": N_("Megan played after you, so the Joker was not last: it took nothing, and is gone. 7 × 9 = 63."),
            "KD": N_(
                "K♦ takes it: twelve won, × 3, 21 points. The Joker would have lost as soon as anybody played "
                "after you."
            ),
            "-": N_(
                "Safe: 6 × 9 = 54. The Joker was a small risk: only if nobody plays after you is it last, and wins."
            ),
        },
        frozenset({"JK", "-"}),
    ),
    LessonWords(
        "lead",
        N_("Passing the lead"),
        N_(
            "You took the last trick and have nine. You may lead, or pass the lead to Megan: then you have no turn in "
            "that trick."
        ),
        {
            "KD": N_("K♦ takes its own trick: eleven won, × 2, 16 points. With nine, lead low or not at all."),
            "3S": N_("Megan covers it: 8 × 9 = 72. A low lead is good, but if all pass, you take your own card: ten."),
            "-": N_("Megan leads; you are out of this trick and keep 7 × 9 = 63. Safe: no one can make you take it."),
        },
        frozenset({"3S", "-"}),
    ),
    LessonWords(
        "deadlock",
        N_("Deadlock"),
        N_("All others have passed the lead. If you pass as well, the deal ends at once: deadlock. You have 18: × 9."),
        {
            "-": N_("Deadlock: the deal ends, and each scores what “now” says. Yours is 8 played × 9 = 72."),
            "QS": N_(
                "All have passed, so you take your own card: 19 won is × 1. You are out, but 9 × 1 = 9 in place of 72."
            ),
        },
        frozenset({"-"}),
    ),
)
"""The course in its order, marked for translation."""

FAREWELL: Final = N_(
    "That is the whole game. A game has six deals, and the highest total wins. Play one with the coach, who says "
    "what your choices mean."
)
"""What the coach says in the end, marked for translation."""


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return the course, read from its file the first time; its texts are marked for translation."""
    text = (files("chwech_tui.games.chwech") / "lessons.json").read_text("utf-8")
    positions = from_plain(dict[str, Position[ChwechView]], msgspec.json.decode(text))
    return tuple(make_lesson(words, positions[words.position], _SETUP, _NAMES, read_action) for words in _WORDS)
