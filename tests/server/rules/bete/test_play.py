"""The play of Bête: who takes part, what may be played, what comes of it, and why the rest is refused."""

import pytest
from msgspec.structs import replace

from protocol.bete.actions import PASS, TAKE_PART, Play, write_action
from protocol.bete.events import DealEnded, DealSheet, Ending, Passed, Played, TookPart, TrickTaken
from protocol.cards import Suit, read_card
from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Action, Seat
from protocol.wording import worded, wording
from server.rules.bete.deal import Dealing, Ended, Match, Playing, State
from server.rules.bete.game import FIGURES
from server.rules.bete.play import evolve
from server.rules.game import (
    CHANCE,
    Break,
    ForeignEvent,
    IllegalAction,
    InvalidSetup,
    Over,
    Result,
    Seats,
    Shuffle,
    Shuffled,
    Tally,
)
from tests.server.rules.bete.position import GAME, HANDS, begun, dealing, names, play


def choices(state: State) -> set[str]:
    """Give what the seat whose turn it is may do."""
    assert state.turn is not None
    return {write_action(action) for action in GAME.legal(state, state.turn)}


def test_each_says_once_whether_it_takes_part() -> None:
    """Source: section 12: eldest first, in a single round; the first of those who take part leads."""
    state = begun()
    assert choices(state) == {"in", "-"}
    turns = []
    for move in ("-", "in", "-", "in"):
        turns.append(state.turn)
        state, _ = play(state, move)
    assert turns == [0, 1, 2, 3]
    assert isinstance(state, Playing)
    assert (state.turn, state.players, state.deal.trump) == (1, (1, 3), Suit.CLUBS)
    assert choices(state) == set(HANDS[1].split())


def test_the_play_may_go_to_the_right() -> None:
    """Source: section 12, direction; so does the deal."""
    state = begun(direction="right")
    assert state.turn == 2
    state, _ = play(state, "in, in, -, in")
    assert isinstance(state, Playing)
    assert state.players == (2, 1, 3)
    assert begun(direction="right", totals=(0, 0, 0, 0)).turn == 2
    passed, _ = play(begun(direction="right"), "-, -, -, -")
    assert isinstance(passed, Dealing)
    assert passed.match.dealer == 2


@pytest.mark.parametrize(
    ("hands", "moves", "head", "allowed"),
    [
        (("7H 7C KS QS JS", "KH 8H 9C AS 10S"), "7H", False, "KH 8H"),
        (("10H 7C KS QS JS", "KH 8H 9C AS 10S"), "10H", False, "KH 8H"),
        (("10H 7C KS QS JS", "KH 8H 9C AS 10S"), "10H", True, "KH"),
        (("KH 7C KS QS JS", "10H 8H 9C AS 10S"), "KH", True, "10H 8H"),
        (("KD 7C KS QS JS", "10H 8H 9C KC 10S"), "KD", False, "9C KC"),
        (("KD 7H KS QS JS", "10H 8H 9H AH 10S"), "KD", False, "10H 8H 9H AH 10S"),
        (("10C 7H KS QS JS", "9C KC 9H AH 10S"), "10C", False, "9C KC"),
        (("10C 7H KS QS JS", "9C KC 9H AH 10S"), "10C", True, "KC"),
    ],
)
def test_what_may_be_played_to_a_lead(hands: tuple[str, str], moves: str, head: bool, allowed: str) -> None:
    """Source: section 12, following: suit, then a trump; the duty to head is an option. Clubs are trumps."""
    state, _ = play(begun(hands, "8C", head=head), f"in, in, {moves}")
    assert choices(state) == set(allowed.split())


def test_who_cannot_follow_overtrumps() -> None:
    """Source: section 12: void, trump, and overtrump if able; if not, any trump."""
    hands = ("KD 7H KS QS JS", "10C 8H 9H 7S 10S", "9C QC AH JH QH", "7C 9S 8S AS 10H")
    state, _ = play(begun(hands), "in, in, in, in, KD, 10C")
    assert choices(state) == {"QC"}
    state, _ = play(state, "QC")
    assert choices(state) == {"7C"}


def test_the_highest_trump_takes_the_trick_and_leads() -> None:
    """Source: section 12; five tricks end the deal."""
    hands = ("KD 7H KS QS JS", "10C 8H 9H 7S 10S")
    state, events = play(begun(hands), "in, in, KD, 10C")
    assert events[-1] == TrickTaken(Seat(1), (read_card("KD"), read_card("10C")))
    assert state.turn == 1
    state, events = play(state, "8H, 7H, 9H, JS, 10S, QS, KS, 7S")
    assert names(events)[-3:] == ["Played", "TrickTaken", "DealEnded"]
    assert GAME.awaits(state) == Shuffle(32, 2)


