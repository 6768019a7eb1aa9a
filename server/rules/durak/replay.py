"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections import Counter
from typing import Final

from protocol.cards import Card
from protocol.durak.actions import read_action
from protocol.durak.events import DealEnded, Dealt
from protocol.durak.pack import PACK
from protocol.language import N_, sentence
from protocol.vocabulary import Seat
from server.rules.durak.asking import asked
from server.rules.durak.decide import decide
from server.rules.durak.evolve import evolve
from server.rules.durak.record import DealRecord
from server.rules.durak.state import Dealing, Ended, Match, State
from server.rules.durak.variant import HAND
from server.rules.records import RecordFault, compare
from server.rules.replay import DealReplay, GameReplay, check_hands, order_of


def _acting(state: State) -> frozenset[Seat]:
    """Return the seats that may act."""
    there = asked(state)
    return there.asked | there.free


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands, turns up this card and leaves this stock."""
    players = match.variant.players
    check_hands(deal, players, HAND)
    if len(deal.stock) != len(PACK) - players * HAND:
        why = N_("stock: {cards} cards, and {left} are left after the deal")
        raise RecordFault(sentence(why, cards=len(deal.stock), left=len(PACK) - players * HAND))
    hands = _with_turned_last(deal, match.dealer)
    turns = [hands[(match.dealer + step) % players] for step in range(1, players + 1)]
    texts = [hand[turn] for turn in range(HAND) for hand in turns]
    return order_of(PACK, (*texts, *deal.stock[-1:], *deal.stock[:-1]))


def _with_turned_last(deal: DealRecord, dealer: int) -> list[list[str]]:
    """Return the hands, with the card that shows trumps as the dealer's last one if there is no stock."""
    hands = [list(hand) for hand in deal.hands]
    if deal.stock:
        compare("turned", deal.turned, deal.stock[-1])
        return hands
    if deal.turned not in hands[dealer]:
        raise RecordFault(sentence("turned: the dealer was not dealt {card}", card=deal.turned))
    hands[dealer].remove(deal.turned)
    hands[dealer].append(deal.turned)
    return hands


def _dealt(dealt: Dealt) -> tuple[list[Counter[Card]], Card, tuple[Card, ...]]:
    """Return what a seed has to give; a record may list a hand in any order."""
    return [Counter(hand) for hand in dealt.hands], dealt.turn_up, dealt.stock


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, "draw" if sheet.loser is None else "lost")
    compare("left", deal.left, sheet.cards)
    compare("taken", deal.taken, sheet.taken)
    compare("scores", deal.scores, sheet.points)


REPLAY: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded, _acting),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or another card is turned up"),
    _check_sheet,
)
"""How records are played again."""
