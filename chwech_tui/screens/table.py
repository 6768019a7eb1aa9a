"""The table screen: turns keys and clicks into wishes and actions, and messages of the server into pictures."""

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual.events import Paste

from chwech_tui.describe import as_sentence
from chwech_tui.link import Link
from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board, told
from chwech_tui.model.commands import press
from chwech_tui.model.game import Unit, kind_of
from chwech_tui.model.ink import Aim, Pick
from chwech_tui.model.picking import due, point
from chwech_tui.model.prompt import PromptAnswer, idle_keys, usable_keys
from chwech_tui.model.question import Asked, Wish, paste, question
from chwech_tui.model.settings import OwnKeys
from chwech_tui.model.times import waits_for_viewer
from chwech_tui.screens import pace
from chwech_tui.screens.drawn import COPIED, HELP_KEYS, DrawnScreen, character_of
from chwech_tui.screens.motion import Motion
from chwech_tui.screens.sheet import SheetScreen, TalkScreen
from chwech_tui.screens.surface import Parts, Spot
from chwech_tui.screens.table_picture import Scene, TablePicture
from chwech_tui.theme import Palette
from protocol.game import Answer
from protocol.language import N_, _
from protocol.messages import Accepted, Act, Begin, Continue, FromServer, Happened, Refused, Seated, TableChanged
from protocol.table import CostliestChoice, Event, HintGiven, Overheard, Rematch, Resign, TablePhase, TableView

SLOW = 0.5  # Seconds without an answer after which the spinner is shown.

_ALONE = N_("Nobody else can come to this table.")


