"""The auction: section 11 of ``other-games.md``."""

import pytest

from protocol.auction_fives.actions import write_action
from protocol.auction_fives.events import DealEnded, Ending, Held
from protocol.auction_fives.views import Call, Phase
from protocol.setup import OptionValue
from protocol.vocabulary import Seat
from server.rules.auction_fives.deal import Dealing, State
from server.rules.game import IllegalAction
from tests.server.rules.auction_fives.position import GAME, begun, play, seen

ALL = {"bid 5", "bid 10", "bid 15", "bid 20", "bid 25", "bid 30"}


def said(state: State) -> set[str]:
    """Give what the seat may say whose turn it is."""
    assert state.turn is not None
    return {write_action(action) for action in GAME.legal(state, state.turn)}


def test_eldest_speaks_first_and_may_bid_any_multiple_of_five() -> None:
    """Bids 5, 10, …, 30, or a pass."""
    state = begun()
    assert state.turn == 0
    assert said(state) == {"pass", *ALL}


def test_a_bid_is_higher_than_the_one_before() -> None:
    """The next in turn may also hold it; the one after that may not."""
    state, _ = play(begun(), "bid 15")
    assert said(state) == {"pass", "hold", "bid 20", "bid 25", "bid 30"}
    after, _ = play(state, "pass")
    assert said(after) == {"pass", "bid 20", "bid 25", "bid 30"}


def test_a_number_is_held_once() -> None:
    """The holder takes the bid over, and the next must raise or pass."""
    state, events = play(begun(), "bid 15, hold")
    assert events[-1] == Held(Seat(1), 15)
    assert said(state) == {"pass", "bid 20", "bid 25", "bid 30"}
    assert (seen(state).bidder, seen(state).bid) == (1, 15)
    assert seen(state).calls == (Call(Seat(0), 15), Call(Seat(1), 15, held=True))
    again, _ = play(state, "bid 20")
    assert "hold" in said(again)


def test_who_has_passed_is_out_and_the_last_with_a_bid_names_trumps() -> None:
    """The auction goes round until all others have passed."""
    state, _ = play(begun(), "bid 5, pass, bid 10, pass")
    assert state.turn == 0
    state, _ = play(state, "bid 15, pass")
    assert (seen(state).phase, state.turn) == (Phase.NAMING, 0)
    assert said(state) == {"name C", "name D", "name H", "name S"}


def test_a_partner_may_hold() -> None:
    """R: nothing says otherwise."""
    state, _ = play(begun(), "bid 5, pass, bid 10, pass, bid 15, hold, pass")
    assert (seen(state).phase, state.turn) == (Phase.NAMING, 2)


def test_after_thirty_only_a_hold_or_a_pass_is_left() -> None:
    """There is no higher number."""
    state, _ = play(begun(), "bid 30")
    assert said(state) == {"pass", "hold"}


@pytest.mark.parametrize(("total", "least"), [(95, 5), (100, 20), (115, 20)])
def test_a_side_with_a_hundred_may_not_bid_under_twenty(total: int, least: int) -> None:
    """P, and S:bicycleA45; nor may it hold less (R)."""
    state = begun(totals=(0, total))
    state, _ = play(state, "pass")
    assert min(int(word.split(" ")[1]) for word in said(state) if " " in word) == least
    state, _ = play(begun(totals=(0, total)), "bid 15")
    assert ("hold" in said(state)) == (least == 5)


def test_only_the_dealer_holds_where_the_table_plays_so() -> None:
    """S:bicycleA45: the others may then raise, and the dealer may hold again."""
    state, _ = play(begun(hold="dealer"), "bid 10")
    assert "hold" not in said(state)
    state, _ = play(state, "pass, pass")
    assert "hold" in said(state)
    state, _ = play(state, "hold")
    assert said(state) == {"pass", "bid 15", "bid 20", "bid 25", "bid 30"}
    state, _ = play(state, "bid 15")
    assert said(state) == {"pass", "hold", "bid 20", "bid 25", "bid 30"}


@pytest.mark.parametrize("lowest", [15, 20])
def test_the_lowest_bid_is_an_option(lowest: int) -> None:
    """S:jord has 15."""
    assert min(int(word.split(" ")[1]) for word in said(begun(lowest_bid=lowest)) if " " in word) == lowest


def test_if_all_pass_the_next_dealer_deals() -> None:
    """The deal counts, and brings nobody anything (R)."""
    state, events = play(begun(), "pass, pass, pass, pass")
    assert isinstance(state, Dealing)
    assert state.match.dealer == 0
    assert isinstance(events[-1], DealEnded)
    assert (events[-1].sheet.ending, events[-1].sheet.points) == (Ending.PASSED, (0, 0, 0, 0))
    assert (seen(state).calls[-1], seen(state).trump) == (Call(Seat(3)), None)
    assert [seat.cards for seat in seen(state).seats] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("options", "least"),
    [({"forced_dealer": 15}, 15), ({"forced_dealer": 20}, 20), ({"forced_dealer": 15, "lowest_bid": 20}, 20)],
)
def test_the_dealer_may_have_to_bid(options: dict[str, OptionValue], least: int) -> None:
    """The other choice where all pass; more may be bid, since 30 scores 60 (R)."""
    state, _ = play(begun(**options), "pass, pass, pass")  # type: ignore[arg-type]
    assert said(state) == {word for word in ALL if int(word.split(" ")[1]) >= least}
    assert write_action(GAME.fallback(state, Seat(3))) == f"bid {least}"
    with pytest.raises(IllegalAction, match=f"as the dealer, bid {least} or more"):
        play(state, "pass")
    state, _ = play(begun(**options), "pass, pass, bid 20")  # type: ignore[arg-type]
    assert "pass" in said(state)


@pytest.mark.parametrize(
    ("moves", "wrong", "words"),
    [
        ("bid 15", "bid 10", "bid a multiple of 5 above 15, from 5 to 30"),
        ("bid 15, hold", "hold", "only the next in turn may hold"),
        ("", "QH", "the auction goes on"),
        ("bid 15, pass, pass, pass", "draw", "name the trump suit"),
    ],
)
def test_what_may_not_be_said_is_refused(moves: str, wrong: str, words: str) -> None:
    """With what would be right."""
    with pytest.raises(IllegalAction, match=words):
        play(play(begun(), moves)[0], wrong)
    with pytest.raises(IllegalAction, match="only the dealer may hold"):
        play(play(begun(hold="dealer"), "bid 15")[0], "hold")


def test_who_does_not_act_passes() -> None:
    """It tells nobody anything; and names the longest suit."""
    state = begun()
    assert write_action(GAME.fallback(state, Seat(0))) == "pass"
    state, _ = play(state, "bid 20, pass, pass, pass")
    assert write_action(GAME.fallback(state, Seat(0))) == "name C"
