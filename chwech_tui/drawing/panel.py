"""The table around the seats: header, middle, prompt with its buttons, keys; and the list of all keys."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import arrangement_words, host_words
from chwech_tui.drawing.game import shown_zones
from chwech_tui.drawing.line import BLANK, balanced, between, cells, clip, ending, fit, left, measure, wrap
from chwech_tui.drawing.plan import LEAST_HEIGHT, LEAST_WIDTH
from chwech_tui.model.board import Asking, Board, advice_words, coach_asks, hint_words
from chwech_tui.model.cards import ShownTrick
from chwech_tui.model.ink import Ground, Hue, Line, Picture, Press, Span
from chwech_tui.model.people import spectators
from chwech_tui.model.picking import several
from chwech_tui.model.prompt import Prompt, PromptAnswer, as_set, button, effect, prompt, translated
from chwech_tui.model.question import PHRASE_KEYS, room_words, starting
from chwech_tui.model.settings import shown_key
from chwech_tui.model.times import offer_words
from protocol.game import Stage
from protocol.language import N_, _, ngettext
from protocol.setup import Delay
from protocol.table import TablePhase

WHOLE: Final = 10_000  # A width greater than that of any screen.

SPARE_KEYS: Final = ("l", "t", "s")
"""The keys that the foot of the table leaves out before they stand too close, in order: the list of keys has them."""

_LEAST_QUESTION: Final = 24  # The width that a question keeps beside its answers, in cells.
_LEAST_LABEL: Final = 3  # The width to which the effect of a key may be cut, in cells.

BUSY: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
PROGRAM: Final = "Chwech"  # The name of the program, shown until it is known what a table plays.

_DELAYS: Final = {Delay.NONE: "", Delay.TRICK: N_("a trick behind"), Delay.DEAL: N_("a deal behind")}
"""How late a spectator sees the table, marked for translation."""


def foot_keys(board: Board) -> tuple[PromptAnswer, ...]:
    """Return the keys at the foot of the screen for the state of the board, as the player has set them."""
    return as_set(board.settings.keys, _foot_keys(board))


def _foot_keys(board: Board) -> tuple[PromptAnswer, ...]:
    phase = board.table.phase if board.table is not None else None
    last = ("r", "question_mark", "q")
    if phase is TablePhase.GATHERING:
        return _buttons(board, *(("down",) if board.runs_table else ()), "c", "t", "x", *last)
    if board.watches or (phase is TablePhase.OVER and board.company):
        return _buttons(board, "l", "s", "t", "x", *last)
    if phase is TablePhase.OVER:
        return _buttons(board, "l", "s", *last)
    talk = ("t",) if board.company else ()
    if board.game is not None and board.game.stage is not Stage.PLAYING:
        return _buttons(board, "l", "s", *talk, *last)
    acting = _game_keys(board)
    card = ("right",) if several(board) else ("right", "enter") if _takes_card(board) else ()
    return (*_buttons(board, *card), *acting, *_buttons(board, "l", "s", *talk, *last))


def _takes_card(board: Board) -> bool:
    """Return True unless the viewer's turn asks for no card, as in an auction."""
    kind, game = board.kind, board.game
    return kind is None or game is None or not game.legal or bool(kind.usable(game))


def _game_keys(board: Board) -> tuple[PromptAnswer, ...]:
    """Return the keys of the game to name: on the viewer's turn those that do something, as the prompt calls that."""
    kind, game = board.kind, board.game
    if kind is None:
        return ()
    named = tuple(known for known in kind.keys if known.label)
    if game is None or not game.legal:
        return tuple(button(known.key, _(known.label)) for known in named if known.early)
    # Most keys need no card, so that the first look finds them.
    cards = (None, *kind.usable(game))
    ways = ((move for card in cards for move in kind.moves(game, card) if move.key == known.key) for known in named)
    return tuple(button(move.key, move.label) for move in (next(way, None) for way in ways) if move is not None)


def _buttons(board: Board, *keys: str) -> tuple[PromptAnswer, ...]:
    """Return keys with their effects; that of the previous trick in the words of the game."""
    last = _(board.parts.last)
    return tuple(button(key, last if key == "l" else "") for key in keys)


