"""The question what is wrong with a person, for those who run the server."""

from typing import ClassVar

from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.screens.question import QuestionScreen
from chwech_tui.theme import Palette
from protocol.administration import LONGEST_REPORT
from protocol.language import _
from protocol.text import clean_text


class ReportScreen(QuestionScreen):
    """Asks what a person has done; its result is the text, empty if the player has thought better of it."""

    CELLS: ClassVar[int] = 58

    def __init__(self, palette: Palette, name: str) -> None:
        """Begin with an empty text."""
        super().__init__(palette)
        self._longest = LONGEST_REPORT
        self._name = name

    def words(self) -> Picture:
        """Draw who is reported, and who reads it."""
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
        """Handle a key: Esc goes back, Enter sends what is written, other keys write."""
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
