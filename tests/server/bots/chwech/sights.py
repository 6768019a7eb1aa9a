"""What seats see in games of Chwech: all turns of a game by bots, and positions made for one test."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from games.kit.deck import derive, shuffle
from protocol.cards import Suit, read_card
from protocol.chwech.actions import Pass, Play, read_action
from protocol.chwech.events import Dealt, Played
from protocol.chwech.views import ChwechView, Phase, SeatView, Trick, Turn
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat
from server.bots.bot import Bot, Sight
from server.rules.game import CHANCE, DealEvents, Over, Seats, Shuffle, Shuffled
from server.rules.registry import GAMES

GAME: Final = GAMES["chwech"]

Turned = tuple[Any, Seat, Sight, Action]
"""The state of a game before a turn, the seat to act, what it saw, and what it did."""


def turns(setup: Setup, bot: Bot, seed: str) -> Iterator[Turned]:
    """Yield every turn of a game by bots of one kind."""
    state, whims, told = GAME.start(setup), Random(seed), DealEvents()
    while True:
        match GAME.awaits(state):
            case Seats(seats=seats):
                seat = min(seats)
                sight = Sight(setup, GAME.view(state, seat), told.told(GAME, seat))
                action = bot(sight, whims)
                yield state, seat, sight, action
                decided: tuple[Event, ...] = GAME.decide(state, seat, action)
            case Shuffle(cards=cards, deal=deal):
                decided = GAME.decide(state, CHANCE, Shuffled(shuffle(derive(seed, 1, deal), cards)))
            case Over():
                return
        told.add(GAME, decided)
        for event in decided:
            state = GAME.evolve(state, event)


def position(
    hand: str,
    trick: str = "",
    *,
    won: int = 0,
    left: Mapping[int, int] | None = None,
    options: Mapping[str, Any] | None = None,
    gone: Sequence[Event] = (),
) -> Sight:
    """Return what the seat to act sees of a deal for six that is at its middle.

    Args:
        hand: its cards.
        trick: the turns of the open trick so far, as records write them, ``.`` for a passed lead; empty for a lead.
        won: how many cards the seat has won.
        left: how many cards other seats hold, by seat; nine where not given.
        options: the options of the table.
        gone: the events of the deal before this.
    """
    laid = trick.split()
    viewer = len(laid)
    plays = [None if text in {".", "-"} else read_action(text) for text in laid]
    assert not any(isinstance(play, Pass) for play in plays)
    shown = tuple(Turn(Seat(seat), play if isinstance(play, Play) else None) for seat, play in enumerate(plays))
    led = next((play for play in plays if isinstance(play, Play)), None)
    suit = (led.suit or led.card.suit) if led is not None else None
    cards = tuple(map(read_card, hand.split()))
    ruleset = str((options or {}).get("ruleset", "revised"))
    view = ChwechView(
        viewer=Seat(viewer),
        ruleset=ruleset,
        deal=1,
        deals=6,
        dealer=Seat(5),
        phase=Phase.FOLLOWING if led is not None else Phase.LEADING,
        turn=Seat(viewer),
        seats=tuple(
            SeatView(len(cards) if seat == viewer else (left or {}).get(seat, 9), won if seat == viewer else 0, 0, 0)
            for seat in range(6)
        ),
        hand=cards,
        legal=tuple(read_action(text) for text in _legal(hand, suit)),
        trick=Trick(shown, suit),
    )
    dealt = Dealt(1, Seat(5), ())
    open_trick = (Played(turn.seat, turn.play) for turn in shown if turn.play is not None)
    return Sight(Setup("chwech", 6, dict(options or {})), view, (dealt, *gone, *open_trick))


def _legal(hand: str, suit: Suit | None) -> list[str]:
    """Return what may be played, and the pass."""
    if suit is None:
        ways = [[f"{card}={one.value}" for one in Suit] if card == "JK" else [card] for card in hand.split()]
        return ["-", *(way for each in ways for way in each)]
    return ["-", *(card for card in hand.split() if card == "JK" or card[-1] == suit.value)]


def values_for(sight: Sight, *best: str) -> tuple[float, ...]:
    """Return values by which these actions are the best ones, in this order, two points apart."""
    legal = sight.view.legal
    order = [read_action(text) for text in best]
    return tuple(100.0 - 2 * order.index(action) if action in order else 0.0 for action in legal)
