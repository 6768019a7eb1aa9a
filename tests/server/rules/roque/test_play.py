"""The play of Roque: what may be done, what comes of it, and why the rest is refused."""

from collections.abc import Sequence

import pytest

from protocol.cards import Suit, read_card
from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.roque.actions import PASS, Bid, Bury, Play, read_action, write_action
from protocol.roque.events import DealEnded, Ending, Passed, Played, TrickTaken, WidowTaken
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Action, Seat
from protocol.wording import worded, wording
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
from server.rules.roque.deal import Burying, Dealing, Ended, Match, Playing, State
from server.rules.roque.game import FIGURES
from server.rules.roque.play import evolve, make_sheet
from server.rules.roque.variant import Variant
from tests.server.rules.roque.position import (
    DEALER,
    FOUR,
    GAMES,
    THREE,
    a_sheet,
    begun,
    dealing,
    names,
    play,
    played,
    variant_of,
)

GAME = GAMES[FOUR]
CLUBS = {0: "CAKQJ10987654"}
"""Seat 0 holds all clubs but the Three and the Two, and one card more."""
AUCTION = "bid 85, -, -, -"
"""Seat 0 is the declarer."""


def choices(state: State) -> set[str]:
    """Give what the seat whose turn it is may do."""
    assert state.turn is not None
    return {write_action(action) for action in GAME.legal(state, state.turn)}


def test_the_deal_and_the_auction_go_to_the_right() -> None:
    """Source: section 1, "play anticlockwise", "eldest (dealer's right) first"; the deal passes to the right too."""
    state = begun({})
    assert state.turn == 0
    turns: list[Seat | None] = []
    for move in ("bid 85", "bid 90", "-", "-", "bid 95"):
        turns.append(state.turn)
        state, _ = play(state, move)
    assert turns == [0, 3, 2, 1, 0]
    assert state.turn == 3
    passed, _ = play(begun({}), "-, -, -, -")
    assert isinstance(passed, Dealing)
    assert passed.match.dealer == 0


def test_bids_rise_in_fives() -> None:
    """Source: section 1: multiples of five from 85 to 165, each higher than the last; a pass is final."""
    state = begun({})
    assert choices(state) == {"-", *(f"bid {points}" for points in range(85, 170, 5))}
    state, _ = play(state, "bid 150")
    assert choices(state) == {"-", "bid 155", "bid 160", "bid 165"}
    state, _ = play(state, "bid 165")
    assert choices(state) == {"-"}
    assert [action for action in choices(begun({}, game=THREE)) if action in {"bid 90", "bid 95", "bid 185"}]
    assert "bid 90" not in choices(begun({}, game=THREE))
    assert "bid 85" not in choices(begun({}, lowest_bid=100))


def test_the_declarer_takes_the_widow_and_lays_cards_aside() -> None:
    """Source: section 1, declarer: any four cards, of the hand or of the widow, face down."""
    state, events = play(begun(CLUBS, "C32 D32"), AUCTION)
    assert names(events)[-2:] == ["Passed", "WidowTaken"]
    assert events[-1] == WidowTaken(Seat(0), 85, tuple(map(read_card, ("2C", "3C", "2D", "3D"))))
    assert isinstance(state, Burying)
    assert len(choices(state)) == 16
    state, events = play(state, "bury AC, bury 2D, bury 3D, bury 2C")
    assert names(events) == ["Buried"] * 4
    assert isinstance(state, Playing)
    assert (state.turn, len(state.hands[0]), state.trump) == (0, 12, None)
    assert [card.text for card in state.buried] == ["2C", "AC", "2D", "3D"]


def test_the_first_card_led_is_trump_and_suit_is_followed() -> None:
    """Source: section 1, trump and legal play: no duty to trump or to beat."""
    hands = {0: "C32 DAKQJ H5432 S32", 3: "CAKQJ1098 H109876", 2: "D1098765 H AKQJ S54".replace("H A", "HA")}
    state, _ = play(begun(hands, "C4567"), AUCTION + ", bury 4C, bury 5C, bury 6C, bury 7C, 2C")
    assert isinstance(state, Playing)
    assert (state.trump, state.turn) == (Suit.CLUBS, 3)
    assert choices(state) == {"AC", "KC", "QC", "JC", "10C", "9C", "8C"}
    state, _ = play(state, "8C")
    assert len(choices(state)) == 12, "void of clubs"


