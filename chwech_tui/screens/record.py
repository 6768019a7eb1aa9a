"""The score sheet of a finished game as a screen."""

from chwech_tui.drawing.line import indent
from chwech_tui.drawing.record import draw_record
from chwech_tui.model.ink import Picture
from chwech_tui.model.recorded import Recorded
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.theme import Palette
from protocol.archive import GameEntry


class RecordScreen(DrawnScreen):
    """Shows how a game has ended, deal by deal."""

    ENDING_KEYS = frozenset({"escape", "enter", "q", "h"})

    def __init__(self, palette: Palette, entry: GameEntry, game: Recorded, command: str) -> None:
        """Make the screen of a game, with the command that prints its record."""
        super().__init__(palette)
        self._entry = entry
        self._game = game
        self._command = command

    def picture(self, width: int, height: int) -> Picture:
        """Draw the sheet."""
        margin = 2 if width < 90 else 4
        lines = draw_record(self._entry, self._game, self._command, width - 2 * margin)
        return ((), *(indent(line, margin) for line in lines))
