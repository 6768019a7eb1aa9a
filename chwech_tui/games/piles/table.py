"""The table of the games of one pile: columns, tricks, what is in the middle and what is gone, and the coach."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from chwech_tui.describe import cards_words, points_words
from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, fit, left, measure, right
from chwech_tui.games.piles.words import CHALLENGE, ending
from chwech_tui.games.titles import joined
from chwech_tui.model.cards import SYMBOLS, Group, ShownTrick, card_span, card_words, face_of
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span, worded
from chwech_tui.model.people import People
from protocol.cards import Card, Suit
from protocol.language import _, ngettext, pgettext
from protocol.piles.actions import Play, Take
from protocol.piles.order import beats, height
from protocol.piles.views import Phase, PilesView, SeatView, Turn
from protocol.setup import Setup
from protocol.vocabulary import Seat

_NUMBER: Final = 8
"""The width of a column, in cells."""


class _Columns(NamedTuple):
    """The columns of a seat: cards in hand, trump, second suit, cards taken up, points."""

    width: int
    side: bool

    @property
    def whole(self) -> int:
        """The width of all columns."""
        return self.width * (5 if self.side else 4)


def _columns(step: int, *, side: bool) -> _Columns:
    return _Columns(_NUMBER + 2 * (step - 1), side)


def columns_width(setup: Setup, step: int) -> int:
    """Return the width of the columns of a seat."""
    return _columns(step, side=setup.game == CHALLENGE).whole


def draw_heading(setup: Setup, step: int) -> str:
    columns = _columns(step, side=setup.game == CHALLENGE)
    titles = [
        pgettext("column", "hand"),
        pgettext("column", "trumps"),
        *([pgettext("column", "second")] if columns.side else []),
        pgettext("column", "taken"),
        pgettext("column", "points"),
    ]
    return "".join(right(title, columns.width) for title in titles)


def draw_columns(view: PilesView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of two: the trumps stay, which are played by.

    Those are the second suit and the cards taken up; without a second suit, the cards taken up and the points.
    """
    shown, columns = view.seats[seat], _columns(step, side=view.game == CHALLENGE)
    width = columns.width
    note: Line = (Span(f"  {left(away, 2 * width - 2)}", Hue.ALERT),) if away else ()
    taken: Line = (Span(right(str(shown.taken), width), Hue.TEXT if shown.taken else Hue.DIM),)
    points: Line = (Span(right(str(shown.total), width), Hue.STRONG),)
    before = (_hand(shown, width), *_trump(shown, width))
    if columns.side:
        return (*before, *(note or (*_suit(shown.side, width), *taken)), *points)
    return (*before, *(note or (*taken, *points)))


def _hand(shown: SeatView, width: int) -> Span:
    """Draw how many cards a seat holds, or in which place it is out."""
    if shown.place:
        return Span(right(_("out {place}", place=shown.place), width), Hue.ACCENT)
    return Span(right(str(shown.cards), width), Hue.ALERT if shown.cards == 1 else Hue.TEXT)


def _trump(shown: SeatView, width: int) -> Line:
    if shown.drawn:
        return (Span(right("▒▒", width), Hue.DIM),)
    return _suit(shown.trump, width)


def _suit(suit: Suit | None, width: int) -> Line:
    if suit is None:
        return (Span(right("-", width), Hue.FAINT),)
    return (Span(right(SYMBOLS[suit], width), SUIT_HUES[suit]),)


def draw_sum(view: PilesView, seat: Seat, width: int) -> Line:
    """Draw how a seat came out of the deal that has ended: in which place, or with how many cards; then its points."""
    sheet = view.sheets[-1]
    made: Line = (
        Span("  "),
        *_came_out(view, seat),
        Span(" → ", Hue.DIM),
        Span(str(sheet.points[seat]), Hue.STRONG if sheet.points[seat] else Hue.DIM),
    )
    return between(made, (Span(str(sheet.totals[seat]), Hue.STRONG),), width)


