"""Playing by words at a hand-made table: Megan holds K♣ 10♦ Q♥ A♥ Joker and is to follow hearts."""

from functools import cache

import pytest
from msgspec.structs import replace

from chwech_tui.errand import PlayNow
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.plain.playing import is_play, outcome
from protocol.absence import Resign, SetAway, SetPause
from protocol.archive import ListGames
from protocol.catalogues import catalogue
from protocol.errors import ErrorCode
from protocol.game import Answer
from protocol.language import speaking
from protocol.lobby import EnterLobby
from protocol.message import Seat
from protocol.messages import Accepted, Act, Begin, Continue, LeaveTable, OpenTable, ReadRules, Refused, WatchTable
from protocol.seating import FillSeats, GiveHost, Rematch, RemoveSeat, SetReady
from protocol.setup import Setup
from protocol.tableview import Occupant, TablePhase
from tests.chwech_tui.games.stage import Stage
from tests.chwech_tui.plain.talk import REMOTE, Talk
from tests.chwech_tui.stage import Stage as ByCards
from tests.chwech_tui.values import VIEW, answers, dealing_view, hearts_led, over_view, seen, table, waiting_view


def seated(*, remote: bool = False) -> Talk:
    """Give the dialogue of Megan at her table."""
    talk = Talk(REMOTE if remote else None)
    talk.sit(table())
    return talk


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("Q♥", "QH"),
        ("queen of hearts", "QH"),
        ("play qh", "QH"),
        ("3", "QH"),
        ("joker", "JK"),
        ("p", "-"),
        ("pass", "-"),
    ],
)
def test_a_play_is_said_in_many_ways(line: str, action: str) -> None:
    """By signs, letters, words, or the number in the hand."""
    talk = seated()
    assert talk.write(line) == ""
    assert talk.latest() == Act(0, 7, answers(action)[0])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("kc", "That card does not follow: play hearts or a Joker, or pass."),
        ("2s", "You do not hold that card: h tells your hand."),
        ("9", "Your hand has 5 cards: choose one by its number."),
        ("play", "Play which card? Name it, for example: queen of hearts, or qh, or its number in your hand."),
        ("play it", "'it' is no card. Name it, for example: queen of hearts, or qh, or its number in your hand."),
    ],
)
def test_what_cannot_be_played_is_refused(line: str, words: str) -> None:
    """With the reason, and what would be right; nothing is sent."""
    talk = seated()
    before = list(talk.sent)
    assert talk.write(line) == words
    assert talk.sent == before


def test_out_of_turn_one_hears_whose_turn_it_is() -> None:
    """A play waits for its turn."""
    talk = Talk()
    talk.sit(table(waiting_view()))
    assert talk.write("qh") == "It is Rhys's turn."


def test_an_ace_asks_for_its_height() -> None:
    """In the original rules; the answer may come with the card, afterwards, or not at all."""
    view = seen(hearts_led(ruleset="original"), legal="AH+ AH- -")
    talk = Talk()
    talk.sit(table(view))
    assert talk.write("ah") == "Ace: high or low?"
    assert talk.write("t") == "Your turn. Follow hearts or pass: A♥."
    assert talk.write("ah") == "Ace: high or low?"
    assert talk.write("no") == "Nothing was done."
    assert talk.write("ah") == "Ace: high or low?"
    talk.write("low")
    assert talk.latest() == Act(0, 7, answers("AH-")[0])
    talk.write("ace of hearts high")
    assert talk.latest() == Act(0, 7, answers("AH+")[0])


def test_a_joker_asks_for_its_suit() -> None:
    """Where it is led; a sign, a letter or a word names it."""
    view = seen(VIEW, prompt="lead", legal="JK=C JK=D JK=H JK=S", hand="JK", trick="")
    for line, action in {"joker for spades": "JK=S", "jk ♦": "JK=D", "1 h": "JK=H"}.items():
        talk = Talk()
        talk.sit(table(view))
        talk.write(line)
        assert talk.latest() == Act(0, 7, answers(action)[0])
    talk = Talk()
    talk.sit(table(view))
    assert talk.write("1") == "Joker stands for: ♣ clubs, ♦ diamonds, ♥ hearts or ♠ spades?"


