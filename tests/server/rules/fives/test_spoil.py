"""Spoil Five: section 9 of ``other-games.md``, and Parlett's paragraph (seed 004)."""

import pytest
from msgspec.structs import replace

from protocol.fives.actions import JINK, SWEEP, read_action, write_action
from protocol.fives.events import Barred, DealEnded, DealSheet, Ending, GameEnded, Jinked, Swept
from protocol.fives.views import FivesView, OpenDeal, Phase
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.fives.deal import Dealing, Ended, Match, Playing, State
from server.rules.fives.record import view
from server.rules.fives.variant import CHIPS, read_variant
from server.rules.game import IllegalAction, Label, Over
from tests.server.rules.fives.position import GAMES, SPOIL_FIVE, deal_of, dealt, names, play

GAME = GAMES[SPOIL_FIVE]
THREE = "5C, 2D, 2H, JC, 3D, 3H, AH, 4D, 4H"
"""Three tricks for seat 0."""

STRONG = ["5C JC AH AC KC", "2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H"]
"""Clubs are trumps, and seat 0 wins every trick."""

EVEN = ["5C JC 2S 3S 4S", "KD 3D 4D 6D 7D", "KH 3H 4H 6H 7H"]
"""Clubs are trumps: seat 0 wins the first two tricks, and plain Kings can win others."""


def before(players: int = 3, sheets: tuple[DealSheet, ...] = (), **options: OptionValue) -> Dealing:
    """Give the state before a deal by the last seat."""
    variant = read_variant(SPOIL_FIVE, Setup(SPOIL_FIVE, players, options))
    first = Seat((players - 1 - len(sheets)) % players)
    nothing: tuple[tuple[()], ...] = ((),) * players
    return Dealing(Match(variant, first, sheets, tuple(OpenDeal(nothing, nothing, ()) for _ in sheets)))


def spoilt(totals: tuple[int, ...], pool: int) -> DealSheet:
    """Give the sheet of a deal that was spoilt."""
    return DealSheet(Seat(1), Ending.SPOILT, (2, 2, 1), (-1,) * len(totals), totals, pool=pool)


def sheet_of(events: list[Event]) -> DealSheet:
    """Give the sheet of the deal that has ended."""
    return next(event.sheet for event in events if isinstance(event, DealEnded))


def three_tricks(pools: int = 5) -> State:
    """Give the state after the strong hand has won three tricks."""
    return play(dealt(before(pools=pools), STRONG, "9C"), THREE)[0]


def seen(state: State, seat: int | None = None) -> FivesView:
    """Give what a seat sees."""
    return view(state, None if seat is None else Seat(seat))


def test_everybody_puts_a_chip_into_the_pool() -> None:
    """Section 9: the first deal costs a chip each, of the twenty that each starts with (section 8)."""
    state = dealt(before(), EVEN, "9C")
    assert seen(state).pool == 3
    assert [(seat.chips, seat.total) for seat in seen(state).seats] == [(19, -1)] * 3


def test_the_winner_of_the_first_three_tricks_has_the_choice() -> None:
    """Section 9, jink: sweep now, or lead to the fourth trick and undertake all five."""
    state = three_tricks()
    assert GAME.legal(state, Seat(0)) == (SWEEP, JINK)
    assert GAME.fallback(state, Seat(0)) == SWEEP
    assert seen(state).phase is Phase.JINKING
    assert (seen(state, 0).legal, seen(state, 1).legal) == ((SWEEP, JINK), ())
    with pytest.raises(IllegalAction, match="take the pool, or undertake"):
        play(state, "AC")


def test_a_sweep_takes_the_pool_and_ends_the_deal() -> None:
    """Section 9: the pool is theirs, and the others have paid for it."""
    state, events = play(three_tricks(), "sweep")
    assert names(events) == ["Swept", "DealEnded"]
    assert events[0] == Swept(Seat(0), 3)
    sheet = sheet_of(events)
    assert (sheet.ending, sheet.points, sheet.sweeper, sheet.pool) == (Ending.SWEPT, (2, -1, -1), 0, 3)
    assert [seat.chips for seat in seen(state).seats] == [CHIPS + 2, CHIPS - 1, CHIPS - 1]
    assert (seen(state).pool, GAME.summary(state)) == (0, "deal 2, pool 2 of 5")


