"""Questions that are answered by one line of text: codes, names, a report, the file for a record."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.events import Paste
from textual.message import Message

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.line import broken, cells, ending, fit, wrap
from chwech_tui.drawing.panel import draw_button
from chwech_tui.drawing.plan import Box
from chwech_tui.errand import server_name
from chwech_tui.files import UnusablePath, whole_path
from chwech_tui.games.registry import GIST
from chwech_tui.link import Link
from chwech_tui.model.checks import check_record
from chwech_tui.model.hosting import edited, pasted
from chwech_tui.model.ink import Ground, Hue, Picture, Span, worded
from chwech_tui.model.prompt import BACK
from chwech_tui.screens.drawn import DrawnScreen, character_of
from chwech_tui.screens.surface import Part, Parts, Spot
from chwech_tui.theme import Palette
from protocol.administration import LONGEST_REPORT
from protocol.archive import ReadRecord, RecordPart
from protocol.errors import ErrorCode
from protocol.language import _
from protocol.message import ServerAnswer
from protocol.messages import FromServer, Refused
from protocol.text import clean_text

LONGEST: Final = 20
"""The default limit of an answer, in cells."""

_WIDTH: Final = 72


class QuestionScreen(DrawnScreen):
    """A question with one line for the answer.

    Textual's own Input is not used: if several keys arrive at once, as over a slow connection, it handles letters and
    other keys in another order than they were pressed.
    """

    CELLS: ClassVar[int] = LONGEST

    @dataclass
    class Given(Message):
        """Posted when the player has answered or cancelled."""

        text: str
        """The answer, cleaned; empty if there is none."""

    def __init__(self, palette: Palette, trouble: str = "") -> None:
        super().__init__(palette)
        self._trouble = trouble
        self._draft = ""
        self._longest = self.CELLS
        self._request = 0

    def words(self) -> Picture:
        """Draw the question, which stands above the answer."""
        raise NotImplementedError

    def ways(self) -> str:
        """Return which keys end the question, and how."""
        return _("Enter goes on, Esc leaves")

    def accept(self, text: str) -> str:
        """Return what is wrong with an answer; an empty text if it is acceptable."""
        return ""

    @property
    def waits(self) -> bool:
        """True while the server has not yet answered the request that the answer led to."""
        return bool(self._request)

    def wait(self, number: int) -> None:
        """Stay open until the server answers the request with this id: what was typed can be mended if it refuses."""
        self._request = number

    def answered(self, news: FromServer) -> bool:
        """Show why the server refuses; otherwise close, and leave the answer to others.

        A table without a vacant seat closes the question as well: there is nothing to mend, but something to watch.
        """
        if not isinstance(news, ServerAnswer | Refused) or news.id is None or news.id != self._request:
            return False
        self._request = 0
        if isinstance(news, Refused) and news.code is not ErrorCode.TABLE_FULL:
            self._trouble = as_sentence(news.text)
            self.redraw()
            return True
        if self.is_current:
            self.app.pop_screen()
        return False

    def parts(self, width: int, height: int) -> Parts:
        wide = min(_WIDTH, width - 4)
        words = tuple(part for line in self.words() for part in wrap(line, wide, hang=0))
        x, y = (width - wide) // 2, max(1, (height - len(words) - 6) // 3)
        trouble = wrap((Span(self._trouble, Hue.ALERT),), wide, hang=0)[:2]
        keys: Picture = (*trouble, (Span(self.ways(), Hue.DIM),))
        line = fit((Span(f" {ending(self._draft, self.CELLS + 8)}"), Span("_", Hue.ACCENT)), self.CELLS + 10)
        answer = tuple(Span(span.text, span.hue, Ground.BUTTON) for span in line)
        return {
            "words": Part(Box(x, y, wide, len(words)), words),
            "answer": Part(Box(x, y + len(words) + 1, wide, 1), (answer,)),
            "keys": Part(Box(x, y + len(words) + 3, wide, len(keys)), keys),
        }

    def spot(self) -> Spot:
        return Spot("answer")

    def press(self, key: str) -> None:
        if key == "escape":
            self.report(self.Given(""))
        elif key == "enter":
            self._give(clean_text(self._draft, cells=self.CELLS))
        else:
            self._show_draft(edited(self._draft, key, character_of(key), self._longest))

    def on_paste(self, event: Paste) -> None:
        """Add a pasted text to the answer."""
        event.stop()
        self._show_draft(pasted(self._draft, event.text, self._longest))

    def _show_draft(self, draft: str) -> None:
        """Show what is written: no more than will be taken, for some characters are two cells wide."""
        while cells(draft) > self._longest:
            draft = draft[:-1]
        self._draft = draft
        self.redraw()

    def _give(self, text: str) -> None:
        self._trouble = self.accept(text)
        if self._trouble:
            self.redraw()
        else:
            self.report(self.Given(text))


class CodeScreen(QuestionScreen):
    """Asks for the code of a table."""

    CELLS: ClassVar[int] = 28

    def words(self) -> Picture:
        return (
            (Span(_("Which table?"), Hue.STRONG),),
            (),
            (Span(_("Its code has three words, such as amber-river-stone; spaces do as well."), Hue.DIM),),
        )


class RenameScreen(QuestionScreen):
    """Asks for another nickname."""

    def words(self) -> Picture:
        changes = _(
            "The name that you have now is free for others then. Tables where you have a seat already keep it, "
            "and so do the games that you have played."
        )
        return ((Span(_("What shall the others call you from now on?"), Hue.STRONG),), (), (Span(changes, Hue.DIM),))


class NicknameScreen(QuestionScreen):
    """Asks for a nickname."""

    def __init__(self, palette: Palette, place: str, trouble: str = "", draft: str = "") -> None:
        """Ask for the nickname at a place; ``draft`` is one that was refused, to be mended."""
        super().__init__(palette, trouble)
        self._place = place
        self._draft = clean_text(draft, cells=self.CELLS)

    def words(self) -> Picture:
        # Translators: the end of the question "What shall the others call you {at_place}".
        place = Span(_("at {place}?", place=server_name(self._place)), Hue.DIM)
        return (
            *((Span(_(line), Hue.DIM),) for line in GIST),
            (),
            worded(_("What shall the others call you {at_place}"), Hue.STRONG, at_place=place),
        )

    def accept(self, text: str) -> str:
        """Reject a name without visible characters."""
        return "" if text else _("A nickname has at least one visible letter.")


class ReportScreen(QuestionScreen):
    """Asks what a person has done; its result is the text, empty if the player has thought better of it."""

    CELLS: ClassVar[int] = 58

    def __init__(self, palette: Palette, name: str) -> None:
        """Begin with an empty text."""
        super().__init__(palette)
        self._longest = LONGEST_REPORT
        self._name = name

    def words(self) -> Picture:
        read = _("Those who run the server read it, with what was said and done lately where you are.")
        return (
            (Span(_("Report {name}: what is wrong?", name=self._name), Hue.STRONG),),
            (),
            (Span(read, Hue.DIM),),
        )

    def ways(self) -> str:
        """Return that Enter sends the report: there is no further question."""
        return _("Enter sends it, Esc goes back")

    def press(self, key: str) -> None:
        if key == "escape":
            self.dismiss("")
        elif key == "enter":
            self._give(clean_text(self._draft, cells=LONGEST_REPORT)[:LONGEST_REPORT])
        else:
            super().press(key)

    def accept(self, text: str) -> str:
        """Reject a report that says nothing."""
        return "" if text else _("Write what is wrong first; Esc goes back.")

    def _give(self, text: str) -> None:
        self._trouble = self.accept(text)
        if self._trouble:
            self.redraw()
        else:
            self.dismiss(text)


Keep = Callable[[str, str], str]
"""Writes a text to a new file at a path and returns the absolute path, or raises ``UnusablePath``."""

_LONGEST: Final = 1000
_PATH_WIDTH: Final = 68
_PATH_LINES: Final = 3
"""The most lines of the path that are shown; of a longer one, its end."""


@dataclass
class ExportWanted(Message):
    """Posted when the player wants the record of a game."""

    game: int


class ExportScreen(QuestionScreen):
    """Asks for the path of a file; without files, it only shows the command."""

    CELLS: ClassVar[int] = 58

    def __init__(self, palette: Palette, link: Link, game: int, command: str, keep: Keep | None) -> None:
        super().__init__(palette)
        self._draft, self._longest = f"chwech-{game}.jsonl", _LONGEST
        self._link = link
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
            self._asked = self._link.ask(ReadRecord, self._game)

    def answered(self, news: FromServer) -> bool:
        match news:
            case RecordPart(id=number, lines=lines) if number == self._asked:
                self._lines = (*self._lines, *lines)
                check_record(self._lines)
                self._whole = not news.more
                self._asked = 0 if self._whole else self._link.ask(ReadRecord, self._game, len(self._lines))
            case Refused(id=number, text=text) if number is not None and number == self._asked:
                self._trouble = as_sentence(clean_text(text, cells=200))
            case _:
                return False
        self.redraw()
        return True

    def words(self) -> Picture:
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
        parts = super().parts(width, height)
        done = {"words": parts["words"], "keys": Part(parts["answer"].box, (draw_button(BACK),))}
        return done if self._done else parts

    def press(self, key: str) -> None:
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
    return tuple((Span(line, hue),) for line in broken(text, _PATH_WIDTH))