def test_a_question_that_is_answered_is_not_asked_again() -> None:
    """The action is sent, and nothing is told until the server answers; a second answer is no play."""
    talk = Talk()
    talk.sit(table(seen(VIEW, prompt="lead", legal="JK=C JK=D JK=H JK=S", hand="JK", trick="")))
    assert talk.write("joker").endswith("?")
    assert talk.write("hearts") == ""
    assert talk.latest() == Act(0, 7, answers("JK=H")[0])
    assert talk.write("hearts").startswith("There is no command")


def test_leaving_asks_first() -> None:
    """The seat is kept, or given up for good; no stays."""
    talk = seated(remote=True)
    asked = "Leave the table? The game is kept for you. y leave, g for good, n stay."
    assert talk.write("q") == asked
    assert talk.write("n") == "Nothing was done."
    assert talk.write("resign") == asked
    talk.write("g")
    assert talk.latest() == Resign(0)
    assert talk.hear(Accepted(talk.number(Resign), 8)) == "You have left for good."
    assert talk.latest() == EnterLobby(0)
    talk.sit(table())
    talk.write("leave")
    assert talk.write("yes") == "You leave the table."
    assert talk.sent[-2:] == [LeaveTable(0), EnterLobby(0)]
    assert not talk.now.at_table


def test_a_program_for_one_table_ends_with_it() -> None:
    """What was begun is kept."""
    talk = Talk(PlayNow())
    talk.sit(table())
    talk.write("q")
    assert talk.write("y") == "The game is kept: chwech --plain goes on with it."
    assert talk.now.status == 0


def test_the_table_has_its_requests() -> None:
    """Stepping away, a pause, the rules: each is one word or letter."""
    talk = seated()
    assert talk.write("a").startswith("Step away?")
    talk.write("y")
    assert talk.latest() == SetAway(0, away=True)
    talk.write("pause")
    assert talk.latest() == SetPause(0, paused=True)
    talk.write("r")
    assert talk.latest() == ReadRules(0, table().setup)
    assert talk.write("piles") == "At this table the cards already won stay closed (option review_won)."


def test_the_next_deal_is_agreed_to() -> None:
    """By an empty line, or by a word."""
    talk = Talk()
    talk.sit(table(dealing_view(), waits=(0,)))
    assert talk.write("t") == "Enter deals the next cards."
    talk.write("")
    assert talk.latest() == Continue(0, 7)


def test_before_the_game_its_host_sees_to_the_seats() -> None:
    """Ready, bots, removing, handing on, beginning."""
    talk = Talk(REMOTE)
    seats = (Occupant("Megan"), Occupant("Owain"), Occupant("Rhys", "steady"), None)
    told = talk.sit(replace(table(None, TablePhase.GATHERING), seats=seats))
    assert "You: host." in told
    assert "Others come by: chwech join cards.example calm-river" in told
    for line, sent in {"ready": SetReady(0, ready=True), "bots": FillSeats(0, None), "begin": Begin(0)}.items():
        talk.write(line)
        assert talk.latest() == sent
    assert talk.write("remove ow") == "Remove Owain? They cannot sit down here again. y remove, n back."
    talk.write("y")
    assert talk.latest() == RemoveSeat(0, Seat(1), "Owain")
    talk.write("host owain")
    talk.write("y")
    assert talk.latest() == GiveHost(0, Seat(1), "Owain")
    assert talk.write("host rhys") == "Only a person can run the table."
    assert talk.write("remove") == "Whom? Owain, Rhys."
    assert talk.write("t").startswith("Not ready yet: Owain and you.")


def test_after_the_game_one_can_go_on() -> None:
    """Once more alone or together, the replay, or watching others."""
    over = replace(table(over_view(), TablePhase.OVER))
    talk = Talk()
    assert talk.sit(over).endswith("The game is over. n plays once more, v tells the replay, q leaves.")
    talk.write("v")
    assert talk.latest() == ListGames(0)
    talk.write("n")
    assert isinstance(talk.latest(), OpenTable)
    talk = Talk(REMOTE)
    talk.sit(replace(over, rematch="other-code"))
    talk.write("n")
    assert talk.latest() == Rematch(0)
    talk.sit(replace(over, viewer=None, table="third-code", rematch="other-code"))
    talk.write("again")
    assert talk.latest() == WatchTable(0, "other-code")


def test_a_refusal_is_told() -> None:
    """With the present view, where it brings one."""
    talk = seated()
    talk.write("qh")
    refused = Refused(talk.number(Act), ErrorCode.STALE, "something else has happened", table(waiting_view()))
    assert talk.hear(refused) == "Something else has happened."
    assert talk.write("t") == "It is Rhys's turn."


