"""The table of Twenty-Five and Forty-Five: the columns of a seat, the turn-up, the trick, and how the cards rank."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from chwech_tui.describe import count
from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, fit, left, measure, right
from chwech_tui.games.fives.tricks import TRICK, reason
from chwech_tui.games.fives.words import has_pool, side_letter, sides_of, target_of
from chwech_tui.model.cards import SYMBOLS, card_span, card_words, face_of, suit_line
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span
from chwech_tui.model.people import People
from chwech_tui.model.trick import Laid, ShownTrick, TurnUp
from protocol.cards import Card, Rank, Suit
from protocol.fives.order import ACE_OF_HEARTS, Order
from protocol.fives.views import Claim, FivesView, Phase, Trick
from protocol.setup import Setup
from protocol.vocabulary import Seat

_RED: Final = frozenset({Suit.DIAMONDS, Suit.HEARTS})
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
    return _columns_of(setup, step).width


def draw_heading(setup: Setup, step: int) -> str:
    """Return the heading of the columns."""
    wide = _columns_of(setup, step)
    tricks, side = right("tricks", wide.gap + 6), right("side", wide.side) if wide.side else ""
    points, chips = right(f"to {target_of(setup)}", wide.meter + 6), right("chips", wide.chips) if wide.chips else ""
    return f"  hand{tricks}{side}{points}{chips}"


def draw_columns(view: FivesView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of the side and the meter.

    A long note takes the place of the tricks too.
    """
    shown = view.seats[seat]
    wide = _columns(view.target, step, sides=view.sides < len(view.seats), pool=view.pool is not None)
    side = right(side_letter(shown.side), wide.side) if wide.side else ""
    tricks, room = right(str(shown.tricks), wide.gap + 6), wide.side + wide.meter
    progress: Line = (Span(f"{tricks}{side}  "), *meter(shown.total, view.target, step, wide.meter))
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
    sheet = view.sheets[-1]
    best = sheet.best is not None and sheet.best.seat == seat
    made: Line = (
        Span(f"  {count(sheet.tricks[seat], 'trick')}"),
        *((Span(" and ", Hue.DIM), card_span(sheet.best.card)) if best and sheet.best is not None else ()),
        Span(f"  side {side_letter(view.seats[seat].side)}" if view.sides < len(view.seats) else "", Hue.DIM),
        Span(" → ", Hue.DIM),
        Span(str(sheet.points[seat]), Hue.STRONG if sheet.points[seat] else Hue.DIM),
    )
    return between(made, (Span(str(sheet.totals[seat]), Hue.STRONG),), width)


