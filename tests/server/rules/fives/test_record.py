"""Records of Twenty-Five and Forty-Five: written from events, read from hostile lines, replayed and compared."""

import pytest

from games.kit.deck import shuffle
from protocol.cards import JOKER, Suit, read_card
from protocol.fives.actions import Rob
from protocol.fives.events import BestCard, Dealt, JokerTaken, Robbed
from protocol.fives.views import Claim, FivesView, OpenDeal, Phase, SeatView, Trick, Turn
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.host.limits import RECORD_PAGE
from server.rules.fives.deal import State
from server.rules.fives.record import DealRecord, Record
from server.rules.fives.variant import read_variant
from server.rules.game import CHANCE, Shuffled
from tests.conformance.fives import FivesSubject
from tests.conformance.kit import Laws
from tests.server.rules.fives.position import FORTY_FIVE, GAMES, REST, TWENTY_FIVE, begun, dealing, play
from tests.server.rules.recorded import RECORDED, RecordedGame, longest

PLAYED = RECORDED["fives"]
PARTNERS = RecordedGame(
    Setup(TWENTY_FIVE, 4, {"partners": True, "double_stake": True}), Laws(FivesSubject(TWENTY_FIVE))
)


@pytest.mark.parametrize(("played", "chips"), [(PLAYED, False), (PARTNERS, True)])
def test_a_record_has_the_keys_of_the_format_and_holds(played: RecordedGame, *, chips: bool) -> None:
    """Chips are written where there is a pool."""
    record = played.record()
    assert played.fault(record) == ""
    assert ("chips" in record) == chips
    assert {"dealer", "hands", "turned", "actions", "won", "scores", "end"} <= set(record["deals"][0])


