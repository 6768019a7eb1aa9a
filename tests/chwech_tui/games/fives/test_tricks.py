"""What a trick of Twenty-Five and Forty-Five does, in words: why it went so, what a card would do, what is news."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.fives.tricks import consequence, news, reason
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.cards import Suit, read_card
from protocol.colour_order import JokerPlace
from protocol.fives.actions import Decline, FivesAction, Play
from protocol.fives.events import TrickTaken
from protocol.fives.views import FivesView, Phase, SeatView, Trick, Turn
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.fives.stage import SETUPS, Stage

TWENTY_FIVE = Setup("twenty-five", 4, {"pool": False})
PEOPLE = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0))


def at(
    turns: str = "", *, taker: int | None = None, sides: int = 4, totals: tuple[int, ...] = (5, 0, 10, 0)
) -> FivesView:
    """Give the first seat's view of a trick in which clubs are trump, of cards such as ``KD 2D``."""
    laid = tuple(Turn(Seat(seat), read_card(text)) for seat, text in enumerate(turns.split(), 1))
    return FivesView(
        viewer=Seat(0),
        game="twenty-five",
        target=25,
        sides=sides,
        joker=JokerPlace.NONE,
        deal=1,
        dealer=Seat(0),
        phase=Phase.FOLLOWING,
        turn=Seat(0),
        seats=tuple(SeatView(seat % sides, 3, 0, total) for seat, total in enumerate(totals)),
        trump=Suit.CLUBS,
        turn_up=read_card("9C"),
        trick=Trick(laid, None if taker is None else Seat(taker)),
        last_trick=Trick(laid, None if taker is None else Seat(taker)) if laid else None,
    )


@pytest.mark.parametrize(
    ("turns", "taker", "words"),
    [
        ("KD 2D 3D", 1, "K♦ is the highest of the diamonds"),
        ("KD 2C 3D", 2, "2♣ is a trump"),
        ("KD 2C 5C", 3, "5♣ is the highest trump"),
        ("2C KD 3D", 1, "nobody played a trump to it"),
    ],
)
def test_a_trick_says_why_it_went_so(turns: str, taker: int, words: str) -> None:
    """Trumps take it, or else the highest card of the suit led."""
    assert reason(at(turns, taker=taker)) == words


def test_without_a_trick_there_is_no_reason() -> None:
    """Before the first trick there is nothing to say."""
    assert reason(at()) == ""


@pytest.mark.parametrize(
    ("turns", "taker", "play", "words"),
    [
        ("KD 2D 3D", 1, "QD", "K♦ still takes it"),
        ("KD 2D 3D", 1, "2C", "you take it: 5 + 5 = 10"),
        ("KD", 1, "2C", "you take it, unless it is beaten"),
        ("KD", 1, "5C", "you take it: 5 + 5 = 10"),
        ("", None, "KD", "you take it, unless it is beaten"),
    ],
)
def test_a_card_says_what_it_would_do(turns: str, taker: int | None, play: str, words: str) -> None:
    """As the last of a trick, or as the best card there is, it is certain."""
    assert consequence(TWENTY_FIVE, at(turns, taker=taker), Play(read_card(play))) == words


def test_a_partner_takes_it_for_the_side() -> None:
    """Between partners it matters less which of them takes it."""
    view = at("KD 2D 3D", taker=2, sides=2, totals=(5, 0, 5, 0))
    swapped = replace(view, trick=Trick((Turn(Seat(1), read_card("2D")), Turn(Seat(2), read_card("KD"))), Seat(2)))
    assert consequence(TWENTY_FIVE, swapped, Play(read_card("3D"))) == "K♦ still takes it, for your side"


def test_a_trick_that_wins_the_game_says_so() -> None:
    """The last five points end it."""
    view = at("KD 2D 3D", taker=1, totals=(20, 0, 0, 0))
    assert consequence(TWENTY_FIVE, view, Play(read_card("2C"))) == "you take it: 20 + 5 = 25, and the game is won"


def test_where_tricks_score_together_no_sum_is_told() -> None:
    """What a trick is worth is then known only at the end of the deal."""
    together = Setup("forty-five", 4, {"trick_scores": "majority"})
    assert consequence(together, at("KD 2D 3D", taker=1), Play(read_card("2C"))) == "you take it"


def test_nothing_is_said_of_anything_but_a_play() -> None:
    """A spectator plays no card, and to leave the turn-up takes no trick."""
    assert consequence(TWENTY_FIVE, at(), Decline()) == ""
    assert consequence(TWENTY_FIVE, replace(at(), viewer=None), Play(read_card("2C"))) == ""


class Foretold(Stage):
    """A game in which each last play of a trick, and each certain one, is told before it is made."""

    words = ""

    def choose(self, seat: Seat) -> FivesAction:
        """Choose by chance, and remember what was told of it."""
        action, view = super().choose(seat), self.view(seat)
        told = consequence(self.setup, view, action)
        if len(view.trick.turns) + 1 == len(view.seats) or told.startswith("you take it:"):
            self.words, self.seat = told, seat
        return action


@pytest.mark.no_cover
@pytest.mark.parametrize("on", SETUPS)
def test_what_is_certain_comes_true(on: Setup) -> None:
    """Who is told without a condition that a card takes the trick takes it, and who is told otherwise does not."""
    seen = set()
    for seed in ("certain", "surely", "truly"):
        stage = Foretold(on, seed=seed)
        for event in stage.turns():
            if isinstance(event, TrickTaken) and stage.words:
                takes = stage.words.startswith("you take it")
                assert takes == (event.seat == stage.seat)
                seen.add(takes)
                stage.words = ""
    assert seen == {True, False}


def test_a_side_that_needs_one_more_trick_is_news() -> None:
    """It is told once, as its score comes so near; not of a game that is won, nor where no trick scores alone."""
    before, after = at(totals=(15, 0, 0, 0)), at(totals=(20, 0, 0, 0))
    assert [plain(line) for line in news(TWENTY_FIVE, before, after, PEOPLE)] == ["You need one more trick."]
    assert news(TWENTY_FIVE, after, after, PEOPLE) == ()
    sides = (at(sides=2, totals=(0, 15, 0, 15)), at(sides=2, totals=(0, 20, 0, 20)))
    assert [plain(line) for line in news(TWENTY_FIVE, *sides, PEOPLE)] == ["Side B needs one more trick."]
    assert news(TWENTY_FIVE, before, at(totals=(25, 0, 0, 0)), PEOPLE) == ()
    for scores in ("majority", "game"):
        assert news(Setup("forty-five", 4, {"trick_scores": scores}), before, after, PEOPLE) == ()
