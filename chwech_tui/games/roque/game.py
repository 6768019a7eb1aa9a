"""Roque and Roque for three behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.roque import checks, coach, gone, middle, moves, public_deal, scores, table, tricks, words
from chwech_tui.games.roque.glossary import glossary
from chwech_tui.games.roque.options import OPTIONS
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
    """The types of the actions, events and views of both games."""

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
    turn_words = staticmethod(moves.turn_words)
    unit = staticmethod(words.unit)

    def reason(self, setup: Setup, view: RoqueView) -> str:
        """Return why the previous trick went as it did, in half a sentence; empty if there is none."""
        return tricks.reason(view)

    def consequence(self, setup: Setup, view: RoqueView, action: Action) -> str:
        """Return what an action of the viewer would do, as far as anybody can know; empty for nothing to say."""
        return tricks.consequence(view, action)

    def news(self, setup: Setup, before: RoqueView, view: RoqueView, people: People) -> Picture:
        """Return what changed between two views of a deal and should not be missed, the same at every table."""
        return tricks.news(before, view, people)

    def several_action(self, view: RoqueView, cards: tuple[Card, ...]) -> Action | str:
        """Return what is sent first for cards to lay aside, or why they cannot be chosen."""
        return moves.several_action(cards)

    usable = staticmethod(moves.usable)
    several = staticmethod(moves.several)
    refusal = staticmethod(moves.refusal)
    premove_refusal = staticmethod(moves.premove_refusal)
    certain_rest = staticmethod(gone.certain_rest)
    height = staticmethod(moves.height)
    action_words = staticmethod(moves.action_words)
    moves = staticmethod(moves.moves)

    title_lines = 2
    """The number of lines above the cards: the second one tells how the contract stands."""

    columns_width = staticmethod(table.columns_width)
    draw_heading = staticmethod(table.draw_heading)
    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(middle.has_last_trick)
    shown_trick = staticmethod(middle.shown_trick)
    draw_pile = staticmethod(middle.draw_pile)

    def cards_gone(self, view: RoqueView, setup: Setup) -> CardsGone:
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

    def advice(self, setup: Setup, view: RoqueView, people: People) -> str:
        """Return what a good player would bear in mind on the viewer's turn; empty if nothing stands out."""
        return coach.advice(setup, view)

    public_deal = staticmethod(public_deal.RoqueDeal)

    check_view = staticmethod(checks.check_view)
    check_event = staticmethod(checks.check_event)
