"""The course of Twenty-Five: what the coach says in each prepared position, and to each choice in it.

The positions themselves lie in ``lessons.json``, which ``tools/make_fives_lessons.py`` makes by the real rules.
"""

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from chwech_tui.model.lesson import Lesson, LessonWords, Position, make_lesson
from protocol.codec import from_plain
from protocol.fives.actions import read_action
from protocol.fives.views import FivesView
from protocol.language import N_
from protocol.setup import Setup

_SETUP: Final = Setup("twenty-five", 5, {"pool": False})
_NAMES: Final = ("You", "Megan", "Dylan", "Cerys", "Owain")

_WORDS: Final = (
    LessonWords(
        "follow",
        N_("Follow or trump"),
        N_(
            "Clubs are trumps, and Cerys led K♦. Play a diamond or any trump, as you like. Each trick scores 5; "
            "25 points win."
        ),
        {
            "6C": N_("A trump beats every plain card: you take the trick, and have 5 points."),
            "QD": N_("Diamonds were followed, but K♦ is higher: Cerys scores 5. Your 6♣ would have taken it."),
        },
        frozenset({"6C"}),
    ),
    LessonWords(
        "black",
        N_("Low in black"),
        N_(
            "Owain led 7♠. In red suits high numbers are high; in black suits the low numbers beat the high ones. "
            "Which spade?"
        ),
        {
            "3S": N_("In black 3♠ beats 6♠, 7♠ and 8♠: the trick is yours."),
            "9S": N_("High in red, low in black: 9♠ is lower than 8♠, and 6♠ takes the trick. 3♠ would have done it."),
        },
        frozenset({"3S"}),
    ),
    LessonWords(
        "hearts",
        N_("The Ace of hearts"),
        N_(
            "Spades are trumps. A♥ is always a trump, one of the highest; it is never a heart. "
            "You are the last to play."
        ),
        {
            "KH": N_("K♥ is the highest plain heart and takes the trick; A♥ stays in your hand for a better one."),
            "AH": N_("A trump takes the trick, but K♥ would have done so, too. A♥ is worth keeping."),
        },
        frozenset({"KH"}),
    ),
    LessonWords(
        "renege",
        N_("Keeping a top trump"),
        N_(
            "A trump is led: play a trump. But 5 and J of trumps and A♥ may be kept back from a lower one. Yours is J♣."
        ),
        {
            "JC": N_("The second-best trump takes it: 5 points. You may also keep it for a trick that matters more."),
            "*": N_(
                "You kept J♣, for 9♣ is lower: this is called reneging. To a lead of 5♣ you would have to play it."
            ),
        },
        frozenset({"JC", "*"}),
    ),
    LessonWords(
        "rob",
        N_("Robbing the pack"),
        N_(
            "You hold A♦, the Ace of trumps: before your first card you may take the turn-up J♦ and lay a card aside "
            "(d). You lead."
        ),
        {
            "rob AD": N_(
                "You have J♦, the second-best trump, but laid the Ace aside, also a good one. A plain card goes better."
            ),
            "rob *": N_("You have J♦, the second-best trump, for a plain card. Now you would lead."),
            "*": N_("You have led, and J♦ stays where it is. Robbing costs nothing but a card you do not need."),
        },
        frozenset({"rob *"}),
    ),
    LessonWords(
        "game",
        N_("The end"),
        N_("You have 20 points, and so has Cerys. Whoever first has 25 wins at that moment, in the middle of a deal."),
        {
            "5C": N_("The best trump of all takes the trick: 25, and the game is yours at once."),
            "QD": N_("Cerys takes it with K♦ and has 25: the game is over. 5♣ would have won it for you."),
        },
        frozenset({"5C"}),
    ),
)
"""The course in its order, marked for translation."""

FAREWELL: Final = N_(
    "That is Twenty-Five. Forty-Five is the same with 45 points, a Joker, and 5 more for the best card of each deal."
)
"""What the coach says in the end, marked for translation."""


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return the course, read from its file the first time."""
    text = (files("chwech_tui.games.fives") / "lessons.json").read_text("utf-8")
    positions = from_plain(dict[str, Position[FivesView]], msgspec.json.decode(text))
    return tuple(make_lesson(words, positions[words.position], _SETUP, _NAMES, read_action) for words in _WORDS)
