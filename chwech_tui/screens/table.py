"""The table: keys and clicks become wishes and actions, what the server says becomes pictures."""

from collections.abc import Callable
from typing import TypeGuard

from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from chwech_tui.drawing.hand import draw_hand
from chwech_tui.drawing.panel import TABLE_KEYS, draw_header, draw_keys, draw_log, draw_prompt
from chwech_tui.drawing.plan import LEAST_HEIGHT, LEAST_WIDTH, Plan, plan
from chwech_tui.drawing.seats import draw_seats
from chwech_tui.drawing.trick import draw_trick
from chwech_tui.link import Link
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.hand import Wish, pick, press
from chwech_tui.model.ink import Pick, Picture, Press
from chwech_tui.screens.sheet import SheetScreen
from chwech_tui.theme import Palette
from chwech_tui.widgets.canvas import Canvas
from protocol.chwech.actions import Pass, Play
from protocol.chwech.events import DealEnded, Dealt
from protocol.chwech.views import ChwechView
from protocol.messages import (
    Accepted,
    Act,
    Begin,
    Continue,
    FromServer,
    Happened,
    Refused,
    Seated,
    TableChanged,
    TableView,
)
from protocol.vocabulary import View

PARTS = ("header", "seats", "log", "trick", "hand", "prompt", "keys")
"""The parts of the screen, each a canvas."""

SLOW = 0.5
"""Seconds after which the screen shows that it works."""

TICK = 0.12
"""Seconds between two pictures of the mark that turns."""


