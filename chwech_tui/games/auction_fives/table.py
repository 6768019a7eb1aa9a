"""The table of Auction Forty-Fives: columns, tricks, what is in the middle and what is gone, and the coach."""

from collections.abc import Iterable, Sequence
from typing import Final

from chwech_tui.describe import cards_words, tricks_words
from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, left, right
from chwech_tui.games.auction_fives.words import call_words, contract_words
from chwech_tui.games.ranks import best_trump_advice, is_unbeatable, order_led_line, ranks_line
from chwech_tui.games.ranks import certain_rest as rest_of
from chwech_tui.games.score_table import side_hue, side_letter, side_title, side_words
from chwech_tui.games.titles import (
    draw_tricks,
    first_fitting,
    joined,
    laid,
    open_titles,
    taken_titles,
    taking_words,
    took_line,
    trump_line,
)
from chwech_tui.model.cards import CardsGone, Laid, ShownTrick, card_words
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import Hue, Line, Picture, Span, change, figure, worded
from chwech_tui.model.people import People
from protocol.auction_fives.actions import Play
from protocol.auction_fives.views import AuctionFivesView, Phase
from protocol.cards import FACES, Card, Rank
from protocol.language import _, pgettext
from protocol.vocabulary import Action, Seat

TRICK: Final = 5
"""The points of a trick."""


def reason(view: AuctionFivesView) -> str:
    trick, order = view.last_trick, view.order
    if trick is None or order is None:
        return ""
    card = next((turn.card for turn in trick.turns if turn.seat == trick.taker), None)
    return "" if card is None else taking_words([turn.card for turn in trick.turns], card, order.is_trump)


def consequence(view: AuctionFivesView, action: Action) -> str:
    """Return what a card of the viewer would do, as far as anybody can know."""
    order, viewer = view.order, view.viewer
    if not isinstance(action, Play) or order is None or viewer is None:
        return ""
    turns = view.trick.turns
    cards = [*(turn.card for turn in turns), action.card]
    best = order.taker(cards)
    seen = {*view.gone, *cards, *view.discards, *view.hand}
    if best == len(cards) - 1:
        sure = len(cards) == len(view.seats) or is_unbeatable(order, action.card, seen)
        return _("you take it") if sure else _("you take it, unless it is beaten")
    taker, card = turns[best].seat, card_words(cards[best])
    if view.seats[taker].side == view.seats[viewer].side:
        return _("{card} still takes it, for your side", card=card)
    return _("{card} still takes it", card=card)


def taken_by(view: AuctionFivesView, side: int) -> int:
    """Return the points of the tricks that a side has taken so far, without those for the highest trump."""
    return TRICK * sum(seat.tricks for seat in view.seats if seat.side == side)


def news(before: AuctionFivesView, view: AuctionFivesView) -> Picture:
    """Return that the bidders have taken enough, when it becomes so."""
    if view.bidder is None or before.bidder != view.bidder or view.turn is None:
        return ()
    side = view.seats[view.bidder].side
    if taken_by(before, side) < view.bid <= taken_by(view, side):
        return ((Span(_("{side} has made its bid.", side=side_title(side)), Hue.ALERT),),)
    return ()


_TALK = {Phase.BIDDING, Phase.NAMING}
_EXCHANGE = {Phase.DRAWING, Phase.PICKING}


def columns_width(step: int) -> int:
    """Return the width of the columns: cards in hand, side, bid, tricks, points."""
    return 6 + 6 + 7 + 8 + 8 + 4 * (step - 1)


def draw_heading(step: int) -> str:
    gap = step - 1
    hand, side = right(pgettext("column", "hand"), 6), right(pgettext("column", "side"), 6 + gap)
    bid, tricks = right(pgettext("column", "bid"), 7 + gap), right(pgettext("column", "tricks"), 8 + gap)
    total = right(pgettext("column", "total"), 8 + gap)
    return f"{hand}{side}{bid}{tricks}{total}"


def _bid_text(view: AuctionFivesView, seat: Seat) -> str:
    """Return what a seat has bid: in the auction its last call, later the bid that stands."""
    if view.phase in _TALK:
        call = next((call for call in reversed(view.calls) if call.seat == seat), None)
        return "" if call is None else "–" if call.points is None else str(call.points)
    return str(view.bid) if view.bidder == seat else ""


