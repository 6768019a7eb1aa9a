"""The bot ``easy`` of Twenty-Five and Forty-Five: it looks at the trick as it lies."""

from collections import Counter
from random import Random

from protocol.fives.actions import write_action
from protocol.fives.views import FivesView
from protocol.setup import Setup
from server.bots.bot import Sight
from server.bots.fives.steady import odds_of, play_easily
from tests.server.rules.fives.position import GAMES, REST, TWENTY_FIVE, begun, play

GAME = GAMES[TWENTY_FIVE]


def test_a_trick_is_taken_or_not_as_it_lies() -> None:
    """Whoever plays after it is not asked."""
    hands = ["9D 10D JD QD 2H", "KD 2S 3S 4S 6S", "5C KS 8S 9S 10S", REST]
    state, _ = play(begun(TWENTY_FIVE, hands, "9C"), "9D")
    view = GAME.view(state, state.turn)
    assert isinstance(view, FivesView)
    odds = odds_of(view)
    assert {card.text for card in view.hand if odds.takes_now(card)} == {"KD"}


def test_the_better_card_is_played_more_often() -> None:
    """A low card is spared less than a high one where neither takes the trick."""
    hands = ["9D 10D JD QD 2H", "2D 2S 3S 4S 6S", "KD 3C 5C 8S 9S", "3H 4H 6H 7H 8H"]
    state, _ = play(begun(TWENTY_FIVE, hands, "9C"), "9D, 2D")
    sight, whims = Sight(Setup(TWENTY_FIVE), GAME.view(state, state.turn)), Random(1)
    chosen = Counter(write_action(play_easily(sight, whims)) for _ in range(500))  # type: ignore[arg-type]
    assert chosen["KD"] > chosen["5C"]
    assert len(chosen) > 1


def test_the_turn_up_is_dealt_with_steadily() -> None:
    """The dealer robs with an Ace that is turned up."""
    state = begun(TWENTY_FIVE, ["9D 10D JD QD 2H", "2C 2S 3S 4S 6S", REST], "AC")
    sight = Sight(Setup(TWENTY_FIVE), GAME.view(state, state.turn))
    assert write_action(play_easily(sight, Random(1))).startswith("rob ")  # type: ignore[arg-type]
