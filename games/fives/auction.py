"""The rules of Auction Forty-Fives (Parlett): bid for the trump suit, draw new cards, and take what was bid."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.fives.rules import HAND, MOST_DEALS, PACK, STRICT, TRICK, Order, led_card, order_of
from games.kit import game as kit
from games.kit.asking import Ask, Choice, Rules
from games.kit.deck import C, in_order, packets
from games.kit.game import Game, Laid, Match, opposite
from games.kit.secrets import secret
from games.kit.tricks import AuctionTable, auction, play_trick
from protocol.cards import Card, Suit
from protocol.language import N_
from protocol.setup import OptionOffer

TARGET: Final = 120
EVERYTHING: Final = HAND * TRICK + TRICK  # The points of a deal, those of the highest trump included.

BIDS: Final = range(5, EVERYTHING + 1, 5)
HIGH_SCORE: Final = 100
HIGH_BID: Final = 20  # A side with the high score may not bid less.

NO_BID: Final = "pass"
HOLD: Final = "hold"
DRAW: Final = "draw"


@dataclass(frozen=True, kw_only=True)
class Sheet(kit.Sheet):
    """How a deal ended, and what it brought each seat; partners have the same points."""

    tricks: tuple[int, ...]
    taken: tuple[int, ...]
    """What each seat's side took."""
    bidder: int | None = None
    bid: int | None = None
    trump: Suit | None = None
    best: Card | None = None
    best_seat: int | None = None
    """The seat with the highest trump."""


@dataclass
class AuctionFivesTable(AuctionTable):
    """The table of Auction Forty-Fives."""

    trump: Suit | None = None
    leader: int | None = None
    """The seat that leads to the first trick, once it is known."""
    kitty: list[Card] = secret("count", default_factory=list)
    stock: list[Card] = secret("looker", default_factory=list)
    looker: int | None = None
    """The dealer, while it picks from the cards that are left."""
    aside: list[tuple[int, Card]] = secret("owner", default_factory=list)
    """The cards discarded, with their seats."""
    drawn: list[int | None] = field(default_factory=list)
    """The number of cards that each seat has drawn; None before."""
    is_open = False  # No hand is shown: the cards of a deal without a bid are thrown in.

    @property
    def ranks(self) -> Order | None:
        """How the cards rank; None before trumps are named."""
        return None if self.trump is None else order_of(self.trump)

    def playable(self, hand: Sequence[Card]) -> tuple[Sequence[Card], str]:
        """Return the cards of a hand that may be played to the trick, and the name of what is asked."""
        assert self.trump is not None
        return order_of(self.trump).playable(hand, led_card(self), strict=self.options["renege_strict"])


def lay(match: Match, cards: Sequence[C]) -> Laid:
    """Deal two cards to each and then three; then the kitty, and the stock."""
    hands, rest = packets(cards, match.round(match.after(match.dealer)), (2, 3))
    kitty = match.number("kitty")
    return {"hands": hands, "stock": list(rest[kitty:]), "kitty": list(rest[:kitty])}


def deal(table: AuctionFivesTable, laid: Laid) -> Rules[Sheet]:
    """Bid, name trumps, draw and play."""
    match, players = table.match, table.players
    table.hands, table.stock = [in_order(hand) for hand in laid["hands"]], laid["stock"]
    table.kitty, table.drawn = in_order(laid["kitty"]), [None] * players
    table.tell("dealt", seat=table.dealer, deal=match.deal)
    bidder = yield from auction(table, lambda seat, stands: offers(table, seat, stands), NO_BID)
    if bidder is None:
        table.hands, nothing = [[] for _ in range(players)], (0,) * players
        return table.sheet(Sheet, "passed", nothing, taken=nothing, best=None, best_seat=None)
    _, trump = yield Ask(bidder, [("name ", suit) for suit in Suit], "name")
    table.trump, table.leader = trump, match.after(table.dealer if table.options["lead"] == "dealer" else bidder)
    table.tell("named", seat=bidder, suit=trump, cards=len(table.kitty))
    table.hands[bidder], table.kitty = in_order([*table.hands[bidder], *table.kitty]), []
    for seat in table.seats:
        yield from draw(table, seat)
    return make_sheet(table, bidder, (yield from play(table, table.leader, order_of(trump))))


def offers(table: AuctionFivesTable, seat: int, stands: int | None) -> list[Choice]:
    """Return what a seat may say: a higher bid, to hold the one that stands, or to pass unless it has to bid."""
    options, calls = table.options, table.calls
    alone = stands is None and seat == table.dealer and len(calls) == table.players - 1
    forced = options["forced_dealer"] if alone else 0
    least = max(options["lowest_bid"], forced, HIGH_BID if table.match.totals[seat] >= HIGH_SCORE else 0)
    choices: list[Choice] = [("bid ", number) for number in BIDS if number >= least and number > (stands or 0)]
    if not forced:
        choices.insert(0, NO_BID)
    held = sum(number == stands for _, number in calls) > 1
    entitled = seat == table.dealer if options["hold"] == "dealer" else bool(calls) and calls[-1][1] is not None
    return [*choices, HOLD] if stands is not None and stands >= least and not held and entitled else choices


