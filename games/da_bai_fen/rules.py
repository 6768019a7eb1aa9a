"""The rules of Da Bai Fen (Parlett): two sides climb from Two to Ace; a drawn card that is exposed names trumps."""

from collections.abc import Sequence
from typing import Any, Final

from games.da_bai_fen.cards import (
    CLAIM,
    HAND,
    HEIGHTS,
    PACK,
    PLAYERS,
    RANKS,
    SIX,
    DaBaiFenTable,
    Sheet,
    count,
    scored,
    side,
    taker,
)
from games.da_bai_fen.draw import FINISH, declare, draw
from games.kit.asking import Ask, AskAny, Choice, Offer, Rules, text
from games.kit.cards import C, in_order, packets
from games.kit.game import NOT_YOUR_TURN, Game, Laid, Match, Option, usual_reason
from games.kit.tricks import PASS, take_trick
from protocol.cards import Card, Rank

LOST: Final = 40
"""The opponents' points from which they declare the next deal."""

RISES: Final = ((100, 2), (80, 1))
"""How far the opponents rise with at least so many points."""


class DealOver(Exception):
    """The deal ends at once: it is annulled, or a lead of several cards has failed."""

    def __init__(self, ending: str, culprit: int) -> None:
        """Set how it ends, and because of which seat."""
        super().__init__(ending)
        self.ending = ending
        self.culprit = culprit


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
        yield from play(table, leader, leader)
    except DealOver as over:
        return score(table, leader, over.ending, over.culprit)
    return score(table, leader, "played", None)


def bury(table: DaBaiFenTable, leader: int) -> Rules[None]:
    """Have the Leader lay six cards aside; until then a hand without a trump may annul the deal."""
    hand = table.hands[leader]
    while len(table.buried) < SIX:
        may: list[Choice] = [("bury ", card) for card in hand]
        if not table.buried and leader in table.claiming(-1):
            may.append(CLAIM)
        seat, choice = yield AskAny({leader: Offer(may, "bury")}, table.claiming(leader), lapsing=True)
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


def play(table: DaBaiFenTable, leader: int, first: int) -> Rules[None]:
    """Play tricks of one card each, or of several, to the first of which a seat leads."""
    while table.hands[first]:
        led = yield from lead(table, first, leader)
        table.number = len(led)
        for seat in table.match.round(first)[1:]:
            yield from follow(table, seat, led)
        first = taker(table)
        cards = [card for _, laid in table.trick for card in laid]
        if not table.declares(first):
            table.won += [card for card in cards if count([card])]
        table.number = 0
        take_trick(table, first, cards, points=count(cards))


def lead(table: DaBaiFenTable, seat: int, leader: int) -> Rules[list[Card]]:
    """Lead a card, or several of one suit, one after the other; return those that lie there in the end."""
    led: list[Card] = []
    more = True
    while more:
        choices, prompt = leads(table, seat, led), "lead_more" if led else "lead"
        if led or table.takers:
            choice = yield Ask(seat, choices, prompt)
        else:
            who, choice = yield AskAny({seat: Offer(choices, prompt)}, table.claiming(leader), lapsing=True)
            annul_if(table, who, choice)
        more = isinstance(choice, tuple)
        card = choice[0] if more else choice
        table.hands[seat].remove(card)
        led.append(card)
        table.trick = [(seat, led)]
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
    if table.options["leads"] != "safe":
        return hand
    aside = table.buried if seat == table.leader else ()
    seen = {*table.hands[seat], *aside, *table.gone, *led}
    unseen = [card for card in PACK if card not in seen]
    return [card for card in hand if not table.beatable(card, unseen)]


def check(table: DaBaiFenTable, seat: int, led: list[Card]) -> list[Card]:
    """Check several cards led against the other hands: a lead that fails ends the deal, or is cut to one card."""
    others = [card for other, hand in enumerate(table.hands) if other != seat for card in hand]
    failing = min([card for card in led if table.beatable(card, others)], key=table.height, default=None)
    if failing is None:
        return led
    if table.options["leads"] != "cut":
        table.tell("lead_failed", seat=seat, card=failing)
        raise DealOver("revoked", seat)
    back = [card for card in led if card is not failing]
    table.hands[seat] = table.arranged([*table.hands[seat], *back])
    table.trick = [(seat, [failing])]
    table.tell("lead_cut", seat=seat, card=failing, cards=back)
    return [failing]


def follow(table: DaBaiFenTable, seat: int, led: Sequence[Card]) -> Rules[None]:
    """Lay as many cards as were led: those of the suit led first."""
    laid: list[Card] = []
    for _ in led:
        hand = table.hands[seat]
        fits = [card for card in hand if table.suit_of(card) is table.suit_of(led[0])]
        card = yield Ask(seat, fits or hand, "follow" if fits else "any")
        hand.remove(card)
        laid.append(card)
        table.trick = [*[play for play in table.trick if play[0] != seat], (seat, laid)]
        table.tell("played", seat=seat, card=card)


