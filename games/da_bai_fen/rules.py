"""The rules of Da Bai Fen (Parlett): two sides climb from Two to Ace; a drawn card that is exposed names trumps."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from games.kit import game as kit
from games.kit.asking import Ask, AskAny, Choice, Offer, Rules
from games.kit.deck import C, in_order, order, pack, packets
from games.kit.game import Game, Laid, Match, cheapest, opposite
from games.kit.secrets import secret
from games.kit.tricks import PASS, TrickTable, take_trick
from protocol.cards import BLACK_JOKER, RED_JOKER, Card, Rank, Suit
from protocol.language import N_
from protocol.setup import OptionOffer

LEVELS: Final = "2 3 4 5 6 7 8 9 10 J Q K A"
HEIGHTS: Final = order(LEVELS)
RANKS: Final = tuple(HEIGHTS)
PACK: Final = (*pack(LEVELS), BLACK_JOKER, RED_JOKER)
TRUMPS: Final = 100  # The height from which on cards are trumps.

COUNTERS: Final = {Rank.KING: 10, Rank.TEN: 10, Rank.FIVE: 5}
PLAYERS, HAND, SIX = 4, 12, 6

CLAIM: Final = "void"  # A seat shows a hand without a trump, and annuls the deal.
LOST: Final = 40  # The opponents' points from which they declare the next deal.
RISES: Final = ((100, 2), (80, 1))  # How far the opponents rise with at least so many points.
FINISH: Final = "--"  # A seat passes until all cards are drawn.


class DealOver(Exception):
    """The deal ends at once, how and because of which seat: it is annulled, or a lead of several cards has failed."""


@dataclass(frozen=True, kw_only=True)
class Sheet(kit.Sheet):
    """How a deal ended, and how many levels each seat's side has risen."""

    leader: int
    rank: Rank
    trump: Suit | None
    tricks: tuple[int, ...]
    took: int
    """The points of the declarers' opponents."""
    culprit: int | None
    """The seat that has annulled the deal, or whose lead has failed."""
    buried: tuple[Card, ...]


@cache
def ranking(rank: Rank, trump: Suit | None) -> Mapping[Card, tuple[Suit | None, int]]:
    """Return the suit of each card, None for a trump, and how high it is; three trumps are equal."""
    return {
        card: (None, TRUMPS + 15 + (card is RED_JOKER))
        if card.suit is None
        else (None, TRUMPS + 13 + (card.suit is trump))
        if card.rank is rank
        else (None, TRUMPS + HEIGHTS[card.rank])
        if card.suit is trump
        else (card.suit, HEIGHTS[card.rank])
        for card in PACK
    }


