"""The games of one pile behind the common interface, and their statistics."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.cards import read_card
from protocol.piles.events import PileKilled, Played, Taken
from protocol.piles.views import Phase, PilesView
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat, Stage
from server.rules.game import Break, InvalidSetup, Over, Result, Seats, Shuffle, Tally
from server.rules.piles.game import FIGURES
from tests.conformance.piles import EVERY, tables
from tests.server.rules.piles.position import CHALLENGE, DUDAK, GAMES, SVOYI, dealing, play, standing

GAME = GAMES[SVOYI]


def test_a_game_awaits_a_pack_then_seats_then_is_over() -> None:
    """Whoever has the most points has won."""
    start = GAME.start(Setup(SVOYI, 3, {"deals": 2}, Seat(1)))
    assert GAME.awaits(start) == Shuffle(36, 1)
    position = standing(CHALLENGE, ["9S 8S", "AC"], "H S")
    assert GAME.awaits(position) == Seats(frozenset({Seat(0)}))
    over, events = play(standing(CHALLENGE, ["9S", "AC"], "H S"), "9S")
    assert GAME.awaits(over) == Over(Result((1, 0), (Seat(0),)))
    before_end = GAME.evolve(
        GAME.evolve(GAME.evolve(standing(CHALLENGE, ["9S", "AC"], "H S"), events[0]), events[1]), events[2]
    )
    assert GAME.awaits(before_end) == Seats(frozenset())
    with pytest.raises(InvalidSetup, match="first_dealer: 5 is no seat of 3"):
        GAME.start(Setup(SVOYI, 3, {}, Seat(5)))


def test_a_list_says_how_far_a_game_is() -> None:
    """By its deals."""
    assert GAME.summary(dealing(SVOYI, 4)) == "deal 1 of 4"
    assert GAME.summary(standing(SVOYI, ["7C", "8C"], "H S", deals=2)) == "deal 1 of 2"
    over, _ = play(standing(CHALLENGE, ["9S", "AC"], "H S"), "9S")
    assert GAME.summary(over) == "over after one deal"
    between, _ = play(standing(CHALLENGE, ["9S", "AC"], "H S", deals=2), "9S")
    assert GAME.summary(between) == "deal 2 of 2"


def test_what_a_seat_has_done_is_counted() -> None:
    """Points, and cards taken up; a deal that is drawn is noted."""
    state, events = play(standing(SVOYI, ["7S", "AC 8C"], "H S", "7D", 1, deals=1), "take, 7S")
    assert GAME.tallies(state) == (Tally(1, 1, 0), Tally(1, 0, 1))
    assert GAME.summary(state) == "over after one deal"
    assert GAME.marks(state, Seat(0)) == ()
    (column,) = FIGURES.columns
    counted = [column.counts(event) for event in events]
    assert counted == [(), (), (), (0, 1), ()]
    assert not any(map(FIGURES.noted, events))
    assert GAME.totals(standing(SVOYI, ["7S", "AC 8C"], "H S")) == (0, 0)


def test_a_pile_that_goes_is_the_smallest_unit() -> None:
    """Whoever watches with a delay sees each pile when it is gone."""
    assert GAME.breaks(Taken(Seat(0), ())) is GAME.breaks(PileKilled(())) is Break.TRICK
    assert GAME.breaks(Played(Seat(0), read_card("7C"))) is None


def test_a_view_says_how_far_it_is() -> None:
    """Suits are named while a deal is played; nobody plays the hands of others."""
    naming = PilesView(None, SVOYI, 36, 4, 400, 1, Seat(0), Phase.NAMING, Seat(1), ())
    assert (naming.stage, naming.duplicate) == (Stage.PLAYING, False)
    assert GAME.view(dealing(SVOYI, 4), None).stage is Stage.DEALING


def rules(game: str, players: int, **options: OptionValue) -> str:
    """Give the rules of a table."""
    return GAMES[game].rules(Setup(game, players, options))


@pytest.mark.parametrize(
    ("game", "players", "options", "present", "absent"),
    [
        (SVOYI, 4, {}, "# Svoyi Koziri for four players\n", "Two may have the same"),
        (SVOYI, 4, {}, "every suit ranks A K Q J 10 9 8 7 6.", "two at a time"),
        (SVOYI, 4, {}, "every six of a player's trump suit is handed to that player", "kills"),
        (SVOYI, 4, {}, "Then add any other card", "lay their hands open"),
        (SVOYI, 4, {"cards": 1}, "beat the top card", "Then add any other card"),
        (SVOYI, 3, {"pickup": "some"}, "take up the top 5 cards", "takes all of it"),
        (SVOYI, 3, {"pickup": "some"}, "takes up cards of the pile. You may", "the top card takes up the pile"),
        (SVOYI, 3, {"pickup": "some", "plain": 1}, "nobody's trump, take up the top card.", "top 3 cards"),
        (SVOYI, 3, {"open_end": True}, "When 2 players are left, they lay their hands open.", "from the beginning"),
        (SVOYI, 2, {"open_end": True}, "Both lay their hands open from the beginning.", "are left, they"),
        (SVOYI, 4, {"limit": 800}, "after **800 moves** at the latest", "400"),
        (SVOYI, 4, {"deals": 1}, "There is 1 deal.", "deals."),
        (DUDAK, 4, {}, "every suit ranks A K Q J 10 9 8 7.", "lies face down"),
        (DUDAK, 4, {}, "*kills* the pile", "the next player has to beat it"),
        (DUDAK, 4, {}, "whenever you like", "Before each deal each"),
        (DUDAK, 3, {"trumps": "before"}, "Before each deal each names one", "whenever you like"),
        (DUDAK, 3, {"trumps": "drawn"}, "Two may have the same.", "No two players"),
        (DUDAK, 2, {"pickup": "suit_run"}, "the cards of its suit right below it", "takes all of it"),
        (DUDAK, 4, {"first_out": True}, "Be the **first** to play all your cards.", "kills"),
        (CHALLENGE, 2, {}, "**both hands are mirror images**", "All cards are dealt"),
        (CHALLENGE, 2, {}, "Each hand needs at least 2 cards of every suit.", "All cards are dealt"),
        (CHALLENGE, 2, {}, "the next player begins one with any card", "the one who took it begins"),
        (CHALLENGE, 2, {"taker_leads": True}, "the one who took it begins", "the next player begins one"),
        (CHALLENGE, 2, {"cards": 52}, "every suit ranks A K Q J 10 9 8 7 6 5 4 3 2.", "32"),
        (CHALLENGE, 2, {}, "comes for the third time", "stays known"),
        (CHALLENGE, 2, {}, "Both hands lie open from the first card to the last.", "six of a player"),
    ],
    ids=str,
)
def test_each_option_is_told(
    game: str, players: int, options: dict[str, OptionValue], present: str, absent: str
) -> None:
    """What an option changes is in the text, and what it takes away is not."""
    text = rules(game, players, **options)
    assert present in text
    assert absent not in text


def test_the_example_is_true() -> None:
    """The cards that are said to beat the top card do so, and no others."""
    assert "9♣ is on top. Of 8♣, J♣, 6♥, A♦ you may beat it with J♣ or 6♥." in rules(SVOYI, 4)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), which=st.sampled_from(EVERY))
def test_every_table_has_rules(data: st.DataObject, which: tuple[str, int]) -> None:
    """Whatever goes together can be described, in lines that a reader can follow."""
    game, players = which
    text = GAMES[game].rules(data.draw(tables(game, players)))
    assert text.endswith("\n")
    assert max(map(len, text.splitlines())) < 300


@pytest.mark.parametrize(
    ("game", "players", "options", "words"),
    [
        (SVOYI, 5, {}, "players: 5 do not fit, Svoyi Koziri is for 2, 3 or 4"),
        (CHALLENGE, 3, {}, "players: 3 do not fit, Challenge is for 2"),
        (SVOYI, 4, {"plain": 2}, "plain=2 applies where pickup=some, and this table has pickup=all"),
        (CHALLENGE, 2, {"cards": 30}, "cards: '30' is not one of its values, which are 32, 24, 28, 36"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    game: str, players: int, options: dict[str, OptionValue], words: str
) -> None:
    """The sentence names both sides."""
    with pytest.raises(InvalidSetup, match=words):
        rules(game, players, **options)
