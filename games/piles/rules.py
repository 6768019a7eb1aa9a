"""The rules of Svoyi Koziri, Dudak and Challenge (Parlett): beat the top of the pile, or take it up."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.kit import game as kit
from games.kit.asking import Ask, Choice, Rules
from games.kit.deck import C, in_order, order, pack, packets, shuffle
from games.kit.game import Game, KnownTable, Laid, Match, cheapest
from games.kit.secrets import secret
from protocol.cards import Card, Rank, Suit
from protocol.setup import OptionOffer, OptionValue

RANKS: Final = "2 3 4 5 6 7 8 9 10 J Q K A"
HEIGHTS: Final = order(RANKS)
SIZES: Final = {"svoyi-koziri": 36, "dudak": 32}  # The cards of the packs that no option decides.

TAKE: Final = "take"
SHOW: Final = "show"
LEAST: Final = 2  # The least cards of each suit in a rigged hand.
THIRD: Final = 3  # How often a position comes before the deal is drawn.


@dataclass(frozen=True, kw_only=True)
class Sheet(kit.Sheet):
    """How a deal ended, and what it brought each seat."""

    out: tuple[int, ...]
    """The seats that went out, in order."""
    left: tuple[int, ...]
    """The cards that each seat had left."""
    taken: tuple[int, ...]
    """The cards that each seat took up."""
    trumps: tuple[Suit | None, ...]
    """The trumps of each seat: those named for a whole game are found in its last sheet."""
    hands: tuple[tuple[Card, ...], ...]
    """All cards as dealt: those of a rigged deal follow from no shuffle alone."""


@dataclass
class PilesTable(KnownTable):
    """The table of a game of one pile."""

    trumps: list[Suit | None] = field(default_factory=list)
    side: Suit | None = None
    """The dealer's second suit in a rigged deal."""
    down: list[Card | None] = secret("seat", default_factory=list)
    """The trump card of each seat that lies face down."""
    mover: int = 0
    """The seat to act."""
    phase: str = "leading"
    """What it does: ``leading``, ``beating`` or ``adding``."""
    pile: list[tuple[int, Card]] = field(default_factory=list)
    """The pile from its first card, with the seats that played them."""
    last_pile: list[tuple[int, Card]] = field(default_factory=list)
    """What was last taken up, with the seats that had played it."""
    taker: int = 0
    """Who took it up."""
    out: list[int] = field(default_factory=list)
    moves: int = 0
    taken: list[int] = field(default_factory=list)
    repeated: int = 0
    """How often the present position has been there, where that is counted."""
    seen: list[Any] = secret(default_factory=list)
    """The positions in which a pile was begun."""

    @property
    def is_open(self) -> bool:
        """True while all hands lie open."""
        last_two = self.players - len(self.out) <= 2
        return self.over or naming(self.match) == "rigged" or (last_two and self.options.get("open_end", False))

    @property
    def free(self) -> list[Suit]:
        """The suits that are nobody's."""
        return [suit for suit in Suit if suit not in self.trumps and suit is not self.side]

    @property
    def ending(self) -> str | None:
        """How the deal has ended; None while it goes on."""
        if len(self.out) >= (1 if first_out(self.match) else self.players - 1):
            return "out"
        if self.repeated >= THIRD:
            return "repetition"
        return "limit" if self.moves >= self.options["limit"] else None

    @property
    def pickup(self) -> int:
        """How many cards the seat to act would take up."""
        if self.phase != "beating":
            return 0
        number, top, kind = len(self.pile), self.pile[-1][1], self.options.get("pickup", "all")
        if kind == "some":
            trump = top.suit in self.trumps
            some: int = self.options["trump" if trump else "plain"]
            return number if trump and top.rank is Rank.ACE else min(some, number)
        if kind == "suit_run" and self.trumps[self.mover] is None:
            return next((run for run, (_, card) in enumerate(reversed(self.pile)) if card.suit is not top.suit), number)
        return number

    def beats(self, seat: int, card: Card, top: Card) -> bool:
        """Return True if a card of a seat is higher in the suit of another one, or else a trump of that seat."""
        if card.suit is top.suit:
            return HEIGHTS[card.rank] > HEIGHTS[top.rank]
        return card.suit is self.trumps[seat]

    def after(self, seat: int) -> int:
        """Return the next seat that holds cards."""
        return next((other for other in [*self.match.round(seat)[1:], seat] if self.hands[other]), seat)


