"""The table of the Fives: columns, tricks, what is in the middle and what is gone, and the coach."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from chwech_tui.describe import chips_words, tricks_words
from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, fit, left, right
from chwech_tui.games.fives.tricks import CHIPS, TRICK, TRICKS, needed_by, reason, tricks_of
from chwech_tui.games.fives.words import SPOIL_FIVE, has_pool, sides_of, target_of
from chwech_tui.games.ranks import order_led_line, ranks_line
from chwech_tui.games.score_table import side_hue, side_letter, side_words
from chwech_tui.games.titles import (
    draw_tricks,
    first_fitting,
    joined,
    laid,
    open_titles,
    taken_titles,
    took_line,
    trump_line,
)
from chwech_tui.model.cards import ShownTrick, TurnUp, card_span, card_words, face_of
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import Hue, Line, Picture, Span, change, figure, worded
from chwech_tui.model.people import People
from protocol.cards import Card, Rank
from protocol.fives.events import DealSheet
from protocol.fives.views import Claim, FivesView, Phase, Spoil, Trick
from protocol.language import N_, _, pgettext
from protocol.setup import Setup
from protocol.vocabulary import Seat

_NOTE_WIDTH = 9
"""The width of a note of absence, in cells."""


def _meter_width(step: int) -> int:
    return max(TRICKS * step, _NOTE_WIDTH)


def spoil_width(step: int) -> int:
    """Return the width of the columns: cards in hand, tricks, chips."""
    return 8 + _meter_width(step) + 4 + 2 * step


def spoil_heading(step: int) -> str:
    """Return the heading of the columns."""
    hand = right(pgettext("column", "hand"), 6)
    tricks = left(pgettext("column", "tricks"), _meter_width(step))
    chips = right(pgettext("column", "chips"), 4 + 2 * step)
    return f"{hand}  {tricks}{chips}"


def spoil_columns(view: FivesView, seat: Seat, spoil: Spoil, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of its tricks."""
    shown, width = view.seats[seat], _meter_width(step)
    progress: Line = (Span(left(away, width), Hue.ALERT),) if away else fit(spoil_meter(view, seat, spoil, step), width)
    chips = right(str(shown.chips), 4 + 2 * step) if shown.chips is not None else right("", 4 + 2 * step)
    return (Span(f"  {right(str(shown.cards), 4)}  "), *progress, Span(chips, Hue.STRONG))


def spoil_meter(view: FivesView, seat: Seat, spoil: Spoil, step: int) -> Line:
    """Draw the tricks of a seat in boxes, as many as take the pool; all five where it has undertaken them."""
    tricks, needed = view.seats[seat].tricks, needed_by(spoil, seat)
    hue = Hue.ACCENT if tricks >= needed - 1 else Hue.TEXT
    done = min(tricks, TRICKS)
    return (Span("■" * step * done, hue), Span("·" * step * max(0, needed - done), Hue.FAINT))


def spoil_sum(view: FivesView, seat: Seat, width: int) -> Line:
    """Draw what the deal that has ended brought a seat: its tricks, the chips won or paid, the chips it has."""
    sheet = view.sheets[-1]
    made: Line = (
        Span(f"  {tricks_words(sheet.tricks[seat])}"),
        Span(" → ", Hue.DIM),
        Span(change(sheet.points[seat]), Hue.STRONG if sheet.points[seat] > 0 else Hue.DIM),
    )
    return between(made, (Span(figure(CHIPS + sheet.totals[seat]), Hue.STRONG),), width)


