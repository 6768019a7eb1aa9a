"""Exports the record of a finished game: to a file or, without files, by a command that is shown."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.message import Message

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.line import broken
from chwech_tui.drawing.panel import draw_button
from chwech_tui.files import UnusablePath, whole_path
from chwech_tui.model.checks import check_record
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.prompt import BACK
from chwech_tui.requests import Requests
from chwech_tui.screens.question import QuestionScreen
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.theme import Palette
from protocol.archive import RecordPart
from protocol.language import _
from protocol.messages import FromServer, Refused
from protocol.text import clean_text

Keep = Callable[[str, str], str]
"""Writes a text to a new file at a path and returns the absolute path, or raises ``UnusablePath``."""

_LONGEST: Final = 1000
_WIDTH: Final = 68
_PATH_LINES: Final = 3
"""The most lines of the path that are shown; of a longer one, its end."""


@dataclass
class ExportWanted(Message):
    """Posted when the player wants the record of a game."""

    game: int


class ExportScreen(QuestionScreen):
    """Asks for the path of a file; without files, it only shows the command."""

    CELLS: ClassVar[int] = 58

    def __init__(self, palette: Palette, requests: Requests, game: int, command: str, keep: Keep | None) -> None:
        super().__init__(palette)
        self._draft, self._longest = f"chwech-{game}.jsonl", _LONGEST
        self._requests = requests
        self._game = game
        self._command = command
        self._keep = keep
        self._lines: tuple[str, ...] = ()
        self._asked = 0
        self._whole = False
        self._kept = ""

    @property
    def _done(self) -> bool:
        return bool(self._kept) or self._keep is None

    def on_mount(self) -> None:
        """Request the record if it can be written to a file."""
        if self._keep is not None:
            self._asked = self._requests.record(self._game)

    def answered(self, news: FromServer) -> bool:
        """Collect the lines of the record, one part after the other; return False for any other message."""
        match news:
            case RecordPart(id=number, lines=lines) if number == self._asked:
                self._lines = (*self._lines, *lines)
                check_record(self._lines)
                self._whole = not news.more
                self._asked = 0 if self._whole else self._requests.record(self._game, len(self._lines))
            case Refused(id=number, text=text) if number is not None and number == self._asked:
                self._trouble = as_sentence(clean_text(text, cells=200))
            case _:
                return False
        self.redraw()
        return True

    def words(self) -> Picture:
        """Draw what can be done with the record, or where it was stored."""
        title = (Span(_("The record of game {number}", number=self._game), Hue.STRONG),)
        checked = (Span(_("chwech verify plays it again and checks all that it says."), Hue.DIM),)
        if self._kept:
            return (title, (), (Span(_("It is kept in")),), *_lines(self._kept, Hue.ACCENT), (), checked)
        printed: Picture = ((Span(_("This command prints it:"), Hue.DIM),), *_lines(self._command, Hue.TEXT))
        return (title, (), checked, (), *printed, *self._question())

    def _question(self) -> Picture:
        """Draw the question, and the whole path that the answer stands for; without files there is none."""
        if self._keep is None:
            return ()
        path = _lines(clean_text(whole_path(self._draft), cells=2 * _LONGEST), Hue.ACCENT)
        said = ((), (Span(_("Enter writes it to"), Hue.DIM),), *path[-_PATH_LINES:]) if self._draft else ()
        return (*said, (), (Span(_("In which file shall it be kept? Here is one; any other path will do.")),))

    def parts(self, width: int, height: int) -> Parts:
        """Draw the question, or only its text if no path is asked for any more."""
        parts = super().parts(width, height)
        done = {"words": parts["words"], "keys": Part(parts["answer"].box, (draw_button(BACK),))}
        return done if self._done else parts

    def press(self, key: str) -> None:
        """Handle a key: edit the path, store the record with Enter, go back with Esc."""
        if key == "escape" or (self._done and key in {"enter", "q", "e"}):
            self.dismiss("")
        elif not self._done:
            super().press(key)

    def _give(self, text: str) -> None:
        if self._keep is None or not self._whole:
            self._trouble = self._trouble or _("One moment: the record is on its way.")
        else:
            self._write(self._keep)
        self.redraw()

    def _write(self, keep: Keep) -> None:
        self._trouble = ""
        try:
            kept = keep(self._draft, "".join(f"{line}\n" for line in self._lines))
        except UnusablePath as problem:
            self._trouble = as_sentence(str(problem))
        else:
            self._kept = clean_text(kept, cells=400)


def _lines(text: str, hue: Hue) -> Picture:
    """Return a text for copying, broken over as many lines as it needs."""
    return tuple((Span(line, hue),) for line in broken(text, _WIDTH))
