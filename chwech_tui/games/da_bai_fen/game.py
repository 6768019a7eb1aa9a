"""Da Bai Fen behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.da_bai_fen import deal, table, words
from chwech_tui.games.da_bai_fen.words import OPTIONS, glossary
from chwech_tui.model.cards import CardsGone
from chwech_tui.model.game import GameKey
from chwech_tui.model.ink import Picture
from chwech_tui.model.option import OptionWords
from chwech_tui.model.people import People
from chwech_tui.model.usual_game import UsualGame
from protocol.da_bai_fen import DA_BAI_FEN
from protocol.da_bai_fen.views import DaBaiFenView
from protocol.language import N_, NC_
from protocol.setup import Setup
from protocol.vocabulary import Action

_KEYS: Final = (
    GameKey("m", N_("expose"), N_("expose a card"), rare=True, words=(NC_("command", "expose"),)),
    GameKey("p", N_("pass"), N_("pass in the draw"), rare=True, words=(NC_("command", "pass"),)),
    GameKey("d", "", N_("pass until all cards are drawn"), rare=True, words=(NC_("command", "done"),)),
    GameKey("g", N_("annul"), N_("annul the deal"), rare=True, words=(NC_("command", "annul"),)),
)
"""The keys of the game, their effects marked for translation."""


class DaBaiFenScreens(UsualGame[DaBaiFenView]):
    """The game, as the client shows it."""

    title = words.TITLE
    dialect = DA_BAI_FEN
    keys: Sequence[GameKey] = _KEYS
    round = False
    options: Mapping[str, OptionWords] = OPTIONS
    rules_words = staticmethod(words.rules_words)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    sentence = staticmethod(words.sentence)
    turn_words = staticmethod(deal.turn_words)
    unit = staticmethod(words.unit)

    def crib(self, setup: Setup) -> tuple[str, ...]:
        return words.crib()

    def variant(self, view: DaBaiFenView) -> str:
        return words.variant()

    def reason(self, setup: Setup, view: DaBaiFenView) -> str:
        return table.reason(view)

    def consequence(self, setup: Setup, view: DaBaiFenView, action: Action) -> str:
        return table.consequence(view, action)

    def news(self, setup: Setup, before: DaBaiFenView, view: DaBaiFenView, people: People) -> Picture:
        return table.news(before, view)

    several_action = staticmethod(deal.several_action)
    usable = staticmethod(deal.usable)
    several = staticmethod(deal.several)
    refusal = staticmethod(deal.refusal)
    premove_refusal = staticmethod(deal.premove_refusal)
    height = staticmethod(deal.rank_height)
    action_words = staticmethod(deal.action_words)
    moves = staticmethod(deal.moves)

    def columns_width(self, setup: Setup, step: int) -> int:
        return table.columns_width(step)

    def draw_heading(self, setup: Setup, step: int) -> str:
        return table.draw_heading(step)

    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(table.has_last_trick)
    shown_trick = staticmethod(table.shown_trick)
    draw_pile = staticmethod(table.draw_pile)

    def cards_gone(self, view: DaBaiFenView, setup: Setup) -> CardsGone:
        return table.cards_gone(view)

    deal_score = staticmethod(deal.deal_score)
    points = staticmethod(deal.points)
    sides = staticmethod(deal.sides)
    read_result = staticmethod(deal.read_result)

    @property
    def glossary(self) -> Mapping[str, str]:
        return glossary()

    def advice(self, setup: Setup, view: DaBaiFenView, people: People) -> str:
        return table.advice(view)

    public_deal = staticmethod(deal.DaBaiFenDeal)

    check_view = staticmethod(deal.check_view)
    check_event = staticmethod(deal.check_event)
