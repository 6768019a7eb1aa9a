"""Auction Forty-Fives behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.auction_fives import (
    checks,
    coach,
    gone,
    moves,
    public_deal,
    scores,
    table,
    tricks,
    words,
)
from chwech_tui.games.auction_fives.glossary import glossary
from chwech_tui.games.auction_fives.options import OPTIONS
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
    unit = staticmethod(words.unit)
    turn_words = staticmethod(moves.turn_words)

    def reason(self, setup: Setup, view: AuctionFivesView) -> str:
        """Return why the previous trick went as it did: the cards rank the same at every table."""
        return tricks.reason(view)

    def consequence(self, setup: Setup, view: AuctionFivesView, action: Action) -> str:
        """Return what an action of the viewer would do, as far as anybody can know."""
        return tricks.consequence(view, action)

    def news(self, setup: Setup, before: AuctionFivesView, view: AuctionFivesView, people: People) -> Picture:
        """Return what changed between two views of a deal and should not be missed, the same at every table."""
        return tricks.news(before, view)

    usable = staticmethod(moves.usable)
    several = staticmethod(moves.several)
    several_action = staticmethod(moves.several_action)
    refusal = staticmethod(moves.refusal)
    premove_refusal = staticmethod(moves.premove_refusal)
    height = staticmethod(moves.height)
    action_words = staticmethod(moves.action_words)
    certain_rest = staticmethod(gone.certain_rest)
    moves = staticmethod(moves.moves)

    title_lines = 2
    """The number of lines above the cards of a trick: the second one tells how the cards rank."""

    def columns_width(self, setup: Setup, step: int) -> int:
        """Return the width of the columns of a seat, in cells."""
        return table.columns_width(step)

    def draw_heading(self, setup: Setup, step: int) -> str:
        """Return the heading of the columns."""
        return table.draw_heading(step)

    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(table.has_last_trick)
    shown_trick = staticmethod(table.shown_trick)
    draw_pile = staticmethod(table.draw_pile)

    def cards_gone(self, view: AuctionFivesView, setup: Setup) -> CardsGone:
        """Return the cards gone so far, which everybody has seen at every table."""
        return gone.cards_gone(view)

    deal_score = staticmethod(scores.deal_score)
    points = staticmethod(scores.points)
    sides = staticmethod(scores.sides)
    read_result = staticmethod(scores.read_result)

    @property
    def glossary(self) -> Mapping[str, str]:
        """The words of the rules that are explained in place, in the reader's language."""
        return glossary()

    def advice(self, setup: Setup, view: AuctionFivesView, people: People) -> str:
        """Return what a good player would bear in mind on the viewer's turn; empty if nothing stands out."""
        return coach.advice(view)

    public_deal = staticmethod(public_deal.AuctionFivesDeal)

    check_view = staticmethod(checks.check_view)
    check_event = staticmethod(checks.check_event)