def test_games_with_jokers_and_robbers_hold() -> None:
    """Whatever happens in a game can be written and played again."""
    records = [RecordedGame(PLAYED.setup, PLAYED.laws, seed).record() for seed in (51, 19)]
    assert [PLAYED.fault(record) for record in records] == ["", ""]
    actions = [action for record in records for deal in record["deals"] for _, action in deal["actions"]]
    assert {"rob", "joker", "-"} <= {action.split(" ")[0] for action in actions}


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "twenty-five", "game: this is a record of twenty-five, not of forty-five"),
        ("game", "spoil-seven", "game: Invalid enum value"),
        ("players", 11, "players: Invalid enum value 11, write 3 to 10"),
        ("players", 4, "names: 3 for 4 seats"),
        ("options", {"joker": "third"}, "options: joker has its default, and only the others are written"),
        ("options", {"pool": False}, "options: 'pool' is no option of Forty-Five"),
        ("chips", [1, 2, 3], "chips: [1, 2, 3] is said, and the rules give None"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("won", [5, 5, 5], "deal 1: won: [5, 5, 5] is said, and the rules give ["),
        ("scores", [0, 0, 0], "deal 1: scores: [0, 0, 0] is said, and the rules give ["),
        ("end", "won", "deal 1: end: won is said, and the rules give played"),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write played, won, swept, jinked, spoilt, shared"),
        ("best", [0, "2H"], "deal 1: best: [0, '2H'] is said, and the rules give ["),
        ("turned", ["JK"], "deal 1: turned: one card is turned up, and after the Joker one more"),
        ("turned", ["11C"], "deal 1: hands: the pack has no 11C, or not as often"),
        ("turned", ["XX"], "deal 1: hands: 'XX' is no card"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = PLAYED.record()
    record["deals"][0][key] = value
    assert PLAYED.fault(record).startswith(words)


def test_hands_are_checked() -> None:
    """Five cards each, and those that the seed gives."""
    record = PLAYED.record()
    hands = record["deals"][0]["hands"]
    hands[0].reverse()
    assert PLAYED.fault(record) == "", "in any order"
    hands[0][0] = next(f"{rank}S" for rank in range(2, 10) if f"{rank}S" not in str(record["deals"][0]))
    assert PLAYED.fault(record) == "deal 1: hands: the seed gives other ones, or another card is turned up"
    assert PLAYED.fault(record | {"players": 4, "names": ["x"] * 4}) == "deal 1: hands: 3 for 4 seats"
    hands[0].pop()
    assert PLAYED.fault(record) == "deal 1: hands: seat 0 has 4 cards, and 5 are dealt"


def test_actions_are_checked() -> None:
    """Each by its rules."""
    record = PLAYED.record()
    actions = record["deals"][0]["actions"]
    actions[0][1] = "what"
    assert PLAYED.fault(record).startswith("deal 1, action 1: 'what' is no action: write a card (QH)")
    actions[0][1] = "JK"
    assert PLAYED.fault(record).startswith("deal 1, action 1: you do not hold JK")


def test_the_longest_record_fits_into_a_message() -> None:
    """The most deals of the most people, each with the most that can happen in it: so every game can be kept."""
    options: dict[str, OptionValue] = {
        "trick_scores": "majority",
        "joker": "fourth",
        "unrobbed_ace": "lowest",
        "renege_strict": True,
    }
    deals = read_variant(FORTY_FIVE, Setup(FORTY_FIVE, 10, options)).most_deals
    actions = (*[(9, "10C")] * 50, (9, "take 10C"), (9, "rob 10C"), (9, "decline"))
    deal = DealRecord(9, (("10C",) * 5,) * 10, ("JK", "10C"), actions, (5,) * 10, (45,) * 10, "played", (9, "10C"))
    size = longest(Record, deal, deals, game="forty-five", players=10, options=options, totals=(45,) * 10)
    assert size <= RECORD_PAGE


GAME = GAMES[FORTY_FIVE]
HANDS = ["9D 10D JD QD KD", "AC 2S 3S 4S 6S", REST]


def look(state: State, seat: int | None = None) -> FivesView:
    """Give what a viewer sees."""
    return GAME.view(state, None if seat is None else Seat(seat))


def cards(text: str) -> tuple[object, ...]:
    """Read cards."""
    return tuple(read_card(card) for card in text.split())


def test_a_viewer_sees_its_own_hand_and_choices_only() -> None:
    """Others are cards to be counted; who may rob is known to that seat alone."""
    state, _ = play(begun(FORTY_FIVE, HANDS, "9C"), "9D")
    own, other, all_ = look(state, 1), look(state, 0), look(state)
    assert own.hand == cards("AC 2S 3S 4S 6S")
    assert Rob(read_card("2S")) in own.legal
    assert other.hand == cards("10D JD QD KD")
    assert other.legal == all_.legal == ()
    assert all_.hand == ()
    assert [seat.cards for seat in all_.seats] == [4, 5, 5]
    assert (all_.phase, all_.turn, all_.trump, all_.claim) == (Phase.FOLLOWING, 1, Suit.CLUBS, Claim.OPEN)
    assert all_.trick == Trick((Turn(Seat(0), read_card("9D")),), Seat(0))


def test_what_was_laid_aside_is_the_robbers_secret() -> None:
    """Everybody learns who has the turn-up, and only the robber what went for it."""
    state, events = play(begun(FORTY_FIVE, HANDS, "9C"), "9D, rob 2S")
    assert look(state, 1).discards == cards("2S")
    assert look(state, 0).discards == look(state).discards == ()
    assert (look(state).robber, look(state).turn_up) == (1, read_card("9C"))
    (robbed,) = [event for event in events if isinstance(event, Robbed)]
    assert GAME.tell(robbed, Seat(1)) == robbed
    assert GAME.tell(robbed, Seat(0)) == GAME.tell(robbed, None) == Robbed(Seat(1), read_card("9C"))


def test_the_card_under_the_joker_is_told_when_it_is_turned() -> None:
    """Before, not even the dealer knows the trump suit."""
    state = begun(FORTY_FIVE, HANDS, "JK 8C")
    for seat in (None, 0, 2):
        seen = look(state, seat)
        assert (seen.phase, seen.turn, seen.trump, seen.turn_up) == (Phase.EXCHANGING, 2, None, JOKER)
    after, (taken, *_) = play(state, "joker 2D")
    assert isinstance(taken, JokerTaken)
    assert GAME.tell(taken, Seat(2)) == taken
    assert GAME.tell(taken, None) == JokerTaken(Seat(2), read_card("8C"))
    assert (look(after).trump, look(after).turn_up, look(after).phase) == (Suit.CLUBS, read_card("8C"), Phase.LEADING)


def test_a_deal_is_told_without_what_is_hidden() -> None:
    """The seed, the cards of others and the card under the Joker stay in the log."""
    start = dealing(FORTY_FIVE, 3)
    seeds = [bytes([number, *[0] * 31]) for number in range(200)]
    deals = [GAME.decide(start, CHANCE, Shuffled(shuffle(seed, 53), seed.hex()))[0] for seed in seeds]
    (dealt, *_) = [event for event in deals if isinstance(event, Dealt) and event.turn_up is JOKER]
    assert dealt.next_up is not None
    told = GAME.tell(dealt, Seat(1))
    assert isinstance(told, Dealt)
    assert told.hands == ((), dealt.hands[1], ())
    assert (told.next_up, told.seed, told.commitment) == (None, None, dealt.commitment)


def test_an_ace_turned_up_is_offered_in_public() -> None:
    """Everybody sees that the dealer is asked."""
    state = begun(TWENTY_FIVE, ["9D 10D JD QD KD", "2C 2S 3S 4S 6S", REST], "AC")
    seen = look(state)
    assert (seen.phase, seen.turn, seen.trump, seen.turn_up) == (Phase.OFFERING, 2, Suit.CLUBS, read_card("AC"))
    assert seen.commitment is not None


def test_tricks_count_at_once_and_the_last_one_is_shown() -> None:
    """With the best card and the chips in the pool."""
    state, _ = play(begun(FORTY_FIVE, ["5C 9D JD QD KD", "2C 2S 3S 4S 6S", REST], "9C"), "5C, 2C, 2D")
    seen = look(state)
    assert seen.seats[0] == SeatView(side=0, cards=4, tricks=1, total=10)
    assert seen.best == BestCard(Seat(0), read_card("5C"), 5)
    assert seen.last_trick is not None
    assert seen.last_trick.taker == 0
    assert seen.pool is None
    pool = look(begun(TWENTY_FIVE, HANDS, "9C", (0, 5, 20)))
    assert (pool.pool, pool.deal, [seat.chips for seat in pool.seats]) == (6, 2, [18, 18, 18])
    assert [seat.total for seat in pool.seats] == [0, 5, 20]


def test_a_low_ace_is_public_once_the_chance_is_over() -> None:
    """Before, only its holder could know."""
    state, _ = play(begun(FORTY_FIVE, HANDS, "9C", unrobbed_ace="lowest"), "9D, 2S")
    assert not look(state).low_ace
    later, _ = play(state, "2D")
    assert look(later).low_ace
    order = look(later).order
    assert order is not None
    assert order.trumps[-1] is read_card("AC")


def test_between_deals_and_at_the_end_all_is_counted() -> None:
    """At the end everything lies open: hands, what was turned up, and what was laid aside."""
    before = look(dealing(TWENTY_FIVE, 3, (0, 5, 20)), 0)
    assert (before.phase, before.deal, before.dealer, before.viewer, before.pool) == (Phase.DEALING, 2, 2, 0, 3)
    assert [seat.chips for seat in before.seats] == [19, 19, 19]
    state, _ = play(begun(TWENTY_FIVE, HANDS, "9C", (0, 20, 0)), "KD, rob 2S, 9C, 2D")
    over = look(state)
    assert (over.phase, over.deal, over.winners, over.pool) == (Phase.OVER, 2, (1,), 0)
    assert [seat.chips for seat in over.seats] == [18, 24, 18]
    opened = over.hands[-1]
    assert opened.left == (cards("9D 10D JD QD"), cards("AC 3S 4S 6S"), cards("3D 4D 6D 7D"))
    assert (opened.turned, opened.discards) == (cards("9C"), (Turn(Seat(1), read_card("2S")),))
    assert GAME.reveal(state) == over
    assert over.left == opened.left
    assert [seat.cards for seat in over.seats] == [4, 4, 4]
    assert [turn.card for turn in over.trick.turns] == []
    assert over.last_trick is not None
    assert [turn.card for turn in over.last_trick.turns] == list(cards("KD 9C 2D"))


def test_a_replay_shows_the_cards_as_they_are() -> None:
    """Those of the present deal, or of the one that has just ended; before the first, none."""
    state, _ = play(begun(FORTY_FIVE, HANDS, "9C"), "9D, rob 2S")
    (opened,) = GAME.reveal(state).hands
    assert isinstance(opened, OpenDeal)
    assert opened.left[1] == cards("9C AC 3S 4S 6S")
    assert GAME.reveal(dealing(FORTY_FIVE, 3)).hands == ()
    assert len(GAME.reveal(dealing(FORTY_FIVE, 3, (0, 5, 20))).hands) == 1


def test_other_events_are_told_as_they_are() -> None:
    """What lies on the table is for all."""
    _, events = play(begun(FORTY_FIVE, HANDS, "9C"), "9D")
    told: list[Event] = [GAME.tell(event, None) for event in events]
    assert told == events
