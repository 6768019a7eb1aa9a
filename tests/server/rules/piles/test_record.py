"""Records of the games of one pile: written from events, read from hostile lines, replayed and compared."""

import pytest
from msgspec.structs import replace

from protocol.cards import Suit, read_card
from protocol.piles.actions import NameTrump, Play
from protocol.piles.events import DealBegun, Dealt, Played
from protocol.piles.views import OpenDeal, Phase, Pickup, PilesView, SeatView, Turn
from protocol.setup import Setup
from protocol.vocabulary import Seat
from server.host.limits import RECORD_PAGE
from server.rules.piles.deal import State
from server.rules.piles.record import DealRecord, Record
from server.rules.piles.variant import OPTIONS
from tests.conformance.piles import EagerLaws, PilesSubject
from tests.server.rules.piles.position import (
    CHALLENGE,
    DUDAK,
    GAMES,
    SVOYI,
    begun,
    cards,
    dealing,
    going,
    pack_for,
    play,
    shuffled,
    standing,
)
from tests.server.rules.recorded import RECORDED, RecordedGame, longest


def game_of(setup: Setup, seed: int = 2) -> RecordedGame:
    """Give a random game of a table."""
    return RecordedGame(setup, EagerLaws(PilesSubject(setup)), seed)


PLAYED = RECORDED["piles"]
THREE = game_of(Setup(SVOYI, 3, {"deals": 2, "limit": 100}))
TWO = game_of(Setup(CHALLENGE, 2, {"cards": 24, "limit": 100}))


@pytest.mark.parametrize("played", [PLAYED, THREE, TWO])
def test_a_record_has_the_keys_of_the_format_and_holds(played: RecordedGame) -> None:
    """Also without the seeds; cards are drawn in one of the games."""
    record = played.record()
    assert played.fault(record) == played.fault(played.unproven()) == ""
    assert {"dealer", "hands", "actions", "out", "left", "taken", "scores", "end"} <= set(record["deals"][0])
    assert ("drawn" in record["deals"][0]) == (played is PLAYED)


