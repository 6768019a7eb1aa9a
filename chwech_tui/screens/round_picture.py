"""The parts of a round table, for big terminals: each seat and each card of the trick is a part of its own."""

from collections.abc import Callable

from chwech_tui.drawing.log import draw_log
from chwech_tui.drawing.panel import draw_gathering, draw_phrases
from chwech_tui.drawing.plan import Box
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
from chwech_tui.drawing.round_plan import RoundLayout, draw_crib
from chwech_tui.drawing.seats import note_of
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.cards import CardLook
from chwech_tui.model.ink import Picture
from chwech_tui.model.people import clockwise
from chwech_tui.model.trick import ShownTrick
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.screens.table_rim import Around, Draw, draw_rim
from protocol.vocabulary import Seat


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


def _of_seat(board: Board, seat: Seat) -> tuple[object, ...]:
    """Return what the panel of a seat depends on."""
    table, game = board.table, board.game
    if table is None or game is None:
        return (table, board.place, board.ignored)
    state = game.seats[seat], seat in game.awaited, game.dealer == seat, game.stage, len(game.sheets)
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
        gone = board.kind.cards_gone(game, table.setup)
        parts["gone"] = part("gone", now.gone, (gone, now), lambda box: draw_unseen(gone, box.width))
    return parts
