"""The games of one pile behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.piles import deal, table, words
from chwech_tui.games.piles.words import OPTIONS, glossary
from chwech_tui.model.cards import CardsGone
from chwech_tui.model.game import GameKey
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.option import OptionWords
from chwech_tui.model.people import People
from chwech_tui.model.usual_game import UsualGame
from games.kit.words import Parts
from protocol.cards import Card
from protocol.language import N_, NC_, _
from protocol.piles import PILES
from protocol.piles.order import pack_of
from protocol.piles.views import PilesView
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat

_KEYS: Final = (
    GameKey(
        "p",
        N_("take up"),
        N_("take up the pile, or part of it, instead of beating its top card"),
        words=(NC_("command", "take"), NC_("command", "pass")),
    ),
    GameKey(
        "m",
        N_("trumps"),
        N_("name your trumps, or turn up the card that decides them"),
        rare=True,
        words=(NC_("command", "trumps"), NC_("command", "trump")),
    ),
    GameKey("c  d  h  s", "", N_("name the suit that you are asked for")),
)
"""The keys of the three games, their effects marked for translation."""

_PARTS: Final = Parts(
    one=N_("pile"),
    last=N_("last pile"),
    this=N_("this pile"),
    none=N_("No pile of this deal has been taken up yet."),
    place=N_("{deal}, pile {part}, play {play}"),
)
"""What is said of piles."""

_WHY_NOT_EARLY: Final = deal.premove_refusal
"""The class below calls its own moves by the name of their module."""


class PilesScreens(UsualGame[PilesView]):
    """One of the three games, as the client shows it."""

    def __init__(self, title: str) -> None:
        """Set the name of the game, as people write it."""
        self.title = title

    dialect = PILES
    keys: Sequence[GameKey] = _KEYS
    options: Mapping[str, OptionWords] = OPTIONS
    round = False
    parts = _PARTS
    rules_words = staticmethod(words.rules_words)
    crib = staticmethod(words.crib)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    variant = staticmethod(words.variant)
    sentence = staticmethod(words.sentence)
    turn_words = staticmethod(deal.turn_words)
    unit = staticmethod(words.unit)

    def reason(self, setup: Setup, view: PilesView) -> str:
        return ""

    def consequence(self, setup: Setup, view: PilesView, action: Action) -> str:
        return deal.consequence(view, action)

    def news(self, setup: Setup, before: PilesView, view: PilesView, people: People) -> Picture:
        near = [
            Seat(seat)
            for seat, (old, new) in enumerate(zip(before.seats, view.seats, strict=False))
            if old.cards > new.cards == 1
        ]
        own, other = _("You have one card left."), _("{name} has one card left.")
        return tuple((Span(people.tell(seat, own, other), Hue.ALERT),) for seat in near)

    usable = staticmethod(deal.usable)
    refusal = staticmethod(deal.refusal)
    height = staticmethod(deal.height_of)
    action_words = staticmethod(deal.action_words)
    moves = staticmethod(deal.moves)

    def premove_refusal(self, view: PilesView, card: Card | None) -> str:
        return _WHY_NOT_EARLY(view)

    columns_width = staticmethod(table.columns_width)
    draw_heading = staticmethod(table.draw_heading)
    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(table.has_last_trick)
    shown_trick = staticmethod(table.shown_trick)
    draw_pile = staticmethod(table.draw_pile)

    def cards_gone(self, view: PilesView, setup: Setup) -> CardsGone:
        others = [card for number, seat in enumerate(view.seats) if number != view.viewer for card in seat.known]
        note = _("Gone: laid aside, or known in other hands. Those not seen are in other hands, too.")
        pile = tuple(turn.card for turn in view.pile)
        return CardsGone(pack_of(view.pack), view.hand, pile, (*view.killed, *others), note)

    def piles_closed(self, setup: Setup) -> str:
        return _("Nothing is won in this game: what is taken up comes into the hand.")

    deal_score = staticmethod(deal.deal_score)
    points = staticmethod(deal.points)

    read_result = staticmethod(deal.read_result)

    @property
    def glossary(self) -> Mapping[str, str]:
        return glossary()

    def advice(self, setup: Setup, view: PilesView, people: People) -> str:
        return table.advice(view, people)

    public_deal = staticmethod(deal.PilesDeal)

    check_view = staticmethod(deal.check_view)
    check_event = staticmethod(deal.check_event)
