"""The rules of Twenty-Five, Forty-Five and Spoil Five (Parlett): the Five of trumps beats every other card."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from games.kit import game as kit
from games.kit.asking import Ask, Choice, Rules
from games.kit.deck import C, in_order, order, pack, packets
from games.kit.game import CardTable, Game, Laid, Match, usual_goal
from games.kit.secrets import secret
from games.kit.tricks import PASS, TrickTable, best_of, play_card, take_trick
from protocol.cards import JOKER, Card, Rank, Suit
from protocol.language import N_
from protocol.setup import OptionOffer, OptionValue

HAND: Final = 5
TRICK: Final = 5  # The points of a trick.
CHIPS: Final = 20  # The chips with which each seat begins.

MOST_DEALS: Final = 100
"""The most deals in a game, then the highest score wins; only games whose deals may score nothing get there."""

PACK: Final = pack("2 3 4 5 6 7 8 9 10 J Q K A")
ACE_OF_HEARTS: Final = Card(Rank.ACE, Suit.HEARTS)
RED: Final = order("A 2 3 4 5 6 7 8 9 10 J Q K")
BLACK: Final = order("10 9 8 7 6 5 4 3 2 A J Q K")
LOWEST_TRUMP: Final = 100


class Order(NamedTuple):
    """How high the cards rank in a deal."""

    suit: Suit
    heights: dict[Card, int]
    tops: frozenset[Card]
    """The trumps that need not follow a lower trump that is led."""

    def is_trump(self, card: Card) -> bool:
        """Return True for a trump."""
        return self.heights[card] >= LOWEST_TRUMP

    def height(self, card: Card, led: Suit | None) -> int:
        """Return how high a card is in a trick; below zero if it neither follows suit nor is a trump."""
        return self.heights[card] if self.is_trump(card) or card.suit is led else -1

    def playable(self, hand: Sequence[Card], led: Card | None, *, strict: bool) -> tuple[Sequence[Card], str]:
        """Return the cards that may be played, and the name of what is asked.

        Trumps may always be played to a plain suit. To a trump, the top trumps above it may be kept back; if strict,
        only the one trump of a hand.
        """
        if led is None:
            return hand, "lead"
        trumps = [card for card in hand if self.is_trump(card)]
        if self.is_trump(led):
            kept = [card for card in trumps if card in self.tops and self.heights[card] > self.heights[led]]
            free = len(kept) == len(trumps) and (len(trumps) <= 1 or not strict)
            return (hand, "any") if free else (trumps, "trump")
        follows = [card for card in hand if card.suit is led.suit or self.is_trump(card)]
        if len(follows) == len(trumps):
            return hand, "any"
        return follows, "follow_or_trump" if trumps else "follow"


@cache
def order_of(trump: Suit, joker: str = "none", *, low_ace: bool = False) -> Order:
    """Return how the cards rank; the Ace of trumps may be the lowest trump."""
    ace = Card(Rank.ACE, trump)
    tops = [ACE_OF_HEARTS, Card(Rank.JACK, trump), Card(Rank.FIVE, trump)]
    if joker != "none":
        tops.insert(joker == "third", JOKER)
    heights = {
        card: height + LOWEST_TRUMP + 1 if suit is trump else height
        for suit in Suit
        for rank, height in (RED if suit in (Suit.DIAMONDS, Suit.HEARTS) else BLACK).items()
        for card in [Card(rank, suit)]
    }
    high = LOWEST_TRUMP + len(heights)
    heights |= {card: high + place for place, card in enumerate([ace, *tops])}
    if low_ace:
        heights[ace] = LOWEST_TRUMP
    return Order(trump, heights, frozenset([card for card in tops if heights[card] > high]))


@dataclass(frozen=True, kw_only=True)
class Sheet(kit.Sheet):
    """How a deal ended, and what it brought each seat; partners have the same points."""

    tricks: tuple[int, ...]
    best: tuple[int, Card] | None = None
    """The seat with the best card, and the card."""
    pool: int | None = None
    sweeper: int | None = None
    """The seat that took the pool."""
    jinker: int | None = None
    """The seat that undertook all five tricks."""
    robber: int | None = None
    """The seat that took the turn-up."""
    sides: int
    """The number of sides; as many as seats if each plays alone."""


class Won(Exception):
    """A side has reached the target, which ends the deal in the middle of a trick."""


@dataclass
class FivesTable(TrickTable):
    """The table of Twenty-Five, Forty-Five and Spoil Five."""

    turn_up: Card = JOKER
    claim: str = "open"
    """What happened to the turn-up: ``open``, ``taken``, ``left``, or ``lapsed`` if it was not taken in time."""
    robber: int | None = None
    aside: list[tuple[int, Card]] = secret("owner", default_factory=list)
    """The cards that were exchanged, with the seats that put them aside."""
    scored: list[int] = field(default_factory=list)
    """The points of each seat's side in this deal; in Spoil Five the chips paid or won."""
    best: tuple[int, Card] | None = None
    jinker: int | None = None
    barred: int | None = None
    """The seat that has enough tricks, and may not take the pool because it has not robbed."""
    pool: int = 0
    chips: list[int] = field(default_factory=list)
    """The chips of each seat; none where the game is not played for chips."""

    @property
    def standing(self) -> tuple[int, ...]:
        """The points of each seat's side, with those of this deal."""
        return self.match.totals if self.over else self.plus(self.scored)

    @property
    def ace(self) -> Card:
        """The Ace of trumps, whose holder may rob."""
        return Card(Rank.ACE, self.turn_up.suit)

    @property
    def ranks(self) -> Order | None:
        """How the cards rank; None before there are trumps."""
        return self.ranked(low=self.claim == "lapsed") if self.turn_up.suit else None

    def playable(self, hand: Sequence[Card]) -> tuple[Sequence[Card], str]:
        """Return the cards of a hand that may be played by the seat to act, and the name of what is asked."""
        return self.order.playable(hand, led_card(self), strict=self.options["renege_strict"])

    @property
    def order(self) -> Order:
        """How cards rank for the seat to act: its Ace is low unless it has robbed or declined."""
        return self.ranked(low=self.claim in ("open", "lapsed"))

    def ranked(self, *, low: bool) -> Order:
        """Return how the cards rank if the Ace of trumps is low where it can be."""
        low = low and self.options.get("unrobbed_ace") == "lowest"
        assert self.turn_up.suit is not None
        return order_of(self.turn_up.suit, self.options.get("joker", "none"), low_ace=low)

    def score(self, seat: int, points: int) -> None:
        """Score points for the side of a seat, which may win the game."""
        number = sides(self.match)
        self.scored = [own + points * ((at - seat) % number == 0) for at, own in enumerate(self.scored)]
        if max(self.standing) >= target(self.match):
            raise Won


