"""The replay of a finished game, with all hands open or the score of a deal; and its review, beside the table."""

from typing import Final

from chwech_tui.describe import Chronicle, record, remark
from chwech_tui.drawing.cards import draw_open_hands, pass_mark
from chwech_tui.drawing.charts import Scale, Stretch, draw_bar, draw_columns, row_at
from chwech_tui.drawing.deck import draw_card, draw_slot, lying
from chwech_tui.drawing.game import shown_zones
from chwech_tui.drawing.line import BLANK, between, cells, clip, fit, left, measure, middle, right, wrap
from chwech_tui.drawing.log import draw_log
from chwech_tui.drawing.panel import draw_keys
from chwech_tui.drawing.panes import ABOVE, INSET, draw_pane, pointers
from chwech_tui.drawing.plan import LEAST_HEIGHT, Box, Layout
from chwech_tui.drawing.scores import SheetLook, draw_deal
from chwech_tui.drawing.sheet import centred
from chwech_tui.model import review as reviews
from chwech_tui.model.board import Board
from chwech_tui.model.cards import LARGE, MIDDLE, SMALL, CardLook, Face, Strokes
from chwech_tui.model.game import Unit
from chwech_tui.model.ink import Ground, Hue, Ink, Line, Picture, Span, on, plain
from chwech_tui.model.people import People, clockwise
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.model.replay import Reel, asks_bot, includes, place_words, told_in
from protocol.archive import SeatReview
from protocol.language import N_, _, pgettext
from protocol.message import Seat

KEYS: Final = (
    PromptAnswer("← →", N_("play"), "right"),
    PromptAnswer("PgUp/Dn", N_("deal"), "pagedown"),
    PromptAnswer("Home End", N_("game"), "end"),
    PromptAnswer("Space", N_("auto-play"), "space"),
    PromptAnswer("r", N_("review"), "r"),
    PromptAnswer("e", N_("export"), "e"),
    BACK,
)
ASKED: Final = (PromptAnswer("w", N_("why?"), "w"), PromptAnswer("!", N_("stupid"), "exclamation_mark"))
"""The keys at the choice of a bot."""

REVIEW_KEYS: Final = (
    PromptAnswer("↑ ↓", N_("choice"), "down"),
    PromptAnswer("← →", N_("play"), "right"),
    PromptAnswer("PgUp/Dn", N_("deal"), "pagedown"),
    PromptAnswer("Space", N_("auto-play"), "space"),
    PromptAnswer("m", N_("puzzles"), "m"),
    PromptAnswer("Enter", N_("to the table"), "enter"),
    PromptAnswer("e", N_("export"), "e"),
    BACK,
)
SPARE: Final = ("exclamation_mark", "end", "e", "pagedown", "r", "space", "enter")
"""The keys that are left out first where there is no room for all; they work all the same."""

Drawn = dict[str, tuple[Box, Picture]]


def draw_replay(board: Board, reel: Reel, title: str, now: Layout, strokes: Strokes = Strokes.PAINTED) -> Drawn:
    """Draw the present step besides its table; until it is received, only the header, the position and the keys."""
    head, foot, prompt = now.header, now.keys, now.prompt
    parts: Drawn = {
        "header": (head, (_header(board, title, head.width, _("review") if reel.looks_back else _("replay")),)),
        "keys": (foot, draw_keys(REVIEW_KEYS if reel.looks_back else _keys(reel, board), foot.width, SPARE)),
    }
    top = 1 if foot.y < LEAST_HEIGHT else 2
    if reel.looks_back:
        return {**parts, **_draw_review(board, reel, Box(2, top, head.width, foot.y - 2 * top + 1), strokes)}
    parts["prompt"] = (prompt, (_where(reel, board.people, prompt.width), _film(reel, prompt.width, strokes)))
    step = reel.shown
    if step is None:
        return parts
    wide = now.hand.width - 4
    if includes(reel.kind, step, Unit.DEAL):
        score = Box(2, top, prompt.width, prompt.y - top)
        deal = draw_deal(board, reel.deal - 1, (score.width, score.height), SheetLook(strokes))
        return {**parts, "score": (score, centred(deal, score.width, score.height))}
    beside = now.pane.width > 0 and strokes is not Strokes.DRAWN
    seats = len(board.people.names)
    high = now.hand.height - ABOVE * (beside and now.hand.height >= seats + ABOVE)
    hands = draw_open_hands(board, wide, high, spaced=high >= 2 * seats - 1)
    natural = max((cells(plain(line).rstrip()) for line in hands), default=0)
    aside, below = (wide - natural) // 2, max(0, high - len(hands)) // 2
    at = now.hand.x + 2 + aside, now.hand.y + below
    framed = natural + 1 + 2 * INSET, len(hands) + ABOVE
    if beside and framed[0] <= wide and framed[1] <= now.hand.height:
        parts["hand"] = Box(at[0] - INSET, at[1], *framed), draw_pane(hands, framed, strokes)
    else:
        parts["hand"] = Box(*at, wide - aside, high - below), tuple([fit(line, wide - aside) for line in hands])
    if beside:
        return {**parts, **_beside(board, reel, now, strokes)}
    parts["log"] = (now.log, draw_log(_chronicle(reel, board.people), now.log.width, now.log.height))
    return parts


