"""Records of Durak: written from events, read from hostile lines, replayed and compared."""

import pytest
from msgspec.structs import replace

from protocol.cards import Suit, read_card
from protocol.durak.actions import FINISH, PASS, Add
from protocol.durak.events import Dealt, Drawn
from protocol.durak.pack import PACK
from protocol.durak.views import Bout, DurakView, Pair, Phase
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from server.host.limits import RECORD_PAGE
from server.rules.durak.deal import State
from server.rules.durak.record import DealRecord, Record
from server.rules.durak.variant import MOST_DEALS, NAME
from tests.server.rules.durak.position import GAME, bout, cards, deal, dealing, play
from tests.server.rules.recorded import RECORDED, RecordedGame, longest

PLAYED = RECORDED["durak"]
SIX = RecordedGame(Setup(NAME, 6, PLAYED.setup.options), PLAYED.laws)


@pytest.mark.parametrize("played", [PLAYED, SIX])
def test_a_record_has_the_keys_of_the_format_and_holds(played: RecordedGame) -> None:
    """In each deal, with actions of every kind."""
    record = played.record()
    assert played.fault(record) == ""
    keys = {"dealer", "hands", "turned", "stock", "actions", "left", "taken", "scores", "end"}
    assert set(record["deals"][0]) == keys
    actions = {action for deal in record["deals"] for _, action in deal["actions"]}
    assert {"up", "-", "done"} <= actions
    assert {action[0] for action in actions if ">" in action}
    assert {action for action in actions if action[0] == "+"}


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "durak", "game: Invalid enum value 'durak', write durak-teams"),
        ("players", 5, "players: Invalid enum value 5, write 4 or 6"),
        ("players", 6, "names: 4 for 6 seats"),
        ("options", {"losses": 3}, "options: losses has its default, and only the others are written"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("left", [5, 5, 5, 5], "deal 1: left: [5, 5, 5, 5] is said, and the rules give ["),
        ("taken", [99, 0, 0, 0], "deal 1: taken: [99, 0, 0, 0] is said, and the rules give ["),
        ("scores", [0, 0, 0, 0], "deal 1: scores: [0, 0, 0, 0] is said, and the rules give ["),
        ("end", "draw", "deal 1: end: draw is said, and the rules give lost"),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write lost or draw"),
        ("turned", "2C", "deal 1: turned: 2C is said, and the rules give "),
        ("stock", [], "deal 1: stock: 0 cards, and 12 are left after the deal"),
        ("hands", [["6C"]] * 4, "deal 1: hands: seat 0 has 1 cards, and 6 are dealt"),
        ("hands", [["XX"] * 6] * 4, "deal 1: hands: 'XX' is no card"),
        ("hands", [["6C"] * 6] * 4, "deal 1: hands: the pack has no 6C, or not as often"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = PLAYED.record()
    record["deals"][0][key] = value
    assert PLAYED.fault(record).startswith(words)


def test_hands_are_checked() -> None:
    """In any order, but those that the seed gives; with six players the dealer has the card that shows trumps."""
    record = PLAYED.record()
    hands = record["deals"][0]["hands"]
    hands[0].reverse()
    assert PLAYED.fault(record) == ""
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert PLAYED.fault(record) == "deal 1: hands: the seed gives other ones, or another card is turned up"
    six = SIX.record()
    six["deals"][0]["hands"][six["deals"][0]["dealer"]].reverse()
    assert SIX.fault(six) == ""
    six["deals"][0]["turned"] = "2C"
    assert SIX.fault(six) == "deal 1: turned: the dealer was not dealt 2C"


def test_actions_are_checked() -> None:
    """Each by its rules, of whoever may act."""
    record = PLAYED.record()
    actions = record["deals"][0]["actions"]
    actions[0][1] = "what"
    assert PLAYED.fault(record).startswith("deal 1, action 1: 'what' is no action: write a card (6S)")
    actions[0][1] = "up"
    assert PLAYED.fault(record).startswith("deal 1, action 1: you attack: play the first card of the bout")


def test_the_longest_record_fits_into_a_message() -> None:
    """Nine deals of six people, each with twice the actions of any random game: so every game can be kept."""
    options: dict[str, OptionValue] = {"losses": 5, "first_bout": 5, "both_out": "attackers"}
    deals = 9
    actions = ((5, "10C>10C"),) * 600
    deal = DealRecord(5, (("10C",) * 6,) * 6, "10C", (), actions, (36,) * 6, (99,) * 6, (1,) * 6, "lost")
    size = longest(Record, deal, deals, game=NAME, players=6, options=options, totals=(5,) * 6)
    assert deals < MOST_DEALS
    assert size <= RECORD_PAGE


HANDS = ["6S 6D 7C", "7S 8S 9H", "6C 7D", "8C 8D 10C"]


def look(state: State, seat: int | None = None) -> DurakView:
    """Give what a viewer sees."""
    return GAME.view(state, None if seat is None else Seat(seat))


def test_a_viewer_sees_its_own_hand_and_choices_only() -> None:
    """Others are cards to be counted; the bout lies open, and so does who is asked."""
    state, _ = play(bout(HANDS, stock="KC 6H"), "0 6S, 1 9H>6S")
    own, other, all_ = look(state, 0), look(state, 1), look(state)
    assert own.hand == cards("6D 7C")
    assert own.legal == (Add(read_card("6D")), PASS)
    assert other.hand == cards("7S 8S")
    assert other.legal == all_.legal == ()
    assert all_.hand == ()
    assert [seat.cards for seat in all_.seats] == [2, 2, 2, 3]
    assert (all_.phase, all_.turn, all_.awaited, all_.free) == (Phase.ADDING, None, (0, 2), ())
    assert (all_.trump, all_.turn_up, all_.stock) == (Suit.HEARTS, read_card("6H"), 2)
    assert all_.bout == Bout(Seat(0), Seat(1), 3, (Pair(Seat(0), read_card("6S"), read_card("9H")),))


def test_the_phases_of_a_bout() -> None:
    """Whom it waits for, and who may act unasked."""
    state: State = bout(HANDS)
    assert (look(state).phase, look(state).turn, look(state).awaited) == (Phase.ATTACKING, 0, (0,))
    state, _ = play(state, "0 6S")
    assert (look(state).phase, look(state).turn, look(state).free) == (Phase.DEFENDING, 1, (0,))
    assert look(state, 0).legal == (Add(read_card("6D")), FINISH)
    state, _ = play(state, "0 done, 1 up")
    seen = look(state)
    assert (seen.phase, seen.turn, seen.awaited) == (Phase.ADDING, 2, (2,))
    assert [(seat.finished, seat.passed) for seat in seen.seats] == [(True, False), *[(False, False)] * 3]
    state, _ = play(state, "2 -")
    seen = look(state)
    assert seen.last_bout is not None
    assert seen.last_bout.given_up
    assert seen.seats[1].known == cards("6S")
    assert (seen.seats[1].taken, seen.bouts) == (1, 2)


def test_a_pass_is_seen() -> None:
    """Everybody sees who has answered."""
    state, _ = play(bout(HANDS), "0 6S, 1 9H>6S, 0 -")
    assert [seat.passed for seat in look(state).seats] == [True, False, False, False]
    assert look(state).awaited == (2,)


def test_a_deal_is_told_without_what_is_hidden() -> None:
    """The seed, the cards of others and the stock stay in the log."""
    state, (dealt, *_) = deal(dealing(), [card.text for card in PACK])
    assert isinstance(dealt, Dealt)
    told = GAME.tell(dealt, Seat(1))
    assert told == replace(dealt, hands=((), dealt.hands[1], (), ()), stock=(), seed=None)
    assert look(state, 1).commitment == dealt.commitment
    drawn = Drawn(Seat(1), 2, cards("6S 6H"), read_card("6H"))
    assert GAME.tell(drawn, Seat(1)) == drawn
    assert GAME.tell(drawn, None) == Drawn(Seat(1), 2, (), read_card("6H"))


def test_between_two_deals_the_hands_lie_open() -> None:
    """What was left is shown, and who is out."""
    state, _ = play(bout(["6S 9D", "7S", "", ""]), "0 6S, 1 7S>6S")
    seen = look(state, 2)
    assert (seen.phase, seen.deal, seen.turn, seen.winners, seen.hands) == (Phase.DEALING, 2, None, (), ())
    assert seen.left == (cards("9D"), (), (), ())
    assert [seat.total for seat in seen.seats] == [0, 1, 0, 1]
    assert [seat.out for seat in seen.seats] == [False, True, True, True]
    assert len(GAME.reveal(state).hands) == 1
    assert GAME.reveal(dealing()).hands == ()


def test_in_a_replay_all_hands_lie_open() -> None:
    """With the stock, but without earlier sheets; at the end everybody sees the cards of each deal."""
    state, _ = play(bout(HANDS, stock="KC 6H"), "0 6S")
    (opened,) = GAME.reveal(state).hands
    assert opened.left[1] == cards("7S 8S 9H")
    assert opened.stock == cards("KC 6H")
    over, _ = play(bout(["6S 9D", "7S", "", ""], options={"losses": 1}), "0 6S, 1 7S>6S")
    assert look(over).hands[0].left[0] == cards("9D")
    assert (look(over).winners, look(over).deal, look(over).stage.value) == ((1, 3), 1, "over")