def draw_columns(view: AuctionFivesView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of its side and its bid."""
    shown, gap = view.seats[seat], step - 1
    middle: Line = (
        Span(right(side_letter(shown.side), 6 + gap), side_hue(shown.side)),
        Span(right(_bid_text(view, seat), 7 + gap), Hue.ACCENT),
    )
    if away:
        middle = (Span(f"  {left(away, 11 + 2 * gap)}", Hue.ALERT),)
    return (
        Span(f"  {right(str(shown.cards), 4)}"),
        *middle,
        Span(right(str(shown.tricks), 8 + gap)),
        Span(right(figure(shown.total), 8 + gap), Hue.STRONG),
    )


def draw_sum(view: AuctionFivesView, seat: Seat, width: int) -> Line:
    """Draw how the score of a seat's side was made: its tricks, what the side has taken and scored, the total."""
    sheet = view.sheets[-1]
    made = worded(_("took {taken}"), Hue.DIM, taken=Span(str(sheet.taken[seat])))
    points = Span(change(sheet.points[seat]), Hue.STRONG if sheet.points[seat] > 0 else Hue.DIM)
    own = view.seats[seat].side
    side = Span(right(side_letter(own), 3), side_hue(own))
    line: Line = (side, Span("   "), *made, Span(" → ", Hue.DIM), points)
    return between(line, (Span(figure(sheet.totals[seat]), Hue.STRONG),), width)


def draw_panel(view: AuctionFivesView, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards and side, its bid or its tricks, its score."""
    shown = view.seats[seat]
    backs = between(draw_backs(shown.cards, width - 7), (side_words(shown.side),), width)
    if counted:
        sheet = view.sheets[-1]
        took = worded(_("took {taken}"), Hue.DIM, taken=Span(str(sheet.taken[seat])))
        points = worded(_("points {points}"), Hue.DIM, points=Span(change(sheet.points[seat]), Hue.STRONG))
        return (backs, took, between(points, (Span(figure(sheet.totals[seat]), Hue.STRONG),), width))
    bid = _bid_text(view, seat)
    said: Line = worded(_("bid {bid}"), Hue.DIM, bid=Span(bid, Hue.ACCENT)) if bid else ()
    tricks = (Span(tricks_words(shown.tricks), Hue.TEXT if shown.tricks else Hue.DIM),)
    total = worded(_("total {total}"), Hue.DIM, total=Span(figure(shown.total), Hue.STRONG))
    second = (Span(away, Hue.ALERT),) if away else between(tricks, said, width)
    return (backs, second, between((), total, width))


def has_last_trick(view: AuctionFivesView) -> bool:
    return view.last_trick is not None


def shown_trick(middle: Middle[AuctionFivesView], width: int) -> ShownTrick:
    """Return the auction, the draw, the open trick, or the previous one while nothing is led."""
    view, people = middle.view, middle.people
    last, details = view.last_trick, (_contract(view, people), ())
    if view.trick.turns and not middle.looking_back:
        titles = open_titles(view.trump, order_led_line(view.order, view.trick), view.trick.taker, people, details)
        return ShownTrick(_above(view, titles, width), laid(view.trick), view.trick.taker)
    if last is not None:
        took = took_line(last.taker, reason(view), people)
        titles = taken_titles(
            view.trump, order_led_line(view.order, last), took, details, looking_back=middle.looking_back
        )
        return ShownTrick(_above(view, titles, width), laid(last, over=True), last.taker)
    if view.trump is None:
        return _auction(view, people)
    return _exchange(view, people, width)


def _auction(view: AuctionFivesView, people: People) -> ShownTrick:
    """Return the last call of each seat, in the order of the auction."""
    last = {call.seat: call_words(call) for call in view.calls}
    turn: Line = ()
    if view.turn is not None:
        own, other = _("you bid or pass"), _("{name} bids or passes")
        if view.phase is Phase.NAMING:
            own, other = _("you name trumps"), _("{name} names trumps")
        turn = (Span(people.tell(view.turn, own, other), Hue.ACCENT),)
    stands: Line = (Span(_("Auction: nobody has bid yet"), Hue.DIM),)
    if view.bidder is not None:
        own, other = _("Auction: you have {bid}"), _("Auction: {name} has {bid}")
        stands = (Span(people.tell(view.bidder, own, other, bid=view.bid), Hue.ACCENT),)
    if view.phase not in _TALK:
        stands = (Span(_("Everybody has passed"), Hue.DIM),) if view.calls else ()
    kitty: Line = (Span(_("kitty of {cards}", cards=cards_words(view.kitty)), Hue.DIM),) if view.kitty else ()
    titles = (joined(stands, turn), kitty)
    return ShownTrick(titles, Laid(tuple(last.items())), view.bidder if view.calls else None)


def _exchange(view: AuctionFivesView, people: People, width: int) -> ShownTrick:
    """Return who has drawn how many cards, and who does so now."""
    drawn = {
        Seat(seat): _drawn_words(view.seats[seat].drawn)
        for seat in _from(view.dealer + 1, len(view.seats))
        if view.seats[seat].drawn is not None
    }
    turn: Line = ()
    if view.turn is not None:
        own, other = _("you lay cards aside"), _("{name} lays cards aside")
        if view.phase is Phase.PICKING:
            own, other = _("you pick"), _("{name} picks")
        if view.phase is Phase.LEADING:
            own, other = _("You lead the first trick"), _("{name} leads the first trick")
        turn = (Span(people.tell(view.turn, own, other), Hue.ACCENT),)
    left_over: Line = (Span(_("{cards} left", cards=cards_words(view.stock)), Hue.DIM),)
    titles = (
        joined(trump_line(view.trump), _contract(view, people), left_over, turn),
        joined(trump_line(view.trump, short=True), _contract(view, people), turn),
    )
    return ShownTrick(_above(view, titles, width), Laid(tuple(drawn.items())))


def _from(first: int, seats: int) -> Sequence[int]:
    return [(first + step) % seats for step in range(seats)]


def _drawn_words(drawn: int | None) -> str:
    return _("keeps 5") if not drawn else _("draws {n}", n=drawn)


def _above(view: AuctionFivesView, titles: Iterable[Line], width: int) -> Picture:
    """Return the lines above a trick: its title, and below it how the cards rank."""
    led = view.trick.turns[0].card if view.trick.turns else None
    known = view.order is not None and view.trump is not None
    ranks = ranks_line(view.order, view.trump, led, width) if known and view.order and view.trump else ()
    return (first_fitting(titles, width), ranks)


def _contract(view: AuctionFivesView, people: People) -> Line:
    """Draw whose bid stands, and in the play what its side has taken so far."""
    if view.bidder is None:
        return ()
    said = Span(contract_words(view, people), Hue.DIM)
    if view.phase in _EXCHANGE:
        return (said,)
    taken = taken_by(view, view.seats[view.bidder].side)
    return (said, Span(_(", has {taken}", taken=taken), Hue.DIM)) if taken else (said,)


def draw_pile(view: AuctionFivesView, seat: Seat) -> Line:
    return draw_tricks([trick for trick, taker in _tricks(view) if taker == seat])


def _tricks(view: AuctionFivesView) -> list[tuple[Sequence[Card], Seat]]:
    """Return the tricks taken in this deal, each with its taker, who led to the next one."""
    players, order = len(view.seats), view.order
    if order is None or view.first is None:
        return []
    found: list[tuple[Sequence[Card], Seat]] = []
    leader = view.first
    for first in range(0, len(view.gone), players):
        trick = view.gone[first : first + players]
        leader = Seat((leader + order.taker(trick)) % players)
        found.append((trick, leader))
    return found


_NEVER: Final = {Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN, Rank.JOKER}

PACK: Final = tuple(card for card in FACES if card.rank not in _NEVER)
"""The cards that are dealt from."""


def cards_gone(view: AuctionFivesView) -> CardsGone:
    table = tuple(turn.card for turn in view.trick.turns)
    note = _("Everybody has seen the cards played; those not seen are in other hands, aside, or were not dealt.")
    return CardsGone(PACK, view.hand, table, (*view.gone, *view.discards), note)


def certain_rest(view: AuctionFivesView) -> tuple[Card, ...]:
    """Return the hand from the highest trump down, if no card that may be in another hand takes any of its tricks."""
    order = view.order
    if order is None or view.phase is not Phase.LEADING or not view.legal:
        return ()
    known = {*view.hand, *view.gone, *view.discards}
    others = [card for card in PACK if card not in known]
    return rest_of(order, view.hand, others)


def advice(view: AuctionFivesView) -> str:
    if len(view.legal) < 2:
        return ""
    match view.phase:
        case Phase.BIDDING:
            return _("Three trumps with the Five or the Jack are worth about 20.")
        case Phase.NAMING:
            return _("Name the suit of which you have the most high trumps.")
        case Phase.DRAWING:
            return _("Keep trumps, and perhaps a King; lay the rest aside.")
        case Phase.LEADING | Phase.FOLLOWING:
            return best_trump_advice(view.order, view.hand, view.trick, {*view.gone, *view.discards})
    return ""
