"""The pages of the score sheet: the deals, the sets of a duplicate game, the ranking; and what can be done there."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chwech_tui.drawing.cards import draw_dealt, spaced_lines
from chwech_tui.drawing.charts import Curve, Stretch, draw_bar, draw_curves, draw_pixels, figures, row_at
from chwech_tui.drawing.deck import draw_card, gilt
from chwech_tui.drawing.game import exact_of
from chwech_tui.drawing.line import BLANK, between, cells, clip, cropped, fit, indent, left, measure, right, wrap
from chwech_tui.drawing.panes import INSET, draw_pane
from chwech_tui.drawing.scores import WIDEST, SheetLook, called, draw_deal
from chwech_tui.model.board import Board
from chwech_tui.model.cards import LARGE, MIDDLE, CardLook, Strokes, face_of, glyph
from chwech_tui.model.deal import PublicDeal
from chwech_tui.model.game import ShownGame
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue, Line, Picture, Span, on
from chwech_tui.model.people import People, change_sign, clockwise, rating_sign, seat_rating, victory
from chwech_tui.model.prompt import PromptAnswer, as_set, once_more, see_again
from chwech_tui.model.review import HandPlayed, sets_of, sums
from chwech_tui.model.times import waiting
from games.registry import REVIEWS
from protocol.cards import Card, Rank, Suit
from protocol.game import Stage, View
from protocol.language import N_, _, pgettext
from protocol.message import Seat
from protocol.rating import SeatRating, ranking
from protocol.table import TablePhase


def pages(board: Board) -> int:
    """Return the number of pages: one a deal, and once the game is over one a set of hands, and the ranking."""
    game = board.game
    if game is None:
        return 0
    running = game.stage is Stage.PLAYING
    return len(game.sheets) + (1 + len(sets_of(board.game)) if is_over(board) else running)


def is_over(board: Board) -> bool:
    """Return True if the game has ended."""
    return board.table is not None and board.table.phase is TablePhase.OVER


def can_open_hands(board: Board, page: int) -> bool:
    """Return True if all hands of the deal on a page are known; the page of the ranking stands for the last deal."""
    game = board.game
    return game is not None and bool(game.hands) and (page < len(game.hands) or page == pages(board) - 1)


def has_proof(board: Board, page: int) -> bool:
    """Return True if the cards of the deal on a page were sealed."""
    sheets = board.game.sheets if board.game is not None else ()
    return 0 <= page < len(sheets) and sheets[page].seed is not None and sheets[page].commitment is not None


_SPACED: Final = 34  # The height from which the rows of hands are set apart, in lines.


def draw_sheet(board: Board, page: int, width: int, height: int, look: SheetLook) -> Picture:
    """Draw a page of the sheet, centred."""
    if not pages(board):
        return ()
    _table, _kind, game = board.begun
    size, spaced = (width, height), height >= _SPACED
    if look.hands and can_open_hands(board, page):
        deal = min(page, len(game.hands) - 1)
        lines = _paned(draw_dealt(board, deal, width - 2 * INSET, spaced=spaced), look)
    elif page < len(game.sheets):
        lines = draw_deal(board, page, size, look)
    elif not is_over(board):
        lines = draw_running(board, look)
    elif page < pages(board) - 1:
        lines = _paned(draw_set(board, page - len(game.sheets), width - 2 * INSET, spaced=spaced), look)
    else:
        lines = draw_ranking(board, size, look)
    return centred(lines, width, height)


def _paned(lines: Picture, look: SheetLook) -> Picture:
    """Return lines on a pane, the first as its title."""
    wide = max(map(measure, lines))
    return draw_pane(lines[2:], (wide + 2 * INSET, len(lines) + 2), look.strokes, lines[0])


def centred(lines: Picture, width: int, height: int) -> Picture:
    """Return lines centred in a space."""
    wide = max(map(measure, lines), default=0)
    return ((),) * ((height - len(lines)) // 2) + tuple(
        fit(indent(line, (width - wide) // 2), width) for line in lines[:height]
    )


def can_review(board: Board) -> bool:
    """Return True if the viewer can look back at the choices of the game that is over."""
    return is_over(board) and not board.watches and board.kind is not None and board.kind.game.name in REVIEWS


def answers(board: Board) -> tuple[PromptAnswer, ...]:
    """Return what can be done now: go on or, after the game, what comes next."""
    found: tuple[PromptAnswer, ...] = ()
    if board.waited_for:
        found = (PromptAnswer("Enter", _("next deal"), "enter"),)
    elif is_over(board):
        copy, leave = PromptAnswer("c", _("copy"), "c"), PromptAnswer("q", _("leave"), "q")
        review = (PromptAnswer("r", _("review"), "r"),) if can_review(board) else ()
        found = (*once_more(board), *see_again(board), *review, copy, leave)
    return as_set(board.settings.keys, found)


_OTHER: Final = PromptAnswer("← →", N_("other deals"), "left")


def page_keys(board: Board, page: int, look: SheetLook, *, asks: bool = False) -> tuple[PromptAnswer, ...]:
    """Return the keys that turn to other pages, to what else a page shows and, if it ``asks``, to puzzles."""
    found = [_OTHER] if pages(board) > 1 else []
    if can_open_hands(board, page):
        found.append(PromptAnswer("o", _("score") if look.hands else _("hands"), "o"))
    if has_proof(board, page) and not look.hands:
        found.append(PromptAnswer("p", _("score") if look.proof else _("proof"), "p"))
    if asks and can_review(board):
        found.append(PromptAnswer("m", _("puzzles"), "m"))
    return as_set(board.settings.keys, tuple(found))


def asked(board: Board) -> str:
    """Return the question shown with the sheet; empty if there is none."""
    if is_over(board):
        return _("What next?")
    table = board.table
    return waiting(board) if table is not None and table.waits_for and not board.waited_for else ""


def draw_running(board: Board, look: SheetLook) -> Picture:
    """Draw the state of the current deal: what everyone may know of each seat, in columns."""
    (table, kind, game), people = board.begun, board.people
    deal = PublicDeal(kind, game)
    rows = [(people.call(seat), *deal.numbers(seat)) for seat in clockwise(table)]
    heads = ("", *deal.titles)
    wide = [max(cells(row[at]) for row in (heads, *rows)) for at in range(len(heads))]

    def line(row: Sequence[str], hue: Hue) -> Line:
        told = (left(row[0], wide[0]), *[right(cell, wide[at]) for at, cell in enumerate(row) if at])
        return (Span("   ".join(told), hue),)

    names = [people.name(Seat(seat)) for seat in range(len(table.seats))]
    title = (Span(_("This deal so far"), Hue.STRONG),)
    body = [line(row, Hue.STRONG if at == 0 and not board.watches else Hue.TEXT) for at, row in enumerate(rows)]
    told = wrap((Span(deal.sentence(names), Hue.FAINT),), max(40, sum(wide) + 3 * len(wide)), hang=0)
    return _paned((title, BLANK, line(heads, Hue.FAINT), *body, BLANK, *told), look)


# The sets of a duplicate game

_COLUMN: Final = 13  # The width of the widest column of a player, in cells.


def draw_set(board: Board, number: int, width: int, *, spaced: bool) -> Picture:
    """Draw what each player made of each hand of a set; sets are counted from 0."""
    table, _kind, game = board.begun
    sets, seats, people = sets_of(game), clockwise(table), board.people
    hands = sets[number]
    card = max(cells(glyph(card)) for hand in hands for card in hand.cards) + 1
    first = card * max(len(hand.cards) for hand in hands)
    column = min(_COLUMN, (width - first) // len(seats))
    names = tuple(_name(people, seat, column) for seat in seats)
    title = (
        Span(_("Hands of set {number} of {sets}", number=number + 1, sets=len(sets)), Hue.STRONG),
        Span("   " + _("points above the mean of each hand"), Hue.TEXT),
    )
    rows = ((*_cards(hand.cards, card, first), *_margins(hand, seats, people, column)) for hand in hands)
    total = sums(hands)
    together = tuple(Span(right(change_sign(round(total[seat])), column), Hue.STRONG) for seat in seats)
    return (
        title,
        BLANK,
        (Span(" " * first), *names),
        *spaced_lines(rows, spaced=spaced),
        *((BLANK,) if spaced else ()),
        (Span(left(_("together"), first), Hue.DIM), *together),
    )


def _name(people: People, seat: Seat, width: int) -> Span:
    hue = Hue.STRONG if seat == people.viewer else Hue.FAINT
    return Span(" " + right(people.call(seat), width - 1), hue)


def _cards(cards: Sequence[Card], card: int, width: int) -> Line:
    spans = tuple(Span(left(glyph(one), card), SUIT_HUES[one.suit]) for one in cards)
    return (*spans, Span(" " * (width - card * len(cards))))


def _margins(hand: HandPlayed, seats: Sequence[Seat], people: People, width: int) -> Line:
    best = max(hand.margins)
    return tuple(
        Span(
            right(change_sign(round(hand.margins[seat])), width),
            Hue.INFO if hand.margins[seat] == best else Hue.STRONG if seat == people.viewer else Hue.TEXT,
        )
        for seat in seats
    )


class RankingLine(NamedTuple):
    """A line of a ranking."""

    place: int
    name: str
    called: str
    """The name without marks."""
    shown: str
    """The total as it is written."""
    points: Sequence[int]
    """The points of each deal."""
    exact: Sequence[bool]
    """Whether they were exactly right."""
    deals: Sequence[str]
    """The points as they are written."""
    own: bool = False
    partner: bool = False
    """True for a player who shares the place and the points of the line above."""
    rating: str = ""


_RATING: Final = 13  # The width of a rating with its change, in cells.


def draw_ranking(board: Board, size: tuple[int, int], look: SheetLook) -> Picture:
    """Draw the ranking as far as the seats are placed; the winner is named with the last of them."""
    _table, kind, game = board.begun
    size = min(size[0], WIDEST), size[1]
    standings = _standings(board, game, kind)
    hidden = max(0, len(standings) - look.counted)
    head = _head(board, game, standings, size, look, told=not hidden)
    provisional = any("?" in one.rating for one in standings)
    below: Picture = ((Span("  " + _("?: provisional, after few games."), Hue.FAINT),),) if provisional else ()
    body = draw_standings(standings, (size[0], size[1] - len(head) - len(below)), look.strokes, hidden)
    return (*head, *body, *below)


def _standings(board: Board, game: View, kind: ShownGame) -> list[RankingLine]:
    ratings, exact = _ratings(board), exact_of(kind, game)
    written, found = kind.words.scores or kind.words.figures, list[RankingLine]()
    for ranked in ranking(game.sheets[-1].totals, board.people.sides):
        for seat in (ranked.seat, *ranked.partners):
            points = [sheet.points[seat] for sheet in game.sheets]
            found.append(
                RankingLine(
                    ranked.place,
                    called(board, seat, 20),
                    board.people.call(seat),
                    kind.words.figures(ranked.total),
                    points,
                    [deal[seat] for deal in exact] or [False] * len(points),
                    [written(one) for one in points],
                    seat == board.people.viewer,
                    seat != ranked.seat,
                    ratings.get(seat, ""),
                )
            )
    return found


def _head(
    board: Board, game: View, standings: Sequence[RankingLine], size: tuple[int, int], look: SheetLook, *, told: bool
) -> Picture:
    """Draw the winner, the total in large figures, and the lead."""
    best = next((one for one in standings if one.own), standings[0])
    others = [one for one in standings if one is not best and not one.partner]
    won: Line = (Span(_("Final ranking"), Hue.STRONG),)
    if told:
        won = (Span(victory(board.people, game.winners), Hue.STRONG),)
    lines: list[Line] = [won]
    if told and best.own and best.place > 1:
        lines.append((Span(_("your total {total}", total=best.shown), Hue.TEXT),))
    if told and best.own and others:
        rival = others[0]
        ahead = sum(best.points) - sum(rival.points)
        text = _("{points} ahead of {name}") if ahead >= 0 else _("{points} behind {name}")
        lines.append((Span(text.format(points=abs(ahead), name=rival.called), Hue.DIM),))
    if told and best.rating:
        lines.append((Span(_("rating {rating}", rating=" ".join(best.rating.split())), Hue.DIM),))
    picture = figures(best.shown)
    if look.strokes is Strokes.DRAWN or not picture:
        return (*(indent(line, 2) for line in lines), BLANK)
    scale = 2 if size[0] >= 116 and size[1] >= 40 else 1
    # Gold is for the winner: the player's own total is given in words beside it.
    won_it = not told or best.place == 1
    large = gilt(draw_pixels(picture, {}, scale)) if won_it else draw_pixels(picture, {"x": Hue.BOX}, scale)
    top = (len(large) - len(lines) + 1) // 2
    beside = [BLANK] * top + lines + [BLANK] * (len(large) - len(lines) - top)
    rows = [(Span("   "), *row, Span("    "), *line) for row, line in zip(large, beside, strict=True)]
    if size[1] <= 22:
        return tuple(rows)
    fan = _fan(CardLook(LARGE if scale > 1 else MIDDLE, look.strokes)) if told else ()
    rows = [BLANK, *rows, BLANK]
    side = [*fan, *[BLANK] * (len(rows) - len(fan))]
    return tuple(between(row, line, size[0] - 3) for row, line in zip(rows, side, strict=False))


_FANNED: Final = tuple(map(Card, (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE), Suit))


def _fan(look: CardLook) -> Picture:
    cards = [draw_card(face_of(card), look, Ground.CARD, over=bool(place)) for place, card in enumerate(_FANNED)]
    step = look.size.width - 2
    rows = zip(*cards, strict=True)
    return tuple(tuple(span for card in row[:-1] for span in cropped(card, step)) + row[-1] for row in rows)


def draw_standings(
    standings: Sequence[RankingLine], size: tuple[int, int], strokes: Strokes, hidden: int = 0
) -> Picture:
    """Draw the totals as bars by deal, how they grew beside the mean if there is room, and the points of each deal."""
    wide, height = size
    count, deals = len(standings), len(standings[0].points)
    table = count + 4 if height >= 2 * (count + 4) + 6 or strokes is Strokes.DRAWN else 0
    chart = max(36, wide * 2 // 5) if wide >= 92 and deals > 1 and strokes is not Strokes.DRAWN else 0
    pitch = max(1, min(3, (height - table - 4) // count))
    upper = min(height - table, pitch * count + 4)
    totals = _totals_pane(standings, (wide - chart - bool(chart), upper), strokes, hidden)
    if chart and not hidden:
        curves = _curves_pane(standings, (chart, upper), strokes)
    else:
        curves = draw_pane((), (chart, upper), strokes) if chart else ((),) * upper
    lines = [
        (*fit(one, wide - chart - bool(chart)), Span(" "), *other) for one, other in zip(totals, curves, strict=True)
    ]
    below = _deals_pane(standings, (wide, table), strokes, hidden) if table else ()
    return (*(lines if chart else totals), *below)


def _totals_pane(standings: Sequence[RankingLine], size: tuple[int, int], strokes: Strokes, hidden: int) -> Picture:
    wide, height = size
    inner, pitch = wide - 2 * INSET, max(1, (height - 3) // len(standings))
    name = min(20 if inner > 60 else 14, max(cells(one.name) for one in standings)) + 1
    rated = _RATING if any(one.rating for one in standings) and inner > 56 else 0
    total = max(cells(one.shown) for one in standings) + 2
    bar = inner - 4 - name - rated - total
    sums_of = [sum(one.points) for one in standings]
    scale = min(0, *sums_of), max(1, *sums_of)
    if any(point < 0 for one in standings for point in one.points):
        parts = [[Stretch(0, whole, Hue.BOX if whole > 0 else Hue.PAST)] for whole in sums_of]
    else:
        parts = [_by_deal(one) for one in standings]
    lines: list[Line] = [BLANK] if height - 3 > pitch * len(standings) else []
    for number, one in enumerate(standings):
        shown, ground = number >= hidden, Ground.BUTTON if one.own else Ground.PLATE
        shares = parts[number] if shown and not one.partner else ()
        drawn = draw_bar(shares, scale, bar, strokes, ground, thin=pitch == 1)
        place = "" if one.partner else str(one.place)
        words: Line = (Span(" " * (4 + name)),)
        if shown:
            hue = Hue.STRONG if one.own else Hue.TEXT
            words = (Span(right(place, 2) + "  ", Hue.DIM), Span(left(clip(one.name, name - 1), name), hue))
        end = right("" if one.partner or not shown else one.shown, total)
        row = (*words, *drawn, Span(right(one.rating if shown else "", rated), Hue.DIM), Span(end, Hue.STRONG))
        lines.append(on(row, ground))
        if pitch > 2:
            lines.append(on(fit((Span(" " * (4 + name)), *drawn), inner), ground))
        lines += [BLANK] * (pitch - 1 - (pitch > 2))
    exact = any(any(one.exact) for one in standings)
    legend: Line = (
        (Span("█", Hue.GOOD), Span(" " + _("exactly right"), Hue.FAINT))
        if exact and strokes is not Strokes.DRAWN
        else ()
    )
    return draw_pane(lines, size, strokes, (Span(_("Totals by deal"), Hue.DIM),), legend)


def _by_deal(one: RankingLine) -> list[Stretch]:
    """Return the points of each deal one after another, every second one further back."""
    found, at = list[Stretch](), 0
    for number, (points, exact) in enumerate(zip(one.points, one.exact, strict=True)):
        inks = (Hue.PAST_GOOD, Hue.GOOD) if exact else (Hue.PAST, Hue.BOX)
        found.append(Stretch(at, at + points, inks[(number + len(one.points)) % 2]))
        at += points
    return found


def _curves_pane(standings: Sequence[RankingLine], size: tuple[int, int], strokes: Strokes) -> Picture:
    """Draw how far each has been ahead of the mean after each deal."""
    alone = [one for one in standings if not one.partner]
    deals = len(alone[0].points)
    sums_of = [[sum(one.points[:deal]) for deal in range(deals + 1)] for one in alone]
    means = [sum(column) / len(alone) for column in zip(*sums_of, strict=True)]
    ahead = [[value - mean for value, mean in zip(values, means, strict=True)] for values in sums_of]
    low, high = min(min(values) for values in ahead), max(max(values) for values in ahead)
    scale = (low - (high - low) * 0.04, high + (high - low) * 0.04) if high > low else (-1.0, 1.0)
    width, height = size[0] - 2 * INSET, size[1] - 4
    name = min(10, max(cells(one.called) for one in alone)) + 1
    inner = width - name - 5
    own_last = sorted(range(len(alone)), key=lambda at: (alone[at].own, -at))
    inks = [Hue.STRONG if alone[at].own else Hue.DIM if at < 3 else Hue.FAINT for at in own_last]
    curves = [Curve(ahead[at], ink, alone[at].own) for at, ink in zip(own_last, inks, strict=True)]
    drawn = draw_curves(curves, scale, inner, height, [0.0])
    scale_words = {row_at(value, scale, height): change_sign(round(value)) for value in (high, low)}
    scale_words[row_at(0, scale, height)] = "0"
    names = _spread([row_at(values[-1], scale, height) for values in ahead], height)
    ends = {row: alone[at] for at, row in enumerate(names)}
    lines = []
    for row, line in enumerate(drawn):
        end = ends.get(row)
        called = Span(
            " " + left(clip(end.called, name - 1), name - 1) if end else "",
            Hue.STRONG if end and end.own else Hue.FAINT,
        )
        lines.append((Span(right(scale_words.get(row, ""), 4) + " ", Hue.FAINT), *line, called))
    step = (inner - 1) / max(1, deals)
    marks = {round(step * deal): str(deal) for deal in range(1, deals + 1) if deals <= inner // 2 or deal % 5 == 0}
    axis, at = "", 0
    for x, word in marks.items():
        axis += " " * (x - cells(word) + 1 - at) + word
        at = x + 1
    lines.append((Span("     " + axis, Hue.FAINT),))
    return draw_pane(lines, size, strokes, (Span(_("Ahead of the mean, by deal"), Hue.DIM),))


def _spread(rows: Sequence[int], height: int) -> list[int]:
    """Return rows for words, no two alike as long as there is room, near those wanted, which come from above."""
    found, last = list[int](), -1
    for place, row in enumerate(rows):
        last = min(max(row, last + 1), max(0, height - len(rows) + place))
        found.append(last)
    return found


def _deals_pane(standings: Sequence[RankingLine], size: tuple[int, int], strokes: Strokes, hidden: int) -> Picture:
    """Draw the points of each deal; only the last ones if there are more than fit."""
    inner = size[0] - 2 * INSET
    name = min(20, max(cells(one.name) for one in standings)) + 2
    column = max([5, *(cells(word) + 2 for one in standings for word in one.deals)])
    deals = len(standings[0].deals)
    first = max(0, deals - (inner - name - 8) // column)
    column = min(14, max(column, (inner - name - 8) // max(1, deals - first)))
    numbers = "".join(right(str(number + 1), column) for number in range(first, deals))
    heading = left("…" if first else "", name) + numbers + right(pgettext("column", "total"), 8)
    lines: list[Line] = [(Span(heading, Hue.FAINT),)]
    for number, one in enumerate(standings):
        if number < hidden or one.partner:
            lines.append(BLANK)
            continue
        cells_of = zip(one.deals[first:], one.exact[first:], strict=True)
        words = [Span(right(word, column), Hue.GOOD if exact else Hue.DIM) for word, exact in cells_of]
        called = Span(left(clip(one.name, name - 2), name), Hue.STRONG if one.own else Hue.TEXT)
        lines.append((called, *words, Span(right(one.shown, 8), Hue.STRONG)))
    return draw_pane(lines, size, strokes, (Span(_("Points by deal"), Hue.DIM),))


def _ratings(board: Board) -> dict[Seat, str]:
    """Return the rating of each seat and what the game has changed in it, once it is rated."""
    table, _kind, _game = board.begun
    known = {Seat(seat): seat_rating(table, Seat(seat)) for seat in range(len(table.seats))}
    if not any(one is not None and one.change is not None for one in known.values()):
        return {}
    return {seat: right(_rating_words(one) if one is not None else "", _RATING) for seat, one in known.items()}


def _rating_words(seat: SeatRating) -> str:
    """Return a rating and its change; question marks stand beside the figures, which stay below one another."""
    mark = "" if seat.rating.provisional else " "
    return f"{rating_sign(seat.rating)}{mark}{right(change_sign(seat.change) if seat.change is not None else '', 5)}"


def result_text(board: Board) -> str:
    """Return the ranking of a game that is over as text to pass on."""
    _table, kind, game = board.begun
    people, figures_of = board.people, kind.words.figures
    places = [
        f"{one.place}. {people.names[one.seat]} {figures_of(one.total)}"
        for one in ranking(game.sheets[-1].totals, people.sides)
    ]
    return f"{kind.title}: {', '.join(places)}"
