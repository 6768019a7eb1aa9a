"""What the bot ``strong`` of Spoil Five does in positions where it is plain what is right, and how well it plays."""

from random import Random

import pytest

from protocol.cards import read_card
from protocol.fives.actions import write_action
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from server.bots.bot import Sight
from server.bots.fives import strong
from server.bots.fives.strong import Future, Known, play_strongly
from server.rules.fives.deal import State
from server.simulation.series import Series, play_game
from tests.server.rules.fives.position import GAMES, SPOIL_FIVE, begun, play

REDS = ("2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H")
"""Two hands without clubs."""


def sight(start: State, actions: str = "", **options: OptionValue) -> Sight:
    """Give what the bot sees whose turn it is."""
    state, events = play(start, actions)
    assert state.turn is not None
    game = GAMES[SPOIL_FIVE]
    told = [game.tell(event, state.turn) for event in events]
    return Sight(Setup(SPOIL_FIVE, 3, options), game.view(state, state.turn), told)


def chosen(seen: Sight) -> str:
    """Give what the bot does."""
    return write_action(play_strongly(seen, Random(1)))  # type: ignore[arg-type]


def test_who_is_about_to_take_the_pool_is_kept_from_it() -> None:
    """By a trump that would otherwise be spared."""
    hands = ["KC QC KD KS QS", "7C 2C 3D 4D 6D", "5C 3H 4H 6H 7H"]
    assert chosen(sight(begun(SPOIL_FIVE, hands, "9C"), "KC, 2C, 3H, QC, 7C, 4H, KD, 3D")) == "5C"


def test_a_pool_is_left_there_only_with_the_highest_trumps() -> None:
    """What nobody can beat is worth a chip from each; poor cards are not."""
    three = "5C, 2D, 2H, JC, 3D, 3H, AH, 4D, 4H"
    assert chosen(sight(begun(SPOIL_FIVE, ["5C JC AH AC KC", *REDS], "9C"), three)) == "jink"
    assert chosen(sight(begun(SPOIL_FIVE, ["5C JC AH 9S 8S", *REDS], "9C"), three)) == "sweep"


def test_a_good_turn_up_is_taken() -> None:
    """As ``steady`` takes it."""
    assert chosen(sight(begun(SPOIL_FIVE, ["9D 10D JD QD 2H", "AC 2S 3S KS 10S", REDS[0]], "5C"), "9D")) == "rob 10S"


def test_what_was_robbed_is_known_to_be_held() -> None:
    """With the Ace that allowed it, but for what has been played, or an Ace that was laid aside."""
    start = begun(SPOIL_FIVE, ["9D 10D JD QD 2H", "AC 2S 3S KS 10S", REDS[0]], "5C")
    known = Known(sight(start, "9D, rob 10S, 2S"))
    held = known.held[Seat(1)]
    assert held == known.deck.bits([read_card("5C"), read_card("AC")])
    assert known.holder(Seat(1)).cards == 2
    assert not any(held >> card & 1 for card in known.unseen)


def test_top_trumps_may_be_kept_back() -> None:
    """So who plays a plain card to a lower trump may hold them, but no other trump."""
    start = begun(SPOIL_FIVE, ["9C 10D JD QD 2H", "5C 2S 3S KS 10S", REDS[0]], "8C")
    known = Known(sight(start, "9C, 10S, 2D"))
    deck, lacks = known.deck, known.lacking[Seat(1)]
    assert lacks & deck.trumps == deck.trumps & ~known.tops
    assert known.follow(deck.bits([read_card("5C")]), deck.number[read_card("9C")], 0)


@pytest.mark.parametrize(("sweeper", "least", "most"), [(0, 0.99, 1.1), (1, -0.1, 0.01), (None, 0.2, 0.5)])
def test_the_last_pool_is_worth_the_game(sweeper: int | None, least: float, most: float) -> None:
    """Who takes it has won; as long as nobody does, each may."""
    start = begun(SPOIL_FIVE, ["9D 10D JD QD 2H", "AC 2S 3S KS 10S", REDS[0]], "5C", pools=1)
    later = Future(Known(sight(start, pools=1)), Random(1))
    assert least < later.worth(None if sweeper is None else Seat(sweeper)) < most


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it try less than it does in games."""
    monkeypatch.setattr(strong, "CARDS", 400)
    monkeypatch.setattr(strong, "GAMES", 20)


@pytest.mark.no_cover
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("players", [3, 6, 10])
def test_it_is_legal_at_every_table(players: int) -> None:
    """A whole game comes to its end, and every action was legal; also with other options than usual."""
    options: dict[str, OptionValue] = {"pools": 1, "stake": 2, "top_up": 2, "must_rob": True, "renege_strict": True}
    for setup in (Setup(SPOIL_FIVE, players, {"pools": 3}), Setup(SPOIL_FIVE, players, options)):
        assert play_game(Series(setup, ("strong",) * players, "legal"), 1).totals


@pytest.mark.no_cover
@pytest.mark.usefixtures("quick")
def test_strong_beats_random_by_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """It wins far more than a third of 36 games of three."""
    monkeypatch.setattr(strong, "CARDS", 1200)
    series = Series(Setup(SPOIL_FIVE, 3, {"pools": 1}), ("strong", "random", "random"), "strength")
    assert sum(0 in play_game(series, number).winners for number in range(1, 37)) > 15
