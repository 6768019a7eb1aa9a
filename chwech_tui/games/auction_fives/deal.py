"""A deal of Auction Forty-Fives: what each key does, scores, what everybody may know, and checks of what is drawn."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.describe import cards_words
from chwech_tui.games.auction_fives.table import PACK
from chwech_tui.games.auction_fives.words import TITLE, ending
from chwech_tui.games.ranks import suit_choice, suit_hint
from chwech_tui.games.score_table import Column, column, read_scores, score_table, side_hue, side_letter
from chwech_tui.model.cards import PublicDeal, TrickText, card_words, suit_words, trick_texts
from chwech_tui.model.checks import (
    LARGEST,
    check_counts,
    check_each_seat,
    check_points,
    check_seats,
    check_trick,
    demand,
)
from chwech_tui.model.game import Choice, DealScore, GameResult, Move, Several
from chwech_tui.model.ink import Hue, Line, Span, change, figure
from chwech_tui.model.people import People
from protocol.auction_fives.actions import (
    DRAW,
    HOLD,
    PASS,
    AuctionFivesAction,
    Bid,
    Discard,
    Draw,
    Hold,
    Name,
    Pick,
    Play,
)
from protocol.auction_fives.events import BidMade, DealEnded, DealSheet, Drawn, GameEnded, Held, StockOpened
from protocol.auction_fives.views import AuctionFivesView, Phase, Trick
from protocol.cards import Card
from protocol.colour_order import Order
from protocol.language import N_, _, pgettext
from protocol.vocabulary import Action, Event, Seat

HAND: Final = 5
"""The number of cards that are played."""


def action_words(action: Action) -> str:
    match action:
        case Play(card=card):
            return card_words(card)
        case Bid(points=points):
            return _("bid {points}", points=points)
        case Hold():
            return _("hold")
        case Name(suit=suit):
            return _("make {suit} trump", suit=suit_words(suit))
        case Discard(card=card):
            return _("lay {card} aside", card=card_words(card))
        case Pick(card=card):
            return _("pick {card}", card=card_words(card))
        case Draw():
            return _("draw")
    return _("pass")


def usable(view: AuctionFivesView) -> tuple[Card, ...]:
    """Return the cards of the hand that can be played or laid aside."""
    return tuple(action.card for action in view.legal if isinstance(action, Play | Discard))


def moves(view: AuctionFivesView, card: Card | None) -> tuple[Move, ...]:
    """Return what the keys do: in the auction, in the draw, in the play."""
    match view.phase:
        case Phase.BIDDING:
            return _calls(view)
        case Phase.NAMING:
            choices = tuple(suit_choice(name.suit, name) for name in _names(view))
            return (
                (Move("m", _("name trumps"), choices, _("Which suit is trump?"), suit_hint(choices)),)
                if choices
                else ()
            )
        case Phase.DRAWING:
            return (_move("d", draw_words(view), DRAW),) if DRAW in view.legal else ()
        case Phase.PICKING:
            picks = tuple(Choice("", card_words(pick.card), pick) for pick in view.legal if isinstance(pick, Pick))
            hint = _("← or → for the card, then Enter")
            return (Move("d", _("pick a card"), picks, _("Which card?"), hint),) if picks else ()
    return tuple(
        _move("enter", _("play {card}", card=card_words(play.card)), play)
        for play in view.legal
        if isinstance(play, Play) and play.card == card
    )


def _names(view: AuctionFivesView) -> tuple[Name, ...]:
    return tuple(action for action in view.legal if isinstance(action, Name))


def _calls(view: AuctionFivesView) -> tuple[Move, ...]:
    bids = tuple(Choice("", str(bid.points), bid) for bid in view.legal if isinstance(bid, Bid))
    found = []
    if bids:
        one = _("bid {points}", points=bids[0].label)
        label = one if len(bids) == 1 else _("bid")
        hint = _("← or → for the number, then Enter")
        found.append(Move("b", label, bids, pgettext("auction", "Your bid:"), hint))
    if HOLD in view.legal:
        found.append(_move("g", _("hold {points}", points=view.bid), HOLD))
    if PASS in view.legal:
        found.append(_move("p", _("pass"), PASS))
    return tuple(found)


def draw_words(view: AuctionFivesView) -> str:
    """Return what the end of one's discards brings."""
    missing = HAND - len(view.hand)
    return _("draw {cards}", cards=cards_words(missing)) if missing else _("keep all five")


