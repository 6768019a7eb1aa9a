"""The parts of the picture of a table: the felt with its plates and cards, the hand, and what stands beside it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from chwech_tui.describe import talk_of
from chwech_tui.drawing import panel as panels
from chwech_tui.drawing.cards import Placed, box_around, draw_hand, draw_row, place_card
from chwech_tui.drawing.deck import draw_back, lying
from chwech_tui.drawing.game import facts_of
from chwech_tui.drawing.line import cells, fit, measure, wrap
from chwech_tui.drawing.log import draw_crib, draw_last, draw_last_fan, draw_log, draw_scores, draw_talk, draw_unseen
from chwech_tui.drawing.panes import FAN_CARDS, draw_fan
from chwech_tui.drawing.plan import FAN, LEAST_HEIGHT, LEAST_WIDTH, Box, Layout, Needs, pane_width, plan
from chwech_tui.drawing.plates import PlateLook, draw_figure, draw_own, draw_plate
from chwech_tui.drawing.scores import SheetLook, draw_deal
from chwech_tui.drawing.sheet import centred
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.cards import HUGE, LARGE, MIDDLE, SMALL, CardLook, CardSize, Face, ShownTrick, Strokes
from chwech_tui.model.ink import Ground, Hue, Line, Picture, Span
from chwech_tui.model.people import clockwise
from chwech_tui.model.prompt import PromptAnswer
from chwech_tui.model.times import absences, banks, clock_line
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.theme import Palette
from protocol.game import Stage
from protocol.message import Seat

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


def needs(board: Board, width: int) -> Needs:
    """Return what the layout of a table depends on, on a screen so wide."""
    table, kind = board.table, board.kind
    if kind is None or table is None:
        return Needs()
    return Needs(
        seats=len(table.seats),
        begun=table.game is not None,
        titles=kind.words.lines,
        gone=0 if kind.piles_closed(table.setup) else _GONE_LINES,
        crib=len(draw_crib(kind.crib(table.setup), pane_width(width) - 4)) if pane_width(width) else 0,
        round=kind.words.round,
    )


_GONE_LINES: Final = 6  # A heading, the suits and the Jokers.


_IN_PLACE_OF_LOG: Final = frozenset({Asking.PHRASE, Asking.SAY})  # The questions beside which the log gives way.


def of_table(board: Board, around: Around) -> tuple[object, ...]:
    """Return what the table depends on without the foot of the screen: a key that chooses a card leaves it alone."""
    own = board.table, board.people, board.chronicle, board.place, board.ignored, board.looking_back
    asking = board.asking if board.asking in _IN_PLACE_OF_LOG else None
    return (*own, asking, board.phrases, board.unread, around.absent, around.banks, around.counted)


def draw_ring(board: Board, now: Layout, around: Around, part: Draw) -> Parts:
    """Draw the plates of the seats, and the cards in the middle."""
    table = board.table
    if table is None:
        return {}
    shown = panels.shown_trick(board, now.trick.width) or ShownTrick(())
    look = CardLook(now.laid, around.strokes)
    parts: dict[str, Part] = {"trick": part("trick", now.trick, (shown.titles, now), lambda box: _words(shown, box))}
    plates: dict[str, Part] = {}
    for number, seat in enumerate(clockwise(table)):
        how = PlateLook(
            around.strokes,
            now.edges,
            _note_of(around.absent, seat),
            _note_of(around.banks or (), seat),
            seat == shown.taker and bool(shown.laid.turns),
        )
        depends = (_of_seat(board, seat), how, now, board.people.viewer)
        if number:
            box = now.places[number - 1].plate
            edged = Box(box.x, box.y - now.edges, box.width, box.height + 2 * now.edges)
            plates[f"seat{number}"] = part(f"seat{number}", edged, depends, _plate(board, seat, box, how))
        else:
            low = how._replace(edges=now.own.height > 1)
            plates["own"] = part("own", now.own, depends, _own(board, seat, low))
    parts |= _stock(shown, now, around.strokes)
    if board.game is None:
        return {**parts, **_parts(_welcome_fan(now, around.strokes)), **plates}
    if shown.turn_up is not None:
        card = lying(shown.turn_up.face, look, Ground.CARD)
        at = now.own_card
        return {**parts, "card0": Part(box_around((at.x, at.y), now.laid), card), **plates}
    if shown.figure:
        large = draw_figure(shown.figure, (), Hue.INFO, around.strokes)
        room = in_the_middle(large, now.own)
        said = [card._replace(y=card.y + card.height // 2, height=1) for _plate, card in now.places]
        if not any(_meet(room, box) for box in said):
            parts["figure"] = Part(room, large)
    if shown.row:
        return {**parts, **_parts(draw_row(shown.row, now.middle, look)), **plates}
    parts |= _laid(board, shown, now, look)
    # A card that is raised may reach a plate, and hides no word of it.
    return {**parts, **plates}


def _laid(board: Board, shown: ShownTrick, now: Layout, look: CardLook) -> Parts:
    """Draw what lies before each seat."""
    parts: dict[str, Part] = {}
    turns = [turn for _seat, turn in shown.laid.turns]
    led = any(isinstance(turn, Face) for turn in turns) and not shown.laid.over
    round_ = board.kind is not None and board.kind.words.round and board.game is not None
    wide = now.pane.width > 0 and look.strokes is not Strokes.DRAWN
    every = round_ and wide and (led or not (turns or shown.figure))
    for number, seat in enumerate(clockwise(board.table) if board.table is not None else ()):
        box = now.places[number - 1].card if number else now.own_card
        # On a large table each seat has a place for its card; on a small one the viewer alone, once there is a lead.
        free = every or (led and not number and not board.watches)
        parts[f"card{number}"] = Part(*place_card(shown, seat, box, look, free=free))
    return parts


def _welcome_fan(now: Layout, strokes: Strokes) -> Iterator[Placed]:
    """Yield a fan of cards in the middle of a table that gathers, as large as it has room for."""
    room = now.middle
    for size in (HUGE, LARGE, MIDDLE):
        step = size.width - 2
        wide, high = size.width + step * (len(FAN_CARDS) - 1), size.height + len(FAN_CARDS) // 2 + 1
        if wide <= room.width and high <= room.height:
            at = room.x + (room.width - wide) // 2, room.y + (room.height - high) // 2
            yield from draw_fan(FAN_CARDS, at, CardLook(size, strokes), step)
            return


def _words_alone(picture: Picture) -> Picture:
    """Return the words of a picture without the ground between and after them."""
    return tuple(tuple(part for one in line for part in _word_alone(one)) for line in picture)


def _word_alone(one: Span) -> Line:
    word = one.text.rstrip()
    blank = Span(" " * (cells(one.text) - cells(word)), one.hue, None)
    return (replace(one, text=word), blank) if word else (blank,)


def in_the_middle(picture: Picture, own: Box) -> Box:
    """Return the place of a picture in the middle of the table, above the own plate."""
    wide, high = max(map(measure, picture), default=0), len(picture)
    return Box(own.x + (own.width - wide) // 2, max(2, own.y - high - 1), wide, high)


def _stock(shown: ShownTrick, now: Layout, strokes: Strokes) -> Parts:
    """Draw the cards that lie face down in a corner above the own plate, as large as it has room for."""
    if shown.stock is None or not now.places:
        return {}
    cards, words, last = shown.stock
    for size, room in _corners(now, measure(words), beside=last is not None):
        y, look, parts = room.y + 1, CardLook(size, strokes), dict[str, Part]()
        if last is not None:
            parts["stock0"] = Part(box_around((room.x + _step(size), y), size), lying(last, look, Ground.CARD))
        if cards > (last is not None):
            parts["stock1"] = Part(Box(room.x, y, *size), draw_back(look))
        return {**parts, "stock2": Part(Box(room.x, y + size.height, room.width, 1), (words,))}
    return {}


def _corners(now: Layout, words: int, *, beside: bool) -> Iterator[tuple[CardSize, Box]]:
    """Yield where a stock has room above the own plate, largest cards first: as wide as its words at the least."""
    left, right = now.places[0].plate.x, now.own.x * 2 + now.own.width - now.places[0].plate.x
    taken = [now.log, now.last, *[box for place in now.places for box in (place.plate, place.card)]]
    for size in [size for size in (LARGE, MIDDLE, SMALL) if size.height <= now.laid.height]:
        wide, high = max(size.width + _step(size) * beside, words), size.height + 2
        for x in (left, right - wide):
            room = Box(x, now.own.y - high, wide, high)
            if room.y > now.header.y + 1 and not any(_meet(room, box) for box in taken):
                yield size, room


def _step(size: CardSize) -> int:
    """Return how much of the last card of a stock is seen beside the others, in cells: all that its corner says."""
    return size.width if size == SMALL else 4


def _meet(one: Box, other: Box) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


_TOLD: Final = 4  # The most lines of the log below the scores of a deal, where the log has no pane.


def draw_end(board: Board, now: Layout, around: Around, part: Draw) -> Parts:
    """Draw how the scores of the deal that has ended were made, and below them what was said last."""
    _table, _kind, game = board.begun
    coached = now.log.width == now.prompt.width
    top = now.log.y + now.log.height if coached else 1 + (now.prompt.y + 3 > LEAST_HEIGHT)
    room = Box(2, top, now.prompt.width, now.prompt.y - top)
    look = SheetLook(around.strokes, counted=around.counted)
    beside = bool(now.pane.width) or coached
    # What others say is seen, whatever the scores take.
    least = 2 if board.company and not beside else 0
    deal = draw_deal(board, len(game.sheets) - 1, (room.width, room.height - least), look)
    spare = 0 if beside else max(least, min(_TOLD, room.height - len(deal) - 1))
    picture = centred(deal, room.width, room.height - spare)
    parts = {"hand": Part(room._replace(height=room.height - spare), picture)}
    # Without a pane the log lies below; nothing else has room there.
    none = Part(Box(0, 0, 0, 0), ())
    if beside:
        return parts
    box = Box(4, now.prompt.y - spare, room.width - 4, spare)
    log = part("log below", box, (board.chronicle, now), lambda box: draw_log(board.chronicle, box.width, box.height))
    return {**parts, "last": none, "log": log}


def _parts(placed: Iterable[Placed]) -> Parts:
    return {name: Part(box, picture) for name, box, picture in placed}


def _note_of(notes: Sequence[str], seat: Seat) -> str:
    return notes[seat] if seat < len(notes) else ""


def _plate(board: Board, seat: Seat, box: Box, how: PlateLook) -> Callable[[Box], Picture]:
    return lambda _edged: draw_plate(board, seat, (box.width, box.height), how)


def _own(board: Board, seat: Seat, how: PlateLook) -> Callable[[Box], Picture]:
    return lambda box: draw_own(board, seat, box.width, how)


def _words(shown: ShownTrick, box: Box) -> Picture:
    """Draw the words about the trick, each line in the middle."""
    lines = [row for line in shown.titles if line for row in wrap(line, box.width, hang=0)]
    if shown.turn_up is not None:
        lines += wrap(shown.turn_up.words, box.width, hang=0)
    return tuple(_centred(_trimmed(line), box.width) for line in lines[: box.height])


def _centred(line: Line, width: int, apart: int = 1) -> Line:
    return fit((Span(" " * (max(0, (width - measure(line)) // 2) // apart * apart)), *line), width)


_WIDE: Final = 40  # A width for which nothing of a plate is cut.


def _of_seat(board: Board, seat: Seat) -> tuple[object, ...]:
    table, game = board.table, board.game
    if table is None or game is None:
        return (table, board.place, board.ignored)
    # A game may draw from anything that it knows of the table, so what the plate says is compared.
    facts = facts_of(board.kind, game, seat, _WIDE, "") if board.kind is not None else ()
    state = facts, seat in game.asked, game.dealer == seat, game.stage, len(game.sheets)
    return (*state, table.seats[seat], board.ignored)


def draw_aside(board: Board, now: Layout, strokes: Strokes, part: Draw) -> Parts:
    """Draw what stands beside the table."""
    table, game = board.table, board.game
    crib = board.kind.crib(table.setup) if board.kind is not None and table is not None else ()
    parts: dict[str, Part] = {}
    if now.pane.width:
        edge: Line = (Span("▏", Hue.BRASS, None),)
        parts["pane"] = part("pane", now.pane, (now,), lambda box: (edge,) * box.height)
        parts["crib"] = part("crib", now.crib, (crib, now), lambda box: draw_crib(crib, box.width)[: box.height])
    if board.asking is Asking.PHRASE and not _phrases_below(board, now):
        said = board.phrases
        return {
            **parts,
            "log": part("log", now.log, (said, now), lambda box: panels.draw_phrases(said, box.width, box.height)),
        }
    parts.update(_log(board, now, part))
    if game is None or table is None:
        return parts
    people = board.people
    sheets = (game.sheets, people, now)
    parts["scores"] = part("scores", now.scores, sheets, lambda box: draw_scores(board, box.width, strokes))
    if now.gone.height and board.kind is not None:
        gone = board.kind.cards_gone(game)
        parts["gone"] = part("gone", now.gone, (gone, now), lambda box: draw_unseen(gone, box.width))
    return parts


def _phrases_below(board: Board, now: Layout) -> bool:
    """Return True if the quick phrases take the place of the hand, as that of the log has no room for all of them."""
    return len(board.phrases) > now.log.height * max(1, now.log.width // panels.PHRASE_COLUMN)


_LEAST_LOG: Final = 8  # The least height of the log, in lines, from which talk has a place of its own below it.


def _log(board: Board, now: Layout, part: Draw) -> Parts:
    """Draw the log, and talk below it in a pane; who writes sees the talk in the place of the log."""
    box, log, unread = now.log, board.chronicle, board.unread
    apart = bool(now.pane.width) and box.height >= _LEAST_LOG
    if not talk_of(log) or not (apart or board.asking is Asking.SAY):
        return {"log": part("log", box, (log, now), lambda box: _words_alone(draw_log(log, box.width, box.height)))}
    room = box._replace(height=box.height // 2) if apart else box
    talk = part("talk", room, (log, unread, now), lambda box: _words_alone(draw_talk(log, unread, *box[2:])))
    if not apart:
        return {"log": talk}
    lines, above = len(talk.picture), tuple(entry for entry in log if not entry.talk)
    upper = box._replace(height=box.height - lines - 1)
    played = part("log", upper, (log, now, lines), lambda box: _words_alone(draw_log(above, box.width, box.height)))
    return {"log": played, "talk": talk._replace(box=box._replace(y=upper.y + upper.height + 1, height=lines))}


def draw_previous(board: Board, now: Layout, strokes: Strokes) -> Parts:
    """Draw the previous trick: as cards where there is room for them, otherwise in words."""
    if now.last.height > FAN and strokes is not Strokes.DRAWN and board.has_last_trick:
        return _parts(draw_last_fan(board, now.last, strokes))
    return {"last": Part(now.last, _words_alone(draw_last(board, now.last.width, now.last.height)))}


def draw_foot(board: Board, now: Layout, around: Around, part: Draw) -> Parts:
    """Draw the rails, the hand and the prompt; before the game, how it begins in place of the hand."""
    clock, tick, keys, words = around.clock, around.tick, around.keys, around.invitation
    table, game = board.table, board.game
    top, asked = (table, board.quiet, board.unread, board.own, now), (table, board, tick, clock, now)
    parts = {
        "header": part("header", now.header, top, lambda box: panels.draw_header(board, box.width)),
        "prompt": part("prompt", now.prompt, asked, lambda box: _prompt(board, box, tick, clock)),
        "keys": part("keys", now.keys, (keys, now), lambda box: panels.draw_keys(keys, box.width, panels.SPARE_KEYS)),
    }
    if board.asking is Asking.PHRASE and _phrases_below(board, now):
        box = Box(now.hand.x + 2, now.hand.y + 1, now.prompt.width, now.hand.height - 1)
        return {**parts, "hand": Part(box, panels.draw_phrases(board.phrases, box.width, box.height))}
    if table is not None and game is None:
        # In the middle, unless the log stands beside it.
        alone = bool(now.pane.width) or not board.chronicle
        room = now.hand._replace(width=now.prompt.width) if alone else now.hand
        depends = table, words, now, alone
        begins = part("begins", room, depends, lambda box: _gathering(board, box, words, alone=alone))
        return {**parts, "hand": begins}
    if game is not None and game.stage is not Stage.PLAYING:
        return parts
    return {**parts, **_parts(draw_hand(board, now.hand, CardLook(now.card, around.strokes)))}


_READ: Final = 76  # The greatest width of lines that are read, in cells.


def _gathering(board: Board, box: Box, words: str, *, alone: bool) -> Picture:
    """Draw how the game begins, in the middle where nothing stands beside it."""
    lines = panels.draw_gathering(board, (min(box.width, _READ), box.height), words)
    return tuple(_centred(_trimmed(line), box.width) for line in lines) if alone else lines


def _prompt(board: Board, box: Box, tick: int, clock: Line) -> Picture:
    """Draw the prompt in the middle; what is being written stays at its place."""
    lines = panels.draw_prompt(board, box.width, tick, clock)
    if board.asking is Asking.SAY:
        return lines
    return tuple(_centred(_trimmed(line), box.width, apart=_STEP) for line in lines)


_STEP: Final = 4
"""By how many cells the prompt moves at least: words a little longer than those before stay where they are."""


def _trimmed(line: Line) -> Line:
    """Return a line without the blanks at its end."""
    while line and not line[-1].text.strip() and line[-1].ground is Ground.TABLE:
        line = line[:-1]
    return line


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


_Version = tuple[tuple[object, ...], Part]
"""A part of the screen as it was drawn, and the values that it depends on."""

VERSIONS: Final = 6  # How many versions of a part are kept: choosing a card goes back and forth between a few.


class TablePicture:
    """Draws the table of one screen."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._drawn: dict[str, tuple[_Version, ...]] = {}
        self._plan: Layout | None = None
        self._table: tuple[tuple[object, ...], Parts] | None = None
        self._previous: tuple[tuple[object, ...], Parts] | None = None
        self._planned_for: tuple[tuple[int, int], Needs] | None = None
        self._settled: tuple[tuple[object, ...], Needs, tuple[PromptAnswer, ...]] | None = None

    def parts(self, scene: Scene, size: tuple[int, int], told: int = 0) -> Parts:
        """Draw the table, with room for so many lines of a coach above it."""
        board = scene.board
        needed, keys = self._of_table(board, size[0])
        now = self.layout(size, needed._replace(told=told))
        around = Around(
            strokes=self._palette.strokes,
            absent=absences(board, scene.moment),
            banks=_banks(board, scene.moment),
            counted=scene.counted,
            clock=clock_line(board, scene.moment),
            tick=scene.tick,
            invitation=scene.invitation,
            keys=keys,
        )
        depends_on = (*of_table(board, around), now)
        if self._table is None or self._table[0] != depends_on:
            # Most keys change the foot alone.
            ended = board.has_result and around.counted > 0 and not board.looking_back
            draw_middle = draw_end if ended else draw_ring
            drawn = draw_middle(board, now, around, self.part)
            aside = {**draw_aside(board, now, around.strokes, self.part), **self._previous_trick(board, now)}
            # What is said beside the table lies on cards that reach so far, and not under them.
            drawn = {**drawn, **aside, **drawn}
            self._table = depends_on, {name: one for name, one in drawn.items() if one.box.height > 0}
        return {**self._table[1], **draw_foot(board, now, around, self.part)}

    def _previous_trick(self, board: Board, now: Layout) -> Parts:
        """Return the previous trick, drawn again only when another one has been taken."""
        if board.game is None or board.kind is None or board.asking is Asking.PHRASE:
            return {}
        depends_on = board.kind.last_trick(board.game), board.game.deal, board.people, now
        if self._previous is None or self._previous[0] != depends_on:
            self._previous = depends_on, draw_previous(board, now, self._palette.strokes)
        return self._previous[1]

    @property
    def shows_talk(self) -> bool:
        """True if talk stands on the table in a place of its own."""
        return self._table is not None and "talk" in self._table[1]

    def _of_table(self, board: Board, width: int) -> tuple[Needs, tuple[PromptAnswer, ...]]:
        """Return what the layout depends on, and the keys at the foot: a key that chooses a card leaves them alone."""
        depends_on = board.table, board.people, board.kind, board.company, board.settings.keys, width
        if self._settled is None or self._settled[0] != depends_on:
            self._settled = depends_on, needs(board, width), panels.foot_keys(board)
        return self._settled[1:]

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

    def layout(self, size: tuple[int, int], needed: Needs) -> Layout:
        """Return the layout for a size, as long as it holds."""
        if self._plan is None or self._planned_for != (size, needed):
            self._planned_for = size, needed
            # If the terminal is too small, another screen on top says so.
            self._plan = plan(max(size[0], LEAST_WIDTH), max(size[1], LEAST_HEIGHT), needed)
        return self._plan


def _banks(board: Board, moment: float) -> Sequence[str] | None:
    table = board.table
    return (
        banks(board, moment) if table is not None and table.game is not None and table.arrangement.clock.bank else None
    )
