"""The trick in the order played, with the seat that would take it as it stands; or the previous trick."""

from typing import Final

from msgspec import Struct

from chwech_tui.describe import SUIT_WORDS, SYMBOLS, count
from chwech_tui.drawing.card import Strokes, blank_card, draw_card, face_of_play
from chwech_tui.drawing.line import beside, fit, measure, middle
from chwech_tui.drawing.plan import CardSize
from chwech_tui.model.board import Board
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue, Line, Picture, Span
from chwech_tui.model.people import People
from protocol.cards import Suit
from protocol.chwech.views import ChwechView, Phase, Trick, Turn

GAP: Final = 1
"""The gap between two turns, in cells."""


class TrickLook(Struct, frozen=True):
    """How the cards of a trick are drawn."""

    card: CardSize
    """The size of a card."""

    strokes: Strokes
    """How the edge of a card is drawn."""

    is_open: bool
    """True if cards can still be played to the trick."""

    @property
    def mark(self) -> str:
        """The mark under the seat that takes the trick."""
        return "▴ so far" if self.is_open else "▴ took it"


def draw_trick(board: Board, width: int, card: CardSize, strokes: Strokes) -> Picture:
    """Draw the open trick; or the previous one, while nothing has been led or while the viewer looks back."""
    game = board.game
    if game is None:
        return ()
    people = board.people
    led = any(turn.play for turn in game.trick.turns)
    last = board.last_trick
    if last is not None and (board.looking_back or not led):
        title = _looking_back(last, people) if board.looking_back else _taken(game, last, people, width)
        picture = _turns(last, people, width, TrickLook(card, strokes, is_open=False))
    else:
        title = _open_title(game, people)
        picture = _turns(game.trick, people, width, TrickLook(card, strokes, is_open=True))
    return tuple(fit(line, width) for line in (title, *picture))


def _open_title(game: ChwechView, people: People) -> Line:
    trick = game.trick
    if trick.suit is None:
        return _nothing_led(game, people)
    title: Line = (*suit_words(trick.suit), Span(" led", Hue.DIM))
    if trick.taker is None:
        return title
    return (*title, Span("   as it stands ", Hue.DIM), Span(people.does(trick.taker, "take") + " it", Hue.ACCENT))


def _nothing_led(game: ChwechView, people: People) -> Line:
    if game.turn is None:
        return ()
    return (Span(people.does(game.turn, "lead to the first trick"), Hue.DIM),)


def suit_words(suit: Suit) -> Line:
    """Return a suit as its symbol and name."""
    return (Span(f"{SYMBOLS[suit]} {SUIT_WORDS[suit].capitalize()}", SUIT_HUES[suit]),)


def _taken(game: ChwechView, trick: Trick, people: People, width: int) -> Line:
    if trick.taker is None:
        return ()
    title: Line = (Span(f"{people.does(trick.taker, 'take')} {count(_cards(trick), 'card')}", Hue.ACCENT),)
    passed = [turn.seat for turn in game.trick.turns]
    if passed:
        named = (*title, Span(f"   lead passed by {people.listed(passed)}", Hue.DIM))
        return named if measure(named) <= width else (*title, Span(f"   lead passed by {len(passed)}", Hue.DIM))
    if game.phase is Phase.LEADING and game.turn is not None:
        return (*title, Span(f"   {people.call(game.turn)} may lead", Hue.DIM))
    return title


def _looking_back(trick: Trick, people: People) -> Line:
    title: Line = (Span("Last trick", Hue.STRONG),)
    if trick.suit is not None:
        title = (*title, Span("   "), *suit_words(trick.suit), Span(" led", Hue.DIM))
    if trick.taker is not None:
        title = (*title, Span("   "), Span(f"{people.does(trick.taker, 'take')} it", Hue.ACCENT))
    return title


def _cards(trick: Trick) -> int:
    return sum(turn.play is not None for turn in trick.turns)


def _turns(trick: Trick, people: People, width: int, look: TrickLook) -> Picture:
    """Draw the turns side by side, with room for every seat that can still act."""
    if not trick.turns:
        return ()
    seats = max(len(trick.turns), len(people.names))
    own = max(look.card.width, min(16, (width - GAP * (seats - 1)) // seats))
    return beside([_turn(turn, people, own, look, takes=trick.taker == turn.seat) for turn in trick.turns], GAP)


def _turn(turn: Turn, people: People, width: int, look: TrickLook, *, takes: bool) -> Picture:
    hue = Hue.ACCENT if takes else Hue.DIM
    name: Line = (Span(middle(people.call(turn.seat), width), hue),)
    mark: Line = (Span(middle(look.mark if takes else "", width), hue),)
    if turn.play is None:
        face = blank_card(look.card, "pass")
    else:
        ground = Ground.CARD if takes or look.is_open else Ground.SHADED
        face = draw_card(face_of_play(turn.play), look.card, ground, look.strokes)
    return (*_under(face, look.card.width, width), name, mark)


def _under(face: Picture, own: int, width: int) -> Picture:
    before = (width - own) // 2
    return tuple((Span(" " * before), *line, Span(" " * (width - own - before))) for line in face)
