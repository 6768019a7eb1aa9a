"""Durak in teams behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.durak import deal, table, words
from chwech_tui.games.durak.words import OPTIONS, glossary
from chwech_tui.model.cards import CardsGone
from chwech_tui.model.game import GameKey
from chwech_tui.model.ink import Line, Picture
from chwech_tui.model.option import OptionWords
from chwech_tui.model.people import People
from chwech_tui.model.usual_game import UsualGame
from games.kit.words import Parts
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

_BOUTS: Final = Parts(
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
        return _("Durak in teams")

    dialect = DURAK
    keys: Sequence[GameKey] = _KEYS
    options: Mapping[str, OptionWords] = OPTIONS
    parts = _BOUTS
    rules_words = staticmethod(words.rules_words)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    variant = staticmethod(words.variant)
    sentence = staticmethod(words.sentence)
    shared_act = staticmethod(words.shared_act)

    def crib(self, setup: Setup) -> tuple[str, ...]:
        return words.crib()

    def reason(self, setup: Setup, view: DurakView) -> str:
        return ""

    def consequence(self, setup: Setup, view: DurakView, action: Action) -> str:
        return table.consequence(view, action)

    def premove_refusal(self, view: DurakView, card: Card | None) -> str:
        return _("In Durak wait until you can play: it depends on what the others do.")

    def columns_width(self, setup: Setup, step: int) -> int:
        return table.columns_width(step)

    def draw_heading(self, setup: Setup, step: int) -> str:
        return table.draw_heading(step)

    def draw_pile(self, view: DurakView, seat: Seat) -> Line:
        return ()

    def cards_gone(self, view: DurakView, setup: Setup) -> CardsGone:
        return table.cards_gone(view)

    turn_words = staticmethod(deal.turn_words)
    unit = staticmethod(words.unit)

    def news(self, setup: Setup, before: DurakView, view: DurakView, people: People) -> Picture:
        return table.news(before, view, people)

    usable = staticmethod(deal.usable)
    several = staticmethod(deal.several)
    several_action = staticmethod(deal.several_action)
    refusal = staticmethod(deal.refusal)
    height = staticmethod(deal.height)
    action_words = staticmethod(deal.action_words)
    moves = staticmethod(deal.moves)

    round = False
    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(table.has_last_trick)
    shown_trick = staticmethod(table.shown_trick)

    def piles_closed(self, setup: Setup) -> str:
        return _("Nobody wins cards in Durak: beaten cards leave the game.")

    deal_score = staticmethod(deal.deal_score)
    points = staticmethod(deal.points)
    sides = staticmethod(deal.sides)
    read_result = staticmethod(deal.read_result)

    @property
    def glossary(self) -> Mapping[str, str]:
        return glossary()

    def advice(self, setup: Setup, view: DurakView, people: People) -> str:
        return table.advice(view, people)

    public_deal = staticmethod(deal.DurakDeal)

    check_view = staticmethod(deal.check_view)
    check_event = staticmethod(deal.check_event)
