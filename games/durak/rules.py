"""The rules of Durak in teams of two or three (Parlett): attack and defend; the side left with cards loses."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from games.kit import game as kit
from games.kit.asking import AskAny, Offer, Rules
from games.kit.deck import C, in_order, order, pack, packets
from games.kit.game import Game, KnownTable, Laid, Match, cheapest, opposite
from games.kit.secrets import Named, secret
from protocol.cards import Card
from protocol.language import N_
from protocol.setup import OptionOffer

RANKS: Final = "6 7 8 9 10 J Q K A"
HEIGHTS: Final = order(RANKS)
PACK: Final = pack(RANKS)
HAND: Final = 6  # The number of cards dealt to each seat, and up to which hands are filled after a bout.
ATTACKS: Final = 6  # The largest number of attack cards in a bout.
MOST_DEALS: Final = 25  # The number of deals after which a game ends at the latest: draws alone could go on for ever.
UP: Final = "up"  # The defender gives up.
PASS: Final = "-"  # A seat throws in nothing until another card is thrown in.
DONE: Final = "done"  # A seat throws in nothing more in this bout.


class Pair(NamedTuple):
    """An attack card with its seat, and the card that beats it."""

    seat: int
    attack: Card
    beat: Card | None = None


class Bout(NamedTuple):
    """An attack and its defence."""

    attacker: int
    defender: int
    limit: int
    """The largest number of attack cards: as many as the defender held at first, and at most six."""
    pairs: tuple[Pair, ...] = ()
    given_up: bool = False

    @property
    def open(self) -> list[Card]:
        """The attack cards that are not beaten."""
        return [pair.attack for pair in self.pairs if pair.beat is None]

    @property
    def cards(self) -> list[Card]:
        """All cards: each attack card, and after it the card that beats it, if there is one."""
        return [card for pair in self.pairs for card in (pair.attack, pair.beat) if card is not None]


NO_BOUT: Final = Bout(0, 1, 0)


@dataclass(frozen=True, kw_only=True)
class Sheet(kit.Sheet):
    """How a deal ended, and what it brought each seat: a point to the side that has not lost."""

    loser: int | None
    """The side that was left with cards; None after a draw."""
    cards: tuple[int, ...]
    """The number of cards left in each hand."""
    taken: tuple[int, ...]
    """The number of cards that each seat has taken up."""
    out: tuple[int, ...]
    """The seats that ran out of cards, in order; of those of one bout, the attacker's side first."""
    bouts: int


@dataclass
class DurakTable(KnownTable):
    """The table of Durak."""

    turn_up: Card = PACK[0]
    lowest: Card | None = None
    """The lowest trump dealt, which the first attacker has shown."""
    bout: Bout = NO_BOUT
    last_bout: Bout | None = None
    passed: list[int] = field(default_factory=list)
    finished: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    bouts: int = 0
    """The number of bouts that are over."""
    stock: list[Card] = secret("count", default_factory=list)

    @property
    def left(self) -> set[int]:
        """The sides that have cards."""
        return {seat % 2 for seat, hand in enumerate(self.hands) if hand}

    def beats(self, card: Card, attack: Card) -> bool:
        """Return True if a card is higher in the suit of an attack card, or a trump if that is none."""
        if card.suit is attack.suit:
            return HEIGHTS[card.rank] > HEIGHTS[attack.rank]
        return card.suit is self.turn_up.suit

    def price(self, card: Card) -> int:
        """Return how much a card is worth keeping: trumps more than the highest plain card."""
        return HEIGHTS[card.rank] + len(HEIGHTS) * (card.suit is self.turn_up.suit)

    def around(self, first: int) -> list[int]:
        """Return the seats of a side, from one of them on."""
        return self.match.round(first)[::2]

    def following(self, seat: int) -> int:
        """Return the next seat of a side that is not out, perhaps the same one."""
        return next(other for other in [*self.around(seat)[1:], seat] if other not in self.out)


def lay(match: Match, cards: Sequence[C]) -> Laid:
    """Deal singly; the next card shows trumps and is drawn last. Without a stock the dealer's last card shows them."""
    hands, rest = packets(cards, match.round(match.after(match.dealer)), (1,) * HAND)
    return {"hands": hands, "turned": rest[0] if rest else cards[-1], "stock": [*rest[1:], *rest[:1]]}