def _move(key: str, label: str, action: AuctionFivesAction) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def several(view: AuctionFivesView) -> Several | None:
    """Return the choice of cards to lay aside."""
    if view.phase is not Phase.DRAWING or not any(isinstance(action, Discard) for action in view.legal):
        return None
    held = len(view.hand)
    most = min(held, held - HAND + min(view.most, view.stock))
    return Several(max(0, held - HAND), most, _("Lay aside"))


def several_action(view: AuctionFivesView, cards: tuple[Card, ...]) -> Action | str:
    """Return the discard of the first card, or the draw that ends them."""
    if cards:
        return Discard(cards[0])
    return DRAW if DRAW in view.legal else _("Lay cards aside until five are left.")


def turn_words(view: AuctionFivesView) -> str:
    match view.phase:
        case Phase.BIDDING:
            return _bid_words(view)
        case Phase.NAMING:
            return _("Name the trump suit")
        case Phase.DRAWING:
            return _("Lay cards aside, or keep them") if DRAW in view.legal else _("Lay cards aside, down to five")
        case Phase.PICKING:
            return _("Pick {cards} from those left", cards=cards_words(HAND - len(view.hand)))
    led = view.trick.turns[0].card if view.trick.turns else None
    return _("Lead a card") if led is None or view.order is None else _follow_words(view, view.order, led)


def _bid_words(view: AuctionFivesView) -> str:
    if PASS not in view.legal:
        return _("All others have passed: you have to bid")
    if not any(isinstance(action, Bid) for action in view.legal):
        return _("Hold {bid}, or pass", bid=view.bid) if HOLD in view.legal else _("Only a pass is left")
    if not view.bid:
        return _("Bid, or pass")
    if HOLD in view.legal:
        return _("Bid more than {bid}, hold it, or pass", bid=view.bid)
    return _("Bid more than {bid}, or pass", bid=view.bid)


def _follow_words(view: AuctionFivesView, order: Order, led: Card) -> str:
    plays = usable(view)
    trumps = [card for card in view.hand if order.is_trump(card)]
    if order.is_trump(led) or led.suit is None:
        return _("Play any card") if len(plays) == len(view.hand) > len(trumps) else _("Play a trump")
    if not any(card.suit is led.suit and not order.is_trump(card) for card in view.hand):
        return _("Play any card")
    suit = suit_words(led.suit)
    return _("Follow {suit} or play a trump", suit=suit) if trumps else _("Follow {suit}", suit=suit)


def refusal(view: AuctionFivesView, key: str, card: Card | None) -> str:
    """Return why a key does nothing now."""
    match view.phase:
        case Phase.BIDDING:
            return _why_not_call(view, key)
        case Phase.NAMING:
            return _("First name the trump suit.")
        case Phase.DRAWING:
            return _("Mark the cards to lay aside with the space bar; Enter then draws.")
        case Phase.PICKING:
            return _("First pick the cards that are missing to five.")
    if key != "enter":
        return _("The auction is over: play a card.")
    return _why_not_play(view, card_words(card) if card is not None else _("that card"))


def _why_not_call(view: AuctionFivesView, key: str) -> str:
    asked = _bid_words(view)
    if key == "g":
        return _("You cannot hold. {asked}.", asked=asked)
    return f"{asked}." if key in {"b", "p"} else _("The auction comes first. {asked}.", asked=asked)


