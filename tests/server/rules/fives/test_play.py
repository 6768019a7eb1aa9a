"""The play of Twenty-Five and Forty-Five: what may be done, what comes of it, and why the rest is refused."""

import pytest

from protocol.cards import JOKER, read_card
from protocol.catalogues import catalogue
from protocol.fives.actions import DECLINE, Play, Rob, TakeJoker, read_action, write_action
from protocol.fives.events import Declined, JokerTaken, Played, Robbed, TrickTaken
from protocol.fives.views import Claim
from protocol.language import speaking
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat
from protocol.wording import worded, wording
from server.rules.fives.deal import Exchanging, Offering, Playing, State
from server.rules.fives.play import evolve
from server.rules.game import CHANCE, ForeignEvent, IllegalAction, InvalidSetup, Seats, Shuffle, Shuffled
from tests.server.rules.fives.position import FORTY_FIVE, GAMES, REST, TWENTY_FIVE, begun, dealing, names, play

GAME = GAMES[TWENTY_FIVE]
ACE = ["9D 10D JD QD KD", "AC 2S 3S 4S 6S", REST]
"""Seat 1 holds the Ace of clubs."""


def choices(state: State) -> set[str]:
    """Give what the seat whose turn it is may do."""
    assert state.turn is not None
    return {write_action(action) for action in GAME.legal(state, state.turn)}


@pytest.mark.parametrize(
    ("led", "hand", "allowed"),
    [
        ("KD", "2D 3C AH 4S 5H", "2D 3C AH"),
        ("KD", "2S 3C AH 4S 5H", "2S 3C AH 4S 5H"),
        ("KC", "5C 2S 3S 4S 6S", "5C 2S 3S 4S 6S"),
        ("KC", "5C JC AH 4S 6S", "5C JC AH 4S 6S"),
        ("KC", "5C 2C AH 4S 6S", "5C 2C AH"),
        ("AH", "JC 2S 3S 4S 6S", "JC 2S 3S 4S 6S"),
        ("JC", "AH 2S 3S 4S 6S", "AH"),
        ("JC", "AH 5C 3S 4S 6S", "AH 5C"),
        ("5C", "JC 2S 3S 4S 6S", "JC"),
        ("2H", "AH 3H 3S 4S 6S", "AH 3H"),
        ("2H", "AH 2S 3S 4S 6S", "AH 2S 3S 4S 6S"),
    ],
)
def test_what_may_be_played_to_a_lead(led: str, hand: str, allowed: str) -> None:
    """Source: other-games.md section 8, legal play; clubs are trumps, and the Ace of hearts is never a heart."""
    state, _ = play(begun(TWENTY_FIVE, [f"{led} 9D 10D JD QD", hand, REST.replace("2D", "8D")], "9C"), led)
    assert choices(state) == set(allowed.split())


def test_the_joker_may_be_kept_back_too() -> None:
    """Source: section 10, R; it ranks below the Jack, so the Jack draws it and the Ace of hearts does not."""
    for led, free in (("AH", True), ("JC", False)):
        state, _ = play(begun(FORTY_FIVE, [f"{led} 9D 10D JD QD", "JK 2S 3S 4S 6S", REST], "9C"), led)
        assert ("2S" in choices(state)) == free


def test_strictly_only_one_top_trump_may_be_kept_back() -> None:
    """Source: section 8, ambiguities: "the only one you hold"."""
    for hand, free in (("5C JC 3S 4S 6S", False), ("5C 2S 3S 4S 6S", True), ("7H 2S 3S 4S 6S", True)):
        hands = ["KC 9D 10D JD QD", hand, REST]
        state, _ = play(begun(TWENTY_FIVE, hands, "9C", renege_strict=True), "KC")
        assert ("4S" in choices(state)) == free


def test_who_was_dealt_the_ace_robs_at_the_first_turn_or_not_at_all() -> None:
    """Source: section 8, robbing; the turn-up comes into the hand, and the trump suit stays."""
    state, _ = play(begun(TWENTY_FIVE, ACE, "9C"), "9D")
    assert choices(state) == {*ACE[1].split(), *(f"rob {card}" for card in ACE[1].split())}
    after, events = play(state, "rob 2S")
    assert events == [Robbed(Seat(1), read_card("9C"), read_card("2S"))]
    assert choices(after) == {"9C", "AC", "3S", "4S", "6S"}
    assert isinstance(after, Playing)
    assert (after.claim, after.robber, after.trump) == (Claim.TAKEN, 1, read_card("9C").suit)
    later, _ = play(state, "2S, 2D, 10D")
    assert choices(later) == {"AC", "3S", "4S", "6S"}
    assert isinstance(later, Playing)
    assert later.claim is Claim.LAPSED