def _beside(board: Board, reel: Reel, now: Layout, strokes: Strokes) -> Drawn:
    """Draw what stands beside the table on a large screen: what each choice was worth, if it is known, and the log."""
    parts: Drawn = {}
    x, y, width, height = now.pane.x, now.pane.y + 1, now.pane.width - 1, now.pane.height - 2
    if height > 18 and reel.review is not None:
        parts["worth"] = Box(x, y, width, 10), (*_chart(board, reel, (width, 9), strokes), BLANK)
        y, height = y + 10, height - 10
    lines = draw_log(_chronicle(reel, board.people), width - 2 * INSET, height - ABOVE - 1)
    parts["log"] = Box(x, y, width, height), draw_pane(lines, (width, height), strokes, _("Log"))
    return parts


def _keys(reel: Reel, board: Board) -> tuple[PromptAnswer, ...]:
    """Return the keys of the replay, with what the game calls a trick; those of a bot and of a review where one is."""
    trick, bot = PromptAnswer("↑ ↓", reel.kind.words.parts.one, "down"), ASKED if asks_bot(reel, board) else ()
    keys = (KEYS[0], trick, *bot, *KEYS[1:])
    return keys if not reviews.no_review(reel) else tuple(answer for answer in keys if answer.key != "r")


def _header(board: Board, title: str, width: int, what: str) -> Line:
    """Draw the name of the game, the rules if they fit, and the title of this game."""
    place: Line = (Span(title, Hue.FAINT),)
    if board.kind is None:
        return between((Span(_("Replay"), Hue.STRONG),), place, width)
    line: Line = (Span(board.kind.title, Hue.STRONG), Span(f"   {what}", Hue.TEXT))
    if board.game is not None:
        rules: Line = (Span(f"   {board.kind.variant(board.game)}", Hue.DIM),)
        line = (*line, *rules) if measure((*line, *rules, *place)) < width - 1 else line
    return between(line, place, width)


def _where(reel: Reel, people: People, width: int) -> Line:
    words = place_words(reel)
    told = [Span(f"{words[:1].upper()}{words[1:]}", Hue.STRONG)]
    if reel.turn is not None and (worth := reviews.turn_line(reel.turn)):
        told += [Span("   "), *worth]
    if reel.shown is not None and (won := reel.kind.ended(reel.shown.view, people)):
        return fit((*told, Span("   "), *won), width)
    for event in told_in(reel.kind, reel.shown) if reel.shown is not None else ():
        # The picture shows the others anyway; this one too, if it is cut for what it was worth.
        if reel.kind.unit(event) not in {Unit.DEALT, Unit.DEAL}:
            told += [Span("   "), *reel.kind.sentence(event, people)]
    return fit(tuple(told), width)


def _film(reel: Reel, width: int, strokes: Strokes) -> Line:
    """Draw how far the deal has been looked through, with the choices of its review that were mistakes."""
    steps, place = len(reel.film.steps), reel.place
    if place is None or steps < 2:
        return ()
    turns = reel.review.turns if reel.review is not None else ()
    marks = [Stretch(one.turn, one.turn + 1, Hue.ALERT) for one in turns if one.mistake]
    parts = [Stretch(0, place, Hue.BOX), Stretch(place + 1, steps, Hue.EMPTY), *marks]
    return draw_bar(
        [*parts, Stretch(place, place + 1, Hue.ACCENT)], (0, steps), width, strokes, Ground.TABLE, thin=True
    )


def _chronicle(reel: Reel, people: People) -> Chronicle:
    told: Chronicle = ()
    for step in reel.film.steps[: (reel.place or 0) + 1]:
        told = record(told, step.events[0], people, reel.kind, step.view)
        won = reel.kind.ended(step.view, people)
        told = remark(told, won) if won else told
    return told


# The review

_SIDE: Final = 35  # The width of the choices, and of luck and skill, beside the table, in cells.
_BESIDE: Final = 92  # The width from which they stand beside the table.


