"""Questions that are answered by one line of text: codes, names, a report, the file for a record."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from textual.events import Paste

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.line import broken, cells, ending, fit, wrap
from chwech_tui.drawing.panel import draw_button
from chwech_tui.drawing.panes import ABOVE, INSET, draw_pane
from chwech_tui.drawing.plan import Box
from chwech_tui.errand import server_name
from chwech_tui.files import UnusablePath, whole_path
from chwech_tui.link import Link
from chwech_tui.model.game import GIST, check_record
from chwech_tui.model.ink import Ground, Hue, Picture, Span, on, worded
from chwech_tui.model.people import RENAMING
from chwech_tui.model.prompt import BACK
from chwech_tui.model.question import edited, pasted
from chwech_tui.screens.drawn import DrawnScreen, character_of
from chwech_tui.screens.surface import Part, Parts, Spot
from chwech_tui.theme import Palette
from protocol.archive import ReadRecord, RecordPart
from protocol.errors import ErrorCode
from protocol.language import N_, _
from protocol.message import ServerAnswer
from protocol.messages import FromServer, Refused
from protocol.people import LONGEST_REPORT
from protocol.table import TEXT_CHARACTERS
from protocol.text import clean_text

LONGEST: Final = 20  # The usual limit of an answer, in cells.

_WIDTH: Final = 72
_LONG_LINE: Final = 58  # The greatest width of the line for an answer, but for some room around it.


class ScreenQuestion(Struct, frozen=True):
    """What is asked, and which answers are taken."""

    words: Callable[[], Picture]
    """Draws the question, which stands above the answer, in the reader's language."""
    longest: int = LONGEST
    """The greatest width of an answer, in cells."""
    ways: str = N_("Enter goes on, Esc leaves")
    """Which keys end the question, and how; marked for translation."""
    nothing: str = ""
    """What is said to who answers nothing, marked for translation; empty where that leaves the question."""


def asked(question: str, *about: str) -> Picture:
    """Draw a question and, below it, what should be known for an answer."""
    return ((Span(question, Hue.STRONG),), *(((), *((Span(line, Hue.DIM),) for line in about)) if about else ()))


CODE: Final = ScreenQuestion(
    lambda: asked(_("Which table?"), _("Its code has three words, such as amber-river-stone; spaces do as well.")),
    longest=28,
)
"""Asks for the code of a table."""

RENAME: Final = ScreenQuestion(lambda: asked(_("Your new nickname?"), _(RENAMING)))
"""Asks for another nickname."""


def nickname(place: str) -> ScreenQuestion:
    """Return the question for a nickname at a place."""

    def words() -> Picture:
        # Translators: the end of the question "What shall the others call you {at_place}".
        at_place = Span(_("at {place}?", place=server_name(place)), Hue.DIM)
        question = worded(_("What shall the others call you {at_place}"), Hue.STRONG, at_place=at_place)
        return (*((Span(_(line), Hue.DIM),) for line in GIST), (), question)

    return ScreenQuestion(words, nothing=N_("A nickname has at least one visible letter."))


def report_on(name: str) -> ScreenQuestion:
    """Return the question what a person has done; there is no further one before it is sent."""
    return ScreenQuestion(
        lambda: asked(
            _("Report {name}: what is wrong?", name=name),
            _("Those who run the server will read it, with recent talk and play here and between you two."),
        ),
        LONGEST_REPORT,
        N_("Enter sends it, Esc goes back"),
        N_("Write what is wrong first; Esc goes back."),
    )


def say_to(name: str) -> ScreenQuestion:
    """Return the question what to say to one person."""
    return ScreenQuestion(
        lambda: asked(_("Only {name} hears you. Say:", name=name)), TEXT_CHARACTERS, N_("Enter sends it, Esc goes back")
    )


