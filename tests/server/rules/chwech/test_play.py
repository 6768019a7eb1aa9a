"""The course of a deal by examples: passes, leads, tricks, both ends (rules, section 2)."""

from typing import TypeVar

import pytest

from protocol.catalogues import catalogue
from protocol.chwech.actions import PASS, read_action, write_action
from protocol.chwech.events import DealEnded, Ending, GameEnded, LeadPassed, Passed, TrickTaken
from protocol.chwech.views import Phase
from protocol.language import speaking
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from protocol.wording import worded, wording
from server.rules.chwech.deal import Dealing, Ended, InDeal, State
from server.rules.chwech.play import decide, evolve, legal
from server.rules.game import CHANCE, ForeignEvent, IllegalAction, Over, Seats, Shuffle, Shuffled
from tests.server.rules.chwech.position import GAME, leading, look, opened, opening, play

FOUR = ["AC 6C 7D", "KC 6D 8D", "QC 6H 9D", "JC 6S 10D"]
"""Three cards each for four players."""

E = TypeVar("E", bound=Event)


def texts(state: State) -> list[str]:
    """Give what the seat whose turn it is may do, as records write it."""
    assert state.turn is not None
    return [write_action(action) for action in legal(state, state.turn)]


def only(events: list[Event], kind: type[E]) -> E:
    """Give the one event of a kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def test_the_seat_left_of_the_dealer_must_lead() -> None:
    """The first lead of a deal belongs to the dealer's left and may not be passed."""
    state = opened(6, 4)
    assert state.turn == 5
    assert PASS not in legal(state, Seat(5))
    with pytest.raises(IllegalAction, match="may not be passed: lead a card"):
        decide(state, Seat(5), PASS)


def test_a_follower_plays_the_suit_a_joker_or_passes() -> None:
    """Whatever it holds, a seat may pass; it may never play another suit."""
    state, _ = play(opening(["5H 6C", "7H 9H KC JK", "2H", "3H", "4H", "6H"]), "5H")
    assert texts(state) == ["7H", "9H", "JK", "-"]
    with pytest.raises(IllegalAction, match="hearts were led: play one, or a Joker, or pass"):
        decide(state, Seat(1), read_action("KC"))


def test_where_there_are_no_jokers_none_is_asked_for() -> None:
    """Four play without them."""
    state, _ = play(leading(["6H", "6S", "7H", "7S"]), "6H")
    with pytest.raises(IllegalAction, match="hearts were led: play one, or pass"):
        decide(state, Seat(1), read_action("6S"))


def test_a_forced_pass_is_a_turn_like_any_other() -> None:
    """A seat without the suit and without a Joker has one action, the pass, and still takes its turn."""
    state, events = play(leading(["6H", "6S", "7H", "7S"]), "6H", "-")
    assert events[-1] == Passed(Seat(1))
    assert texts(state) == ["7H", "-"]


def test_the_highest_card_takes_the_trick_and_gives_the_lead() -> None:
    """The taker's pile grows by all cards of the trick, and the taker may lead or pass."""
    state, events = play(opening(FOUR), "7D", "8D", "-", "10D")
    taken = only(events, TrickTaken)
    assert taken.seat == 3
    assert [str(card) for card in taken.cards] == ["7D", "8D", "10D"]
    assert state.turn == 3
    assert texts(state)[-1] == "-"
    assert isinstance(state, InDeal)
    assert state.piles[0] == 0


def test_a_seat_that_passed_the_lead_is_out_of_the_trick() -> None:
    """After a passed lead only the seats after the leader, up to the one before the taker, get a turn."""
    state, _ = play(opening(FOUR), "7D", "8D", "-", "10D")
    state, events = play(state, "-", "6C")
    assert isinstance(events[0], LeadPassed)
    assert state.turn == 1
    state, events = play(state, "KC", "QC")
    assert only(events, TrickTaken).seat == 1
    state, _ = play(opening(FOUR), "7D", "8D", "-", "10D", "-", "-", "6D", "-")
    assert state.turn == 1, "the trick was between seats 1 and 2 alone"


def test_the_last_seat_that_may_lead_leads_alone() -> None:
    """When all others have passed the lead, the last one's card takes its own trick."""
    state, events = play(leading(FOUR), "-", "-", "-", "6S")
    taken = only(events, TrickTaken)
    assert taken.seat == 3
    assert len(taken.cards) == 1
    assert state.turn == 3


