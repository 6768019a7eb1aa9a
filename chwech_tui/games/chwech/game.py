"""Chwech behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.chwech import (
    checks,
    coach,
    gone,
    lessons,
    moves,
    public_deal,
    scores,
    table,
    tricks,
    words,
)
from chwech_tui.games.chwech.glossary import glossary
from chwech_tui.games.chwech.moves import HEIGHTS
from chwech_tui.games.chwech.options import OPTIONS
from chwech_tui.model.game import GameKey
from chwech_tui.model.ink import Picture
from chwech_tui.model.option import OptionWords
from chwech_tui.model.people import People
from chwech_tui.model.usual_game import UsualGame
from protocol.cards import Card
from protocol.chwech import CHWECH
from protocol.chwech.views import ChwechView
from protocol.language import N_, NC_
from protocol.setup import Setup

_KEYS: Final = (
    GameKey(
        "p",
        N_("pass"),
        N_("pass your turn, or the lead; before your turn, choose to pass"),
        early=True,
        words=(NC_("command", "pass"),),
    ),
    GameKey("h  l", "", N_("play an Ace as high or low, where the rules ask for it")),
    GameKey("c  d  h  s", "", N_("name the suit that a Joker you lead stands for")),
)


class ChwechScreens(UsualGame[ChwechView]):
    """Chwech, as the client shows it."""

    title = "Chwech"
    """The name of the game, as people write it."""

    dialect = CHWECH
    """The types of its actions, events and views."""

    keys: Sequence[GameKey] = _KEYS
    """The keys that act in it besides the choice of a card, in the order of the foot."""

    options: Mapping[str, OptionWords] = OPTIONS
    """The options of a new table in words, by their names in records."""

    rules_words = staticmethod(words.rules_words)
    crib = staticmethod(words.crib)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    variant = staticmethod(words.variant)
    sentence = staticmethod(words.sentence)
    shared_act = staticmethod(words.shared_act)
    turn_words = staticmethod(words.turn_words)
    unit = staticmethod(words.unit)

    reason = staticmethod(tricks.reason)
    consequence = staticmethod(tricks.consequence)

    def news(self, setup: Setup, before: ChwechView, view: ChwechView, people: People) -> Picture:
        """Return what changed between two views of a deal and should not be missed, the same at every table."""
        return tricks.news(before, view, people)

    usable = staticmethod(moves.usable)
    refusal = staticmethod(moves.refusal)
    premove_refusal = staticmethod(moves.premove_refusal)
    action_words = staticmethod(moves.action_words)
    moves = staticmethod(moves.moves)

    def height(self, view: ChwechView, card: Card) -> int:
        """Return how high a card ranks, for a hand sorted by rank."""
        return HEIGHTS[card.rank]

    title_lines = 1
    """The number of lines above the cards of a trick."""

    def columns_width(self, setup: Setup, step: int) -> int:
        """Return the width of the columns, which are the same at every table."""
        return table.columns_width(step)

    def draw_heading(self, setup: Setup, step: int) -> str:
        """Return the heading of the columns."""
        return table.draw_heading(step)

    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(table.has_last_trick)
    shown_trick = staticmethod(table.shown_trick)
    piles_closed = staticmethod(table.piles_closed)
    draw_pile = staticmethod(table.draw_pile)
    cards_gone = staticmethod(gone.cards_gone)

    deal_score = staticmethod(scores.deal_score)
    points = staticmethod(scores.points)
    read_result = staticmethod(scores.read_result)
    counts_deals = True
    reviewed = True

    farewell = lessons.FAREWELL
    """What the coach says at the end of the course."""

    lessons = staticmethod(lessons.lessons)

    @property
    def glossary(self) -> Mapping[str, str]:
        """The words of the rules that are explained in place, in the reader's language."""
        return glossary()

    def advice(self, setup: Setup, view: ChwechView, people: People) -> str:
        """Return what a good player would bear in mind on the viewer's turn; empty if nothing stands out."""
        return coach.advice(view, people)

    public_deal = staticmethod(public_deal.ChwechDeal)

    check_view = staticmethod(checks.check_view)
    check_event = staticmethod(checks.check_event)