def _draw_review(board: Board, reel: Reel, room: Box, strokes: Strokes) -> Drawn:
    """Draw the table at the choice that is chosen, the costliest choices, and what was luck and what skill."""
    x, y, width, height = room
    seats = len(board.people.names)
    beside = width >= _BESIDE
    side = _SIDE + min(5, max(0, width - 100)) + max(0, width - 130) // 4 if beside else 38
    main = width - side - 1
    luck = min(height - 8, seats + (8 if height > seats + 20 else 4))
    choices = height - luck if beside else height - 2
    parts: Drawn = {}
    if beside:
        trick = 12 if height > 40 else 10 if seats * (MIDDLE.width + 2) <= main - 2 * INSET else 8
        hands = min(height - trick, seats + 3)
        parts["trick"] = Box(x, y, main, trick), _trick_pane(board, reel, (main, trick), strokes)
        parts["hands"] = Box(x, y + trick, main, hands), _hands_pane(board, (main, hands), strokes)
        rest = height - trick - hands
        if rest > 5:
            chart = _chart(board, reel, (main, rest), strokes)
            parts["worth"] = Box(x, y + trick + hands, main, rest), chart
    else:
        parts["prompt"] = (
            Box(x, y + height - 2, width, 2),
            (_where(reel, board.people, width), _film(reel, width, strokes)),
        )
    at = Box(x + main + 1, y, side, choices) if beside else Box(x, y, main, choices)
    parts["review"] = at, _choices_pane(board, reel, (at.width, choices), strokes)
    below = Box(at.x, y + choices, side, luck) if beside else Box(x + main + 1, y, side, choices)
    parts["luck"] = below, _luck_pane(board, reel, (side, below.height), strokes)
    return parts