def test_everybody_passing_the_lead_is_deadlock() -> None:
    """A deal ends in deadlock when all have passed the lead in a row, and is scored as it stands."""
    state, events = play(leading(FOUR), "-", "-", "-", "-")
    sheet = only(events, DealEnded).sheet
    assert sheet.ending is Ending.DEADLOCK
    assert sheet.left == (3, 3, 3, 3)
    assert sheet.scores[:3] == (54, 54, 54), "six played out, none won"
    assert isinstance(state, Dealing)


def test_the_deal_ends_when_a_trick_takes_a_last_card() -> None:
    """The trick is completed first; then the deal is over, and nobody leads again."""
    state, events = play(leading(["6H", "6S 7H", "8H 9S", "7S 8S"]), "6H", "7H", "-", "-")
    assert only(events, DealEnded).sheet.ending is Ending.OUT
    assert isinstance(state, Dealing)
    taken = next(place for place, event in enumerate(events) if isinstance(event, TrickTaken))
    between, _ = play(leading(["6H", "6S 7H", "8H 9S", "7S 8S"]), "6H", "7H", "-")
    for event in events[3 : taken + 1]:
        between = evolve(between, event)
    assert between.turn is None
    assert GAME.awaits(between) == Seats(frozenset())
    assert look(between, 1).legal == ()
    with pytest.raises(IllegalAction, match="the trick is being taken"):
        decide(between, Seat(1), PASS)


def test_two_seats_may_go_out_in_one_trick() -> None:
    """Everybody who plays a last card to the trick has none left when the deal is scored."""
    _, events = play(leading(["6H", "7H", "8H 9S", "7S 8S"]), "6H", "7H", "-", "-")
    assert only(events, DealEnded).sheet.left == (0, 0, 2, 2)


def test_the_next_dealer_sits_to_the_left_and_the_last_deal_ends_the_game() -> None:
    """The deal passes clockwise; after the last deal the highest total wins, and a tie is shared."""
    state, events = play(leading(FOUR, deals=2), "-", "-", "-", "-")
    assert not [event for event in events if isinstance(event, GameEnded)]
    assert GAME.awaits(state) == Shuffle(36, 2)
    (dealt,) = decide(state, CHANCE, Shuffled(tuple(range(36))))
    assert evolve(state, dealt).turn == 1, "seat 3 dealt first, seat 0 deals now"
    state, events = play(leading(FOUR, deals=1), "-", "-", "-", "-")
    assert only(events, GameEnded).winners == (0, 1, 2)
    assert isinstance(state, Ended)
    awaited = GAME.awaits(state)
    assert isinstance(awaited, Over)
    assert awaited.result.totals == (54, 54, 54, 36)
    assert GAME.summary(state) == "over after one deal"


def test_an_original_ace_is_high_or_low_as_its_player_says() -> None:
    """The height belongs to the action, to lead and to follow, and one of the two must be said."""
    state: State = opening(["AC 6C", "AH 7C", "8C", "9C"], ruleset="original")
    assert texts(state) == ["6C", "AC+", "AC-"]
    with pytest.raises(IllegalAction, match=r"AC\+ is high, AC- is low"):
        decide(state, Seat(0), read_action("AC"))
    _, events = play(state, "AC-", "7C", "-", "-")
    assert only(events, TrickTaken).seat == 1


def test_a_revised_ace_has_no_height() -> None:
    """What the rules do not have is refused, with the way to write it."""
    state: State = opening(["AC 6C", "AH 7C", "8C", "9C"])
    with pytest.raises(IllegalAction, match="says more than the rules have here: write AC"):
        decide(state, Seat(0), read_action("AC+"))


def test_an_original_joker_is_not_led() -> None:
    """A Joker may follow and may not lead; who holds nothing else has to pass the lead."""
    state = leading(["JK", "6C", "7C", "8C", "9C"], ruleset="original")
    assert texts(state) == ["-"]
    with pytest.raises(IllegalAction, match="may not be led in the original rules"):
        decide(state, Seat(0), read_action("JK=C"))


