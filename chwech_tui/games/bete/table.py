"""The table of Bête: columns, tricks, what is in the middle and what is gone, and the coach."""

from typing import Final, NamedTuple

from chwech_tui.describe import chips_words, tricks_words
from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, left, right
from chwech_tui.games.bete.words import signed
from chwech_tui.games.ranks import SuitRanks
from chwech_tui.games.titles import (
    draw_tricks,
    first_fitting,
    joined,
    laid,
    led_line,
    open_titles,
    taken_titles,
    taking_words,
    took_line,
    trump_line,
)
from chwech_tui.model.cards import CardsGone, ShownTrick, TurnUp, card_words, face_of
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import Hue, Line, Picture, Span, worded
from chwech_tui.model.people import People
from protocol.bete.actions import Play
from protocol.bete.events import DealSheet
from protocol.bete.order import HEIGHTS, ORDER, PACK
from protocol.bete.views import BeteView, Part, Phase
from protocol.cards import Card
from protocol.language import N_, _, pgettext
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat, Stage

ENOUGH = 3
"""The tricks that win the pool."""

_PLAYING = frozenset({Part.IN, Part.AGAINST})


def reason(view: BeteView) -> str:
    trick = view.last_trick
    if trick is None or not trick.turns:
        return ""
    cards = [turn.card for turn in trick.turns]
    card = cards[ORDER.taker(cards, view.trump)]
    return taking_words(cards, card, lambda played: played.suit is view.trump)


def consequence(view: BeteView, action: Action) -> str:
    if not isinstance(action, Play) or view.viewer is None:
        return ""
    cards = [*(turn.card for turn in view.trick.turns), action.card]
    best = ORDER.taker(cards, view.trump)
    seen = {*view.gone, *cards, *view.hand, view.turn_up}
    if best < len(cards) - 1:
        return _("{card} still takes it", card=card_words(cards[best]))
    players = sum([seat.part in _PLAYING for seat in view.seats])
    if len(cards) < players and not SuitRanks(HEIGHTS, view.trump).is_unbeatable(action.card, seen):
        return _("you take it, unless it is beaten")
    return _("you take it")


def news(before: BeteView, view: BeteView, people: People) -> Picture:
    """Return what changed between two views of a deal and should not be missed: somebody has won the pool."""
    now = [Seat(seat) for seat, shown in enumerate(view.seats) if shown.tricks == ENOUGH and shown.part is Part.IN]
    new = [seat for seat in now if before.seats[seat].tricks < ENOUGH]
    own, other = (
        _("You have three tricks, and with them the pool."),
        _("{name} has three tricks, and with them the pool."),
    )
    return tuple((Span(people.tell(seat, own, other), Hue.ACCENT),) for seat in new)


def has_last_trick(view: BeteView) -> bool:
    return view.last_trick is not None


def shown_trick(middle: Middle[BeteView], width: int) -> ShownTrick:
    """Return the open trick; or the previous one, while nothing has been led or while the viewer looks back.

    Before the first trick it is the card turned up.
    """
    view, people = middle.view, middle.people
    pool = _pool(view, people)
    if view.trick.turns and not middle.looking_back:
        titles = open_titles(view.trump, led_line(view.trick.turns[0].card, view.trump), view.trick.taker, people)
        return ShownTrick((first_fitting(titles, width), pool), laid(view.trick), view.trick.taker)
    last = view.last_trick
    if last is not None:
        took = took_line(last.taker, reason(view), people)
        titles = taken_titles(
            view.trump, led_line(last.turns[0].card, view.trump), took, looking_back=middle.looking_back
        )
        return ShownTrick((first_fitting(titles, width), pool), laid(last, over=True), last.taker)
    if view.turn_up is None:
        return ShownTrick(((), pool))
    turn_up = TurnUp(face_of(view.turn_up), is_open=False, words=(Span(_turn_up_words(view, people), Hue.DIM),))
    return ShownTrick((joined(trump_line(view.trump), _to_do(view, people)), pool), turn_up=turn_up)


def _to_do(view: BeteView, people: People) -> Line:
    """Return what the seat does whose turn it is before the first card is led."""
    if view.turn is None:
        return ()
    if view.phase is Phase.ASKING:
        own, other = _("You take part or pass"), _("{name} takes part or passes")
    else:
        own, other = _("You lead the first trick"), _("{name} leads the first trick")
    return (Span(people.tell(view.turn, own, other), Hue.ACCENT),)


def _turn_up_words(view: BeteView, people: People) -> str:
    """Return who takes part so far."""
    active = [Seat(seat) for seat, shown in enumerate(view.seats) if shown.part is Part.IN]
    if not active:
        return _("turned up: nobody gets it")
    return _("turned up; taking part: {names}", names=people.listed(active))


def _pool(view: BeteView, people: People) -> Line:
    """Draw what is in the pool; after a deal, what goes into the next one."""
    pool = Span(chips_words(view.pool), Hue.STRONG)
    if view.stage is not Stage.PLAYING:
        return worded(_("left in the pool: {chips}"), Hue.DIM, chips=pool) if view.sheets else ()
    first = view.takers[:1] if len(view.takers) == 1 else ()
    stake = worded(_("in the pool: {chips}"), Hue.DIM, chips=pool)
    if not first:
        return stake
    own, other = _("you have the first trick"), _("{name} has the first trick")
    return joined(stake, (Span(people.tell(first[0], own, other), Hue.DIM),))