def test_the_highest_trump_takes_the_trick_and_leads() -> None:
    """Source: section 1, trick winner; each trick counts five besides its cards."""
    hands = {0: "C32 DAKQJ H5432 S32", 3: "CAKQJ1098 H109876"}
    state, _ = play(begun(hands, "C4567"), AUCTION + ", bury 4C, bury 5C, bury 6C, bury 7C")
    state, events = play(state, "3C, AC, 4S, 5D")
    assert events[-1] == TrickTaken(Seat(3), tuple(map(read_card, ("3C", "AC", "4S", "5D"))), 20)
    assert state.turn == 3
    state, events = play(state, "10H")
    assert state.turn == 2
    assert isinstance(events[-1], Played)


def test_whoever_is_left_may_still_bid() -> None:
    """After three passes the dealer chooses; where all pass, the next dealer deals and nothing is scored."""
    state, _ = play(begun({}), "-, -, -")
    assert "bid 85" in choices(state)
    taken, events = play(state, "bid 100")
    assert names(events) == ["BidMade", "WidowTaken"]
    assert taken.turn == 1
    passed, events = play(state, "-")
    assert names(events) == ["Passed", "DealEnded"]
    assert isinstance(events[-1], DealEnded)
    assert (events[-1].sheet.ending, events[-1].sheet.points) == (Ending.PASSED, (0, 0, 0, 0))
    assert (events[-1].sheet.declarer, events[-1].sheet.trump) == (None, None)
    assert GAME.awaits(passed) == Shuffle(52, 2)


def test_the_dealer_may_have_to_play() -> None:
    """Source: section 1, option forcedDealer."""
    state, events = play(begun({}, forced_dealer=True), "-, -, -, -")
    assert names(events) == ["Passed"] * 4 + ["WidowTaken"]
    assert isinstance(state, Burying)
    assert (state.turn, state.declarer, state.bid) == (1, 1, 85)
    three, _ = play(begun({}, game=THREE, forced_dealer=True), "-, -, -")
    assert isinstance(three, Burying)
    assert (three.declarer, three.bid, len(three.hands[1])) == (1, 95, 21)


def test_a_game_ends_after_a_deal() -> None:
    """The last trick scores the deal, and the deal may end the game."""
    before: State = begun({0: "CAKQJ1098765"}, "C432 D2", most_deals=1)
    state, _ = play(before, AUCTION + ", bury 2D, bury 3D, bury 4D, bury 2C")
    while state.turn is not None:
        state, events = play(state, write_action(max(GAME.legal(state, state.turn), key=write_action)))
    assert names(events) == ["Played", "TrickTaken", "DealEnded", "GameEnded"]
    assert isinstance(state, Ended)
    assert state.match.winners == (0, 2)
    assert GAME.totals(state)[0] == 250
    assert GAME.summary(state) == "over after one deal"
    assert GAME.marks(state, Seat(0)) == ()
    assert GAME.summary(before) == "deal 1, 0/505"
    assert [GAME.breaks(event) for event in events] == [None, Break.TRICK, Break.DEAL, None]
    assert GAME.tallies(state) == (Tally(1, 250, 12), Tally(1, 0, 0), Tally(1, 250, 0), Tally(1, 0, 0))
    assert GAME.awaits(state) == Over(Result((250, 0, 250, 0), (Seat(0), Seat(2)), (0, 1, 0, 1)))
    assert [FIGURES.columns[0].counts(event) for event in events] == [(), (), (12, 0, 0, 0), ()]
    assert [FIGURES.noted(event) for event in events] == [False, False, True, False]


@pytest.mark.parametrize(
    ("moves", "seat", "action", "words"),
    [
        ("", 1, PASS, "it is not your turn"),
        ("", 0, Play(read_card("AC")), "the auction is on: bid or pass"),
        ("", 0, Bid(84), "84 cannot be bid: bid 85 to 165, in steps of five, or pass"),
        ("bid 120", 3, Bid(120), "120 cannot be bid: bid 125 to 165, in steps of five, or pass"),
        ("bid 165", 3, Bid(170), "nobody can bid more than 165: pass"),
        (AUCTION, 0, Bury(read_card("AD")), "you do not hold AD"),
        (AUCTION, 0, Play(read_card("AC")), "lay 4 cards aside first: 4 to go"),
        (AUCTION + ", bury AC", 0, Bid(90), "lay 4 cards aside first: 3 to go"),
        (AUCTION + ", bury AC, bury KC, bury QC, bury JC", 0, Play(read_card("AC")), "you do not hold AC"),
        (AUCTION + ", bury AC, bury KC, bury QC, bury JC", 0, PASS, "the auction is over: play a card"),
        (AUCTION + ", bury AC, bury KC, bury QC, bury JC", 0, Bury(read_card("9C")), "the auction is over: play a c"),
        (AUCTION + ", bury AC, bury KC, bury QC, bury JC, 3D", 3, Play(read_card("AH")), "diamonds were led: play one"),
    ],
)
def test_a_refusal_says_why(moves: str, seat: int, action: Action, words: str) -> None:
    """In both languages, and nothing of other hands."""
    state, _ = play(begun(CLUBS | {3: "D45 HAKQJ1098765"}, "C32 D32"), moves)
    with pytest.raises(IllegalAction, match=words) as refused:
        GAME.decide(state, Seat(seat), action)
    said = str(refused.value)
    with speaking("cy", catalogue):
        assert worded(said, wording(refused.value.args[0])) != said


