"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from protocol.cards import Card
from protocol.fives.actions import read_action
from protocol.fives.events import DealEnded, Dealt
from protocol.language import N_, sentence
from server.rules.fives.decide import decide
from server.rules.fives.evolve import evolve
from server.rules.fives.record import DealRecord, Record
from server.rules.fives.score import final_chips
from server.rules.fives.state import Dealing, Ended, Match, State
from server.rules.fives.variant import HAND
from server.rules.game import Moment
from server.rules.records import RecordFault, compare
from server.rules.replay import DealReplay, GameReplay, check_hands, order_of


def replay(record: Record, state: State) -> Iterator[Moment[State]]:
    """Replay a record; each deal, each action, and the score of each deal is one moment.

    Raises:
        RecordFault: the record breaks the rules, when the fault is reached; deal and action are named, counted from 1.
    """
    for moment in _GAME.replay(record, state):
        state = moment.state
        yield moment
    assert isinstance(state, Dealing | Ended)
    compare("chips", record.chips, (isinstance(state, Ended) and final_chips(state.match)) or None)


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands and turns up these cards."""
    variant = match.variant
    check_hands(deal, variant.players, HAND)
    if len(deal.turned) != 1 + (deal.turned[:1] == ("JK",)):
        raise RecordFault(sentence("turned: one card is turned up, and after the Joker one more"))
    seats = [(match.dealer + step) % variant.players for step in range(1, variant.players + 1)]
    texts = [text for seat in seats for text in deal.hands[seat][:2]]
    texts += [text for seat in seats for text in deal.hands[seat][2:]]
    return order_of(variant.pack, (*texts, *deal.turned))


def _dealt(dealt: Dealt) -> tuple[list[Counter[Card]], Card, Card | None]:
    """Return what a seed has to give; a record may list a hand in any order."""
    return [Counter(hand) for hand in dealt.hands], dealt.turn_up, dealt.next_up


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("scores", deal.scores, sheet.points)
    compare("best", deal.best, None if sheet.best is None else (int(sheet.best.seat), sheet.best.card.text))


_GAME: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or another card is turned up"),
    _check_sheet,
)