def _trick_pane(board: Board, reel: Reel, size: tuple[int, int], strokes: Strokes) -> Picture:
    """Draw the open trick, a card above each name; the choice that is looked at has a halo if it was a mistake."""
    game, kind, inner = board.game, board.kind, size[0] - 2 * INSET
    words = place_words(reel)
    title: Line = (Span(f"{words[:1].upper()}{words[1:]}", Hue.STRONG),)
    if game is None or kind is None:
        return draw_pane((), size, strokes, title)
    shown = shown_zones(kind, game, board.people, inner, back=False)
    turns = dict(shown.laid.turns)
    order = [seat for seat, _turn in shown.laid.turns] or list(clockwise(board.table)) if board.table else []
    order += [seat for seat in (clockwise(board.table) if board.table else ()) if seat not in order]
    pitch = max(7, inner // max(1, len(order)))
    sizes = (one for one in (LARGE, MIDDLE) if one.width + 2 <= pitch and one.height + 5 <= size[1])
    look = CardLook(next(sizes, SMALL), strokes)
    high = look.size.height
    rows: list[list[Line]] = [[] for _row in range(high + 2)]
    names: Line = ()
    for seat in order:
        turn, acted = turns.get(seat), seat in turns
        own = reel.turn is not None and reel.turn.seat == seat
        halo = Hue.ALERT if own and reel.turn is not None and reel.turn.mistake else None
        halo = halo or (Hue.INFO if seat == shown.taker else None)
        if isinstance(turn, Face):
            # On a pane a card has no shadow.
            bare = ((), *[(Span(" "), *line) for line in draw_card(turn, look, Ground.CARD)], ())
            card = lying(turn, look, Ground.CARD, halo=halo) if halo else bare
        else:
            slot = list(draw_slot(look.size))
            if acted:
                said = pass_mark() if turn is None else str(turn)
                first, last = ((slot[high // 2][at],) for at in (0, -1))
                # A word that is too long for a small place stands over its edge.
                sides, room = ((first, last), 2) if cells(said) <= look.size.width - 2 else (((), ()), 0)
                word = Span(middle(said, look.size.width - room), Hue.FAINT, None)
                slot[high // 2] = (*sides[0], word, *sides[1])
            card = ((), *[(Span(" ", Hue.TEXT, None), *line) for line in slot], ())
        for row, line in zip(rows, card, strict=False):
            row.append(fit(line, pitch))
        hue = (halo or Hue.STRONG) if own else Hue.DIM
        names = (*names, Span(left(" " + middle(board.people.call(seat), look.size.width), pitch), hue))
    lines = [tuple(span for cell in row for span in cell) for row in rows]
    told = shown.titles[0] if shown.titles and reel.turn is None else reviews.turn_line(reel.turn) if reel.turn else ()
    return draw_pane(
        [*lines[:-1], names], size, strokes, title, told if measure(told) + measure(title) < inner - 2 else ()
    )


def _hands_pane(board: Board, size: tuple[int, int], strokes: Strokes) -> Picture:
    hands = draw_open_hands(board, size[0] - 2 * INSET, size[1] - 3, spaced=False)
    aside: Line = (Span(_("a dot: played"), Hue.FAINT),)
    return draw_pane(hands, size, strokes, (Span(_("All hands"), Hue.DIM),), aside)


def _chart(board: Board, reel: Reel, size: tuple[int, int], strokes: Strokes) -> Picture:
    """Draw what each play of the deal was worth to the viewer, as far as it could know."""
    seat = board.people.viewer if board.people.viewer is not None else Seat(0)
    values = reviews.worths(reel, seat)
    turns = reel.review.turns if reel.review is not None else ()
    mistakes = {one.turn for one in turns if one.seat == seat and one.mistake}
    width, height = size[0] - 2 * INSET - 6, size[1] - 4
    high = max(1.0, *values) if values else 1.0
    low = min(-1.0, *values) if values else -1.0
    scale: Scale = (low, high)
    whole = width if values else 0
    columns = list[tuple[float, Ink]]()
    for x in range(whole):
        # Where there are more plays than cells, a mistake is not lost.
        here = range(x * len(values) // whole, max(x * len(values) // whole + 1, (x + 1) * len(values) // whole))
        step = next((one for one in here if one in mistakes), here[0])
        value = values[step]
        past = reel.place is not None and step > reel.place
        ink: Ink = Hue.EMPTY if past else Hue.BOX if value >= 0 else Hue.PAST
        if step in mistakes:
            ink = Hue.ALERT
        columns.append((value, ink))
    drawn = draw_columns(columns, scale, height, strokes)
    words = {row_at(value, scale, height): reviews.signed(value) for value in (high, low)}
    words[row_at(0.0, scale, height)] = "0"
    lines = [(Span(right(words.get(row, ""), 5) + " ", Hue.FAINT), *line) for row, line in enumerate(drawn)]
    if reel.place is not None:
        lines.append((Span(" " * (6 + reel.place * whole // max(1, len(values)))), Span("▲", Hue.ACCENT)))
    title = _("Worth to {name}", name=board.people.name(seat))
    if seat == board.people.viewer:
        title = next((one for one in (_("Worth to you after each play"), _("Worth")) if cells(one) < size[0] - 12), "")
    worth = (Span(reviews.signed(values[reel.place]), Hue.STRONG),) if reel.place is not None and values else ()
    return draw_pane(lines, size, strokes, (Span(title, Hue.DIM),), worth)


def _page_words(reel: Reel) -> str:
    if reel.page != reviews.GAME:
        return _("deal {number} of {deals}", number=reel.page, deals=reel.deals)
    known = len(reviews.parts_of(reel))
    whole = known == reel.deals
    return _("the whole game") if whole else _("{n} of {deals} deals", n=known, deals=reel.deals)


def _choices_pane(board: Board, reel: Reel, size: tuple[int, int], strokes: Strokes) -> Picture:
    """Draw the choices around the chosen one, as many as have room."""
    choices, inner, height = reviews.choices_of(reel), size[0] - 2 * INSET, size[1] - 3
    aside: Line = (Span(_page_words(reel), Hue.FAINT),)
    title: Line = (Span(_("Costliest choices"), Hue.STRONG),)
    if not choices:
        none = (
            [row for line in reviews.no_points() for row in wrap(line, inner, hang=0)] if reviews.parts_of(reel) else []
        )
        return draw_pane([BLANK, *none], size, strokes, title, aside)
    chosen = min(reel.chosen, len(choices) - 1)
    most = max(one.cost for one in choices)
    high = 4 if 4 * len(choices) <= height + 1 else 3
    shown = max(1, height // high)
    first = max(0, min(chosen - shown // 2, len(choices) - shown))
    lines: list[Line] = [BLANK] if high * min(shown, len(choices)) < height else []
    for place, one in enumerate(choices[first : first + shown], first):
        lines += _choice(board, one, (inner, most), strokes, chosen=place == chosen)
        lines += [BLANK] * (high - 3)
    return draw_pane(lines, size, strokes, title, aside)


def _choice(
    board: Board, one: reviews.CostlyChoice, room: tuple[int, float], strokes: Strokes, *, chosen: bool
) -> Picture:
    """Draw a choice in three lines: where and whose, what it was and what was better, and what it cost as a bar."""
    inner, most = room
    hue = Hue.STRONG if one.turn.seat == board.people.viewer else Hue.DIM
    cost = Span(reviews.signed(-one.cost), Hue.ALERT if one.turn.mistake else Hue.TEXT)
    where = Span(_("deal {deal}, trick {trick}", deal=one.deal, trick=one.turn.trick), Hue.DIM)
    name = clip(board.people.call(one.turn.seat), max(4, inner - measure((where,)) - 4))
    ground = Ground.BUTTON if chosen else Ground.PLATE
    cards: Line = (
        *_chip(one.turn.action),
        Span("  " + _("better") + " ", Hue.FAINT),
        *_chip(one.turn.other or reviews.NO_CARD),
    )
    bar = draw_bar([Stretch(0, one.cost, Hue.ALERT)], (0, most * 1.15), inner - 3, strokes, ground, thin=True)
    rows = (between((Span(name, hue),), (where,), inner - 2), between(cards, (cost,), inner - 2), bar)
    return tuple(
        on((Span(mark, Hue.ACCENT), Span(" "), *fit(row, inner - 2)), ground)
        for mark, row in zip(pointers(strokes, len(rows), chosen=chosen), rows, strict=True)
    )


def _chip(action: str) -> Line:
    """Return an action as a little card."""
    if action == reviews.NO_CARD:
        return (Span(pass_mark(), Hue.STRONG),)
    return tuple(Span(one.text, one.hue, Ground.CARD) for one in (Span(" "), *reviews.choice_line(action), Span(" ")))


def _luck_pane(board: Board, reel: Reel, size: tuple[int, int], strokes: Strokes) -> Picture:
    """Draw what of each score was luck and what was skill, as bars on both sides of the mean."""
    found, inner = reviews.seats_of(reviews.parts_of(reel)), size[0] - 2 * INSET
    title: Line = (Span(_("Luck"), Hue.INFO), Span(" " + _("and skill"), Hue.STRONG))
    name = 8 if inner < 34 else 11
    bar = max(4, inner - name - 5 - 7 - 7)
    most = max([1.0, *(max(abs(one.luck), abs(one.skill)) for one in found)])
    lines: list[Line] = [
        (
            Span(
                left("", name) + right(pgettext("heading", "Score"), 5) + right(pgettext("heading", "Luck"), 7),
                Hue.FAINT,
            ),
            Span(" " * bar + right(pgettext("heading", "Skill"), 7), Hue.FAINT),
        )
    ]
    for seat, one in enumerate(found):
        own = seat == board.people.viewer
        called = Span(left(clip(board.people.call(Seat(seat)), name - 1), name), Hue.STRONG if own else Hue.TEXT)
        score = Span(right(str(one.score), 5), Hue.STRONG)
        luck = Span(right(reviews.signed(one.luck), 6) + " ", Hue.INFO)
        skill = Span(right(reviews.signed(one.skill), 7), Hue.ALERT if one.skill < -one.error * 2 else Hue.TEXT)
        lines.append((called, score, luck, *_half_bars(one, most, bar, strokes), skill))
    if found and size[1] >= len(lines) + 4:
        mean = f"{found[0].score - found[0].luck - found[0].skill:.1f}"
        lines.append((Span(_("score = {mean} + luck + skill", mean=mean), Hue.FAINT),))
    if found and size[1] >= len(lines) + 6:
        error = max(one.error for one in found)
        told = _("Luck: what strong bots would have scored with these hands. Skill: the difference.")
        lines += [BLANK, *wrap((Span(f"{told} ± {error:.1f}", Hue.FAINT),), inner, hang=0)]
    return draw_pane(lines, size, strokes, title, (Span(_page_words(reel), Hue.FAINT),))


def _half_bars(one: SeatReview, most: float, width: int, strokes: Strokes) -> Line:
    """Draw two bars from the middle of a line, luck in its upper half and skill in the lower one."""
    half = width // 2
    ends = [round(value / most * half) for value in (one.luck, one.skill)]
    line = list[Span]()
    for place in range(-half, half):
        upper, lower = ((0 <= place < end) or (end <= place < 0) for end in ends)
        skill = Hue.ALERT if one.skill < -one.error * 2 else Hue.BOX
        if strokes is Strokes.DRAWN:
            line.append(Span("▀" if upper and not lower else "▄" if lower and not upper else "█" if upper else "·"))
        elif upper:
            line.append(Span("▀", Hue.INFO, skill if lower else None))
        else:
            line.append(Span("▄" if lower else "▏" if place == 0 else " ", skill if lower else Hue.EMPTY, None))
    return tuple(line)