@dataclass
class DaBaiFenTable(TrickTable):
    """The table of Da Bai Fen."""

    rank: Rank = Rank.TWO
    """The trump rank: the level of the side that declares."""
    trump: Suit | None = None
    drawn: int = 0
    """The number of cards that each seat has drawn."""
    is_last: bool = False
    """True if all are asked a last time whether they expose a card."""
    exposer: int | None = None
    exposed: Card | None = None
    turned: list[Card] = field(default_factory=list)
    """Those of the last six that all have seen."""
    leader: int | None = None
    """The seat that takes the last six; its side declares."""
    six: list[Card] = secret("leader", default_factory=list)
    buried: list[Card] = secret("leader", unless="is_open", default_factory=list)
    number: int = 0
    """The number of cards that each seat lays to the trick; 0 while the lead is not complete."""
    won: list[Card] = field(default_factory=list)
    """The cards that count among those won by the declarers' opponents."""

    def suit_of(self, card: Card) -> Suit | None:
        """Return the plain suit of a card; all trumps are one suit, None."""
        return ranking(self.rank, self.trump)[card][0]

    def high(self, card: Card) -> int:
        """Return how high a card is, a trump higher than any other."""
        return ranking(self.rank, self.trump)[card][1]

    @property
    def ranks(self) -> "DaBaiFenTable":
        """How the cards rank, as the table itself knows."""
        return self

    def playable(self, hand: Sequence[Card]) -> tuple[Sequence[Card], str]:
        """Return the cards of a hand that may be laid to the trick: those of the suit led first."""
        ranks = ranking(self.rank, self.trump)
        suit = ranks[self.trick[0][1][0]][0]
        fits = [card for card in hand if ranks[card][0] is suit]
        return (fits, "follow") if fits else (hand, "any")

    @property
    def suit(self) -> Suit | None:
        """The trump suit, by which cards rank in a trick."""
        return self.trump

    def height(self, card: Card, led: Suit | None) -> int:
        """Return how high a card is in a trick, below zero if it takes none; in the draw, by its place in the pack."""
        if self.trump is None:
            return PACK.index(card)
        suit, height = ranking(self.rank, self.trump)[card]
        return height if suit is None or suit is led else -1

    def arranged(self, cards: Iterable[Card]) -> list[Card]:
        """Return cards as a hand is held: plain suits, and then the trumps from the lowest up."""
        ranks = ranking(self.rank, self.trump)
        return sorted(in_order(cards), key=lambda card: -1 if ranks[card][0] else ranks[card][1])

    def unbeatable(self, cards: Iterable[Card], others: Iterable[Card]) -> list[Card]:
        """Return those of the cards of which none of the others is a higher one of the same suit."""
        ranks, highest = ranking(self.rank, self.trump), dict[Suit | None, int]()
        for card in others:
            suit, height = ranks[card]
            if height > highest.get(suit, 0):
                highest[suit] = height
        return [card for card in cards if ranks[card][1] >= highest.get(ranks[card][0], 0)]

    def declares(self, seat: int) -> bool:
        """Return True if a seat is of the side that declares, as far as that is known."""
        starter = self.dealer if scored(self.match) else None
        declarer = starter if self.leader is None else self.leader
        return declarer is not None and (seat - declarer) % 2 == 0

    def may_claim(self, seat: int) -> bool:
        """Return True if a seat has no trump, and may annul the deal for that."""
        return self.options["void_claim"] and all(map(self.suit_of, self.hands[seat]))

    def claiming(self) -> dict[int, Offer]:
        """Return what seats are offered besides the Leader: they may annul the deal."""
        return {
            seat: Offer((CLAIM,), "void") for seat in range(PLAYERS) if seat != self.leader and self.may_claim(seat)
        }


def count(cards: Iterable[Card]) -> int:
    """Return what cards count."""
    return sum([COUNTERS.get(card.rank, 0) for card in cards])


def scored(match: Match) -> Sheet | None:
    """Return the last sheet of a deal that was not annulled; None if there is none."""
    return next((sheet for sheet in reversed(match.sheets) if sheet.ending != "annulled"), None)


def dealer(match: Match) -> int:
    """Return the Starter: the Leader's partner after a deal that the declarers have kept, or the Leader's right."""
    last = scored(match)
    return match.first_dealer if last is None else match.after(last.leader, 2 if last.took < LOST else 1)


def lay(match: Match, cards: Sequence[C]) -> Laid:
    """Return which cards each seat draws, in order, the Starter first; six are left."""
    hands, six = packets(cards, match.round(match.dealer), (1,) * HAND)
    return {"hands": hands, "six": six}


def deal(table: DaBaiFenTable, laid: Laid) -> Rules[Sheet]:
    """Draw, name trumps, lay six cards aside, and play."""
    table.hands = [[] for _ in range(PLAYERS)]
    table.rank = RANKS[min(table.match.totals[table.dealer], len(RANKS) - 1)]
    table.tell("dealt", seat=table.dealer, deal=table.match.deal)
    yield from draw(table, laid["hands"])
    leader = declare(table, laid["six"])
    try:
        yield from bury(table, leader)
        yield from play(table, leader)
    except DealOver as over:
        return score(table, *over.args)
    return score(table, "played", None)


def draw(table: DaBaiFenTable, dealt: Sequence[Sequence[Card]]) -> Rules[None]:
    """Draw cards, and ask after each draw who exposes one of the trump rank; after the last draw once more."""
    finished: list[int] = []
    while table.drawn < HAND and table.exposed is None:
        asking = len(finished) < PLAYERS
        take(table, dealt, table.match.number("draw") if asking else HAND)
        if asking:
            yield from ask_to_expose(table, finished)
    if table.exposed is None:
        table.is_last = True
        table.tell("last_asked")
        yield from ask_to_expose(table, [])
        table.is_last = False
    take(table, dealt, HAND)


