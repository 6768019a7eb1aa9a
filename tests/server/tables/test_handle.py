"""What a table allows and refuses, repeated commands, and talk."""

import pytest
from msgspec.structs import replace

from games.kit.deck import derive
from protocol.errors import ErrorCode
from protocol.game import Answered
from protocol.message import Seat
from protocol.messages import Act
from protocol.setup import Arrangement, Clock
from protocol.table import CameBack, Line, Said, SeatLeft, TablePhase
from server.tables.commands import BotMove, Speak
from server.tables.log import KEPT, SPENT, Agreed, Answers, Cause, TableClosed, recall, remember
from server.tables.seating import host_seat
from server.tables.table import arrive, waits_for
from tests.server.lots import bid
from tests.server.tables.desk import NOW, Desk, asked, table_view


def playing(**options: int) -> Desk:
    """Give a table of Ann, Ben and a bot whose game has begun."""
    desk = Desk(options=options)
    desk.join("ben")
    desk.done(desk.start())
    return desk


# Sitting down


def test_a_full_table_is_full() -> None:
    """Nobody gets a seat that someone has, before the game or in it."""
    desk = Desk(2)
    desk.join("ben")
    assert desk.denied(desk.sit("cat")).code is ErrorCode.TABLE_FULL
    desk.done(desk.start())
    assert desk.denied(desk.sit("cat")).code is ErrorCode.TABLE_FULL


def test_nobody_joins_a_game_that_has_ended() -> None:
    """After the game only those who played it come back."""
    desk = playing(deals=1)
    desk.play_a_deal()
    assert desk.table.phase is TablePhase.OVER
    assert desk.denied(desk.sit("cat")).code is ErrorCode.NOT_NOW
    desk.granted(desk.sit("ben"))


# Getting up


def test_before_the_game_a_seat_is_freed() -> None:
    """Who leaves before the game has no seat any more, and the table goes on for the others."""
    desk = Desk()
    desk.join("ben")
    desk.done(desk.leave("ann"))
    assert desk.steps[-1].event == SeatLeft(Seat(0), "Ann")
    assert desk.table.chairs[0] is None
    assert host_seat(desk.table) == 1
    desk.done(desk.start("ben"))


def test_a_table_that_everybody_left_is_closed() -> None:
    """When the last person leaves before the game, nobody can sit down there any more."""
    desk = Desk()
    done = desk.done(desk.leave("ann"))
    assert done.record.facts[-1] == TableClosed()
    assert desk.table.closed
    assert host_seat(desk.table) is None
    assert desk.denied(desk.sit("ben")).code is ErrorCode.UNKNOWN_TABLE


def test_in_a_shared_game_a_bot_plays_on() -> None:
    """Who leaves a game that others play is stood in for, and has the seat again on coming back."""
    desk = playing()
    desk.done(desk.leave("ben"))
    assert desk.steps[-1].event == SeatLeft(Seat(1), "Ben")
    chair = desk.table.chairs[1]
    assert chair is not None
    assert (chair.name, chair.account, chair.bot) == ("Ben", "ben", "plain")
    desk.granted(desk.leave("ben"))
    desk.lose("ben")
    assert desk.denied(desk.move("ben", bid(1))).code is ErrorCode.NOT_SEATED
    back = desk.done(desk.sit("ben"))
    assert back.progress.steps[-1].event == CameBack(Seat(1), "Ben")
    chair = desk.table.chairs[1]
    assert chair is not None
    assert not chair.bot


def test_alone_among_bots_the_seat_is_kept() -> None:
    """Who leaves a game with bots finds it as it was."""
    desk = Desk()
    desk.done(desk.start())
    desk.granted(desk.leave("ann"))


def test_by_correspondence_the_seat_waits() -> None:
    """Who goes between two moves that may take days loses none of them to a bot."""
    desk = Desk(arrangement=Arrangement(clock=Clock(86_400.0)))
    desk.join("ben")
    desk.done(desk.start())
    desk.granted(desk.leave("ben"))
    chair = desk.table.chairs[1]
    assert chair is not None
    assert not chair.bot


def test_who_has_no_seat_cannot_get_up() -> None:
    """Only who sits can leave."""
    assert Desk().denied(Desk().leave("ben")).code is ErrorCode.NOT_SEATED


# Beginning


def test_a_game_begins_once() -> None:
    """A second beginning is refused."""
    desk = playing()
    assert desk.denied(desk.start()).text == "the game has already begun"


