"""Auction Forty-Fives behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.auction_fives import deal, table, words
from chwech_tui.games.auction_fives.words import OPTIONS, glossary
from chwech_tui.model.cards import CardsGone
from chwech_tui.model.game import GameKey
from chwech_tui.model.ink import Picture
from chwech_tui.model.option import OptionWords
from chwech_tui.model.people import People
from chwech_tui.model.usual_game import UsualGame
from protocol.auction_fives import AUCTION_FIVES
from protocol.auction_fives.views import AuctionFivesView
from protocol.language import N_, NC_
from protocol.setup import Setup
from protocol.vocabulary import Action

_KEYS: Final = (
    GameKey("b", N_("bid"), N_("bid in the auction"), rare=True, words=(NC_("command", "bid"),)),
    GameKey("g", N_("hold"), N_("hold the bid that stands, where you may"), rare=True, words=(NC_("command", "hold"),)),
    GameKey("p", N_("pass"), N_("pass in the auction"), rare=True, words=(NC_("command", "pass"),)),
    GameKey("m", N_("trumps"), N_("name the trump suit"), rare=True, words=(NC_("command", "trumps"),)),
    GameKey(
        "d",
        N_("draw"),
        N_("lay no more cards aside and draw, or pick a card from those left"),
        rare=True,
        words=(NC_("command", "draw"), NC_("command", "pick")),
    ),
)
"""The keys of the game, their effects marked for translation."""


class AuctionFivesScreens(UsualGame[AuctionFivesView]):
    """The game, as the client shows it."""

    title = words.TITLE
    dialect = AUCTION_FIVES
    keys: Sequence[GameKey] = _KEYS
    options: Mapping[str, OptionWords] = OPTIONS
    rules_words = staticmethod(words.rules_words)
    crib = staticmethod(words.crib)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    variant = staticmethod(words.variant)
    sentence = staticmethod(words.sentence)
    unit = staticmethod(words.unit)
    turn_words = staticmethod(deal.turn_words)

    def reason(self, setup: Setup, view: AuctionFivesView) -> str:
        return table.reason(view)

    def consequence(self, setup: Setup, view: AuctionFivesView, action: Action) -> str:
        return table.consequence(view, action)

    def news(self, setup: Setup, before: AuctionFivesView, view: AuctionFivesView, people: People) -> Picture:
        return table.news(before, view)

    usable = staticmethod(deal.usable)
    several = staticmethod(deal.several)
    several_action = staticmethod(deal.several_action)
    refusal = staticmethod(deal.refusal)
    premove_refusal = staticmethod(deal.premove_refusal)
    height = staticmethod(deal.height)
    action_words = staticmethod(deal.action_words)
    certain_rest = staticmethod(table.certain_rest)
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

    def cards_gone(self, view: AuctionFivesView, setup: Setup) -> CardsGone:
        return table.cards_gone(view)

    deal_score = staticmethod(deal.deal_score)
    points = staticmethod(deal.points)
    sides = staticmethod(deal.sides)
    read_result = staticmethod(deal.read_result)

    @property
    def glossary(self) -> Mapping[str, str]:
        return glossary()

    def advice(self, setup: Setup, view: AuctionFivesView, people: People) -> str:
        return table.advice(view)

    public_deal = staticmethod(deal.AuctionFivesDeal)

    check_view = staticmethod(deal.check_view)
    check_event = staticmethod(deal.check_event)
