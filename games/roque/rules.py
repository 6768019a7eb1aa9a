"""The rules of Roque for four and for three (Parlett): bid what you will take; the first card led is trump."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.kit import game as kit
from games.kit.asking import Rules
from games.kit.deck import C, in_order, order, pack, packets
from games.kit.game import Game, Laid, Match, cheapest, everyone, opposite
from games.kit.secrets import secret
from games.kit.tricks import PASS, AuctionTable, Trump, auction, bury, play_trick
from protocol.cards import Card, Rank, Suit
from protocol.language import N_
from protocol.setup import OptionOffer

RANKS: Final = "2 3 4 5 6 7 8 9 10 J Q K A"
HEIGHTS: Final = order(RANKS)
PACKS: Final = {4: pack(RANKS), 3: tuple(card for card in pack(RANKS) if card is not Card(Rank.TWO, Suit.CLUBS))}
"""The pack by the number of players; Parlett's text has lost the suit of the Two that three players leave out."""

BATCHES: Final = {4: (4, 4, 4), 3: (5, 5, 5)}
COUNTERS: Final = {Rank.ACE: 10, Rank.TEN: 10, Rank.FIVE: 5}
TRICK: Final = 5  # What a trick counts besides its cards.

ASIDE: Final = {4: TRICK, 3: 2 * TRICK}
"""What the cards laid aside count besides those in them: as many tricks as they make, in the number of four."""

STEP: Final = 5
LOWEST: Final = 95
SLAM: Final = 350  # The step of bids, and the lowest bid and the score of every trick where no option decides them.


@dataclass(frozen=True, kw_only=True)
class Sheet(kit.Sheet):
    """How a deal ended, and what it brought each seat; partners have the same points."""

    tricks: tuple[int, ...]
    took: tuple[int, ...]
    """What the cards and tricks of each seat's side counted, those laid aside included."""
    declarer: int | None = None
    """The seat that won the auction, or had to play; None if all have passed."""
    bid: int | None = None
    trump: Suit | None = None
    buried: tuple[Card, ...] = ()


@dataclass
class RoqueTable(AuctionTable):
    """The table of Roque."""

    declarer: int | None = None
    """The seat that plays for its bid, once the auction is over."""
    widow: list[Card] = secret("declarer", default_factory=list)
    buried: list[Card] = secret("declarer", unless="is_open", default_factory=list)

    @property
    def is_open(self) -> bool:
        """The cards laid aside are shown with the score; hands are not if all have passed."""
        return self.over and self.declarer is not None

    @property
    def trump(self) -> Suit | None:
        """The suit of the first card led; None before."""
        played = self.gone or [card for _, card in self.trick]
        return played[0].suit if played else None

    @property
    def ranks(self) -> Trump:
        """How the cards rank: trumps are of the suit led first, so that the first trick goes as if there were none."""
        return Trump(HEIGHTS, self.trump)

    @property
    def took(self) -> list[int]:
        """What the tricks of each seat's side count, without the cards laid aside."""
        took, players = [0] * self.players, self.players
        for number, taker in enumerate(self.takers):
            for seat in self.match.partners(taker):
                took[seat] += worth(self.gone[number * players : (number + 1) * players])
        return took


def count(cards: Iterable[Card]) -> int:
    """Return what cards count."""
    return sum([COUNTERS.get(card.rank, 0) for card in cards])


def worth(trick: Sequence[Card]) -> int:
    """Return what a trick counts."""
    return TRICK + count(trick)


def lay(match: Match, cards: Sequence[C]) -> Laid:
    """Deal in batches; the last cards are the widow."""
    hands, widow = packets(cards, match.round(match.after(match.dealer)), BATCHES[match.players])
    return {"hands": hands, "widow": widow}


def bids(match: Match) -> range:
    """Return every bid: the highest is all that a deal counts."""
    lowest = match.number("lowest_bid") if "lowest_bid" in match.options else LOWEST
    tricks = sum(BATCHES[match.players])
    return range(lowest, tricks * TRICK + ASIDE[match.players] + count(PACKS[match.players]) + STEP, STEP)


def deal(table: RoqueTable, laid: Laid) -> Rules[Sheet]:
    """Hold the auction, give the declarer the widow, and play."""
    match, every = table.match, bids(table.match)
    table.hands = [in_order(hand) for hand in laid["hands"]]
    table.widow = in_order(laid["widow"])
    tricks = len(table.hands[0])
    table.tell("dealt", seat=table.dealer, deal=match.deal)
    leader = yield from auction(
        table, lambda _seat, bid: [*[("bid ", more) for more in every if more > (bid or 0)], PASS]
    )
    if leader is None and not table.options["forced_dealer"]:
        return table.sheet(Sheet, "passed", (0,) * table.players)
    if leader is None:
        leader, table.bid = table.dealer, every[0]
    assert table.bid is not None
    table.declarer = declarer = leader
    table.tell("widow", to=leader, seat=leader, number=table.bid, own=table.widow)
    table.hands[leader] = in_order([*table.hands[leader], *table.widow])
    yield from bury(table, leader, len(table.widow), table.buried)
    table.buried = in_order(table.buried)
    for _ in range(tricks):
        leader = yield from play_trick(table, match.round(leader), worth)
    return score(table, declarer, table.bid)


