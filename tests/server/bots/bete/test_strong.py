"""What the bot ``strong`` of Bête does in positions where it is plain what is right, and how well it plays."""

from random import Random

import pytest

from protocol.bete.actions import write_action
from protocol.bete.views import BeteView
from protocol.cards import read_card
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.bots.bete import strong
from server.bots.bete.steady import Odds
from server.bots.bete.strong import Deal, Future, Known, play_strongly, promise
from server.bots.bot import Sight
from server.rules.bete.deal import State
from server.rules.bete.variant import PLAYERS
from server.simulation.series import Series, play_game
from tests.server.rules.bete.position import GAME, begun, play

WEAK = ("KC QC JC AC 7H", "7D 8D 7S 8S 9S", "KD QD 9C 8H 10S", "JD 9D KS 10H 9H")
"""Seat 1 holds nothing."""


def sight(start: State, actions: str = "", **options: OptionValue) -> Sight:
    """Give what the bot sees whose turn it is."""
    state, events = play(start, actions)
    assert state.turn is not None
    told: list[Event] = [GAME.tell(event, state.turn) for event in events]
    view = GAME.view(state, state.turn)
    assert isinstance(view, BeteView)
    return Sight(Setup("bete", len(view.seats), options), view, told)


def chosen(seen: Sight) -> str:
    """Give what the bot does."""
    return write_action(play_strongly(seen, Random(1)))  # type: ignore[arg-type]


def test_a_strong_hand_takes_part_and_a_weak_one_passes() -> None:
    """Against one that takes part already."""
    assert chosen(sight(begun(WEAK))) == "in"
    assert chosen(sight(begun(WEAK), "in")) == "-"


def test_whoever_is_alone_has_the_pool() -> None:
    """So any hand takes part if all others have passed, but not if it has to play for the pool."""
    hands = ("KC QC JC AC KS", "KD QD KH QH JH", "JD 9D QS 10H 9H", "7D 8D 7S 8S 9S")
    assert chosen(sight(begun(hands), "-, -, -")) == "in"
    state = begun(hands, alone="play")
    assert chosen(sight(state, "-, -, -", alone="play")) == "-"


def test_the_last_deal_is_worth_the_game() -> None:
    """Who wins its pool has won, who loses it has lost, and if nobody takes part all have won."""
    later = Future(Known(sight(begun(WEAK, deals=1))), Random(1))
    assert later.worth(Deal((Seat(0),), Seat(0))) == pytest.approx(1, abs=1e-5)
    assert later.worth(Deal((Seat(0), Seat(1)), Seat(1))) == pytest.approx(0, abs=1e-5)
    assert later.worth(Deal((), None)) == pytest.approx(0.25, abs=1e-5)


def test_all_five_tricks_are_paid_for_by_the_losers() -> None:
    """As much as is in the pool, or a chip: it decides who is ahead of whom."""
    deal = Deal((Seat(0), Seat(1)), Seat(1), all_tricks=True)
    for paid, chips in (("pool", -8), ("chip", -5)):
        later = Future(Known(sight(begun(WEAK, deals=1, all_tricks=paid), all_tricks=paid)), Random(1))
        assert later.worth(deal) == pytest.approx(chips * 1e-7)


def test_the_worth_of_a_deal_is_a_chance() -> None:
    """In the middle of a game more is better, and nothing is sure."""
    later = Future(Known(sight(begun(WEAK))), Random(1))
    won, lost = Deal((Seat(0), Seat(1)), Seat(0)), Deal((Seat(0), Seat(1)), Seat(1))
    assert 0 < later.worth(lost) < later.worth(won) < 1


def test_the_last_trick_needed_is_taken() -> None:
    """By the highest trump that is left, and as cheaply as it can be by who plays last."""
    hands = ("7H 8D 9D 10D 7S", "8H KH QH 7C 8S")
    assert chosen(sight(begun(hands, "9C"), "in, in, 7H")) == "8H"


def test_who_did_not_follow_suit_is_known_to_lack_it() -> None:
    """And who did not trump has no trumps."""
    hands = ("KD 8D 7S 8C QC", "7H 8H JD 9D KS", "9H QH KH JC KC", "7C 9C 10C 10S JS")
    known = Known(sight(begun(hands, "AC"), "in, in, in, -, KD, 9D, KC"))
    deck = known.deck
    assert known.takers == [2]
    assert known.lacking[Seat(2)] & deck.suit[deck.number[read_card("8D")]] == deck.suit[deck.number[read_card("8D")]]
    assert not known.lacking[Seat(1)]
    assert not any(known.seen >> card & 1 for card in known.unseen)


def test_a_hand_promises_what_the_other_estimates_say() -> None:
    """The quick way to estimate it is the same as the other one, but for who leads."""
    seen = sight(begun(WEAK), "in")
    known = Known(seen)
    assert isinstance(seen.view, BeteView)
    assert promise(known.deck, known.hand, known.turn_up, 2) == pytest.approx(Odds(seen.view).promise(), abs=0.02)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it try less than it does in games."""
    monkeypatch.setattr(strong, "CARDS", 300)
    monkeypatch.setattr(strong, "DEALS", 60)


@pytest.mark.no_cover
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("players", PLAYERS)
def test_it_is_legal_at_every_table(players: int) -> None:
    """A whole game comes to its end, and every action was legal; also with other options than usual."""
    options: dict[str, OptionValue] = {"deals": 4, "head": True, "alone": "play", "direction": "right"}
    for setup in (Setup("bete", players, {"deals": 4}), Setup("bete", players, options)):
        assert play_game(Series(setup, ("strong",) * players, "legal"), 1).totals


@pytest.mark.no_cover
@pytest.mark.usefixtures("quick")
def test_strong_beats_steady() -> None:
    """It wins far more than half of 40 games of two."""
    series = Series(Setup("bete", 2, {"deals": 4}), ("strong", "steady"), "strength")
    assert sum(0 in play_game(series, number).winners for number in range(1, 41)) > 24
