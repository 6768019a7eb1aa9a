"""Playing by words at a hand-made table: Megan holds K♣ 10♦ Q♥ A♥ Joker and is to follow hearts."""

import pytest
from msgspec.structs import replace

from chwech_tui.errand import PlayNow
from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.moves import Choice, Move
from chwech_tui.plain.playing import answer, is_play, outcome
from chwech_tui.plain.table import pass_for, turn_line
from games.kit.words import Several
from protocol.archive import ListGames
from protocol.cards import Card
from protocol.errors import ErrorCode
from protocol.game import Answer, View
from protocol.language import speaking
from protocol.lobby import EnterLobby
from protocol.message import Seat
from protocol.messages import Accepted, Act, Begin, Continue, LeaveTable, OpenTable, ReadRules, Refused, WatchTable
from protocol.setup import OptionValue, Setup
from protocol.table import (
    FillSeats,
    GiveHost,
    Occupant,
    Rematch,
    RemoveSeat,
    Resign,
    SetAway,
    SetPause,
    SetReady,
    TablePhase,
    TableView,
)
from tests.chwech_tui.burying import BIDS, HAND, Burying, bury
from tests.chwech_tui.games.stage import ByChance, Stage
from tests.chwech_tui.plain.talk import REMOTE, Talk
from tests.chwech_tui.stage import Stage as ByCards
from tests.chwech_tui.values import VIEW, answers, board, dealing_view, hearts_led, over_view, seen, table, waiting_view

ACES = table(seen(hearts_led(ruleset="original"), legal="AH+ AH- -"))
JOKER = table(seen(VIEW, prompt="lead", legal="JK=C JK=D JK=H JK=S", hand="JK", trick=""))


def seated(view: TableView | None = None, *, remote: bool = False) -> Talk:
    """Give the dialogue of Megan at a table."""
    talk = Talk(REMOTE if remote else None)
    talk.sit(view or table())
    return talk


def does(action: str) -> Act:
    """Give the request for an action."""
    return Act(0, 7, answers(action)[0])


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
    seated().goes((line, "", does(action)))


NO_CARD = "Name it, for example: queen of hearts, or qh, or its number in your hand."


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("kc", "That card does not follow: play hearts or a Joker, or pass."),
        ("2s", "You do not hold that card: h reads out your hand."),
        ("9", "Your hand has 5 cards: choose one by its number."),
        ("play", f"Play which card? {NO_CARD}"),
        ("play it", f"'it' is no card. {NO_CARD}"),
    ],
)
def test_what_cannot_be_played_is_refused(line: str, words: str) -> None:
    """With the reason, and what would be right; nothing is sent; out of turn one hears whose turn it is."""
    seated().goes((line, words, None))
    seated(table(waiting_view())).goes(("qh", "It is Rhys's turn.", None))


def test_a_forced_pass_is_made() -> None:
    """Against bots at once; among people after a while, if one wants it there; and not for one who wants none."""
    forced = table(seen(VIEW, legal="-", prompt="no_follow"))
    people = replace(forced, seats=tuple(Occupant(one.name, "") for one in filter(None, forced.seats)))
    made = []
    for wish, view in (("", forced), ("", people), ("on", people), ("off", forced)):
        talk = Talk(settings={"auto_pass": wish})
        told = talk.sit(view)
        assert ("Auto-pass does it for you." in told) is (wish == "on" or (not wish and view is forced)), (wish, told)
        made.append(talk.sent[-1:] == [does("-")])
        if wish == "on":
            pass_for(talk.now, view.seq - 1)
            assert talk.sent[-1:] != [does("-")], "the table has moved on"
            pass_for(talk.now, view.seq)
            assert talk.latest() == does("-")
    assert made == [True, False, False, False]
    talk = Talk()
    talk.sit(forced)
    assert talk.answer(Refused(1, ErrorCode.TOO_MANY, "too fast")) == ""
    assert talk.now.passes_again


def test_a_card_asks_what_it_stands_for() -> None:
    """An Ace for its height, a Joker for its suit: the answer comes with the card, afterwards, or not at all."""
    asks, done = "Ace: high or low?", "There is no command…"
    suits = "Joker stands for: ♣ clubs, ♦ diamonds, ♥ hearts or ♠ spades?"
    seated(ACES).goes(
        ("ah", asks),
        ("t", "Your turn. Follow hearts or pass: A♥."),
        ("ah", asks),
        ("no", "Nothing was done."),
        ("ah", asks),
        ("low", "", does("AH-")),
        ("ace of hearts high", "", does("AH+")),
    )
    for line, action in {"joker for spades": "JK=S", "jk ♦": "JK=D", "1 h": "JK=H"}.items():
        seated(JOKER).goes((line, "", does(action)))
    # A second answer is no play: the question is not asked again until the server has answered.
    seated(JOKER).goes(("1", suits), ("hearts", "", does("JK=H")), ("hearts", done))