class TableScreen(DrawnScreen):
    """Shows one table, and sends the player's commands to it."""

    told: ClassVar[int] = 0
    """The lines above the table in which a coach speaks."""

    def __init__(
        self,
        palette: Palette,
        link: Link,
        clock: Callable[[], float] = time.monotonic,
        delay: Callable[[], float] = pace.any_delay,
    ) -> None:
        """Create the screen; ``clock`` is monotonic, ``delay`` the seconds before a pass that is the only choice."""
        super().__init__(palette)
        self.board = Board()  # The state that the screen shows.
        self._link = link
        self._resting = pace.Resting(self, self._show)
        self._counting = pace.Counting(self, self._show_count)
        self._motion = Motion(self, self.redraw)
        self.invitation = ""  # The command with which others join; empty if nobody can.
        self._resigning = 0
        self._ranking = pace.Ranking(self, self._show_ranking)
        self._waiting = ""
        self._timing = pace.Timing(self, clock, self._show_time)
        self._picture = TablePicture(palette)
        self._passing = pace.AutoPass(self, delay, self._pass)
        self._coaching = pace.Coaching(link)

    def on_mount(self) -> None:
        """Show a spinner if the table opens slowly."""
        self.set_timer(SLOW, lambda: self._show_slow(None))

    def on_screen_resume(self) -> None:
        """Update the clocks: they are not updated while another screen is on top."""
        self._show_time()

    def _show_time(self) -> None:
        self.redraw()
        self._timing.watch(self.board)

    # Messages of the server

    def hear(self, message: FromServer) -> None:
        """Handle a message of the server about the table; while a trick rests, hold back what follows it."""
        match message:
            case Seated() | Refused():
                self._resting.end_all()
            case Happened() | TableChanged() | Overheard() | CostliestChoice() if self._resting.on:
                self._hold(message)
                return
        self._show(message)

    def _hold(self, message: FromServer) -> None:
        """Hold a message back, but not for long if the viewer's clock runs."""
        view = message.view if isinstance(message, Happened | TableChanged) else None
        asked = view is not None and (view.waits_for or (view.game is not None and view.game.legal))
        self._resting.hold(message, urgent=bool(asked and view is not None and view.arrangement.clock.seconds))
        if self._resting.on and not self.board.rests:
            self.take(replace(self.board, rests=True))

    def _show(self, message: FromServer) -> None:
        if self.board.rests:
            self.board = replace(self.board, rests=False)
        match message:
            case Seated(view=view):
                kind = kind_of(view)
                if kind is None:
                    self.take(boards.troubled(self.board, _("This table plays a game that this client does not know.")))
                else:
                    self._timing.told(view)
                    self.take(boards.accepted(boards.seated(self.board, view, kind, message.lately), message.id))
            case TableChanged(view=view) if self._shows(view):
                self._timing.told(view)
                self.take(boards.changed(self.board, view))
            case Accepted() | Refused():
                self._hear_answer(message)
            case Happened(event=event, view=view) if self._shows(view):
                self._timing.told(view)
                ended = self.board.is_on and view.phase is TablePhase.OVER
                self._turn_to(event)
                after = boards.happened(self.board, event, view)
                self._motion.follow(self.board, after, self._palette.strokes)
                self.take(after)
                if ended:
                    self._ranking.due = True
                    self._show_count()
            case Overheard() | HintGiven() | CostliestChoice():
                self.take(told(self.board, message))

    def _shows(self, view: TableView) -> bool:
        """Return True if a snapshot belongs to the game that is shown."""
        return self.board.kind is not None and kind_of(view) is self.board.kind

    def _hear_answer(self, message: Accepted | Refused) -> None:
        """Handle the answer to a command; once a resignation is accepted, the table is over for this player."""
        unhinted = self._coaching.refused(self.board, message) if isinstance(message, Refused) else None
        if unhinted is not None:
            self.take(unhinted)
            return
        if isinstance(message, Accepted) and message.id == self._resigning:
            self._link.forget_table()
            self.want(Wish.GONE)
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
        """Let a trick rest that was taken; count up the scores of a deal that ended; begin the next deal afresh."""
        settings = self.board.settings
        match self.board.kind.unit(event) if self.board.kind is not None else None:
            case Unit.TRICK:
                self._resting.begin(settings.rest)
            case Unit.DEAL:
                seats = len(self.board.people.names) if settings.motion else 0
                self._counting.begin(seats, pace.REST_SECONDS.get(settings.rest))
            case Unit.DEALT:
                self._ranking.due = False
                self._counting.finish()
                if isinstance(self.app.screen, SheetScreen):
                    self.app.screen.dismiss("")

    def _show_count(self) -> None:
        self.redraw()
        if self._ranking.due and not self._counting.on:
            self._ranking.soon(self.board.settings.rest)

    def _show_ranking(self) -> None:
        """Open the score sheet, unless the player is writing."""
        if self.board.asking is not Asking.SAY:
            self.show_sheet()

    def take(self, board: Board) -> None:
        """Replace the state that is shown, and do what the player has chosen before for the turn that has come."""
        if board.settings is not self.board.settings:
            # Any picture may depend on a setting.
            self._picture = TablePicture(self._palette)
        begun = board.is_on and self.board.table is not None and self.board.table.phase is TablePhase.GATHERING
        top = self.app.screen
        self.board, action = due(boards.read(board) if isinstance(top, TalkScreen) else board)
        self.redraw()
        self._tell_waiting(begun=begun)
        if isinstance(top, SheetScreen | TalkScreen):
            top.take(board)
        if board.trouble and not board.parted:
            self.turn(on=True)
        elif board.pending is None and board.table is not None:
            self.turn(on=False)
        self._timing.watch(self.board)
        self._passing.watch(self.board)
        self._coaching.watch(self.board)
        if action is not None:
            self._act(action)

    def _tell_waiting(self, *, begun: bool) -> None:
        """Report what waits for the viewer, if that has changed; and that the game has begun."""
        waiting = waits_for_viewer(self.board)
        if begun and not waiting:
            self.report(self.Called(_("the game has begun")))
        if waiting != self._waiting:
            self._waiting = waiting
            self.report(self.Waited(waiting))

    # Keys and clicks

    def own_keys(self) -> OwnKeys:
        asking, keys = self.board.asking, self.board.settings.keys
        if asking is Asking.NOTHING or not keys:
            return keys
        # To a question the only own key is the one that asked.
        sure = {key for way in question(self.board).ways for key in way.also}
        return tuple(pair for pair in keys if pair[0] in sure)

    def aimed(self, aim: Aim) -> None:
        """Handle a click: the first click on a card chooses it, the second one plays it."""
        match aim:
            case Pick(place=place) if place == self.board.chosen:
                # Plays the card; where several are chosen, it marks it or takes its mark back.
                self.press("space")
            case Pick(place=place):
                self.take(point(self.board, place))
            case _:
                super().aimed(aim)

    def press(self, key: str) -> None:
        self._motion.end()
        if self._picture.shows_talk:
            # Whoever presses a key looks at the table, and at the talk on it.
            self.board = boards.read(self.board)
        if key in HELP_KEYS and self.board.asking is Asking.NOTHING:
            self.find()
            return
        writing = self.board.asking is Asking.SAY
        if self.board.asking is Asking.NOTHING and self._hurries(key):
            return
        board, asked = press(self.board, key, character_of(key) if writing else "")
        if isinstance(asked, Answer):
            self.board = board  # It is shown as sent: before, nothing may be done that follows.
            self._act(asked)
            return
        self.take(board)
        match asked:
            case Wish():
                self._do(asked)
            case None:
                pass
            case request:
                self._request(request)
        if writing:
            self._ranking.show()

    def _hurries(self, key: str) -> bool:
        """End a rest or a count by a key that acts; return True if that was all it is to do."""
        if not (self._resting.on or self._counting.on) or not pace.goes_on(self.board, key):
            return False
        # What was held back may ask for another answer than the one that this key was meant as.
        held = self._resting.holds or self._counting.on
        self._resting.end()
        self._counting.finish()
        return held

    def usable_keys(self) -> Sequence[PromptAnswer]:
        return usable_keys(self.board)

    def idle_keys(self) -> Sequence[PromptAnswer]:
        return idle_keys(self.board)

    def on_paste(self, event: Paste) -> None:
        """Add a pasted text to the message being written."""
        if self.board.asking is Asking.SAY:
            event.stop()
            self.take(paste(self.board, event.text))

    def _do(self, wish: Wish) -> None:
        match wish:
            case Wish.SHEET:
                self.show_sheet()
            case Wish.TALK:
                then = lambda key: self.press(key) if key in {"t", "x"} else None  # noqa: E731
                self.app.push_screen(TalkScreen(self._palette, self.board), then)
            case Wish.COPY:
                if self.invitation:
                    self.app.copy_to_clipboard(self.invitation)
                said = COPIED if self.invitation else _ALONE
                self.take(replace(self.board, notice=_(said)))
            case Wish.FRIENDS if not self.invitation:
                self.take(replace(self.board, notice=_(_ALONE)))
            case _:
                self.want(wish)

    def _request(self, request: Asked) -> None:
        """Send a request; where its result is not visible at the table, the screen waits for the answer."""
        number = self._link.ask(lambda number: replace(request, id=number))
        if isinstance(request, Resign):
            self._resigning = number
        if isinstance(request, Continue):
            self._ranking.due = False
        if isinstance(request, Begin | Continue | Rematch | Resign):
            self._sent(number)

    def _pass(self) -> None:
        """Make the pass that is due, if the table still stands as it did."""
        action = self._passing.due(self.board)
        if action is not None:
            self._act(action)
            self.take(replace(self.board, notice=_("Passed for you: you had no other move.")))

    def _act(self, action: Answer) -> None:
        table = self.board.table
        if table is not None:
            self._sent(self._link.ask(lambda number: Act(number, table.seq, action)))

    def _sent(self, number: int) -> None:
        self.take(boards.sent(self.board, number))
        self.set_timer(SLOW, lambda: self._show_slow(number))

    def show_sheet(self) -> None:
        """Open the score sheet, unless it is open already."""
        self._ranking.due = False
        if not isinstance(self.app.screen, SheetScreen):
            self.app.push_screen(SheetScreen(self._palette, self.board), self._leave_sheet)

    def _leave_sheet(self, key: str | None) -> None:
        """Press the key that closed the score sheet at the table too, if it has a meaning there."""
        if key in {"r", "m"}:
            self.want(Wish.REVIEW if key == "r" else Wish.PUZZLES)
        if key in {"n", "q", "v", "y"} or (key in {"enter", "space"} and self.board.waited_for):
            self.press(key)

    # Showing delays

    def _show_slow(self, number: int | None) -> None:
        """Show that the answer to a command is late, or without one the table itself."""
        if self.board.table is None if number is None else self.board.pending == number:
            self.board = boards.slow(self.board)
            self.turn(on=True)

    def repaint(self, palette: Palette) -> None:
        """Change the look; the edges of cards are part of the pictures."""
        self._picture = TablePicture(palette)
        super().repaint(palette)

    def parts(self, width: int, height: int) -> Parts:
        scene = Scene(self.board, self.tick, self._timing.moment(), self._counting.counted, self.invitation)
        return self._motion.over(self._picture.parts(scene, (width, height), self.told), self.surface.parts)

    def spot(self) -> Spot:
        board = self.board
        if board.chosen is None or board.asking is not Asking.NOTHING:
            return Spot("prompt")
        return Spot(f"hand{board.chosen}", Pick(board.chosen))