def deal(table: DurakTable, laid: Laid) -> Rules[Sheet]:
    """Show trumps; the seat with the lowest one attacks first, or the eldest if none was dealt."""
    table.hands = [in_order(hand) for hand in laid["hands"]]
    table.turn_up, table.stock = laid["turned"], list(laid["stock"])
    trumps = [card for hand in table.hands for card in hand if card.suit is table.turn_up.suit]
    table.lowest = min(trumps, key=lambda card: HEIGHTS[card.rank], default=None)
    attacker = next((seat for seat in table.seats if table.lowest in table.hands[seat]), table.seats[0])
    table.taken = [0] * table.players
    table.known = [[card for card in hand if card in {table.turn_up, table.lowest}] for hand in table.hands]
    table.tell("dealt", seat=table.dealer, deal=table.match.deal, card=table.turn_up, lowest=table.lowest)
    return (yield from fight(table, attacker, table.match.after(attacker)))


def fight(table: DurakTable, attacker: int, defender: int) -> Rules[Sheet]:
    """Fight bouts until a side is out of cards."""
    while True:
        bout = yield from play_bout(table, attacker, defender)
        end_bout(table, bout)
        if len(table.left) < 2:
            return score(table)
        attacker, defender = next_bout(table, bout)


def next_bout(table: DurakTable, bout: Bout) -> tuple[int, int]:
    """Return the seats that fight the next bout.

    The turns are a line that alternates between the sides, and whose slots go round the seats of a side that are not
    out. A defender that has beaten everything attacks next; one that has taken up is passed over.
    """
    attacked, following = table.following(bout.attacker), table.following(bout.defender)
    if bout.given_up:
        return attacked, following
    return following if bout.defender in table.out else bout.defender, attacked


def play_bout(table: DurakTable, attacker: int, defender: int) -> Rules[Bout]:
    """Fight one bout."""
    most = ATTACKS if table.bouts else table.match.number("first_bout")
    table.bout = Bout(attacker, defender, min(most, len(table.hands[defender])))
    table.passed, table.finished = [], []
    table.tell("bout", seat=attacker, defender=Named(defender))
    while (asks := question(table)).asked:
        seat, choice = yield asks
        act(table, seat, choice)
    return table.bout


def question(table: DurakTable) -> AskAny:
    """Return which seats are asked and which may act unasked: it reveals nothing of any hand.

    Until all cards are beaten only the defender is asked, and those who may throw in can do so at any time. After that
    they are all asked, even if they have no card that fits, so that none of them has to hurry.
    """
    bout, hands = table.bout, table.hands
    if not bout.pairs:
        return AskAny({bout.attacker: Offer(hands[bout.attacker], "attack")})
    ranks = {card.rank for card in bout.cards}
    adds = {seat: [("+", card) for card in hands[seat] if card.rank in ranks] for seat in adders(table)}
    if bout.open and not bout.given_up:
        beats = [
            (card, ">", attack) for attack in bout.open for card in hands[bout.defender] if table.beats(card, attack)
        ]
        free = {seat: Offer([*cards, DONE], "may_add") for seat, cards in adds.items()}
        return AskAny({bout.defender: Offer([*beats, UP], "beat")}, free)
    return AskAny({seat: Offer([*cards, PASS], "add") for seat, cards in adds.items() if seat not in table.passed})


def adders(table: DurakTable) -> list[int]:
    """Return the seats that may throw in a card: those against the defender that hold cards, while there is room.

    The attacker has the first call: nobody else may until the defender acts, or the attacker is done.
    """
    bout = table.bout
    if len(bout.pairs) == bout.limit:
        return []
    seats = [seat for seat in table.around(bout.attacker) if table.hands[seat] and seat not in table.finished]
    first_call = not bout.given_up and all(pair.beat is None for pair in bout.pairs)
    return [bout.attacker] if first_call and bout.attacker in seats else sorted(seats)


