"""The rules of Bête (Parlett): take part or pass; a player who takes part and fails pays what the pool holds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.kit import game as kit
from games.kit.asking import Ask, Rules
from games.kit.deck import C, in_order, order, pack, packets
from games.kit.game import Game, Laid, Match, cheapest
from games.kit.secrets import secret
from games.kit.tricks import PASS, TrickTable, Trump, follow, play_trick
from protocol.cards import Card, Rank, Suit
from protocol.language import N_
from protocol.setup import OptionOffer

HEIGHTS: Final = order("7 8 9 10 A J Q K")  # Parlett: the cards rank K Q J A 10 9 8 7, so the Ace is below the Jack.

PACK: Final = pack("7 8 9 10 J Q K A")
HAND: Final = 5
ENOUGH: Final = 3  # The tricks that win the pool.

IN: Final = "in"


@dataclass(frozen=True, kw_only=True)
class Sheet(kit.Sheet):
    """How a deal ended, and what it brought each seat."""

    active: tuple[int, ...]
    """The seats that took part."""
    tricks: tuple[int, ...]
    pool: int
    carried: int
    """The chips left for the next pool."""
    sweeper: int | None
    """The seat that won the pool."""
    king: int | None
    """The seat that was dealt the King of trumps."""


@dataclass
class BeteTable(TrickTable):
    """The table of Bête."""

    pool: int = 0
    turn_up: Card = PACK[0]
    part: list[str] = field(default_factory=list)
    """What each seat has to do with the deal: ``open``, ``in``, ``out`` or ``against``."""
    dealt: list[list[Card]] = secret(default_factory=list)
    is_open = False  # No hand is ever shown: who passed has told nothing of it.

    @property
    def trump(self) -> Suit | None:
        """The trump suit."""
        return self.turn_up.suit

    @property
    def ranks(self) -> Trump:
        """How the cards rank."""
        return Trump(HEIGHTS, self.trump)

    def playable(self, hand: Sequence[Card]) -> tuple[Sequence[Card], str]:
        """Return the cards of a hand that may be played; without the suit led, a trump, a higher one if possible."""
        return follow(hand, self.trick, Trump(HEIGHTS, self.turn_up.suit), head=self.match.options["head"] is True)

    @property
    def active(self) -> list[int]:
        """The seats that take part, eldest first."""
        return [seat for seat in self.seats if self.part[seat] == IN]


def lay(match: Match, cards: Sequence[C]) -> Laid:
    """Deal two cards to each and then three, and turn one up."""
    hands, rest = packets(cards, match.round(match.after(match.dealer)), (2, 3))
    return {"hands": hands, "turned": rest[0]}


def deal(table: BeteTable, laid: Laid) -> Rules[Sheet]:
    """Ask each seat whether it takes part, and play five tricks."""
    table.dealt, table.turn_up = laid["hands"], laid["turned"]
    table.hands = [in_order(hand) for hand in table.dealt]
    table.pool = (table.match.sheets[-1].carried if table.match.sheets else 0) + table.players
    table.part = ["open"] * table.players
    table.tell("dealt", seat=table.dealer, deal=table.match.deal, card=table.turn_up)
    for seat in table.seats:
        answer = yield Ask(seat, (IN, PASS), "part")
        table.part[seat] = IN if answer == IN else "out"
        table.tell(table.part[seat], seat=seat)
    playing = table.active
    if len(playing) == 1 and table.options["alone"] == "play":
        table.part = [part if part == IN else "against" for part in table.part]
        playing = table.seats
    if len(playing) > 1:
        leader = playing[0]
        for _ in range(HAND):
            at = playing.index(leader)
            leader = yield from play_trick(table, playing[at:] + playing[:at])
    return score(table)


def score(table: BeteTable) -> Sheet:
    """Return what the deal brings and costs each seat."""
    players, pool, active = table.players, table.pool, table.active
    king = next((seat for seat, hand in enumerate(table.dealt) if Card(Rank.KING, table.trump) in hand), None)
    ending, sweeper = outcome(table, active)
    points = [-1 if king is None else -2] * players
    if king is not None:
        points[king] += players
    again = (pool if table.options["all_tricks"] == "pool" else 1) if ending == "all" else 0
    losers = [seat for seat in active if seat != sweeper]
    for seat in losers:
        points[seat] -= pool + again
    if sweeper is not None:
        points[sweeper] += pool + again * len(losers)
    carried = pool * (len(losers) + (sweeper is None))
    totals = table.plus(points)
    if table.match.deal == table.options["deals"]:
        share, carried = divmod(carried, players)
        totals = tuple([total + share for total in totals])
    more = {"totals": totals, "active": tuple(sorted(active)), "carried": carried, "sweeper": sweeper, "king": king}
    return table.sheet(Sheet, ending, points, **more)


def ended(sheet: Sheet) -> Sequence[tuple[str, dict[str, Any]]]:
    """Return what is told at the end of a deal: who has won the pool, and who was dealt the King of trumps."""
    alone = sheet.ending == "all" and len(sheet.active) == 1
    king = [] if sheet.king is None else [("king", {"seat": sheet.king})]
    return [("most" if alone else sheet.ending, {"seat": sheet.sweeper, "chips": sheet.pool}), *king]


def outcome(table: BeteTable, active: Sequence[int]) -> tuple[str, int | None]:
    """Return how the deal ended, and which seat has won the pool."""
    takers = table.takers
    if not takers:
        return ("alone", active[0]) if active else ("passed", None)
    best = max(takers, key=takers.count)
    most = takers.count(best)
    if most < ENOUGH:
        ending, winner = "first_two", takers[0] if takers[0] == takers[1] else None
    else:
        ending, winner = "all" if most == HAND else "most", best
    return (ending, winner) if winner in active else ("carried", None)


BETE: Final = Game(
    name="bete",
    title="Bête",
    about="play for the pool; fail, and you double it",
    players=(4, 2, 3, 5),
    minutes=15,
    hard=1,
    options=(
        OptionOffer("deals", "Deals", (12, 1, 4, 8, 20)),
        OptionOffer("head", "Who follows suit", (False, True)),
        OptionOffer("alone", "Who takes part alone", ("pool", "play")),
        OptionOffer("all_tricks", "All five tricks", ("pool", "chip")),
        OptionOffer("direction", "Direction", ("left", "right")),
    ),
    table=BeteTable,
    sheet=Sheet,
    pack=lambda _match: PACK,
    lay=lay,
    deal=deal,
    ended=ended,
    fallback=lambda table, _seat, choices: cheapest(
        choices, lambda card: (card.suit is table.trump, HEIGHTS[card.rank]), PASS
    ),
    record=("hands", "turned", "actions", "won=tricks", "scores=points", "end=ending", "pool"),
    noted=(N_("were won by nobody"), lambda sheet: sheet.sweeper is None),
)
