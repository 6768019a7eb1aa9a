"""The score of Twenty-Five and Forty-Five: at once, with the best card, in sides, and in chips."""

import pytest
from msgspec.structs import replace

from protocol.fives.events import BestCardScored, DealEnded, Ending, GameEnded, TricksScored
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.fives.deal import Dealing
from server.rules.fives.variant import CHIPS, read_variant
from server.rules.game import Break, Over, Result, Tally
from tests.server.rules.fives.position import FORTY_FIVE, GAMES, REST, SPOIL_FIVE, TWENTY_FIVE, begun, names, play

TOP = ["5C JC KC QC AH", "2C 2S 3S 4S 6S", REST]
"""Seat 0 holds what takes every trick."""

SWEEP = "5C, 2C, 2D, JC, 2S, 3D, KC, 3S, 4D, QC, 4S, 6D, AH, 6S, 7D"
FOUR = ["JC KC QC 7C 9D", "5C 2S 3S 4S 6S", REST]
FOUR_MOVES = "JC, 2S, 2D, KC, 3S, 3D, QC, 4S, 4D, 7C, 6S, 6D, 9D, 5C, 7D"


def best(events: list[Event]) -> tuple[int, str, int] | None:
    """Give who scored for which best card how much."""
    found = [event.best for event in events if isinstance(event, BestCardScored)]
    return (found[0].seat, found[0].card.text, found[0].points) if found else None


def test_the_game_ends_at_once() -> None:
    """Source: section 8: "the game ends the instant a player reaches 25, in mid-deal"."""
    state, events = play(begun(TWENTY_FIVE, TOP, "9C", (15, 20, 20)), "5C, 2C, 2D, JC, 2S, 3D")
    assert names(events)[-3:] == ["TrickTaken", "DealEnded", "GameEnded"]
    ended = events[-2]
    assert isinstance(ended, DealEnded)
    assert (ended.sheet.ending, ended.sheet.tricks, ended.sheet.totals) == (Ending.WON, (2, 0, 0), (25, 20, 20))
    chips = (CHIPS + 4, CHIPS - 2, CHIPS - 2)
    assert GAMES[TWENTY_FIVE].awaits(state) == Over(Result((25, 20, 20), (Seat(0),), (), chips))
    assert GAMES[TWENTY_FIVE].summary(state) == "over after 2 deals"


def test_scores_carry_over_to_the_next_deal() -> None:
    """Source: section 8; the deal passes to the left. A deal has no mark beside its points."""
    game = GAMES[TWENTY_FIVE]
    state, events = play(begun(TWENTY_FIVE, FOUR, "9C"), FOUR_MOVES)
    ended = events[-1]
    assert isinstance(ended, DealEnded)
    assert (ended.sheet.ending, ended.sheet.points, ended.sheet.best) == (Ending.PLAYED, (20, 5, 0), None)
    assert game.totals(state) == (20, 5, 0)
    assert game.tallies(state) == (Tally(1, 20, 4), Tally(1, 5, 1), Tally(1, 0, 0))
    assert game.summary(state) == "deal 2, 20/25"
    assert game.marks(state, Seat(0)) == ()
    assert isinstance(state, Dealing)
    assert state.match.dealer == 0
    assert [game.breaks(event) for event in events[-2:]] == [Break.TRICK, Break.DEAL]
    assert game.breaks(events[0]) is None


def test_partners_share_a_score() -> None:
    """Source: section 8: four as two sides."""
    hands = ["5C 2S 3S 4S 6S", REST, "AH JC 3H 4H 6H", "9D 10D JD QD KD"]
    state = begun(TWENTY_FIVE, hands, "9C", (15, 0, 15, 0), partners=True)
    over, events = play(state, "5C, 2D, AH, 9D, 2S, 3D, JC, 10D")
    chips = (CHIPS - 2 + 4, CHIPS - 2, CHIPS - 2 + 4, CHIPS - 2)
    assert GAMES[TWENTY_FIVE].awaits(over) == Over(Result((25, 0, 25, 0), (Seat(0), Seat(2)), (0, 1, 0, 1), chips))
    assert isinstance(events[-1], GameEnded)
    assert events[-1].chips == chips


