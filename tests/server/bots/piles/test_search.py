"""The search of open positions: what it finds, where it stops, and what it takes for a draw."""

import pytest

from protocol.cards import Suit
from protocol.piles.order import pack_of
from server.bots.piles.search import SURE, TAKE, WON, Position, Search, Ways, as_bits, balance, beaters, bits, weakness
from tests.server.rules.piles.position import cards

SPADES_HEARTS = (beaters(32, Suit.SPADES), beaters(32, Suit.HEARTS))
ALL = 10**9


def ways(*, adds: bool = True, taker_leads: bool = False) -> Ways:
    """Give how a deal goes on; the mover's trumps are spades."""
    return Ways(SPADES_HEARTS, adds, taker_leads)


def position(own: str, other: str, pile: str = "") -> Position:
    """Give a position that the first seat moves in; the last card of the pile is on top."""
    top = cards(pile)[-1:]
    number = next(bits(as_bits(top, 32))) if top else -1
    return Position((as_bits(cards(own), 32), as_bits(cards(other), 32)), as_bits(cards(pile), 32), number, 0)


def chosen(search: Search, at: Position, deepest: int = 8) -> str:
    """Give the move that a search prefers."""
    move, _ = search.best(at, deepest)
    return "take" if move == TAKE else pack_of(32)[move].text


def test_a_win_is_found() -> None:
    """A card that cannot be beaten is led first, and the last one needs no reply."""
    assert chosen(Search(ways(), frozenset(), ALL), position("7C AS", "8C 9C 7D")) == "AS"
    values = Search(ways(), frozenset(), ALL)
    values.best(position("7C AS", "8C 9C 7D"), 1)
    assert values.values(position("AS", "8C 9C 7D"), [31], 1)[31] > WON


def test_the_card_that_wins_is_played_rather_than_the_pile_taken() -> None:
    """Beating with a last card wins at once."""
    assert chosen(Search(ways(), frozenset(), ALL), position("AD", "8C 9C", "7D KD")) == "AD"


def test_what_comes_of_a_take_depends_on_who_leads_next() -> None:
    """The opponent leads and wins, unless the taker does."""
    at = position("7C 8C", "9D", "KD")
    for taker_leads in (False, True):
        search = Search(ways(taker_leads=taker_leads), frozenset(), ALL)
        search.best(at, 1)
        assert (search.values(at, [TAKE], 2)[TAKE] < -WON) != taker_leads


def test_a_position_that_has_been_there_is_a_draw() -> None:
    """In the deal, or on the way that is looked at."""
    at = position("7C 8C", "9D 10D", "KD")
    after = Position((at.hands[0] | at.pile, at.hands[1]), 0, -1, 1)
    search = Search(ways(), frozenset({after}), ALL)
    assert search.values(at, [TAKE], 3)[TAKE] == 0
    fresh = Search(ways(), frozenset(), ALL)
    fresh.path.add(after)
    assert fresh.values(at, [TAKE], 3)[TAKE] == 0


def test_a_search_is_bounded_and_says_how_deep_it_was() -> None:
    """With more to look at it goes deeper; what is sure it does not give up."""
    at = position("7C 8C 9C 10D JD 7S", "8D 9D QC KC 8H 9H")
    depths = [Search(ways(), frozenset(), most).best(at, 6)[1] for most in (0, 2000, 100_000)]
    assert depths == sorted(depths)
    assert depths[0] == SURE < depths[1] < depths[2]
    assert Search(ways(), frozenset(), ALL).best(position("7C", "8C 9C"), 6) == (0, 0)


def test_one_card_a_turn_passes_the_turn() -> None:
    """Where nothing is added the card that beats stands."""
    at = position("QC 7C", "KC 8D", "10C")
    search = Search(ways(adds=False), frozenset(), ALL)
    assert chosen(search, at, 1) in ("QC", "take")


def test_a_card_that_few_can_beat_is_less_weak() -> None:
    """None is safe, one is a danger, several are surely there; the worth of a hand grows with the others' weakness."""
    beating = SPADES_HEARTS[1]
    own = as_bits(cards("10C"), 32)
    weak = [weakness(own, as_bits(cards(other), 32), beating) for other in ("7D", "KC", "KC AC 7H")]
    assert weak[0] == 0 < weak[1] < weak[2] < 1
    assert balance(3, 1) > balance(1, 1) == pytest.approx(0)