def take(table: DaBaiFenTable, dealt: Sequence[Sequence[Card]], number: int) -> None:
    """Have each seat draw so many cards, or all that are left."""
    number = min(number, HAND - table.drawn)
    for seat, cards in enumerate(dealt) if number else ():
        drawn = list(cards[table.drawn : table.drawn + number])
        table.hands[seat] = table.arranged([*table.hands[seat], *drawn])
        table.tell("drew", to=seat, seat=seat, cards=number, own=drawn)
    table.drawn += number


def ask_to_expose(table: DaBaiFenTable, finished: list[int]) -> Rules[None]:
    """Ask all at once, whatever they hold; the answers stay hidden, but for the card that counts.

    Of several cards that of the seat which drew first counts, or by an option the first in time; it is exposed as soon
    as no other can come before it.
    """
    seats = table.match.round(table.dealer)
    answers: dict[int, Choice] = dict.fromkeys(finished, FINISH)
    passes, prompt = ((PASS,), "last_expose") if table.is_last else ((PASS, FINISH), "expose")
    may = {
        seat: Offer([*[("expose ", card) for card in table.hands[seat] if card.rank is table.rank], *passes], prompt)
        for seat in seats
    }
    while len(answers) < PLAYERS:
        seat, answer = yield AskAny({seat: may[seat] for seat in seats if seat not in answers})
        answers[seat] = answer
        table.tell("answered", to=seat, seat=seat, own=answer[1] if isinstance(answer, tuple) else None)
        if answer == FINISH:
            finished.append(seat)
        for first in seats if table.options["exposing"] == "drawn" else list(answers):
            said = answers.get(first)
            if isinstance(said, tuple):
                table.exposer, table.exposed = first, next(card for card in table.hands[first] if card is said[1])
                table.tell("exposed", seat=first, card=table.exposed)
                return
            if said is None:
                break


def declare(table: DaBaiFenTable, six: Sequence[Card]) -> int:
    """Fix trumps, by the last six if no card is exposed, and give these to the Leader; return it.

    In the first deal the seat that has exposed a card is the Leader, in later ones the Starter.
    """
    decisive = table.exposed
    if decisive is None:
        found = [card.rank is table.rank for card in six]
        table.turned = list(six[: found.index(True) + 1] if True in found else six)
        # A Joker has no suit; of the six two at the most are Jokers.
        plain = [card for card in table.turned if card.suit is not None]
        decisive = plain[-1] if True in found else max(plain, key=lambda card: HEIGHTS[card.rank])
        table.tell("turned", cards=list(table.turned), suit=decisive.suit)
    exposer = table.exposer if scored(table.match) is None else None
    leader = table.dealer if exposer is None else exposer
    table.trump, table.leader, table.six = decisive.suit, leader, list(six)
    if table.options["show_six"]:
        table.turned = list(six)
        table.tell("six", seat=leader, cards=list(six))
    else:
        table.tell("six", to=leader, seat=leader, own=list(six))
    table.hands = [table.arranged([*hand, *(six if seat == leader else ())]) for seat, hand in enumerate(table.hands)]
    return leader


def bury(table: DaBaiFenTable, leader: int) -> Rules[None]:
    """Have the Leader lay six cards aside; until then a hand without a trump may annul the deal."""
    hand = table.hands[leader]
    while len(table.buried) < SIX:
        may: list[Choice] = [("bury ", card) for card in hand]
        if not table.buried and table.may_claim(leader):
            may.append(CLAIM)
        seat, choice = yield AskAny({leader: Offer(may, "bury")}, table.claiming(), lapsing=True)
        annul_if(table, seat, choice)
        _, card = choice
        hand.remove(card)
        table.buried.append(card)
        table.tell("buried", to=leader, seat=leader, own=card)
    table.buried = in_order(table.buried)


def annul_if(table: DaBaiFenTable, seat: int, choice: Choice) -> None:
    """Annul the deal, if a seat chooses to."""
    if choice == CLAIM:
        table.tell("claimed", seat=seat, cards=list(table.hands[seat]))
        raise DealOver("annulled", seat)


