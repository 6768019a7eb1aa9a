"""The pages that lie on a table, as piles and score sheet; that of statistics; the notice of a small terminal."""

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from chwech_tui.describe import talk_of
from chwech_tui.drawing import sheet as sheets
from chwech_tui.drawing.cards import draw_piles
from chwech_tui.drawing.line import between, fit, indent, measure
from chwech_tui.drawing.log import draw_gone, draw_whole_log
from chwech_tui.drawing.panel import draw_buttons, draw_keys, draw_too_small
from chwech_tui.drawing.plan import LEAST_HEIGHT, Box
from chwech_tui.drawing.scores import SheetLook
from chwech_tui.drawing.sheet import result_text
from chwech_tui.drawing.statistics import draw_statistics
from chwech_tui.lists import places_words
from chwech_tui.model.board import Board
from chwech_tui.model.game import GAMES, own_ratings_words, title_of
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.model.puzzle import given_in
from chwech_tui.model.review import form_of
from chwech_tui.model.settings import OwnKeys, Settings
from chwech_tui.model.times import offer_words
from chwech_tui.screens.drawn import COPIED, DrawnScreen
from chwech_tui.screens.menu import TURNS
from chwech_tui.screens.pace import Counting
from chwech_tui.screens.rules import WIDEST
from chwech_tui.screens.surface import Part, Parts, Spot
from chwech_tui.theme import Palette
from games.registry import REVIEWS
from protocol.archive import GameEntry, ReadRecord, Statistics
from protocol.language import N_, _


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