def test_a_jink_that_succeeds_brings_a_chip_from_each_other_seat() -> None:
    """Section 9: pool plus one chip from each other player."""
    state, events = play(three_tricks(), "jink")
    assert events == [Jinked(Seat(0))]
    spoil = seen(state).spoil
    assert spoil is not None
    assert (spoil.jinker, seen(state).phase) == (0, Phase.LEADING)
    _, events = play(state, "AC, 6D, 6H, KC, 7D, 7H")
    assert events[-2] == Swept(Seat(0), 3, 2)
    sheet = sheet_of(events)
    assert (sheet.ending, sheet.points, sheet.jinker) == (Ending.JINKED, (4, -2, -2), 0)


def test_who_has_no_chip_left_pays_none_for_a_jink() -> None:
    """R: nobody has fewer than none."""
    hands = [STRONG[1], STRONG[0], STRONG[2]]
    state = dealt(before(sheets=(spoilt((-19, 0, 16), 3),)), hands, "9C")
    _, events = play(state, "2D, 5C, 2H, JC, 3H, 3D, AH, 4H, 4D, jink, AC, 6H, 6D, KC, 7H, 7D")
    assert events[-3] == Swept(Seat(1), 6, 1)
    assert sheet_of(events).points == (-1, 6, -2)


def test_a_jink_that_fails_spoils_the_deal_at_once() -> None:
    """Section 9: nothing, and the deal stops (R); the pool stays, with a chip more from each."""
    hands = ["5C JC AH 7S 3S", "KD 3D 4D 6D 4S", "KH 3H 4H 6H 7H"]
    state, _ = play(dealt(before(), hands, "9C"), "5C, 3D, 3H, JC, 4D, 4H, AH, 6D, 6H, jink")
    state, events = play(state, "7S, 4S, 7H")
    sheet = sheet_of(events)
    assert (sheet.ending, sheet.points, sheet.tricks) == (Ending.SPOILT, (-1, -1, -1), (3, 1, 0))
    assert seen(state).pool == 3
    assert isinstance(state, Dealing)
    assert seen(dealt(state, EVEN, "9C")).pool == 6


def test_three_tricks_otherwise_sweep_at_once() -> None:
    """Section 9: at the fourth or fifth trick there is no choice."""
    hands = ["10S 5C JC AH 2D", "KS 3D 4D 6D 7D", "8S KH 4H 6H 7H"]
    state, events = play(dealt(before(), hands, "10C"), "10S, KS, 8S, 3D, KH, 5C, JC, 4D, 4H, AH, 6D, 6H")
    assert names(events)[-3:] == ["TrickTaken", "Swept", "DealEnded"]
    assert sheet_of(events).tricks == (3, 1, 0)
    assert seen(state).phase is Phase.DEALING


NOBODY = ["5C JC 7S 2D 2H", "KS QS 3D 4D 6D", "8S 9S KH QH 4H"]
SPREAD = "7S, KS, 9S, QS, 8S, 5C, JC, 3D, 4H, 2H, 4D, QH, KH, 2D, 6D"
"""Two tricks for the first seat and the third, and one for the second."""


def test_nobody_with_three_tricks_spoils_the_deal() -> None:
    """Section 9: the pool is carried over, increased by a chip from each."""
    state, events = play(dealt(before(), NOBODY, "10C"), SPREAD)
    sheet = sheet_of(events)
    assert (sheet.ending, sheet.sweeper, sheet.points) == (Ending.SPOILT, None, (-1, -1, -1))
    assert max(sheet.tricks) == 2
    assert seen(state).pool == 3


@pytest.mark.parametrize(("stake", "top_up"), [(1, 1), (2, 1), (5, 2)])
def test_stake_and_top_up(stake: int, top_up: int) -> None:
    """Section 9, pool top-up size: a new pool costs the stake, a spoilt one the smaller sum."""
    new = dealt(before(stake=stake, top_up=top_up), EVEN, "9C")
    assert seen(new).pool == 3 * stake
    again = before(sheets=(spoilt((-stake,) * 3, 3 * stake),), stake=stake, top_up=top_up)
    assert seen(again).pool == 3 * stake
    assert seen(dealt(again, EVEN, "9C")).pool == 3 * (stake + top_up)


def test_two_tricks_win_where_the_table_plays_so() -> None:
    """Section 9: two-tricks-wins with five players or more; the first two give the choice."""
    hands = ["5C JC 2S 3S 4S", "2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H", "8D 9D 10D JD QD", "8H 9H 10H JH QH"]
    state, _ = play(dealt(before(5, two_tricks=True), hands, "9C"), "5C, 2D, 2H, 8D, 8H, JC, 3D, 3H, 9D, 9H")
    assert GAME.legal(state, Seat(0)) == (SWEEP, JINK)
    assert sheet_of(play(state, "sweep")[1]).points == (4, -1, -1, -1, -1)


