"""The Fives behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.fives import deal, lessons, scores, table, tricks, words
from chwech_tui.games.fives.options import OPTIONS
from chwech_tui.games.fives.words import glossary
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

    dialect = FIVES
    options: Mapping[str, OptionWords] = OPTIONS
    rules_words = staticmethod(words.rules_words)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    variant = staticmethod(words.variant)
    turn_words = staticmethod(deal.turn_words)
    unit = staticmethod(words.unit)

    def crib(self, setup: Setup) -> tuple[str, ...]:
        return tricks.crib(setup) if self._spoil else words.crib(setup)

    def sentence(self, event: Event, people: People) -> Line:
        return tricks.sentence(event, people) if self._spoil else words.sentence(event, people)

    def reason(self, setup: Setup, view: FivesView) -> str:
        return tricks.reason(view)

    consequence = staticmethod(tricks.consequence)
    news = staticmethod(tricks.news)

    usable = staticmethod(deal.usable)
    refusal = staticmethod(deal.refusal)
    premove_refusal = staticmethod(deal.premove_refusal)
    certain_rest = staticmethod(tricks.certain_rest)
    height = staticmethod(deal.height)
    action_words = staticmethod(deal.action_words)
    moves = staticmethod(deal.moves)

    columns_width = staticmethod(table.columns_width)
    draw_heading = staticmethod(table.draw_heading)
    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(table.has_last_trick)
    shown_trick = staticmethod(table.shown_trick)
    draw_pile = staticmethod(table.draw_pile)

    def cards_gone(self, view: FivesView, setup: Setup) -> CardsGone:
        return tricks.cards_gone(view)

    deal_score = staticmethod(scores.deal_score)
    points = staticmethod(scores.points)
    sides = staticmethod(scores.sides)
    read_result = staticmethod(scores.read_result)

    farewell = lessons.FAREWELL

    def lessons(self) -> tuple[Lesson, ...]:
        return lessons.lessons() if self.title == words.TITLES[words.TWENTY_FIVE] else ()

    @property
    def glossary(self) -> Mapping[str, str]:
        return glossary(spoil=self._spoil)

    advice = staticmethod(tricks.advice)

    public_deal = staticmethod(deal.FivesDeal)

    check_view = staticmethod(deal.check_view)
    check_event = staticmethod(deal.check_event)