def play(table: DaBaiFenTable, first: int) -> Rules[None]:
    """Play tricks of one card each, or of several, to the first of which a seat leads."""
    while table.hands[first]:
        led = yield from lead(table, first)
        table.number = len(led)
        for seat in table.match.round(first)[1:]:
            yield from follow(table, seat, led)
        first = taker(table, table.trick)
        cards = [card for _, laid in table.trick for card in laid]
        if not table.declares(first):
            table.won += [card for card in cards if count([card])]
        table.number = 0
        take_trick(table, first, cards, points=count(cards))


def lead(table: DaBaiFenTable, seat: int) -> Rules[list[Card]]:
    """Lead a card, or several of one suit, one after the other; return those that lie there in the end."""
    led: list[Card] = []
    more = True
    while more:
        choices, prompt = leads(table, seat, led), "lead_more" if led else "lead"
        if led or table.takers:
            choice = yield Ask(seat, choices, prompt)
        else:
            who, choice = yield AskAny({seat: Offer(choices, prompt)}, table.claiming(), lapsing=True)
            annul_if(table, who, choice)
        more = isinstance(choice, tuple)
        card = choice[0] if more else choice
        table.hands[seat].remove(card)
        led.append(card)
        table.trick = [(seat, tuple(led))]
        table.tell("led" if more else "played", seat=seat, card=card)
    return check(table, seat, led) if len(led) > 1 else led


def leads(table: DaBaiFenTable, seat: int, led: Sequence[Card]) -> list[Choice]:
    """Return what may be led: a card, alone or as the last one, or ``(card, "+")`` with others to follow."""
    several = together(table, seat, led)
    suits = [table.suit_of(card) for card in several]
    more = [(card, "+") for card in several if suits.count(table.suit_of(card)) > 1]
    return [*(several if led else table.hands[seat]), *more]


def together(table: DaBaiFenTable, seat: int, led: Sequence[Card]) -> Sequence[Card]:
    """Return the cards that may be led with others: by default those that the seat knows to be unbeatable."""
    hand = [card for card in table.hands[seat] if not led or table.suit_of(card) is table.suit_of(led[0])]
    return certain(table, seat, hand, led) if table.options["leads"] == "safe" else hand


def certain(table: DaBaiFenTable, seat: int, hand: Sequence[Card], led: Sequence[Card]) -> Sequence[Card]:
    """Return the cards of a hand that the seat knows to be unbeatable, with those that it has led."""
    aside = table.buried if seat == table.leader else ()
    seen = {*table.hands[seat], *aside, *table.gone, *led}
    return table.unbeatable(hand, [card for card in PACK if card not in seen])


def check(table: DaBaiFenTable, seat: int, led: list[Card]) -> list[Card]:
    """Check several cards led against the other hands: a lead that fails ends the deal, or is cut to one card."""
    others = [card for other, hand in enumerate(table.hands) if other != seat for card in hand]
    holding = table.unbeatable(led, others)
    failing = min([card for card in led if card not in holding], key=table.high, default=None)
    if failing is None:
        return led
    if table.options["leads"] != "cut":
        table.tell("lead_failed", seat=seat, card=failing)
        raise DealOver("revoked", seat)
    back = [card for card in led if card is not failing]
    table.hands[seat] = table.arranged([*table.hands[seat], *back])
    table.trick = [(seat, (failing,))]
    table.tell("lead_cut", seat=seat, card=failing, cards=back)
    return [failing]


def follow(table: DaBaiFenTable, seat: int, led: Sequence[Card]) -> Rules[None]:
    """Lay as many cards as were led: those of the suit led first."""
    laid = list[Card]()
    for _ in led:
        card = yield Ask(seat, *table.playable(table.hands[seat]))
        table.hands[seat].remove(card)
        laid.append(card)
        table.trick = [*[play for play in table.trick if play[0] != seat], (seat, tuple(laid))]
        table.tell("played", seat=seat, card=card)


def taker(table: DaBaiFenTable, trick: Sequence[tuple[int, Sequence[Card]]]) -> int:
    """Return the seat whose cards take a trick, of equal ones the first."""
    led = trick[0][1]
    complete = [play for play in trick if len(play[1]) == len(led)]
    return max(complete, key=lambda play: strength(table, play[1], led))[0]


