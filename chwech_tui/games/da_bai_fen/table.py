"""The table of Da Bai Fen: columns, tricks, what is in the middle and what is gone, and the coach."""

from typing import Final, NamedTuple

from chwech_tui.describe import points_words, tricks_words
from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, left, right
from chwech_tui.games.da_bai_fen.deal import trumps_of
from chwech_tui.games.da_bai_fen.words import level, rise
from chwech_tui.games.score_table import side_hue, side_letter, side_words
from chwech_tui.games.titles import first_fitting, joined, led_line, open_titles, taken_titles, taking_words, took_line
from chwech_tui.model.cards import SYMBOLS, CardsGone, Group, Laid, ShownTrick, card_line, card_words, face_of
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span, worded
from chwech_tui.model.people import People
from protocol.da_bai_fen.actions import Play
from protocol.da_bai_fen.order import PACK, count, height, is_trump, taker
from protocol.da_bai_fen.views import DaBaiFenView, Phase, Trick
from protocol.language import _, pgettext
from protocol.vocabulary import Action, Seat, Stage

_LOST = 40
"""The opponents' points from which they declare next."""


def reason(view: DaBaiFenView) -> str:
    trick, trumps = view.last_trick, trumps_of(view)
    if trick is None or trumps is None:
        return ""
    laid = [turn.cards for turn in trick.turns]
    best = taker(laid, trumps)
    if trick.number > 1 and best == 0:
        return _("nobody beats the cards led")
    cards = [card for cards in laid for card in cards]
    highest = max(laid[best], key=lambda card: height(card, trumps))
    return taking_words(cards, highest, lambda card: is_trump(card, trumps))


def friendly(view: DaBaiFenView, seat: Seat) -> bool:
    """Return True if a seat is of the viewer's side."""
    return view.viewer is not None and view.seats[seat].side == view.seats[view.viewer].side


def consequence(view: DaBaiFenView, action: Action) -> str:
    trumps = trumps_of(view)
    if not isinstance(action, Play) or view.viewer is None or trumps is None or view.trick.number != 1:
        return ""
    turns = view.trick.turns
    laid = [*(turn.cards for turn in turns), (action.card,)]
    best = taker(laid, trumps)
    if best == len(turns):
        if len(laid) < len(view.seats):
            return _("you take it, unless it is beaten")
        return _("you take it: {sum}", sum=points_words(count([card for cards in laid for card in cards])))
    card = card_words(laid[best][0])
    if friendly(view, turns[best].seat):
        return _("{card} still takes it, for your side", card=card)
    return _("{card} still takes it", card=card)


def news(before: DaBaiFenView, view: DaBaiFenView) -> Picture:
    """Return what changed between two views of a deal and should not be missed: the opponents reach 40."""
    if before.deal == view.deal and count(before.won) < _LOST <= count(view.won):
        return ((Span(_("The opponents have 40 points: they declare next."), Hue.ACCENT),),)
    return ()


def has_last_trick(view: DaBaiFenView) -> bool:
    return view.last_trick is not None


def shown_trick(middle: Middle[DaBaiFenView], width: int) -> ShownTrick:
    """Return the open trick; or the previous one, while nothing has been led or while the viewer looks back.

    Before the first trick it is the draw, and what is known of trumps.
    """
    view, people = middle.view, middle.people
    if view.trick.turns and not middle.looking_back:
        titles = open_titles(None, _led_line(view, view.trick), view.trick.taker, people, (_trump_line(view),))
        return _laid(view.trick, (first_fitting(titles, width), _points(view)), people)
    last = view.last_trick
    if last is not None:
        took, details = took_line(last.taker, reason(view), people), (_trump_line(view), ())
        titles = taken_titles(None, _led_line(view, last), took, details, looking_back=middle.looking_back)
        return _laid(last, (first_fitting(titles, width), _points(view)), people, over=True)
    return _before(view, people)


