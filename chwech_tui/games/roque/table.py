"""The table of Roque: columns, tricks, what is in the middle and what is gone, and the coach."""

from typing import Final, NamedTuple

from chwech_tui.describe import points_words, tricks_words
from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, left, right
from chwech_tui.games.ranks import SuitRanks
from chwech_tui.games.roque.words import has_sides
from chwech_tui.games.score_table import side_hue, side_letter, side_words
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
)
from chwech_tui.model.cards import CardsGone, Laid, ShownTrick, card_line, card_words, suit_words
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import Hue, Line, Picture, Span, figure, worded
from chwech_tui.model.people import People
from protocol.cards import Card
from protocol.language import _, pgettext
from protocol.roque.actions import Play
from protocol.roque.events import DealSheet
from protocol.roque.order import HEIGHTS, ORDER, PACKS, TRICK, count
from protocol.roque.views import Phase, RoqueView
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat, Stage


def reason(view: RoqueView) -> str:
    trick = view.last_trick
    if trick is None or not trick.turns:
        return ""
    cards = [turn.card for turn in trick.turns]
    card = cards[ORDER.taker(cards, view.trump)]
    return taking_words(cards, card, lambda played: played.suit is view.trump)


def friends(view: RoqueView, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that share a contract or its defence with a seat, itself among them."""
    seats = tuple(map(Seat, range(len(view.seats))))
    sides = {other: view.seats[other].side for other in seats}
    if len(set(sides.values())) < len(seats):
        return tuple(other for other in seats if sides[other] == sides[seat])
    return tuple(other for other in seats if (other == view.declarer) == (seat == view.declarer))


def consequence(view: RoqueView, action: Action) -> str:
    viewer = view.viewer
    if not isinstance(action, Play) or viewer is None:
        return ""
    if view.trump is None:
        suit = action.card.suit
        return _("{suit} are trump then", suit=suit_words(suit)) if suit is not None else ""
    cards = [*(turn.card for turn in view.trick.turns), action.card]
    best = ORDER.taker(cards, view.trump)
    seen = {*view.gone, *cards, *view.hand, *view.buried}
    if best == len(cards) - 1:
        points = TRICK + count(cards)
        if len(cards) == len(view.seats):
            return _("you take it: {sum}", sum=points_words(points))
        if not SuitRanks(HEIGHTS, view.trump).is_unbeatable(action.card, seen):
            return _("you take it, unless it is beaten")
        return _("you take it: {points} so far", points=points)
    holder, card = view.trick.turns[best].seat, card_words(cards[best])
    if holder in friends(view, viewer):
        return _("{card} still takes it, for your side", card=card)
    return _("{card} still takes it", card=card)


def news(before: RoqueView, view: RoqueView, people: People) -> Picture:
    """Return what changed between two views of a deal and should not be missed: a bid is made."""
    if view.declarer is None or before.trump is None:
        return ()
    if taken(before) < view.bid <= taken(view):
        own, other = _("You have made your bid of {bid}."), _("{name} has made the bid of {bid}.")
        return ((Span(people.tell(view.declarer, own, other, bid=view.bid), Hue.ACCENT),),)
    return ()


def taken(view: RoqueView) -> int:
    """Return what the declarer's side has taken openly, without the cards laid aside."""
    if view.declarer is None:
        return 0
    return view.seats[view.declarer].took


def has_last_trick(view: RoqueView) -> bool:
    return view.last_trick is not None


def shown_trick(middle: Middle[RoqueView], width: int) -> ShownTrick:
    """Return the open trick; or the previous one, while nothing has been led or while the viewer looks back.

    Before the first trick it is the auction: the last thing that each seat said.
    """
    view, people = middle.view, middle.people
    if view.trick.turns and not middle.looking_back:
        titles = open_titles(view.trump, led_line(view.trick.turns[0].card, view.trump), view.trick.taker, people)
        above = (first_fitting(titles, width), _contract(view, people))
        return ShownTrick(above, laid(view.trick), view.trick.taker)
    last = view.last_trick
    if last is not None:
        took = took_line(last.taker, reason(view), people)
        titles = taken_titles(
            view.trump, led_line(last.turns[0].card, view.trump), took, looking_back=middle.looking_back
        )
        above = (first_fitting(titles, width), _contract(view, people))
        return ShownTrick(above, laid(last, over=True), last.taker)
    return ShownTrick((_auction_title(view, people), _contract(view, people)), _calls(view))


def _calls(view: RoqueView) -> Laid:
    """Return what each seat has said, in the order of speaking: the dealer is the last."""
    players = len(view.seats)
    dealer = view.sheets[-1].dealer if view.phase is Phase.DEALING and view.sheets else view.dealer
    order = [Seat((dealer - step) % players) for step in range(1, players + 1)]
    said = [(seat, _call(view, seat)) for seat in order]
    return Laid(tuple((seat, words) for seat, words in said if words), view.phase is not Phase.BIDDING)


def _call(view: RoqueView, seat: Seat) -> str:
    """Return the last that a seat said; empty if it has not spoken."""
    shown = view.seats[seat]
    return pgettext("column", "pass") if shown.passed else str(shown.bid or "")


def _auction_title(view: RoqueView, people: People) -> Line:
    """Return the title of an auction, and what follows from it."""
    if view.phase is Phase.BURYING and view.declarer is not None:
        own = _("You have the widow, and lay {cards} cards aside")
        other = _("{name} has the widow, and lays {cards} cards aside")
        return (Span(people.tell(view.declarer, own, other, cards=view.widow_cards), Hue.ACCENT),)
    if view.phase is Phase.LEADING and view.declarer is not None:
        own, other = _("You lead: that suit is trump"), _("{name} leads: that suit is trump")
        return (Span(people.tell(view.declarer, own, other), Hue.ACCENT),)
    if view.declarer is not None:
        own, other = _("Auction: you have {bid}"), _("Auction: {name} has {bid}")
        return (Span(people.tell(view.declarer, own, other, bid=view.bid), Hue.ACCENT),)
    if view.phase is Phase.BIDDING:
        return (Span(_("Auction: nobody has bid yet"), Hue.DIM),)
    return (Span(_("Everybody has passed"), Hue.DIM),) if view.sheets else ()


def _contract(view: RoqueView, people: People) -> Line:
    """Draw how the contract stands, or what is laid aside."""
    if view.declarer is None or view.phase is Phase.BIDDING:
        return ()
    if view.phase is Phase.BURYING and view.widow:
        return worded(_("the widow was {cards}"), Hue.DIM, cards=card_line(view.widow))
    if view.phase is Phase.BURYING:
        return worded(_("{aside} of {cards} laid aside"), Hue.DIM, aside=str(view.aside), cards=view.widow_cards)
    own, other = _("You bid {bid}, with {took} taken"), _("{name} bid {bid}, with {took} taken")
    ended = view.sheets[-1] if view.stage is not Stage.PLAYING and view.sheets else None
    took = Span(str(ended.took[view.declarer] if ended is not None else taken(view)), Hue.STRONG)
    stands = people.line(view.declarer, own, other, Hue.DIM, bid=Span(str(view.bid), Hue.ACCENT), took=took)
    if not view.buried:
        return stands
    return joined(stands, worded(_("aside {cards}"), Hue.DIM, cards=card_line(view.buried)))


def draw_pile(view: RoqueView, seat: Seat) -> Line:
    return draw_tricks([trick for trick, owner in _tricks(view) if owner == seat])


def _tricks(view: RoqueView) -> list[tuple[tuple[Card, ...], Seat]]:
    """Return the tricks taken in this deal, each with its taker, who led to the next one."""
    players, found = len(view.seats), list[tuple[tuple[Card, ...], Seat]]()
    leader: int | None = view.declarer
    for first in range(0, len(view.gone), players):
        if leader is None:
            break
        trick = view.gone[first : first + players]
        leader = (leader - ORDER.taker(trick, view.trump)) % players
        found.append((trick, Seat(leader)))
    return found


_TOTAL: Final = 7
"""The width of the column of the total, in cells."""


class _Columns(NamedTuple):
    """The widths of the columns of a seat, in cells; the side has none where everybody is one."""

    hand: int
    bid: int
    side: int
    tricks: int
    took: int

    @property
    def width(self) -> int:
        """The width of all columns."""
        return sum(self) + _TOTAL


def _columns(step: int, *, sides: bool) -> _Columns:
    gap = 2 * step - 2
    return _Columns(6, gap + 7, gap + 5 if sides else 0, gap + 7, gap + 7)


def columns_width(setup: Setup, step: int) -> int:
    """Return the width of the columns: cards in hand, bid, side, tricks, what they count, total."""
    return _columns(step, sides=has_sides(setup)).width


def draw_heading(setup: Setup, step: int) -> str:
    wide = _columns(step, sides=has_sides(setup))
    # Translators: the headings of the context "column" have at most one cell more room than the English.
    hand = right(pgettext("column", "hand"), wide.hand)
    bid = right(pgettext("column", "bid"), wide.bid)
    side = right(pgettext("column", "side"), wide.side) if wide.side else ""
    tricks = right(pgettext("column", "tricks"), wide.tricks)
    took = right(pgettext("column", "took"), wide.took)
    total = right(pgettext("column", "total"), _TOTAL)
    return f"{hand}{bid}{side}{tricks}{took}{total}"


def draw_columns(view: RoqueView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of all between the hand and the total."""
    shown = view.seats[seat]
    wide = _columns(step, sides=_partners(view))
    hand, total = Span(right(str(shown.cards), wide.hand)), Span(right(figure(shown.total), _TOTAL), Hue.STRONG)
    if away:
        return (hand, Span(f"  {left(away, wide.width - wide.hand - _TOTAL - 2)}", Hue.ALERT), total)
    side = right(side_letter(shown.side), wide.side) if wide.side else ""
    bid = _bid(view, seat)
    rest = f"{right(str(shown.tricks), wide.tricks)}{right(str(shown.took), wide.took)}"
    return (hand, Span(right(bid.text, wide.bid), bid.hue), Span(side, side_hue(shown.side)), Span(rest), total)


def _partners(view: RoqueView) -> bool:
    """Return True if people play in sides."""
    return len({seat.side for seat in view.seats}) < len(view.seats)


def _bid(view: RoqueView, seat: Seat) -> Span:
    """Return what a seat has said in the auction; once it is over, what the declarer has to take."""
    shown = view.seats[seat]
    if shown.passed:
        return Span(pgettext("column", "pass"), Hue.DIM)
    return Span(str(shown.bid or ""), Hue.ACCENT if shown.declares else Hue.TEXT)


def draw_sum(view: RoqueView, seat: Seat, width: int) -> Line:
    """Draw how the score of a seat's side was made: the bid, what was taken, the points, the total."""
    sheet = view.sheets[-1]
    points = Span(figure(sheet.points[seat]), Hue.STRONG if sheet.points[seat] else Hue.DIM)
    made: Line = (Span("  "), *_made(sheet, seat), Span(" → ", Hue.DIM), points)
    return between(made, (Span(figure(sheet.totals[seat]), Hue.STRONG),), width)


def _made(sheet: DealSheet, seat: Seat) -> Line:
    """Return what a seat's side took, and what it had bid."""
    took = worded(_("took {took}"), Hue.DIM, took=Span(str(sheet.took[seat])))
    if seat != sheet.declarer:
        return took
    return worded(_("bid {bid}, {took}"), Hue.DIM, bid=Span(str(sheet.bid), Hue.ACCENT), took=took)


def draw_panel(view: RoqueView, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards, its bid and what it took, its tricks and total."""
    shown = view.seats[seat]
    side = (side_words(shown.side),) if _partners(view) else ()
    backs = between(draw_backs(shown.cards, width - 6), side, width)
    if counted:
        sheet = view.sheets[-1]
        made: Line = (Span("→ ", Hue.DIM), Span(figure(sheet.points[seat]), Hue.STRONG))
        total = worded(_("total {total}"), Hue.DIM, total=Span(figure(sheet.totals[seat]), Hue.STRONG))
        return (backs, _made(sheet, seat), between(made, total, width))
    took = worded(_("took {took}"), Hue.DIM, took=Span(str(shown.took)))
    progress = between(_said(view, seat), took, width)
    total = worded(_("total {total}"), Hue.DIM, total=Span(figure(shown.total), Hue.STRONG))
    taken: Line = (Span(tricks_words(shown.tricks), Hue.TEXT if shown.tricks else Hue.DIM),)
    return (backs, (Span(away, Hue.ALERT),) if away else progress, between(taken, total, width))


def _said(view: RoqueView, seat: Seat) -> Line:
    """Return the bid of a seat in words, as far as it matters now."""
    bid = _bid(view, seat)
    if not bid.text or view.seats[seat].passed:
        return (bid,)
    return worded(_("bid {bid}"), Hue.DIM, bid=bid)


def pack_of(view: RoqueView) -> tuple[Card, ...]:
    """Return the cards that are dealt from."""
    return PACKS.get(len(view.seats), ())


def cards_gone(view: RoqueView) -> CardsGone:
    table = tuple(turn.card for turn in view.trick.turns)
    note = _("Everybody has seen the cards played; those not seen are in other hands, or laid aside.")
    return CardsGone(pack_of(view), view.hand, table, (*view.gone, *view.buried), note)


def certain_rest(view: RoqueView) -> tuple[Card, ...]:
    if view.phase is not Phase.LEADING or view.trump is None or not view.legal:
        return ()
    known = {*view.hand, *view.gone, *view.buried}
    others = [card for card in pack_of(view) if card not in known]
    return SuitRanks(HEIGHTS, view.trump).certain_rest(view.hand, others)


_LAST_TRICK: Final = "last_trick"
"""The option with which the cards laid aside belong to who takes the last trick."""


def advice(setup: Setup, view: RoqueView) -> str:
    viewer = view.viewer
    if viewer is None or len(view.legal) < 2:
        return ""
    match view.phase:
        case Phase.BIDDING:
            return _("Count on half of all points, and more for long suits and Aces; the widow helps.")
        case Phase.BURYING:
            if setup.options.get("discards") == _LAST_TRICK:
                return _("Keep Aces and your longest suit.")
            return _("Keep Aces and your longest suit; what you lay aside counts for you.")
        case Phase.FOLLOWING:
            return _following(view, viewer)
    return _leading(view, viewer)


def _leading(view: RoqueView, viewer: Seat) -> str:
    """Return the advice for a lead: the declarer draws trumps."""
    if view.trump is None:
        return _("The suit you lead is trump: lead from your longest.")
    seen = {*view.gone, *view.hand, *view.buried}
    out = any(card.suit is view.trump and card not in seen for card in PACKS[len(view.seats)])
    held = any(card.suit is view.trump for card in view.hand)
    return _("Lead trumps while others hold some.") if viewer == view.declarer and held and out else ""


def _following(view: RoqueView, viewer: Seat) -> str:
    """Return the advice for a card to the trick: counters go to one's own side."""
    holder = view.trick.taker
    last = len(view.trick.turns) == len(view.seats) - 1
    counters = [card for card in view.hand if _counts(card)]
    if holder is None or not counters:
        return ""
    if last and holder != viewer and holder in friends(view, viewer):
        return _("The trick is your side's: an Ace, a Ten or a Five is safe there.")
    if view.declarer is not None and viewer not in friends(view, view.declarer) and taken(view) < view.bid:
        return _("{bid} is what they bid: keep points from them.", bid=view.bid)
    return ""


def _counts(card: Card) -> bool:
    """Return True if a card counts points."""
    return count([card]) > 0
