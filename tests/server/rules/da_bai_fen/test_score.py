"""The score of Da Bai Fen: points, levels, who declares next, and the end. Source: other-games.md, section 3."""

import pytest

from protocol.cards import Rank
from protocol.da_bai_fen.actions import PASS
from protocol.da_bai_fen.events import DealEnded, Ending, GameEnded, LastAsked
from protocol.setup import Setup
from protocol.vocabulary import Seat
from server.rules.da_bai_fen.deal import rises
from server.rules.da_bai_fen.game import FIGURES
from server.rules.da_bai_fen.variant import side_of
from server.rules.game import Break, IllegalAction, InvalidSetup, Over
from tests.server.rules.da_bai_fen.position import GAME, dealing, play, playing, sheet

TABLE = [
    (0, 2, 0, 2),
    (5, 1, 0, 2),
    (35, 1, 0, 2),
    (40, 0, 0, 3),
    (75, 0, 0, 3),
    (80, 0, 1, 3),
    (95, 0, 1, 3),
    (100, 0, 2, 3),
    (160, 0, 2, 3),
]
"""The opponents' points, how far each side rises, and who starts next after seat 0 was the Leader."""


@pytest.mark.parametrize(("points", "declarers", "opponents", "starter"), TABLE)
def test_the_table_of_points(points: int, declarers: int, opponents: int, starter: int) -> None:
    """Below 40 the Leader's partner starts, and the same side declares; from 40 on the Leader's right does."""
    assert rises(points) == (declarers, opponents)
    match = dealing([sheet(took=points)]).match
    assert match.dealer == starter
    assert side_of(match.dealer) == (0 if points < 40 else 1)


def test_cards_laid_aside_count_double_for_the_last_trick() -> None:
    """20, 20 and 10 for the opponents of the declarers; nothing for the declarers."""
    state = playing(["3H", "AH", "4H", "5H"], aside="KC 10C 5C 3C 4C 6C", won="KD")
    _, events = play(state, "0 3H,3 5H,2 4H,1 AH")
    ended = events[-1]
    assert isinstance(ended, DealEnded)
    assert ended.sheet.took == 10 + 5 + 2 * 25
    kept = playing(["AH", "3H", "4H", "5H"], aside="KC 10C 5C 3C 4C 6C", won="KD")
    _, events = play(kept, "0 AH,3 5H,2 4H,1 3H")
    ended = events[-1]
    assert isinstance(ended, DealEnded)
    assert (ended.sheet.took, ended.sheet.points, ended.sheet.tricks) == (10, (1, 0, 1, 0), (1, 1, 0, 0))
    assert ended.sheet.buried == state.buried


def test_a_counter_of_the_trump_rank_counts() -> None:
    """Fives count also where Five is the trump rank."""
    state = playing(["3H", "5C", "4H", "6H"], totals=(3, 0))
    assert state.trumps.rank is Rank.FIVE
    _, events = play(state, "0 3H,3 6H,2 4H,1 5C")
    ended = events[-1]
    assert isinstance(ended, DealEnded)
    assert ended.sheet.took == 5


def end(totals: tuple[int, int], won: str, **options: object) -> tuple[tuple[int, ...], tuple[Seat, ...]]:
    """Give the totals and winners after a deal in which the opponents of seat 0 won these cards, not the last trick."""
    state = playing(["AH", "3H", "4H", "6H"], won=won, totals=totals, **options)  # type: ignore[arg-type]
    after, events = play(state, "0 AH,3 6H,2 4H,1 3H")
    last = events[-1]
    return GAME.totals(after), last.winners if isinstance(last, GameEnded) else ()


ALL = "KC 10C 5C KD 10D 5D KH 10H 5H KS 10S 5S"


