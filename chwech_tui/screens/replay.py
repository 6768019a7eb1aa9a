"""The replay of a finished game: the table with all hands open, step by step."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace
from textual.message import Message
from textual.timer import Timer

from chwech_tui.drawing.line import fit, wrap
from chwech_tui.drawing.panel import BUSY
from chwech_tui.drawing.plan import LEAST_HEIGHT, LEAST_WIDTH, Box, Layout, plan
from chwech_tui.drawing.replay import draw_replay
from chwech_tui.link import AGAIN, TRIES, Asker, Conversation, Link
from chwech_tui.model.board import Board
from chwech_tui.model.cards import Strokes
from chwech_tui.model.game import GAMES
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.replay import NO_BOT, UNKNOWN, Reel, ReplayMove, asks_bot, board_of, fits, moved, reviewed, took
from chwech_tui.model.review import asked_bot, at_choice, chose, no_review, turned_page, wanted_review
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.screens.table_picture import Around, draw_ring, needs
from chwech_tui.theme import Palette
from protocol import archive
from protocol.language import _
from protocol.messages import FromServer
from protocol.text import clean_text

MOVES: Final = {
    "right": ReplayMove.STEP,
    "left": ReplayMove.STEP_BACK,
    "down": ReplayMove.TRICK,
    "up": ReplayMove.TRICK_BACK,
    "pagedown": ReplayMove.DEAL,
    "right_square_bracket": ReplayMove.DEAL,
    "pageup": ReplayMove.DEAL_BACK,
    "left_square_bracket": ReplayMove.DEAL_BACK,
    "home": ReplayMove.START,
    "end": ReplayMove.END,
}
PAGES: Final = {"pagedown": 1, "right_square_bracket": 1, "pageup": -1, "left_square_bracket": -1}
"""Keys that turn the pages of the review."""

CHOICES: Final = {"down": 1, "up": -1}  # Keys that move among the choices of a page.
PLAY_SECONDS: Final = 1.2  # Seconds between two plays of a replay that goes on by itself.


class LookedBack(Message):
    """Posted when every deal of a game was reviewed; without the reviews, when its mistakes are to be asked."""

    def __init__(self, entry: archive.GameEntry, parts: Sequence[archive.ReviewPart] = ()) -> None:
        super().__init__()
        self.entry, self.parts = entry, parts


class ReplayScreen(DrawnScreen):
    """Replays a finished game."""

    ENDING_KEYS = frozenset({"escape", "q", "v"})

    def __init__(
        self, palette: Palette, link: Link, game: archive.GameEntry | str, *, looks_back: bool = False
    ) -> None:
        """Create the replay of a listed game, or of the last game at the table with this code, or its review."""
        super().__init__(palette)
        self.reel: Reel | None = None
        """The steps fetched so far, and the position in the game; None until the game is found."""
        self._link = link
        self._entry: archive.GameEntry | None = None
        self._table = game if isinstance(game, str) else ""
        self._tries = 0
        self._asker = Asker(link, self.set_timer, self.say)
        self._said = ""
        self._words = ""  # What a bot has said last.
        self._playing: Timer | None = None
        self._looks_back = looks_back  # True until the review is shown with which the screen begins.
        self._open(game if isinstance(game, archive.GameEntry) else None)

    def _open(self, entry: archive.GameEntry | None) -> None:
        """Begin the replay of a game; nothing begins where it was not found or this client does not know it."""
        self._entry = entry
        kind = GAMES.get(entry.setup.game) if entry is not None else None
        if entry is not None and kind is not None:
            self.reel = Reel(kind, seat=entry.seat)
        elif entry is not None:
            self._said = _(UNKNOWN)

    def on_mount(self) -> None:
        """Request the game."""
        self._ask()
        self._show()

    # Messages of the server

    def answered(self, news: FromServer) -> bool:
        heard = self._asker.answered(news)
        if heard:
            self._show()
        return heard

    def say(self, words: str) -> None:
        """Say something below the replay."""
        self._said = words
        self._show()

    def _look_back(self) -> None:
        """Show the review or hide it, and have the deals reviewed that are not yet."""
        if self._entry is None or self.reel is None or not self.reel.deals:
            return
        self._said = no_review(self.reel)
        if not self._said:
            back = not self.reel.looks_back
            self.reel = at_choice(replace(self.reel, looks_back=True)) if back else replace(self.reel, looks_back=False)
            self._ask()
            self._asker.begin("review", self._review(self._entry))
        self._show()

    def _review(self, entry: archive.GameEntry) -> Conversation:
        """Have the deals reviewed, one at a time, while the review is shown."""
        while self.reel is not None and self.reel.looks_back:
            deal = wanted_review(self.reel)
            if deal is None:
                self.report(LookedBack(entry, self.reel.reviews))
                return
            part: archive.ReviewPart = yield archive.ReadReview(0, entry.game, deal)
            if len(part.seats) != len(entry.names):
                return
            self.reel = reviewed(self.reel, part)
            if self.reel.looks_back and self._playing is None:
                self.reel = at_choice(self.reel)
                self._ask()

    def _of_bot(self, reel: Reel, entry: archive.GameEntry, *, why: bool) -> Conversation:
        """Have a bot say why it has chosen so, or keep its choice for the host."""
        words = yield from asked_bot(reel, entry, why=why)
        if self.reel is not None and (self.reel.deal, self.reel.place) == (reel.deal, reel.place):
            self._said = self._words = words

    def _ask(self) -> None:
        """Request what is missing, unless a request is under way."""
        self._asker.begin("game", self._find() if self._entry is None else self._fetch(self._entry))

    def _find(self) -> Conversation:
        """Find the game of the table, and retry while it is not in the archive yet."""
        self._tries += 1
        news: archive.Games = yield archive.ListGames(0)
        self._open(next((entry for entry in news.games if entry.table == self._table), None))
        if self._entry is not None:
            yield from self._fetch(self._entry)
        elif self._tries < TRIES:
            self.set_timer(AGAIN, self._ask)
        else:
            self._said = _("This game is not in your list yet: try again later.")

    def _fetch(self, entry: archive.GameEntry) -> Conversation:
        """Add steps to the replay, unless they belong to another kind of game or their number of seats is wrong."""
        while self.reel is not None and self.reel.wanted is not None:
            deal, step = self.reel.wanted
            part: archive.ReplayPart = yield archive.ReadReplay(0, entry.game, deal, step)
            if not fits(self.reel, part, entry):
                self._said = _(UNKNOWN)
                return
            self.reel = took(self.reel, deal, part)
            if self._looks_back:
                self._looks_back = False
                self._look_back()

    # Keys and the mouse wheel

    def press(self, key: str) -> None:
        playing = self._playing is not None
        self._play(on=key == "space" and not playing and self.reel is not None)
        if key == "space":
            self._show()
        elif key == "r":
            self._look_back()
        elif key == "m" and self._entry is not None and not self._asker.talks("review"):
            self.report(LookedBack(self._entry))
        elif key in {"w", "exclamation_mark"} and self._entry is not None and self.reel is not None:
            self._said = "" if asks_bot(self.reel, board_of(self.reel, self._entry)) else _(NO_BOT)
            if not self._said:
                self._asker.begin("bot", self._of_bot(self.reel, self._entry, why=key == "w"))
            self._show()
        elif key == "e" and self._entry is not None:
            self.want(archive.ReadRecord(0, self._entry.game))
        elif self.reel is not None and self.reel.looks_back and key in {*PAGES, *CHOICES, "enter", "escape"}:
            self._use(self.reel, key)
        elif key in MOVES and self.reel is not None:
            self._said = ""
            self._go(moved(self.reel, MOVES[key]))
        else:
            super().press(key)

    def _use(self, reel: Reel, key: str) -> None:
        """Handle a key of the review: turn the page, choose a choice, or show the table again."""
        self._said = ""
        if key in PAGES:
            self._go(turned_page(reel, PAGES[key]))
        elif key in CHOICES:
            self._go(chose(reel, CHOICES[key]))
        else:
            self._go(replace(reel, looks_back=False))

    def _play(self, *, on: bool) -> None:
        """Let the replay go on by itself, or stop it."""
        if self._playing is not None:
            self._playing.stop()
        self._playing = self.set_interval(PLAY_SECONDS, self._play_on) if on else None

    def _play_on(self) -> None:
        """Go on by a play; stop at the end of the game."""
        if self.reel is None:
            return
        there = moved(self.reel, ReplayMove.STEP)
        if there == self.reel and there.wanted is None:
            self._play(on=False)
        self._go(there)

    def _go(self, there: Reel) -> None:
        """Show another place of the game, and fetch what is missing of it."""
        self.reel = there
        self._ask()
        self._show()

    def wheel(self, by: int) -> None:
        """Go to the next or previous step, or choice."""
        self.press("right" if by > 0 else "left")

    # Drawing

    @property
    def _step(self) -> archive.ReplayStep | None:
        return self.reel.shown if self.reel is not None else None

    @property
    def _waits(self) -> bool:
        reviewing = self.reel is not None and self.reel.looks_back and self._asker.talks("review")
        return (reviewing or self._asker.talks("bot") or self._step is None) and not self._said

    def _show(self) -> None:
        self.turn(on=self._waits)
        self.redraw()

    def parts(self, width: int, height: int) -> Parts:
        width, height = max(width, LEAST_WIDTH), max(height, LEAST_HEIGHT)
        parts = self._drawn(width, height)
        if not self._waits and not self._said:
            return parts
        mark = "" if self._said else f"{BUSY[self.tick % len(BUSY)]} "
        hue = Hue.TEXT if self._said == self._words else Hue.ALERT
        words = Span(self._said, hue) if self._said else Span(self._wait_words(), Hue.DIM)
        at = parts["prompt"].box if "prompt" in parts else Box(2, height - 2, width - 4, 1)
        lines = wrap((Span(mark, Hue.ACCENT), words), at.width, hang=0)[:3]
        lines = (*lines, *[()] * (at.height - len(lines)))
        box = Box(at.x, at.y + at.height - len(lines), at.width, len(lines))
        return {**parts, "prompt": Part(box, tuple([fit(line, box.width) for line in lines]))}

    def _wait_words(self) -> str:
        if self._asker.talks("bot"):
            return _("The bot thinks back…")
        if self.reel is None or not self.reel.looks_back:
            return _("Fetching the game…")
        done = len(self.reel.reviews)
        return _("Reviewing deals: {done} of {deals}…", done=done, deals=self.reel.deals)

    def _drawn(self, width: int, height: int) -> dict[str, Part]:
        entry, reel = self._entry, self.reel
        if entry is None or reel is None:
            return {}
        board = board_of(reel, entry)
        title = "   ".join((_("game {number}", number=entry.game), clean_text(entry.table, cells=26)))
        return replay_parts(board, reel, title, plan(width, height, needs(board, width)), self._palette.strokes)


def replay_parts(board: Board, reel: Reel, title: str, now: Layout, strokes: Strokes) -> dict[str, Part]:
    """Draw the present step: the table with all hands open, or how a deal was scored."""
    drawn = {name: Part(*one) for name, one in draw_replay(board, reel, title, now, strokes).items()}
    if "hand" not in drawn or "score" in drawn:
        return drawn
    around = Around(strokes, (), None, 0, (), 0, "", ())
    return {**draw_ring(board, now, around, _anew), **drawn}


def _anew(_name: str, box: Box, _depends_on: object, draw: Callable[[Box], Picture]) -> Part:
    """Draw a part of a table each time: a replay does not come back to a step often."""
    return Part(box, draw(box))
