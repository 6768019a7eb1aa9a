"""The table screen: turns keys and clicks into wishes and actions, and messages of the server into pictures."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace
from textual.events import Paste
from textual.geometry import Size
from textual.message import Message

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.cards import draw_hand
from chwech_tui.drawing.panel import (
    draw_gathering,
    draw_header,
    draw_keys,
    draw_log,
    draw_middle,
    draw_phrases,
    draw_prompt,
    foot_keys,
)
from chwech_tui.drawing.plan import LEAST_HEIGHT, LEAST_WIDTH, Box, Layout, Needs, plan
from chwech_tui.drawing.seats import draw_seats, needs
from chwech_tui.games.registry import GAMES
from chwech_tui.link import Link
from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.cards import CardLook
from chwech_tui.model.game import ClientGame, Unit
from chwech_tui.model.ink import Aim, Pick, Picture
from chwech_tui.model.keys import Asked, Wish, pick, press
from chwech_tui.model.talking import paste
from chwech_tui.model.times import absences, banks, clock_line
from chwech_tui.screens.drawn import COPIED, DrawnScreen, character_of
from chwech_tui.screens.sheet import SheetScreen
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.screens.timing import Timing
from chwech_tui.theme import Palette
from protocol.absence import Resign
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
)
from protocol.seating import Rematch
from protocol.tableview import TablePhase, TableView
from protocol.talk import Overheard
from protocol.vocabulary import Action, Event, View

SLOW = 0.5
"""Seconds without an answer after which the spinner is shown."""


class TableScreen(DrawnScreen):
    """Shows one table, and sends the player's commands to it."""

    class Wished(Message):
        """Posted when the player wishes something that the app has to do."""

        def __init__(self, wish: Wish) -> None:
            super().__init__()
            self.wish = wish
            """The wish."""

    class Ignoring(Message):
        """Posted when the player ignores other people than before."""

        def __init__(self, names: frozenset[str]) -> None:
            super().__init__()
            self.names = names
            """The names of the ignored people."""

    def __init__(
        self, palette: Palette, link: Link, breath: float = 0.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Create the screen of a table.

        Args:
            palette: what the terminal can show.
            link: the link to the server.
            breath: the seconds for which the last trick of a deal is shown before the score sheet.
            clock: a monotonic clock, in seconds; the server's clock is derived from its views.
        """
        super().__init__(palette)
        self.board = Board()
        """The state that the screen shows."""
        self._link = link
        self._breath = breath
        self.invitation = ""
        """The command with which others join; empty if nobody can."""
        self._resigning = 0
        self._sheet_due = False
        self._timing = Timing(self, clock, self._show_time)
        self._drawn: dict[str, tuple[tuple[object, ...], Part]] = {}
        self._plan: Layout | None = None
        self._planned_for: tuple[Size, Needs] | None = None

    def on_mount(self) -> None:
        """Show a spinner if the table opens slowly."""
        self.set_timer(SLOW, self._show_slow_opening)

    def on_screen_resume(self) -> None:
        """Update the clocks: they are not updated while another screen is on top."""
        self._show_time()

    def _show_time(self) -> None:
        self.redraw()
        self._timing.watch(self.board)

    # Messages of the server

    def hear(self, message: FromServer) -> None:
        """Handle a message of the server about the table."""
        match message:
            case Seated(view=view):
                kind = kind_of(view)
                if kind is None:
                    self.take(boards.troubled(self.board, "This table plays a game that this client does not know."))
                else:
                    self._timing.told(view)
                    self.take(boards.accepted(boards.seated(self.board, view, kind, message.talk), message.id))
            case TableChanged(view=view) if self._shows(view):
                self._timing.told(view)
                self.take(boards.changed(self.board, view))
            case Accepted() | Refused():
                self._hear_answer(message)
            case Happened(event=event, view=view) if self._shows(view):
                self._timing.told(view)
                self.take(boards.happened(self.board, event, view))
                self._turn_to(event)
            case Overheard(lines=lines):
                self.take(boards.overheard(self.board, lines))

    def _shows(self, view: TableView[View]) -> bool:
        """Return True if a snapshot belongs to the game that is shown."""
        return self.board.kind is not None and kind_of(view) is self.board.kind

    def _hear_answer(self, message: Accepted | Refused[View]) -> None:
        """Handle the answer to a command; once a resignation is accepted, the table is over for this player."""
        if isinstance(message, Accepted) and message.id == self._resigning:
            self._link.forget_table()
            self.post_message(self.Wished(Wish.GONE))
        elif isinstance(message, Accepted):
            self.take(boards.accepted(self.board, message.id))
        else:
            view = message.view
            known = view if view is not None and self._shows(view) else None
            self.take(boards.refused(self.board, message.id, as_sentence(message.text), known))

    def invite(self, invitation: str) -> None:
        """Show the command with which others join."""
        self.invitation = invitation
        self.redraw()

    def _turn_to(self, event: Event) -> None:
        """Open the score sheet, after a pause, when a deal ends; close it when the next deal begins."""
        unit = self.board.kind.unit(event) if self.board.kind is not None else None
        if unit is Unit.DEAL:
            self._sheet_due = True
            if self._breath:
                self.set_timer(self._breath, self._show_due_sheet)
            else:
                self._show_due_sheet()
        elif unit is Unit.DEALT:
            self._sheet_due = False
            if isinstance(self.app.screen, SheetScreen):
                self.app.screen.dismiss("")

    def _show_due_sheet(self) -> None:
        """Open the score sheet, unless it was opened or skipped already, or the player is writing."""
        if self._sheet_due and self.board.asking is not Asking.SAY:
            self.show_sheet()

    def take(self, board: Board) -> None:
        """Replace the state that is shown."""
        self.board = board
        self.redraw()
        if isinstance(self.app.screen, SheetScreen):
            self.app.screen.take(board)
        if board.trouble and not board.parted:
            self.turn(on=True)
        elif board.pending is None and board.table is not None:
            self.turn(on=False)
        self._timing.watch(self.board)

    # Keys and clicks

    def aimed(self, aim: Aim) -> None:
        """Handle a click: the first click on a card chooses it, the second one plays it."""
        match aim:
            case Pick(place=place) if place == self.board.chosen:
                self.press("enter")
            case Pick(place=place):
                self.take(pick(self.board, place))
            case _:
                super().aimed(aim)

    def press(self, key: str) -> None:
        """Handle a key, pressed or clicked."""
        writing = self.board.asking is Asking.SAY
        board, asked = press(self.board, key, character_of(key) if writing else "")
        if board.ignored != self.board.ignored:
            self.post_message(self.Ignoring(board.ignored))
        self.take(board)
        match asked:
            case Action():
                self._act(asked)
            case Wish():
                self._do(asked)
            case None:
                pass
            case request:
                self._request(request)
        if writing:
            self._show_due_sheet()

    def on_paste(self, event: Paste) -> None:
        """Add a pasted text to the message being written."""
        if self.board.asking is Asking.SAY:
            event.stop()
            self.take(paste(self.board, event.text))

    def _do(self, wish: Wish) -> None:
        match wish:
            case Wish.BEGIN:
                self._sent(self._link.ask(Begin))
            case Wish.AGREE:
                self._agree()
            case Wish.SHEET:
                self.show_sheet()
            case Wish.COPY:
                self._copy_invitation()
            case Wish.REMATCH:
                self._sent(self._link.ask(Rematch))
            case Wish.RESIGN:
                self._resigning = self._link.ask(Resign)
                self._sent(self._resigning)
            case _:
                self.post_message(self.Wished(wish))

    def _copy_invitation(self) -> None:
        if self.invitation:
            self.app.copy_to_clipboard(self.invitation)
        said = COPIED if self.invitation else "Nobody else can come to this table."
        self.take(replace(self.board, notice=said))

    def _request(self, request: Asked) -> None:
        """Send a request whose result is visible at the table, so that nothing needs to wait for the answer."""
        self._link.ask(lambda number: replace(request, id=number))

    def _act(self, action: Action) -> None:
        table = self.board.table
        if table is not None:
            self._sent(self._link.ask(lambda number: Act(number, table.seq, action)))

    def _agree(self) -> None:
        self._sheet_due = False
        table = self.board.table
        if table is not None:
            self._sent(self._link.ask(lambda number: Continue(number, table.seq)))

    def _sent(self, number: int) -> None:
        self.take(boards.sent(self.board, number))
        self.set_timer(SLOW, lambda: self._show_slow(number))

    def show_sheet(self) -> None:
        """Open the score sheet, unless it is open already."""
        self._sheet_due = False
        if not isinstance(self.app.screen, SheetScreen):
            self.app.push_screen(SheetScreen(self._palette, self.board), self._leave_sheet)

    def _leave_sheet(self, key: str | None) -> None:
        """Press the key that closed the score sheet at the table too, if it has a meaning there."""
        if key in {"n", "q", "v"} or (key in {"enter", "space"} and self.board.waited_for):
            self.press(key)

    # Showing delays

    def _show_slow(self, number: int) -> None:
        if self.board.pending == number:
            self.board = boards.slow(self.board)
            self.turn(on=True)

    def _show_slow_opening(self) -> None:
        if self.board.table is None:
            self.board = boards.slow(self.board)
            self.turn(on=True)

    # Drawing

    def parts(self, width: int, height: int) -> Parts:
        """Draw the table; unchanged parts are taken from the cache."""
        needed = needs(self.board)
        now = self._lay_out(needed)
        board, part = self.board, self._part
        table, game, log = board.table, board.game, board.chronicle
        moment = self._timing.moment()
        clock, absent = clock_line(board, moment), absences(board, moment)
        reserve = banks(board, moment) if needed.banks else None
        keys = foot_keys(board)
        look = CardLook(now.card, self._palette.strokes)
        asked = board, self.tick, clock, now
        sat = table, board.place, board.ignored, absent, reserve, now
        top = table, board.quiet, board.own, now
        return {
            "header": part("header", now.header, top, lambda box: draw_header(board, box.width)),
            "seats": part("seats", now.seats, sat, self._seats(now, absent, reserve)),
            "log": part("log", now.log, (log, now), lambda box: draw_log(log, box.width, box.height)),
            "trick": self._middle(now),
            "hand": part("hand", now.hand, (game, board.chosen, now), lambda box: draw_hand(board, box.width, look)),
            "prompt": part("prompt", now.prompt, asked, lambda box: draw_prompt(board, box.width, self.tick, clock)),
            "keys": part("keys", now.keys, (keys, now), lambda box: draw_keys(keys, box.width)),
        }

    def _seats(self, now: Layout, absent: Sequence[str], reserve: Sequence[str] | None) -> Callable[[Box], Picture]:
        board, spaced, step = self.board, now.spaced, now.step
        return lambda box: draw_seats(board, box.width, spaced=spaced, step=step, absent=absent, banks=reserve)

    def _middle(self, now: Layout) -> Part:
        """Draw the trick or, in its place, the phrases to choose from or the people before the game."""
        board, table = self.board, self.board.table
        if board.asking is Asking.PHRASE:
            return self._part("trick", now.trick, (Asking.PHRASE, now), lambda box: draw_phrases(box.width, box.height))
        if table is not None and table.phase is TablePhase.GATHERING:
            words = self.invitation
            return self._part(
                "trick", now.trick, (table, words, now), lambda box: draw_gathering(board, box.width, words)
            )
        seen, look = (table, board.looking_back, now), CardLook(now.laid, self._palette.strokes)
        return self._part("trick", now.trick, seen, lambda box: draw_middle(board, box.width, look))

    def _part(self, name: str, box: Box, depends_on: tuple[object, ...], draw: Callable[[Box], Picture]) -> Part:
        """Return one part of the screen, drawn again only if the values that it depends on have changed."""
        known = self._drawn.get(name)
        if known is None or not _same(known[0], depends_on):
            known = self._drawn[name] = depends_on, Part(box, draw(box))
        return known[1]

    def _lay_out(self, needed: Needs) -> Layout:
        if self._plan is None or self._planned_for != (self.size, needed):
            self._planned_for = self.size, needed
            # If the terminal is too small, another screen on top says so.
            room = max(self.size.width, LEAST_WIDTH), max(self.size.height, LEAST_HEIGHT)
            self._plan = plan(*room, needed)
        return self._plan


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Compare by identity first: values of the model are immutable, and comparing by value costs more."""
    return len(before) == len(now) and all(one is other or one == other for one, other in zip(before, now, strict=True))


def kind_of(table: TableView[View]) -> ClientGame[Any] | None:
    """Return the game of a table, as this client shows it; None for a game or a view that it does not know."""
    kind = GAMES.get(table.setup.game)
    known = kind is not None and (table.game is None or isinstance(table.game, kind.dialect.view))
    return kind if known else None
