"""Records of Bête: written from events, read from hostile lines, replayed and compared."""

import pytest

from protocol.bete.actions import PASS, TAKE_PART
from protocol.bete.events import Dealt
from protocol.bete.views import BeteView, OpenDeal, Part, Phase, SeatView, Trick, Turn
from protocol.cards import Suit, read_card
from protocol.vocabulary import Seat, Stage
from server.host.limits import RECORD_PAGE
from server.rules.bete.deal import State
from server.rules.bete.record import DealRecord, Record
from server.rules.game import CHANCE, Shuffled
from tests.server.rules.bete.position import GAME, begun, cards, dealing, play
from tests.server.rules.recorded import RECORDED, longest

PLAYED = RECORDED["bete"]


def test_a_record_has_the_keys_of_the_format() -> None:
    """In each deal, with actions of every kind."""
    record = PLAYED.record()
    keys = {"dealer", "hands", "turned", "actions", "won", "scores", "end", "pool"}
    assert all(set(deal) == keys for deal in record["deals"])
    assert {"in", "-"} <= {action for deal in record["deals"] for _, action in deal["actions"]}


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "beast", "game: Invalid enum value 'beast', write bete"),
        ("players", 6, "players: Invalid enum value 6, write 2 to 5"),
        ("players", 4, "names: 3 for 4 seats"),
        ("options", {"deals": 12}, "options: deals has its default, and only the others are written"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("won", [5, 5, 6], "deal 1: won: [5, 5, 6] is said, and the rules give ["),
        ("scores", [9, 9, 9], "deal 1: scores: [9, 9, 9] is said, and the rules give ["),
        ("pool", 99, "deal 1: pool: 99 is said, and the rules give 3"),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write passed, alone, most, all, first_two or carried"),
        ("turned", "2C", "deal 1: hands: the pack has no 2C, or not as often"),
        ("turned", "XX", "deal 1: hands: 'XX' is no card"),
        ("hands", [[], [], []], "deal 1: hands: seat 0 has 0 cards, and 5 are dealt"),
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
    assert PLAYED.fault(record) == ""
    deal["hands"][0][0], deal["turned"] = deal["turned"], deal["hands"][0][0]
    assert PLAYED.fault(record) == "deal 1: hands: the seed gives other ones, or another card is turned up"


def test_the_longest_record_fits_into_a_message() -> None:
    """The most deals, each with the most that can happen in it: so every game can be kept."""
    deals = 20
    deal = DealRecord(
        4, (("10C",) * 5,) * 5, "10C", ((4, "10C"),) * 30, (5,) * 5, (-(10**16),) * 5, "first_two", 10**16
    )
    size = longest(
        Record,
        deal,
        deals,
        game="bete",
        players=5,
        options={"deals": 20, "head": True, "alone": "play", "all_tricks": "chip", "direction": "right"},
        totals=(-(10**16),) * 5,
    )
    assert size <= RECORD_PAGE


def look(state: State, seat: int | None = None) -> BeteView:
    """Give what a viewer sees."""
    return GAME.view(state, None if seat is None else Seat(seat))


def test_who_takes_part_is_public_and_the_hands_are_not() -> None:
    """A viewer sees its own hand and choices, and nobody another's."""
    state, _ = play(begun(totals=(4, -4, 0, -3), carried=3), "in, -")
    seen, own = look(state), look(state, 2)
    assert (seen.phase, seen.turn, seen.trump, seen.turn_up) == (Phase.ASKING, 2, Suit.CLUBS, read_card("8C"))
    assert [seat.part for seat in seen.seats] == [Part.IN, Part.OUT, Part.OPEN, Part.OPEN]
    assert seen.seats[0] == SeatView(Part.IN, 5, 0, 4)
    assert (seen.pool, seen.hand, seen.legal, seen.stage) == (7, (), (), Stage.PLAYING)
    assert own.hand == cards("8D 9D 10D 9H 10H")
    assert own.legal == (TAKE_PART, PASS)
    assert look(state, 0).legal == ()


def test_a_deal_is_told_without_what_is_hidden() -> None:
    """The seed and the cards of others stay in the log."""
    (dealt,) = GAME.decide(dealing(4), CHANCE, Shuffled(tuple(range(32)), "00" * 32))
    assert isinstance(dealt, Dealt)
    told = GAME.tell(dealt, Seat(1))
    assert isinstance(told, Dealt)
    assert told.hands == ((), dealt.hands[1], (), ())
    assert (told.seed, told.commitment, told.turn_up) == (None, dealt.commitment, dealt.turn_up)
    _, (passed,) = play(begun(), "-")
    assert GAME.tell(passed, None) == passed


def test_the_trick_and_the_one_before_are_shown() -> None:
    """With all cards gone and who took them."""
    state, _ = play(begun(), "in, in, -, -, KC, 9C, QC")
    seen = look(state)
    assert (seen.phase, seen.turn) == (Phase.FOLLOWING, 1)
    assert seen.trick == Trick((Turn(Seat(0), read_card("QC")),), Seat(0))
    assert seen.last_trick == Trick((Turn(Seat(0), read_card("KC")), Turn(Seat(1), read_card("9C"))), Seat(0))
    assert (seen.gone, seen.takers) == (cards("KC 9C"), (0,))
    assert [(seat.part, seat.cards, seat.tricks) for seat in seen.seats[1:3]] == [(Part.IN, 4, 0), (Part.OUT, 5, 0)]
    assert look(play(begun(), "in, in, -, -")[0]).phase is Phase.LEADING
    against = look(play(begun(alone="play"), "in, -, -, -")[0])
    assert [seat.part for seat in against.seats] == [Part.IN, *[Part.AGAINST] * 3]


def test_between_deals_and_at_the_end() -> None:
    """The hands of those who passed are shown only at the end of the game."""
    assert look(dealing(4), 0).seats == (SeatView(Part.OPEN, 0, 0, 0),) * 4
    state, _ = play(begun(), "-, in, -, -")
    between = look(state, 0)
    assert (between.phase, between.deal, between.dealer, between.left, between.hands) == (Phase.DEALING, 2, 0, (), ())
    assert [seat.total for seat in between.seats] == [2, 2, -2, -2]
    assert between.pool == 0
    state, _ = play(begun(deals=1), "-, in, -, -")
    over = look(state)
    assert (over.phase, over.deal, over.dealer, over.winners) == (Phase.OVER, 1, 3, (0, 1))
    assert len(over.hands[-1].left[0]) == 5
    assert GAME.reveal(state) == over
    assert not over.duplicate


def test_a_replay_shows_the_cards_as_they_are() -> None:
    """Those of the present deal, or of the one that has just ended; before the first, none."""
    state, _ = play(begun(), "in, in, -, -, KC")
    (opened,) = GAME.reveal(state).hands
    assert isinstance(opened, OpenDeal)
    assert (len(opened.left[0]), len(opened.dealt[0]), opened.turn_up) == (4, 5, read_card("8C"))
    assert GAME.reveal(dealing(4)).hands == ()
    assert len(GAME.reveal(dealing(4, (1, 2, 3, 4))).hands) == 1