@pytest.mark.parametrize(
    ("options", "totals", "chips"),
    [
        ({}, (), (CHIPS + 2, CHIPS - 1, CHIPS - 1)),
        ({"double_stake": True}, (), (CHIPS + 4, CHIPS - 2, CHIPS - 2)),
        ({"double_stake": True}, (0, 20, 5), (CHIPS + 8, CHIPS - 4, CHIPS - 4)),
        ({"double_stake": True}, (5, 20, 5), (CHIPS + 4, CHIPS - 2, CHIPS - 2)),
        ({"pool": False}, (), ()),
    ],
)
def test_the_winner_takes_the_pool(
    options: dict[str, OptionValue], totals: tuple[int, ...], chips: tuple[int, ...]
) -> None:
    """Source: section 8; all five tricks of one deal can bring a double stake, and only then."""
    moves = SWEEP if not totals or totals[0] == 0 else SWEEP.rsplit(", ", 3)[0]
    _, events = play(begun(TWENTY_FIVE, TOP, "9C", totals, **options), moves)
    assert isinstance(events[-1], GameEnded)
    assert events[-1].chips == chips


def test_the_best_card_scores_when_it_is_played() -> None:
    """Source: section 10: "if the 5 of trumps appears in play its holder scores immediately"; a game can end by it."""
    _, events = play(begun(FORTY_FIVE, TOP, "9C", best_card=6), "5C")
    assert best(events) == (0, "5C", 6)
    _, events = play(begun(FORTY_FIVE, TOP, "9C", (40, 0, 0)), "5C")
    assert names(events) == ["Played", "BestCardScored", "DealEnded", "GameEnded"]
    _, events = play(begun(FORTY_FIVE, TOP, "9C", (40, 0, 0)), "JC, 2C, 2D")
    assert (best(events), names(events)[-1]) == (None, "GameEnded")
    _, events = play(begun(TWENTY_FIVE, TOP, "9C"), "5C")
    assert best(events) is None


def test_a_card_is_best_only_once_nobody_can_rob_a_better_one() -> None:
    """Source: section 10: "after robbing, find the highest trump in any hand"."""
    hands = ["JC 9D 10D QD KD", "AC 2S 3S 4S 6S", REST]
    state, events = play(begun(FORTY_FIVE, hands, "5C"), "JC")
    assert best(events) is None
    _, events = play(state, "AC")
    assert best(events) == (0, "JC", 5), "nobody else can rob"
    robbed, events = play(state, "rob 2S")
    assert best(events) is None
    _, events = play(robbed, "5C")
    assert best(events) == (1, "5C", 5)
    nobody = ["JC 9D 10D QD KD", "2C 2S 3S 4S 6S", REST]
    _, events = play(begun(FORTY_FIVE, nobody, "5C"), "JC, 2C, 2D")
    assert names(events)[-3:] == ["Played", "BestCardScored", "TrickTaken"]


def test_a_best_card_laid_aside_is_none() -> None:
    """The robber may lay the best card aside; then the next one is the best, though it was played before."""
    hands = ["JC 9D 10D QD KD", "AC 5C 3S 4S 6S", REST]
    state, events = play(begun(FORTY_FIVE, hands, "9C"), "JC")
    assert best(events) is None
    _, events = play(state, "rob 5C")
    assert best(events) == (0, "JC", 5)


def test_a_chance_let_go_openly_makes_a_card_the_best() -> None:
    """With ``unrobbed_ace`` the turn-up may be turned down, and then nobody can get it any more."""
    hands = ["JC 9D 10D QD KD", "AC 2S 3S 4S 6S", REST]
    _, events = play(begun(FORTY_FIVE, hands, "5C", unrobbed_ace="lowest"), "JC, -")
    assert best(events) == (0, "JC", 5)


def test_without_a_trump_the_highest_winning_card_is_best() -> None:
    """Source: section 10: places in the own plain order are compared, and of equal ones the first counts."""
    hands = ["KD QD 9H 9S 8S", "2D 3D 4D KH 7S", "6D 7D 8D 2H 6S"]
    moves = "KD, 2D, 6D, QD, 3D, 7D, 9H, KH, 2H, 4D, 8D, 8S, 6S, 9S, 7S"
    _, events = play(begun(FORTY_FIVE, hands, "9C"), moves)
    assert names(events)[-3:] == ["TrickTaken", "BestCardScored", "DealEnded"]
    assert best(events) == (0, "KD", 5)
    _, events = play(begun(FORTY_FIVE, hands, "9C", (0, 0, 35)), moves)
    assert best(events) is None, "the last trick has won the game"