def is_spoil(match: Match) -> bool:
    """Return True for Spoil Five, which is played for the pool alone."""
    return "pools" in match.options


def sides(match: Match) -> int:
    """Return the number of sides; as many as seats if each plays alone."""
    if not match.options.get("partners"):
        return match.players
    return 3 if match.options.get("sides") == "three" else 2


def pools_taken(match: Match) -> int:
    """Spoil Five: return how many pools have been taken."""
    return sum(sheet.sweeper is not None for sheet in match.sheets)


def each_scores(match: Match) -> bool:
    """Return True if each trick scores as soon as it is taken."""
    return not is_spoil(match) and match.options.get("trick_scores", "each") == "each"


def target(match: Match) -> int:
    """Return the points that win."""
    return match.number("target") if "target" in match.options else 25


def payment(match: Match) -> int:
    """Spoil Five: return the chips that each seat puts into the pool for this deal."""
    return match.number("top_up" if match.sheets and match.sheets[-1].ending == "spoilt" else "stake")


def led_card(table: CardTable) -> Card | None:
    """Return the card that was led to the trick; None if none is."""
    card: Card | None = table.trick[0][1] if table.trick else None
    return card


def lay(match: Match, cards: Sequence[C]) -> Laid:
    """Deal two cards to each and then three, and turn one up; the next one counts only if that is the Joker."""
    hands, rest = packets(cards, match.round(match.after(match.dealer)), (2, 3))
    return {"hands": hands, "turned": list(rest[:2])}


def deal(table: FivesTable, laid: Laid) -> Rules[Sheet]:
    """Let the dealer exchange the card turned up, if it is the Joker or an Ace, and play five tricks."""
    table.hands = [in_order(hand) for hand in laid["hands"]]
    table.turn_up, under = laid["turned"]
    pay(table)
    table.tell("dealt", seat=table.dealer, deal=table.match.deal, card=table.turn_up)
    dealer = table.dealer
    if table.turn_up is JOKER:
        _, card = yield Ask(dealer, [("joker ", card) for card in table.hands[dealer]], "joker")
        table.turn_up = under
        exchange(table, dealer, card, JOKER)
        table.tell("joker", to=dealer, seat=dealer, card=under, own=card)
    holder = next((seat for seat, hand in enumerate(table.hands) if table.ace in hand), None)
    if table.turn_up.rank is Rank.ACE:
        claim(table, dealer, (yield Ask(dealer, [*[("rob ", card) for card in table.hands[dealer]], PASS], "offer")))
    sweeper, pool = None, table.pool
    if spoil := is_spoil(table.match):
        ending = score_pool(table, (sweeper := (yield from play_for_pool(table, holder))))
    else:
        with suppress(Won):
            yield from play_for_points(table)
        ending = "won" if max(table.standing) >= target(table.match) else "played"
    more = {"pool": pool if spoil else None, "sweeper": sweeper, "sides": sides(table.match)}
    return table.sheet(Sheet, ending, table.scored, **more)


