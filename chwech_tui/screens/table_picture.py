"""The parts of the picture of a table: what every table has, lines of seats, and a round one on big terminals."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from chwech_tui.drawing.cards import draw_hand
from chwech_tui.drawing.game import draw_facts
from chwech_tui.drawing.log import draw_log
from chwech_tui.drawing.panel import (
    SPARE_KEYS,
    draw_gathering,
    draw_header,
    draw_keys,
    draw_middle,
    draw_phrases,
    draw_prompt,
    foot_keys,
)
from chwech_tui.drawing.plan import LEAST_HEIGHT, LEAST_WIDTH, Box, Layout, Needs, plan
from chwech_tui.drawing.round import (
    PanelLook,
    draw_last,
    draw_own_seat,
    draw_panel,
    draw_place,
    draw_scores,
    draw_turn_up,
    draw_unseen,
    draw_words,
    trick_of,
)
from chwech_tui.drawing.round_plan import RoundLayout, draw_crib, round_plan
from chwech_tui.drawing.seats import SeatsLook, draw_left, draw_seats, needs, note_of
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.cards import CardLook, ShownTrick, Strokes
from chwech_tui.model.ink import Line, Picture
from chwech_tui.model.people import clockwise
from chwech_tui.model.prompt import PromptAnswer
from chwech_tui.model.times import absences, banks, clock_line
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.theme import Palette
from protocol.message import Seat
from protocol.tableview import TablePhase

Draw = Callable[[str, Box, tuple[object, ...], Callable[[Box], Picture]], Part]
"""Returns a part by its name, box and what it depends on, drawn again only if that has changed."""


class Around(NamedTuple):
    """What the table shows besides the board."""

    strokes: Strokes
    absent: Sequence[str]
    banks: Sequence[str] | None
    """The time left in the bank of each seat; None where there are no banks."""

    counted: int
    """For how many seats the score of a deal that has ended is counted up."""

    clock: Line
    tick: int
    invitation: str
    keys: tuple[PromptAnswer, ...]


def draw_rim(board: Board, now: Layout | RoundLayout, around: Around, part: Draw, *, centred: bool) -> Parts:
    """Draw the header, the hand, the prompt and the keys."""
    clock, tick, keys = around.clock, around.tick, around.keys
    look = CardLook(now.card, around.strokes)
    top, asked = (board.table, board.quiet, board.own, now), (board.table, board, tick, clock, now)
    held = board.game, board.hand, board.chosen, board.marked, board.premove, board.hint, now
    return {
        "header": part("header", now.header, top, lambda box: draw_header(board, box.width)),
        "hand": part("hand", now.hand, held, lambda box: _hand(board, box, look, centred=centred)),
        "prompt": part("prompt", now.prompt, asked, lambda box: draw_prompt(board, box.width, tick, clock)),
        "keys": part("keys", now.keys, (keys, now), lambda box: draw_keys(keys, box.width, SPARE_KEYS)),
    }


def _hand(board: Board, box: Box, look: CardLook, *, centred: bool) -> Picture:
    """Draw the viewer's hand; between two deals, the cards left in every hand."""
    if board.game is not None and board.game.left:
        return draw_left(board, box.width, box.height)
    return draw_hand(board, box.width, look, centred=centred)


def of_table(board: Board, around: Around) -> tuple[object, ...]:
    """Return what the table depends on without the foot of the screen: a key that chooses a card leaves it alone."""
    own = board.table, board.people, board.chronicle, board.place, board.ignored, board.looking_back
    return (*own, board.asking is Asking.PHRASE, around.absent, around.banks, around.counted)


def draw_table(board: Board, now: RoundLayout, around: Around, part: Draw) -> Parts:
    """Draw the seats with their cards, and what stands beside the table."""
    parts = {**_seats(board, now, around, part), **_aside(board, now, part)}
    return {name: one for name, one in parts.items() if one.box.height > 0}


def draw_foot(board: Board, now: RoundLayout, around: Around, part: Draw) -> Parts:
    """Draw the rim; before the game, how it begins in place of the hand."""
    rim = draw_rim(board, now, around, part, centred=True)
    table, words = board.table, around.invitation
    if table is None or board.game is not None:
        return rim
    begins = part("begins", now.hand, (table, words, now), lambda box: draw_gathering(board, box[2:], words))
    return {**rim, "hand": begins}


