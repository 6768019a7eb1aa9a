"""Roque and Roque for three behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.roque import deal, table, words
from chwech_tui.games.roque.words import OPTIONS, glossary
from chwech_tui.model.cards import CardsGone
from chwech_tui.model.game import GameKey
from chwech_tui.model.ink import Picture
from chwech_tui.model.option import OptionWords
from chwech_tui.model.people import People
from chwech_tui.model.usual_game import UsualGame
from protocol.cards import Card
from protocol.language import N_, NC_
from protocol.roque import ROQUE
from protocol.roque.views import RoqueView
from protocol.setup import Setup
from protocol.vocabulary import Action

_KEYS: Final = (
    GameKey("b", N_("bid"), N_("bid in the auction"), rare=True, words=(NC_("command", "bid"),)),
    GameKey("p", N_("pass"), N_("pass in the auction"), rare=True, words=(NC_("command", "pass"),)),
)
"""The keys of both games, their effects marked for translation."""


class RoqueScreens(UsualGame[RoqueView]):
    """One of the two games, as the client shows it."""

    def __init__(self, name: str) -> None:
        """Set the game by its name in setups."""
        self.title = words.TITLES[name]

    dialect = ROQUE
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

    def reason(self, setup: Setup, view: RoqueView) -> str:
        return table.reason(view)

    def consequence(self, setup: Setup, view: RoqueView, action: Action) -> str:
        return table.consequence(view, action)

    def news(self, setup: Setup, before: RoqueView, view: RoqueView, people: People) -> Picture:
        return table.news(before, view, people)

    def several_action(self, view: RoqueView, cards: tuple[Card, ...]) -> Action | str:
        return deal.several_action(cards)

    usable = staticmethod(deal.usable)
    several = staticmethod(deal.several)
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

    def cards_gone(self, view: RoqueView, setup: Setup) -> CardsGone:
        return table.cards_gone(view)

    deal_score = staticmethod(deal.deal_score)
    points = staticmethod(deal.points)
    sides = staticmethod(deal.sides)
    read_result = staticmethod(deal.read_result)

    @property
    def glossary(self) -> Mapping[str, str]:
        return glossary()

    def advice(self, setup: Setup, view: RoqueView, people: People) -> str:
        return table.advice(setup, view)

    public_deal = staticmethod(deal.RoqueDeal)

    check_view = staticmethod(deal.check_view)
    check_event = staticmethod(deal.check_event)