def ended(sheet: Sheet) -> Sequence[tuple[str, dict[str, Any]]]:
    """Return the news at the end of a deal: who is ahead, or what happened to the pool."""
    if sheet.pool is not None:
        seat = sheet.jinker if sheet.sweeper is None else sheet.sweeper
        failed = sheet.ending == "spoilt" and seat is not None
        return [("failed" if failed else sheet.ending, {"seat": seat, "chips": sheet.pool})]
    total, alone = max(sheet.totals), sheet.sides == len(sheet.totals)
    ahead = sorted({seat % sheet.sides for seat, own in enumerate(sheet.totals) if own == total})
    return [("ended", {"won": sheet.ending == "won", "total": total, "ahead": ahead, "alone": alone})]


def pay(table: FivesTable) -> None:
    """Have each seat pay into the pool, if there is one."""
    match, paid = table.match, 0
    if is_spoil(match):
        paid = payment(match)
        table.pool = match.sheets[-1].pool if match.sheets and match.sheets[-1].ending == "spoilt" else 0
        table.pool += match.players * paid
        table.chips = [CHIPS + total - paid for total in match.totals]
    elif table.options.get("pool"):
        table.pool, table.chips = match.players * match.deal, [CHIPS - match.deal] * match.players
    table.scored = [-paid] * match.players


def exchange(table: FivesTable, seat: int, discard: Card, taken: Card) -> None:
    """Put a card of a hand aside for another one."""
    table.hands[seat].remove(discard)
    table.hands[seat] = in_order([*table.hands[seat], taken])
    table.aside.append((seat, discard))


def claim(table: FivesTable, seat: int, choice: Any) -> None:  # noqa: ANN401
    """Let a seat take the turn-up, or leave it."""
    if choice != PASS:
        table.claim, table.robber = "taken", seat
        exchange(table, seat, choice[1], table.turn_up)
        table.tell("robbed", to=seat, seat=seat, card=table.turn_up, own=choice[1])
    else:
        table.claim = "left"
        table.tell("declined", seat=seat)
    score_best(table)


def trick(table: FivesTable, leader: int) -> Rules[tuple[int, Card]]:
    """Play one trick, and return the play that takes it; the holder of the Ace may rob before its first card."""
    for seat in table.match.round(leader):
        while not isinstance((choice := (yield Ask(seat, *offers(table, seat)))), Card):
            claim(table, seat, choice)
        play_card(table, seat, choice)
        last_of_first = not table.takers and len(table.trick) == table.players
        if table.claim == "open" and (choice is table.ace or last_of_first):
            table.claim = "lapsed"
        score_best(table)
    best = best_of(table.order, table.trick)
    points = {"points": TRICK} if each_scores(table.match) else {}
    take_trick(table, best[0], [card for _, card in table.trick], **points)
    return best


def offers(table: FivesTable, seat: int) -> tuple[Sequence[Choice], str]:
    """Return what a seat may choose at its turn, and the name of what is asked."""
    hand = table.hands[seat]
    cards, prompt = table.playable(hand)
    if table.claim != "open" or table.ace not in hand:
        return cards, prompt
    decline = [PASS] if table.options.get("unrobbed_ace") == "lowest" else []
    return [*cards, *[("rob ", card) for card in hand], *decline], prompt


def play_for_points(table: FivesTable) -> Rules[None]:
    """Play five tricks, and score what they bring."""
    leader, won, each = table.match.after(table.dealer), [], each_scores(table.match)
    for _ in range(HAND):
        leader, card = yield from trick(table, leader)
        won.append((leader, card))
        if each:
            table.score(leader, TRICK)
    if not each:
        score_tricks(table)
    if table.options.get("best_card") and table.best is None:
        # There was no trump in any hand: the highest card that took a trick, the first of equals.
        award(table, *max(won, key=lambda play: table.order.heights[play[1]]))