def _why_not_play(view: AuctionFivesView, card: str) -> str:
    order = view.order
    if order is None or not view.trick.turns:
        return _("You cannot play {card} now.", card=card)
    led = view.trick.turns[0].card
    if order.is_trump(led) or led.suit is None:
        return _("{led} is a trump, and you have to play one: not {card}.", led=card_words(led), card=card)
    suit = suit_words(led.suit).capitalize()
    if any(order.is_trump(held) for held in view.hand):
        return _("{suit} were led, and you have some: play one or a trump, not {card}.", suit=suit, card=card)
    return _("{suit} were led, and you have some: play one, not {card}.", suit=suit, card=card)


def premove_refusal(view: AuctionFivesView, card: Card | None) -> str:
    """Return why a card cannot be a premove: nothing but a card to a trick is chosen before the turn."""
    if not view.legal or card is None:
        return ""
    if view.phase is Phase.LEADING:
        return _("The lead is yours: {card} was not meant for that.", card=card_words(card))
    if view.phase is not Phase.FOLLOWING:
        return refusal(view, "enter", card)
    return "" if card in usable(view) else refusal(view, "enter", card)


def height(view: AuctionFivesView, card: Card) -> int:
    return view.order.heights[card] if view.order is not None else 0


_LEAST: Final = 7
"""The least width of a column, in cells."""


def sides(view: AuctionFivesView) -> tuple[int, ...]:
    return tuple(seat.side for seat in view.seats)


def points(view: AuctionFivesView, page: int) -> tuple[int, ...]:
    return view.sheets[page].points


def _columns() -> tuple[Column, ...]:
    """Return the columns of the score of a deal: side, tricks, points taken, points, total."""
    return (
        column(pgettext("column", "side"), _LEAST),
        column(pgettext("score sheet", "tricks"), _LEAST),
        column(pgettext("score sheet", "taken"), _LEAST),
        column(pgettext("score sheet", "points"), _LEAST),
        column(pgettext("score sheet", "total"), _LEAST),
    )


def deal_score(view: AuctionFivesView, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made: by what each side took, and by the bid."""
    sheet, columns = view.sheets[page], _columns()
    rows = (_row(view, sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    return score_table(page, ending(sheet, people), columns, rows, _notes(view, page, people))


def _row(view: AuctionFivesView, sheet: DealSheet, seat: Seat, columns: tuple[Column, ...]) -> Line:
    side, tricks, taken, points, in_all = columns
    own, total = view.seats[seat].side, sheet.totals[seat]
    return (
        Span(side.put(side_letter(own)), side_hue(own)),
        Span(tricks.put(str(sheet.tricks[seat]))),
        Span(taken.put(str(sheet.taken[seat]))),
        Span(points.put(change(sheet.points[seat]))),
        Span(in_all.put(figure(total)), Hue.ACCENT if total == max(sheet.totals) else Hue.STRONG),
    )


def _notes(view: AuctionFivesView, page: int, people: People) -> list[str]:
    """Return what the figures mean, and which card scored 5 for its trick."""
    sheet, notes = view.sheets[page], [_("Taken, points and totals are those of the side; partners share them.")]
    if sheet.best is not None and sheet.best_seat is not None:
        own, other = _("{card} of yours was worth 5 more."), _("{card} of {name} was worth 5 more.")
        notes.append(people.tell(sheet.best_seat, own, other, card=card_words(sheet.best)))
    return notes


def read_result(record: str) -> GameResult | None:
    return read_scores(record, {"auction-forty-fives": TITLE}, lambda score: f"{figure(score)} ")


_TURNS: Final = {
    Phase.BIDDING: N_("{name} bids or passes."),
    Phase.NAMING: N_("{name} names trumps."),
    Phase.DRAWING: N_("{name} lays cards aside."),
    Phase.PICKING: N_("{name} picks cards."),
    Phase.LEADING: N_("{name} leads."),
    Phase.FOLLOWING: N_("{name} follows."),
}
"""What the seat does whose turn it is, marked for translation."""


class AuctionFivesDeal(PublicDeal[AuctionFivesView]):
    """A deal of Auction Forty-Fives as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        cards, tricks = pgettext("heading", "Cards"), pgettext("heading", "Tricks")
        return (pgettext("heading", "Side"), cards, tricks, pgettext("heading", "Points"))

    def numbers(self, seat: int) -> tuple[str, ...]:
        one = self.view.seats[seat]
        return (side_letter(one.side), str(one.cards), str(one.tricks), figure(one.total))

    def sentence(self, names: Sequence[str]) -> str:
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            total = figure(self.view.seats[self.view.winners[0]].total)
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.view.deal, "dealer": names[self.view.dealer]}
        if self.view.phase is Phase.DEALING:
            return _("Deal {number} comes next, dealt by {dealer}.", **said)
        turn = "" if self.view.turn is None else _(_TURNS[self.view.phase], name=names[self.view.turn])
        parts = (_("Deal {number}, dealt by {dealer}.", **said), self._bids(names), self.trumps(names), turn)
        return " ".join(filter(None, parts))

    def _bids(self, names: Sequence[str]) -> str:
        if self.view.bidder is None:
            return _("No bid yet.")
        return _("{name} bids {bid}.", name=names[self.view.bidder], bid=self.view.bid)

    def trumps(self, names: Sequence[str]) -> str:
        return "" if self.view.trump is None else _("{suit} are trump.", suit=suit_words(self.view.trump).capitalize())

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        return trick_texts(self.view.last_trick, self.view.trick, names)


