"""What the bot ``steady`` of Twenty-Five and Forty-Five does in positions where it is plain what is right."""

from protocol.fives.actions import write_action
from protocol.fives.views import FivesView
from protocol.setup import Setup
from server.bots.bot import Sight
from server.bots.fives.steady import odds_of, play_steadily
from server.rules.fives.deal import State
from tests.server.rules.fives.position import FORTY_FIVE, GAMES, REST, TWENTY_FIVE, begun, play

GAME = GAMES[TWENTY_FIVE]
PAIRS = ["9D 10D JD QD 2H", "2C 2S 3S 4S 6S", "3H 4H 6H 7H 8H", REST]
"""Four hands for two sides."""


class NoWhims:
    """Chance that always gives the same."""

    def random(self) -> float:
        """Give nothing."""
        return 0.0


def chosen(state: State) -> str:
    """Give what the bot does whose turn it is."""
    assert state.turn is not None
    return write_action(play_steadily(Sight(Setup(TWENTY_FIVE), GAME.view(state, state.turn)), NoWhims()))  # type: ignore[arg-type]


def test_the_last_seat_takes_a_trick_as_cheaply_as_it_can() -> None:
    """Of two cards that take it, the lower; if none takes it, the worst card goes."""
    hands = ["9D 10D JD QD 2H", "2D 2S 3S 4S 6S", "KD 3C 5C 8S 9S"]
    state, _ = play(begun(TWENTY_FIVE, hands, "9C"), "9D, 2D")
    assert chosen(state) == "KD"
    hands[2] = "3C 5C KS 8S 10S"
    state, _ = play(begun(TWENTY_FIVE, hands, "9C"), "9D, 2D")
    assert chosen(state) == "3C"
    state, _ = play(begun(TWENTY_FIVE, ["5C 10D JD QD 2H", "2D 2S 3S 4S 6S", "3D KS 8S 7S 10S"], "9C"), "5C, 2D")
    assert chosen(state) in {"3D", "10S", "8S", "7S"}


def test_a_trick_that_the_partner_has_is_left_alone() -> None:
    """The last seat throws away what it needs least."""
    hands = ["2D 3D 4D 6D 7D", "5C 2S 3S 4S 6S", "3H 4H 6H 7H 8H", "JC QC KS 10S 9S"]
    state, _ = play(begun(TWENTY_FIVE, hands, "9C", partners=True), "2D, 5C, 3H")
    assert chosen(state) in {"10S", "9S"}


def test_a_trick_that_would_win_the_game_is_worth_a_high_card() -> None:
    """Also one that keeps others from winning."""
    hands = ["9D 10D JD QD 2H", "2D 2S 3S 4S 6S", "5C KS 8S 9S 10S"]
    for totals in ((20, 0, 0), (0, 0, 20)):
        state, _ = play(begun(TWENTY_FIVE, hands, "9C", totals), "9D, 2D")
        assert chosen(state) == "5C"


def test_a_good_turn_up_is_taken_for_the_worst_card() -> None:
    """Who has the Ace of trumps robs with it."""
    state, _ = play(begun(TWENTY_FIVE, ["9D 10D JD QD 2H", "AC 2S 3S KS 10S", REST], "5C"), "9D")
    assert chosen(state) == "rob 10S"
    assert chosen(begun(TWENTY_FIVE, ["9D 10D JD QD 2H", "2C 2S 3S 4S 6S", REST], "AC")).startswith("rob ")


def test_a_poor_turn_up_is_left() -> None:
    """It is declined only where that is worth something, or has to be said."""
    hands = ["2D 3D 4D 6D 7D", "5C JC AH KC AC", "3H 4H 6H 7H 8H"]
    state, _ = play(begun(TWENTY_FIVE, hands, "10C"), "2D")
    assert not chosen(state).startswith("rob")
    state, _ = play(begun(FORTY_FIVE, hands, "10C", unrobbed_ace="lowest"), "2D")
    assert chosen(state) == "-"


def test_the_joker_is_taken_for_a_card_that_promises_little() -> None:
    """The trump suit is not known yet: Fives, Jacks and the Ace of hearts stay."""
    hands = ["2D 3D 4D 6D 7D", "2C 2S 3S 4S 6S", "5C JC AH KC 8S"]
    assert chosen(begun(FORTY_FIVE, hands, "JK 10C")) == "joker 8S"


def test_a_single_choice_is_taken() -> None:
    """Nothing is weighed."""
    hands = ["5C 3D 4D 6D 7D", "2C 2S 3S 4S 6S", "3H 4H 6H 7H 8H"]
    state, _ = play(begun(TWENTY_FIVE, hands, "10C"), "5C")
    assert chosen(state) == "2C"


def test_guesses_are_chances() -> None:
    """The highest trump is sure to take its trick, the lowest card hardly does, and all is from 0 to 1."""
    hands = ["5C 3D JD QD 2H", "2D 2S 3S 4S 6S", REST.replace("2D 3D", "8D 9D"), "3H 4H 6H 7H 8H"]
    state = begun(TWENTY_FIVE, hands, "9C")
    view = GAME.view(state, state.turn)
    assert isinstance(view, FivesView)
    odds = odds_of(view)
    assert odds.takes(view.hand[0]) == odds.power(view.hand[0]) == 1 or view.hand[0].text != "5C"
    for card in view.hand:
        assert 0 <= odds.takes(card) <= 1
        assert 0 <= odds.power(card) <= 1
    assert len(odds.unseen) == 52 - 5 - 1