def score_best(table: FivesTable) -> None:
    """Score the best card as soon as it lies on the table, and no higher one can be held.

    While the turn-up can still be taken, it counts as held and the Ace as high, because both are possible.
    """
    if not table.options.get("best_card") or table.best is not None:
        return
    order = table.ranked(low=False) if table.claim == "open" else table.order
    there = [card for hand in table.hands for card in hand] + [card for _, card in table.trick]
    there += [table.turn_up] if table.claim == "open" else []
    highest = max(there, key=order.heights.__getitem__)
    holder = next((seat for seat, card in table.trick if card is highest), None)
    if holder is not None and order.is_trump(highest):
        award(table, holder, highest)


def award(table: FivesTable, seat: int, card: Card) -> None:
    """Score the best card."""
    table.best = (seat, card)
    points = table.options["best_card"]
    table.tell("best", seat=seat, card=card, scored=points)
    table.score(seat, points)


def score_tricks(table: FivesTable) -> None:
    """Score five tricks together, for the side that has most of them."""
    number = sides(table.match)
    [(side, most)] = Counter([taker % number for taker in table.takers]).most_common(1)
    points = {3: 5, 4: 5, 5: 10}.get(most, 0)
    if table.options["trick_scores"] == "game":
        points = target(table.match) - table.standing[side] if most == HAND else {3: 15, 4: 20}.get(most, 0)
    if points:
        table.tell("scored", seat=side, tricks=most, points=points, side=side if number < table.players else None)
        table.score(side, points)


def play_for_pool(table: FivesTable, holder: int | None) -> Rules[int | None]:
    """Play until a seat takes the pool, and return it; None if the deal is spoilt.

    The holder of the Ace of trumps cannot take the pool where it must rob and has not.
    """
    needed, leader = 2 if table.options["two_tricks"] else 3, table.match.after(table.dealer)
    for number in range(1, HAND + 1):
        leader, _ = yield from trick(table, leader)
        if table.jinker is not None:
            if leader != table.jinker:
                return None
        elif table.takers.count(leader) == needed:
            if table.options["must_rob"] and leader == holder != table.robber:
                table.barred = leader
                table.tell("barred", seat=leader)
            elif number > needed or (yield Ask(leader, ("sweep", "jink"), "jink")) == "sweep":
                return leader
            else:
                table.jinker = leader
                table.tell("jink", seat=leader)
    return table.jinker