@pytest.mark.parametrize(
    ("way", "hands", "moves", "scores"),
    [
        ("majority", FOUR, FOUR_MOVES, (5, 5, 0)),
        ("game", FOUR, FOUR_MOVES, (20, 5, 0)),
        ("majority", TOP, SWEEP, (15, 0, 0)),
        ("game", TOP, SWEEP, (45, 0, 0)),
    ],
)
def test_tricks_can_score_together(way: str, hands: list[str], moves: str, scores: tuple[int, ...]) -> None:
    """Source: section 10, the Canadian variants; the best card scores besides."""
    state, events = play(begun(FORTY_FIVE, hands, "9C", trick_scores=way), moves)
    assert any(isinstance(event, TricksScored) for event in events)
    assert GAMES[FORTY_FIVE].totals(state) == scores


def test_nobody_with_three_tricks_scores_nothing_for_them() -> None:
    """Source: section 10; two, two and one."""
    hands = ["KD QD 9H 9S 8S", "2D 3D 4D KH 7S", "6D 7D 8D 2H 6S"]
    moves = "KD, 2D, 6D, QD, 3D, 7D, 9H, KH, 2H, 4D, 8D, 8S, 6S, 9S, 7S"
    _, events = play(begun(FORTY_FIVE, hands, "9C", trick_scores="majority"), moves)
    assert "TricksScored" not in names(events)
    _, events = play(begun(FORTY_FIVE, TOP, "9C", (40, 0, 0), trick_scores="game"), "JC, 2C, 2D")
    assert names(events)[-1] == "TrickTaken", "a trick alone scores nothing here"


def test_a_game_can_be_won_by_the_tricks_before_the_best_card() -> None:
    """A side that has won by its tricks leaves nothing for the best card."""
    hands = ["KD QD JD KH QH", "2D 3D 4D 2H 7S", "6D 7D 8D 3H 6S"]
    moves = "KD, 2D, 6D, QD, 3D, 7D, JD, 4D, 8D, KH, 2H, 3H, QH, 7S, 6S"
    _, events = play(begun(FORTY_FIVE, hands, "9C", (40, 0, 0), trick_scores="majority"), moves)
    assert names(events)[-4:] == ["TrickTaken", "TricksScored", "DealEnded", "GameEnded"]
    _, events = play(begun(FORTY_FIVE, hands, "9C", (20, 0, 0), trick_scores="majority"), moves)
    assert names(events)[-3:] == ["TricksScored", "BestCardScored", "DealEnded"]


def test_no_best_card_scores_where_the_table_says_so() -> None:
    """Only tricks do; a deal may score nothing, and after a hundred of them the highest score wins."""
    hands = ["KD QD JD KH QH", "2D 3D 4D 2H 7S", "6D 7D 8D 3H 6S"]
    moves = "KD, 2D, 6D, QD, 3D, 7D, JD, 4D, 8D, KH, 2H, 3H, QH, 7S, 6S"
    state, events = play(begun(FORTY_FIVE, hands, "9C", (20, 0, 0), trick_scores="majority", best_card=0), moves)
    assert names(events)[-2:] == ["TricksScored", "DealEnded"]
    assert isinstance(state, Dealing)
    sheet = state.match.sheets[-1]
    assert replace(state.match, sheets=(sheet,) * 99).winners == ()
    assert replace(state.match, sheets=(sheet,) * 100).winners == (0,)


@pytest.mark.parametrize(
    ("game", "players", "options", "most"),
    [
        (TWENTY_FIVE, 10, {}, 10),
        (TWENTY_FIVE, 4, {"partners": True}, 2),
        (FORTY_FIVE, 10, {}, 15),
        (FORTY_FIVE, 10, {"trick_scores": "majority"}, 89),
        (FORTY_FIVE, 3, {"target": 31, "best_card": 6}, 3),
        (FORTY_FIVE, 4, {"trick_scores": "majority", "partners": True, "best_card": 0}, 18),
        (FORTY_FIVE, 10, {"trick_scores": "majority", "best_card": 0}, 100),
        (SPOIL_FIVE, 5, {}, 100),
    ],
)
def test_the_number_of_deals_is_bounded(game: str, players: int, options: dict[str, OptionValue], most: int) -> None:
    """As the page of the rules says; no option gives more than a record can hold."""
    assert read_variant(game, Setup(game, players, options)).most_deals == most <= 100