def why(table: DaBaiFenTable, seat: int, prompt: str, choice: Choice) -> str:
    """Return why a seat may not choose this."""
    said = text(choice)
    if said == CLAIM:
        return "claim"
    if prompt == "void":
        return NOT_YOUR_TURN
    if prompt in {"expose", "last_expose"}:
        return "trump_rank" if said.startswith("expose") else prompt
    more = said.endswith("+")
    card = choice[0] if more and isinstance(choice, tuple) and isinstance(choice[0], Card) else choice
    reason = usual_reason(table, seat, prompt, card)
    if reason == "unheld" or prompt == "bury":
        return reason
    if prompt in {"follow", "any"}:
        return "one_by_one" if more else reason
    if not more and not isinstance(choice, Card):
        return "lead"
    led = [card for _, cards in table.trick for card in cards]
    return "several" if more and len(together(table, seat, led)) != 1 else "not_with"


def score(table: DaBaiFenTable, leader: int, ending: str, culprit: int | None) -> Sheet:
    """Return how far each side rises."""
    aside = count(table.buried)
    if ending == "annulled":
        took = 0
    elif culprit is None:
        took = count(table.won) + (0 if table.declares(table.takers[-1]) else 2 * aside)
    else:
        # The other side has every trick.
        took = count(PACK) + aside if table.declares(culprit) else 0
    points = [0 if ending == "annulled" else rise(table, seat, rises(took)) for seat in range(PLAYERS)]
    table.tell(ending, seat=leader, took=took, levels=max(points), declarers=bool(points[leader]))
    return Sheet(
        dealer=table.dealer,
        ending=ending,
        points=tuple(points),
        totals=table.plus(points),
        leader=leader,
        rank=table.rank,
        trump=table.trump,
        tricks=table.tricks,
        took=took,
        culprit=culprit,
        buried=tuple(table.buried),
    )


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


def fallback(table: DaBaiFenTable, _seat: int, choices: Sequence[Any]) -> Choice:
    """Pass, claim, or choose the card that counts least and of these ranks lowest, a plain card before a trump."""
    if PASS in choices:
        return PASS
    cards = [choice for choice in choices if isinstance(choice, Card) or choice[0] == "bury "]

    def cost(choice: Any) -> tuple[bool, int, int]:  # noqa: ANN401
        card: Card = choice[1] if isinstance(choice, tuple) else choice
        return table.suit_of(card) is None, count([card]), table.height(card)

    lowest: Choice = min(cards, key=cost) if cards else CLAIM
    return lowest


USUAL: Final = "As the game is usually played."
SELDOM: Final = "Everybody is asked less often."
HIGHER: Final = "Then the higher level wins."

DA_BAI_FEN: Final = Game(
    name="da-bai-fen",
    title="Da Bai Fen",
    about="two sides climb from Two to Ace; who shows a drawn card names trumps",
    players=(PLAYERS,),
    minutes=210,
    options=(
        Option(
            "target_level",
            "Last level",
            {
                "A": ("A", "The whole game, which takes hours."),
                "6": ("6", "A short game."),
                "10": ("10", "A game of middle length."),
            },
        ),
        Option("draw", "Asked after cards", {1: ("1", USUAL), **{n: (str(n), SELDOM) for n in (2, 3, 4, 6, 12)}}),
        Option(
            "exposing",
            "Of several exposed cards",
            {
                "drawn": ("the first to draw", "As if each answered before the next one draws."),
                "time": ("the first in time", "Whose answer comes first to the server."),
            },
        ),
        Option(
            "leads",
            "Several cards led",
            {
                "safe": ("only certain ones", "The leader has to know that nobody has a higher one."),
                "at_risk": ("any, at a risk", "If one can be beaten, the other side has every trick."),
                "cut": ("any, or cut down", "If one can be beaten, it is led alone."),
            },
        ),
        Option(
            "show_six",
            "The last six",
            {False: ("hidden", USUAL), True: ("shown", "Everybody sees what the Leader takes.")},
        ),
        Option(
            "void_claim",
            "A hand without a trump",
            {True: ("may annul the deal", USUAL), False: ("is played", "However bad it is.")},
        ),
        Option(
            "stop_at_last",
            "From below the last level",
            {False: ("two levels pass it", USUAL), True: ("all stop there", "It is passed in a later deal.")},
        ),
        Option(
            "win_as",
            "The last level is passed by",
            {"any": ("any side", USUAL), "declarers": ("declarers", "Their opponents stop there.")},
        ),
        Option(
            "most_deals",
            "Deals at most",
            {
                0: ("no limit", "The game ends when a side passes the last level."),
                1: ("1", "One deal decides."),
                **dict.fromkeys((4, 8, 12, 20, 40), ("", HIGHER)),
            },
        ),
    ),
    table=DaBaiFenTable,
    sheet=Sheet,
    pack=lambda _match: PACK,
    lay=lay,
    deal=deal,
    fallback=fallback,
    why=why,
    not_now=lambda table, _seat: NOT_YOUR_TURN if table.leader is not None else "answered",
    private=frozenset({"expose ", PASS, FINISH, "bury "}),
    dealer=dealer,
    winners=winners,
    side=side,
    direction="right",
    record=("hands", "six", "actions", "won=tricks", "took", "scores=points", "end=ending"),
)
