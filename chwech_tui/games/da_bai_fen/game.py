"""Da Bai Fen behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.da_bai_fen import checks, coach, gone, middle, moves, public_deal, scores, table, tricks, words
from chwech_tui.games.da_bai_fen.glossary import glossary
from chwech_tui.games.da_bai_fen.options import OPTIONS
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
    """The name of the game."""

    dialect = DA_BAI_FEN
    """The types of the actions, events and views."""

    keys: Sequence[GameKey] = _KEYS
    """The keys that act in it besides the choice of a card, in the order of the foot."""

    round = False
    """Several cards of a seat lie in a row in the middle."""

    options: Mapping[str, OptionWords] = OPTIONS
    """The options of a new table in words, by their names in records."""

    rules_words = staticmethod(words.rules_words)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    sentence = staticmethod(words.sentence)
    turn_words = staticmethod(moves.turn_words)
    unit = staticmethod(words.unit)

    def crib(self, setup: Setup) -> tuple[str, ...]:
        """Return the rules in a few sentences, the same at every table."""
        return words.crib()

    def variant(self, view: DaBaiFenView) -> str:
        """Return who plays together."""
        return words.variant()

    def reason(self, setup: Setup, view: DaBaiFenView) -> str:
        """Return why the previous trick went as it did, in half a sentence; empty if there is none."""
        return tricks.reason(view)

    def consequence(self, setup: Setup, view: DaBaiFenView, action: Action) -> str:
        """Return what an action of the viewer would do, as far as anybody can know; empty for nothing to say."""
        return tricks.consequence(view, action)

    def news(self, setup: Setup, before: DaBaiFenView, view: DaBaiFenView, people: People) -> Picture:
        """Return what changed between two views of a deal and should not be missed."""
        return tricks.news(before, view)

    several_action = staticmethod(moves.several_action)
    usable = staticmethod(moves.usable)
    several = staticmethod(moves.several)
    refusal = staticmethod(moves.refusal)
    premove_refusal = staticmethod(moves.premove_refusal)
    height = staticmethod(moves.rank_height)
    action_words = staticmethod(moves.action_words)
    moves = staticmethod(moves.moves)

    def columns_width(self, setup: Setup, step: int) -> int:
        """Return the width of the columns of a seat."""
        return table.columns_width(step)

    def draw_heading(self, setup: Setup, step: int) -> str:
        """Return the heading of the columns."""
        return table.draw_heading(step)

    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(middle.has_last_trick)
    shown_trick = staticmethod(middle.shown_trick)
    draw_pile = staticmethod(middle.draw_pile)

    def cards_gone(self, view: DaBaiFenView, setup: Setup) -> CardsGone:
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

    def advice(self, setup: Setup, view: DaBaiFenView, people: People) -> str:
        """Return what a good player would bear in mind on the viewer's turn; empty if nothing stands out."""
        return coach.advice(view)

    public_deal = staticmethod(public_deal.DaBaiFenDeal)

    check_view = staticmethod(checks.check_view)
    check_event = staticmethod(checks.check_event)
