"""The bot ``strong`` of Bête: it tries its actions in many deals that fit what it knows."""

from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import Final, NamedTuple

from protocol.bete.actions import Play
from protocol.bete.events import Played, TrickTaken
from protocol.bete.order import HAND, HEIGHTS
from protocol.bete.views import BeteView, Part, Phase
from protocol.cards import Card, Rank, Suit
from protocol.vocabulary import Action, Seat
from server.bots.bot import Sight
from server.bots.sampling import Holder, Worth, choose_by_trials, deal_unseen
from server.bots.tricks import Deck, Table, lacking


@lru_cache(maxsize=len(Suit))
def deck_of(trump: Suit) -> Deck:
    """Return the pack with a trump suit."""
    suits = [*[suit for suit in Suit if suit is not trump], trump]
    return Deck([sorted([Card(rank, suit) for rank in HEIGHTS], key=lambda card: HEIGHTS[card.rank]) for suit in suits])


class Known:
    """What a seat knows in a deal."""

    def __init__(self, sight: Sight) -> None:
        """Read what a bot is shown."""
        view = sight.view
        assert isinstance(view, BeteView)
        assert view.viewer is not None
        assert view.trump is not None
        assert view.turn_up is not None
        self.view: Final = view
        self.viewer: Final = view.viewer
        self.deck: Final = deck_of(view.trump)
        self.is_fought: Final = sight.setup.options.get("alone") == "play"
        self.pays_chip: Final = sight.setup.options.get("all_tricks") == "chip"
        plays = [event for event in sight.told if isinstance(event, Played)]
        self.played: Final = {
            seat: self.deck.bits([play.card for play in plays if play.seat == seat])
            for seat in map(Seat, range(len(view.seats)))
        }
        self.turn_up: Final = self.deck.bits([view.turn_up])
        self.hand: Final = self.deck.bits(view.hand)
        self.seen: Final = self.turn_up | sum(self.played.values())
        self.unseen: Final = [card for card in self.deck.number.values() if not (self.seen | self.hand) >> card & 1]
        self.order: Final = self._from(Seat((view.dealer + view.step) % len(view.seats)))
        self.choices: Final = [self.deck.number[action.card] for action in view.legal if isinstance(action, Play)]
        self.within: Final = [seat for seat in self.order if view.seats[seat].part is not Part.OUT]
        self.lacking: Final = dict.fromkeys(self.order, 0)
        self.takers: Final[list[Seat]] = [event.seat for event in sight.told if isinstance(event, TrickTaken)]
        for first in range(0, len(plays), len(self.within)):
            trick = plays[first : first + len(self.within)]
            cards = [self.deck.number[play.card] for play in trick]
            for play, bits in zip(trick, lacking(self.deck, self.follow, cards), strict=True):
                self.lacking[play.seat] |= bits

    def players_from(self, seat: Seat) -> list[Seat]:
        """Return those who play, in the order of play from one on."""
        return [other for other in self._from(seat) if other in self.within]

    def follow(self, hand: int, led: int, best: int) -> int:
        """Return the cards of a hand that may follow."""
        deck = self.deck
        following = hand & deck.suit[led]
        if following:
            return (following & deck.higher[best] if self.view.head else 0) or following
        trumps = hand & deck.trumps
        return trumps & deck.higher[best] or trumps or hand

    def _from(self, seat: Seat) -> list[Seat]:
        """Return all seats in the order of play from one on."""
        return [Seat((seat + self.view.step * step) % len(self.view.seats)) for step in range(len(self.view.seats))]


TEN: Final = HEIGHTS[Rank.TEN]


def promise(deck: Deck, hand: int, seen: int, rivals: float) -> float:
    """Return about how many tricks a hand takes against so many others."""
    chances, out, total, rest = _chances(rivals), ~(seen | hand), 0.0, hand
    while rest:
        card = rest.bit_length() - 1
        rest ^= 1 << card
        above = (deck.higher[card] & out).bit_count()
        if card >= deck.first_trump:
            total += chances[0][above]
        else:
            total += chances[1][above] if deck.rank[card] > TEN else 0.05
    return total


