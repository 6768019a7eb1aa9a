"""What viewers see of Da Bai Fen, and what they do not."""

from protocol.cards import Rank, Suit, read_card
from protocol.da_bai_fen.actions import CLAIM, FINISH, PASS, Expose
from protocol.da_bai_fen.events import Answered, Buried, Dealt, Drawn, SixTaken
from protocol.da_bai_fen.views import DaBaiFenView, Phase, Trick, Turn
from protocol.vocabulary import Seat, Stage
from server.rules.da_bai_fen.deal import Burying, State
from tests.server.rules.da_bai_fen.position import GAME, cards, deal, dealing, play, playing, sheet


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