@pytest.mark.parametrize(
    ("totals", "won", "options", "after", "winners"),
    [
        ((11, 3), "", {}, (13, 3), (0, 2)),  # +2 from the King wins outright
        ((11, 3), "", {"stop_at_last": True}, (12, 3), ()),
        ((12, 3), "", {"stop_at_last": True}, (13, 3), (0, 2)),
        ((12, 3), "", {}, (13, 3), (0, 2)),
        ((3, 11), ALL, {}, (3, 13), (1, 3)),  # opponents may win as well
        ((3, 11), ALL, {"win_as": "declarers"}, (3, 12), ()),
        ((3, 12), ALL, {"win_as": "declarers"}, (3, 12), ()),
        ((11, 3), "", {"win_as": "declarers"}, (13, 3), (0, 2)),
        ((4, 3), "KC", {"target_level": "6"}, (5, 3), (0, 2)),
        ((7, 3), "", {"target_level": "10"}, (9, 3), (0, 2)),
        ((3, 3), "", {"most_deals": 1}, (5, 3), (0, 2)),  # the last deal: the higher level
    ],
)
def test_the_end_of_the_match(
    totals: tuple[int, int], won: str, options: dict[str, object], after: tuple[int, int], winners: tuple[int, ...]
) -> None:
    """A side that rises beyond the last level wins, by the options of the table."""
    assert end(totals, won, **options) == (after * 2, winners)


def test_equal_levels_share_the_win() -> None:
    """After the last deal everybody wins where both sides have risen as far; the result names the sides."""
    state = playing(["AH", "3H", "4H", "6H"], won="KC KD KS 10C", totals=(3, 3), most_deals=4)
    after, events = play(state, "0 AH,3 6H,2 4H,1 3H")
    assert events[-1] == GameEnded((3, 3, 3, 3), (Seat(0), Seat(1), Seat(2), Seat(3)))
    over = GAME.awaits(after)
    assert isinstance(over, Over)
    assert over.result.sides == (0, 1, 0, 1)
    assert GAME.summary(after) == "over after 4 deals"


def test_an_annulled_deal_changes_nothing() -> None:
    """The next Starter and the declarers are those of before; in the first deal nobody declares yet."""
    annulled = sheet(leader=3, ending=Ending.ANNULLED)
    assert dealing([annulled], first=2).match.dealer == 2
    assert dealing([annulled], first=2).match.scored is None
    assert dealing([sheet(leader=0, took=50), annulled]).match.dealer == 3


def test_an_annulled_deal_does_not_count_towards_the_limit() -> None:
    """A game of one deal goes on after it; without a limit it goes on until a side has won."""
    annulled = sheet(ending=Ending.ANNULLED)
    assert dealing([annulled], most_deals=1).match.winners == ()
    assert dealing([annulled, sheet()], most_deals=1).match.winners == (0, 1, 2, 3)
    assert dealing([sheet()] * 100).match.winners == ()


def test_what_is_told_of_a_series() -> None:
    """Summaries, tallies and marks say how far it is."""
    state = dealing([sheet(totals=(4, 11))])
    assert GAME.summary(state) == "deal 2, 4:11"
    assert [(tally.deals, tally.points, tally.count) for tally in GAME.tallies(state)][:2] == [(1, 4, 3), (1, 11, 3)]
    assert GAME.marks(state, Seat(0)) == ()
    over = play(playing(["AH", "3H", "4H", "6H"], most_deals=1), "0 AH,3 6H,2 4H,1 3H")[0]
    assert GAME.summary(over) == "over after one deal"
    with pytest.raises(IllegalAction, match="the game is over"):
        GAME.decide(over, Seat(0), PASS)


def test_a_series_counts_tricks_and_deals_that_were_kept() -> None:
    """By seat; and it is told when a trick and a deal end."""
    kept, lost = DealEnded(sheet(took=35)), DealEnded(sheet(took=40))
    assert FIGURES.columns[0].counts(kept) == (3, 3, 3, 3)
    assert FIGURES.columns[0].counts(LastAsked()) == ()
    assert [FIGURES.noted(event) for event in (kept, lost, LastAsked())] == [True, False, False]
    assert [GAME.breaks(event) for event in (kept, LastAsked())] == [Break.DEAL, None]


def test_a_table_that_does_not_exist_is_refused() -> None:
    """Three people cannot play it, and there is no fifth seat to start."""
    with pytest.raises(InvalidSetup, match="Da Bai Fen is for 4"):
        GAME.start(Setup("da-bai-fen", 3))
    with pytest.raises(InvalidSetup, match="first_dealer: 7 is no seat of 4"):
        GAME.start(Setup("da-bai-fen", 4, {}, Seat(7)))