@cache
def over() -> Board:
    """Give a duplicate game for four that is over."""
    setup = Setup(players=4, options={"duplicate": True})
    return ByCards(setup).board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER)


def told(*lines: str) -> str:
    """Give what lines tell after it."""
    talk = Talk()
    talk.now.board = over()
    return "\n".join(map(talk.write, lines))


def test_each_hand_of_both_sets_has_a_line() -> None:
    """A line has the cards and all players; after the hands of a set they are told together."""
    lines = [line for line in told("sheet", "").splitlines() if "Enter goes on" not in line]
    lines = lines[lines.index("Hands of set 1 of 2: points above the mean of each hand.") :]
    assert [place for place, line in enumerate(lines) if line.startswith("Hands of set ")] == [0, 6]
    assert [place for place, line in enumerate(lines) if line.startswith("together: You ")] == [5, 11]
    assert lines[6] == "Hands of set 2 of 2: points above the mean of each hand."
    for line in lines[1:5]:
        cards, _, players = line.partition(": ")
        assert len(cards.split()) == 9
        assert [player.split(" ")[0] for player in players.split(", ")] == ["You", "Owain", "Siân", "Rhys"]


def test_the_sheet_tells_of_them_in_the_end() -> None:
    """Without a number it goes on behind the last deal; whoever asks for one deal hears of that alone."""
    assert told("sheet").startswith("Deal 8 of 8")
    assert "Hands of set 1 of 2" in told("sheet")
    assert "Hands of set" not in told("sheet 8")


def bidding() -> Board:
    """Give the board of somebody who speaks first in a game of Roque."""
    stage = Stage(Setup("roque", 4, first_dealer=Seat(1)))
    next(stage.turns())
    return boards.seated(Board(), stage.table(), stage.kind)


@pytest.mark.parametrize(
    ("words", "action"), [("bid 125", Answer("bid 125")), ("b 85", Answer("bid 85")), ("pass", Answer("-"))]
)
def test_a_bid_is_named_by_its_number(words: str, action: Answer) -> None:
    """In one line, and not taken for a card of the hand."""
    pressed = outcome(bidding(), words.split())
    assert not isinstance(pressed, str)
    assert pressed[1] == action


@pytest.mark.parametrize("words", ["bid", "bid 7", "bid 112"])
def test_a_number_that_cannot_be_bid_leaves_the_question(words: str) -> None:
    """Which tells the numbers."""
    pressed = outcome(bidding(), words.split())
    assert not isinstance(pressed, str)
    assert pressed[1] is None
    assert pressed[0].move is not None
    assert pressed[0].move.question == "Your bid:"


def asked(stage: Stage, action: Answer) -> Board:
    """Give the board of somebody who may do this."""
    for _event in stage.turns():
        view = stage.table().game
        if view is not None and action in view.legal:
            return boards.seated(Board(), stage.table(), stage.kind)
    raise AssertionError("never asked for")


@pytest.mark.parametrize("line", ["take part", "take", "in", "g"])
@pytest.mark.parametrize("language", ["en", "cy"])
def test_who_is_asked_to_take_part_answers_in_those_words(line: str, language: str) -> None:
    """By the whole name of the move or its beginning, by the word of the command, and by the key."""
    board = asked(Stage(Setup("bete", 4, first_dealer=Seat(3))), Answer("in"))
    with speaking(language, catalogue):
        assert is_play(board, line.split())
        pressed = outcome(board, line.split())
    assert not isinstance(pressed, str)
    assert pressed[1] == Answer("in")


@pytest.mark.parametrize("setup", [Setup(game, 4, first_dealer=Seat(3)) for game in ("bete", "durak-teams", "dudak")])
def test_every_move_without_a_card_goes_by_its_name(setup: Setup) -> None:
    """As it stands beside its key, and in the words before its numbers."""
    stage = Stage(setup)
    known = set()
    for _event in stage.turns():
        board = boards.seated(Board(), stage.table(), stage.kind)
        if board.game is None:
            continue
        for move in stage.kind.moves(board.game, None):
            known.add(move.key)
            words = move.label.lower().split()
            assert is_play(board, words)
            pressed = outcome(board, words)
            assert not isinstance(pressed, str)
            assert pressed[1] in board.game.legal or pressed[0].move == move
    assert known
