"""The Fives behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.fives import (
    checks,
    coach,
    gone,
    lessons,
    moves,
    public_deal,
    scores,
    spoil,
    table,
    tricks,
    words,
)
from chwech_tui.games.fives.glossary import glossary
from chwech_tui.games.fives.options import OPTIONS
from chwech_tui.model.cards import CardsGone
from chwech_tui.model.game import GameKey
from chwech_tui.model.ink import Line
from chwech_tui.model.lesson import Lesson
from chwech_tui.model.option import OptionWords
from chwech_tui.model.people import People
from chwech_tui.model.usual_game import UsualGame
from protocol.fives import FIVES
from protocol.fives.views import FivesView
from protocol.language import N_, NC_
from protocol.setup import Setup
from protocol.vocabulary import Event

_KEYS: Final = (
    GameKey(
        "d",
        N_("rob"),
        N_("take the turn-up and lay the chosen card aside, where you may"),
        rare=True,
        words=(NC_("command", "rob"), NC_("command", "take")),
    ),
    GameKey(
        "p",
        "",
        N_("leave the turn-up, where you are asked whether you take it"),
        words=(NC_("command", "decline"), NC_("command", "pass")),
    ),
)
"""The keys of Twenty-Five and Forty-Five, their effects marked for translation."""

_SPOIL_KEYS: Final = (
    GameKey(
        "d",
        N_("take"),
        N_("take the turn-up in place of the chosen card; or take the pool"),
        rare=True,
        words=(NC_("command", "rob"), NC_("command", "take"), NC_("command", "sweep")),
    ),
    GameKey(
        "g",
        N_("jink"),
        N_("leave the pool, and go for all five tricks, where you may"),
        rare=True,
        words=(NC_("command", "jink"), NC_("command", "go")),
    ),
    _KEYS[1],
)
"""The keys of Spoil Five, their effects marked for translation."""


class FivesScreens(UsualGame[FivesView]):
    """One of the three games, as the client shows it."""

    def __init__(self, name: str) -> None:
        """Set the name of the game in setups."""
        self.title = words.TITLES[name]
        self._spoil = name == words.SPOIL_FIVE
        self.keys: Sequence[GameKey] = _SPOIL_KEYS if self._spoil else _KEYS
        """The keys that act in it besides the choice of a card, in the order of the foot."""

    dialect = FIVES
    """The types of the actions, events and views of all three."""

    options: Mapping[str, OptionWords] = OPTIONS
    """The options of a new table in words, by their names in records."""

    rules_words = staticmethod(words.rules_words)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    variant = staticmethod(words.variant)
    turn_words = staticmethod(moves.turn_words)
    unit = staticmethod(words.unit)

    def crib(self, setup: Setup) -> tuple[str, ...]:
        """Return the rules of a table in a few sentences."""
        return spoil.crib(setup) if self._spoil else words.crib(setup)

    def sentence(self, event: Event, people: People) -> Line:
        """Return the sentence for an event of the game; an empty line for any other event."""
        return spoil.sentence(event, people) if self._spoil else words.sentence(event, people)

    def reason(self, setup: Setup, view: FivesView) -> str:
        """Return why the previous trick went as it did: the cards rank the same at every table."""
        return tricks.reason(view)

    consequence = staticmethod(tricks.consequence)
    news = staticmethod(tricks.news)

    usable = staticmethod(moves.usable)
    refusal = staticmethod(moves.refusal)
    premove_refusal = staticmethod(moves.premove_refusal)
    certain_rest = staticmethod(gone.certain_rest)
    height = staticmethod(moves.height)
    action_words = staticmethod(moves.action_words)
    moves = staticmethod(moves.moves)

    title_lines = 2
    """The number of lines above the cards of a trick: the second one tells how the cards rank."""

    columns_width = staticmethod(table.columns_width)
    draw_heading = staticmethod(table.draw_heading)
    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(table.has_last_trick)
    shown_trick = staticmethod(table.shown_trick)
    draw_pile = staticmethod(table.draw_pile)

    def cards_gone(self, view: FivesView, setup: Setup) -> CardsGone:
        """Return the cards gone so far, which everybody has seen at every table."""
        return gone.cards_gone(view)

    deal_score = staticmethod(scores.deal_score)
    points = staticmethod(scores.points)
    sides = staticmethod(scores.sides)
    read_result = staticmethod(scores.read_result)

    farewell = lessons.FAREWELL
    """What the coach says at the end of the course."""

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the course of Twenty-Five; the others, which are much the same, have none."""
        return lessons.lessons() if self.title == words.TITLES[words.TWENTY_FIVE] else ()

    @property
    def glossary(self) -> Mapping[str, str]:
        """The words of the rules that are explained in place, in the reader's language."""
        return glossary(spoil=self._spoil)

    advice = staticmethod(coach.advice)

    public_deal = staticmethod(public_deal.FivesDeal)

    check_view = staticmethod(checks.check_view)
    check_event = staticmethod(checks.check_event)