def test_nobody_acts_between_deals_or_at_the_end() -> None:
    """A refusal says what is awaited."""
    before = dealing()
    with pytest.raises(IllegalAction, match="the cards are not dealt yet"):
        GAME.decide(before, Seat(0), PASS)
    with pytest.raises(IllegalAction, match="the game is over"):
        GAME.decide(Ended(before.match), Seat(0), PASS)
    full, _ = play(begun(CLUBS, "C32 D32"), AUCTION + ", bury 2C, bury 3C, bury 2D, bury 3D, AC")
    assert isinstance(full, Playing)
    state: State = full
    for event in (Played(Seat(seat), full.hands[seat][0]) for seat in (3, 2, 1)):
        state = evolve(state, event)
    assert GAME.awaits(state) == Seats(frozenset())
    with pytest.raises(IllegalAction, match="the trick is being taken"):
        GAME.decide(state, Seat(0), PASS)


def test_chance_deals_whole_packs_before_a_deal() -> None:
    """It may do nothing else."""
    with pytest.raises(IllegalAction, match="chance shuffles, and only before a deal"):
        GAME.decide(begun({}), CHANCE, Shuffled(tuple(range(52))))
    with pytest.raises(IllegalAction, match="the order of the pack must hold each of 0 to 51 once"):
        GAME.decide(dealing(), CHANCE, Shuffled((0,) * 52))
    with pytest.raises(IllegalAction, match="the order of the pack must hold each of 0 to 50 once"):
        GAMES[THREE].decide(dealing(THREE), CHANCE, Shuffled(tuple(range(52))))
    with pytest.raises(ForeignEvent, match="Passed cannot follow Dealing"):
        evolve(dealing(), Passed(Seat(0)))


def test_who_does_not_act_passes_and_plays_low() -> None:
    """A pass reveals nothing; of the cards those that count nothing go first, and trumps last."""
    state = begun(CLUBS | {3: "D4 HAKQJ1098765"}, "C32 D32")
    assert GAME.fallback(state, Seat(0)) == PASS
    state, _ = play(state, AUCTION)
    assert GAME.fallback(state, Seat(0)) == Bury(read_card("2C"))
    state, _ = play(state, "bury AC, bury 2D, bury KC, bury QC, 2C")
    assert GAME.fallback(state, Seat(3)) == Play(read_card("4D"))
    for seat in (3, 2, 1):
        state, _ = play(state, write_action(GAME.fallback(state, Seat(seat))))
    assert GAME.fallback(state, Seat(0)) == Play(read_card("3D"))


def test_only_a_game_for_its_players_begins() -> None:
    """Source: sections 1 and 2: four, and three."""
    with pytest.raises(InvalidSetup, match="players: 3 do not fit, Roque is for 4"):
        GAME.start(Setup(FOUR, 3))
    with pytest.raises(InvalidSetup, match="first_dealer: 5 is no seat of 3"):
        GAMES[THREE].start(Setup(THREE, 3, {}, Seat(5)))
    with pytest.raises(InvalidSetup, match="'slam' is no option of Roque for three"):
        GAMES[THREE].start(Setup(THREE, 3, {"slam": 300}))


def test_the_records_form_of_a_move_is_that_of_the_rules() -> None:
    """A position is written as a record writes it."""
    assert read_action("bid 125") == Bid(125)


ALL = range(15)

# In deals for four the first tricks count 45 (the Aces), 45 (the Tens) and 25 (the Fives), each other one 5, and the
# cards laid aside 5. In deals for three the first four count 35, 35, 30 and 20, and the cards laid aside 10.


@pytest.mark.parametrize(
    ("tricks", "took", "scored", "ending"),
    [
        ((0, 1, 2, 3, 4, 5), (135, 30), (135, 30), Ending.MADE),
        ((0, 1, 3, 4, 5, 6), (115, 50), (-125, 50), Ending.FAILED),
        ((0, 2), (75, 90), (-250, 90), Ending.DOUBLED),
        (tuple(range(12)), (165, 0), (250, 0), Ending.SLAM),
    ],
)
def test_a_bid_of_125(tricks: Sequence[int], took: tuple[int, int], scored: tuple[int, int], ending: Ending) -> None:
    """Source: 002, "bid 125, made 135 to opponents' 30", "made only 115", "made only 75"; 250 for all 13 tricks."""
    sheet = make_sheet(played(variant_of(FOUR), 125, {2: tricks}))
    assert sheet.took == took * 2
    assert (sheet.points, sheet.ending) == (scored * 2, ending)
    assert (sheet.declarer, sheet.bid, len(sheet.buried)) == (0, 125, 4)


