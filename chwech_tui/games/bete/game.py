"""Bête behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.bete import deal, table, words
from chwech_tui.games.bete.words import OPTIONS, glossary
from chwech_tui.model.cards import CardsGone
from chwech_tui.model.game import GameKey
from chwech_tui.model.ink import Picture
from chwech_tui.model.option import OptionWords
from chwech_tui.model.people import People
from chwech_tui.model.usual_game import UsualGame
from protocol.bete import BETE
from protocol.bete.views import BeteView
from protocol.language import N_, NC_
from protocol.setup import Setup
from protocol.vocabulary import Action

_KEYS: Final = (
    GameKey(
        "g",
        N_("take part"),
        N_("play for the pool in this deal"),
        rare=True,
        words=(NC_("command", "in"), NC_("command", "take")),
    ),
    GameKey("p", N_("pass"), N_("stay out of this deal"), rare=True, words=(NC_("command", "pass"),)),
)
"""The keys of the game, their effects marked for translation."""


class BeteScreens(UsualGame[BeteView]):
    """The game, as the client shows it."""

    title = words.TITLE
    dialect = BETE
    keys: Sequence[GameKey] = _KEYS
    options: Mapping[str, OptionWords] = OPTIONS
    rules_words = staticmethod(words.rules_words)
    crib = staticmethod(words.crib)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    variant = staticmethod(words.variant)
    sentence = staticmethod(words.sentence)
    shared_act = staticmethod(words.shared_act)
    turn_words = staticmethod(deal.turn_words)
    unit = staticmethod(words.unit)

    def reason(self, setup: Setup, view: BeteView) -> str:
        return table.reason(view)

    def consequence(self, setup: Setup, view: BeteView, action: Action) -> str:
        return table.consequence(view, action)

    def news(self, setup: Setup, before: BeteView, view: BeteView, people: People) -> Picture:
        return table.news(before, view, people)

    usable = staticmethod(deal.usable)
    refusal = staticmethod(deal.refusal)
    premove_refusal = staticmethod(deal.premove_refusal)
    certain_rest = staticmethod(table.certain_rest)
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

    def cards_gone(self, view: BeteView, setup: Setup) -> CardsGone:
        return table.cards_gone(view)

    deal_score = staticmethod(deal.deal_score)
    points = staticmethod(deal.points)
    read_result = staticmethod(deal.read_result)

    @property
    def glossary(self) -> Mapping[str, str]:
        return glossary()

    def advice(self, setup: Setup, view: BeteView, people: People) -> str:
        return table.advice(view)

    public_deal = staticmethod(deal.BeteDeal)

    check_view = staticmethod(deal.check_view)
    check_event = staticmethod(deal.check_event)