def _laid(trick: Trick, titles: tuple[Line, Line], people: People, *, over: bool = False) -> ShownTrick:
    """Show single cards before their seats' names, and several as one group of each seat."""
    if trick.number == 1:
        faces = tuple((turn.seat, face_of(turn.cards[0])) for turn in trick.turns)
        return ShownTrick(titles, Laid(faces, over), trick.taker)
    groups = tuple(
        Group(
            people.call(turn.seat),
            tuple(map(face_of, turn.cards)),
            _("takes it") if turn.seat == trick.taker else "",
            shaded=over and turn.seat != trick.taker,
        )
        for turn in trick.turns
    )
    return ShownTrick(titles, row=groups)


def _trump_line(view: DaBaiFenView) -> Line:
    """Return the trump suit with the trump rank."""
    rank = Span(view.rank.value, Hue.STRONG)
    if view.trump is None:
        return worded(_("rank {rank}"), Hue.DIM, rank=rank)
    suit = Span(SYMBOLS[view.trump], SUIT_HUES[view.trump])
    return worded(_("trumps {suit} and {rank}"), Hue.DIM, suit=suit, rank=rank)


def _led_line(view: DaBaiFenView, trick: Trick) -> Line:
    """Return what was led: each card of the trump rank is a trump, whatever its suit."""
    led, trumps = trick.turns[0].cards[0], trumps_of(view)
    return led_line(led, led.suit if trumps is not None and is_trump(led, trumps) else view.trump)


def _points(view: DaBaiFenView) -> Line:
    """Return what the opponents of the declarers have won, and what the viewer knows to lie aside."""
    if view.stage is not Stage.PLAYING and view.sheets:
        won = worded(_("opponents {took}"), Hue.DIM, took=Span(str(view.sheets[-1].took), Hue.STRONG))
    else:
        won = worded(_("opponents {took}"), Hue.DIM, took=Span(str(count(view.won)), Hue.STRONG))
    aside = worded(_("aside {cards}"), Hue.DIM, cards=card_line(view.buried)) if view.buried else ()
    return joined(won, aside)


def _before(view: DaBaiFenView, people: People) -> ShownTrick:
    """Show the draw, or what is laid aside."""
    if view.phase is Phase.DRAWING:
        words = _("the last chance to expose a card") if view.is_last else _("{n} of 12 cards drawn", n=view.drawn)
        return ShownTrick((joined(_trump_line(view), (Span(words, Hue.ACCENT),)), ()))
    title = joined(_trump_line(view), _leader_line(view, people))
    row = []
    if view.exposed is not None and view.exposer is not None:
        row.append(Group(people.call(view.exposer), (face_of(view.exposed),), _("exposed")))
    if view.turned:
        row.append(Group(_("the last six"), tuple(map(face_of, view.turned))))
    if view.stage is not Stage.PLAYING:
        return ShownTrick((title, ()), row=tuple(row))
    if view.six:
        return ShownTrick(
            (title, worded(_("the last six: {cards}"), Hue.DIM, cards=card_line(view.six))), row=tuple(row)
        )
    aside = (Span(_("{aside} of 6 laid aside", aside=view.aside), Hue.DIM),)
    return ShownTrick((title, aside), row=tuple(row))


def _leader_line(view: DaBaiFenView, people: People) -> Line:
    if view.leader is None:
        return ()
    return (Span(people.tell(view.leader, _("You are the Leader"), _("{name} is the Leader")), Hue.ACCENT),)


def draw_pile(view: DaBaiFenView, seat: Seat) -> Line:
    """Draw what lies open of the cards that a seat's side has won: those of the declarers' opponents that count."""
    opponents = view.leader is not None and view.seats[seat].side != view.seats[view.leader].side
    won = view.won if opponents else ()
    return (Span(left(str(view.seats[seat].tricks), 4), Hue.DIM), *((Span(" "),) if won else ()), *card_line(won))


_LEVEL: Final = 7
"""The width of the column of the level, in cells."""


class _Columns(NamedTuple):
    """The widths of the columns of a seat, in cells."""

    hand: int
    side: int
    role: int
    tricks: int

    @property
    def width(self) -> int:
        """The width of all columns."""
        return sum(self) + _LEVEL


def _columns(step: int) -> _Columns:
    gap = 2 * step - 2
    return _Columns(6, gap + 6, gap + 10, gap + 8)


def columns_width(step: int) -> int:
    """Return the width of the columns: cards in hand, side, role, tricks, level."""
    return _columns(step).width