def _came_out(view: PilesView, seat: Seat) -> Line:
    sheet = view.sheets[-1]
    if seat in sheet.out:
        return (Span(_("out {place}", place=sheet.out.index(seat) + 1), Hue.ACCENT),)
    return (Span(_("{cards} left", cards=cards_words(sheet.left[seat]))),)


def draw_panel(view: PilesView, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards and trumps, what all know of its hand, its points."""
    shown = view.seats[seat]
    trump = () if shown.trump is None else (Span(SYMBOLS[shown.trump], SUIT_HUES[shown.trump]),)
    backs = between(draw_backs(shown.cards, width - 4), trump, width)
    known: Line = (Span(away, Hue.ALERT),) if away else by_suit(shown.known)
    points: Line = (Span(points_words(shown.total), Hue.STRONG),)
    if counted:
        return (backs, _came_out(view, seat), points)
    return (backs, fit(known, width), points)


def has_last_trick(view: PilesView) -> bool:
    """Return True if something has been taken up in this deal."""
    return view.last is not None


def shown_trick(middle: Middle[PilesView], width: int) -> ShownTrick:
    """Return the pile; or what was last taken up, while no pile is begun or while the viewer looks back."""
    view, people = middle.view, middle.people
    last = view.last
    below = _open_cards(view, people, width)
    if last is not None and (middle.looking_back or not view.pile):
        took = people.line(
            last.seat, _("You took up {cards}"), _("{name} took up {cards}"), cards=cards_words(len(last.turns))
        )
        first = joined(took, () if middle.looking_back else _to_do(view, people))
        return ShownTrick(_titles(view, first, below, width), row=_row(last.turns, people, shaded=True))
    row = _row(view.pile, people, shaded=view.stage.value != "playing")
    if row and view.phase is Phase.BEATING:
        row = (*row[:-1], Group(row[-1].caption, row[-1].faces, _("▴ to beat")))
    return ShownTrick(_titles(view, _to_do(view, people), below, width), row=row)


def _titles(view: PilesView, first: Line, below: Picture, width: int) -> Picture:
    """Return the lines above the pile: who does what, and the cards that lie open; two hands take both lines."""
    if len(below) > 1:
        return below
    told = _warning(view)
    line = first
    if told:
        line = between(first, told, width) if measure(first) + measure(told) < width else told
    return (line, *below) if below else (line, ())


def _warning(view: PilesView) -> Line:
    """Return that the deal may soon be drawn."""
    if view.repeated > 1:
        return (Span(_("this position was there before: a third time draws"), Hue.ALERT),)
    left_over = view.limit - view.moves
    if view.stage.value == "playing" and left_over <= _LAST_MOVES:
        return (Span(ngettext("{n} move left", "{n} moves left", left_over), Hue.ALERT),)
    return ()


_LAST_MOVES: Final = 40
"""When it is said how many moves are left."""


def _row(turns: Sequence[Turn], people: People, *, shaded: bool) -> tuple[Group, ...]:
    return tuple(Group(people.call(turn.seat), (face_of(turn.card),), shaded=shaded) for turn in turns)


def _to_do(view: PilesView, people: People) -> Line:
    """Return what the seat does whose turn it is; after the deal, how it ended."""
    if view.turn is None:
        return (Span(ending(view.sheets[-1], people), Hue.STRONG),) if view.sheets else ()
    seat = view.turn
    match view.phase:
        case Phase.NAMING:
            return people.line(seat, _("You name a suit"), _("{name} names a suit"), Hue.ACCENT)
        case Phase.ADDING:
            return people.line(seat, _("You add a card"), _("{name} adds a card"), Hue.ACCENT)
        case Phase.BEATING if view.pile:
            own, other = _("You beat {card} or take up {cards}"), _("{name} beats {card} or takes up {cards}")
            top, cards = card_span(view.pile[-1].card), cards_words(view.pickup)
            return people.line(seat, own, other, Hue.ACCENT, card=top, cards=cards)
    return people.line(seat, _("You begin a pile"), _("{name} begins a pile"), Hue.ACCENT)


def _open_cards(view: PilesView, people: People, width: int) -> Picture:
    """Return the hands that lie open, but the viewer's own, a line each; or else what all know of hands, in one."""
    held = [Seat(seat) for seat, shown in enumerate(view.seats) if shown.cards and seat != view.viewer]
    if view.stage.value != "playing":
        return ()
    if (
        held
        and len(held) <= _OPEN_LINES
        and all(len(view.seats[seat].known) == view.seats[seat].cards for seat in held)
    ):
        return tuple(_hand_line(view, seat, people, width) for seat in held)
    known = [seat for seat in held if view.seats[seat].known]
    if not known:
        return ()
    told = (_known_line(view, seat, people) for seat in known)
    return (fit(joined((Span(_("known:"), Hue.FAINT),), *told), width),)


_OPEN_LINES: Final = 2


def _hand_line(view: PilesView, seat: Seat, people: People, width: int) -> Line:
    cards = by_suit(view.seats[seat].known)
    name = Span(f"{left(people.name(seat), max(4, min(12, width - measure(cards) - 1)))} ", Hue.DIM)
    return fit((name, *cards), width)


def _known_line(view: PilesView, seat: Seat, people: People) -> Line:
    return worded("{name} {cards}", Hue.DIM, name=people.name(seat), cards=by_suit(view.seats[seat].known))


def by_suit(cards: Iterable[Card]) -> Line:
    """Draw cards by suit, the highest first: ``♣ K 9 7  ♥ A``."""
    held = sorted(cards, key=height, reverse=True)
    line: Line = ()
    for suit in Suit:
        own = " ".join(card.rank.value for card in held if card.suit is suit)
        if own:
            line = (*line, *((Span("  "),) if line else ()), Span(f"{SYMBOLS[suit]} {own}", SUIT_HUES[suit]))
    return line


def draw_pile(view: PilesView, seat: Seat) -> Line:
    """Draw what all know of a seat's hand, since nothing is won in these games."""
    return by_suit(view.seats[seat].known)


_FEW = 2
_LARGE = 6


def advice(view: PilesView, people: People) -> str:
    if view.viewer is None or len(view.legal) < _FEW or view.phase is Phase.NAMING:
        return ""
    near = [Seat(seat) for seat, shown in enumerate(view.seats) if seat != view.viewer and shown.cards == 1]
    if view.phase is Phase.BEATING:
        return _to_beat(view, view.viewer)
    if near:
        return _("{name} has one card left: play what is hard to beat.", name=people.name(near[0]))
    return _safe(view, view.viewer)


def _to_beat(view: PilesView, viewer: Seat) -> str:
    """Return whether to beat or to take up: a small pile of good cards is a gain, a large one is not."""
    plays = [action.card for action in view.legal if isinstance(action, Play)]
    if not plays or not any(isinstance(action, Take) for action in view.legal):
        return ""
    trump = view.seats[viewer].trump
    if all(card.suit is trump for card in plays) and view.pickup <= _FEW:
        return _("Only a trump beats it: to take up {cards} costs little.", cards=cards_words(view.pickup))
    if view.pickup >= _LARGE:
        return _("To take up {cards} costs much: beat the top card if you can.", cards=cards_words(view.pickup))
    return ""


def _safe(view: PilesView, viewer: Seat) -> str:
    """Return a low card that the next player cannot beat, if that is known."""
    seats = view.seats
    order = [seats[(viewer + step) % len(seats)] for step in range(1, len(seats))]
    following = next((seat for seat in order if seat.cards), None)
    if following is None or len(following.known) != following.cards:
        return ""
    safe: list[Card] = [
        card for card in view.hand if not any(beats(other, card, following.trump) for other in following.known)
    ]
    if not safe:
        return ""
    return _("{card} cannot be beaten: whoever comes next takes it up.", card=card_words(min(safe, key=height)))