_NAMED_TRUMP = frozenset({Phase.DRAWING, Phase.PICKING, Phase.LEADING, Phase.FOLLOWING})
_CARDS = frozenset(PACK)


def check_view(view: AuctionFivesView, players: int) -> None:
    demand(0 <= view.target <= LARGEST, f"a game to {view.target} is absurd")
    demand(1 <= view.deals <= LARGEST, f"a game of {view.deals} deals is absurd")
    check_counts("cards", (view.kitty, view.stock, view.most, view.bid))
    for seat in view.seats:
        demand(seat.side in (0, 1), f"there is no side {seat.side}")
        check_counts("cards", (seat.cards, seat.tricks, seat.drawn or 0))
        check_points((seat.total,))
    check_seats((view.bidder, view.first, *(call.seat for call in view.calls)), players)
    check_counts("points", (call.points or 0 for call in view.calls))
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    _check_cards(view, players)


def _check_cards(view: AuctionFivesView, players: int) -> None:
    played = view.trick.turns or view.last_trick or view.gone
    demand(view.trump is not None or (view.phase not in _NAMED_TRUMP and not played), "there is no trump suit")
    demand(view.trump is None or view.bidder is not None, "nobody has named the trump suit")
    demand(view.trump is None or view.first is not None, "nobody leads")
    demand(view.phase is not Phase.FOLLOWING or view.trick.turns, "a card is followed that nobody has led")
    demand(not view.last_trick or view.last_trick.turns, "a trick of no cards was taken")
    for trick in (view.trick, view.last_trick):
        check_trick(trick or Trick(), players)
    demand(len(view.gone) % players == 0, "a trick was taken before all had played")
    meant = [action.card for action in view.legal if isinstance(action, Play | Discard | Pick)]
    turns = [turn.card for trick in (view.trick, view.last_trick or Trick()) for turn in trick.turns]
    strange = {*view.hand, *view.gone, *view.discards, *view.open_stock, *meant, *turns} - _CARDS
    demand(not strange, "there are cards that the pack does not have")


def check_event(event: Event, players: int) -> None:
    match event:
        case BidMade(points=number) | Held(points=number) | Drawn(count=number) | StockOpened(count=number):
            check_counts("points or cards", (number,))
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(winners=winners):
            demand(winners, "a game is over that nobody has won")


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, sheet.bidder, sheet.best_seat), players)
    for numbers in (sheet.tricks, sheet.taken, sheet.points, sheet.totals):
        check_each_seat("scores", numbers, players)
        check_points(numbers)
    check_counts("points", (sheet.bid,))