def test_one_alone_has_the_pool() -> None:
    """Source: section 12: one active player takes the pool unopposed; none, and it is carried over."""
    _, events = play(begun(), "-, -, in, -")
    assert names(events)[-2:] == ["Passed", "DealEnded"]
    assert isinstance(events[-1], DealEnded)
    assert (events[-1].sheet.ending, events[-1].sheet.sweeper) == (Ending.ALONE, 2)
    _, events = play(begun(), "-, -, -, -")
    assert isinstance(events[-1], DealEnded)
    assert (events[-1].sheet.ending, events[-1].sheet.carried) == (Ending.PASSED, 4)


def test_one_alone_may_have_to_play_against_all() -> None:
    """Source: section 12, option: must still make it against all."""
    state, _ = play(begun(alone="play"), "-, in, -, -")
    assert isinstance(state, Playing)
    assert (state.players, state.active, state.turn) == ((0, 1, 2, 3), (1,), 0)
    _, events = play(begun(alone="play"), "-, -, -, -")
    assert isinstance(events[-1], DealEnded)


def test_the_last_deal_ends_the_game() -> None:
    """With a result, its statistics, and the end of each unit."""
    hands = ("KD 7H KS QS JS", "10C 8H 9H 7S 10S")
    state, events = play(begun(hands, deals=1), "in, in, KD, 10C, 8H, 7H, 9H, JS, 10S, QS, KS, 7S")
    assert isinstance(state, Ended)
    assert names(events)[-2:] == ["DealEnded", "GameEnded"]
    assert GAME.awaits(state) == Over(Result((-2, 2), (Seat(1),)))
    assert GAME.tallies(state) == (Tally(1, -2, 2), Tally(1, 2, 3))
    assert GAME.totals(state) == (-2, 2)
    assert GAME.marks(state, Seat(0)) == ()
    assert (GAME.summary(state), GAME.summary(begun())) == ("over after one deal", "deal 1 of 12")
    assert [GAME.breaks(event) for event in events[-4:]] == [None, Break.TRICK, Break.DEAL, None]
    assert [FIGURES.columns[0].counts(event) for event in events[-2:]] == [(2, 3), ()]
    assert [FIGURES.noted(event) for event in events[-2:]] == [False, False]


@pytest.mark.parametrize(
    ("moves", "options", "seat", "action", "words"),
    [
        ("", {}, 1, PASS, "it is not your turn"),
        ("", {}, 0, Play(read_card("KC")), "say first whether you take part or pass"),
        ("in, in, -, -", {}, 0, PASS, "all have said whether they take part: play a card"),
        ("in, in, -, -", {}, 0, Play(read_card("KD")), "you do not hold KD"),
        ("in, in, -, -, 7H", {}, 1, Play(read_card("KD")), "hearts were led: play one"),
        ("in, in, -, in, KC, 9C", {}, 3, TAKE_PART, "all have said whether they take part: play a card"),
        ("-, in, in, -, KD, 10D, QD", {"head": True}, 2, Play(read_card("10H")), "diamonds were led: play one"),
    ],
)
def test_a_refusal_says_why(moves: str, options: dict[str, OptionValue], seat: int, action: Action, words: str) -> None:
    """In both languages, and nothing of other hands."""
    state, _ = play(begun(HANDS, "8C", (), 0, **options), moves)
    with pytest.raises(IllegalAction, match=words) as refused:
        GAME.decide(state, Seat(seat), action)
    said = str(refused.value)
    with speaking("cy", catalogue):
        assert worded(said, wording(refused.value.args[0])) != said


@pytest.mark.parametrize(
    ("hands", "moves", "head", "card", "words"),
    [
        (("10H 7C KS QS JS", "KH 8H 9C AS 10S"), "10H", True, "8H", "beat the trick: you can, and at this table"),
        (("KD 7C KS QS JS", "10H 8H 9C KC 10S"), "KD", False, "10H", "you cannot follow suit: play a trump"),
        (("KD 7C KS QS JS", "9C 8H 9H 7S 10S", "7C 10C AH JH QH"), "KD, 9C", False, "7C", "beat the trumps played"),
    ],
)
def test_a_refusal_says_what_would_be_right(
    hands: tuple[str, ...], moves: str, head: bool, card: str, words: str
) -> None:
    """Where suit cannot be followed, or the trick has to be beaten."""
    hands = (hands[0].replace("7C", "AD"), *hands[1:])
    state, _ = play(begun(hands, head=head), ", ".join(["in"] * len(hands)) + f", {moves}")
    assert state.turn is not None
    with pytest.raises(IllegalAction, match=words):
        GAME.decide(state, state.turn, Play(read_card(card)))