def spoil_panel(view: FivesView, seat: Seat, spoil: Spoil, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards, its tricks on the way to the pool, its chips."""
    shown = view.seats[seat]
    backs = between(draw_backs(shown.cards, width), (), width)
    if counted:
        sheet = view.sheets[-1]
        won = worded(_("chips {chips}"), Hue.DIM, chips=Span(change(sheet.points[seat]), Hue.STRONG))
        held = worded(_("now {chips}"), Hue.DIM, chips=Span(figure(CHIPS + sheet.totals[seat]), Hue.STRONG))
        return (backs, (Span(tricks_words(sheet.tricks[seat])),), between(won, held, width))
    step = 2 if width >= 2 * TRICKS + 14 else 1
    words = (Span(tricks_of(view, seat, spoil), Hue.TEXT if shown.tricks else Hue.DIM),)
    progress = between(spoil_meter(view, seat, spoil, step), words, width)
    chips = (Span(chips_words(shown.chips or 0), Hue.STRONG),)
    return (backs, (Span(away, Hue.ALERT),) if away else progress, between((), chips, width))


_NOTE: Final = 9
"""The width of a note of absence, in cells."""


class _Columns(NamedTuple):
    """The widths of the columns of a seat, in cells; a column that a table does not need has none."""

    gap: int
    side: int
    meter: int
    chips: int

    @property
    def width(self) -> int:
        """The width of all columns: hand, tricks, side, meter, points, chips."""
        return 6 + self.gap + 6 + self.side + 2 + self.meter + 4 + self.chips


def _columns(target: int, step: int, *, sides: bool, pool: bool) -> _Columns:
    gap = 2 * step - 1
    meter = -(-target // TRICK) * step
    # A note of absence takes the place of the side and the meter, or of the meter alone.
    return _Columns(gap, gap + 4 if sides else 0, meter if sides else max(meter, _NOTE), gap + 5 if pool else 0)


def _columns_of(setup: Setup, step: int) -> _Columns:
    return _columns(target_of(setup), step, sides=sides_of(setup) < setup.players, pool=has_pool(setup))


def columns_width(setup: Setup, step: int) -> int:
    """Return the width of the columns: cards in hand, tricks, side, the meter, points, chips."""
    return spoil_width(step) if setup.game == SPOIL_FIVE else _columns_of(setup, step).width


def draw_heading(setup: Setup, step: int) -> str:
    if setup.game == SPOIL_FIVE:
        return spoil_heading(step)
    wide = _columns_of(setup, step)
    # Translators: the headings of the context "column" have at most one cell more room than the English.
    tricks = right(pgettext("column", "tricks"), wide.gap + 6)
    side = right(pgettext("column", "side"), wide.side) if wide.side else ""
    points = right(pgettext("column", "to {target}", target=target_of(setup)), wide.meter + 6)
    chips = right(pgettext("column", "chips"), wide.chips) if wide.chips else ""
    hand = right(pgettext("column", "hand"), 6)
    return f"{hand}{tricks}{side}{points}{chips}"


def draw_columns(view: FivesView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of the side and the meter.

    A long note takes the place of the tricks too.
    """
    if view.spoil is not None:
        return spoil_columns(view, seat, view.spoil, step, away)
    shown = view.seats[seat]
    wide = _columns(view.target, step, sides=view.sides < len(view.seats), pool=view.pool is not None)
    side = right(side_letter(shown.side), wide.side) if wide.side else ""
    tricks, room = right(str(shown.tricks), wide.gap + 6), wide.side + wide.meter
    progress: Line = (
        Span(tricks),
        Span(side, side_hue(shown.side)),
        Span("  "),
        *meter(shown.total, view.target, step, wide.meter),
    )
    if away:
        progress = (Span(tricks), Span(f"  {left(away, room)}", Hue.ALERT))
    if len(away) > room:
        progress = (Span(f"  {left(away, len(tricks) + room)}", Hue.ALERT),)
    chips = right(str(shown.chips), wide.chips) if shown.chips is not None and wide.chips else ""
    return (
        Span(f"  {right(str(shown.cards), 4)}"),
        *progress,
        Span(right(str(shown.total), 4), Hue.STRONG),
        Span(chips),
    )


def meter(total: int, target: int, step: int, width: int) -> Line:
    """Draw the progress of a score to the target in steps of a trick; the meter is full at the target."""
    steps = -(-target // TRICK)
    done = steps if total >= target else total // TRICK
    full = Span("■" * step * done, Hue.ACCENT if done == steps else Hue.TEXT)
    return fit((full, Span("·" * step * (steps - done), Hue.FAINT)), width)


def draw_sum(view: FivesView, seat: Seat, width: int) -> Line:
    """Draw how the score of a seat's side was made: its tricks and the best card, the points, the total."""
    if view.spoil is not None:
        return spoil_sum(view, seat, width)
    sheet, side = view.sheets[-1], _side(view, seat)
    made: Line = (
        Span("  "),
        *_made(sheet, seat),
        Span(f"  {side}" if side else "", side_hue(view.seats[seat].side)),
        Span(" → ", Hue.DIM),
        Span(str(sheet.points[seat]), Hue.STRONG if sheet.points[seat] else Hue.DIM),
    )
    return between(made, (Span(str(sheet.totals[seat]), Hue.STRONG),), width)


def _made(sheet: DealSheet, seat: Seat) -> Line:
    """Return the tricks of a seat, and the best card if it was there."""
    tricks = Span(tricks_words(sheet.tricks[seat]))
    if sheet.best is None or sheet.best.seat != seat:
        return (tricks,)
    return worded(_("{tricks} and {card}"), Hue.DIM, tricks=tricks, card=card_span(sheet.best.card))


def _side(view: FivesView, seat: Seat) -> str:
    """Return the side of a seat; empty where each plays alone."""
    return side_words(view.seats[seat].side).text if view.sides < len(view.seats) else ""


def draw_panel(view: FivesView, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards, its points on the way to the target, its tricks, side and chips."""
    if view.spoil is not None:
        return spoil_panel(view, seat, view.spoil, width, away, counted=counted)
    shown = view.seats[seat]
    backs = between(draw_backs(shown.cards, width - 6), (Span(_side(view, seat), side_hue(shown.side)),), width)
    if counted:
        sheet = view.sheets[-1]
        made = worded(_("points {points}"), Hue.DIM, points=Span(str(sheet.points[seat]), Hue.STRONG))
        total = worded(_("total {total}"), Hue.DIM, total=Span(str(sheet.totals[seat]), Hue.STRONG))
        return (backs, _made(sheet, seat), between(made, total, width))
    steps = -(-view.target // TRICK)
    step = 2 if width >= 2 * steps + 10 else 1
    points = worded(_("{total} to {target}"), Hue.DIM, total=Span(str(shown.total), Hue.STRONG), target=view.target)
    progress = between(meter(shown.total, view.target, step, steps * step), points, width)
    chips = chips_words(shown.chips) if shown.chips is not None else ""
    taken: Line = (Span(tricks_words(shown.tricks), Hue.TEXT if shown.tricks else Hue.DIM),)
    return (backs, (Span(away, Hue.ALERT),) if away else progress, between(taken, (Span(chips),), width))


def has_last_trick(view: FivesView) -> bool:
    return view.last_trick is not None


def shown_trick(middle: Middle[FivesView], width: int) -> ShownTrick:
    view, people = middle.view, middle.people
    if view.phase is Phase.JINKING and not middle.looking_back:
        return _choosing(view, people, width)
    if view.trick.turns and not middle.looking_back:
        titles = open_titles(
            view.trump, order_led_line(view.order, view.trick), view.trick.taker, people, _claim_lines(view, people)
        )
        return ShownTrick(_above(view, titles, width), laid(view.trick), view.trick.taker)
    last = view.last_trick
    if last is not None:
        led, took = order_led_line(view.order, last), took_line(last.taker, reason(view), people)
        details = _claim_lines(view, people)
        titles = taken_titles(view.trump, led, took, details, looking_back=middle.looking_back)
        return ShownTrick(_above(view, titles, width), laid(last, over=True), last.taker)
    return ShownTrick(((),)) if view.turn_up is None else _turned_up(view, view.turn_up, people, width)


def _choosing(view: FivesView, people: People, width: int) -> ShownTrick:
    """Return the trick before, above which stands who decides about the pool."""
    last = view.last_trick or Trick()
    asked: Line = ()
    if view.turn is not None:
        own, other = _("You take the pool, or go for all five"), _("{name} takes the pool, or goes for all five")
        asked = (Span(people.tell(view.turn, own, other), Hue.ACCENT),)
    titles = (joined(trump_line(view.trump), asked), asked)
    return ShownTrick(_above(view, titles, width), laid(last, over=True), last.taker)


def _above(view: FivesView, titles: Iterable[Line], width: int) -> Picture:
    """Return the lines above a trick: its title, and below it how the cards rank."""
    return (first_fitting(titles, width), _ranks(view, width))


_FATES: Final = {
    Claim.OPEN: N_("{card} turned up"),
    Claim.TAKEN: N_("{card} robbed"),
    Claim.LEFT: N_("{card} left"),
    Claim.LAPSED: N_("{card} not robbed"),
}
"""What has become of the turn-up, marked for translation."""


def _claim_line(view: FivesView, people: People, *, short: bool = False) -> Line:
    """Draw the turn-up, and what has become of it."""
    if view.turn_up is None:
        return ()
    card = card_span(view.turn_up)
    if view.claim is Claim.TAKEN and view.robber is not None and not short:
        return people.line(view.robber, _("{card} robbed by you"), _("{card} robbed by {name}"), Hue.DIM, card=card)
    return worded(_(_FATES[view.claim]), Hue.DIM, card=card)


def _claim_lines(view: FivesView, people: People) -> Sequence[Line]:
    """Return what has become of the turn-up, the longest form first."""
    return (_claim_line(view, people), _claim_line(view, people, short=True), ())


def _ranks(view: FivesView, width: int) -> Line:
    """Draw how the cards rank, once the trump suit is known."""
    if view.order is None or view.trump is None:
        return ()
    return ranks_line(view.order, view.trump, view.trick.turns[0].card if view.trick.turns else None, width)


def _turned_up(view: FivesView, card: Card, people: People, width: int) -> ShownTrick:
    """Return the turn-up, and who may do what with it, before the first lead."""
    turn = () if view.turn is None else (Span(_to_do(view.phase, view.turn, people), Hue.ACCENT),)
    words = (Span(_turn_up_words(view, people), Hue.DIM),)
    title = joined(trump_line(view.trump), turn)
    turn_up = TurnUp(face_of(card), view.claim is Claim.OPEN, words)
    return ShownTrick((title, _ranks(view, width)), turn_up=turn_up)


def _to_do(phase: Phase, seat: Seat, people: People) -> str:
    """Return what the seat does whose turn it is before the first lead."""
    if phase is Phase.EXCHANGING:
        return people.tell(seat, _("You take the Joker"), _("{name} takes the Joker"))
    if phase is Phase.OFFERING:
        return people.tell(seat, _("You decide about the Ace"), _("{name} decides about the Ace"))
    return people.tell(seat, _("You lead the first trick"), _("{name} leads the first trick"))


def _turn_up_words(view: FivesView, people: People) -> str:
    """Return what has become of the turn-up, or who may still take it."""
    if view.phase is Phase.EXCHANGING:
        return _("turned up: the dealer puts a card under the pack for it, and turns the next one for trump")
    if view.phase is Phase.OFFERING:
        return _("turned up: the dealer may take it and lay a card aside")
    if view.claim is Claim.TAKEN and view.robber is not None:
        own, other = _("turned up; you rob the pack of it"), _("turned up; {name} robs the pack of it")
        return people.tell(view.robber, own, other)
    if view.claim is not Claim.OPEN or view.trump is None:
        return _("turned up; it stays")
    ace = card_words(Card(Rank.ACE, view.trump))
    return _("turned up: who holds {ace} may take it before playing to the first trick", ace=ace)


def draw_pile(view: FivesView, seat: Seat) -> Line:
    return draw_tricks([trick for trick, taker in _tricks(view) if taker == seat])


def _tricks(view: FivesView) -> list[tuple[Sequence[Card], Seat]]:
    """Return the tricks taken in this deal, each with its taker, who led to the next one."""
    players, order = len(view.seats), view.order
    if order is None:
        return []
    found: list[tuple[Sequence[Card], Seat]] = []
    leader = view.dealer + 1
    for first in range(0, len(view.gone), players):
        trick = view.gone[first : first + players]
        leader = (leader + order.taker(trick)) % players
        found.append((trick, Seat(leader)))
    return found
