"""The table of Durak in teams: columns, tricks, what is in the middle and what is gone, and the coach."""

from typing import Final, NamedTuple

from chwech_tui.describe import cards_words
from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, cells, left, right
from chwech_tui.games.score_table import side_hue, side_letter, side_words
from chwech_tui.games.titles import first_fitting, joined, trump_line
from chwech_tui.model.cards import CardsGone, Group, ShownTrick, TurnUp, card_span, card_words, face_of
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import Hue, Line, Picture, Span, worded
from chwech_tui.model.people import People
from protocol.cards import Card
from protocol.durak.actions import FINISH, GIVE_UP, Add, Attack, Beat, GiveUp
from protocol.durak.pack import PACK, power
from protocol.durak.views import Bout, DurakView, Pair, Phase, SeatView
from protocol.language import N_, _, ngettext, pgettext
from protocol.vocabulary import Action, Seat

_ROLE: Final = 10
"""The width of the role of a seat in a bout, or of a note of its absence, in cells."""

_ROLES: Final = {
    "attacks": N_("attacks"),
    "defends": N_("defends"),
    "gives up": N_("gives up"),
    "passes": N_("passes"),
    "done": N_("done"),
    "out": N_("out"),
}
"""What a seat does in a bout, marked for translation."""


class _Columns(NamedTuple):
    """The widths of the columns of a seat, in cells."""

    hand: int
    side: int
    role: int
    taken: int
    won: int

    @property
    def width(self) -> int:
        """The width of all columns."""
        return sum(self)


def _columns(step: int) -> _Columns:
    gap = 2 * step - 2
    return _Columns(6, gap + 5, gap + 2 + _ROLE, gap + 6, gap + 7)


def columns_width(step: int) -> int:
    """Return the width of the columns: cards in hand, side, role in the bout, cards taken up, deals won."""
    return _columns(step).width


def draw_heading(step: int) -> str:
    wide = _columns(step)
    # Translators: the headings of the context "column" have at most one cell more room than the English.
    return "".join(
        (
            right(pgettext("column", "hand"), wide.hand),
            right(pgettext("column", "side"), wide.side),
            right("", wide.role),
            right(pgettext("column", "taken"), wide.taken),
            right(pgettext("column", "won"), wide.won),
        )
    )


def role(view: DurakView, seat: Seat) -> str:
    """Return what a seat does in the open bout, in a word; empty for nothing."""
    shown, bout = view.seats[seat], view.bout
    if shown.out:
        return _(_ROLES["out"])
    if bout is None:
        return ""
    said = _said(shown) or ("attacks" if seat == bout.attacker else "")
    if seat == bout.defender:
        said = "gives up" if bout.given_up else "defends"
    return _(_ROLES[said]) if said else ""


def _said(shown: SeatView) -> str:
    """Return what a seat has said that may throw in; empty for nothing."""
    if shown.finished:
        return "done"
    return "passes" if shown.passed else ""


