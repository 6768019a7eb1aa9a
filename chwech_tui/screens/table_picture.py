"""The picture of the table screen: its parts for a size, each drawn again only if what it depends on has changed."""

from collections.abc import Callable
from typing import Final, NamedTuple

from chwech_tui.drawing.log import draw_log
from chwech_tui.drawing.panel import (
    draw_gathering,
    draw_middle,
    draw_phrases,
    foot_keys,
)
from chwech_tui.drawing.plan import LEAST_HEIGHT, LEAST_WIDTH, Box, Layout, Needs, plan
from chwech_tui.drawing.round_plan import RoundLayout, round_plan
from chwech_tui.drawing.seats import SeatsLook, draw_seats, needs
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.cards import CardLook
from chwech_tui.model.ink import Picture
from chwech_tui.model.prompt import PromptAnswer
from chwech_tui.model.times import absences, banks, clock_line
from chwech_tui.screens.round_picture import draw_foot, draw_table, of_table
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.screens.table_rim import Around, draw_rim
from chwech_tui.theme import Palette
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat


class Scene(NamedTuple):
    """What the table screen shows at a moment."""

    board: Board
    tick: int
    """The frame of the spinner."""

    moment: float
    """The server's time, in seconds since 1970."""

    counted: int
    """For how many seats the score of a deal that has ended is counted up."""

    invitation: str
    """The command with which others join; empty if nobody can."""

    lit: Seat | None = None
    """The seat whose card was just played, for a moment."""


_Version = tuple[tuple[object, ...], Part]
"""A part of the screen as it was drawn, and the values that it depends on."""

VERSIONS: Final = 6
"""How many versions of a part are kept: whoever chooses a card goes back and forth between a few."""


class TablePicture:
    """Draws the table of one screen."""

    def __init__(self, palette: Palette) -> None:
        """Draw for what a terminal can show."""
        self._palette = palette
        self._drawn: dict[str, tuple[_Version, ...]] = {}
        self._plan: Layout | RoundLayout | None = None
        self._table: tuple[tuple[object, ...], Parts] | None = None
        self._planned_for: tuple[tuple[int, int], Needs] | None = None
        self._settled: tuple[tuple[object, ...], Needs, tuple[PromptAnswer, ...]] | None = None

    def parts(self, scene: Scene, size: tuple[int, int]) -> Parts:
        """Draw the table."""
        needed, keys = self._of_table(scene.board)
        now = self._lay_out(size, needed)
        around = self._around(scene, needed, keys)
        return self._round(scene, now, around) if isinstance(now, RoundLayout) else self._lines(scene, now, around)

    def _round(self, scene: Scene, now: RoundLayout, around: Around) -> Parts:
        """Draw a round table; its seats only if they have changed, for most keys change the foot alone."""
        depends_on = (*of_table(scene.board, around), now)
        if self._table is None or self._table[0] != depends_on:
            self._table = depends_on, draw_table(scene.board, now, around, self.part)
        return {**self._table[1], **draw_foot(scene.board, now, around, self.part)}

    def _of_table(self, board: Board) -> tuple[Needs, tuple[PromptAnswer, ...]]:
        """Return what the layout depends on, and the keys at the foot: a key that chooses a card leaves them alone."""
        depends_on = board.table, board.people, board.kind, board.company, board.settings.keys
        if self._settled is None or self._settled[0] != depends_on:
            self._settled = depends_on, needs(board), foot_keys(board)
        return self._settled[1:]

    def _around(self, scene: Scene, needed: Needs, keys: tuple[PromptAnswer, ...]) -> Around:
        board = scene.board
        return Around(
            strokes=self._palette.strokes,
            absent=absences(board, scene.moment),
            banks=banks(board, scene.moment) if needed.banks else None,
            counted=scene.counted,
            clock=clock_line(board, scene.moment),
            tick=scene.tick,
            invitation=scene.invitation,
            keys=keys,
        )

    def _lines(self, scene: Scene, now: Layout, around: Around) -> Parts:
        """Draw the table with a line for each seat."""
        board, part, log = scene.board, self.part, scene.board.chronicle
        seats = SeatsLook(now.spaced, now.step, around.absent, around.banks, around.counted)
        sat = board.table, board.place, board.ignored, seats, now
        return {
            **draw_rim(board, now, around, part, centred=False),
            "seats": part("seats", now.seats, sat, lambda box: draw_seats(board, box.width, seats)),
            "log": part("log", now.log, (log, now), lambda box: draw_log(log, box.width, box.height)),
            "trick": self._middle(scene, now),
        }

    def _middle(self, scene: Scene, now: Layout) -> Part:
        """Draw the trick or, in its place, the phrases to choose from or the people before the game."""
        board, table = scene.board, scene.board.table
        if board.asking is Asking.PHRASE:
            return self.part("trick", now.trick, (Asking.PHRASE, now), lambda box: draw_phrases(box.width, box.height))
        if table is not None and table.phase is TablePhase.GATHERING:
            words = scene.invitation
            return self.part(
                "trick",
                now.trick,
                (table, words, now),
                lambda box: draw_gathering(board, (box.width, box.height), words),
            )
        lit = scene.lit
        seen, look = (table, board.looking_back, lit, now), CardLook(now.laid, self._palette.strokes)
        return self.part("trick", now.trick, seen, lambda box: draw_middle(board, box.width, look, lit))

    def part(self, name: str, box: Box, depends_on: tuple[object, ...], draw: Callable[[Box], Picture]) -> Part:
        """Return one part of the screen, drawn again only if the values that it depends on have changed.

        Versions are kept, the newest first, as long as the first of the values stays the same object, which is what
        others change: no key leads back to a table as it was.
        """
        versions = self._drawn.get(name, ())
        for known in versions:
            if known[0] == depends_on:
                return known[1]
        drawn = Part(box, draw(box))
        kept = (known for known in versions[: VERSIONS - 1] if known[0][0] is depends_on[0])
        self._drawn[name] = ((depends_on, drawn), *kept)
        return drawn

    def _lay_out(self, size: tuple[int, int], needed: Needs) -> Layout | RoundLayout:
        if self._plan is None or self._planned_for != (size, needed):
            self._planned_for = size, needed
            # If the terminal is too small, another screen on top says so.
            width, height = max(size[0], LEAST_WIDTH), max(size[1], LEAST_HEIGHT)
            self._plan = round_plan(width, height, needed) or plan(width, height, needed)
        return self._plan
