"""Chwech behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.chwech import deal, lessons, table, words
from chwech_tui.games.chwech.deal import HEIGHTS
from chwech_tui.games.chwech.words import OPTIONS, glossary
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
    dialect = CHWECH
    keys: Sequence[GameKey] = _KEYS
    options: Mapping[str, OptionWords] = OPTIONS
    rules_words = staticmethod(words.rules_words)
    crib = staticmethod(words.crib)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    variant = staticmethod(words.variant)
    sentence = staticmethod(words.sentence)
    shared_act = staticmethod(words.shared_act)
    turn_words = staticmethod(words.turn_words)
    unit = staticmethod(words.unit)

    reason = staticmethod(table.reason)
    consequence = staticmethod(table.consequence)

    def news(self, setup: Setup, before: ChwechView, view: ChwechView, people: People) -> Picture:
        return table.news(before, view, people)

    usable = staticmethod(deal.usable)
    refusal = staticmethod(deal.refusal)
    premove_refusal = staticmethod(deal.premove_refusal)
    action_words = staticmethod(deal.action_words)
    moves = staticmethod(deal.moves)

    def height(self, view: ChwechView, card: Card) -> int:
        return HEIGHTS[card.rank]

    title_lines = 1

    def columns_width(self, setup: Setup, step: int) -> int:
        return table.columns_width(step)

    def draw_heading(self, setup: Setup, step: int) -> str:
        return table.draw_heading(step)

    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(table.has_last_trick)
    shown_trick = staticmethod(table.shown_trick)
    piles_closed = staticmethod(table.piles_closed)
    draw_pile = staticmethod(table.draw_pile)
    cards_gone = staticmethod(deal.cards_gone)

    deal_score = staticmethod(deal.deal_score)
    points = staticmethod(deal.points)
    read_result = staticmethod(deal.read_result)
    counts_deals = True
    reviewed = True

    farewell = lessons.FAREWELL
    lessons = staticmethod(lessons.lessons)

    @property
    def glossary(self) -> Mapping[str, str]:
        return glossary()

    def advice(self, setup: Setup, view: ChwechView, people: People) -> str:
        return deal.advice(view, people)

    public_deal = staticmethod(deal.ChwechDeal)

    check_view = staticmethod(deal.check_view)
    check_event = staticmethod(deal.check_event)