@cache
def _chances(rivals: float) -> tuple[list[float], list[float]]:
    """Return the chance of a trump, and of a high plain card, that so many others unseen are above it."""
    beaten = 1 - 5 * rivals / 26
    return (
        [max(0.25, beaten**above) for above in range(len(HEIGHTS))],
        [0.8 * beaten ** (above + 0.8 * rivals) for above in range(len(HEIGHTS))],
    )


PART: Final = 0.3
"""How often somebody takes part in a deal to come. It is less than they do: so the pools at hand count for more."""

WON: Final = (0.0, 1.0, 1.0, 0.75, 0.6, 0.55)
"""How often one of so many who take part wins the pool."""

DEALS = 300
"""How many deals to come are drawn, in as many games as that makes."""

LEAST: Final = 20
"""How many games are drawn at the least."""

CHIP: Final = 1e-7
"""What a chip is worth besides: it decides between equal chances."""


class Deal(NamedTuple):
    """The outcome of a deal."""

    active: tuple[Seat, ...]
    """Who took part."""

    winner: Seat | None
    """Who has won the pool."""

    all_tricks: bool = False
    """True if somebody took all five tricks."""


class Future:
    """How the game may go on after a deal: the same for every outcome."""

    def __init__(self, known: Known, whims: Random) -> None:
        """Draw some games at a table."""
        view = known.view
        self.viewer = known.viewer
        self.totals = [seat.total for seat in view.seats]
        self.pool = view.pool
        self.pays_chip = known.pays_chip
        deals = view.deals - view.deal
        games = max(LEAST, DEALS // deals) if deals else 1
        self.games = [[_drawn(len(view.seats), whims) for _ in range(deals)] for _ in range(games)]
        self.known = dict[Deal, float]()

    def worth(self, deal: Deal) -> float:
        """Return the chance of the viewer to have the most chips in the end, given the outcome of the deal."""
        if deal not in self.known:
            self.known[deal] = sum([self._worth(deal, game) for game in self.games]) / len(self.games)
        return self.known[deal]

    def _worth(self, deal: Deal, later: Sequence[Deal]) -> float:
        totals, pool = self.totals[:], self.pool
        for active, winner, all_tricks in (deal, *later):
            again = (1 if self.pays_chip else pool) if all_tricks and winner is not None else 0
            for seat in active:
                totals[seat] -= pool + again
            losers = len(active) - (winner is not None)
            if winner is not None:
                totals[winner] += 2 * pool + again * (losers + 1)
            pool = pool * (losers + (winner is None)) + len(totals)
        most = max(totals)
        own = totals[self.viewer]
        return (1 / totals.count(most) if own == most else 0.0) + CHIP * own


def _drawn(players: int, whims: Random) -> Deal:
    """Return how a deal goes by chance."""
    active = tuple([Seat(seat) for seat in range(players) if whims.random() < PART])
    is_won = whims.random() < WON[len(active)]
    return Deal(active, active[int(whims.random() * len(active))] if is_won else None)


WINNING: Final = 3
"""The tricks that win the pool."""

EAGER: Final = 1.1
"""How many tricks a hand has to promise for others to take part."""


class Trial:
    """What the trials of one choice have in common."""

    def __init__(self, known: Known, whims: Random) -> None:
        """Set what the seat knows."""
        self.known = known
        self.whims = whims
        self.future = Future(known, whims)

    def deal(self, seats: Sequence[Seat]) -> dict[Seat, int]:
        """Return a hand for each of these seats, and the own one."""
        known = self.known
        holders = [Holder(known.view.seats[seat].cards, known.lacking[seat]) for seat in seats]
        hands = dict(zip(seats, deal_unseen(known.unseen, holders, self.whims), strict=True))
        hands[known.viewer] = known.hand
        return hands

    def play_out(self, table: Table, players: Sequence[Seat], active: tuple[Seat, ...]) -> Deal:
        """Play to the last trick, and return what came of it."""
        while len(table.takers) < HAND:
            table.play_on(WINNING)
        takers = table.takers
        best = max(takers, key=takers.count)
        most = takers.count(best)
        winner: Seat | None = players[best if most >= WINNING else takers[0]]
        if winner not in active or (most < WINNING and takers[0] != takers[1]):
            winner = None
        return Deal(active, winner, all_tricks=most == HAND)


class Asking(Trial):
    """Trials of taking part, which is action 0, and of passing."""

    def draw(self) -> Worth:
        """Deal the unseen cards, and return what an action is then worth."""
        known = self.known
        before = [seat for seat in known.within if known.view.seats[seat].part is Part.IN]
        after = [seat for seat in known.within if known.view.seats[seat].part is Part.OPEN and seat != known.viewer]
        dealt = [seat for seat in (known.order if known.is_fought else known.within) if seat != known.viewer]
        hands = self.deal(dealt)

        def worth(action: int) -> float:
            active = [*before, known.viewer] if action == 0 else before[:]
            for place, seat in enumerate(after, start=1):
                rivals = len(active) + (len(after) - place) / 2
                if not rivals or promise(known.deck, hands[seat], known.turn_up, rivals) >= EAGER:
                    active.append(seat)
            return self.future.worth(self._after(hands, tuple(active)))

        return worth

    def _after(self, hands: dict[Seat, int], active: tuple[Seat, ...]) -> Deal:
        """Return the outcome of a deal in which these take part."""
        known = self.known
        if not active:
            return Deal(active, None)
        if len(active) == 1 and not known.is_fought:
            return Deal(active, active[0])
        players = known.order if len(active) == 1 else [seat for seat in known.order if seat in active]
        table = Table(known.deck, known.follow, [hands[seat] for seat in players], known.turn_up)
        return self.play_out(table, players, active)


class Playing(Trial):
    """Trials of the cards that may be played, in the order of the legal actions."""

    def __init__(self, known: Known, whims: Random) -> None:
        """Set what the seat knows."""
        super().__init__(known, whims)
        turns = known.view.trick.turns
        self.players: Final = known.players_from(turns[0].seat if turns else known.viewer)
        self.active: Final = tuple([seat for seat in self.players if known.view.seats[seat].part is Part.IN])
        self.takers: Final = [self.players.index(seat) for seat in known.takers]
        self.choices: Final = known.choices
        self.down: Final = [known.deck.number[turn.card] for turn in turns]

    def draw(self) -> Worth:
        """Deal the unseen cards, and return what an action is then worth."""
        known = self.known
        hands = self.deal([seat for seat in self.players if seat != known.viewer])
        start = Table(known.deck, known.follow, [hands[seat] for seat in self.players], known.seen, self.takers)
        for card in self.down:
            start.play(card)

        def worth(action: int) -> float:
            table = start.copy()
            table.play(self.choices[action])
            return self.future.worth(self.play_out(table, self.players, self.active))

        return worth


CARDS = 4_000
"""How many cards are played in all trials of one choice."""

MOST = 600
"""How many trials there are at the most."""


def play_strongly(sight: Sight, whims: Random) -> Action:
    """Return the action that did best in its trials."""
    view = sight.view
    assert isinstance(view, BeteView)
    if len(view.legal) == 1:
        return view.legal[0]
    known = Known(sight)
    trial = (Asking if view.phase is Phase.ASKING else Playing)(known, whims)
    trials = min(MOST, CARDS // (len(view.hand) * len(known.within)))
    return view.legal[choose_by_trials(len(view.legal), trials, trial.draw)]