def test_an_ace_that_is_turned_up_is_the_dealers() -> None:
    """Source: section 8; before the first lead, and openly declined if not wanted."""
    hands = ["9D 10D JD QD KD", "2C 2S 3S 4S 6S", REST]
    state = begun(TWENTY_FIVE, hands, "AC")
    assert isinstance(state, Offering)
    assert state.turn == 2
    assert choices(state) == {"-", *(f"rob {card}" for card in REST.split())}
    robbed, _ = play(state, "rob 2D")
    assert isinstance(robbed, Playing)
    assert read_card("AC") in robbed.hands[2]
    declined, events = play(state, "-")
    assert events == [Declined(Seat(2))]
    assert isinstance(declined, Playing)
    assert (declined.claim, declined.turn) == (Claim.LEFT, 0)


def test_a_joker_that_is_turned_up_is_taken_and_another_card_turned() -> None:
    """Source: section 10; the dealer then may rob as well, if that is an Ace."""
    hands = ["9D 10D JD QD KD", "2C 2S 3S 4S 6S", REST]
    state = begun(FORTY_FIVE, hands, "JK AC")
    assert isinstance(state, Exchanging)
    assert choices(state) == {f"joker {card}" for card in REST.split()}
    offered, events = play(state, "joker 2D")
    assert events == [JokerTaken(Seat(2), read_card("AC"), read_card("2D"))]
    assert isinstance(offered, Offering)
    assert "rob JK" in choices(offered)
    done, _ = play(begun(FORTY_FIVE, hands, "JK 8C"), "joker 7D")
    assert isinstance(done, Playing)
    assert JOKER in done.hands[2]
    assert done.turn == 0


def test_the_highest_card_takes_the_trick_and_leads() -> None:
    """Tricks score five at once."""
    state, events = play(begun(TWENTY_FIVE, ["KD 9D 10D JD QD", "3C 2S 3S 4S 6S", REST], "9C"), "KD, 3C, 2D")
    assert events[-1] == TrickTaken(Seat(1), tuple(read_card(card) for card in ("KD", "3C", "2D")), 5)
    assert isinstance(state, Playing)
    assert (state.turn, state.scores) == (1, (0, 5, 0))


def test_an_ace_that_does_not_rob_can_become_the_lowest_trump() -> None:
    """Source: section 10, Bicycle; by declining the Ace keeps its rank, by silence it sinks at once."""
    hands = ["2H 9D 10D JD QD", "AH 2S 3S 4S 6S", REST]
    state, _ = play(begun(FORTY_FIVE, hands, "9H", unrobbed_ace="lowest"), "2H")
    assert choices(state) == {"AH", "-", "rob AH", *(f"rob {card}" for card in hands[1].split())}
    declined, _ = play(state, "-")
    assert "2S" in choices(declined)
    _, events = play(state, "AH, 2D")
    assert isinstance(events[-1], TrickTaken)
    assert events[-1].seat == 0
    clubs = ["2C 9D 10D JD QD", "AC 2S 3S 4S 6S", REST]
    _, events = play(begun(FORTY_FIVE, clubs, "9C", unrobbed_ace="lowest"), "2C, AC, 2D")
    assert "TrickTaken" in names(events)
    assert isinstance(events[-1], TrickTaken)
    assert events[-1].seat == 0


@pytest.mark.parametrize(
    ("moves", "action", "why"),
    [
        ("", Play(read_card("2S")), "it is not your turn"),
        ("9D", Play(read_card("QH")), "you do not hold QH"),
        ("9D", Rob(read_card("QH")), "you do not hold QH"),
        ("9D", DECLINE, "only who was dealt the Ace of trumps may rob or decline"),
        ("9D", TakeJoker(read_card("2S")), "no Joker is turned up: play a card"),
        ("9D, 2S", Play(read_card("3H")), "diamonds were led: play one, or a trump"),
        ("9D, 2S", Rob(read_card("2D")), "only who was dealt the Ace of trumps may rob or decline"),
        ("9D, 2S, 2D, KC, AC", Play(read_card("3D")), "a trump was led: play a trump; only a top trump above KC may"),
    ],
)
def test_what_is_not_allowed_is_refused_with_the_reason(moves: str, action: Action, why: str) -> None:
    """The sentence says what would be right."""
    hands = ["9D 10D JD KC KD", "AC 2S 3S 4S 6S", "2D 3D 4C 3H 7D"]
    state, _ = play(begun(TWENTY_FIVE, hands, "9C"), moves)
    seat = state.turn if moves else Seat(1)
    assert seat is not None
    with pytest.raises(IllegalAction, match=why) as refused:
        GAME.decide(state, seat, action)
    text = str(refused.value)
    with speaking("cy", catalogue):
        assert worded(text, wording(text)) != text


def test_a_refusal_names_the_suit_in_the_language_of_whoever_reads_it() -> None:
    """A client says it again, card and all."""
    hands = ["9D 10D JD KC KD", "AC 2S 3S 4S 6S", "2D 3D 4C 3H 7D"]
    for moves, action, words in (
        ("9D, 2S", "3H", "arweiniwyd diemwntau: chwaraewch un, neu drwmp"),
        ("9D", "QH", "nid ydych yn dal QH"),
    ):
        state, _ = play(begun(TWENTY_FIVE, hands, "9C"), moves)
        assert state.turn is not None
        with pytest.raises(IllegalAction) as refused:
            GAME.decide(state, state.turn, Play(read_card(action)))
        text = str(refused.value)
        with speaking("cy", catalogue):
            assert worded(text, wording(text)) == words