class QuestionScreen(DrawnScreen):
    """A question with one line for the answer, which is the result of the screen; empty if there is none.

    Textual's own Input is not used: if several keys arrive at once, as over a slow connection, it handles letters and
    other keys in another order than they were pressed.
    """

    def __init__(
        self,
        palette: Palette,
        question: ScreenQuestion,
        send: Callable[[str], int] | None = None,
        draft: str = "",
        *,
        trouble: str = "",
    ) -> None:
        """Ask a question; with ``send``, which returns a request's id, it is open until the server accepts."""
        super().__init__(palette)
        self.question = question  # What is asked.
        self._send = send
        self._trouble = trouble
        self._draft = draft
        self._request = 0

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
        wide, room = min(_WIDTH, width - 2 * INSET), min(self.question.longest, _LONG_LINE)
        words = tuple(part for line in self.question.words() for part in wrap(line, wide, hang=0))
        x, y = (width - wide) // 2, max(3, (height - len(words) - 6) // 3)
        trouble = wrap((Span(self._trouble, Hue.ALERT),), wide, hang=0)[:2]
        keys: Picture = (*trouble, (Span(_(self.question.ways), Hue.DIM),))
        line = fit((Span(f" {ending(self._draft, room + 8)}"), Span("_", Hue.ACCENT)), room + 10)
        answer = tuple(Span(span.text, span.hue, Ground.BUTTON) for span in line)
        pane = Box(x - INSET, y - ABOVE, wide + 2 * INSET, len(words) + len(keys) + 3 + 2 * ABOVE)
        return {
            "pane": Part(pane, draw_pane((), pane[2:], self._palette.strokes)),
            "words": Part(Box(x, y, wide, len(words)), _on_plate(words)),
            "answer": Part(Box(x, y + len(words) + 1, wide, 1), (answer,)),
            "keys": Part(Box(x, y + len(words) + 3, wide, len(keys)), _on_plate(keys)),
        }

    def spot(self) -> Spot:
        return Spot("answer")

    def press(self, key: str) -> None:
        longest = self.question.longest
        if key == "escape":
            self.dismiss("")
        elif key == "enter":
            self.give(clean_text(self._draft, cells=longest)[:longest])
        else:
            self._show_draft(edited(self._draft, key, character_of(key), longest))

    def on_paste(self, event: Paste) -> None:
        """Add a pasted text to the answer."""
        event.stop()
        self._show_draft(pasted(self._draft, event.text, self.question.longest))

    def _show_draft(self, draft: str) -> None:
        """Show what is written: no more than will be taken, for some characters are two cells wide."""
        while cells(draft) > self.question.longest:
            draft = draft[:-1]
        self._draft = draft
        self.redraw()

    def give(self, text: str) -> None:
        """Take an answer, cleaned; while the server is asked about one, no other is taken."""
        if not text and self.question.nothing:
            self._trouble = _(self.question.nothing)
            self.redraw()
        elif not text or self._send is None:
            self.dismiss(text)
        elif not self._request:
            self._request = self._send(text)


def _on_plate(lines: Picture) -> Picture:
    return tuple([on(line, Ground.PLATE) for line in lines])


Keep = Callable[[str, str], str]
"""Writes a text to a new file at a path and returns the absolute path, or raises ``UnusablePath``."""

_LONGEST: Final = 1000
_PATH_WIDTH: Final = 68
_PATH_LINES: Final = 3  # The most lines of the path that are shown; of a longer one, its end.


class ExportScreen(QuestionScreen):
    """Asks for the path of a file; without files, it only shows the command."""

    def __init__(self, palette: Palette, link: Link, game: int, command: str, keep: Keep | None) -> None:
        super().__init__(palette, ScreenQuestion(self._words, _LONGEST), self._fetch, f"chwech-{game}.jsonl")
        self._link, self._game, self._command, self._keep = link, game, command, keep
        self._lines: tuple[str, ...] = ()
        self._kept = ""

    @property
    def _done(self) -> bool:
        return bool(self._kept) or self._keep is None

    def _fetch(self, _path: str) -> int:
        """Ask for the record, which is written once all of it has come."""
        self._trouble = _("One moment: the record is on its way.")
        self._lines = ()
        self.redraw()
        return self._link.ask(ReadRecord, self._game)

    def answered(self, news: FromServer) -> bool:
        if not isinstance(news, RecordPart) or news.id != self._request:
            return super().answered(news)
        self._lines = (*self._lines, *news.lines)
        check_record(self._lines)
        self._request = self._link.ask(ReadRecord, self._game, len(self._lines)) if news.more else 0
        if self._keep is not None and not news.more:
            self._write(self._keep)
        self.redraw()
        return True

    def _words(self) -> Picture:
        title = (Span(_("The record of game {number}", number=self._game), Hue.STRONG),)
        checked = (Span(_("chwech verify replays it and checks every line."), Hue.DIM),)
        if self._kept:
            return (title, (), (Span(_("Saved to")),), *_lines(self._kept, Hue.ACCENT), (), checked)
        printed: Picture = ((Span(_("This command prints it:"), Hue.DIM),), *_lines(self._command, Hue.TEXT))
        return (title, (), checked, (), *printed, *self._in_which_file())

    def _in_which_file(self) -> Picture:
        """Draw the question, and the whole path that the answer stands for; without files there is none."""
        if self._keep is None:
            return ()
        path = _lines(clean_text(whole_path(self._draft), cells=2 * _LONGEST), Hue.ACCENT)
        said = ((), (Span(_("Enter saves it to"), Hue.DIM),), *path[-_PATH_LINES:]) if self._draft else ()
        return (*said, (), (Span(_("Save to which file?")),))

    def parts(self, width: int, height: int) -> Parts:
        parts = super().parts(width, height)
        done = {"pane": parts["pane"], "words": parts["words"], "keys": Part(parts["answer"].box, (draw_button(BACK),))}
        return done if self._done else parts

    def press(self, key: str) -> None:
        if key == "escape" or (self._done and key in {"enter", "q", "e"}):
            self.dismiss("")
        elif not self._done:
            super().press(key)

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