def draw_header(board: Board, width: int) -> Picture:
    """Draw the name of the game, its progress, its rules, its spectators and the code of the table."""
    table, game, kind = board.table, board.game, board.kind
    title: Line = (Span(kind.title if kind is not None else PROGRAM, Hue.STRONG),)
    if table is None:
        return (fit(title, width),)
    if board.quiet:
        title = (*title, Span("   " + _("quiet"), Hue.INFO))
    if board.unread:
        words = _("{n} new: {key}", n=board.unread, key=shown_key(board.settings.keys, "pagedown", "PgDn"))
        title = (*title, Span(f"   ● {words}", Hue.ACCENT, aim=Press("pagedown")))
    if game is not None and kind is not None:
        title = (*title, Span(f"   {kind.progress(game)}", Hue.TEXT))
    place: Line = (Span(_("table {code}", code=table.table), Hue.FAINT),)
    if board.watches:
        late = _(_DELAYS[table.arrangement.delay]) if table.phase is TablePhase.PLAYING else ""
        behind = Span(f", {late}" if late else "", Hue.INFO)
        place = (Span(_("watching") + " ", Hue.INFO), Span(table.table, Hue.FAINT), behind)
    room = width - measure(title) - measure(place) - 5
    rules: Line = (Span(f"   {kind.variant(game)}", Hue.DIM),) if game is not None and kind is not None else ()
    watchers = spectators(table, board.own)
    seen = _watchers(watchers, room - measure(rules))
    if seen or (not watchers and measure(rules) <= room + 3):
        title = (*title, *rules)
    return (between((*title, *(seen or _watchers(watchers, room))), place, width),)


def _watchers(names: tuple[str, ...], width: int) -> Line:
    """Draw the names of as many spectators as fit, or their number; empty if neither fits."""
    for told in range(min(len(names), 8), 0, -1):
        rest = f" +{len(names) - told}" if told < len(names) else ""
        text = "   " + _("seen by {names}", names=", ".join(names[:told]) + rest)
        if cells(text) <= width:
            return (Span(text, Hue.DIM),)
    text = "   " + _("seen by {names}", names=len(names))
    return (Span(text, Hue.DIM),) if names and cells(text) <= width else ()


def draw_prompt(board: Board, width: int, tick: int = 0, clock: Line = ()) -> Picture:
    """Draw the prompt with its answers as buttons, and below it the notice, fault or offer, if any."""
    asked = prompt(board)
    busy = board.slow or (bool(board.trouble) and not board.parted)
    mark = f"{BUSY[tick % len(BUSY)]} " if busy else ""
    # A button that says what is asked is enough.
    told = "" if [asked.text.casefold()] == [_(one.label).casefold() for one in asked.answers] else asked.text
    line: Line = (Span(mark, Hue.ACCENT), *clock, Span(told, asked.hue))
    if board.asking is Asking.SAY:
        return _draw_draft(board, asked, line, width)
    trouble = board.trouble if board.asking is not Asking.NOTHING else ""
    said = board.notice or trouble
    news = offer_words(board)
    below = said or news or effect(board) or _given(board, width) or _advice(board)
    hue = Hue.ALERT if said else Hue.ACCENT if news else Hue.TEXT
    rows = _within(line, asked.answers, width, 1 if below else 2)
    return tuple(fit(row, width) for row in (*rows, (Span(below, hue),))[:2])


def _given(board: Board, width: int) -> str:
    """Return the hint, with as many reasons as there is room for; empty without one."""
    longest, shorter = hint_words(board), hint_words(board, 1)
    return longest if cells(longest) <= width else shorter


def _advice(board: Board) -> str:
    """Return what the coach says on the viewer's turn, unless a hint is on its way, which says more."""
    silent = not board.settings.coach or board.asking is not Asking.NOTHING or board.pending is not None
    return "" if silent or coach_asks(board) else advice_words(board)


def _rows(line: Line, answers: tuple[PromptAnswer, ...], width: int) -> Picture:
    """Wrap a question and its answers into as many lines as they need; no answer is broken."""
    rows: list[Line] = [*wrap(line, width)] if measure(line) > width else [line]
    for answer in answers:
        button = draw_button(answer)
        if measure(rows[-1]) + 2 + measure(button) > width:
            rows.append(())
        rows[-1] = (*rows[-1], Span("  "), *button)
    return tuple(rows)