def draw_heading(step: int) -> str:
    wide = _columns(step)
    # Translators: the headings of the context "column" have at most one cell more room than the English.
    hand = right(pgettext("column", "hand"), wide.hand)
    side = right(pgettext("column", "side"), wide.side)
    role = right("", wide.role)
    tricks = right(pgettext("column", "tricks"), wide.tricks)
    total = right(pgettext("column", "level"), _LEVEL)
    return f"{hand}{side}{role}{tricks}{total}"


def draw_columns(view: DaBaiFenView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of all between the hand and the level."""
    shown = view.seats[seat]
    wide = _columns(step)
    hand, total = Span(right(str(shown.cards), wide.hand)), Span(right(level(shown.total), _LEVEL), Hue.STRONG)
    if away:
        return (hand, Span(f"  {left(away, wide.width - wide.hand - _LEVEL - 2)}", Hue.ALERT), total)
    role = Span(right(_role(view, seat), wide.role), Hue.ACCENT if shown.declares else Hue.DIM)
    side, tricks = (
        Span(right(side_letter(shown.side), wide.side), side_hue(shown.side)),
        Span(right(str(shown.tricks), wide.tricks)),
    )
    return (hand, side, role, tricks, total)


def _role(view: DaBaiFenView, seat: Seat) -> str:
    """Return who leads, and which side declares."""
    if seat == view.leader:
        return pgettext("column", "leader")
    return pgettext("column", "declares") if view.seats[seat].declares else ""


def draw_sum(view: DaBaiFenView, seat: Seat, width: int) -> Line:
    """Draw how the level of a seat's side was made: the opponents' points, how far it rises, the level."""
    sheet = view.sheets[-1]
    points = Span(rise(sheet.points[seat]), Hue.STRONG if sheet.points[seat] else Hue.DIM)
    took = worded(_("opponents {took}"), Hue.DIM, took=Span(str(sheet.took)))
    made: Line = (Span("  "), *took, Span(" → ", Hue.DIM), points)
    return between(made, (Span(level(sheet.totals[seat]), Hue.STRONG),), width)


def draw_panel(view: DaBaiFenView, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards and side, its role, its tricks and level."""
    shown = view.seats[seat]
    backs = between(draw_backs(shown.cards, width - 7), (side_words(shown.side),), width)
    at = worded(_("level {level}"), Hue.DIM, level=Span(level(shown.total), Hue.STRONG))
    if counted:
        sheet = view.sheets[-1]
        took = worded(_("opponents {took}"), Hue.DIM, took=Span(str(sheet.took)))
        made: Line = (Span("→ ", Hue.DIM), Span(rise(sheet.points[seat]), Hue.STRONG))
        return (backs, took, between(made, at, width))
    role: Line = (Span(_role(view, seat), Hue.ACCENT if shown.declares else Hue.DIM),)
    taken: Line = (Span(tricks_words(shown.tricks), Hue.TEXT if shown.tricks else Hue.DIM),)
    return (backs, (Span(away, Hue.ALERT),) if away else role, between(taken, at, width))


def cards_gone(view: DaBaiFenView) -> CardsGone:
    table = tuple(card for turn in view.trick.turns for card in turn.cards)
    note = _("Everybody has seen the cards played; those not seen are in other hands, or laid aside.")
    return CardsGone(PACK, view.hand, table, (*view.gone, *view.buried), note)


def advice(view: DaBaiFenView) -> str:
    if view.viewer is None or len(view.legal) < 2:
        return ""
    match view.phase:
        case Phase.DRAWING:
            return _("Expose a card whose suit is long with you; Jokers are trumps anyway.")
        case Phase.BURYING:
            return _("Keep trumps and Aces; what counts is doubled if you lose the last trick.")
        case Phase.FOLLOWING:
            return _following(view)
    return ""


def _following(view: DaBaiFenView) -> str:
    """Return the advice for a card to the trick: counters go to one's own side."""
    holder = view.trick.taker
    last = len(view.trick.turns) == len(view.seats) - 1
    if holder is not None and last and friendly(view, holder) and any(count([card]) for card in view.hand):
        return _("The trick is your side's: a King, a Ten or a Five is safe there.")
    return ""