def framed(
    size: tuple[int, int], title: Line, aside: Line, keys: Sequence[PromptAnswer], prompt: Picture = ()
) -> tuple[Parts, Box]:
    """Return the rails of a page with its title and keys, and above the keys what is asked; and the room between."""
    width, height = size
    low = height <= LEAST_HEIGHT
    top, below = (1, 1) if low else (2, 2)
    lines = tuple(fit(indent(line, max(0, (width - 4 - measure(line)) // 2)), width - 4) for line in prompt)
    y = height - below - len(lines)
    parts = {
        "header": Part(Box(2, 0, width - 4, 1), (between(title, aside, width - 4),)),
        "prompt": Part(Box(2, y, width - 4, len(lines)), lines),
        "keys": Part(Box(2, height - 1, width - 4, 1), draw_keys(tuple(keys), width - 4)),
    }
    return parts, Box(2, top, width - 4, y - top - bool(lines and not low))


class SheetScreen(BoardScreen):
    """Shows the score sheet, one page a deal, starting with the newest."""

    BACK: ClassVar = PromptAnswer("Esc", N_("back to the table"), "escape")
    COUNTS: ClassVar = True
    """True if the ranking comes seat by seat."""
    ENDING_KEYS = frozenset({"escape", "enter", "space", "s", "n", "q", "v", "y"})

    def __init__(self, palette: Palette, board: Board) -> None:
        super().__init__(palette, board)
        self._page = sheets.pages(board) - 1
        self._look = SheetLook(palette.strokes)
        self._remark = ""
        self._placing = Counting(self, self.redraw)

    def on_mount(self) -> None:
        """Place the seats in the ranking one after another, from the last one."""
        if self.COUNTS and sheets.is_over(self._board) and self._board.settings.motion:
            self._placing.begin(len(self._board.people.names))

    def take(self, board: Board) -> None:
        """Show the new state of the table; turn to the page of a new deal."""
        if sheets.pages(board) > sheets.pages(self._board):
            self._page = sheets.pages(board) - 1
        self._board = board
        self.redraw()

    def asked(self) -> str:
        """Return what is asked below the page."""
        return offer_words(self._board) or sheets.asked(self._board)

    def answers(self) -> tuple[PromptAnswer, ...]:
        """Return what can be done about the game."""
        return sheets.answers(self._board)

    def parts(self, width: int, height: int) -> Parts:
        board, page = self._board, self._page
        look = self._look._replace(counted=self._placing.counted, strokes=self._palette.strokes)
        says = self._remark or self.asked()
        question = Span(f"{says}  " if says else "", Hue.ACCENT if sheets.is_over(board) else Hue.DIM)
        buttons = () if self._remark else draw_buttons(self.answers())[:-1]
        prompt: Picture = ((question, *buttons),)
        if measure(prompt[0]) > width - 4:
            prompt = ((question,), buttons)
        title: Line = (Span(board.kind.title if board.kind is not None else "", Hue.STRONG),)
        if board.game is not None and board.kind is not None:
            ranks = sheets.is_over(board) and page == sheets.pages(board) - 1
            where = _("Final ranking") if ranks else board.kind.progress(board.game)
            title = (*title, Span(f"   {where}", Hue.TEXT))
            title = (*title, Span(f"   {board.kind.variant(board.game)}", Hue.DIM))
        code = board.table.table if board.table is not None else ""
        keys = (*sheets.page_keys(board, page, look, asks=self.COUNTS), self.BACK)
        frame, box = framed((width, height), title, (Span(code, Hue.FAINT),), keys, prompt)
        return {**frame, "body": Part(box, sheets.draw_sheet(board, page, box.width, box.height, look))}

    def spot(self) -> Spot:
        return Spot("prompt")

    def press(self, key: str) -> None:
        placing = self._placing.on
        if placing:
            self._placing.finish()
        if placing and key in {"enter", "space"}:
            return
        self._remark = ""
        if key in {"left", "right"}:
            step = -1 if key == "left" else 1
            self._page = (self._page + step) % max(1, sheets.pages(self._board))
        elif key == "o" and sheets.can_open_hands(self._board, self._page):
            self._look = self._look._replace(hands=not self._look.hands)
        elif key == "p" and sheets.has_proof(self._board, self._page):
            self._look = self._look._replace(proof=not self._look.proof, hands=False)
        elif key == "c" and sheets.is_over(self._board):
            self.app.copy_to_clipboard(result_text(self._board))
            self._remark = _(COPIED)
        elif key in {"r", "m"} and sheets.can_review(self._board):
            self.dismiss(key)
        elif key != "v" or sheets.is_over(self._board):
            super().press(key)
            return
        self.redraw()


class RecordScreen(SheetScreen):
    """Shows the score sheet of a finished game of the archive."""

    BACK, COUNTS = BACK, False
    ENDING_KEYS = frozenset({"escape", "enter", "q", "h"})

    def __init__(self, palette: Palette, board: Board, entry: GameEntry) -> None:
        super().__init__(palette, board)
        self._entry = entry

    def asked(self) -> str:
        return ""

    def answers(self) -> tuple[PromptAnswer, ...]:
        return _OF_RECORD

    def press(self, key: str) -> None:
        match key:
            case "v":
                self.want(self._entry)
            case "e":
                self.want(ReadRecord(0, self._entry.game))
            case _ if key not in {"m", "n", "r", "s", "space", "y"}:
                super().press(key)


_OF_RECORD: Final = (
    PromptAnswer("v", N_("replay"), "v"),
    PromptAnswer("e", N_("export"), "e"),
    PromptAnswer("c", N_("copy"), "c"),
)


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
    HEADING: ClassVar = N_("The log of this table")
    TALK: ClassVar = False
    """True for what people have said alone."""
    KEYS: ClassVar[tuple[PromptAnswer, ...]] = _KEYS

    def __init__(self, palette: Palette, board: Board) -> None:
        super().__init__(palette, board)
        self._below = 0  # How many lines lie below the page.

    def parts(self, width: int, height: int) -> Parts:
        wide = min(WIDEST, width - 6)
        x, rows = (width - wide) // 2, _rows(height)
        told = self._board.chronicle
        lines = draw_whole_log(talk_of(told) if self.TALK else told, wide)
        self._below = max(0, min(self._below, len(lines) - rows))
        last = len(lines) - self._below
        head: Picture = (fit((Span(_(self.HEADING), Hue.STRONG),), wide),)
        return {
            "head": Part(Box(x, 1, wide, 1), head),
            "page": Part(Box(x, 3, wide, rows), lines[max(0, last - rows) : last]),
            "foot": Part(Box(x, height - 1, wide, 1), draw_keys(self.KEYS, wide)),
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


class TalkScreen(LogScreen):
    """Shows all that people have said at a table, and what they say now; its result is the key of what comes next."""

    ENDING_KEYS = frozenset({"escape", "enter", "q", "t", "x"})
    HEADING, TALK = N_("Talk at this table"), True
    KEYS = (*_KEYS[:-1], PromptAnswer("t", N_("say"), "t"), PromptAnswer("x", N_("phrases"), "x"), BACK)

    def take(self, board: Board) -> None:
        """Show the new state of the table."""
        self._board = board
        self.redraw()


def _rows(height: int) -> int:
    return max(1, height - 5)


OTHER_GAME: Final = PromptAnswer("←→", N_("another game"), "right")


class StatisticsScreen(DrawnScreen):
    """Shows the statistics of one game after the other."""

    ENDING_KEYS = frozenset({"escape", "q", "s", "enter"})

    def __init__(self, palette: Palette, games: Sequence[GameEntry], statistics: Sequence[Statistics]) -> None:
        """Create the screen of the finished games, the newest first, and the statistics of each kind of game."""
        super().__init__(palette)
        self._games = games
        self._statistics = statistics
        self._place, self._gives = 0, False

    def press(self, key: str) -> None:
        if key in TURNS or key == "g":
            self._place = (self._place + TURNS.get(key, 0)) % len(self._statistics)
            self._gives ^= key == "g"
            self.redraw()
        else:
            super().press(key)

    def parts(self, width: int, height: int) -> Parts:
        played = self._statistics[self._place]
        game, form = played.game, form_of(self._games, played.game)
        known = GAMES[game].game.figures if game in GAMES else ()
        counts = any(style.endswith("%") for _title, style, _field in known)
        title: Line = (Span(title_of(game), Hue.STRONG), Span("   " + _("statistics"), Hue.TEXT))
        several = len(self._statistics) > 1
        place: Line = (Span(f"{self._place + 1} / {len(self._statistics)}" if several else "", Hue.FAINT),)
        if self._gives and game in REVIEWS:
            form = replace(form, given=given_in(getattr(self.app, "settings", Settings()), self._games, game))
        gives = PromptAnswer("g", _("totals") if form.given is not None else _("points given away"), "g")
        keys = (*([OTHER_GAME] if several else []), *([gives] if game in REVIEWS else []), BACK)
        frame, box = framed((width, height), title, place, keys)
        lines = draw_statistics(played, form, box[2:], self._palette.strokes, counts_deals=counts)
        ratings = own_ratings_words(played) if len(played.ratings) > 1 else ""
        more = "; ".join(filter(None, (ratings, places_words(played))))
        lines = (*lines, (Span("  " + more, Hue.FAINT),))[: box.height] if more else lines
        return {**frame, "body": Part(box, sheets.centred(lines, box.width, box.height))}