def test_leaving_asks_first() -> None:
    """The seat is kept, or given up for good; no stays; a program for one table ends with it."""
    talk = seated(remote=True)
    asked = "Leave the table? The game is kept for you. y leave, g for good, n stay."
    talk.goes(
        ("q", asked),
        ("n", "Nothing was done."),
        ("resign", asked),
        ("g", "", Resign(0)),
        (Accepted(0, 8), "You have left for good.", EnterLobby(0)),
    )
    talk.sit(table())
    talk.goes(("leave", asked), ("yes", "You leave the table.", LeaveTable(0), EnterLobby(0)))
    assert not talk.now.at_table
    talk = Talk(PlayNow())
    talk.sit(table())
    talk.goes(("q", "Leave…"), ("y", "The game is saved: chwech --plain resumes it."))
    assert talk.now.status == 0


def test_the_table_has_its_requests() -> None:
    """Stepping away, a pause, the rules, the next deal: each is one word or letter; a refusal is told with its view."""
    seated().goes(
        ("a", "Step away?…"),
        ("y", "", SetAway(0, away=True)),
        ("pause", "", SetPause(0, paused=True)),
        ("r", "", ReadRules(0, table().setup)),
        ("piles", "At this table the cards already won stay closed (option review_won)."),
        ("review", "review cannot be used now."),
        ("qh", ""),
        (Refused(0, ErrorCode.STALE, "something else has happened", table(waiting_view())), "Something else…"),
        ("t", "It is Rhys's turn."),
    )
    seated(table(dealing_view(), waits=(0,))).goes(("t", "Enter deals the next cards."), ("", "", Continue(0, 7)))


def test_before_the_game_its_host_sees_to_the_seats() -> None:
    """Ready, bots, removing, handing on, beginning."""
    talk = Talk(REMOTE)
    seats = (Occupant("Megan"), Occupant("Owain"), Occupant("Rhys", "steady"), None)
    told = talk.sit(replace(table(None, TablePhase.GATHERING), seats=seats)).splitlines()
    assert {"You: host.", "Others join with: chwech join cards.example calm-river"} < {*told}
    talk.goes(
        ("ready", "", SetReady(0, ready=True)),
        ("bots", "", FillSeats(0, None)),
        ("begin", "", Begin(0)),
        ("remove ow", "Remove Owain? They cannot sit down here again. y remove, n back."),
        ("y", "", RemoveSeat(0, Seat(1), "Owain")),
        ("host owain", "Make Owain…"),
        ("y", "", GiveHost(0, Seat(1), "Owain")),
        ("host rhys", "Only a person can be the host."),
        ("remove", "Whom? Owain, Rhys."),
        ("t", "Not ready yet: Owain and you.…"),
    )


def test_after_the_game_one_can_go_on() -> None:
    """Once more alone or together, the replay, or watching others."""
    over = replace(table(over_view(), TablePhase.OVER))
    talk = Talk()
    assert talk.sit(over).endswith("The game is over. n asks for a rematch, v opens the replay, q leaves.")
    talk.goes(("v", "", ListGames(0)), ("n", ""))
    assert isinstance(talk.latest(), OpenTable)
    talk = seated(replace(over, rematch="other-code"), remote=True)
    talk.goes(("n", "", Rematch(0)))
    talk.sit(replace(over, viewer=None, table="third-code", rematch="other-code"))
    talk.goes(("again", "", WatchTable(0, "other-code")))


def test_the_sheet_tells_of_each_hand_in_the_end() -> None:
    """A line for each hand has the cards and all players; whoever asks for one deal hears of that alone."""
    talk = Talk()
    setup = Setup(players=4, options={"duplicate": True})
    talk.now.board = ByCards(setup).board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER)
    assert "Hands of set" not in talk.write("sheet 8")
    lines = [line for line in f"{talk.write('sheet')}\n{talk.write('')}".splitlines() if "Enter goes" not in line]
    assert lines[0].startswith("Deal 8 of 8")
    lines = lines[lines.index("Hands of set 1 of 2: points above the mean of each hand.") :]
    assert [place for place, line in enumerate(lines) if line.startswith("Hands of set ")] == [0, 6]
    assert [place for place, line in enumerate(lines) if line.startswith("together: You ")] == [5, 11]
    for line in lines[1:5]:
        shown, _, players = line.partition(": ")
        assert len(shown.split()) == 9
        assert [player.split(" ")[0] for player in players.split(", ")] == ["You", "Owain", "Siân", "Rhys"]


# The words of other games