def _within(line: Line, answers: tuple[PromptAnswer, ...], width: int, most: int) -> Picture:
    """Return a question and its answers in one line or two; words are cut where they must be, but no key is lost."""
    rows = _rows(line, answers, width)
    if len(rows) <= most or not answers:
        return rows[:most]
    asked = 0 if most > 1 else min(measure(line), _LEAST_QUESTION)
    buttons = _buttons_after(answers)
    buttons = _buttons_after(_clipped(answers, asked + measure(buttons) - width))
    if most > 1:
        return (fit(line, width), buttons)
    return ((*fit(line, min(measure(line), width - measure(buttons))), *buttons),)


def _buttons_after(answers: tuple[PromptAnswer, ...]) -> Line:
    """Draw buttons, each with a gap before it."""
    return tuple(span for answer in answers for span in (Span("  "), *draw_button(answer)))


def _draw_draft(board: Board, asked: Prompt, line: Line, width: int) -> Picture:
    """Draw the end of the chat line that is being written, with a cursor, and the characters left."""
    written = ending(board.draft, max(0, width - measure(line) - 1))
    keys = (Span(f"{board.trouble}  ", Hue.ALERT),) if board.trouble else draw_buttons(asked.answers)
    told = (*keys, Span(room_words(board.draft), Hue.FAINT))
    return (fit((*line, Span(written, Hue.STRONG), Span("_", Hue.ACCENT)), width), fit(told, width))


def draw_button(answer: PromptAnswer) -> Line:
    """Draw a button: the key, then its effect."""
    aim = Press(answer.key)
    return (
        Span(f" {answer.shown} ", Hue.ACCENT, Ground.BUTTON, aim),
        Span(f"{_(answer.label)} ", Hue.TEXT, Ground.BUTTON, aim),
    )


def draw_buttons(answers: Iterable[PromptAnswer]) -> Line:
    """Draw buttons, each with a gap after it."""
    return tuple(span for answer in answers for span in (*draw_button(answer), Span("  ")))


