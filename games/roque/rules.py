"""The rules of Roque for four and for three (Parlett): bid what you will take; the first card led is trump."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.kit import game as kit
from games.kit.asking import Choice, Rules, text
from games.kit.cards import C, in_order, order, pack, packets
from games.kit.game import Game, Laid, Match, Option, usual_reason
from games.kit.secrets import secret
from games.kit.tricks import PASS, AuctionTable, Trump, auction, bury, play_trick
from protocol.cards import Card, Rank, Suit

RANKS: Final = "2 3 4 5 6 7 8 9 10 J Q K A"
HEIGHTS: Final = order(RANKS)
PACKS: Final = {4: pack(RANKS), 3: tuple(card for card in pack(RANKS) if card is not Card(Rank.TWO, Suit.CLUBS))}
"""The pack by the number of players; Parlett's text has lost the suit of the Two that three players leave out."""

BATCHES: Final = {4: (4, 4, 4), 3: (5, 5, 5)}
COUNTERS: Final = {Rank.ACE: 10, Rank.TEN: 10, Rank.FIVE: 5}
TRICK: Final = 5
"""What a trick counts besides its cards."""

ASIDE: Final = {4: TRICK, 3: 2 * TRICK}
"""What the cards laid aside count besides those in them: as many tricks as they make, in the number of four."""

STEP: Final = 5
LOWEST: Final = 95
SLAM: Final = 350
"""The step of bids, and the lowest bid and the score of every trick where no option decides them."""


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
    def took(self) -> list[int]:
        """What the tricks of each seat's side count, without the cards laid aside."""
        took, players = [0] * self.players, self.players
        for number, taker in enumerate(self.takers):
            for seat in partners(self.match, taker):
                took[seat] += worth(self.gone[number * players : (number + 1) * players])
        return took


def count(cards: Iterable[Card]) -> int:
    """Return what cards count."""
    return sum([COUNTERS.get(card.rank, 0) for card in cards])


def worth(trick: Sequence[Card]) -> int:
    """Return what a trick counts."""
    return TRICK + count(trick)


def side(match: Match, seat: int) -> int:
    """Return the side of a seat: partners sit opposite, and of three players each is a side."""
    return seat % 2 if match.players == 4 else seat


def partners(match: Match, seat: int) -> list[int]:
    """Return the seats of a side."""
    return [other for other in range(match.players) if side(match, other) == side(match, seat)]


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

    def offers(_seat: int, stands: int | None) -> Sequence[Choice]:
        return [*[("bid ", bid) for bid in every if stands is None or bid > stands], PASS]

    leader = yield from auction(table, offers)
    if leader is None and not table.options["forced_dealer"]:
        return passed(table)
    if leader is None:
        leader, table.bid = table.dealer, every[0]
    assert table.bid is not None
    table.declarer = declarer = leader
    table.tell("widow", to=leader, seat=leader, number=table.bid, own=table.widow)
    table.hands[leader] = in_order([*table.hands[leader], *table.widow])
    yield from bury(table, leader, len(table.widow), table.buried)
    table.buried = in_order(table.buried)
    for _ in range(tricks):
        # The suit of the first card is trump, so the first trick goes as if there were none.
        trump = Trump(HEIGHTS, table.trump)
        leader = yield from play_trick(table, match.round(leader), trump, points=worth)
    return score(table, declarer, table.bid)


def why(table: RoqueTable, seat: int, prompt: str, choice: Choice) -> str:
    """Return why a seat may not choose this."""
    if prompt == "bid" and text(choice).startswith("bid "):
        return "highest" if table.bid == bids(table.match)[-1] else "number"
    return usual_reason(table, seat, prompt, choice)


def passed(table: RoqueTable) -> Sheet:
    """Return the sheet of a deal that all have passed."""
    none = (0,) * table.players
    return Sheet(dealer=table.dealer, ending="passed", points=none, totals=table.match.totals, tricks=none, took=none)