def draw_pile(view: BeteView, seat: Seat) -> Line:
    size = len(view.gone) // max(1, len(view.takers))
    tricks = [view.gone[size * number : size * (number + 1)] for number in range(len(view.takers))]
    return draw_tricks([trick for trick, owner in zip(tricks, view.takers, strict=True) if owner == seat])


_PARTS: Final = {
    Part.OPEN: "",
    Part.IN: N_("takes part"),
    Part.OUT: N_("out"),
    Part.AGAINST: N_("against"),
}
"""What a seat has to do with a deal, marked for translation."""


class _Columns(NamedTuple):
    """The widths of the columns of a seat, in cells."""

    hand: int
    part: int
    tricks: int
    total: int


def _columns(step: int) -> _Columns:
    gap = 2 * step - 2
    return _Columns(6, gap + 13, gap + 8, 9)


def columns_width(setup: Setup, step: int) -> int:
    """Return the width of the columns: cards in hand, part, tricks, chips."""
    del setup
    return sum(_columns(step))


def draw_heading(setup: Setup, step: int) -> str:
    del setup
    wide = _columns(step)
    # Translators: the headings of the context "column" have at most one cell more room than the English.
    hand = right(pgettext("column", "hand"), wide.hand)
    tricks = right(pgettext("column", "tricks"), wide.tricks)
    total = right(pgettext("column", "chips"), wide.total)
    return f"{hand}{' ' * wide.part}{tricks}{total}"


def draw_columns(view: BeteView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of its part and its tricks."""
    shown, wide = view.seats[seat], _columns(step)
    hand, total = Span(right(str(shown.cards), wide.hand)), Span(right(signed(shown.total), wide.total), Hue.STRONG)
    if away:
        return (hand, Span(f"  {left(away, wide.part + wide.tricks - 2)}", Hue.ALERT), total)
    part = _part(view, seat)
    return (hand, Span(right(part.text, wide.part), part.hue), Span(right(str(shown.tricks), wide.tricks)), total)


def _part(view: BeteView, seat: Seat) -> Span:
    """Return what a seat has to do with the deal, in words."""
    part = view.seats[seat].part
    words = _PARTS[part]
    return Span(_(words) if words else "", Hue.ACCENT if part is Part.IN else Hue.DIM)


def draw_sum(view: BeteView, seat: Seat, width: int) -> Line:
    """Draw what a deal has brought a seat: the pool, out or bête, the chips, the total."""
    sheet = view.sheets[-1]
    made: Line = (Span("  "), *_made(sheet, seat), Span(" → ", Hue.DIM), Span(signed(sheet.points[seat]), Hue.STRONG))
    return between(made, (Span(signed(sheet.totals[seat]), Hue.STRONG),), width)


def _made(sheet: DealSheet, seat: Seat) -> Line:
    """Return what a deal has been for a seat: the pool, out or bête."""
    if seat == sheet.sweeper:
        return (Span(_("the pool"), Hue.ACCENT),)
    if seat not in sheet.active:
        return (Span(_("out"), Hue.DIM),)
    return (Span(_("bête"), Hue.ALERT),)


def draw_panel(view: BeteView, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards, its part in the deal, its tricks and chips."""
    shown = view.seats[seat]
    backs = draw_backs(shown.cards, width)
    if counted:
        sheet = view.sheets[-1]
        points: Line = (Span("→ ", Hue.DIM), Span(signed(sheet.points[seat]), Hue.STRONG))
        total = worded(_("chips {total}"), Hue.DIM, total=Span(signed(sheet.totals[seat]), Hue.STRONG))
        return (backs, _made(sheet, seat), between(points, total, width))
    total = worded(_("chips {total}"), Hue.DIM, total=Span(signed(shown.total), Hue.STRONG))
    taken: Line = (Span(tricks_words(shown.tricks), Hue.TEXT if shown.tricks else Hue.DIM),)
    return (backs, (Span(away, Hue.ALERT),) if away else (_part(view, seat),), between(taken, total, width))


def cards_gone(view: BeteView) -> CardsGone:
    """Return the cards gone so far: those of all tricks, and the card turned up."""
    table = tuple(turn.card for turn in view.trick.turns)
    turned = (view.turn_up,) if view.turn_up is not None else ()
    note = _("Everybody has seen the cards played; those not seen are in other hands, or were not dealt.")
    return CardsGone(PACK, view.hand, table, (*view.gone, *turned), note)


def certain_rest(view: BeteView) -> tuple[Card, ...]:
    if view.phase is not Phase.LEADING or not view.legal:
        return ()
    known = {*view.hand, *view.gone, view.turn_up}
    others = [card for card in PACK if card not in known]
    return SuitRanks(HEIGHTS, view.trump).certain_rest(view.hand, others)


def advice(view: BeteView) -> str:
    if view.viewer is None or len(view.legal) < 2:
        return ""
    if view.phase is Phase.ASKING:
        return _("Take part with two sure tricks and hope of a third: you risk {chips}.", chips=chips_words(view.pool))
    others = [shown.tricks for seat, shown in enumerate(view.seats) if seat != view.viewer and shown.part is Part.IN]
    if max(others, default=0) == ENOUGH - 1:
        return _("Somebody needs one more trick for the pool: take this one if you can.")
    if view.phase is Phase.LEADING and view.seats[view.viewer].tricks == ENOUGH - 1:
        return _("One more trick wins you the pool: lead your best card.")
    return ""