def draw_panel(view: FivesView, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards, its points on the way to the target, its tricks, side and chips."""
    shown = view.seats[seat]
    side = f"side {side_letter(shown.side)}" if view.sides < len(view.seats) else ""
    backs = between(draw_backs(shown.cards, width - 6), (Span(side, Hue.DIM),), width)
    if counted:
        sheet = view.sheets[-1]
        best = sheet.best is not None and sheet.best.seat == seat
        tricks: Line = (Span(count(sheet.tricks[seat], "trick")),)
        if best and sheet.best is not None:
            tricks = (*tricks, Span(" and ", Hue.DIM), card_span(sheet.best.card))
        made: Line = (Span("points ", Hue.DIM), Span(str(sheet.points[seat]), Hue.STRONG))
        total: Line = (Span("total ", Hue.DIM), Span(str(sheet.totals[seat]), Hue.STRONG))
        return (backs, tricks, between(made, total, width))
    steps = -(-view.target // TRICK)
    step = 2 if width >= 2 * steps + 10 else 1
    points: Line = (Span(str(shown.total), Hue.STRONG), Span(f" to {view.target}", Hue.DIM))
    progress = between(meter(shown.total, view.target, step, steps * step), points, width)
    chips = f"{shown.chips} chips" if shown.chips is not None else ""
    taken: Line = (Span(count(shown.tricks, "trick"), Hue.TEXT if shown.tricks else Hue.DIM),)
    return (backs, (Span(away, Hue.ALERT),) if away else progress, between(taken, (Span(chips),), width))


def has_last_trick(view: FivesView) -> bool:
    """Return True if the view still knows the previous trick."""
    return view.last_trick is not None


def shown_trick(middle: Middle[FivesView], width: int) -> ShownTrick:
    """Return the open trick; or the previous one, while nothing has been led or while the viewer looks back."""
    view, people = middle.view, middle.people
    if view.trick.turns and not middle.looking_back:
        titles = _open_titles(view, people)
        return ShownTrick(_above(view, titles, width), _laid(view.trick), view.trick.taker)
    last = view.last_trick
    if last is not None:
        titles = _taken_titles(view, last, reason(view), people, looking_back=middle.looking_back)
        return ShownTrick(_above(view, titles, width), _laid(last, over=True), last.taker)
    return ShownTrick(((),)) if view.turn_up is None else _turned_up(view, view.turn_up, people, width)


def _laid(trick: Trick, *, over: bool = False) -> Laid:
    return Laid(tuple((turn.seat, face_of(turn.card)) for turn in trick.turns), over)


def _above(view: FivesView, titles: Iterable[Line], width: int) -> Picture:
    """Return the lines above a trick: its title, and below it how the cards rank."""
    return (_first_fitting(titles, width), _ranks(view, width))


def _first_fitting(titles: Iterable[Line], width: int) -> Line:
    """Return the first title that fits; if none does, the last one."""
    line: Line = ()
    for line in titles:
        if measure(line) <= width:
            break
    return line


def _joined(*parts: Line) -> Line:
    """Join parts of a title with a gap, without those that are empty."""
    line: Line = ()
    for part in filter(None, parts):
        line = (*line, *((Span("   "),) if line else ()), *part)
    return line


def _trump_line(view: FivesView, *, short: bool = False) -> Line:
    if view.trump is None:
        return ()
    if short:
        return (Span(SYMBOLS[view.trump], SUIT_HUES[view.trump]), Span(" trump", Hue.DIM))
    return (*suit_line(view.trump), Span(" are trump", Hue.DIM))


def _claim_line(view: FivesView, people: People, *, short: bool = False) -> Line:
    """Draw the turn-up, and what has become of it."""
    if view.turn_up is None:
        return ()
    robber = "" if short or view.robber is None else " by you" if view.robber == people.viewer else ""
    if not short and view.robber is not None and not robber:
        robber = f" by {people.name(view.robber)}"
    fate = {Claim.OPEN: "turned up", Claim.TAKEN: f"robbed{robber}", Claim.LEFT: "left", Claim.LAPSED: "not robbed"}
    return (card_span(view.turn_up), Span(f" {fate[view.claim]}", Hue.DIM))


def _led_line(view: FivesView, trick: Trick) -> Line:
    led = trick.turns[0].card
    if led.suit is None or (view.order is not None and view.order.is_trump(led)):
        return (Span("trump led", Hue.DIM),)
    return (Span(SYMBOLS[led.suit], SUIT_HUES[led.suit]), Span(" led", Hue.DIM))


def _open_titles(view: FivesView, people: People) -> Iterable[Line]:
    """Yield titles of the open trick, the longest first."""
    led, taker = _led_line(view, view.trick), view.trick.taker
    stands: Line = ()
    brief: Line = ()
    if taker is not None:
        stands = (Span("as it stands ", Hue.DIM), Span(people.then_does(taker, "take it"), Hue.ACCENT))
        brief = (Span(people.does(taker, "take it"), Hue.ACCENT),)
    yield _joined(_trump_line(view), _claim_line(view, people), led, stands)
    yield _joined(_trump_line(view), _claim_line(view, people), led, brief)
    yield _joined(_trump_line(view, short=True), _claim_line(view, people), led, brief)
    yield _joined(_trump_line(view, short=True), _claim_line(view, people, short=True), led, brief)


def _taken_titles(view: FivesView, trick: Trick, why: str, people: People, *, looking_back: bool) -> Iterable[Line]:
    """Yield titles of a trick that has been taken, the longest first."""
    taker = trick.taker
    took: Line = () if taker is None else (Span(f"{people.does(taker, 'take')} it", Hue.ACCENT), Span(f": {why}"))
    first: Line = (Span("Last trick", Hue.STRONG),) if looking_back else ()
    led = _led_line(view, trick)
    yield _joined(first, _trump_line(view), _claim_line(view, people), led, took)
    yield _joined(first, _trump_line(view, short=True), _claim_line(view, people), led, took)
    yield _joined(first, _trump_line(view, short=True), _claim_line(view, people, short=True), took)
    yield _joined(first, _trump_line(view, short=True), took)


def _ranks(view: FivesView, width: int) -> Line:
    """Draw how the cards rank: the trumps from the highest, and the suit led or the rule for the others."""
    if view.order is None or view.trump is None:
        return ()
    trumps = (Span(f"{SYMBOLS[view.trump]} {_names(view.order.trumps)}", Hue.DIM),)
    led = view.trick.turns[0].card if view.trick.turns else None
    if led is None or led.suit is None or view.order.is_trump(led):
        others = "others K Q J, high in red, low in black"
    else:
        others = f"{SYMBOLS[led.suit]} {_names(_plain(view.order, led.suit))}"
    line = _joined(trumps, (Span(others, Hue.FAINT),), (Span("high to low", Hue.FAINT),))
    return line if measure(line) <= width else _joined(trumps, (Span(others, Hue.FAINT),))


def _plain(order: Order, suit: Suit) -> Sequence[Card]:
    """Return the cards of a plain suit from the highest."""
    return sorted(
        (card for card in order.heights if card.suit is suit and not order.is_trump(card)),
        key=order.heights.__getitem__,
        reverse=True,
    )


def _names(cards: Sequence[Card]) -> str:
    """Return cards by their ranks; the Ace of hearts keeps its suit among the trumps of another one."""
    suits = {card.suit for card in cards}
    foreign = {ACE_OF_HEARTS} if len(suits - {None}) > 1 else set()
    return " ".join(card_words(card) if card in foreign else card.rank.value for card in cards)


def _turned_up(view: FivesView, card: Card, people: People, width: int) -> ShownTrick:
    """Return the turn-up, and who may do what with it, before the first lead."""
    turn = (
        ()
        if view.turn is None
        else (Span(people.does(view.turn, _TO_DO.get(view.phase, "lead the first trick")), Hue.ACCENT),)
    )
    words = (Span(_turn_up_words(view, people), Hue.DIM),)
    title = _joined(_trump_line(view), turn)
    turn_up = TurnUp(face_of(card), view.claim is Claim.OPEN, words)
    return ShownTrick((title, _ranks(view, width)), turn_up=turn_up)


_TO_DO: Final = {Phase.EXCHANGING: "take the Joker", Phase.OFFERING: "decide about the Ace"}


def _turn_up_words(view: FivesView, people: People) -> str:
    """Return what has become of the turn-up, or who may still take it."""
    if view.phase is Phase.EXCHANGING:
        return "turned up: the dealer puts a card under the pack for it, and turns the next one for trump"
    if view.phase is Phase.OFFERING:
        return "turned up: the dealer may take it and lay a card aside"
    if view.claim is Claim.TAKEN and view.robber is not None:
        return f"turned up; {people.does(view.robber, 'rob')} the pack of it"
    if view.claim is not Claim.OPEN or view.trump is None:
        return "turned up; it stays"
    ace = card_words(Card(Rank.ACE, view.trump))
    return f"turned up: who holds {ace} may take it before playing to the first trick"


def draw_pile(view: FivesView, seat: Seat) -> Line:
    """Draw the tricks that a seat has taken, each in the order played."""
    taken = [trick for trick, taker in _tricks(view) if taker == seat]
    line: Line = (Span(left(str(len(taken)), 4), Hue.DIM),)
    for number, trick in enumerate(taken):
        line = (
            *line,
            *((Span("  "),) if number else ()),
            *(span for card in trick for span in (Span(" "), card_span(card))),
        )
    return line


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
