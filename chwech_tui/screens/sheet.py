"""The pages that lie on a table: keys, piles, cards gone, log, score sheet; and the notice of a small terminal."""

from dataclasses import dataclass
from typing import Final

from textual.message import Message

from chwech_tui.drawing.line import fit, indent
from chwech_tui.drawing.log import draw_gone, draw_whole_log
from chwech_tui.drawing.panel import draw_help, draw_keys, draw_too_small
from chwech_tui.drawing.plan import Box
from chwech_tui.drawing.seats import draw_piles
from chwech_tui.drawing.sheet import SheetLook, can_open_hands, draw_record, draw_sheet, is_over, pages
from chwech_tui.model.board import Board
from chwech_tui.model.game import Game
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.own_keys import USUAL_KEYS, OwnKeys
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.model.result import GameResult
from chwech_tui.screens.drawn import COPIED, DrawnScreen
from chwech_tui.screens.pace import Counting
from chwech_tui.screens.question import ExportWanted
from chwech_tui.screens.rules import WIDEST
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.theme import Palette
from protocol.archive import GameEntry
from protocol.language import N_, _


class KeysScreen(DrawnScreen):
    """Shows the help on all keys."""

    ENDING_KEYS = frozenset({"escape", "question_mark", "enter", "q"})

    def __init__(self, palette: Palette, game: Game, invitation: str = "", keys: OwnKeys = USUAL_KEYS) -> None:
        """Create the help for a game, with the command with which others join the table, and the player's own keys."""
        super().__init__(palette)
        self._game = game
        self._keys = keys
        self._invitation = invitation
        self._remark = ""

    def own_keys(self) -> OwnKeys:
        return self._keys

    def press(self, key: str) -> None:
        if key == "c" and self._invitation:
            self.app.copy_to_clipboard(self._invitation)
            self._remark = _(COPIED)
            self.redraw()
        else:
            super().press(key)

    def picture(self, width: int, height: int) -> Picture:
        return draw_help(self._game, width, height, self._invitation, self._remark, self._keys)


class BoardScreen(DrawnScreen):
    """Shows something of a table as it stood when the screen was opened."""

    def __init__(self, palette: Palette, board: Board) -> None:
        super().__init__(palette)
        self._board = board

    def own_keys(self) -> OwnKeys:
        return self._board.settings.keys


class PilesScreen(BoardScreen):
    """Shows the cards won by each player, at a table where they lie open."""

    ENDING_KEYS = frozenset({"escape", "w", "enter", "q"})

    def picture(self, width: int, height: int) -> Picture:
        return draw_piles(self._board, width)


class TooSmallScreen(DrawnScreen):
    """Shows the terminal size that the client needs; the app removes it once the terminal is large enough."""

    ENDING_KEYS = frozenset()

    def shows(self, width: int, height: int) -> bool:
        """Return True for any size."""
        return width > 0 and height > 0

    def picture(self, width: int, height: int) -> Picture:
        return draw_too_small(width, height)


class RecordScreen(DrawnScreen):
    """Shows the result of a finished game, deal by deal."""

    ENDING_KEYS = frozenset({"escape", "enter", "q", "h"})

    @dataclass
    class Replayed(Message):
        """Posted when the player wants to replay the game."""

        entry: GameEntry

    def __init__(self, palette: Palette, entry: GameEntry, game: GameResult, command: str) -> None:
        """Create the screen of a game, with the command that prints its record."""
        super().__init__(palette)
        self._entry = entry
        self._game = game
        self._command = command

    def press(self, key: str) -> None:
        match key:
            case "v":
                self.report(self.Replayed(self._entry))
            case "e":
                self.report(ExportWanted(self._entry.game))
            case _:
                super().press(key)

    def picture(self, width: int, height: int) -> Picture:
        margin = 2 if width < 90 else 4
        lines = draw_record(self._entry, self._game, self._command, width - 2 * margin)
        return ((), *(indent(line, margin) for line in lines))


