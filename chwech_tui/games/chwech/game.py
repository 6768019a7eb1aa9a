"""Chwech behind the client's interface of games."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.games.chwech import checks, moves, public_deal, scores, table, words
from chwech_tui.model.game import GameKey
from protocol.chwech import CHWECH
from protocol.chwech.views import ChwechView
from protocol.setup import Setup

_KEYS: Final = (
    GameKey("p", "pass", "pass your turn, or the lead", words=("pass",)),
    GameKey("h  l", "", "play an Ace as high or low, where the rules ask for it"),
    GameKey("c  d  h  s", "", "name the suit that a Joker you lead stands for"),
)


class ChwechScreens:
    """Chwech, as the client shows it."""

    title = "Chwech"
    """The name of the game, as people write it."""

    dialect = CHWECH
    """The types of its actions, events and views."""

    keys: Sequence[GameKey] = _KEYS
    """The keys that act in it besides the choice of a card, in the order of the foot."""

    rules_words = staticmethod(words.rules_words)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    variant = staticmethod(words.variant)
    sentence = staticmethod(words.sentence)
    shared_act = staticmethod(words.shared_act)
    turn_words = staticmethod(words.turn_words)
    unit = staticmethod(words.unit)

    usable = staticmethod(moves.usable)
    refusal = staticmethod(moves.refusal)
    moves = staticmethod(moves.moves)

    title_lines = 1
    """The number of lines above the cards of a trick."""

    def sides(self, view: ChwechView) -> tuple[int, ...]:
        """Return no sides: each plays alone."""
        return ()

    def columns_width(self, setup: Setup, step: int) -> int:
        """Return the width of the columns, which are the same at every table."""
        return table.columns_width(step)

    def draw_heading(self, setup: Setup, step: int) -> str:
        """Return the heading of the columns."""
        return table.draw_heading(step)

    draw_columns = staticmethod(table.draw_columns)
    has_last_trick = staticmethod(table.has_last_trick)
    draw_middle = staticmethod(table.draw_middle)
    piles_closed = staticmethod(table.piles_closed)
    draw_pile = staticmethod(table.draw_pile)

    deal_score = staticmethod(scores.deal_score)
    points = staticmethod(scores.points)
    read_result = staticmethod(scores.read_result)

    public_deal = staticmethod(public_deal.public_deal)

    check_view = staticmethod(checks.check_view)
    check_event = staticmethod(checks.check_event)
