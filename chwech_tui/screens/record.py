"""The score sheet of a finished game as a screen."""

from textual.message import Message

from chwech_tui.drawing.line import indent
from chwech_tui.drawing.record import draw_record
from chwech_tui.model.ink import Picture
from chwech_tui.model.recorded import Recorded
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.export import ExportWanted
from chwech_tui.theme import Palette
from protocol.archive import GameEntry


class RecordScreen(DrawnScreen):
    """Shows how a game has ended, deal by deal."""

    ENDING_KEYS = frozenset({"escape", "enter", "q", "h"})

    class Replayed(Message):
        """The game is to be shown again."""

        def __init__(self, entry: GameEntry) -> None:
            super().__init__()
            self.entry = entry
            """Which."""

    def __init__(self, palette: Palette, entry: GameEntry, game: Recorded, command: str) -> None:
        """Make the screen of a game, with the command that prints its record."""
        super().__init__(palette)
        self._entry = entry
        self._game = game
        self._command = command

    def press(self, key: str) -> None:
        """Show the game again, have its record exported, or go back."""
        match key:
            case "v":
                self.post_message(self.Replayed(self._entry))
            case "e":
                self.post_message(ExportWanted(self._entry.game))
            case _:
                super().press(key)

    def picture(self, width: int, height: int) -> Picture:
        """Draw the sheet."""
        margin = 2 if width < 90 else 4
        lines = draw_record(self._entry, self._game, self._command, width - 2 * margin)
        return ((), *(indent(line, margin) for line in lines))
