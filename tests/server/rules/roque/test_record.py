"""Records of Roque: written from events, read from hostile lines, replayed and compared."""

import pytest

from protocol.cards import Suit, read_card
from protocol.roque.actions import PASS, Bid, write_action
from protocol.roque.events import Buried, Dealt, Ending, WidowTaken
from protocol.roque.views import OpenDeal, Phase, RoqueView, SeatView, Trick, Turn
from protocol.setup import Setup
from protocol.vocabulary import Seat, Stage
from server.host.limits import RECORD_PAGE
from server.rules.game import CHANCE, Shuffled
from server.rules.roque.deal import State
from server.rules.roque.record import DealRecord, Record
from tests.conformance.kit import Laws
from tests.conformance.roque import RoqueSubject
from tests.server.rules.recorded import RECORDED, RecordedGame, longest
from tests.server.rules.roque.position import FOUR, GAMES, THREE, begun, cards, dealing, play

PLAYED = RECORDED["roque"]
RECORD_FOUR = RecordedGame(Setup("roque", 4, {"most_deals": 1, "slam": 300}), Laws(RoqueSubject("roque")))


@pytest.mark.parametrize("played", [PLAYED, RECORD_FOUR])
def test_a_record_has_the_keys_of_the_format_and_holds(played: RecordedGame) -> None:
    """In each deal, with actions of every kind."""
    record = played.record()
    assert played.fault(record) == ""
    keys = {"dealer", "hands", "widow", "actions", "won", "took", "scores", "end"}
    assert all(set(deal) == keys for deal in record["deals"])
    verbs = {action.split(" ")[0] for deal in record["deals"] for _, action in deal["actions"]}
    assert {"bid", "bury", "-"} <= verbs


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "roque", "game: this is a record of roque, not of roque-three"),
        ("game", "rook", "game: Invalid enum value"),
        ("players", 11, "players: Invalid enum value 11, write 3 or 4"),
        ("players", 4, "options: players: 4 do not fit, Roque for three is for 3"),
        ("options", {"most_deals": 20}, "options: most_deals has its default, and only the others are written"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("won", [5, 5, 6], "deal 1: won: [5, 5, 6] is said, and the rules give ["),
        ("took", [0, 0, 0], "deal 1: took: [0, 0, 0] is said, and the rules give ["),
        ("scores", [0, 0, 0], "deal 1: scores: [0, 0, 0] is said, and the rules give ["),
        ("end", "slam", "deal 1: end: slam is said, and the rules give "),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write passed, made, slam, failed or doubled"),
        ("widow", ["2D"], "deal 1: widow: 1 is said, and the rules give 6"),
        ("widow", ["2C"] * 6, "deal 1: hands: the pack has no 2C, or not as often"),
        ("widow", ["XX"] * 6, "deal 1: hands: 'XX' is no card"),
        ("hands", [[], [], []], "deal 1: hands: seat 0 has 0 cards, and 15 are dealt"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = PLAYED.record()
    record["deals"][0][key] = value
    assert PLAYED.fault(record).startswith(words)


def test_hands_are_those_of_the_seed() -> None:
    """In any order."""
    record = PLAYED.record()
    deal = record["deals"][0]
    deal["hands"][0].reverse()
    deal["widow"].reverse()
    assert PLAYED.fault(record) == ""
    deal["hands"][0][0], deal["widow"][0] = deal["widow"][0], deal["hands"][0][0]
    assert PLAYED.fault(record) == "deal 1: hands: the seed gives other ones, or another widow"


def test_the_longest_record_fits_into_a_message() -> None:
    """The most deals, each with the most that can happen in it: so every game can be kept."""
    deals = 40
    # Each bid is the next one, and everybody passes; six cards are laid aside, and 45 played.
    actions = (*[(2, "bid 185")] * 19, *[(2, "-")] * 2, *[(2, "bury 10C")] * 6, *[(2, "10C")] * 45)
    deal = DealRecord(2, (("10C",) * 15,) * 3, ("10C",) * 6, actions, (15,) * 3, (185,) * 3, (-370,) * 3, "doubled")
    size = longest(
        Record,
        deal,
        deals,
        game="roque-three",
        players=3,
        options={"most_deals": 40, "defenders": "both", "discards": "last_trick", "forced_dealer": True},
        totals=(-9999,) * 3,
    )
    assert size <= RECORD_PAGE


GAME = GAMES[FOUR]
HANDS = {0: "C32 DAKQJ H5432 S32", 3: "CAKQJ1098 H109876"}
AUCTION = "bid 85, -, -, -"
BURIED = AUCTION + ", bury 4C, bury 5C, bury 6C, bury 7C"


def look(state: State, seat: int | None = None) -> RoqueView:
    """Give what a viewer sees."""
    return GAME.view(state, None if seat is None else Seat(seat))


def test_the_auction_is_public_and_the_hands_are_not() -> None:
    """Everybody sees who bid what and who is out; a viewer sees its own hand and choices."""
    state, _ = play(begun(HANDS, "C4567", totals=(-90, 100, -90, 100)), "bid 100, bid 120, -")
    seen, own = look(state), look(state, 1)
    assert (seen.phase, seen.turn, seen.bid, seen.declarer) == (Phase.BIDDING, 1, 120, 3)
    assert [seat.bid for seat in seen.seats] == [100, None, None, 120]
    assert [seat.passed for seat in seen.seats] == [False, False, True, False]
    assert seen.seats[0] == SeatView(side=0, cards=12, tricks=0, total=-90, bid=100)
    assert [seat.declares for seat in seen.seats] == [False, False, False, True]
    assert (seen.hand, seen.legal, seen.widow, seen.stage) == ((), (), (), Stage.PLAYING)
    assert own.legal[0] == Bid(125)
    assert PASS in own.legal
    assert len(own.hand) == 12
    assert look(state, 0).legal == ()


def test_the_widow_and_what_is_laid_aside_are_the_declarers_secret() -> None:
    """The others see that there are cards aside, and how many."""
    state, events = play(begun(HANDS, "C4567"), AUCTION + ", bury 4C, bury 2S")
    taken = next(event for event in events if isinstance(event, WidowTaken))
    assert GAME.tell(taken, Seat(0)) == taken
    assert GAME.tell(taken, Seat(1)) == GAME.tell(taken, None) == WidowTaken(Seat(0), 85)
    buried = events[-1]
    assert GAME.tell(buried, Seat(0)) == Buried(Seat(0), read_card("2S"))
    assert GAME.tell(buried, None) == Buried(Seat(0))
    own, other = look(state, 0), look(state, 2)
    assert (own.phase, own.widow, own.buried, own.aside) == (
        Phase.BURYING,
        cards("C4567"),
        tuple(map(read_card, ("4C", "2S"))),
        2,
    )
    assert (other.widow, other.buried, other.aside) == ((), (), 2)
    assert [seat.cards for seat in other.seats] == [14, 12, 12, 12]
    assert [(seat.bid, seat.passed, seat.declares) for seat in other.seats] == [
        (85, False, True),
        *[(None, False, False)] * 3,
    ]


def test_a_deal_is_told_without_what_is_hidden() -> None:
    """The seed, the cards of others and the widow stay in the log."""
    (dealt,) = GAME.decide(dealing(), CHANCE, Shuffled(tuple(range(52)), "00" * 32))
    assert isinstance(dealt, Dealt)
    told = GAME.tell(dealt, Seat(2))
    assert isinstance(told, Dealt)
    assert told.hands == ((), (), dealt.hands[2], ())
    assert (told.widow, told.seed, told.commitment) == ((), None, dealt.commitment)


def test_what_has_been_taken_is_counted() -> None:
    """Tricks by seat, and what they count by side; the open trick stands to whoever takes it so far."""
    state, _ = play(begun(HANDS, "C4567"), BURIED + ", 3C, AC, 4S, 5D, 10H")
    seen = look(state)
    assert (seen.phase, seen.trump, seen.turn, seen.aside) == (Phase.FOLLOWING, Suit.CLUBS, 2, 4)
    assert seen.trick == Trick((Turn(Seat(3), read_card("10H")),), Seat(3))
    assert seen.last_trick is not None
    assert seen.last_trick.taker == 3
    assert seen.gone == tuple(map(read_card, ("3C", "AC", "4S", "5D")))
    assert [(seat.tricks, seat.took) for seat in seen.seats] == [(0, 0), (0, 20), (0, 0), (1, 20)]
    assert look(state, 0).buried == cards("C4567")
    assert look(play(begun(HANDS, "C4567"), BURIED)[0]).phase is Phase.LEADING


def test_between_deals_and_at_the_end_all_is_counted() -> None:
    """What was laid aside is shown with the score; at the end everything lies open."""
    before = look(dealing(totals=(10, -85, 10, -85)), 0)
    assert (before.phase, before.deal, before.dealer, before.viewer) == (Phase.DEALING, 2, 1, 0)
    assert [seat.total for seat in before.seats] == [10, -85, 10, -85]
    state, _ = play(begun({0: "CAKQJ1098765"}, "C432 D2", most_deals=1), AUCTION)
    state, _ = play(state, "bury 2D, bury 3D, bury 4D, bury 2C")
    while state.turn is not None:
        state, _ = play(state, write_action(GAME.legal(state, state.turn)[-1]))
    over = look(state)
    assert (over.phase, over.deal, over.dealer, over.winners) == (Phase.OVER, 1, 1, (0, 2))
    assert over.buried == over.sheets[-1].buried == tuple(map(read_card, ("2C", "2D", "3D", "4D")))
    assert over.sheets[-1].ending is Ending.SLAM
    assert over.left == ((),) * 4
    (opened,) = over.hands
    assert (opened.widow, opened.left) == (tuple(map(read_card, ("2C", "3C", "4C", "2D"))), ((),) * 4)
    assert GAME.reveal(state) == over
    assert not over.duplicate


def test_a_deal_that_all_passed_shows_no_cards() -> None:
    """Nothing was played, and nothing is shown; the next dealer is to the right."""
    state, _ = play(begun({}, game=THREE), "-, -, -")
    seen = GAMES[THREE].view(state, Seat(0))
    assert (seen.phase, seen.deal, seen.dealer, seen.left, seen.buried) == (Phase.DEALING, 2, 0, (), ())
    assert [seat.passed for seat in seen.seats] == [True] * 3
    assert seen.widow_cards == 6


def test_a_replay_shows_the_cards_as_they_are() -> None:
    """Those of the present deal, or of the one that has just ended; before the first, none."""
    state, _ = play(begun(HANDS, "C4567"), AUCTION + ", bury 4C")
    (opened,) = GAME.reveal(state).hands
    assert isinstance(opened, OpenDeal)
    assert (len(opened.left[0]), opened.buried, opened.widow) == (15, cards("C4"), cards("C4567"))
    (early,) = GAME.reveal(begun(HANDS, "C4567")).hands
    assert early.buried == ()
    assert GAME.reveal(dealing()).hands == ()
    assert len(GAME.reveal(dealing(totals=(0, 5, 0, 5))).hands) == 1