def test_the_turn_up_is_seen_to_first() -> None:
    """Until the dealer has said what becomes of it nobody plays."""
    hands = ["9D 10D JD QD KD", "2C 2S 3S 4S 6S", REST]
    with pytest.raises(IllegalAction, match="the Joker is turned up: take it"):
        GAME.decide(begun(FORTY_FIVE, hands, "JK 8C"), Seat(2), Play(read_card("2D")))
    with pytest.raises(IllegalAction, match="an Ace is turned up: take it for one of your five cards, or decline it"):
        GAME.decide(begun(FORTY_FIVE, hands, "AC"), Seat(2), Play(read_card("2D")))


def test_nobody_plays_before_the_deal_or_after_the_game() -> None:
    """The sentence says so; in between chance is awaited."""
    state = dealing(TWENTY_FIVE, 3)
    assert GAME.awaits(state) == Shuffle(52, 1)
    assert GAME.awaits(dealing(FORTY_FIVE, 3)) == Shuffle(53, 1)
    with pytest.raises(IllegalAction, match="the cards are not dealt yet"):
        GAME.decide(state, Seat(0), DECLINE)
    hands = ["5C 9D 10D JD QD", "2C 2S 3S 4S 6S", REST]
    over, _ = play(begun(TWENTY_FIVE, hands, "9C", (20, 0, 0)), "5C, 2C, 2D")
    with pytest.raises(IllegalAction, match="the game is over"):
        GAME.decide(over, Seat(0), DECLINE)


def test_a_trick_that_is_being_taken_waits_for_nobody() -> None:
    """Between two events of one move a state awaits no one, and refuses everybody."""
    state, events = play(begun(TWENTY_FIVE, ["KD 9D 10D JD QD", "3C 2S 3S 4S 6S", REST], "9C"), "KD, 3C")
    between = evolve(state, Played(Seat(2), read_card("2D")))
    assert events
    assert GAME.awaits(between) == Seats(frozenset())
    with pytest.raises(IllegalAction, match="the trick is being taken"):
        GAME.decide(between, Seat(0), read_action("9D"))


def test_only_chance_shuffles_and_only_a_whole_pack() -> None:
    """A seat does not shuffle, nothing is dealt in the middle of a deal, and every card is there once."""
    state = dealing(TWENTY_FIVE, 3)
    whole = Shuffled(tuple(range(52)))
    for wrong, mover, action in (
        (state, Seat(0), whole),
        (state, CHANCE, DECLINE),
        (begun(TWENTY_FIVE, ACE, "9C"), CHANCE, whole),
    ):
        with pytest.raises(IllegalAction, match="chance shuffles, and only before a deal"):
            GAME.decide(wrong, mover, action)
    with pytest.raises(IllegalAction, match="must hold each of 0 to 51 once"):
        GAME.decide(state, CHANCE, Shuffled((*range(51), 50)))
    (dealt,) = GAME.decide(state, CHANCE, whole)
    assert getattr(dealt, "commitment", "") is None


def test_a_foreign_event_is_refused() -> None:
    """A log that is not of this game does not go on."""
    with pytest.raises(ForeignEvent, match="Played cannot follow Dealing"):
        evolve(dealing(TWENTY_FIVE, 3), Played(Seat(0), read_card("2D")))


def test_the_first_dealer_has_a_seat() -> None:
    """Otherwise the setup is refused."""
    with pytest.raises(InvalidSetup, match="first_dealer: 3 is no seat of 3"):
        GAME.start(Setup(TWENTY_FIVE, 3, {}, Seat(3)))
    assert GAME.start(Setup(TWENTY_FIVE, 3, {}, Seat(2))) == dealing(TWENTY_FIVE, 3)


@pytest.mark.parametrize(
    ("hands", "turned", "moves", "expected"),
    [
        (["9D 10D JD QD KD", "2C 2S 3S 4S 6S", REST], "JK 8C", "", "joker 2D"),
        (["9D 10D JD QD KD", "2C 2S 3S 4S 6S", REST], "AC", "", "-"),
        (["9D 10D 2C QD KD", "3C 2S 3S 4S 6S", REST], "8C", "", "9D"),
        (["9D 10D 2C QD KD", "AC 2S 3S 4S 10S", REST], "8C", "9D", "10S"),
        (["KC 10D 2C QD KD", "AC 4C 3S 4S 6S", REST], "8C", "KC", "4C"),
    ],
)
def test_who_does_not_act_plays_the_lowest_card(hands: list[str], turned: str, moves: str, expected: str) -> None:
    """And never robs or declines at an own turn, which would tell who holds the Ace of trumps."""
    state, _ = play(begun(FORTY_FIVE, hands, turned), moves)
    assert state.turn is not None
    assert write_action(GAMES[FORTY_FIVE].fallback(state, state.turn)) == expected