def act(table: DurakTable, seat: int, choice: Any) -> None:  # noqa: ANN401
    """Do what a seat has chosen."""
    bout = table.bout
    match choice:
        case "up":
            table.bout = bout._replace(given_up=True)
            table.tell("up", seat=seat)
        case "-":
            table.passed.append(seat)
            table.tell("passed", seat=seat)
        case "done":
            table.finished.append(seat)
            table.tell("done", seat=seat)
        case (card, ">", attack):
            pairs = [pair._replace(beat=card) if pair.attack is attack else pair for pair in bout.pairs]
            table.bout = bout._replace(pairs=tuple(pairs))
            table.lose(seat, card)
            table.tell("beat", seat=seat, attack=attack, card=card)
        case ("+", card) | card:
            table.bout = bout._replace(pairs=(*bout.pairs, Pair(seat, card)))
            table.passed = []
            table.lose(seat, card)
            table.tell("added" if bout.pairs else "attacked", seat=seat, card=card)


def end_bout(table: DurakTable, bout: Bout) -> None:
    """Put the cards of a bout away, fill the hands, and see which seats are out."""
    cards, defender = bout.cards, bout.defender
    table.bouts += 1
    table.last_bout, table.bout = bout, Bout(bout.attacker, defender, 0)
    if bout.given_up:
        table.gain(defender, cards, cards)
        table.taken[defender] += len(cards)
    else:
        table.gone += cards
    table.tell("took_up" if bout.given_up else "held", seat=defender, cards=len(cards))
    attackers = table.around(bout.attacker)
    for seat in (*attackers, defender):
        missing = max(0, HAND - len(table.hands[seat]))
        drawn, table.stock = table.stock[:missing], table.stock[missing:]
        seen = [card for card in drawn if card is table.turn_up]
        if drawn:
            table.gain(seat, drawn, seen)
            table.tell("drew", to=seat, seat=seat, cards=len(drawn), own=drawn, seen=seen)
    for seat in (*attackers, *table.around(defender)) if not table.stock else ():
        if not table.hands[seat] and seat not in table.out:
            table.out.append(seat)
            table.tell("out", seat=seat)


def score(table: DurakTable) -> Sheet:
    """Return the sheet of a deal: which side was left with cards."""
    loser = min(table.left, default=None)
    if loser is None and table.options["both_out"] == "attackers" and table.last_bout:
        loser = table.last_bout.defender % 2
    points = [int(loser is not None and seat % 2 != loser) for seat in range(table.players)]
    ending = "draw" if loser is None else "lost"
    return table.sheet(Sheet, ending, points, loser=loser, cards=tuple(map(len, table.hands)))


def dealer(match: Match) -> int:
    """Return the dealer: after a lost deal the next seat of the side that lost it, after a draw the next seat."""
    if not match.sheets:
        return match.first_dealer
    last = match.sheets[-1]
    return match.after(last.dealer, 2 if last.loser == last.dealer % 2 else 1)


def winners(match: Match) -> tuple[int, ...]:
    """Return the seats of the side that has lost fewer deals, once one has lost enough of them."""
    return match.leading if max(match.totals) >= match.number("losses") or len(match.sheets) >= MOST_DEALS else ()


DURAK: Final = Game(
    name="durak-teams",
    title=N_("Durak in teams"),
    brief=N_("Durak teams"),
    about="attack and defence with 36 cards; the side left with cards loses",
    players=(4, 6),
    minutes=25,
    options=(
        OptionOffer("losses", "Lost deals", (3, 1, 2, 4, 5)),
        OptionOffer("first_bout", "Cards of the first bout", (6, 5)),
        OptionOffer("both_out", "Both sides run out", ("draw", "attackers")),
    ),
    table=DurakTable,
    sheet=Sheet,
    pack=lambda _match: PACK,
    lay=lay,
    deal=deal,
    ended=lambda sheet: [(sheet.ending, {"side": sheet.loser})],
    fallback=lambda table, _seat, choices: cheapest(choices, table.price, UP, PASS, DONE),
    dealer=dealer,
    counts="taken",
    noted=(N_("were drawn"), lambda sheet: sheet.loser is None),
    ends=frozenset({"held", "took_up"}),
    winners=winners,
    side=opposite,
    record=("hands", "turned", "stock", "actions", "left=cards", "taken", "scores=points", "end=ending"),
)
