"""The middle of the table of Bête: the card turned up, the trick, the pool and who plays for it."""

from chwech_tui.describe import chips_words
from chwech_tui.games.bete.tricks import reason
from chwech_tui.games.titles import (
    draw_tricks,
    first_fitting,
    joined,
    laid,
    led_line,
    open_titles,
    taken_titles,
    took_line,
    trump_line,
)
from chwech_tui.model.cards import ShownTrick, TurnUp, face_of
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import Hue, Line, Span, worded
from chwech_tui.model.people import People
from protocol.bete.views import BeteView, Part, Phase
from protocol.language import _
from protocol.vocabulary import Seat, Stage


def has_last_trick(view: BeteView) -> bool:
    """Return True if the view still knows the previous trick."""
    return view.last_trick is not None


def shown_trick(middle: Middle[BeteView], width: int) -> ShownTrick:
    """Return the open trick; or the previous one, while nothing has been led or while the viewer looks back.

    Before the first trick it is the card turned up.
    """
    view, people = middle.view, middle.people
    pool = _pool(view, people)
    if view.trick.turns and not middle.looking_back:
        titles = open_titles(view.trump, led_line(view.trick.turns[0].card, view.trump), view.trick.taker, people)
        return ShownTrick((first_fitting(titles, width), pool), laid(view.trick), view.trick.taker)
    last = view.last_trick
    if last is not None:
        took = took_line(last.taker, reason(view), people)
        titles = taken_titles(
            view.trump, led_line(last.turns[0].card, view.trump), took, looking_back=middle.looking_back
        )
        return ShownTrick((first_fitting(titles, width), pool), laid(last, over=True), last.taker)
    if view.turn_up is None:
        return ShownTrick(((), pool))
    turn_up = TurnUp(face_of(view.turn_up), is_open=False, words=(Span(_turn_up_words(view, people), Hue.DIM),))
    return ShownTrick((joined(trump_line(view.trump), _to_do(view, people)), pool), turn_up=turn_up)


def _to_do(view: BeteView, people: People) -> Line:
    """Return what the seat does whose turn it is before the first card is led."""
    if view.turn is None:
        return ()
    if view.phase is Phase.ASKING:
        own, other = _("You take part or pass"), _("{name} takes part or passes")
    else:
        own, other = _("You lead the first trick"), _("{name} leads the first trick")
    return (Span(people.tell(view.turn, own, other), Hue.ACCENT),)


def _turn_up_words(view: BeteView, people: People) -> str:
    """Return who takes part so far."""
    active = [Seat(seat) for seat, shown in enumerate(view.seats) if shown.part is Part.IN]
    if not active:
        return _("turned up: nobody gets it")
    return _("turned up; taking part: {names}", names=people.listed(active))


def _pool(view: BeteView, people: People) -> Line:
    """Draw what is in the pool; after a deal, what goes into the next one."""
    pool = Span(chips_words(view.pool), Hue.STRONG)
    if view.stage is not Stage.PLAYING:
        return worded(_("left in the pool: {chips}"), Hue.DIM, chips=pool) if view.sheets else ()
    first = view.takers[:1] if len(view.takers) == 1 else ()
    stake = worded(_("in the pool: {chips}"), Hue.DIM, chips=pool)
    if not first:
        return stake
    own, other = _("you have the first trick"), _("{name} has the first trick")
    return joined(stake, (Span(people.tell(first[0], own, other), Hue.DIM),))


def draw_pile(view: BeteView, seat: Seat) -> Line:
    """Draw the tricks that a seat has taken, each in the order played."""
    size = len(view.gone) // max(1, len(view.takers))
    tricks = [view.gone[size * number : size * (number + 1)] for number in range(len(view.takers))]
    return draw_tricks([trick for trick, owner in zip(tricks, view.takers, strict=True) if owner == seat])