def pressed(board: Board, line: str) -> tuple[Board, object]:
    """Give what a line leads to, which is a play."""
    assert is_play(board, line.split())
    done = outcome(board, line.split())
    assert not isinstance(done, str)
    return done


def asked(stage: Stage, action: str) -> Board:
    """Give the board of someone who may do this."""
    for _event in stage.turns():
        view = stage.table().game
        if view is not None and Answer(action) in view.legal:
            return boards.seated(Board(), stage.table(), stage.kind)
    raise AssertionError("never asked for")


def test_a_bid_is_named_by_its_number() -> None:
    """In one line, and not taken for a card of the hand; one that cannot be bid leaves the question."""
    stage = Stage(Setup("roque", 4, first_dealer=Seat(1)))
    next(stage.turns())
    here = boards.seated(Board(), stage.table(), stage.kind)
    for line, action in {"bid 125": "bid 125", "b 85": "bid 85", "pass": "-"}.items():
        assert pressed(here, line)[1] == Answer(action)
    for line in ("bid", "bid 7", "bid 112"):
        now, nothing = pressed(here, line)
        assert nothing is None
        assert now.move.question == "Your bid:"


@pytest.mark.parametrize("line", ["take part", "take", "in", "g"])
@pytest.mark.parametrize("language", ["en", "cy"])
def test_who_is_asked_to_take_part_answers_in_those_words(line: str, language: str) -> None:
    """By the whole name of the move or its beginning, by the word of the command, and by the key."""
    here = asked(Stage(Setup("bete", 4, first_dealer=Seat(3))), "in")
    with speaking(language):
        assert pressed(here, line)[1] == Answer("in")


ONE_DEAL: dict[str, OptionValue] = {"deals": 1}
SETUPS = [
    Setup("bete", 4, ONE_DEAL, Seat(3)),
    Setup("durak-teams", 4, {}, Seat(3)),
    Setup("dudak", 4, ONE_DEAL, Seat(3)),
]


@pytest.mark.parametrize("setup", SETUPS)
def test_every_move_without_a_card_goes_by_its_name(setup: Setup) -> None:
    """As it stands beside its key, and in the words before its numbers."""
    stage, known = ByChance(setup), set()
    for _event in stage.turns():
        view = stage.table().game
        moves = stage.kind.moves(view, None) if view is not None else ()
        for move in [move for move in moves if move.label not in known]:
            known.add(move.label)
            now, action = pressed(boards.seated(Board(), stage.table(), stage.kind), move.label.lower())
            assert action in view.legal or now.move == move
    assert known


def test_several_cards_are_named_in_one_line() -> None:
    """By numbers where several are asked for; a line that names no such cards says why, and the turn how many."""
    assert pressed(bury(), "1 2 3")[0].marked == HAND[:3]
    assert not is_play(board(), ("1", "2", "3"))
    for line, words in {
        "kc 2s": "You do not hold that card: h reads out your hand.",
        "kc nonsense": f"'nonsense' is no card. {NO_CARD}",
        "kc 10d qh ah": "Name 2 to 3 cards in one line: these are 4.",
        "kc kc": "Name 2 to 3 cards in one line: these are 1.",
    }.items():
        assert outcome(bury(), tuple(line.split())) == words
    for due, words in ((Several(3, 3, "Bury cards"), "3 cards"), (Several(2, 3, "Bury cards"), "2 to 3 cards")):
        assert turn_line(bury(due)) == f"Your turn. Follow hearts or pass: {words} in one line."


class Bidding(Burying):
    """Asks in Chwech for a bid instead, by the key that passes: one of many, or the only one that is left."""

    def __init__(self, move: Move) -> None:
        super().__init__()
        self._move = replace(move, key="p")

    def several(self, view: View) -> Several | None:
        return None

    def moves(self, view: View, card: Card | None) -> tuple[Move, ...]:
        return (self._move,)


@pytest.mark.parametrize(
    ("choices", "line", "card"),
    [
        (BIDS.choices, "pass 95", HAND[2]),
        (BIDS.choices[2:], "pass 95", HAND[2]),
        ((*BIDS.choices, Choice("", "A\u2660", Answer(HAND[3].text))), "pass as", HAND[3]),
    ],
)
def test_a_choice_is_named_with_its_word(choices: tuple[Choice, ...], line: str, card: Card) -> None:
    """In one line, whether it is one of many, the only one, or a card; or after the question, by its words."""
    here = replace(board(), kind=Bidding(replace(BIDS, choices=choices)))
    assert pressed(here, line)[1] == Answer(card.text)
    talk = Talk()
    for word, is_answer in (("97", False), ("95", True)):
        talk.now.board = replace(board(), asking=Asking.MOVE, move=BIDS)
        assert answer(talk.now, (word,)) is is_answer
