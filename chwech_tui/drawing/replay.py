"""The replay of a finished game, with all hands open or the score of a deal; and the pages of its review."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.describe import Chronicle, record, remark
from chwech_tui.drawing.line import BLANK, between, fit, left, measure, right, wrap
from chwech_tui.drawing.log import draw_log
from chwech_tui.drawing.panel import draw_keys
from chwech_tui.drawing.plan import Box, Layout
from chwech_tui.drawing.seats import draw_open_hands
from chwech_tui.drawing.sheet import draw_score
from chwech_tui.model.board import Board
from chwech_tui.model.game import Unit
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.people import People
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.model.replay import Reel, includes, place_words, told_in
from chwech_tui.model.review import (
    GAME,
    Choice,
    choices_of,
    costliest,
    no_points,
    no_review,
    parts_of,
    point_line,
    seats_of,
    signed,
    turn_line,
)
from protocol.archive import ReviewPart
from protocol.language import N_, _, pgettext

_NAME: Final = 22
_FIGURE: Final = 8
_COSTLIEST: Final = 12
_PAIR: Final = 14
"""The width of the luck and the skill of one deal."""


def draw_review(reel: Reel, people: People, own: int | None, width: int, height: int) -> Picture:
    """Draw the page that is shown: scores taken apart, the costliest choices, and what the figures mean."""
    parts = parts_of(reel)
    table = _table(reel, parts, people, own, width)
    luck = _("Luck is what strong bots in all seats make of the same hands, skill the rest of the score.")
    meaning: Picture = (BLANK, *wrap((Span(luck, Hue.FAINT),), width, hang=0))
    room = height - len(table) - 1 - len(meaning)
    lines = (*table, BLANK, *_choices(reel, people, width, room), *meaning)
    return tuple(fit(line, width) for line in lines[:height])


def _table(reel: Reel, parts: Sequence[ReviewPart], people: People, own: int | None, width: int) -> Picture:
    """Draw a line for each seat; on the page of the game also its luck and skill in each deal, if all have room."""
    pairs = parts if reel.page == GAME and _wide(reel) <= width else ()
    columns = (pgettext("heading", "Score"), pgettext("heading", "Luck"), pgettext("heading", "Skill"), "±")
    headings = "".join(right(title, _FIGURE) for title in columns) + right(pgettext("heading", "Costliest"), _COSTLIEST)
    deals = "".join(right(_("deal {number}", number=part.deal), _PAIR) for part in pairs)
    lines: list[Line] = [(Span(left(_page_words(reel, parts), _NAME), Hue.ACCENT), Span(headings + deals, Hue.DIM))]
    for seat, one in enumerate(seats_of(parts)):
        figures = (str(one.score), signed(one.luck), signed(one.skill), f"{one.error:.1f}")
        worst = costliest(parts, seat)
        cost = right(f"{worst.cost:.1f}" if worst is not None else "–", _COSTLIEST)
        name = Span(left(people.names[seat], _NAME), Hue.ACCENT if seat == own else Hue.TEXT)
        words = "".join(right(figure, _FIGURE) for figure in figures)
        of_deals = "".join(_pair(part, seat) for part in pairs)
        lines.append((name, Span(words, Hue.STRONG), Span(cost), Span(of_deals, Hue.DIM)))
    return tuple(lines)


def _wide(reel: Reel) -> int:
    return _NAME + 4 * _FIGURE + _COSTLIEST + reel.deals * _PAIR


def _pair(part: ReviewPart, seat: int) -> str:
    one = part.seats[seat]
    return right(f"{signed(one.luck)} {right(signed(one.skill), 5)}", _PAIR)


def _page_words(reel: Reel, parts: Sequence[ReviewPart]) -> str:
    if reel.page != GAME:
        return _("deal {number} of {deals}", number=reel.page, deals=reel.deals)
    whole = len(parts) == reel.deals
    return _("the whole game") if whole else _("{n} of {deals} deals", n=len(parts), deals=reel.deals)


def _choices(reel: Reel, people: People, width: int, height: int) -> Picture:
    """Draw the choices around the chosen one, as many as have room."""
    choices = choices_of(reel)
    if not choices:
        return no_points() if parts_of(reel) else ()
    chosen = min(reel.chosen, len(choices) - 1)
    drawn = [_choice(one, people, width, chosen=place == chosen) for place, one in enumerate(choices)]
    first = 0
    while first < chosen and sum(map(len, drawn[first : chosen + 1])) > height:
        first += 1
    return tuple(line for block in drawn[first:] for line in block)[: max(0, height)]


def _choice(one: Choice, people: People, width: int, *, chosen: bool) -> Picture:
    mark = Span("▸ " if chosen else "  ", Hue.ACCENT)
    words: Line = (Span(_("deal {number}", number=one.deal) + ", "), *point_line(one.turn, people))
    rows = wrap(words, width - 2)
    return tuple((mark if number == 0 else Span("  "), *row) for number, row in enumerate(rows))


KEYS: Final = (
    PromptAnswer("← →", N_("play"), "right"),
    PromptAnswer("PgUp/Dn", N_("deal"), "pagedown"),
    PromptAnswer("Home End", N_("game"), "end"),
    PromptAnswer("r", N_("review"), "r"),
    PromptAnswer("e", N_("export"), "e"),
    BACK,
)
REVIEW_KEYS: Final = (
    PromptAnswer("← →", N_("page"), "right"),
    PromptAnswer("↑ ↓", N_("choose"), "down"),
    PromptAnswer("Enter", N_("go there"), "enter"),
    PromptAnswer("r", N_("replay"), "r"),
    PromptAnswer("e", N_("export"), "e"),
    BACK,
)
Drawn = dict[str, tuple[Box, Picture]]


def draw_replay(board: Board, reel: Reel, title: str, now: Layout) -> Drawn:
    """Draw the present step besides its table; until it is received, only the header, the position and the keys."""
    head, foot, prompt = now.header, now.keys, now.prompt
    parts: Drawn = {
        "header": (head, (_header(board, title, head.width),)),
        "prompt": (prompt, (_where(reel, board.people, prompt.width),)),
        "keys": (foot, draw_keys(REVIEW_KEYS if reel.looks_back else _keys(reel), foot.width)),
    }
    step, page = reel.shown, Box(head.x, 2, head.width, prompt.y - 2)
    if reel.looks_back:
        own = board.table.viewer if board.table is not None else None
        return {**parts, "review": (page, draw_review(reel, board.people, own, page.width, page.height))}
    if step is None:
        return parts
    wide = now.hand.width - 4
    hands = draw_open_hands(board, wide, now.hand.height, spaced=now.hand.height >= 2 * len(board.people.names) - 1)
    parts["hand"] = (now.hand._replace(x=now.hand.x + 2, width=wide), hands)
    parts["log"] = (now.log, draw_log(_chronicle(reel, board.people), now.log.width, now.log.height))
    if includes(reel.kind, step, Unit.DEAL):
        score = Box(page.x, page.y, now.trick.width, now.hand.y - page.y)
        del parts["log"]
        sheet = draw_score(board, reel.deal - 1, spaced=len(board.people.names) * 2 + 4 < score.height)
        parts["score"] = (score, tuple(fit(line, score.width) for line in sheet[: score.height]))
    return parts


def _keys(reel: Reel) -> tuple[PromptAnswer, ...]:
    """Return the keys of the replay, with what the game calls a trick; that of the review where there is one."""
    keys = (KEYS[0], PromptAnswer("↑ ↓", reel.kind.words.parts.one, "down"), *KEYS[1:])
    return keys if not no_review(reel) else tuple(answer for answer in keys if answer.key != "r")


def _header(board: Board, title: str, width: int) -> Line:
    """Draw the name of the game, the rules if they fit, and the title of this game."""
    place: Line = (Span(title, Hue.FAINT),)
    if board.kind is None:
        return between((Span(_("Replay"), Hue.ACCENT),), place, width)
    line: Line = (Span(board.kind.title, Hue.STRONG), Span("   " + _("replay"), Hue.ACCENT))
    if board.game is not None:
        rules: Line = (Span(f"   {board.kind.variant(board.game)}", Hue.DIM),)
        line = (*line, *rules) if measure((*line, *rules, *place)) < width - 1 else line
    return between(line, place, width)


def _where(reel: Reel, people: People, width: int) -> Line:
    if reel.looks_back:
        return fit((Span(_("The review"), Hue.STRONG),), width)
    words = place_words(reel)
    told = [Span(f"{words[:1].upper()}{words[1:]}", Hue.STRONG)]
    if reel.turn is not None and (worth := turn_line(reel.turn)):
        told += [Span("   "), *worth]
    if reel.shown is not None and (won := reel.kind.ended(reel.shown.view, people)):
        return fit((*told, Span("   "), *won), width)
    for event in told_in(reel.kind, reel.shown) if reel.shown is not None else ():
        # The picture shows the others anyway; this one too, if it is cut for what it was worth.
        if reel.kind.unit(event) not in {Unit.DEALT, Unit.DEAL}:
            told += [Span("   "), *reel.kind.sentence(event, people)]
    return fit(tuple(told), width)


def _chronicle(reel: Reel, people: People) -> Chronicle:
    told: Chronicle = ()
    for step in reel.film.steps[: (reel.place or 0) + 1]:
        told = record(told, step.events[0], people, reel.kind, step.view)
        won = reel.kind.ended(step.view, people)
        told = remark(told, won) if won else told
    return told