def test_a_revised_joker_is_led_for_a_suit() -> None:
    """Its leader names any of the four suits, also in the first trick; the others follow that suit."""
    state: State = opening(["JK 2C", "3D 3H", "4D", "5D", "6D", "7D"])
    assert texts(state) == ["2C", "JK=C", "JK=D", "JK=H", "JK=S"]
    with pytest.raises(IllegalAction, match="say which suit the Joker stands for"):
        decide(state, Seat(0), read_action("JK"))
    state, _ = play(state, "JK=D")
    assert texts(state) == ["3D", "-"]
    _, events = play(state, "-", "-", "-", "-", "-")
    assert only(events, TrickTaken).seat == 0


@pytest.mark.parametrize(
    ("options", "allowed"),
    [({}, True), ({"jokers_per_trick": "one"}, False), ({"ruleset": "original"}, False)],
)
def test_a_second_joker_in_a_trick(options: dict[str, str], allowed: bool) -> None:
    """Any number of Jokers go to a trick in the revised rules; one in the original rules or with the option."""
    state, _ = play(opening(["2C 3C", "JK 4C", "JK 5C", "6C", "7C", "8C"], **options), "2C", "JK")
    assert ("JK" in texts(state)) == allowed
    if not allowed:
        with pytest.raises(IllegalAction, match="only one Joker may be played to a trick"):
            decide(state, Seat(2), read_action("JK"))


def test_one_joker_a_trick_counts_the_one_that_was_led() -> None:
    """With the option, nobody can add a Joker to a Joker led."""
    state, _ = play(opening(["JK 2C", "JK 3C", "4C", "5C", "6C", "7C"], jokers_per_trick="one"), "JK=C")
    assert texts(state) == ["3C", "-"]


def test_thirteens_as_jokers_are_led_and_played_as_jokers() -> None:
    """A red Thirteen goes to any suit, and is led for a suit that its player names."""
    hands = ["13H 2C", "13D 3S", "4C", "5C", "6C", "7C", "8C"]
    state: State = opening(hands, thirteens_as_jokers=True)
    assert texts(state) == ["2C", "13H=C", "13H=D", "13H=H", "13H=S"]
    state, _ = play(state, "13H=S")
    assert texts(state) == ["3S", "13D", "-"]


def test_equal_cards_in_one_hand_are_one_choice() -> None:
    """Two Twos of a suit are offered once, and playing one leaves the other."""
    hands = ["2C 2C 5D", "2D", "3C", "4C", "5C", "6C", "7C"]
    state: State = opening(hands, seven_pack="two_packs")
    assert texts(state) == ["2C", "5D"]
    state, _ = play(state, "2C", "-", "-", "-", "-", "-", "-", "2C")
    assert isinstance(state, InDeal)
    assert [str(card) for card in state.deal.book.pack.faces(state.hand(Seat(0)))] == ["5D"]


def test_nobody_acts_out_of_turn() -> None:
    """Who is not awaited is told so; nobody acts before the deal or after the game."""
    state = opened()
    with pytest.raises(IllegalAction, match="it is not your turn"):
        decide(state, Seat(2), PASS)
    between, _ = play(leading(FOUR, deals=2), "-", "-", "-", "-")
    with pytest.raises(IllegalAction, match="not dealt yet"):
        decide(between, Seat(0), PASS)
    over, _ = play(leading(FOUR, deals=1), "-", "-", "-", "-")
    with pytest.raises(IllegalAction, match="the game is over"):
        decide(over, Seat(0), PASS)


def test_a_card_that_is_not_held_is_refused() -> None:
    """The refusal names the card."""
    with pytest.raises(IllegalAction, match="you do not hold KC"):
        decide(opening(FOUR), Seat(0), read_action("KC"))


def test_chance_shuffles_before_a_deal_and_does_nothing_else() -> None:
    """Chance may not act in a deal, nor a seat shuffle, nor the order be anything but the pack."""
    state = GAME.start(Setup())
    whole = tuple(range(54))
    for mover, action in ((CHANCE, PASS), (Seat(0), Shuffled(whole))):
        with pytest.raises(IllegalAction, match="chance shuffles"):
            decide(state, mover, action)
    with pytest.raises(IllegalAction, match="chance shuffles"):
        decide(opened(), CHANCE, Shuffled(whole))
    with pytest.raises(IllegalAction, match="each of 0 to 53 once"):
        decide(state, CHANCE, Shuffled((*whole[1:], 1)))