def test_what_follows_by_itself_is_no_action() -> None:
    """The last suit of four seats, and a trump card that has to be turned up, stand in no record."""
    four = game_of(Setup(SVOYI, 4, {"deals": 1, "limit": 100}), 1)
    record = four.record()
    assert len([action for _, action in record["deals"][0]["actions"] if action.startswith("trump")]) == 3
    assert four.fault(record) == ""


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "challenge", "game: this is a record of challenge, not of dudak"),
        ("game", "durak", "game: Invalid enum value"),
        ("players", 5, "players: Invalid enum value 5, write 2, 3 or 4"),
        ("players", 3, "names: 4 for 3 seats"),
        ("options", {"pickup": "all"}, "options: pickup has its default, and only the others are written"),
        ("options", {"sixes": False}, "options: 'sixes' is no option of Dudak"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("left", [5, 5, 5, 5], "deal 1: left: [5, 5, 5, 5] is said, and the rules give ["),
        ("taken", [5, 5, 5, 5], "deal 1: taken: [5, 5, 5, 5] is said, and the rules give ["),
        ("out", [0, 1, 2, 3], "deal 1: out: [0, 1, 2, 3] is said, and the rules give ["),
        ("scores", [9, 0, 0, 0], "deal 1: scores: [9, 0, 0, 0] is said, and the rules give ["),
        ("end", "repetition", "deal 1: end: repetition is said, and the rules give "),
        ("end", "won", "deal 1: end: Invalid enum value 'won', write out, limit or repetition"),
        ("drawn", [], "deal 1: drawn: 0 for 4 seats"),
        ("drawn", ["6C"] * 4, "deal 1: hands: the pack has no 6C, or not as often"),
        ("drawn", ["XX"] * 4, "deal 1: hands: 'XX' is no card"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = PLAYED.record()
    record["deals"][0][key] = value
    assert PLAYED.fault(record).startswith(words)


def test_hands_are_checked() -> None:
    """The whole pack, dealt in equal parts, and as the seed gives it."""
    record = PLAYED.record()
    hands = record["deals"][0]["hands"]
    hands[0].reverse()
    assert PLAYED.fault(record) == "", "in any order"
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert PLAYED.fault(record) == "deal 1: hands: the seed gives other ones"
    card = hands[0].pop()
    assert PLAYED.fault(record) == "deal 1: hands: 1 cards of the pack are not dealt"
    hands[1].append(card)
    loose = PLAYED.unproven()
    loose["deals"][0]["hands"] = hands
    assert PLAYED.fault(loose) == "deal 1: hands: the pack is not dealt so, in equal parts"


def test_hands_of_challenge_are_mirror_images_in_a_record_too() -> None:
    """Other hands cannot come from any shuffle."""
    record = TWO.unproven()
    hands = record["deals"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    why = "deal 1: hands: they are not mirror images with at least two cards of every suit"
    assert TWO.fault(record) == why
    record["deals"][0]["actions"][0][1] = "what"
    assert TWO.fault(record).startswith("deal 1, action 1: 'what' is no action")
    record["deals"][0]["actions"][0][1] = "take"
    assert TWO.fault(record).startswith("deal 1, action 1: name your trump suit first")


def test_actions_are_checked() -> None:
    """Each by its rules."""
    record = PLAYED.record()
    actions = record["deals"][0]["actions"]
    actions[0][1] = "what"
    assert PLAYED.fault(record).startswith("deal 1, action 1: 'what' is no action: write a card (QH)")
    actions[0][1] = "JK"
    assert PLAYED.fault(record).startswith("deal 1, action 1: you do not hold JK")


def test_the_longest_record_fits_into_a_message() -> None:
    """The most deals of the most people, each with the most moves: so every game can be kept."""
    most = {offer.name: max(offer.values) for offer in OPTIONS[SVOYI].offers if offer.name in ("deals", "limit")}
    deals, limit = int(most["deals"]), int(most["limit"])
    actions = ((3, "trump C"), *[(3, "take")] * limit)
    deal = DealRecord(3, (("10C",) * 9,) * 4, actions, (0, 1, 2), (36,) * 4, (9999,) * 4, (1,) * 4, "limit")
    size = longest(
        Record,
        deal,
        deals,
        game="svoyi-koziri",
        players=4,
        options={"pickup": "some", "plain": 2, "trump": 4, **most},
        totals=(10,) * 4,
    )
    assert size <= RECORD_PAGE


GAME = GAMES[SVOYI]


def look(state: State, seat: int | None = None) -> PilesView:
    """Give what a viewer sees."""
    return GAME.view(state, None if seat is None else Seat(seat))


def test_a_viewer_sees_its_own_hand_and_choices_only() -> None:
    """Others are cards to be counted; the pile, the trumps and what would be taken up are for all."""
    state = standing(SVOYI, ["7C 8C", "9C 7H", "KC 8H"], "D H C", "7S 8C", 1)
    own, other, everybody = look(state, 1), look(state, 0), look(state)
    assert own.hand == cards("9C 7H")
    assert len(own.legal) == 3
    assert other.hand == cards("7C 8C")
    assert other.legal == everybody.legal == ()
    assert everybody.hand == ()
    assert (everybody.phase, everybody.turn, everybody.pickup) == (Phase.BEATING, 1, 2)
    assert everybody.pile == (Turn(Seat(0), read_card("7S")), Turn(Seat(0), read_card("8C")))
    assert everybody.seats[1] == SeatView(cards=2, total=0, trump=Suit.HEARTS)
    assert (everybody.limit, everybody.deals, everybody.pack) == (400, 4, 36)


def test_what_has_been_taken_up_is_known_until_it_is_played() -> None:
    """All have seen the pile; of the rest of the hand nobody learns anything."""
    state, _ = play(standing(SVOYI, ["7C 8C", "9C 7H", "KC 8H"], "D H C", "7S 8C", 1), "take")
    seen = look(state)
    assert seen.seats[1].known == cards("8C 7S")
    assert (seen.seats[1].cards, seen.seats[1].taken) == (4, 2)
    assert seen.last == Pickup(Seat(1), (Turn(Seat(0), read_card("7S")), Turn(Seat(0), read_card("8C"))))
    state, _ = play(state, "8H, take, 8C")
    assert [seat.known for seat in look(state).seats] == [cards("8H"), cards("7S"), ()]


def test_sixes_that_are_handed_over_are_known() -> None:
    """Also one that was dealt to the right seat: nobody else can have it."""
    state = begun(SVOYI, ["6D 6H", "6S", "6C"], "C D H")
    assert [seat.known for seat in look(state).seats] == [cards("6C"), cards("6D"), cards("6H")]
    own = begun(SVOYI, ["6C", "6D", "6H"], "C D H")
    assert [seat.known for seat in look(own).seats] == [cards("6C"), cards("6D"), cards("6H")]


def test_hands_of_challenge_lie_open() -> None:
    """To both, and to whoever watches."""
    state = begun(CHALLENGE, ["", ""])
    state, events = play(state, "trump S, side C, trump H")
    seen = look(state)
    assert [seat.known for seat in seen.seats] == list(going(state).hands)
    assert [(seat.trump, seat.side) for seat in seen.seats] == [
        (Suit.HEARTS, Suit.DIAMONDS),
        (Suit.SPADES, Suit.CLUBS),
    ]
    (dealt,) = [event for event in events if isinstance(event, Dealt)]
    assert GAME.tell(dealt, None) == dealt
    assert (seen.repeated, seen.moves) == (1, 0)


def test_the_last_two_may_lie_open() -> None:
    """With `open_end`, once the others are out; before, and without it, they do not."""
    hands = ["7C 8C", "9C", "KC 8H"]
    for is_open in (True, False):
        state: State = standing(SVOYI, hands, "D H C", "8C", 1, open_end=is_open)
        assert look(state).seats[0].known == ()
        state, _ = play(state, "9C")
        assert look(state).seats[0].known == (cards("7C 8C") if is_open else ())
        assert look(state).seats[1].place == 1
    two = begun(SVOYI, ["", ""], "C D", open_end=True)
    assert look(two).seats[0].known == going(two).hands[0]


def test_a_deal_is_told_without_what_is_hidden() -> None:
    """The pack, the seed, the cards of others and their drawn trumps stay in the log."""
    start = dealing(DUDAK, 4, trumps="drawn")
    state, (begun_, dealt) = shuffled(start, pack_for(start, [""] * 4))
    assert isinstance(begun_, DealBegun)
    assert isinstance(dealt, Dealt)
    told = GAME.tell(begun_, Seat(1))
    assert told == DealBegun(1, Seat(3), (), begun_.commitment, None)
    own = GAME.tell(dealt, Seat(1))
    assert own == Dealt(((), dealt.hands[1], (), ()), (None, dealt.drawn[1], None, None))
    assert look(state, 1).drawn == dealt.drawn[1]
    assert look(state).drawn is None
    assert [seat.drawn for seat in look(state).seats] == [True] * 4
    played = Played(Seat(0), read_card("7C"))
    assert GAME.tell(played, None) is played


def test_suits_are_named_in_public() -> None:
    """Nobody has cards yet, and only whose turn it is can name one."""
    state, _ = shuffled(dealing(SVOYI, 4), ())
    state, _ = play(state, "trump S")
    seen = look(state, 1)
    assert (seen.phase, seen.turn, seen.seats[0].trump, seen.seats[0].cards) == (Phase.NAMING, 1, Suit.SPADES, 0)
    assert seen.legal == tuple(NameTrump(suit) for suit in (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS))
    assert look(state, 2).legal == ()
    assert seen.commitment is not None


def test_between_deals_and_at_the_end_all_lies_open() -> None:
    """The deal that has ended stays on the table; in the end every deal is shown."""
    first = look(dealing(SVOYI, 4))
    assert (first.phase, first.deal, first.dealer, first.turn) == (Phase.DEALING, 1, 3, None)
    between, _ = play(standing(SVOYI, ["QS", "9C 7C", "", ""], "D H C S", "7S", 0, deals=2), "QS")
    seen = look(between, 1)
    assert (seen.phase, seen.deal, seen.dealer, seen.viewer) == (Phase.DEALING, 2, 1, 1)
    assert seen.left == ((), cards("7C 9C"), (), ())
    assert [seat.total for seat in seen.seats] == [1, 0, 1, 1]
    assert [turn.card.text for turn in seen.pile] == ["7S", "QS"]
    over, _ = play(standing(CHALLENGE, ["9S", "AC"], "H S"), "9S")
    end = look(over)
    assert (end.phase, end.deal, end.dealer, end.winners) == (Phase.OVER, 1, 1, (0,))
    assert end.hands == (OpenDeal((cards("9S"), cards("AC")), ((), cards("AC"))),)
    assert GAME.reveal(over) == end


def test_a_replay_shows_the_cards_as_they_are() -> None:
    """Those of the present deal, or of the one that has just ended; before the first, none."""
    state = begun(DUDAK, ["7C", "8C"], trumps="drawn")
    (opened,) = GAME.reveal(state).hands
    held = zip(going(state).hands, going(state).drawn, strict=True)
    assert opened.left == opened.dealt == tuple((*hand, card) for hand, card in held)
    taking, _ = play(standing(SVOYI, ["7C 8C", "9C 7H", "KC"], "D H C", "7S 8S", 1), "take")
    assert GAME.reveal(taking).hands[0].dealt[1] == cards("9C 7H 7S 8S")
    assert GAME.reveal(dealing(SVOYI, 3)).hands == ()
    naming, _ = shuffled(dealing(SVOYI, 3), ())
    assert GAME.reveal(naming).hands == ()
    between, _ = play(standing(SVOYI, ["QS", "9C 7C", "", ""], "D H C S", "7S", 0, deals=2), "QS")
    assert len(GAME.reveal(between).hands) == 1


def test_a_seat_that_must_show_its_trump_has_no_turn_before() -> None:
    """The card joins the hand before anybody acts."""
    position = replace(
        standing(DUDAK, ["7C", "9C", "KC"], "- - -", "8C", 1, trumps="drawn"), drawn=(None, read_card("AH"), None)
    )
    (played, *_shown) = GAME.decide(position, Seat(1), Play(read_card("9C")))
    state = going(GAME.evolve(position, played))
    assert (state.turn, look(state, 1).legal, state.shows) == (None, (), 1)