def test_the_points_of_a_deal() -> None:
    """Source: sections 1 and 2: 165 and 185 in all, which is the highest bid; the lowest is 85, and 95."""
    four, three = variant_of(FOUR), variant_of(THREE)
    assert (four.highest_bid, three.highest_bid) == (165, 185)
    assert (four.bids[0], three.bids[0]) == (85, 95)
    assert (len(four.bids), len(three.bids)) == (17, 19)
    assert (four.widow, three.widow, len(three.pack)) == (4, 6, 51)
    assert variant_of(FOUR, lowest_bid=100).bids[0] == 100


@pytest.mark.parametrize("slam", [250, 300, 330])
def test_every_trick_has_a_score_of_its_own(slam: int) -> None:
    """Source: section 1, slam bonus; it does not depend on the bid."""
    sheet = make_sheet(played(variant_of(FOUR, slam=slam), 85, {0: ALL}))
    assert sheet.points == (slam, 0, slam, 0)
    assert make_sheet(played(variant_of(THREE), 95, {0: ALL})).points == (350, 0, 0)


def test_the_last_trick_may_take_what_was_laid_aside() -> None:
    """Source: section 1, counters in the discards: an alternative gives them to the winner of the last trick."""
    variant = variant_of(FOUR, discards="last_trick")
    assert make_sheet(played(variant, 100, {0: range(6)}, last=1)).took == (130, 35, 130, 35)
    assert make_sheet(played(variant, 100, {0: range(6)}, last=2)).took == (140, 25, 140, 25)


@pytest.mark.parametrize(
    ("options", "tricks", "points"),
    [
        ({}, {0: (0, 1, 2), 2: (3,)}, (110, 50, 25)),
        ({"defenders": "both"}, {0: (0, 1, 2), 2: (3,)}, (110, 75, 75)),
        ({}, {0: (0, 1), 2: (2,)}, (-190, 70, 35)),
        ({"doubled_below": "better"}, {0: (0, 1), 2: (2,)}, (-95, 70, 35)),
        ({"doubled_below": "better"}, {0: (0,), 2: (3,)}, (-190, 115, 25)),
    ],
)
def test_the_declarer_of_three_plays_against_two(
    options: dict[str, OptionValue], tricks: dict[int, Sequence[int]], points: tuple[int, ...]
) -> None:
    """Source: section 2, ambiguities: what defenders score, and below what a failed bid is doubled."""
    tricks = {**tricks, 2: (*tricks[2], 14)}
    assert make_sheet(played(variant_of(THREE, **options), 95, tricks)).points == points


def winners(variant: Variant, *totals: tuple[int, ...], declarer: int | None = 0) -> tuple[Seat, ...]:
    """Give who has won after deals that led to these totals, one after the other."""
    return Match(variant, DEALER, tuple(a_sheet(after, declarer) for after in totals)).winners


def test_who_wins() -> None:
    """Source: section 1, game and "both sides past 505": the higher total, or another deal where it is equal."""
    variant = variant_of(FOUR)
    assert winners(variant) == ()
    assert winners(variant, (500, -90, 500, -90)) == ()
    assert winners(variant, (505, 90, 505, 90)) == (0, 2)
    assert winners(variant, (510, 520, 510, 520)) == (1, 3)
    assert winners(variant, (510, 510, 510, 510)) == ()
    assert winners(variant_of(THREE), (655, 660, 100)) == (1,)
    assert winners(variant_of(THREE), (655, 655, 100)) == ()
    assert winners(variant_of(FOUR, target=255), (255, 0, 255, 0)) == (0, 2)


def test_the_declarer_may_count_first() -> None:
    """Source: section 1, candidates for both sides past 505."""
    variant = variant_of(FOUR, both_past="declarer")
    assert winners(variant, (510, 520, 510, 520), declarer=2) == (0, 2)
    assert winners(variant, (500, 520, 500, 520), declarer=2) == (1, 3)
    assert winners(variant, (510, 520, 510, 520), declarer=None) == (1, 3)


def test_the_last_deal_ends_the_game() -> None:
    """Then the highest total wins, and equal ones share the win."""
    variant = variant_of(THREE, most_deals=1)
    assert winners(variant, (-95, 70, 35)) == (1,)
    assert winners(variant, (-95, 70, 70)) == (1, 2)
