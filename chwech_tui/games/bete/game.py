"""Bête behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.bete import checks, coach, gone, middle, moves, public_deal, scores, table, tricks, words
from chwech_tui.games.bete.glossary import glossary
from chwech_tui.games.bete.options import OPTIONS
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
    """The name of the game, as people write it."""

    dialect = BETE
    """The types of the actions, events and views."""

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

    def reason(self, setup: Setup, view: BeteView) -> str:
        """Return why the previous trick went as it did, in half a sentence; empty if there is none."""
        return tricks.reason(view)

    def consequence(self, setup: Setup, view: BeteView, action: Action) -> str:
        """Return what an action of the viewer would do, as far as anybody can know; empty for nothing to say."""
        return tricks.consequence(view, action)

    def news(self, setup: Setup, before: BeteView, view: BeteView, people: People) -> Picture:
        """Return what changed between two views of a deal and should not be missed, the same at every table."""
        return tricks.news(before, view, people)

    usable = staticmethod(moves.usable)
    refusal = staticmethod(moves.refusal)
    premove_refusal = staticmethod(moves.premove_refusal)
    certain_rest = staticmethod(gone.certain_rest)
    height = staticmethod(moves.height)
    action_words = staticmethod(moves.action_words)
    moves = staticmethod(moves.moves)

    title_lines = 2
    """The number of lines above the cards: the second one tells what is in the pool."""

    columns_width = staticmethod(table.columns_width)
    draw_heading = staticmethod(table.draw_heading)
    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(middle.has_last_trick)
    shown_trick = staticmethod(middle.shown_trick)
    draw_pile = staticmethod(middle.draw_pile)

    def cards_gone(self, view: BeteView, setup: Setup) -> CardsGone:
        """Return the cards gone so far, which everybody has seen at every table."""
        return gone.cards_gone(view)

    deal_score = staticmethod(scores.deal_score)
    points = staticmethod(scores.points)
    read_result = staticmethod(scores.read_result)

    @property
    def glossary(self) -> Mapping[str, str]:
        """The words of the rules that are explained in place, in the reader's language."""
        return glossary()

    def advice(self, setup: Setup, view: BeteView, people: People) -> str:
        """Return what a good player would bear in mind on the viewer's turn; empty if nothing stands out."""
        return coach.advice(view)

    public_deal = staticmethod(public_deal.BeteDeal)

    check_view = staticmethod(checks.check_view)
    check_event = staticmethod(checks.check_event)
