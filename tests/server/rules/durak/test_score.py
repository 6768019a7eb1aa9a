"""The end of a deal and of a game: who has lost, who deals next, and when it is over."""

import pytest
from msgspec.structs import replace

from protocol.durak.events import DealEnded, DealSheet, Finished, GameEnded, WentOut
from protocol.vocabulary import Seat
from server.rules.durak.deal import Match
from server.rules.durak.game import FIGURES
from server.rules.durak.variant import MOST_DEALS
from server.rules.game import ForeignEvent, IllegalAction, Over, Result, Shuffle, Tally
from tests.server.rules.durak.position import GAME, bout, dealing, names, play


def sheet(dealer: int = 0, loser: int | None = 0, totals: tuple[int, ...] = (0, 1, 0, 1)) -> DealSheet:
    """Give the sheet of a deal."""
    points = tuple(int(loser is not None and seat % 2 != loser) for seat in range(len(totals)))
    nothing = (0,) * len(totals)
    return DealSheet(Seat(dealer), loser, nothing, nothing, (), 9, points, totals)


def ended(hands: list[str], moves: str, both_out: str = "draw") -> DealSheet:
    """Give the sheet of a deal that these moves end."""
    _, events = play(bout(hands, options={"both_out": both_out}), moves)
    last = next(event for event in events if isinstance(event, DealEnded))
    return last.sheet


def test_the_side_that_is_left_with_cards_has_lost() -> None:
    """Source: section 4c; the other side scores one, each of its players."""
    last = ended(["6S", "7S 8S", "", "9S 9C"], "0 6S, 1 up")
    assert (last.loser, last.points, last.totals) == (1, (1, 0, 1, 0), (1, 0, 1, 0))
    assert (last.cards, last.taken, last.out, last.bouts) == ((0, 3, 0, 2), (0, 1, 0, 0), (0, 2), 2)
    defended = ended(["6S 9D", "7S", "", ""], "0 6S, 1 7S>6S")
    assert (defended.loser, defended.points) == (0, (0, 1, 0, 1))


@pytest.mark.parametrize(("both_out", "loser", "points"), [("draw", None, (0,) * 4), ("attackers", 1, (1, 0, 1, 0))])
def test_if_both_sides_run_out_in_one_bout_it_is_a_draw(both_out: str, loser: int, points: tuple[int, ...]) -> None:
    """Source: section 4c, "Both empty in the same bout → draw (R; option: attackers count as first out)"."""
    last = ended(["6S", "7S", "", ""], "0 6S, 1 7S>6S", both_out)
    assert (last.loser, last.points) == (loser, points)


def test_all_who_run_out_in_one_bout_are_named() -> None:
    """The attacker's side first, from the attacker on."""
    _, events = play(bout(["6D 6S", "7S 7D", "6C 9C", "8C", "6H", ""]), "0 6D, 0 +6S, 1 7D>6D, 1 7S>6S")
    assert [event.seat for event in events if isinstance(event, WentOut)] == [0, 1, 5]


@pytest.mark.parametrize(
    ("players", "dealer", "loser", "following"),
    [
        (4, 0, 0, 2),
        (4, 0, 1, 1),
        (4, 3, 1, 1),
        (4, 3, 0, 0),
        (6, 5, 1, 1),
        (6, 5, 0, 0),
        (4, 3, None, 0),
        (6, 2, None, 3),
    ],
)
def test_the_losing_side_deals(players: int, dealer: int, loser: int | None, following: int) -> None:
    """Source: section 4a, "the losing team deals (R)": its next player clockwise; after a draw the next player."""
    state = dealing(players, [sheet(dealer, loser, (0,) * players)])
    assert state.match.dealer == following


def test_a_game_ends_with_the_agreed_number_of_lost_deals() -> None:
    """Source: section 4c, "Series: count lost deals, agreed number"; the side that has lost fewer wins."""
    before = Match(dealing(losses=2).match.variant, Seat(0), (sheet(),))
    state, events = play(bout(["6S 9D", "7S", "", ""], match=before), "0 6S, 1 7S>6S")
    assert names(events[-2:]) == ["DealEnded", "GameEnded"]
    assert events[-1] == GameEnded((0, 2, 0, 2), (Seat(1), Seat(3)))
    assert GAME.awaits(state) == Over(Result((0, 2, 0, 2), (Seat(1), Seat(3)), (0, 1, 0, 1)))
    assert GAME.summary(state) == "over after 2 deals"
    assert GAME.tallies(state)[1] == Tally(2, 2, 0)
    with pytest.raises(IllegalAction, match="the game is over"):
        play(state, "0 6S")
    with pytest.raises(ForeignEvent):
        GAME.evolve(state, Finished(Seat(0)))


def test_before_that_another_deal_comes() -> None:
    """The next one is shuffled for, and the list of tables says how it stands."""
    state, _ = play(bout(["6S 9D", "7S", "", ""]), "0 6S, 1 7S>6S")
    assert GAME.awaits(state) == Shuffle(36, 2)
    assert GAME.summary(state) == "deal 2, 0:1"
    assert GAME.totals(state) == (0, 1, 0, 1)
    assert GAME.marks(state, Seat(0)) == ()


@pytest.mark.parametrize(("totals", "winners"), [((1, 2, 1, 2), (1, 3)), ((1, 1, 1, 1), (0, 1, 2, 3))])
def test_draws_cannot_go_on_for_ever(totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """Ruling: after so many deals the side that has lost fewer wins, or both."""
    drawn = replace(sheet(loser=None), totals=totals)
    assert dealing(sheets=(drawn,) * (MOST_DEALS - 1)).match.winners == ()
    assert dealing(sheets=(drawn,) * MOST_DEALS).match.winners == winners


def test_simulations_count_what_was_picked_up_and_drawn() -> None:
    """Cards of each seat, and deals that nobody lost."""
    last = ended(["6S", "7S 8S", "", "9S 9C"], "0 6S, 1 up")
    events = DealEnded(last), DealEnded(replace(last, loser=None)), GameEnded((1, 0, 1, 0), (Seat(0), Seat(2)))
    assert [FIGURES.columns[0].counts(event) for event in events] == [last.taken, last.taken, ()]
    assert [FIGURES.noted(event) for event in events] == [False, True, False]