# Shuffling and the pause between deals


def test_the_first_deal_waits_for_nobody() -> None:
    """As soon as the game has begun, the pack is shuffled with the bytes given."""
    desk = playing()
    desk.done(desk.deal(bytes(range(32))))
    assert desk.steps[-1].event == Answered(seed=bytes(range(32)).hex())


def test_a_seed_decides_the_deals() -> None:
    """At a table with a seed the bytes given do not matter."""
    desk = Desk(seed="x")
    desk.done(desk.start())
    desk.done(desk.deal(bytes(32)))
    assert desk.steps[-1].event == Answered(seed=derive("x", 1, 1).hex())


def test_no_shuffle_unasked() -> None:
    """Chance is not heard before the game, nor while people act."""
    assert Desk().denied(Desk().deal()).code is ErrorCode.NOT_NOW
    desk = playing()
    desk.done(desk.deal())
    desk.denied(desk.deal())


def test_the_next_deal_waits_for_everybody() -> None:
    """After a deal the next one comes when all who are here have agreed."""
    desk = playing()
    desk.play_a_deal()
    assert waits_for(desk.table) == (0, 1)
    assert desk.denied(desk.deal()).code is ErrorCode.NOT_NOW
    assert desk.done(desk.agree("ben")).record.facts == (Agreed(Seat(1)),)
    desk.granted(desk.agree("ben"))
    assert waits_for(desk.table) == (0,)
    desk.done(desk.agree("ann"))
    desk.done(desk.deal())
    assert desk.table.agreed == frozenset()


def test_agreeing_to_nothing() -> None:
    """Agreement counts between two deals alone, and to the state that it saw."""
    desk = playing()
    desk.done(desk.deal())
    assert desk.denied(desk.agree("ann")).code is ErrorCode.NOT_NOW
    assert desk.denied(desk.agree("ann", seq=1)).code is ErrorCode.STALE


# Acting


def test_a_legal_action_happens() -> None:
    """What the rules allow is stored with its command and told."""
    desk = playing()
    desk.done(desk.deal())
    move = desk.move("ben", bid(2))
    done = desk.done(move)
    assert done.record.cause == move.cause
    assert desk.steps[-1].event == Answered(Seat(1), bid(2).said)


def test_a_repeated_action_acts_once() -> None:
    """The same command again gets the number that it was answered with."""
    desk = playing()
    desk.done(desk.deal())
    move = desk.move("ben", bid(2))
    desk.done(move)
    seq = desk.table.seq
    desk.done(desk.move("ann", bid(1)))
    assert desk.granted(move).seq == seq


def test_a_spent_id_is_refused() -> None:
    """Another command under the same id is refused and told what would be right."""
    desk = playing()
    desk.done(desk.deal())
    move = desk.move("ben", bid(2))
    desk.done(move)
    denied = desk.denied(asked(Cause("ben", move.cause.id, "Test", desk.table.seq), Act, bid(1)))
    assert denied.code is ErrorCode.STALE
    assert "use a higher one" in denied.text


def test_an_action_for_another_state_is_stale() -> None:
    """An older number is refused, and so is one that has not come."""
    desk = playing()
    desk.done(desk.deal())
    for wrong in (-1, 1):
        assert desk.denied(desk.move("ben", bid(2), desk.table.seq + wrong)).code is ErrorCode.STALE


def test_an_illegal_action_is_refused_in_the_words_of_the_game() -> None:
    """The rules say why."""
    desk = playing()
    desk.done(desk.deal())
    denied = desk.denied(desk.move("ben", bid(7)))
    assert denied.code is ErrorCode.ILLEGAL_ACTION
    assert denied.text == "bid 7 is not among the answers: bid 0, bid 1, bid 2"


def test_nobody_acts_before_or_after_the_game() -> None:
    """Outside the game there is nothing to do."""
    desk = Desk()
    assert desk.denied(desk.move("ann", bid(1))).code is ErrorCode.NOT_NOW
    desk = playing(deals=1)
    desk.play_a_deal()
    assert desk.denied(desk.move("ann", bid(1))).code is ErrorCode.NOT_NOW


# Bots


def test_a_bot_that_is_late_is_not_heard() -> None:
    """A bot that saw another state, or whose seat has a person again, is refused."""
    desk = playing()
    desk.done(desk.deal())
    late = desk.bot_move(2)
    desk.done(desk.move("ann", bid(1)))
    assert desk.denied(late).code is ErrorCode.STALE
    prompt = desk.bot_move(2)
    desk.join("cat")
    assert desk.denied(BotMove(Seat(2), prompt.level, desk.table.seq, prompt.action)).code is ErrorCode.STALE


