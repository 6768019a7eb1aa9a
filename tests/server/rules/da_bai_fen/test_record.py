"""Records of Da Bai Fen: written from events, read from hostile lines, replayed and compared."""

import json

import pytest

from protocol.cards import Rank, Suit, read_card
from protocol.da_bai_fen.actions import CLAIM, FINISH, PASS, Expose
from protocol.da_bai_fen.events import Answered, Buried, Dealt, Drawn, SixTaken
from protocol.da_bai_fen.views import DaBaiFenView, Phase, Trick, Turn
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat, Stage
from server.host.limits import RECORD_PAGE
from server.rules.da_bai_fen.deal import Burying, State
from server.rules.da_bai_fen.record import DealRecord, Record
from server.rules.da_bai_fen.variant import NAME
from server.rules.game import Label, Over
from server.simulation.series import Series, play_game
from tests.server.rules.da_bai_fen.position import GAME, cards, deal, dealing, play, playing, sheet
from tests.server.rules.recorded import RECORDED, longest

PLAYED = RECORDED["da_bai_fen"]


def test_a_record_has_the_keys_of_the_format() -> None:
    """In each deal, with actions of every kind."""
    record = PLAYED.record()
    assert set(record["deals"][0]) == {"dealer", "hands", "six", "actions", "won", "took", "scores", "end"}
    actions = [action for deal in record["deals"] for _, action in deal["actions"]]
    assert {"-", "--"} <= set(actions)
    assert {action.split(" ")[0] for action in actions if " " in action} == {"expose", "bury"}
    assert any(action.endswith("+") for action in actions)


def test_an_annulled_deal_is_recorded() -> None:
    """The claim is an action as any other."""
    state, events = deal(dealing(first=1), {1: "2H", 3: "3C 4C 5C 6C 7C 8C 3D 4D 5D 6D 7D 8D"})
    _, others = play(state, "1 expose 2H,3 void")
    (recorded,) = json.loads(PLAYED.line_of([*events, *others]))["deals"]
    assert recorded["actions"] == [[1, "expose 2H"], [3, "void"]]
    assert (recorded["end"], recorded["scores"]) == ("annulled", [0, 0, 0, 0])


def test_a_game_of_forty_deals_that_names_no_limit_is_verified_as_ever() -> None:
    """Once every game had that limit, and did not name it; any other game without a limit is played to its end."""
    setup = Setup(NAME, 4, {"most_deals": 40})
    record = json.loads(play_game(Series(setup, ("random",) * 4, "long"), 3).record)
    assert (record["options"], len(record["deals"]), record["complete"]) == ({"most_deals": 40}, 40, True)
    assert PLAYED.fault(record) == ""
    assert PLAYED.fault(record | {"options": {}}) == ""
    longer = record | {"options": {}, "deals": [*record["deals"], record["deals"][-1]]}
    assert PLAYED.fault(longer)
    shorter = {"options": {}, "deals": record["deals"][:39], "totals": record["totals"]}
    assert PLAYED.fault(record | shorter)


