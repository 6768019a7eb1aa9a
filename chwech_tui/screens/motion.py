"""Cards that move: a card that was played slides to its place, a trick that was taken goes to its taker.

It is drawing only: what has happened is known and can be answered before anything moves, and a key ends a motion.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from textual.screen import Screen
from textual.timer import Timer

from chwech_tui.drawing.panel import WHOLE, shown_trick
from chwech_tui.drawing.plan import Box
from chwech_tui.drawing.plates import draw_moment
from chwech_tui.model.board import Board
from chwech_tui.model.cards import STILL, Moved, Strokes, moved
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.people import clockwise
from chwech_tui.screens.surface import Part, Parts, is_behind
from chwech_tui.screens.table_picture import in_the_middle
from protocol.message import Seat

FRAME_SECONDS: Final = 0.06  # The time between two frames, in seconds.
FRAMES: Final = 3  # The frames in which a card is on its way, in less than a quarter of a second.


_NONE: Final[Picture] = ()


class _Flight(NamedTuple):
    """A card on its way."""

    picture: Picture
    start: Box
    end: Box
    lands: str = ""
    """The part that shows the card once it has arrived; empty if none does."""


class Motion:
    """Moves the cards of one table."""

    def __init__(self, screen: Screen[Any], shown: Callable[[], None]) -> None:
        """Move nothing yet; ``shown`` is called for each frame."""
        self._screen = screen
        self._shown = shown
        self._timer: Timer | None = None
        self._frame = 0
        self._due: tuple[Moved, tuple[Seat, ...]] | None = None
        self._flights: tuple[_Flight, ...] = ()
        self._moment: Picture = ()  # What lies in the middle of the table meanwhile.

    @property
    def on(self) -> bool:
        """True while something moves; otherwise no timer runs."""
        return self._timer is not None

    def follow(self, before: Board, after: Board, strokes: Strokes) -> None:
        """Let the cards move that an event has moved, unless the viewer does not wish it, or the terminal lags behind.

        Without paint, as where there are no colours, nothing moves.

        What a seat has completed is shown for a moment. They move from the next drawing on.
        """
        table, screen = after.table, self._screen
        wished = after.settings.motion and strokes is not Strokes.DRAWN
        if table is None or not wished or screen.app.screen is not screen or is_behind(screen):
            return
        trick = shown_trick(after, WHOLE)
        what, moment = moved(shown_trick(before, WHOLE), trick), _NONE
        if trick is not None and trick.laid.over and trick.taker is not None:
            moment = draw_moment(before, after, trick.taker, strokes)
        if what != STILL or moment:
            self._stop()
            self._due, self._moment = (what, clockwise(table)), moment
            self._timer = self._screen.set_interval(FRAME_SECONDS, self._next)

    def end(self) -> None:
        """Show at once what moves in its last place."""
        if self.on:
            self._stop()
            self._shown()

    def over(self, parts: Parts, before: Parts) -> Parts:
        """Lay what moves over the parts of the table; ``before`` are those shown last."""
        if not self.on:
            return parts
        if self._due is not None:
            self._flights, self._due = _flights(*self._due, parts, before), None
        if self._moment and "own" in parts:
            place = in_the_middle(self._moment, parts["own"].box)
            parts = {**parts, "moment": Part(place, self._moment, above=True)}
        hidden = {flight.lands for flight in self._flights}
        drawn = {name: part._replace(picture=()) if name in hidden else part for name, part in parts.items()}
        for number, flight in enumerate(self._flights):
            drawn[f"flight{number}"] = Part(_on_the_way(flight, self._frame), flight.picture, above=True)
        return drawn

    def _next(self) -> None:
        self._frame += 1
        if self._frame >= FRAMES + bool(self._moment):
            self._stop()
        self._shown()

    def _stop(self) -> None:
        self._due, self._flights, self._frame, self._moment = None, (), 0, ()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


def _on_the_way(flight: _Flight, frame: int) -> Box:
    """Return where a card is in a frame, the first of which is not at the start any more."""
    start, end, done = flight.start, flight.end, frame + 1
    x, y = (old + (new - old) * done // (FRAMES + 1) for old, new in ((start.x, end.x), (start.y, end.y)))
    return Box(x, y, end.width, len(flight.picture))


def _flights(what: Moved, seats: tuple[Seat, ...], parts: Parts, before: Parts) -> tuple[_Flight, ...]:
    """Return the ways of the cards that move, as far as their places are on the screen."""
    flights: list[_Flight] = []
    if what.taker is not None and (home := _home(seats.index(what.taker), parts)) is not None:
        # The card that takes it stands for all: to move every card would take longer than there is time.
        card = before.get(f"card{seats.index(what.taker)}")
        if card is not None:
            card = _lifted(card)
            flights.append(_Flight(card.picture, card.box, _centred(card, home)))
    if what.played is not None:
        name = f"card{seats.index(what.played)}"
        card, home = parts.get(name), _home(seats.index(what.played), parts)
        if card is not None and home is not None:
            card = _lifted(card)
            flights.append(_Flight(card.picture, _centred(card, home), card.box, name))
    return tuple(flights)


def _lifted(card: Part) -> Part:
    """Return a card without its halo and its shadow, which lie on the felt."""
    x, y, width, height = card.box
    rows = [
        [Span(one.text, one.hue, None if one.ground is Hue.INFO else one.ground) for one in row[1:-1]]
        for row in card.picture[1:-1]
    ]
    return card._replace(box=Box(x + 1, y + 1, width - 2, height - 2), picture=tuple(map(tuple, rows)))


def _home(number: int, parts: Parts) -> Box | None:
    """Return the place of a seat, from which its cards come and to which they go: for the viewer, the hand."""
    part = parts.get(f"seat{number}" if number else "own")
    return part.box if part is not None else None


def _centred(card: Part, home: Box) -> Box:
    width, height = card.box.width, len(card.picture)
    return Box(home.x + (home.width - width) // 2, home.y + max(0, home.height - height) // 2, width, height)