def test_a_join_that_was_done_and_undone_is_not_done_again() -> None:
    """Whoever sits down, gets up, and sends the first command once more is told that it is of the past."""
    desk = Desk()
    desk.table = arrive(desk.table, "ben")
    joined = desk.sit("ben")
    desk.done(joined)
    desk.done(desk.leave("ben"))
    assert desk.denied(joined).code is ErrorCode.STALE


def cause(id: int, account: str = "ann", verb: str = "Act", seq: int | None = 4) -> Cause:
    """Give a command."""
    return Cause(account, id, verb, seq)


def test_only_the_last_answers_are_kept() -> None:
    """The answers of a long game take no more room than those of a short one."""
    answers: Answers = {}
    for number in range(1, 3 * KEPT):
        answers = remember(answers, cause(number), number)
    assert len(answers["ann"]) == KEPT
    assert recall(answers, cause(3 * KEPT - 1)) == 3 * KEPT - 1
    assert recall(answers, cause(1)) == SPENT


def said(desk: Desk, account: str, text: str = "well, well") -> Speak:
    """Give the wish of someone to say something."""
    return Speak(desk.cause(account), account.title(), text)


def playing_talk() -> Desk:
    """Give a table of Ann, Ben and a bot, dealt."""
    desk = Desk()
    desk.join("ben")
    desk.done(desk.start())
    desk.done(desk.deal())
    return desk


def test_who_looks_on_is_heard_by_their_like_during_the_game() -> None:
    """While the game is on, what someone without a seat says is no event and changes nothing that players see."""
    desk = playing_talk()
    before = table_view(desk.table, Seat(0))
    done = desk.done(said(desk, "eve", "she has the high lot"))
    assert done.progress.steps == ()
    assert desk.table.whispers == (Line(1, "Eve", "she has the high lot", NOW),)
    assert table_view(desk.table, Seat(0)) == before


def test_before_and_after_the_game_all_are_heard_by_all() -> None:
    """Who watches while people gather, or when the game has ended, talks with everyone."""
    desk = Desk()
    desk.done(said(desk, "eve", "hello"))
    assert desk.steps[-1].event == Said("Eve", "hello")
    desk = playing_talk()
    desk.table = replace(desk.table, phase=TablePhase.OVER)
    desk.done(said(desk, "eve", "a good game"))
    assert desk.steps[-1].event == Said("Eve", "a good game")


def test_talk_makes_no_action_stale() -> None:
    """Whoever acts on the state before someone spoke is not refused; an action of an earlier state is."""
    desk = playing_talk()
    seen = desk.table.seq
    desk.done(said(desk, "ben"))
    desk.done(desk.move("ann", bid(1), seen))
    assert desk.denied(desk.move("ann", bid(1), seen)).code is ErrorCode.STALE
    assert desk.denied(desk.move("ben", bid(1), desk.table.seq + 1)).code is ErrorCode.STALE
    desk.done(desk.move("ben", bid(1)))
    desk.done(desk.bot_move(2))
    seen = desk.table.seq
    desk.done(said(desk, "ben"))
    desk.done(desk.agree("ann", seen))
    desk.done(desk.agree("ben", seen))


def test_a_repeated_line_is_said_once() -> None:
    """The same command again gets the recorded answer; a spent id is refused."""
    desk = playing_talk()
    first = said(desk, "ann")
    desk.done(first)
    number = desk.table.seq
    desk.done(said(desk, "ben"))
    assert desk.granted(first).seq == number
    spent = Speak(replace(first.cause, verb="Else"), "Ann", "again")
    assert desk.denied(spent).code is ErrorCode.STALE


def test_talk_at_one_table_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log takes in only so many lines, and from those who watch only half as many: nobody is silenced by them."""
    monkeypatch.setattr("server.tables.handle.LINES", 4)
    desk = playing_talk()
    for account in ("ann", "eve"):
        desk.done(said(desk, account))
    assert desk.denied(said(desk, "eve")).code is ErrorCode.TOO_MANY
    for account in ("ann", "ann"):
        desk.done(said(desk, account))
    assert desk.denied(said(desk, "ann")).code is ErrorCode.TOO_MANY
    desk.done(desk.move("ann", bid(1)))