def draw_columns(view: DurakView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of its role."""
    shown, wide = view.seats[seat], _columns(step)
    doing = Span(f"  {left(role(view, seat), wide.role - 2)}", Hue.ACCENT if seat in view.awaited else Hue.DIM)
    if away:
        doing = Span(f"  {left(away, wide.role - 2)}", Hue.ALERT)
    taken = right(str(shown.taken) if shown.taken else "·", wide.taken)
    side, before = side_letter(shown.side), Span(right(str(shown.cards), wide.hand))
    if cells(away) > wide.role - 2:
        return (
            before,
            Span(f"  {left(away, wide.side + wide.role + wide.taken - 2)}", Hue.ALERT),
            Span(right(str(shown.total), wide.won), Hue.STRONG),
        )
    return (
        before,
        Span(right(side, wide.side), side_hue(shown.side)),
        doing,
        Span(taken, Hue.TEXT if shown.taken else Hue.FAINT),
        Span(right(str(shown.total), wide.won), Hue.STRONG),
    )


def draw_sum(view: DurakView, seat: Seat, width: int) -> Line:
    """Draw how a seat came out of the deal that has ended: its cards left, its side's point, the total."""
    sheet = view.sheets[-1]
    made: Line = (
        Span("  "),
        Span(_left_words(view, seat)),
        Span("  "),
        side_words(view.seats[seat].side),
        Span(" → ", Hue.DIM),
        Span(str(sheet.points[seat]), Hue.STRONG if sheet.points[seat] else Hue.DIM),
    )
    return between(made, (Span(str(sheet.totals[seat]), Hue.STRONG),), width)


def _left_words(view: DurakView, seat: Seat) -> str:
    cards = view.sheets[-1].cards[seat]
    return _("{cards} left", cards=cards_words(cards)) if cards else _(_ROLES["out"])


def draw_panel(view: DurakView, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards and side, what it does, the cards taken up and the deals won."""
    shown = view.seats[seat]
    backs = between(draw_backs(shown.cards, width - 6), (side_words(shown.side),), width)
    won = worded(_("won {deals} of {losses}"), Hue.DIM, deals=Span(str(shown.total), Hue.STRONG), losses=view.losses)
    if counted:
        return (backs, (Span(_left_words(view, seat)),), won)
    doing = Span(away, Hue.ALERT) if away else Span(role(view, seat), Hue.ACCENT)
    taken = Span(_("taken up {n}", n=shown.taken) if shown.taken else "", Hue.DIM)
    return (backs, (doing,), between((taken,), won, width))


def has_last_trick(view: DurakView) -> bool:
    """Return True if the view still knows the previous bout."""
    return view.last_bout is not None


def shown_trick(middle: Middle[DurakView], width: int) -> ShownTrick:
    """Return the open bout; the previous one before its first card, or while the viewer looks back."""
    view, people = middle.view, middle.people
    bout = view.bout
    if bout is not None and bout.pairs and not middle.looking_back:
        titles = (_title(view, bout, people), _title(view, bout, people, short=True))
        title = first_fitting(titles, width)
        return ShownTrick((title, _open_line(view, bout, people)), row=_row(bout, people))
    last = view.last_bout
    if last is not None:
        title = first_fitting(_past_titles(view, last, people, looking_back=middle.looking_back), width)
        return ShownTrick((title, _next_line(view, people)), row=_row(last, people, over=True))
    if view.turn_up is None:
        return ShownTrick(((), ()))
    title = joined(trump_line(view.trump), _next_line(view, people))
    turn_up = TurnUp(face_of(view.turn_up), bool(view.stock), (Span(_turn_up_words(view, people), Hue.DIM),))
    return ShownTrick((title, _lowest_line(view, people)), turn_up=turn_up)


def _row(bout: Bout, people: People, *, over: bool = False) -> tuple[Group, ...]:
    """Return the pairs of a bout: each attack card with what beat it, and below it who played it."""
    return tuple(_pair(pair, people, over=over and not bout.given_up) for pair in bout.pairs)


def _pair(pair: Pair, people: People, *, over: bool) -> Group:
    faces = (face_of(pair.attack), *((face_of(pair.beat),) if pair.beat is not None else ()))
    return Group(people.call(pair.seat), faces, shaded=over)


def _title(view: DurakView, bout: Bout, people: People, *, short: bool = False) -> Line:
    """Draw the trump suit, the stock, and who attacks whom."""
    return joined(trump_line(view.trump, short=short), _stock_line(view, short=short), _against(bout, people))


def _past_titles(view: DurakView, last: Bout, people: People, *, looking_back: bool) -> list[Line]:
    """Return titles of a bout that is over, the longest first."""
    first: Line = (Span(_("Last bout"), Hue.STRONG),) if looking_back else ()
    if last.given_up:
        words = people.tell(last.defender, _("You took it up"), _("{name} took it up"))
    else:
        words = people.tell(last.defender, _("You beat everything"), _("{name} beat everything"))
    ended: Line = (Span(words, Hue.ACCENT),)
    return [
        joined(first, trump_line(view.trump), _stock_line(view), ended),
        joined(first, trump_line(view.trump, short=True), _stock_line(view, short=True), ended),
        joined(first, trump_line(view.trump, short=True), ended),
    ]


def _against(bout: Bout, people: People) -> Line:
    """Return who attacks whom."""
    if bout.defender == people.viewer:
        return (Span(_("{name} attacks you", name=people.name(bout.attacker)), Hue.TEXT),)
    own, other = _("You attack {defender}"), _("{name} attacks {defender}")
    return (Span(people.tell(bout.attacker, own, other, defender=people.name(bout.defender)), Hue.TEXT),)


def _open_line(view: DurakView, bout: Bout, people: People) -> Line:
    """Return what an open bout waits for, and how many more attack cards there may be."""
    room = _("room for {n} more", n=bout.room) if bout.room else _("no room for more")
    if view.phase is Phase.DEFENDING:
        own, other = _("You have {n} to beat"), _("{name} has {n} to beat")
        words = people.tell(bout.defender, own, other, n=len(bout.open))
    elif bout.given_up:
        words = people.tell(bout.defender, _("You give up"), _("{name} gives up"))
    else:
        words = _("All is beaten")
    return joined((Span(words, Hue.ACCENT),), (Span(room, Hue.DIM),))


def _next_line(view: DurakView, people: People) -> Line:
    """Return who attacks whom next; between two deals nothing."""
    return _against(view.bout, people) if view.bout is not None else ()


def _stock_line(view: DurakView, *, short: bool = False) -> Line:
    """Return how many cards the stock has, and the trump at its end."""
    if view.turn_up is None or not view.stock:
        return (Span(_("no stock"), Hue.FAINT),)
    if short:
        return (Span(_("stock {n}", n=view.stock), Hue.DIM),)
    return worded(_("stock {n}, at its end {card}"), Hue.DIM, n=str(view.stock), card=card_span(view.turn_up))


def _turn_up_words(view: DurakView, people: People) -> str:
    """Return where the card is that shows the trump suit."""
    if view.stock:
        return _("turned up: it lies at the end of the stock of {cards}", cards=cards_words(view.stock))
    return people.tell(view.dealer, _("your last card shows trumps"), _("the last card of {name} shows trumps"))


def _lowest_line(view: DurakView, people: People) -> Line:
    """Return who has shown the lowest trump."""
    if view.lowest is None or view.bout is None:
        return ()
    own, other = _("You hold the lowest trump, {card}"), _("{name} holds the lowest trump, {card}")
    return people.line(view.bout.attacker, own, other, Hue.DIM, card=card_span(view.lowest))


def cards_gone(view: DurakView) -> CardsGone:
    """Return the cards that have left the game; those in other hands that everybody has seen are named."""
    note = _("Beaten cards leave the game; those not seen are in other hands or in the stock.")
    held = [card for number, seat in enumerate(view.seats) if number != view.viewer for card in seat.known]
    known = _("Seen in other hands: {cards}.", cards=" ".join(map(card_words, held))) if held else ""
    open_in_stock = (view.turn_up,) if view.turn_up is not None and view.stock else ()
    last = _("The last card of the stock: {card}.", card=card_words(open_in_stock[0])) if open_in_stock else ""
    note = " ".join(filter(None, (note, known, last)))
    table = view.bout.cards if view.bout is not None else ()
    return CardsGone(PACK, view.hand, table, view.gone, note, (*held, *open_in_stock))


def consequence(view: DurakView, action: Action) -> str:
    bout = view.bout
    if bout is None:
        return ""
    match action:
        case Beat():
            still = len(bout.open) - 1
            if not still:
                return _("then everything is beaten")
            return ngettext("then {n} card is still to beat", "then {n} cards are still to beat", still)
        case Attack() | Add() if bout.room > 1:
            return ngettext("then there is room for {n} more", "then there is room for {n} more", bout.room - 1)
        case Add():
            return _("it is the last that can be thrown in")
        case GiveUp():
            number = len(bout.cards)
            return ngettext("you take up {n} card, or more", "you take up {n} cards, or more", number)
    return ""


def news(before: DurakView, view: DurakView, people: People) -> Picture:
    """Return what changed between two views of a deal and should not be missed: somebody has one card left."""
    if view.stock:
        return ()
    return tuple(
        (Span(people.tell(Seat(seat), _("You have one card left."), _("{name} has one card left.")), Hue.ALERT),)
        for seat, (old, new) in enumerate(zip(before.seats, view.seats, strict=False))
        if old.cards > 1 == new.cards
    )


_FEW = 2
"""So few cards in a hand are worth a word."""


def advice(view: DurakView, people: People) -> str:
    if view.viewer is None or view.trump is None or len(view.legal) < 2 or FINISH in view.legal:
        return ""
    if view.phase is Phase.ATTACKING:
        return _attack(view, people)
    return _defence(view) if GIVE_UP in view.legal else _adding(view)


def _attack(view: DurakView, people: People) -> str:
    """Return how to begin a bout: with low cards, and against a hand of few cards as hard as can be."""
    assert view.bout is not None
    defender = view.bout.defender
    if not view.stock and view.seats[defender].cards <= _FEW:
        return _("{name} is nearly out: attack with what is hard to beat.", name=people.name(defender))
    if not view.stock:
        return ""
    lowest = min(view.hand, key=lambda card: _power(view, card))
    return _("While there is a stock, attack low and keep your trumps: {card}.", card=card_words(lowest))


def _defence(view: DurakView) -> str:
    """Return whether it costs a trump to beat the cards, while there is a stock."""
    beating = [action.card for action in view.legal if isinstance(action, Beat)]
    plain = [card for card in beating if card.suit is not view.trump]
    if plain or not beating or not view.stock or view.bout is None or len(view.bout.cards) > _FEW:
        return ""
    cheapest = min(beating, key=lambda card: _power(view, card))
    return _("Only a trump beats this; taking up can be cheaper than {card}.", card=card_words(cheapest))


def _adding(view: DurakView) -> str:
    """Return what to throw in for somebody who takes up."""
    if view.bout is None or not view.bout.given_up:
        return ""
    return _("Who takes up keeps what you throw in: give away low cards only.")


def _power(view: DurakView, card: Card) -> int:
    return power(card, view.trump) if view.trump is not None else 0