def score_pool(table: FivesTable, sweeper: int | None) -> str:
    """Score what the pool brings, and return how the deal has ended.

    After five tricks undertaken, the others pay a chip more if they can.
    """
    pool, chips, points = table.pool, table.chips, table.scored
    ending = "spoilt"
    if sweeper is not None:
        payers = [seat for seat, own in enumerate(chips) if table.jinker is not None and own and seat != sweeper]
        table.scored = [own - (seat in payers) for seat, own in enumerate(points)]
        table.scored[sweeper] += pool + len(payers)
        table.tell("all_five" if payers else "pool", seat=sweeper, chips=pool, extra=len(payers))
        ending = "swept" if table.jinker is None else "jinked"
    elif min(chips) < table.options["top_up"]:
        table.scored = [own + pool // table.players for own in points]
        ending = "shared"
    if ending != "spoilt":
        table.pool, table.chips = 0, [CHIPS + total for total in table.plus(table.scored)]
    return ending


def winners(match: Match) -> tuple[int, ...]:
    """Return the side with the points that win; in Spoil Five the seats with the most chips at the end."""
    if not is_spoil(match):
        won = tuple([seat for seat, total in enumerate(match.totals) if total >= target(match)])
        return won or (match.leading if len(match.sheets) >= MOST_DEALS else ())
    shared = bool(match.sheets) and match.sheets[-1].ending == "shared"
    broke = CHIPS + min(match.totals) < payment(match)
    return match.leading if shared or broke or pools_taken(match) == match.options["pools"] else ()


def final_chips(match: Match) -> dict[str, Any]:
    """Return the chips of each seat once the winners have taken the pool; a double stake pays the same again."""
    won, paid = match.winners, len(match.sheets)
    if not won or not (is_spoil(match) or match.options.get("pool")):
        return {}
    if is_spoil(match):
        return {"chips": [CHIPS + total for total in match.totals]}
    every_trick = sum(match.sheets[-1].tricks[seat] for seat in won) == HAND
    again = paid if match.options["double_stake"] and every_trick else 0
    share = (match.players * paid + (match.players - len(won)) * again) // len(won)
    return {"chips": [CHIPS - paid + (share if seat in won else -again) for seat in range(match.players)]}


def most_deals(match: Match) -> int:
    """Return how many deals a game can have: each without a winner brings some points.

    In Spoil Five no pool can grow for ever: after each pool some player has no more chips than at the start.
    """
    if is_spoil(match):
        return match.number("pools") * ((CHIPS - match.number("stake")) // match.number("top_up") + 1)
    number, scores = sides(match), match.options.get("trick_scores", "each")
    # Only with two sides does one of them take most tricks in every deal.
    tricks = HAND * TRICK if scores == "each" else 0 if number > 2 else 15 if scores == "game" else 5
    least = tricks + int(match.options.get("best_card", 0))
    return number * (target(match) - 1) // least + 1 if least else MOST_DEALS


def goal(match: Match) -> str:
    """Return the highest total and the points that win, or which pool is played for."""
    return f"pool {pools_taken(match) + 1} of {match.options['pools']}" if is_spoil(match) else usual_goal(match)


def page(match: Match) -> dict[str, OptionValue]:
    """Return what the rules page shows besides the options; the points to win with two tricks, if each scores."""
    had = target(match) - 2 * TRICK if each_scores(match) else 0
    return {"target": target(match), "most_deals": most_deals(match), "had": had}


def fallback(table: FivesTable, _seat: int, choices: Sequence[Choice]) -> Choice:
    """Leave an Ace turned up, take a pool, or play the lowest card: to decline would show who holds the Ace."""
    cards = [choice for choice in choices if isinstance(choice, Card)]
    if cards:
        return min(cards, key=table.order.heights.__getitem__)
    return PASS if PASS in choices else choices[0]


PLAYERS: Final = (5, 3, 4, 6, 7, 8, 9, 10)
STRICT: Final = OptionOffer("renege_strict", "Top trumps", (False, True))
BOTH: Final = (
    OptionOffer("partners", "Partners", (False, True), players=(4, 6)),
    OptionOffer("sides", "Sides", ("two", "three"), players=(6,), needs={"partners": True}),
    STRICT,
)
OPTIONS: Final = {
    "twenty-five": (
        *BOTH,
        OptionOffer("pool", "Pool of chips", (True, False)),
        OptionOffer("double_stake", "All five tricks", (False, True), needs={"pool": True}),
    ),
    "forty-five": (
        *BOTH,
        OptionOffer("target", "Points to win", (45, 31)),
        OptionOffer("best_card", "Best card", (5, 6, 0)),
        OptionOffer("joker", "Joker", ("third", "fourth", "none")),
        OptionOffer("trick_scores", "Tricks score", ("each", "majority", "game")),
        OptionOffer("unrobbed_ace", "Ace that does not rob", ("usual", "lowest")),
    ),
    "spoil-five": (
        OptionOffer("pools", "Pools", (5, 1, 3, 10)),
        OptionOffer("stake", "New pool", (1, 2, 5)),
        OptionOffer("top_up", "After a spoilt deal", (1, 2)),
        OptionOffer("two_tricks", "The pool goes to", (False, True), players=(5, 6, 7, 8, 9, 10)),
        OptionOffer("must_rob", "Ace that does not rob", (False, True)),
        STRICT,
    ),
}
FIVES: Final = tuple(
    Game(
        name=name,
        title=title,
        about=about,
        players=PLAYERS,
        minutes=minutes,
        options=OPTIONS[name],
        table=FivesTable,
        sheet=Sheet,
        pack=lambda match: PACK if match.options.get("joker", "none") == "none" else (*PACK, JOKER),
        lay=lay,
        deal=deal,
        ended=ended,
        fallback=fallback,
        private=frozenset({"joker ", "rob "}),
        winners=winners,
        side=lambda match, seat: seat % sides(match),
        record=("hands", "turned", "actions", "won=tricks", "scores=points", "end=ending", "best?"),
        # The card under the turn-up counts only if that is the Joker.
        shown=lambda laid: laid | {"turned": laid["turned"][: 1 + (laid["turned"][0] is JOKER)]},
        more=final_chips,
        page=page,
        target=lambda match: 0 if is_spoil(match) else target(match),
        goal=goal,
        noted=(N_("were robbed"), lambda sheet: sheet.robber is not None),
    )
    for name, title, about, minutes in (
        ("twenty-five", "Twenty-Five", "five cards each, the five of trumps on top; five tricks take the pool", 5),
        ("forty-five", "Forty-Five", "Twenty-Five with a Joker, and points for the best card of each deal", 10),
        ("spoil-five", "Spoil Five", "Twenty-Five for a pool: three of the five tricks take it, or it grows", 25),
    )
)