def draw_keys(answers: tuple[PromptAnswer, ...], width: int, spare: Sequence[str] = ()) -> Picture:
    """Draw the keys in one line, with gaps of one to four cells as the width allows.

    If need be, the ``spare`` keys are left out one after the other, and then words are cut.
    """
    answers = translated(answers)
    for least in spare:
        if _width(answers) + len(answers) - 1 > width:
            answers = tuple(answer for answer in answers if answer.key != least)
    hints = tuple(_hint(answer) for answer in _clipped(answers, _width(answers) - width))
    gap = max(1, min(4, (width - sum(map(measure, hints))) // max(1, len(hints) - 1)))
    line: Line = ()
    for number, key in enumerate(hints):
        line = (*line, *((Span(" " * gap),) if number else ()), *key)
    return (fit(line, width),)


def _clipped(answers: tuple[PromptAnswer, ...], over: int) -> tuple[PromptAnswer, ...]:
    """Return keys the longest effects of which are cut until they take so many cells less, or are short."""
    longest = max((cells(answer.label) for answer in answers), default=0)
    while over > 0 and longest > _LEAST_LABEL:
        longest -= 1
        over -= sum(cells(answer.label) > longest for answer in answers)
    return tuple(replace(answer, label=clip(answer.label, longest)) for answer in answers)


def _hint(answer: PromptAnswer) -> Line:
    aim = Press(answer.key)
    return (Span(answer.shown, Hue.STRONG, aim=aim), Span(f" {answer.label}", Hue.DIM, aim=aim))


def shown_trick(board: Board, width: int) -> ShownTrick | None:
    """Return what lies in the middle of the table, with titles for a width in cells; None before the game."""
    if board.game is None or board.kind is None:
        return None
    return shown_zones(board.kind, board.game, board.people, width, back=board.looking_back)


PHRASE_COLUMN: Final = 25  # The width of a column of phrases, in cells.


def draw_gathering(board: Board, size: tuple[int, int], invitation: str) -> Picture:
    """Draw how the table is run, when the game begins, and the command by which others join.

    Where the height is short, the blank line goes first, and then the command begins beside its label.
    """
    width, height = size
    table, kind = board.table, board.kind
    if table is None or kind is None:
        return ()
    terms = ngettext(
        "{n} seat, {rules}; {arrangement}.",
        "{n} seats, {rules}; {arrangement}.",
        table.setup.players,
        rules=kind.rules_words(table.setup),
        arrangement=arrangement_words(table.arrangement),
    )
    lines: list[Line] = list(wrap((Span(terms, Hue.DIM),), width, hang=0)[:3])
    lines += wrap((Span(starting(board), Hue.TEXT),), width, hang=0)[:3]
    if invitation:
        label, command = Span(_("Others join with:") + " ", Hue.DIM), Span(invitation, Hue.STRONG)
        beside = measure((label, command)) <= width
        below = [BLANK, (label, command)] if beside else [(label,), *wrap((command,), width)]
        lines += below if len(lines) + len(below) - beside <= height else wrap((label, command), width)
        if explained := host_words(invitation):
            lines.append((Span(explained, Hue.DIM),))
    shown = lines if len(lines) <= height else [line for line in lines if line != BLANK]
    return tuple(fit(line, width) for line in shown)


def draw_phrases(phrases: Sequence[str], width: int, height: int) -> Picture:
    """Draw quick phrases with their keys, in as many columns as the height requires."""
    columns = max(1, min(width // PHRASE_COLUMN, -(-len(phrases) // max(1, height))))
    rows = -(-len(phrases) // columns)
    keyed = tuple(map(_phrase, PHRASE_KEYS, phrases))
    return tuple(fit(tuple(span for one in keyed[row::rows] for span in one), width) for row in range(rows))


def _phrase(key: str, phrase: str) -> Line:
    words = left(_(phrase), PHRASE_COLUMN - 2)
    return (Span(f"{key} ", Hue.ACCENT, aim=Press(key)), Span(words, Hue.TEXT, aim=Press(key)))


def draw_foot(answers: tuple[PromptAnswer, ...], width: int) -> Picture:
    """Draw the keys of a screen in one line with gaps of two cells or more, or in several of about the same width."""
    answers = translated(answers)
    for rows in range(1, len(answers) + 1):
        parts, spare = _shared_out(answers, rows), len(answers) - 1 if rows == 1 else 0
        if all(_width(part) + spare <= width for part in parts):
            break
    return tuple(line for part in parts for line in draw_keys(part, width))


def _shared_out(answers: tuple[PromptAnswer, ...], rows: int) -> tuple[tuple[PromptAnswer, ...], ...]:
    """Share keys out to rows of about the same width, in order."""
    if rows == 1 or len(answers) < 2:
        return (answers,)
    whole = _width(answers) + 1
    share = next(cut for cut in range(1, len(answers) + 1) if (_width(answers[:cut]) + 1) * rows >= whole)
    return (answers[:share], *_shared_out(answers[share:], rows - 1))


def _width(answers: tuple[PromptAnswer, ...]) -> int:
    """Return the least width of the keys, in cells, with a gap of one between them."""
    return sum(cells(answer.shown) + cells(answer.label) + 2 for answer in answers) - 1


def draw_too_small(width: int, height: int) -> Picture:
    """Draw the message for a screen that is too small: the longest one that it shows whole."""
    least, needs = f"{LEAST_WIDTH} × {LEAST_HEIGHT}.", _("Chwech needs")
    here = _("This is {width} × {height}.", width=width, height=height)
    # Translators: all that a tiny terminal has room for; the size is 80×24.
    short = _("Needs {size}", size=f"{LEAST_WIDTH}×{LEAST_HEIGHT}")
    messages: tuple[Picture, ...] = (
        ((Span(needs, Hue.STRONG),), (Span(least),), (Span(here),)),
        *(wrap((Span(words),), width, hang=0) for words in (f"{needs} {least} {here}", short)),
    )
    fitting = [lines for lines in messages if len(lines) <= height and max(map(measure, lines)) <= width]
    whole = (lines for lines in fitting if not any(span.text.endswith("…") for line in lines for span in line))
    return balanced(next(whole, ((Span(f"{LEAST_WIDTH}×{LEAST_HEIGHT}"),),)), width, height, 2)