def test_nobody_acts_between_deals_or_at_the_end() -> None:
    """A refusal says what is awaited."""
    before = dealing(4)
    with pytest.raises(IllegalAction, match="the cards are not dealt yet"):
        GAME.decide(before, Seat(0), PASS)
    with pytest.raises(IllegalAction, match="the game is over"):
        GAME.decide(Ended(before.match), Seat(0), PASS)
    state, _ = play(begun(), "in, in, -, -, 7H")
    state = evolve(state, Played(Seat(1), read_card("8H")))
    assert GAME.awaits(state) == Seats(frozenset())
    with pytest.raises(IllegalAction, match="the trick is being taken"):
        GAME.decide(state, Seat(0), PASS)


def test_chance_deals_whole_packs_before_a_deal() -> None:
    """It may do nothing else."""
    with pytest.raises(IllegalAction, match="chance shuffles, and only before a deal"):
        GAME.decide(begun(), CHANCE, Shuffled(tuple(range(32))))
    with pytest.raises(IllegalAction, match="the order of the pack must hold each of 0 to 31 once"):
        GAME.decide(dealing(4), CHANCE, Shuffled((0,) * 32))
    with pytest.raises(ForeignEvent, match="TookPart cannot follow Dealing"):
        evolve(dealing(4), TookPart(Seat(0)))
    with pytest.raises(ForeignEvent, match="Passed cannot follow Playing"):
        evolve(play(begun(), "in, in, -, -")[0], Passed(Seat(0)))


def test_who_does_not_act_passes_and_plays_low() -> None:
    """Plain cards before trumps."""
    state = begun()
    assert GAME.fallback(state, Seat(0)) == PASS
    state, _ = play(state, "in, in, -, -")
    assert GAME.fallback(state, Seat(0)) == Play(read_card("7H"))
    assert GAME.fallback(play(state, "7H")[0], Seat(1)) == Play(read_card("8H"))


def test_two_to_five_play() -> None:
    """Source: section 12."""
    with pytest.raises(InvalidSetup, match="players: 6 do not fit, Bête is for 2"):
        GAME.start(Setup("bete", 6))
    with pytest.raises(InvalidSetup, match="first_dealer: 5 is no seat of 3"):
        GAME.start(Setup("bete", 3, {}, Seat(5)))


NO_KING = ("QC JC AC 10C 7H", "KD QD 9C 8H 7S", "10D 9D 8D 10H 9H", "7D 8S 9S 10S JS")
"""The King of clubs is not dealt."""


def sheet(moves: str, hands: tuple[str, ...] = NO_KING, carried: int = 0, **options: OptionValue) -> DealSheet:
    """Give the sheet of a deal."""
    totals = (0,) * len(hands) if carried else ()
    _, events = play(begun(hands, "8C", totals, carried, **options), moves)
    ended = [event for event in events if isinstance(event, DealEnded)]
    assert len(ended) == 1
    return ended[0].sheet


FOUR_TRICKS = "in, in, -, -, QC, 9C, JC, KD, AC, QD, 7H, 8H, 7S, 10C"
"""Seat 0 takes three tricks at once, seat 1 one, and seat 0 the last."""


def test_three_tricks_win_the_pool() -> None:
    """Source: section 12; who took part and did not win pays as much into the pool of the next deal."""
    ended = sheet(FOUR_TRICKS)
    assert (ended.ending, ended.sweeper, ended.active, ended.tricks) == (Ending.MOST, 0, (0, 1), (4, 1, 0, 0))
    assert (ended.pool, ended.carried) == (4, 4)
    assert ended.points == (3, -5, -1, -1)
    assert ended.king is None


def test_a_pool_that_was_carried_over_counts() -> None:
    """A stake of each comes to it."""
    ended = sheet(FOUR_TRICKS, carried=10)
    assert (ended.pool, ended.points, ended.carried) == (14, (13, -15, -1, -1), 14)


def test_the_king_of_trumps_is_paid_for() -> None:
    """Source: section 12: a chip from each player, active or not; nothing where it was turned up or not dealt."""
    passed = sheet("-, in, -, -", HANDS)
    assert (passed.king, passed.points) == (0, (2, 2, -2, -2))
    _, events = play(begun(("QC JC AC 10C 7H", *HANDS[1:]), "KC"), "-, in, -, -")
    assert isinstance(events[-1], DealEnded)
    assert (events[-1].sheet.king, events[-1].sheet.points) == (None, (-1, 3, -1, -1))