def test_an_event_of_another_moment_is_no_event_of_this_log() -> None:
    """Folding an event that cannot follow the state is refused, for every kind of event."""
    followed, events = play(opening(FOUR), "7D", "8D", "-", "10D")
    _, ends = play(leading(FOUR, deals=1), "-", "-", "-", "-")
    for event in [*events[1:], *ends[-2:-1]]:
        with pytest.raises(ForeignEvent, match="cannot follow Dealing"):
            evolve(Dealing(followed.deal.match if isinstance(followed, InDeal) else followed.match), event)
    for event in (events[0], ends[-1]):
        with pytest.raises(ForeignEvent, match="cannot follow Following"):
            evolve(play(opening(FOUR), "7D")[0], event)
    (dealt,) = decide(GAME.start(Setup()), CHANCE, Shuffled(tuple(range(54))))
    for event in (dealt, events[1]):
        with pytest.raises(ForeignEvent, match="cannot follow Opening"):
            evolve(opened(), event)
    with pytest.raises(ForeignEvent):
        evolve(opened(), LeadPassed(Seat(1)))


def test_the_view_shows_a_trick_as_it_grows() -> None:
    """Turns come in order, passes of the lead first, and who would take the trick as it stands is marked."""
    state, _ = play(opening(FOUR), "7D", "8D", "-", "10D")
    assert look(state).phase is Phase.LEADING
    state, _ = play(state, "-", "6C")
    view = look(state, 1)
    assert view.phase is Phase.FOLLOWING
    assert [turn.seat for turn in view.trick.turns] == [3, 0]
    assert view.trick.turns[0].play is None
    assert view.trick.taker == 0
    assert view.last_trick is not None
    assert view.last_trick.taker == 3
    assert [write_action(action) for action in view.legal] == ["KC", "-"]
    assert look(state, 2).legal == ()
    assert look(state).hand == ()


def test_the_view_shows_the_cards_won_only_where_the_table_allows() -> None:
    """``review_won`` opens the piles to everybody; without it their faces are not told."""
    for review, shown in ((False, 0), (True, 2)):
        state, _ = play(opening(FOUR, review_won=review), "7D", "8D", "-", "-")
        view = look(state, 2)
        assert view.seats[1].won == 2
        assert len(view.seats[1].pile) == shown


def test_the_view_between_deals_and_at_the_end() -> None:
    """Between deals the totals stand; at the end the winners do."""
    between, _ = play(leading(FOUR, deals=2), "-", "-", "-", "-")
    view = look(between, 0)
    assert (view.phase, view.deal, view.dealer) == (Phase.DEALING, 2, 0)
    assert [seat.total for seat in view.seats] == [54, 54, 54, 36]
    over, _ = play(leading(FOUR, deals=1), "-", "-", "-", "-")
    view = look(over, 0)
    assert (view.phase, view.deal, view.dealer) == (Phase.OVER, 1, 3)
    assert view.winners == (0, 1, 2)
    assert view.sheets[0].scores == (54, 54, 54, 36)


def test_nobody_is_awaited_between_the_last_score_and_the_end() -> None:
    """After the last deal no other is dealt: the state only waits for the event that ends the game."""
    before, _ = play(leading(FOUR, deals=1), "-", "-", "-")
    scored = before
    for event in decide(before, Seat(3), PASS)[:-1]:
        scored = evolve(scored, event)
    assert GAME.awaits(scored) == Seats(frozenset())
    assert (look(scored).phase, look(scored).deal, look(scored).dealer) == (Phase.DEALING, 1, 3)
    with pytest.raises(IllegalAction, match="chance shuffles"):
        decide(scored, CHANCE, Shuffled(tuple(range(36))))
    (dealt,) = decide(GAME.start(Setup(players=4)), CHANCE, Shuffled(tuple(range(36))))
    with pytest.raises(ForeignEvent):
        evolve(scored, dealt)


def test_a_refusal_can_be_said_in_another_language() -> None:
    """It carries the pattern that it was made from, and the values in it."""
    state = opened(6, 4)
    with pytest.raises(IllegalAction) as pass_refused:
        decide(state, Seat(5), PASS)
    with pytest.raises(IllegalAction) as card_refused:
        decide(state, Seat(5), read_action("AS"))
    said = [str(refusal.value) for refusal in (pass_refused, card_refused)]
    with speaking("cy", catalogue):
        assert [worded(text, wording(text)) for text in said] == [
            "ni cheir pasio arweiniad cyntaf rhaniad: arweiniwch gerdyn",
            "nid ydych yn dal AS",
        ]