ROBBER = ["AC 5C JC 2S 3S", "2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H"]


def test_who_does_not_rob_may_be_barred_from_the_pool() -> None:
    """Section 9, forfeit for not robbing (EB1911): that seat cannot win the deal, and all learn it when it would."""
    state, _ = play(dealt(before(must_rob=True), ROBBER, "9C"), "5C, 2D, 2H, JC, 3D, 3H")
    assert seen(state).spoil == seen(dealt(before(must_rob=True), ROBBER, "9C")).spoil
    state, events = play(state, "AC, 4D, 4H")
    assert events[-1] == Barred(Seat(0))
    spoil = seen(state).spoil
    assert spoil is not None
    assert (spoil.barred, seen(state).phase) == (0, Phase.LEADING)
    _, events = play(state, "2S, 6D, 6H, 3S, 7D, 7H")
    assert (sheet_of(events).ending, sheet_of(events).tricks) == (Ending.SPOILT, (5, 0, 0))


def test_who_robs_is_not_barred() -> None:
    """The Ace has done its duty."""
    state, _ = play(dealt(before(must_rob=True), ROBBER, "9C"), "rob 2S, 5C, 2D, 2H, JC, 3D, 3H, AC, 4D, 4H")
    assert GAME.legal(state, Seat(0)) == (SWEEP, JINK)


def test_the_game_ends_with_its_last_pool() -> None:
    """Section 9, session length: an agreed number of pools; the most chips win."""
    state, events = play(three_tricks(pools=1), "sweep")
    assert events[-1] == GameEnded((2, -1, -1), (Seat(0),), (22, 19, 19))
    assert isinstance(state, Ended)
    over = GAME.awaits(state)
    assert isinstance(over, Over)
    assert (over.result.winners, over.result.chips) == ((0,), (22, 19, 19))
    assert (seen(state).pool, GAME.summary(state)) == (0, "over after one deal")


def test_the_game_ends_when_somebody_is_out_of_chips() -> None:
    """Section 9, session length; a pool that nobody has taken goes back evenly (R)."""
    poor = before(sheets=(spoilt((-19, 0, 16), 3),))
    _, events = play(dealt(poor, NOBODY, "10C"), SPREAD)
    sheet = sheet_of(events)
    assert (sheet.ending, sheet.pool, sheet.points) == (Ending.SHARED, 6, (1, 1, 1))
    assert events[-1] == GameEnded((-18, 1, 17), (Seat(2),), (2, 21, 37))
    state = dealt(poor, [STRONG[1], STRONG[0], STRONG[2]], "9C")
    _, events = play(state, "2D, 5C, 2H, JC, 3H, 3D, AH, 4H, 4D, sweep")
    assert events[-1] == GameEnded((-20, 5, 15), (Seat(2),), (0, 25, 35))


def test_a_choice_is_refused_to_everybody_else() -> None:
    """A refusal says what would be right."""
    state = dealt(before(), EVEN, "9C")
    for word in ("sweep", "jink"):
        with pytest.raises(IllegalAction, match="only who has won every trick so far"):
            play(state, word)


def test_its_actions_are_written_and_read() -> None:
    """A record writes them as words."""
    assert [write_action(read_action(word)) for word in ("sweep", "jink", "-", "rob 3C")] == [
        "sweep",
        "jink",
        "-",
        "rob 3C",
    ]


@pytest.mark.parametrize(("moves", "chosen"), [("sweep", "sweep"), ("jink, AC, 6D, 6H, KC, 7D, 7H", "jink")])
def test_a_record_tells_a_sweep_by_choice_from_one_without(moves: str, chosen: str) -> None:
    """Only what was chosen is an action, and the replay gives the same game."""
    first = before(pools=1)
    deal = replace(deal_of(first, STRONG, "9C"), seed=None, commitment=None)
    state, events = play(GAME.evolve(first, deal), f"{THREE}, {moves}")
    record = GAME.record(Setup(SPOIL_FIVE, 3, {"pools": 1}, Seat(2)), [deal, *events], Label(("A", "B", "C"), "1"))
    assert [word for word in ("sweep", "jink") if f'"{word}"]' in record] == [chosen]
    assert list(GAME.replay(record))[-1].state.match.totals == state.match.totals


def test_in_play_nothing_scores() -> None:
    """The score is in chips alone."""
    state = three_tricks()
    assert isinstance(state, Playing)
    assert (state.points, state.won) == ((0, 0, 0), False)