@pytest.mark.parametrize(("all_tricks", "points"), [("pool", (7, -9, -1, -1)), ("chip", (4, -6, -1, -1))])
def test_all_five_tricks_are_paid_again(all_tricks: str, points: tuple[int, ...]) -> None:
    """Source: section 12: also the pool's amount from each active opponent; option, a chip."""
    hands = ("QC JC AC 10C 9C", "KD QD 7C 8H 7S", *NO_KING[2:])
    ended = sheet("in, in, -, -, QC, 7C, JC, 7S, AC, 8H, 10C, QD, 9C, KD", hands, all_tricks=all_tricks)
    assert (ended.ending, ended.points, ended.carried) == (Ending.ALL, points, 4)


FIRST = ("KH 10H 9D 8D 7D", "8H 7H KD QD 8S", "AH JH KS 7S 9S")
"""Clubs are trumps and nobody holds one: seat 0 takes the first two tricks with hearts, or not."""


def test_the_first_two_tricks_win_where_nobody_has_three() -> None:
    """Source: section 12."""
    ended = sheet("in, in, in, KH, 8H, AH, 10H, 7H, JH, KS, 7D, 8S, 7S, 8D, QD, 9S, 9D, KD", FIRST)
    assert ended.tricks == (1, 0, 4)
    hands = ("KH QH 9D 8D 7D", "8H 7H KD QD 8S", "AH JH KS 7S 9S")
    ended = sheet("in, in, in, KH, 8H, AH, QH, 7H, JH, 9D, KD, 7S, QD, 9S, 8D, 8S, KS, 7D", hands)
    assert ended.tricks == (2, 2, 1)
    assert (ended.ending, ended.sweeper, ended.points) == (Ending.FIRST_TWO, 0, (2, -4, -4))
    assert ended.carried == 6


def test_nobody_may_win_the_pool() -> None:
    """Source: section 12: then it is carried over, and everybody who took part pays."""
    hands = ("KH 10H 9D 8D 7D", "8H 7H KD QD 8S", "QH JH KS 7S 9S")
    ended = sheet("in, in, in, KH, 8H, QH, 10H, 7H, JH, KS, 7D, 8S, 7S, 8D, QD, 9S, 9D, KD", hands)
    assert ended.tricks == (1, 0, 4)
    lost = ("KH 10H 9D 8D 7D", "8H 7H KD QD 8S", "QH JH KS 7S 9D".replace("9D", "JD"))
    ended = sheet("in, in, in, KH, 8H, JH, 10H, 7H, QH, JD, 9D, KD, 8S, KS, 7D, 7S, 8D, QD", lost)
    assert ended.tricks[0] == 1
    assert (ended.ending, ended.sweeper, ended.pool) in {(Ending.CARRIED, None, 3), (Ending.MOST, 2, 3)}


def test_against_all_only_the_one_can_win_or_lose() -> None:
    """Source: section 12, option; the others pay and win nothing."""
    state, _ = play(begun(NO_KING, alone="play"), "-, -, -, in")
    ended = None
    while state.turn is not None:
        state, events = play(state, write_action(GAME.fallback(state, state.turn)))
        ended = next((event.sheet for event in events if isinstance(event, DealEnded)), None)
    assert ended is not None
    assert ended.tricks[3] < 3
    assert (ended.ending, ended.sweeper) == (Ending.CARRIED, None)
    assert ended.points == (-1, -1, -1, -5)
    assert ended.carried == 8


def test_the_pool_is_shared_out_at_the_end() -> None:
    """What cannot be shared stays; equal ones share the win."""
    _, events = play(begun(NO_KING, deals=1), "-, -, -, -")
    ended = next(event.sheet for event in events if isinstance(event, DealEnded))
    assert (ended.totals, ended.carried) == ((0, 0, 0, 0), 0)
    before = dealing(4, (5, 0, -3, -5), 3, deals=4)
    match = replace(before.match, sheets=before.match.sheets * 3, past=before.match.past * 3)
    (dealt,) = GAME.decide(Dealing(match), CHANCE, Shuffled(tuple(range(32))))
    _, events = play(GAME.evolve(Dealing(match), dealt), "-, -, -, -")
    ended = next(event.sheet for event in events if isinstance(event, DealEnded))
    assert (ended.pool, ended.carried, sum(ended.totals)) == (7, 3, -3)
    assert Match(match.variant, Seat(0), (ended,) * 4).winners == (0,)
    assert match.winners == ()