@pytest.mark.parametrize("complete", [True, False])
def test_a_game_that_an_annulled_deal_ended_is_verified_as_ever(*, complete: bool) -> None:
    """When annulled deals counted, a single claim ended a game of one deal; today it goes on."""
    state, events = deal(dealing(first=1, most_deals=1), {1: "2H", 3: "3C 4C 5C 6C 7C 8C 3D 4D 5D 6D 7D 8D"})
    _, others = play(state, "1 expose 2H,3 void")
    setup = Setup(NAME, 4, {"most_deals": 1})
    record = json.loads(PLAYED.game.record(setup, [*events, *others], Label(("x",) * 4, "1")))
    assert record["complete"] is False
    moments = list(PLAYED.game.replay(json.dumps(record | {"complete": complete, "seed": None, "commitment": None})))
    assert isinstance(PLAYED.game.awaits(moments[-1].state), Over) is complete


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "durak", "game: Invalid enum value 'durak', write da-bai-fen"),
        ("players", 5, "players: Invalid enum value 5, write 4"),
        ("options", {"draw": 1}, "options: draw has its default, and only the others are written"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("won", [9, 9, 9, 9], "deal 1: won: [9, 9, 9, 9] is said, and the rules give ["),
        ("took", 999, "deal 1: took: 999 is said, and the rules give "),
        ("scores", [9, 0, 0, 0], "deal 1: scores: [9, 0, 0, 0] is said, and the rules give ["),
        ("end", "annulled", "deal 1: end: annulled is said, and the rules give "),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write played, revoked or annulled"),
        ("six", [], "deal 1: six: 0 is said, and the rules give 6"),
        ("hands", [["6C"]] * 4, "deal 1: hands: seat 0 has 1 cards, and 12 are dealt"),
        ("hands", [["XX"] * 12] * 4, "deal 1: hands: 'XX' is no card"),
        ("hands", [["6C"] * 12] * 4, "deal 1: hands: the pack has no 6C, or not as often"),
        ("actions", [[0, "what"]], "deal 1, action 1: 'what' is no action: write a card (QH)"),
        ("actions", [[0, "QH"]], "deal 1, action 1: cards are still drawn"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = PLAYED.record()
    record["deals"][0][key] = value
    assert PLAYED.fault(record).startswith(words)


def test_cards_that_the_seed_does_not_give_are_found() -> None:
    """Two cards are exchanged."""
    record = PLAYED.record()
    hands = record["deals"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert PLAYED.fault(record) == "deal 1: hands: the seed gives other ones, or other last cards"


def test_the_longest_record_fits_into_a_message() -> None:
    """Eighty deals in which everybody is asked after each card; most games without a limit have some forty."""
    options: dict[str, OptionValue] = {"draw": 3, "exposing": "time", "leads": "at_risk", "win_as": "declarers"}
    actions = (((3, "expose 10C"),) * 4 + ((3, "--"),) * 49 + ((3, "bury 10C"),) * 6 + ((3, "10C+"),) * 48)[:107]
    deal = DealRecord(3, (("10C",) * 12,) * 4, ("10C",) * 6, actions, (12,) * 4, 160, (2,) * 4, "annulled")
    size = longest(Record, deal, 80, game="da-bai-fen", players=4, options=options, totals=(13,) * 4)
    assert size <= RECORD_PAGE


def look(state: State, seat: int | None = None) -> DaBaiFenView:
    """Give what a viewer sees."""
    return GAME.view(state, None if seat is None else Seat(seat))


def test_the_draw_shows_nobody_what_others_hold_or_answer() -> None:
    """A viewer sees its own cards and choices; of the others how many cards, and who has not answered."""
    state, events = deal(dealing(draw=3), {0: "2H 3H 4H 5H", 2: "2C"})
    dealt, drawn = events
    assert isinstance(dealt, Dealt)
    assert isinstance(drawn, Drawn)
    own, all_ = look(state, 0), look(state)
    assert (own.hand, own.legal) == (cards("3H 4H 2H"), (Expose(read_card("2H")), PASS, FINISH))
    assert (all_.phase, all_.turn, all_.awaited, all_.drawn) == (Phase.DRAWING, None, (0, 1, 2, 3), 3)
    assert (all_.rank, all_.trump, all_.leader, all_.duplicate) == (Rank.TWO, None, None, False)
    assert [seat.declares for seat in all_.seats] == [False] * 4
    told = GAME.tell(dealt, Seat(0))
    assert isinstance(told, Dealt)
    assert (told.hands, told.six, told.seed, told.commitment) == ((), (), None, dealt.commitment)
    assert GAME.tell(drawn, Seat(0)) == Drawn(3, (cards("2H 3H 4H"), (), (), ()))
    assert GAME.tell(drawn, None) == Drawn(3, ((), (), (), ()))
    after, answers = play(state, "2 expose 2C,1 --")
    assert look(after).awaited == (0, 3)
    assert [GAME.tell(answer, Seat(0)) for answer in answers] == [Answered(Seat(2)), Answered(Seat(1))]
    assert GAME.tell(answers[0], Seat(2)) == answers[0]
    passed, _ = play(state, "2 -,1 -")
    assert look(after, 0) == look(passed, 0)


def test_in_later_deals_it_is_known_who_declares() -> None:
    """The Starter's side does."""
    state, _ = deal(dealing([sheet(leader=1)]), {})
    assert [seat.declares for seat in look(state).seats] == [False, True, False, True]


def test_the_last_six_are_the_leaders_own() -> None:
    """Only the Leader sees them, and what is laid aside; others see how many."""
    state, _ = deal(dealing(), {0: "2H 3H 4H"}, "KC")
    state, events = play(state, "0 expose 2H")
    taken = events[-1]
    assert isinstance(state, Burying)
    assert GAME.tell(taken, Seat(1)) == SixTaken(Seat(0))
    assert GAME.tell(taken, Seat(0)) == taken
    state, (buried,) = play(state, "0 bury KC")
    assert GAME.tell(buried, Seat(1)) == Buried(Seat(0))
    assert GAME.tell(buried, Seat(0)) == buried
    leader, other = look(state, 0), look(state, 1)
    assert (leader.buried, len(leader.six), leader.aside) == (cards("KC"), 6, 1)
    assert (other.buried, other.six, other.aside, other.legal) == ((), (), 1, ())
    assert (other.phase, other.turn, other.leader) == (Phase.BURYING, 0, 0)
    assert (other.exposer, other.exposed, other.trump) == (0, read_card("2H"), Suit.HEARTS)


def test_a_shown_six_is_seen_by_all() -> None:
    """Where the table shows them, everybody is told."""
    state, _ = deal(dealing(show_six=True), {0: "2H 3H 4H"}, "KC")
    state, events = play(state, "0 expose 2H")
    assert GAME.tell(events[-1], None) == events[-1]
    assert look(state).turned[0] is read_card("KC")


def test_only_a_void_hand_knows_that_it_may_claim() -> None:
    """Of others nothing is said."""
    void = "3C 4C 5C 6C 7C 8C 3D 4D 5D 6D 7D 8D"
    state, _ = deal(dealing(first=1), {1: "2H", 3: void})
    state, _ = play(state, "1 expose 2H")
    assert (look(state, 3).free, look(state, 3).legal) == ((3,), (CLAIM,))
    assert (look(state, 0).free, look(state).free, look(state).awaited) == ((), (), (1,))
    after, _ = play(state, "3 void")
    assert look(after).left[3] == cards(void)
    assert GAME.reveal(state).hands[0].left[3] == cards(void)


def test_a_trick_of_several_cards() -> None:
    """What each has laid, how many are due, who takes it as it stands, and what the opponents have won."""
    state, _ = play(playing(["AH KH 3C", "4H 5H 3S", "7H 4S 5S", "QH JH 9C"], won="KD 3D"), "0 AH+")
    seen = look(state)
    assert (seen.phase, seen.trick) == (Phase.LEADING, Trick((Turn(Seat(0), cards("AH")),), 0, None))
    state, _ = play(state, "0 KH,3 QH")
    seen = look(state)
    assert (seen.phase, seen.turn, seen.won, seen.gone) == (Phase.FOLLOWING, 3, cards("KD"), cards("KD 3D"))
    assert (seen.trick.number, seen.trick.taker, len(seen.trick.turns)) == (2, 0, 2)
    state, _ = play(state, "3 JH,2 7H,2 4S,1 4H,1 5H")
    seen = look(state)
    assert seen.last_trick is not None
    assert (seen.last_trick.taker, seen.trick, seen.seats[0].tricks) == (0, Trick(), 1)


def test_between_two_deals_and_at_the_end() -> None:
    """What was laid aside is shown; at the end, and in a replay, all cards lie open."""
    hands = ["AH", "3H", "4H", "6H"]
    state, _ = play(playing(hands, aside="KC"), "0 AH,3 6H,2 4H,1 3H")
    seen = look(state, 1)
    assert (seen.phase, seen.deal, seen.buried, seen.left) == (Phase.DEALING, 2, cards("KC"), ((),) * 4)
    assert ([seat.total for seat in seen.seats], seen.winners, seen.hands) == ([2, 0, 2, 0], (), ())
    assert len(GAME.reveal(state).hands) == 1
    assert GAME.reveal(dealing()).hands == ()
    assert look(dealing()).stage is Stage.DEALING
    over, _ = play(playing(hands, most_deals=1), "0 AH,3 6H,2 4H,1 3H")
    seen = look(over)
    assert (seen.phase, seen.winners, seen.deal, len(seen.hands)) == (Phase.OVER, (0, 2), 1, 1)