class TableScreen(Screen[None]):
    """Shows one table and takes part in it."""

    class Wished(Message):
        """The player asks for something that is not the table's to do."""

        def __init__(self, wish: Wish) -> None:
            super().__init__()
            self.wish = wish
            """What is asked for."""

    def __init__(self, palette: Palette, link: Link, breath: float = 0.0) -> None:
        """Make the screen of a table; after the last trick of a deal it waits so many seconds with the score sheet."""
        super().__init__()
        self.board = Board()
        """What the screen shows."""
        self._palette = palette
        self._link = link
        self._breath = breath
        self._sheet_due = False
        self._parts = {part: Canvas(palette, part) for part in PARTS}
        self._drawn: dict[str, tuple[object, ...]] = {}
        self._plan: Plan | None = None
        self._planned_for: tuple[Size, int, int] | None = None
        self._turning: Timer | None = None
        self._tick = 0

    def compose(self) -> ComposeResult:
        """Give the parts."""
        yield from self._parts.values()

    def on_mount(self) -> None:
        """Say so where the table takes its time to open."""
        self.set_timer(SLOW, self._show_slow_opening)

    def on_resize(self, event: Resize) -> None:
        """Lay out the parts for the new size."""
        self.redraw()

    # What the server says

    def hear(self, message: FromServer) -> None:
        """Take in what the server says about the table."""
        match message:
            case Seated(id=number, view=view) if is_chwech(view):
                self.take(boards.accepted(boards.seated(self.board, view), number))
            case Seated():
                self.take(boards.troubled(self.board, "This table plays a game that this client does not know."))
            case TableChanged(view=view) if is_chwech(view):
                self.take(boards.changed(self.board, view))
            case Accepted(id=number):
                self.take(boards.accepted(self.board, number))
            case Refused(id=number, text=text, view=view):
                self.take(boards.refused(self.board, number, text, view if view and is_chwech(view) else None))
            case Happened(event=event, view=view) if is_chwech(view):
                self.take(boards.happened(self.board, event, view))
                self._turn_to(event)

    def _turn_to(self, event: object) -> None:
        """Open the score sheet when a deal has ended, close it when the next one begins."""
        if isinstance(event, DealEnded):
            self._sheet_due = True
            if self._breath:
                self.set_timer(self._breath, self._show_due_sheet)
            else:
                self._show_due_sheet()
        elif isinstance(event, Dealt) and isinstance(self.app.screen, SheetScreen):
            self.app.screen.dismiss("")

    def _show_due_sheet(self) -> None:
        """Open the score sheet after a look at the last trick, unless it has been seen or passed over already."""
        if self._sheet_due:
            self.show_sheet()

    def take(self, board: Board) -> None:
        """Show another state."""
        self.board = board
        self.redraw()
        if isinstance(self.app.screen, SheetScreen):
            self.app.screen.take(board)
        if board.trouble:
            self._start_turning()
        elif board.pending is None and board.table is not None:
            self._stop_turning()

    # What the player does

    def on_key(self, event: Key) -> None:
        """Use a key."""
        event.stop()
        self.press(event.key)

    def on_canvas_aimed(self, message: Canvas.Aimed) -> None:
        """Use a click: a card is chosen by the first and played by the second."""
        match message.aim:
            case Press(key=key):
                self.press(key)
            case Pick(place=place) if place == self.board.chosen:
                self.press("enter")
            case Pick(place=place):
                self.take(pick(self.board, place))

    def press(self, key: str) -> None:
        """Use a key, pressed or clicked."""
        board, asked = press(self.board, key)
        self.take(board)
        match asked:
            case Pass() | Play():
                self._act(asked)
            case Wish.BEGIN:
                number = self._link.next_id()
                self._sent(self._link.send(number, Begin(number)))
            case Wish.AGREE:
                self._agree()
            case Wish.SHEET:
                self.show_sheet()
            case Wish():
                self.post_message(self.Wished(asked))

    def _act(self, action: Pass | Play) -> None:
        if self.board.table is not None:
            number = self._link.next_id()
            self._sent(self._link.send(number, Act(number, self.board.table.seq, action)))

    def _agree(self) -> None:
        self._sheet_due = False
        if self.board.table is not None:
            number = self._link.next_id()
            self._sent(self._link.send(number, Continue(number, self.board.table.seq)))

    def _sent(self, number: int) -> None:
        self.take(boards.sent(self.board, number))
        self.set_timer(SLOW, lambda: self._show_slow(number))

    def show_sheet(self) -> None:
        """Open the score sheet, unless it is open."""
        self._sheet_due = False
        if not isinstance(self.app.screen, SheetScreen):
            self.app.push_screen(SheetScreen(self._palette, self.board), self._leave_sheet)

    def _leave_sheet(self, key: str | None) -> None:
        """Go on with the key that closed the sheet, where it means more than closing."""
        if key in {"n", "q"} or (key in {"enter", "space"} and self.board.waited_for):
            self.press(key)

    # Showing that something takes its time

    def _show_slow(self, number: int) -> None:
        if self.board.pending == number:
            self.board = boards.slow(self.board)
            self._start_turning()

    def _show_slow_opening(self) -> None:
        if self.board.table is None:
            self.board = boards.slow(self.board)
            self._start_turning()

    def _start_turning(self) -> None:
        if self._turning is None:
            self._turning = self.set_interval(TICK, self._turn)

    def _stop_turning(self) -> None:
        if self._turning is not None:
            self._turning.stop()
            self._turning = None

    def _turn(self) -> None:
        self._tick += 1
        self.redraw()

    # Drawing

    def redraw(self) -> None:
        """Draw what has changed."""
        if not self.is_mounted or self.size.width == 0:
            return
        now = self._lay_out()
        board, strokes = self.board, self._palette.strokes
        table, game = board.table, board.game
        self._draw("header", (table, now), lambda: draw_header(board, now.header.width))
        self._draw("seats", (table, now), lambda: draw_seats(board, now.seats.width, spaced=now.spaced, step=now.step))
        self._draw("log", (board.chronicle, now), lambda: draw_log(board.chronicle, now.log.width, now.log.height))
        trick = (table, board.looking_back, now)
        self._draw("trick", trick, lambda: draw_trick(board, now.trick.width, now.card, strokes))
        hand = (game, board.chosen, now)
        self._draw("hand", hand, lambda: draw_hand(board, now.hand.width, now.card, strokes))
        self._draw("prompt", (board, self._tick, now), lambda: draw_prompt(board, now.prompt.width, self._tick))
        self._draw("keys", (now,), lambda: draw_keys(TABLE_KEYS, now.keys.width))

    def _draw(self, part: str, depends_on: tuple[object, ...], draw: Callable[[], Picture]) -> None:
        """Draw one part, unless nothing that it shows has changed."""
        if self._drawn.get(part) != depends_on:
            self._drawn[part] = depends_on
            self._parts[part].show(draw())

    def _lay_out(self) -> Plan:
        names = self.board.people.names
        needs = (self.size, len(names), max((len(name) for name in names), default=0))
        if self._plan is None or self._planned_for != needs:
            self._planned_for = needs
            # On a screen that is too small another screen lies on top and says so.
            room = max(self.size.width, LEAST_WIDTH), max(self.size.height, LEAST_HEIGHT)
            self._plan = plan(*room, max(4, needs[1]), needs[2])
            for part, canvas in self._parts.items():
                canvas.place(getattr(self._plan, part))
        return self._plan


def is_chwech(view: TableView[View]) -> TypeGuard[boards.Table]:
    """Say whether a table plays the game that this screen draws."""
    return view.game is None or isinstance(view.game, ChwechView)