class SheetScreen(DrawnScreen):
    """Shows the score sheet, one page a deal, starting with the newest."""

    ENDING_KEYS = frozenset({"escape", "enter", "space", "s", "n", "q", "v"})

    def __init__(self, palette: Palette, board: Board) -> None:
        super().__init__(palette)
        self._board = board
        self._page = pages(board) - 1
        self._hands = False
        self._placing = Counting(self, self.redraw)

    def on_mount(self) -> None:
        """Place the seats in the ranking one after another, from the last one."""
        if is_over(self._board) and self._board.settings.motion:
            self._placing.begin(len(self._board.people.names) + 1)

    def own_keys(self) -> OwnKeys:
        return self._board.settings.keys

    def take(self, board: Board) -> None:
        """Show the new state of the table; turn to the page of a new deal."""
        if pages(board) > pages(self._board):
            self._page = pages(board) - 1
        self._board = board
        self.redraw()

    def picture(self, width: int, height: int) -> Picture:
        look = SheetLook(self._hands, self._placing.counted)
        return draw_sheet(self._board, self._page, width, height, look)

    def press(self, key: str) -> None:
        placing = self._placing.on
        if placing:
            self._placing.finish()
        if placing and key in {"enter", "space"}:
            return
        if key in {"left", "right"}:
            step = -1 if key == "left" else 1
            self._page = (self._page + step) % max(1, pages(self._board))
            self.redraw()
        elif key == "o" and can_open_hands(self._board, self._page):
            self._hands = not self._hands
            self.redraw()
        elif key != "v" or is_over(self._board):
            super().press(key)


class GoneScreen(BoardScreen):
    """Shows the cards gone so far in the deal."""

    ENDING_KEYS = frozenset({"escape", "k", "enter", "q"})

    def picture(self, width: int, height: int) -> Picture:
        return draw_gone(self._board, width, height)


_KEYS: Final = (
    PromptAnswer("↑↓", N_("scroll"), "up"),
    PromptAnswer("PgUp/Dn", N_("page"), "pageup"),
    PromptAnswer("Home End", N_("ends"), "home"),
    BACK,
)
_STEPS: Final = {"up": 1, "down": -1}
_PAGES: Final = {"pageup": 1, "pagedown": -1}


class LogScreen(BoardScreen):
    """Shows the log from its newest lines on, which stand at the foot of the page."""

    ENDING_KEYS = frozenset({"escape", "enter", "q"})

    def __init__(self, palette: Palette, board: Board) -> None:
        super().__init__(palette, board)
        self._below = 0
        """How many lines lie below the page."""

    def parts(self, width: int, height: int) -> Parts:
        wide = min(WIDEST, width - 6)
        x, rows = (width - wide) // 2, _rows(height)
        lines = draw_whole_log(self._board.chronicle, wide)
        self._below = max(0, min(self._below, len(lines) - rows))
        last = len(lines) - self._below
        head: Picture = (fit((Span(_("The log of this table"), Hue.STRONG),), wide),)
        return {
            "head": Part(Box(x, 1, wide, 1), head),
            "page": Part(Box(x, 3, wide, rows), lines[max(0, last - rows) : last]),
            "foot": Part(Box(x, height - 1, wide, 1), draw_keys(_KEYS, wide)),
        }

    def press(self, key: str) -> None:
        if key in _STEPS:
            self._scroll(_STEPS[key])
        elif key in _PAGES:
            self._scroll(_PAGES[key] * (_rows(self.size.height) - 1))
        elif key in {"home", "end"}:
            # How many lines there are is known when the page is drawn.
            self._scroll(self.size.height * len(self._board.chronicle) if key == "home" else -self._below)
        else:
            super().press(key)

    def wheel(self, by: int) -> None:
        self._scroll(-3 * by)

    def _scroll(self, by: int) -> None:
        self._below = max(0, self._below + by)
        self.redraw()


def _rows(height: int) -> int:
    """Return the number of lines of the log on a page."""
    return max(1, height - 5)