def score(table: RoqueTable, declarer: int, bid: int) -> Sheet:
    """Return what the deal brings each seat."""
    match, options, took = table.match, table.options, table.took
    own = partners(match, declarer)
    for seat in partners(match, declarer if options["discards"] == "declarer" else table.takers[-1]):
        took[seat] += ASIDE[table.players] + count(table.buried)
    others = {side(match, seat): points for seat, points in enumerate(took) if seat not in own}.values()
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
    if set(table.takers) <= set(partners(table.match, declarer)):
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
        return tuple(partners(match, declarer))
    decided = max(totals) >= target and len({side(match, seat) for seat in ahead}) == 1
    return ahead if decided or len(match.sheets) >= match.number("most_deals") else ()


def fallback(table: RoqueTable, _seat: int, choices: Sequence[Any]) -> Choice:
    """Pass, or choose the card that counts least and of these ranks lowest, a plain card before a trump."""

    def cost(choice: Any) -> tuple[bool, int, int]:  # noqa: ANN401
        card: Card = choice[1] if isinstance(choice, tuple) else choice
        return card.suit is table.trump, count([card]), HEIGHTS[card.rank]

    lowest: Choice = PASS if PASS in choices else min(choices, key=cost)
    return lowest


USUAL: Final = "As the game is usually played."
MOST: Final = "Then whoever has the most wins."


def target(usual: int, short: int, long: int) -> Option:
    """Return the option for the score that wins: a usual one, or any from what a deal or two bring."""
    return Option(
        "target",
        "Points to win",
        {usual: USUAL, short: "A short game.", long: "A long game."},
        "Any number of points, in steps of five.",
        rule="to {n}",
        numbers=range(105, 10_001, 5),
    )


BOTH: Final = (
    Option(
        "forced_dealer",
        "If everybody passes",
        {
            False: ("deal again", "Nothing is scored, and the next dealer deals."),
            True: ("the dealer plays", "The dealer has to play at the lowest bid."),
        },
        rule=["a deal that everybody passes is dealt again", "the dealer has to play if everybody passes"],
    ),
    Option(
        "discards",
        "Cards laid aside go to",
        {
            "declarer": ("the declarer", "They count as a trick that the declarer has won."),
            "last_trick": ("the last trick", "Who takes the last trick takes them too."),
        },
        rule=["the cards laid aside are the declarer's", "the cards laid aside go with the last trick"],
    ),
    Option(
        "both_past",
        "If several have enough",
        {
            "highest": ("the most wins", "Where it is equal, another deal is played."),
            "declarer": ("the declarer wins", "The declarer's side counts first."),
        },
        rule=["the highest total wins", "the declarer counts first"],
    ),
    Option(
        "most_deals",
        "Deals at most",
        {20: MOST, 1: "One deal decides.", **dict.fromkeys((4, 8, 12, 40), MOST)},
        rule="at most {n} deals",
    ),
)
FOUR: Final = (
    target(505, 255, 1005),
    Option(
        "lowest_bid",
        "Lowest bid",
        {85: USUAL, 100: "Who bids must trust the hand a little more."},
        rule="the lowest bid is {n}",
    ),
    Option(
        "slam",
        "Every trick scores",
        {250: USUAL, 300: "Every trick is worth more.", 330: "Every trick is worth twice what a deal counts."},
        rule="every trick scores {n}",
    ),
    *BOTH,
)
THREE: Final = (
    target(650, 325, 1300),
    Option(
        "defenders",
        "Each defender scores",
        {
            "own": ("their own tricks", "Also those who defend compete with each other."),
            "both": ("those of both", "Those who defend score alike."),
        },
        rule=["defenders score their own tricks", "defenders score together"],
    ),
    Option(
        "doubled_below",
        "A failed bid is doubled",
        {
            "both": ("below both defenders", "Below what both of them took together."),
            "better": ("below the better one", "Below what the better one of them took."),
        },
        rule=["a bid is doubled below both defenders", "a bid is doubled below the better defender"],
    ),
    *BOTH,
)


def game(
    name: str, title: str, about: str, players: int, minutes: int, options: tuple[Option, ...]
) -> Game[RoqueTable]:
    """Return one of the two games."""
    return Game(
        name=name,
        title=title,
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
        fallback=fallback,
        why=why,
        private=frozenset({"bury "}),
        winners=winners,
        side=side,
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