def _seats(board: Board, now: RoundLayout, around: Around, part: Draw) -> Parts:
    table = board.table
    if table is None:
        return {}
    shown, look = trick_of(board, now.trick.width), CardLook(now.laid, around.strokes)
    parts: dict[str, Part] = {}
    for number, seat in enumerate(clockwise(table)):
        how = PanelLook(
            around.strokes,
            note_of(around.absent, seat),
            note_of(around.banks or (), seat),
            board.has_result and number < around.counted,
            now.short,
        )
        depends = (_of_seat(board, seat), how, now)
        if number:
            place = now.places[number - 1]
            parts[f"seat{number}"] = part(f"seat{number}", place.panel, depends, _panel(board, seat, how))
        else:
            parts["own"] = part("own", now.own, depends, _own(board, how))
        box = place.card if number else now.middle
        parts[f"card{number}"] = _card(part, (f"card{number}", box), shown, seat, look)
    if shown.turn_up is not None:
        turned = shown.turn_up
        parts["card0"] = part("card0", now.middle, (turned, now), lambda box: draw_turn_up(shown, box.width, look))
    words = (shown.titles, shown.turn_up, now)
    parts["trick"] = part("trick", now.trick, words, lambda box: draw_words(shown, box.width, box.height))
    return parts


def _own(board: Board, how: PanelLook) -> Callable[[Box], Picture]:
    return lambda box: draw_own_seat(board, box.width, how)


def _panel(board: Board, seat: Seat, how: PanelLook) -> Callable[[Box], Picture]:
    return lambda box: draw_panel(board, seat, box.width, how)


def _card(part: Draw, at: tuple[str, Box], shown: ShownTrick, seat: Seat, look: CardLook) -> Part:
    name, box = at
    turn = next((face for placed, face in shown.laid.turns if placed == seat), None)
    acted = any(placed == seat for placed, _ in shown.laid.turns)
    depends = (turn, acted, seat == shown.taker, shown.laid.over, box, look)
    return part(name, box, depends, lambda box: draw_place(shown, seat, box.width, look))


_WIDE: Final = 40
"""A width for which nothing of a panel is cut."""


def _of_seat(board: Board, seat: Seat) -> tuple[object, ...]:
    """Return what the panel of a seat depends on."""
    table, game = board.table, board.game
    if table is None or game is None:
        return (table, board.place, board.ignored)
    # A game may draw from anything that it knows of the table, so the panel is compared as it is drawn.
    facts = draw_facts(board.kind, game, seat, _WIDE, "", counted=False) if board.kind is not None else ()
    state = facts, seat in game.awaited, game.dealer == seat, game.stage, len(game.sheets)
    return (*state, table.seats[seat], board.ignored)


def _aside(board: Board, now: RoundLayout, part: Draw) -> Parts:
    table, game, log = board.table, board.game, board.chronicle
    crib = board.kind.crib(table.setup) if board.kind is not None and table is not None else ()
    parts = {"crib": part("crib", now.crib, (crib, now), lambda box: draw_crib(crib, box.width))}
    if board.asking is Asking.PHRASE:
        parts["log"] = part("log", now.log, (Asking.PHRASE, now), lambda box: draw_phrases(box.width, box.height))
    else:
        parts["log"] = part("log", now.log, (log, now), lambda box: draw_log(log, box.width, box.height))
    if game is None or table is None:
        return parts
    people = board.people
    # A trick is the last one until the next one is taken, which changes the cards that somebody has won.
    parts["last"] = part("last", now.last, (game, people, now), lambda box: draw_last(board, box.width, box.height))
    sheets = (game.sheets, people, now)
    parts["scores"] = part("scores", now.scores, sheets, lambda box: draw_scores(board, box.width))
    if now.gone.height and board.kind is not None:
        gone = board.kind.cards_gone(game)
        parts["gone"] = part("gone", now.gone, (gone, now), lambda box: draw_unseen(gone, box.width))
    return parts


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