def strength(table: DaBaiFenTable, cards: Sequence[Card], led: Sequence[Card]) -> int:
    """Return how strong cards are in a trick: several that are led are beaten only by as many trumps."""
    suits, suit = {table.suit_of(card) for card in cards}, table.suit_of(led[0])
    if len(led) > 1 and (suit is None or suits != {None}):
        return 0 if cards == led else -1
    return max([table.height(card, suit) for card in cards])


def score(table: DaBaiFenTable, ending: str, culprit: int | None) -> Sheet:
    """Return how far each side rises."""
    aside, took = count(table.buried), 0
    if ending == "played":
        took = count(table.won) + (0 if table.declares(table.takers[-1]) else 2 * aside)
    elif ending == "revoked" and culprit is not None and table.declares(culprit):
        # The other side has every trick.
        took = count(PACK) + aside
    points = [0 if ending == "annulled" else rise(table, seat, rises(took)) for seat in range(PLAYERS)]
    return table.sheet(Sheet, ending, points, took=took, culprit=culprit)


def ended(sheet: Sheet) -> Sequence[tuple[str, dict[str, Any]]]:
    """Return what is told at the end of a deal: what the opponents took, and who rises how far."""
    levels = max(sheet.points)
    rising = "lost" if not levels else "kept" if sheet.points[sheet.leader] else "risen"
    return [("annulled" if sheet.ending == "annulled" else rising, {"took": sheet.took, "levels": levels})]


def rises(took: int) -> tuple[int, int]:
    """Return how many levels the declarers and their opponents rise when these have so many points."""
    if took < LOST:
        return (1 if took else 2), 0
    return 0, next((levels for least, levels in RISES if took >= least), 0)


def rise(table: DaBaiFenTable, seat: int, levels: tuple[int, int]) -> int:
    """Return how far a side rises: one past the last level at the most, or to the last one if it has to stop there."""
    match, declares = table.match, table.declares(seat)
    total, last = match.totals[seat], target(match) - 1
    held = total < last and table.options["stop_at_last"]
    barred = not declares and table.options["win_as"] == "declarers"
    return min(levels[not declares], last + (not (held or barred)) - total)


def target(match: Match) -> int:
    """Return how many levels a side has to rise to win."""
    return HEIGHTS[Rank(match.options["target_level"])] + 1


def winners(match: Match) -> tuple[int, ...]:
    """Return the seats of the side that has passed the last level, or of the higher one after the last deal."""
    deals = sum([sheet.ending != "annulled" for sheet in match.sheets])
    return match.leading if max(match.totals) >= target(match) or 0 < match.number("most_deals") <= deals else ()


DA_BAI_FEN: Final = Game(
    name="da-bai-fen",
    title="Da Bai Fen",
    about="two sides climb from Two to Ace; show a drawn card to name trumps",
    players=(PLAYERS,),
    minutes=210,
    hard=3,
    options=(
        OptionOffer("target_level", "Last level", ("A", "6", "10")),
        OptionOffer("draw", "Asked after cards", (1, 2, 3, 4, 6, 12)),
        OptionOffer("exposing", "Of several exposed cards", ("drawn", "time")),
        OptionOffer("leads", "Several cards led", ("safe", "at_risk", "cut")),
        OptionOffer("show_six", "The last six", (False, True)),
        OptionOffer("void_claim", "A hand without a trump", (True, False)),
        OptionOffer("stop_at_last", "From below the last level", (False, True)),
        OptionOffer("win_as", "The last level is passed by", ("any", "declarers")),
        OptionOffer("most_deals", "Deals at most", (0, 1, 4, 8, 12, 20, 40)),
    ),
    table=DaBaiFenTable,
    sheet=Sheet,
    pack=lambda _match: PACK,
    lay=lay,
    deal=deal,
    ended=ended,
    fallback=lambda table, _seat, choices: cheapest(
        choices, lambda card: (table.suit_of(card) is None, count([card]), table.high(card)), PASS
    ),
    private=frozenset({"expose ", PASS, FINISH, "bury "}),
    dealer=dealer,
    noted=(N_("were kept by the declarers"), lambda sheet: sheet.took < LOST),
    winners=winners,
    side=opposite,
    direction="right",
    record=("hands", "six", "actions", "won=tricks", "took", "scores=points", "end=ending"),
)
