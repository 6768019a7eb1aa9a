"""The table of Chwech: the columns of a seat with the meter towards nine, the trick, and the cards won."""

from typing import Final

from chwech_tui.describe import count
from chwech_tui.drawing.cards import Laid, draw_laid
from chwech_tui.drawing.line import left, measure, right
from chwech_tui.model.cards import SYMBOLS, CardLook, Face, card_span, face_of, suit_line
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span
from chwech_tui.model.people import People
from protocol.chwech.actions import AceHeight, Play
from protocol.chwech.views import ChwechView, Phase, Trick
from protocol.setup import Setup
from protocol.vocabulary import Seat

STEPS: Final = 9
"""The number of steps of a seat's meter: nine cards make a step of the score."""

_HEIGHT_MARKS: Final = {AceHeight.HIGH: "↑", AceHeight.LOW: "↓", None: ""}


def won_text(won: int) -> str:
    """Return the cards won as a multiple of nine and the rest: ``18+3``, ``0+3``, ``18``."""
    rest = won % STEPS
    return f"{won - rest}+{rest}" if rest else str(won)


def won_line(won: int, width: int) -> Line:
    """Draw the cards won as a multiple of nine and the rest; a multiple of at least nine stands out."""
    multiple, plus, rest = won_text(won).partition("+")
    return (Span(f"{right(multiple, 2)}{plus}{rest}".ljust(width), Hue.ACCENT if won and not plus else Hue.TEXT),)


def meter(won: int, step: int = 1) -> Line:
    """Draw the progress of the cards won towards the next multiple of nine; the meter is full at a multiple."""
    rest = won % STEPS
    full, empty = ("■" * step), ("·" * step)
    if won and rest == 0:
        return (Span(full * STEPS, Hue.ACCENT),)
    return (Span(full * rest, Hue.TEXT), Span(empty * (STEPS - rest), Hue.FAINT))


def columns_width(step: int) -> int:
    """Return the width of the columns: cards in hand, cards won, the meter, the score so far, the total."""
    return 25 + STEPS * step


def draw_heading(step: int) -> str:
    """Return the heading of the columns."""
    return f"  hand  {left(' won', 5)}{' ' * STEPS * step}  now  total"


def draw_columns(view: ChwechView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of the meter, a long one of ``now`` too."""
    shown, room = view.seats[seat], STEPS * step
    now = f"  {right(str(shown.worth), 3)}"
    progress: Line = (*meter(shown.won, step), Span(now))
    if away:
        progress = (Span(left(away, room), Hue.ALERT), Span(now))
    if len(away) > room:
        progress = (Span(left(away, room + len(now)), Hue.ALERT),)
    return (
        Span(f"  {right(str(shown.cards), 4)}  "),
        *won_line(shown.won, 5),
        *progress,
        Span(f"  {right(str(shown.total), 5)}", Hue.STRONG),
    )


def face_of_play(play: Play) -> Face:
    """Return the face of a card on the table; a Joker that was led looks like the suit it stands for."""
    face = face_of(play.card)
    if play.suit:
        return Face(play.card.rank.value + SYMBOLS[play.suit], SYMBOLS[play.suit], SUIT_HUES[play.suit])
    return Face(face.corner + _HEIGHT_MARKS[play.ace], face.symbol, face.hue)


def has_last_trick(view: ChwechView) -> bool:
    """Return True if the view still knows the previous trick."""
    return view.last_trick is not None


def draw_middle(middle: Middle[ChwechView], width: int, look: CardLook) -> Picture:
    """Draw the open trick; or the previous one, while nothing has been led or while the viewer looks back."""
    view, people = middle.view, middle.people
    last = middle.before.last_trick if middle.before is not None else None
    led = any(turn.play for turn in view.trick.turns)
    if last is None or (led and not middle.looking_back):
        return draw_laid(_open_title(view, people), _laid(view.trick), view.trick.taker, people, width, look)
    title = _looking_back(last, people) if middle.looking_back else _taken(view, last, people, width)
    return draw_laid(title, _laid(last, over=True), last.taker, people, width, look)


def _laid(trick: Trick, *, over: bool = False) -> Laid:
    return Laid(tuple((turn.seat, face_of_play(turn.play) if turn.play else None) for turn in trick.turns), over)


def _open_title(view: ChwechView, people: People) -> Line:
    trick = view.trick
    if trick.suit is None:
        return () if view.turn is None else (Span(people.does(view.turn, "lead to the first trick"), Hue.DIM),)
    title: Line = (*suit_line(trick.suit), Span(" led", Hue.DIM))
    if trick.taker is None:
        return title
    return (*title, Span("   as it stands ", Hue.DIM), Span(people.then_does(trick.taker, "take it"), Hue.ACCENT))


def _taken(view: ChwechView, trick: Trick, people: People, width: int) -> Line:
    if trick.taker is None:
        return ()
    cards = count(sum(turn.play is not None for turn in trick.turns), "card")
    title: Line = (Span(f"{people.does(trick.taker, 'take')} {cards}", Hue.ACCENT),)
    passed = [turn.seat for turn in view.trick.turns]
    if passed:
        named = (*title, Span(f"   lead passed by {people.listed(passed)}", Hue.DIM))
        return named if measure(named) <= width else (*title, Span(f"   lead passed by {len(passed)}", Hue.DIM))
    if view.phase is Phase.LEADING and view.turn is not None:
        return (*title, Span(f"   {people.call(view.turn)} may lead", Hue.DIM))
    return title


def _looking_back(trick: Trick, people: People) -> Line:
    title: Line = (Span("Last trick", Hue.STRONG),)
    if trick.suit is not None:
        title = (*title, Span("   "), *suit_line(trick.suit), Span(" led", Hue.DIM))
    if trick.taker is not None:
        title = (*title, Span("   "), Span(f"{people.does(trick.taker, 'take')} it", Hue.ACCENT))
    return title


def piles_closed(setup: Setup) -> str:
    """Return why the cards won stay closed at a table; empty if they are open."""
    open_piles = setup.options.get("review_won")
    return "" if open_piles else "At this table the cards already won stay closed (option review_won)."


def draw_pile(view: ChwechView, seat: Seat) -> Line:
    """Draw the cards that a seat has won, and their number."""
    shown = view.seats[seat]
    cards = (span for card in shown.pile for span in (Span(" "), card_span(card)))
    return (Span(left(won_text(shown.won), 6), Hue.DIM), *cards)
