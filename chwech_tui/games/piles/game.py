"""The games of one pile behind the client's interface of games."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.games.piles import checks, coach, moves, public_deal, scores, table, words
from chwech_tui.games.piles.glossary import glossary
from chwech_tui.games.piles.options import OPTIONS
from chwech_tui.model.cards import CardsGone
from chwech_tui.model.game import GameKey, PartWords
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.option import OptionWords
from chwech_tui.model.people import People
from chwech_tui.model.usual_game import UsualGame
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

_PARTS: Final = PartWords(
    one=N_("pile"),
    last=N_("last pile"),
    this=N_("this pile"),
    none=N_("No pile of this deal has been taken up yet."),
    place=N_("{deal}, pile {part}, play {play}"),
)
"""What is said of piles."""

_WHY_NOT_EARLY: Final = moves.premove_refusal
"""The class below calls its own moves by the name of their module."""


class PilesScreens(UsualGame[PilesView]):
    """One of the three games, as the client shows it."""

    def __init__(self, title: str) -> None:
        """Set the name of the game, as people write it."""
        self.title = title

    dialect = PILES
    """The types of the actions, events and views of the three games."""

    keys: Sequence[GameKey] = _KEYS
    """The keys that act in it besides the choice of a card, in the order of the foot."""

    options: Mapping[str, OptionWords] = OPTIONS
    """The options of a new table in words, by their names in records."""

    round = False
    """The pile lies in a row."""

    parts = _PARTS
    """What is said of piles, where other games have tricks."""

    rules_words = staticmethod(words.rules_words)
    crib = staticmethod(words.crib)
    rules_sign = staticmethod(words.rules_sign)
    progress = staticmethod(words.progress)
    variant = staticmethod(words.variant)
    sentence = staticmethod(words.sentence)
    turn_words = staticmethod(moves.turn_words)
    unit = staticmethod(words.unit)

    def reason(self, setup: Setup, view: PilesView) -> str:
        """Return an empty text: there are no tricks to explain."""
        return ""

    def consequence(self, setup: Setup, view: PilesView, action: Action) -> str:
        """Return what an action of the viewer would do, as far as anybody can know."""
        return moves.consequence(view, action)

    def news(self, setup: Setup, before: PilesView, view: PilesView, people: People) -> Picture:
        """Return who has one card left now and had more before."""
        near = [
            Seat(seat)
            for seat, (old, new) in enumerate(zip(before.seats, view.seats, strict=False))
            if old.cards > new.cards == 1
        ]
        own, other = _("You have one card left."), _("{name} has one card left.")
        return tuple((Span(people.tell(seat, own, other), Hue.ALERT),) for seat in near)

    usable = staticmethod(moves.usable)
    refusal = staticmethod(moves.refusal)
    height = staticmethod(moves.height_of)
    action_words = staticmethod(moves.action_words)
    moves = staticmethod(moves.moves)

    def premove_refusal(self, view: PilesView, card: Card | None) -> str:
        """Return why nothing can be chosen before one's turn, or is not done by then."""
        return _WHY_NOT_EARLY(view)

    title_lines = 2
    """The number of lines above the pile: the second one tells which cards lie open."""

    columns_width = staticmethod(table.columns_width)
    draw_heading = staticmethod(table.draw_heading)
    draw_columns = staticmethod(table.draw_columns)
    draw_sum = staticmethod(table.draw_sum)
    draw_panel = staticmethod(table.draw_panel)
    has_last_trick = staticmethod(table.has_last_trick)
    shown_trick = staticmethod(table.shown_trick)
    draw_pile = staticmethod(table.draw_pile)

    def cards_gone(self, view: PilesView, setup: Setup) -> CardsGone:
        """Return the cards of killed piles and those known in other hands, which everybody has seen."""
        others = [card for number, seat in enumerate(view.seats) if number != view.viewer for card in seat.known]
        note = _("Gone: laid aside, or known in other hands. Those not seen are in other hands, too.")
        pile = tuple(turn.card for turn in view.pile)
        return CardsGone(pack_of(view.pack), view.hand, pile, (*view.killed, *others), note)

    def piles_closed(self, setup: Setup) -> str:
        """Return why there are no cards won to look at."""
        return _("Nothing is won in this game: what is taken up comes into the hand.")

    deal_score = staticmethod(scores.deal_score)
    points = staticmethod(scores.points)

    read_result = staticmethod(scores.read_result)

    @property
    def glossary(self) -> Mapping[str, str]:
        """The words of the rules that are explained in place, in the reader's language."""
        return glossary()

    def advice(self, setup: Setup, view: PilesView, people: People) -> str:
        """Return what a good player would bear in mind on the viewer's turn; empty if nothing stands out."""
        return coach.advice(view, people)

    public_deal = staticmethod(public_deal.PilesDeal)

    check_view = staticmethod(checks.check_view)
    check_event = staticmethod(checks.check_event)