def naming(match: Match) -> str:
    """Return how trumps become known.

    They are named ``once`` a game or ``before`` each deal, or by the dealer of a ``rigged`` deal; or they are
    ``announced`` in the play, or are those of a card ``drawn``.
    """
    return {"svoyi-koziri": "once", "challenge": "rigged"}.get(match.game.name) or str(match.options["trumps"])


def first_out(match: Match) -> bool:
    """Return True if the deal ends when the first seat is out."""
    return bool(match.options.get("first_out", match.game.name == "challenge"))


def pack_of(match: Match) -> Sequence[Card]:
    """Return the pack, from which the lowest ranks are left out."""
    cards = SIZES.get(match.game.name) or match.number("cards")
    return pack(" ".join(RANKS.split()[-cards // 4 :]))


def lay(match: Match, cards: Sequence[C]) -> Laid:
    """Deal all cards, those of Dudak by twos, the last ones singly; trumps are drawn by the last card of each."""
    if naming(match) == "rigged":
        return {"pack": list(cards)}
    packet = 2 if match.game.name == "dudak" else 1
    rounds, left = divmod(len(cards), packet * match.players)
    sizes = (packet,) * rounds + (1,) * -(-left // match.players)
    hands, _ = packets(cards, match.round(match.after(match.dealer)), sizes)
    if naming(match) == "drawn":
        return {"hands": [hand[:-1] for hand in hands], "drawn": [hand[-1] for hand in hands]}
    return {"hands": hands}


def deal(table: PilesTable, laid: Laid) -> Rules[Sheet]:
    """Name trumps where that comes first, hand the cards out, and play until the deal is over."""
    match, players, how = table.match, table.players, naming(table.match)
    is_named = how == "once" and bool(match.sheets)
    table.trumps = list(match.sheets[-1].trumps) if is_named else [None] * players
    table.taken, table.known, table.down = [0] * players, [[] for _ in range(players)], [None] * players
    table.hands = [[] for _ in range(players)]
    table.tell("begun", seat=table.dealer, deal=match.deal)
    if how in ("once", "before", "rigged") and not is_named:
        yield from name_suits(table)
    dealt = rig(table, laid["pack"]) if how == "rigged" else laid["hands"]
    table.down = list(laid.get("drawn", table.down))
    table.hands = [in_order(hand) for hand in dealt]
    whole = tuple(map(tuple, held(table)))
    table.tell("dealt", seat=table.dealer)
    for seat, card in enumerate(table.down):
        if card is not None:
            table.tell("down", to=seat, seat=seat, own=card)
    if how == "once":
        hand_sixes(table)
    table.mover = match.after(table.dealer)
    note(table)
    is_told = False
    while (ending := table.ending) is None:
        if table.is_open and not is_told:
            is_told = True
            table.tell("open", hands=[list(hand) for hand in table.hands])
        yield from turn(table)
    points = tuple([int(seat in table.out) for seat in range(players)])
    return table.sheet(Sheet, ending, points, left=tuple(map(len, held(table))), hands=whole)


def held(table: PilesTable) -> list[list[Card]]:
    """Return the cards of each seat, with the one that lies face down."""
    return [[*hand, *([card] if card else [])] for hand, card in zip(table.hands, table.down, strict=True)]


def ended(sheet: Sheet) -> Sequence[tuple[str, dict[str, Any]]]:
    """Return what is told at the end of a deal: who was left with cards, who was out first, or why it is drawn."""
    if sheet.ending != "out":
        return [(sheet.ending, {})]
    left = [(seat, cards) for seat, cards in enumerate(sheet.left) if cards]
    if len(left) > 1:
        return [("first", {"seat": sheet.out[0]})]
    return [("lost", {"seat": seat, "cards": cards}) for seat, cards in left]


def name_suits(table: PilesTable) -> Rules[None]:
    """Have each seat name its trumps; the last suit needs no naming. In a rigged deal, the dealer names two suits."""
    is_rigged = naming(table.match) == "rigged"
    for seat in table.match.round(table.dealer) if is_rigged else table.seats:
        if len(table.free) == 1:
            table.trumps[seat] = table.free[0]
        else:
            _, table.trumps[seat] = yield Ask(seat, [("trump ", suit) for suit in table.free], "trump")
        table.tell("trump", seat=seat, suit=table.trumps[seat])
        if is_rigged and seat == table.dealer:
            _, table.side = yield Ask(seat, [("side ", suit) for suit in table.free], "side")
            table.tell("side", seat=seat, suit=table.side)


def rig(table: PilesTable, cards: list[Card]) -> list[list[Card]]:
    """Deal hands that are mirror images: half of the dealer's two suits, and what is left of the other's."""
    dealer, whole = table.dealer, pack_of(table.match)
    trump, image_trump, side = table.trumps[dealer], table.trumps[1 - dealer], table.side
    image_side = table.free[0]
    kept = kept_cards(table.match, cards, trump, side)
    image = {Card(card.rank, image_trump if card.suit is trump else image_side) for card in kept}
    own = [card for card in whole if card in kept or (card.suit in (image_trump, image_side) and card not in image)]
    hands = [own, [card for card in whole if card not in own]]
    return hands if dealer == 0 else hands[::-1]


def kept_cards(match: Match, cards: Sequence[Card], trump: Suit | None, side: Suit | None) -> set[Card]:
    """Return the dealer's cards of two suits; with fewer than two cards of a suit the pack is shuffled again."""
    while True:
        kept = {card for card in cards[: len(cards) // 2] if card.suit in (trump, side)}
        trumps = sum(card.suit is trump for card in kept)
        ranks, sides = len(cards) // 4, len(kept) - trumps
        if min(trumps, sides, ranks - trumps, ranks - sides) >= LEAST:
            return kept
        lying = " ".join([card.text for card in cards])
        cards = [pack_of(match)[place] for place in shuffle(hashlib.sha256(lying.encode()).digest(), len(cards))]


def unrig(match: Match, deal: Mapping[str, Any]) -> list[int]:
    """Return an order of the pack whose upper half gives the dealer the cards that it has of its two suits."""
    words = [said.split() for seat, said in deal["actions"][:2] if seat == match.dealer]
    suits = [Suit(word[-1]) for word in words]
    whole, own = pack_of(match), deal["hands"][match.dealer]
    kept = [place for place, card in enumerate(whole) if card.suit in suits and card.text in own]
    others = [place for place, card in enumerate(whole) if card.suit not in suits]
    return [*kept, *others, *[place for place, card in enumerate(whole) if card.suit in suits and place not in kept]]


def hand_sixes(table: PilesTable) -> None:
    """Hand each six to the seat whose trump it is, in the sight of all."""
    for taker, suit in enumerate(table.trumps):
        six = Card(Rank.SIX, suit)
        giver = next(seat for seat, hand in enumerate(table.hands) if six in hand)
        table.lose(giver, six)
        table.gain(taker, [six], [six])
        if giver != taker:
            table.tell("six", seat=giver, other=taker, card=six)


def turn(table: PilesTable) -> Rules[None]:
    """Have the seat to act play a card, take cards up, or make its trumps known."""
    seat, beating = table.mover, table.phase == "beating"
    hand = table.hands[seat]
    choices: list[Choice] = list(hand)
    if beating:
        choices = [*[card for card in hand if table.beats(seat, card, table.pile[-1][1])], TAKE]
    if table.trumps[seat] is None:
        choices += [SHOW] if naming(table.match) == "drawn" else [("trump ", suit) for suit in table.free]
    choice = yield Ask(seat, choices, table.phase)
    if choice == SHOW:
        show(table, seat)
    elif choice == TAKE:
        take_up(table, seat)
    elif isinstance(choice, tuple):
        table.trumps[seat] = choice[1]
        table.tell("trump", seat=seat, suit=choice[1])
    else:
        play(table, seat, choice)


def show(table: PilesTable, seat: int) -> None:
    """Turn up the trump card of a seat, which joins its hand."""
    card, table.down[seat] = table.down[seat], None
    assert card is not None
    table.trumps[seat] = card.suit
    table.gain(seat, [card], [card])
    table.tell("shown", seat=seat, card=card)


def take_up(table: PilesTable, seat: int) -> None:
    """Take cards up from the pile; if none is left, a new one is begun."""
    number = table.pickup
    rest, table.last_pile = table.pile[:-number], table.pile[-number:]
    taken = [card for _, card in table.last_pile]
    table.gain(seat, taken, taken)
    table.taker = seat
    table.pile, table.phase = rest, "beating" if rest else "leading"
    table.mover = seat if table.options.get("taker_leads") else table.after(seat)
    table.moves += 1
    table.taken[seat] += number
    table.tell("taken", seat=seat, cards=taken)
    note(table)


def note(table: PilesTable) -> None:
    """Count how often a position has been there in which a pile is begun, where a third time draws the deal."""
    if naming(table.match) == "rigged":
        position = (tuple(map(tuple, table.hands)), table.mover)
        table.seen.append(position)
        table.repeated = table.seen.count(position)


def play(table: PilesTable, seat: int, card: Card) -> None:
    """Put a card on the pile; a seat without cards is out, unless a trump card lies face down."""
    beaten = table.phase == "beating"
    table.lose(seat, card)
    table.pile.append((seat, card))
    table.moves += 1
    table.repeated = 0
    if beaten:
        table.tell("beat", seat=seat, card=card, beaten=table.pile[-2][1])
    else:
        table.tell("played", seat=seat, card=card)
    holds = bool(table.hands[seat]) or table.down[seat] is not None
    if holds and beaten and table.options.get("cards") != 1:
        table.phase = "adding"
    else:
        table.phase, table.mover = "beating", table.after(seat)
    if holds and not table.hands[seat]:
        show(table, seat)
    elif not holds:
        table.out.append(seat)
        table.tell("out", seat=seat)
        if beaten and table.match.game.name == "dudak" and table.ending is None:
            table.tell("killed", cards=len(table.pile))
            table.gone += [card for _, card in table.pile]
            table.pile, table.phase = [], "leading"


def dealer(match: Match) -> int:
    """Return the one loser of the last deal, or else the seat after its dealer."""
    if not match.sheets:
        return match.first_dealer
    last = match.sheets[-1]
    losers: list[int] = [seat for seat, cards in enumerate(last.left) if cards]
    return losers[0] if naming(match) != "rigged" and len(losers) == 1 else match.after(last.dealer)


def page(match: Match) -> dict[str, OptionValue]:
    """Return what the page of rules tells besides the options."""
    cards = pack_of(match)
    ranks = " ".join(dict.fromkeys([card.rank.value for card in reversed(cards)]))
    return {"size": len(cards), "ranks": ranks, "first_out": first_out(match)}


LIMIT: Final = OptionOffer("limit", "Moves of a deal", (400, 100, 200, 800))
OPTIONS: Final = {
    "svoyi-koziri": (
        OptionOffer("deals", "Deals", (4, 1, 2, 3, 5, 6, 8, 10)),
        OptionOffer("cards", "Cards", (2, 1)),
        OptionOffer("pickup", "Taking up", ("all", "some")),
        OptionOffer("plain", "Taken if top is no trump", (3, 1, 2, 4, 5), needs={"pickup": "some"}),
        OptionOffer("trump", "Taken if top is a trump", (5, 1, 2, 3, 4, 6, 7, 8), needs={"pickup": "some"}),
        OptionOffer("open_end", "The last two", (False, True)),
        LIMIT,
    ),
    "dudak": (
        OptionOffer("deals", "Deals", (4, 1, 2, 3, 5, 6, 8, 10)),
        OptionOffer("trumps", "Trumps", ("announced", "before", "drawn")),
        OptionOffer("pickup", "Taking up", ("all", "suit_run")),
        OptionOffer("first_out", "Who wins a deal", (False, True)),
        LIMIT,
    ),
    "challenge": (
        OptionOffer("deals", "Deals", (1, 2, 3, 4, 5, 6, 8, 10)),
        OptionOffer("cards", "Cards", (32, 24, 28, 36, 40, 44, 48, 52)),
        OptionOffer("taker_leads", "After taking up", (False, True)),
        LIMIT,
    ),
}
PILES: Final = tuple(
    Game(
        name=name,
        title=title,
        about=about,
        players=players,
        minutes=minutes,
        hard=2 if name == "challenge" else 1,
        options=OPTIONS[name],
        table=PilesTable,
        sheet=Sheet,
        pack=pack_of,
        lay=lay,
        deal=deal,
        ended=ended,
        fallback=lambda table, seat, choices: cheapest(
            choices, lambda card: (card.suit is table.trumps[seat], HEIGHTS[card.rank]), TAKE
        ),
        dealer=dealer,
        unlay=unrig if name == "challenge" else None,
        page=page,
        held=held,
        counts="taken",
        noted=("were drawn", lambda sheet: sheet.ending != "out"),
        ends=frozenset({"taken", "killed"}),
        record=("hands", "actions", "out", "left", "taken", "scores=points", "end=ending", "drawn?"),
    )
    for name, title, about, players, minutes in (
        (
            "svoyi-koziri",
            "Svoyi Koziri",
            "beat the top of the pile or take it up, each with trumps of their own",
            (4, 2, 3),
            20,
        ),
        ("dudak", "Dudak", "two cards a turn on one pile, and trumps announced in the play", (4, 2, 3), 15),
        ("challenge", "Challenge", "one pile and open hands, mirror images of each other: no chance at all", (2,), 10),
    )
)
