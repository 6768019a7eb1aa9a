"""Durak in teams behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.durak import checks, coach, gone, moves, public_deal, scores, table, words
from chwech_tui.games.durak.glossary import glossary
from chwech_tui.games.durak.options import OPTIONS
from chwech_tui.model.cards import CardsGone
from chwech_tui.model.game import GameKey, PartWords
from chwech_tui.model.ink import Line, Picture
from chwech_tui.model.option import OptionWords
from chwech_tui.model.people import People
from chwech_tui.model.usual_game import UsualGame
from protocol.cards import Card
from protocol.durak import DURAK
from protocol.durak.views import DurakView
from protocol.language import N_, NC_, _
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat

_KEYS: Final = (
    GameKey(
        "p",
        N_("take up, pass"),
        N_("take up as the defender; throw in nothing; be done for the bout"),
        words=(NC_("command", "pass"), NC_("command", "up"), NC_("command", "done")),
    ),
)
"""The keys of the game, their effects marked for translation."""

_BOUTS: Final = PartWords(
    one=N_("bout"),
    last=N_("last bout"),
    this=N_("this bout"),
    none=N_("No bout of this deal is over yet."),
    place=N_("{deal}, bout {part}, play {play}"),
)
"""What is said of bouts."""


class DurakScreens(UsualGame[DurakView]):
    """Durak in teams, as the client shows it."""

    @property
    def title(self) -> str:
        """The name of the game, as people write it."""
        return _("Durak in teams")

    dialect = DURAK
    """The types of the actions, events and views."""

    keys: Sequence[GameKey] = _KEYS
    """The keys that act in it besides the choice of a card."""

    options: Mapping[str, OptionWords] = OPTIONS
    """The options of a new table in words, by their names in records."""

    parts = _BOUTS
    """What is said of bouts, where other games have tricks."""

    rules_words = staticmethod(words.rules_words)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    variant = staticmethod(words.variant)
    sentence = staticmethod(words.sentence)
    shared_act = staticmethod(words.shared_act)

    def crib(self, setup: Setup) -> tuple[str, ...]:
        """Return the rules in a few sentences, the same at every table."""
        return words.crib()

    def reason(self, setup: Setup, view: DurakView) -> str:
        """Return nothing: everybody saw what ended the bout."""
        return ""

    def consequence(self, setup: Setup, view: DurakView, action: Action) -> str:
        """Return what an action of the viewer would do, the same at every table."""
        return gone.consequence(view, action)

    def premove_refusal(self, view: DurakView, card: Card | None) -> str:
        """Return that nothing is chosen beforehand: what can be played depends on what others play."""
        return _("In Durak wait until you can play: it depends on what the others do.")

    def columns_width(self, setup: Setup, step: int) -> int:
        """Return the width of the columns of a seat, the same at every table."""
        return table.columns_width(step)

    def draw_heading(self, setup: Setup, step: int) -> str:
        """Return the heading of the columns."""
        return table.draw_heading(step)

    def draw_pile(self, view: DurakView, seat: Seat) -> Line:
        """Return nothing: nobody wins cards."""
        return ()

    def cards_gone(self, view: DurakView, setup: Setup) -> CardsGone:
        """Return the cards that have left the game, which everybody has seen at every table."""
        return gone.cards_gone(view)

    turn_words = staticmethod(moves.turn_words)
    unit = staticmethod(words.unit)

    def news(self, setup: Setup, before: DurakView, view: DurakView, people: People) -> Picture:
        """Return what changed between two views of a deal and should not be missed, the same at every table."""
        return gone.news(before, view, people)

    usable = staticmethod(moves.usable)
    several = staticmethod(moves.several)
    several_action = staticmethod(moves.several_action)
    refusal = staticmethod(moves.refusal)
    height = staticmethod(moves.height)
    action_words = staticmethod(moves.action_words)
    moves = staticmethod(moves.moves)

    round = False
    """False: a bout lies in a row in the middle."""

    title_lines = 2
    """The number of lines above the cards of a bout: the second one tells what it waits for."""

    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(table.has_last_trick)
    shown_trick = staticmethod(table.shown_trick)

    def piles_closed(self, setup: Setup) -> str:
        """Return why there are no cards won to look at."""
        return _("Nobody wins cards in Durak: beaten cards leave the game.")

    deal_score = staticmethod(scores.deal_score)
    points = staticmethod(scores.points)
    sides = staticmethod(scores.sides)
    read_result = staticmethod(scores.read_result)

    @property
    def glossary(self) -> Mapping[str, str]:
        """The words of the rules that are explained in place, in the reader's language."""
        return glossary()

    def advice(self, setup: Setup, view: DurakView, people: People) -> str:
        """Return what a good player would bear in mind on the viewer's turn; empty if nothing stands out."""
        return coach.advice(view, people)

    public_deal = staticmethod(public_deal.DurakDeal)

    check_view = staticmethod(checks.check_view)
    check_event = staticmethod(checks.check_event)
