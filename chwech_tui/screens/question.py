"""Questions that are answered by one line of text."""

from dataclasses import dataclass
from typing import ClassVar, Final

from textual.events import Paste
from textual.message import Message

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.line import cells, ending, fit, wrap
from chwech_tui.drawing.plan import Box
from chwech_tui.errand import server_name
from chwech_tui.games.registry import GIST
from chwech_tui.model.ink import Ground, Hue, Picture, Span, worded
from chwech_tui.model.talking import edited, pasted
from chwech_tui.screens.drawn import DrawnScreen, character_of
from chwech_tui.screens.surface import Part, Parts, Spot
from chwech_tui.theme import Palette
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
        """Draw the question, the answer, the error if any, and the keys."""
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
        """Return the end of the answer."""
        return Spot("answer")

    def press(self, key: str) -> None:
        """Handle a key: Enter submits the cleaned answer if it is acceptable, Esc cancels, other keys edit it."""
        if key == "escape":
            self.post_message(self.Given(""))
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
            self.post_message(self.Given(text))


class CodeScreen(QuestionScreen):
    """Asks for the code of a table."""

    CELLS: ClassVar[int] = 28

    def words(self) -> Picture:
        """Draw the question."""
        return (
            (Span(_("Which table?"), Hue.STRONG),),
            (),
            (Span(_("Its code has three words, such as amber-river-stone; spaces do as well."), Hue.DIM),),
        )


class RenameScreen(QuestionScreen):
    """Asks for another nickname."""

    def words(self) -> Picture:
        """Draw the question, and what a new name changes."""
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
        """Draw the rules in three lines, and the question."""
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