def friends(table: RoqueTable, seat: int) -> list[int]:
    """Return the seats that play together with a seat: its side, and of three those who play against one."""
    alone = table.declarer if table.players == 3 else None
    if alone is None or alone == seat:
        return table.match.partners(seat)
    return [other for other in range(3) if other != alone]


def score(table: RoqueTable, declarer: int, bid: int) -> Sheet:
    """Return what the deal brings each seat."""
    match, options, took = table.match, table.options, table.took
    own = match.partners(declarer)
    for seat in match.partners(declarer if options["discards"] == "declarer" else table.takers[-1]):
        took[seat] += ASIDE[table.players] + count(table.buried)
    others = {match.sides[seat]: points for seat, points in enumerate(took) if seat not in own}.values()
    ending = outcome(table, declarer, bid, took[declarer], others)
    scores = {"slam": options.get("slam", SLAM), "made": took[declarer], "failed": -bid, "doubled": -2 * bid}
    defenders = [sum(others)] * table.players if options.get("defenders") == "both" else took
    points = [scores[ending] if seat in own else defenders[seat] for seat in range(table.players)]
    return table.sheet(Sheet, ending, points, took=tuple(took), declarer=declarer, bid=bid)


def ended(sheet: Sheet) -> Sequence[tuple[str, dict[str, Any]]]:
    """Return what is told at the end of a deal."""
    seat = sheet.declarer
    if seat is None:
        return [("all_passed", {})]
    return [(sheet.ending, {"seat": seat, "bid": sheet.bid, "took": sheet.took[seat], "score": sheet.points[seat]})]


def outcome(table: RoqueTable, declarer: int, bid: int, took: int, others: Collection[int]) -> str:
    """Return how a contract ended, given what the declarer's side took and what each other side took."""
    if set(table.takers) <= set(table.match.partners(declarer)):
        return "slam"
    if took >= bid:
        return "made"
    against = max(others) if table.options.get("doubled_below") == "better" else sum(others)
    return "doubled" if took < against else "failed"


def winners(match: Match) -> tuple[int, ...]:
    """Return the seats that have won: one side, or after the last deal every side with the most points."""
    target, totals, ahead = match.number("target"), match.totals, match.leading
    if not match.sheets:
        return ()
    declarer = match.sheets[-1].declarer
    if match.options["both_past"] == "declarer" and declarer is not None and totals[declarer] >= target:
        return tuple(match.partners(declarer))
    decided = max(totals) >= target and len({match.sides[seat] for seat in ahead}) == 1
    return ahead if decided or len(match.sheets) >= match.number("most_deals") else ()


BOTH: Final = (
    OptionOffer("forced_dealer", "If everyone passes", (False, True)),
    OptionOffer("discards", "Cards laid aside go to", ("declarer", "last_trick")),
    OptionOffer("both_past", "If several have enough", ("highest", "declarer")),
    OptionOffer("most_deals", "Deals at most", (20, 1, 4, 8, 12, 40)),
)
FOUR: Final = (
    OptionOffer("target", "Points to win", (505, 255, 1005), 105, 10_000, 5),
    OptionOffer("lowest_bid", "Lowest bid", (85, 100)),
    OptionOffer("slam", "Every trick scores", (250, 300, 330)),
    *BOTH,
)
THREE: Final = (
    OptionOffer("target", "Points to win", (650, 325, 1300), 105, 10_000, 5),
    OptionOffer("defenders", "Each defender scores", ("own", "both")),
    OptionOffer("doubled_below", "A failed bid is doubled", ("both", "better")),
    *BOTH,
)


def game(
    name: str, title: str, about: str, players: int, minutes: int, options: tuple[OptionOffer, ...]
) -> Game[RoqueTable]:
    """Return one of the two games."""
    return Game(
        name=name,
        title=title,
        brief=N_("Roque for 3") if players == 3 else "",
        about=about,
        players=(players,),
        minutes=minutes,
        options=options,
        table=RoqueTable,
        sheet=Sheet,
        pack=lambda match: PACKS[match.players],
        lay=lay,
        deal=deal,
        ended=ended,
        fallback=lambda table, _seat, choices: cheapest(
            choices, lambda card: (card.suit is table.trump, count([card]), HEIGHTS[card.rank]), PASS
        ),
        private=frozenset({"bury "}),
        winners=winners,
        side=opposite if players == 4 else everyone,
        direction="right",
        record=("hands", "widow", "actions", "won=tricks", "took", "scores=points", "end=ending"),
    )


ROQUE: Final = game("roque", "Roque", "two sides bid what they will take; the first card led is trump", 4, 35, FOUR)
ROQUE_THREE: Final = game(
    "roque-three",
    "Roque for three",
    "Roque with fifteen cards each, where the bidder plays against two",
    3,
    45,
    THREE,
)
