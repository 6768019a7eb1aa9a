"""What everybody may see of a deal of Twenty-Five or Forty-Five, for those who come without a terminal."""

import pytest

from chwech_tui.games.fives.deal import FivesDeal
from chwech_tui.model.cards import TrickText
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat, Stage
from server.rules.fives.deal import State
from tests.chwech_tui.games.fives.stage import SETUPS
from tests.chwech_tui.games.fives.stage import Stage as Game
from tests.chwech_tui.games.stage import NAMES
from tests.protocol.examples import shown
from tests.server.rules.fives.position import FORTY_FIVE, GAMES, REST, TWENTY_FIVE, begun, dealing, play

HANDS = ("KD AC 5H 9H JD", "2D 3C 2S 3S 4S", "2C 4C 6C 7C 8C")
PEOPLE = ("Megan", "Owain", "Rhys", "Nia")


def sentence(state: State, game: str = FORTY_FIVE) -> str:
    """Give what is told of a game to everybody."""
    return FivesDeal(GAMES[game].view(state, None)).sentence(PEOPLE)


@pytest.mark.parametrize(
    ("turned", "moves", "words"),
    [
        ("9C", "", "Clubs are trump; 9C is turned up. Megan leads."),
        ("9C", "rob 9H", "Clubs are trump; 9C was robbed by Megan. Megan leads."),
        ("9C", "KD", "Clubs are trump; 9C is turned up. Owain follows."),
        ("9C", "KD, 2D, 2C", "Clubs are trump; 9C was not robbed. Rhys leads."),
        ("JK 9C", "", "JK is turned up. Rhys takes the Joker."),
    ],
)
def test_a_deal_in_words(turned: str, moves: str, words: str) -> None:
    """The target, the dealer, the trump suit, the turn-up, and who is asked."""
    assert sentence(play(begun(FORTY_FIVE, HANDS, turned), moves)[0]) == f"Deal 1, to 45, dealt by Rhys. {words}"


def test_the_dealer_is_asked_about_an_ace_and_may_leave_it() -> None:
    """Both are told to everybody."""
    state = begun(FORTY_FIVE, [*HANDS[:2], REST.replace("2D", "9D")], "AS")
    assert sentence(state).endswith("Spades are trump; AS is turned up. Rhys may take the turn-up.")
    assert sentence(play(state, "-")[0]).endswith("Spades are trump; AS was left. Megan leads.")


def test_between_two_deals_the_next_dealer_is_told() -> None:
    """With what is in the pool, where there is one."""
    assert sentence(dealing(FORTY_FIVE, 3, (10, 5, 5))) == "Deal 2, to 45, comes next, dealt by Rhys."
    pool = sentence(dealing(TWENTY_FIVE, 3), TWENTY_FIVE)
    assert pool == "Deal 1, to 25, comes next, dealt by Rhys. The pool has 0 chips."


def test_the_best_card_is_told_once_it_has_scored() -> None:
    """With its holder and its points."""
    assert FivesDeal(shown("happened, with a game of forty-five").game).sentence(PEOPLE) == (
        "Deal 2, to 31, dealt by Nia. Clubs are trump; 9C was robbed by Megan. "
        "Owain scored 5 for the best card, 5C. Megan follows."
    )


def test_the_winners_are_told() -> None:
    """Partners win together; neither trick is left to be told of."""
    deal = FivesDeal(shown("table shown, after a game of twenty-five").game)
    assert deal.sentence(PEOPLE) == "The game is over. With 25: Megan, Rhys."
    assert deal.tricks(PEOPLE) == ()


@pytest.mark.parametrize(
    ("game", "options", "titles", "numbers"),
    [
        (FORTY_FIVE, {}, ("Cards", "Tricks", "Points"), ("5", "0", "0")),
        (TWENTY_FIVE, {}, ("Cards", "Tricks", "Points", "Chips"), ("5", "0", "0", "19")),
        (TWENTY_FIVE, {"partners": True, "pool": False}, ("Side", "Cards", "Tricks", "Points"), ("B", "5", "0", "0")),
    ],
)
def test_the_columns_are_those_that_a_table_needs(
    game: str, options: dict[str, OptionValue], titles: tuple[str, ...], numbers: tuple[str, ...]
) -> None:
    """A side where there are partners, chips where there is a pool."""
    deal = FivesDeal(GAMES[game].view(begun(game, [*HANDS, REST.replace("2D", "10D")], "9C", (), **options), None))
    assert (deal.titles, deal.numbers(1)) == (titles, numbers)


def test_the_tricks_are_told_in_order() -> None:
    """The previous one with its taker, and the open one with who takes it so far."""
    view = GAMES[FORTY_FIVE].view(play(begun(FORTY_FIVE, HANDS, "9C"), "KD, 2D, 2C, 4C")[0], None)
    assert FivesDeal(view).tricks(PEOPLE) == (
        TrickText("Last trick", ("Megan KD", "Owain 2D", "Rhys 2C"), "taken by Rhys"),
        TrickText("This trick", ("Rhys 4C",), "so far to Rhys"),
    )


@pytest.mark.parametrize("on", SETUPS)
def test_every_viewer_is_told_the_same(on: Setup) -> None:
    """Nothing of a hand is in the public part."""
    game = Game(on, seed="public")
    for number, _ in enumerate(game.turns()):
        deal = FivesDeal(game.view(None))
        own = FivesDeal(game.view(Seat(number % on.players)))
        assert (own.sentence(NAMES), own.tricks(NAMES)) == (deal.sentence(NAMES), deal.tricks(NAMES))
        assert [*map(own.numbers, range(on.players))] == [*map(deal.numbers, range(on.players))]
        assert deal.sentence(NAMES).endswith(".")
        assert {len(deal.numbers(seat)) for seat in range(on.players)} == {len(deal.titles)}
    assert game.view(None).stage is Stage.OVER