def draw(table: AuctionFivesTable, seat: int) -> Rules[None]:
    """Let a seat discard and draw as many cards; the dealer may pick from all that are left."""
    hand, options = table.hands[seat], table.options
    while True:
        missing = HAND - len(hand) + 1
        may = missing <= min(options["most_drawn"], len(table.stock))
        discards: list[Choice] = [("discard ", card) for card in hand] if may else []
        choice = yield Ask(seat, [*discards, *([DRAW] if len(hand) <= HAND else [])], "draw")
        if choice == DRAW:
            break
        hand.remove(choice[1])
        table.aside.append((seat, choice[1]))
        table.tell("discarded", to=seat, seat=seat, own=choice[1])
    missing = HAND - len(hand)
    if options["dealer_looks"] and seat == table.dealer and missing:
        table.looker, table.stock = seat, in_order(table.stock)
        table.tell("looks", seat=seat, cards=missing)
        for _ in range(missing):
            _, card = yield Ask(seat, [("pick ", card) for card in table.stock], "pick")
            table.stock.remove(card)
            table.hands[seat] = in_order([*table.hands[seat], card])
            table.tell("picked", to=seat, seat=seat, own=card)
        table.looker = None
    else:
        drawn, table.stock = table.stock[:missing], table.stock[missing:]
        table.hands[seat] = in_order([*hand, *drawn])
        table.tell("drew" if drawn else "kept", to=seat, seat=seat, cards=missing, own=drawn)
    table.drawn[seat] = missing


def play(table: AuctionFivesTable, leader: int, order: Order) -> Rules[tuple[int, Card]]:
    """Play five tricks, and return the play that has the highest trump: it has taken its trick."""
    won = []
    for _ in range(HAND):
        leader = yield from play_trick(table, table.match.round(leader))
        won.append((leader, dict(table.last_trick)[leader]))
    return max(won, key=lambda play: order.heights[play[1]])


def make_sheet(table: AuctionFivesTable, bidder: int, best: tuple[int, Card]) -> Sheet:
    """Score the tricks and the highest trump; bidders who take less than they bid lose the bid."""
    bid, seats = table.bid or 0, range(table.players)
    sides = [TRICK * sum(seat % 2 == side for seat in [*table.takers, best[0]]) for side in (0, 1)]
    taken = tuple([sides[seat % 2] for seat in seats])
    made = taken[bidder] >= bid
    won = (2 * bid if bid == EVERYTHING else taken[bidder]) if made else -bid
    points = [won if seat % 2 == bidder % 2 else taken[seat] for seat in seats]
    return table.sheet(Sheet, "made" if made else "failed", points, taken=taken, best_seat=best[0], best=best[1])


def winners(match: Match) -> tuple[int, ...]:
    """Return the seats of the side that has won: of two past the target the bidders, or the higher one."""
    totals, deals = match.totals[:2], match.number("deals")
    highest = {side for side in (0, 1) if totals[side] == max(totals)}
    won = {side for side in (0, 1) if totals[side] >= TARGET and not deals}
    if len(won) > 1 and (match.options["both_out"] == "bidders" or len(highest) > 1):
        won = {match.sheets[-1].bidder % 2}
    elif won or len(match.sheets) == (deals or MOST_DEALS):
        won = won & highest or highest
    return tuple([seat for seat in range(match.players) if seat % 2 in won])


def fallback(table: AuctionFivesTable, seat: int, choices: Sequence[Choice]) -> Choice:
    """Pass, name the suit with most trumps, draw as soon as possible, or play the lowest card."""
    first = choices[0]
    if NO_BID in choices or DRAW in choices:
        return NO_BID if NO_BID in choices else DRAW
    if isinstance(first, tuple) and first[0] == "name ":
        return ("name ", max(Suit, key=lambda suit: sum(map(order_of(suit).is_trump, table.hands[seat]))))
    if isinstance(first, tuple) and first[0] != "discard ":
        return first
    assert table.trump is not None
    heights = order_of(table.trump).heights
    cards: list[Any] = [choice[1] if isinstance(choice, tuple) else choice for choice in choices]
    return choices[cards.index(min(cards, key=heights.__getitem__))]


def ended(sheet: Sheet) -> Sequence[tuple[str, dict[str, Any]]]:
    """Return what is told at the end of a deal."""
    if sheet.bidder is None:
        return [("all_passed", {})]
    return [(sheet.ending, {"seat": sheet.bidder, "bid": sheet.bid, "taken": sheet.taken[sheet.bidder]})]


AUCTION: Final = Game(
    name="auction-forty-fives",
    title="Auction Forty-Fives",
    brief=N_("Auction 45s"),
    about="two sides bid for trumps and draw; miss your bid, and you lose it",
    players=(4, 6),
    minutes=35,
    hard=3,
    options=(
        OptionOffer("lowest_bid", "Lowest bid", (5, 15, 20)),
        OptionOffer("hold", "Who may hold", ("next", "dealer")),
        OptionOffer("forced_dealer", "If all pass", (0, 15, 20)),
        OptionOffer("kitty", "Kitty", (0, 3, 4)),
        OptionOffer("most_drawn", "Most cards drawn", (5, 3), players=(6,)),
        OptionOffer("dealer_looks", "The dealer", (False, True)),
        OptionOffer("lead", "First lead", ("bidder", "dealer")),
        OptionOffer("both_out", "Both sides have 120", ("bidders", "higher")),
        OptionOffer("deals", "Length", (0, 6, 10, 12, 20)),
        STRICT,
    ),
    table=AuctionFivesTable,
    sheet=Sheet,
    pack=lambda _match: PACK,
    lay=lay,
    deal=deal,
    ended=ended,
    fallback=fallback,
    private=frozenset({"discard ", "pick "}),
    winners=winners,
    side=opposite,
    target=lambda _match: TARGET,
    noted=(N_("were made by the bidders"), lambda sheet: sheet.ending == "made"),
    record=("hands", "stock", "actions", "won=tricks", "scores=points", "end=ending", "kitty?"),
)
