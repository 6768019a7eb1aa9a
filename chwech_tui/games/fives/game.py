"""Twenty-Five and Forty-Five behind the client's interface of games."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.games.fives import checks, moves, public_deal, scores, table, words
from chwech_tui.model.game import GameKey
from protocol.fives import FIVES
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat

_KEYS: Final = (
    GameKey(
        "d", "rob", "take the turn-up and lay the chosen card aside, where you may", rare=True, words=("rob", "take")
    ),
    GameKey("p", "", "leave the turn-up, where you are asked whether you take it", words=("decline", "pass")),
)


class FivesScreens:
    """One of the two games, as the client shows it."""

    def __init__(self, title: str) -> None:
        """Set the name of the game, as people write it."""
        self.title = title

    dialect = FIVES
    """The types of the actions, events and views of both games."""

    keys: Sequence[GameKey] = _KEYS
    """The keys that act in it besides the choice of a card, in the order of the foot."""

    rules_words = staticmethod(words.rules_words)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    variant = staticmethod(words.variant)
    sentence = staticmethod(words.sentence)
    turn_words = staticmethod(moves.turn_words)
    unit = staticmethod(words.unit)

    def shared_act(self, event: Event) -> tuple[Seat, str] | None:
        """Return None: nothing is done by several seats in a row."""
        return None

    usable = staticmethod(moves.usable)
    refusal = staticmethod(moves.refusal)
    moves = staticmethod(moves.moves)

    title_lines = 2
    """The number of lines above the cards of a trick: the second one tells how the cards rank."""

    columns_width = staticmethod(table.columns_width)
    draw_heading = staticmethod(table.draw_heading)
    draw_columns = staticmethod(table.draw_columns)
    has_last_trick = staticmethod(table.has_last_trick)
    draw_middle = staticmethod(table.draw_middle)
    draw_pile = staticmethod(table.draw_pile)

    def piles_closed(self, setup: Setup) -> str:
        """Return an empty text: everybody has seen the cards of every trick."""
        return ""

    deal_score = staticmethod(scores.deal_score)
    points = staticmethod(scores.points)
    sides = staticmethod(scores.sides)
    read_result = staticmethod(scores.read_result)

    public_deal = staticmethod(public_deal.public_deal)

    check_view = staticmethod(checks.check_view)
    check_event = staticmethod(checks.check_event)
