"""Puzzles: those of the days, and the search for one's own mistakes in reviewed games."""

import pytest
from msgspec.structs import replace

from chwech_tui.model.lesson import Lesson
from chwech_tui.model.puzzle import DAY_SECONDS, MOST_GAMES, NOT_FILED, Kept, given_in, puzzle_due, search, with_solved
from chwech_tui.model.settings import Settings
from games.kit.asking import text
from games.kit.records import replay
from games.registry import GAMES
from protocol.archive import GameEntry, Games, ListGames, ReadRecord, ReadReview, RecordPart, ReviewPart, TurnReview
from protocol.message import Seat
from protocol.messages import FromClient
from protocol.people import LONGEST_SETTING
from protocol.setup import Setup
from protocol.table import HintReason
from tests.chwech_tui.replays import entry_of, record_of, review_of, steps_of

DAYS = 183  # The number of puzzles of the days.
RECORD, ENTRY = record_of(), entry_of()
STEPS = steps_of(RECORD)


def test_every_day_has_a_puzzle_that_can_be_solved() -> None:
    """Everyone gets the same one; it shows no hand but one's own, and one choice is better than what was played."""
    seen = set[str]()
    for day in range(20_000, 20_000 + DAYS):
        lesson = puzzle_due(day * DAY_SECONDS, Settings())
        assert lesson == puzzle_due((day + 1) * DAY_SECONDS - 0.1, Settings(solved=f"d{day - 1} 12"))
        assert puzzle_due(day * DAY_SECONDS, with_solved(Settings(), lesson.mark)) is None
        assert {reply.good for reply in lesson.replies} == {True, False}
        assert sum("which was played" in reply.text for reply in lesson.replies) == 1
        hands = lesson.view.fields["hands"]
        assert [seat for seat, hand in enumerate(hands) if isinstance(hand, tuple)] == [lesson.seat]
        seen.add(str(lesson.view))
    assert len(seen) == DAYS


def own_review(deal: int) -> ReviewPart:
    """Give a review with a mistake: the first of one's own turns that has four choices, all but one of them known."""
    for run in replay(RECORD.encode(), GAMES):
        legal = list(map(text, run.legal(0)))
        if run.match.deal == deal and len(legal) >= 4:
            number = len(run.answers) + 1
            done = review_of(ENTRY, STEPS[deal - 1], deal).turns[number - 1].action
            other, near, bad = [one for one in legal if one != done][:3]
            others, why = {near: 4.8, bad: -2.0}, (HintReason("it cannot take the trick"),)
            wrong = TurnReview(number, 2, Seat(0), done, 1.0, other, 4.0 + deal, 0.4, True, others, why)
            return ReviewPart(1, deal, review_of(ENTRY, STEPS[deal - 1], deal).seats, (wrong,))
    raise AssertionError("no such turn")


def found_by(
    known: Settings, games: tuple[GameEntry, ...], table: str = "", kept: Kept | None = None
) -> tuple[tuple[Lesson, ...], Settings, list[FromClient]]:
    """Give what a search finds on a server whose games are all the same, and what it asks for."""
    answer: object = None
    seeking, asked = search(known, {} if kept is None else kept, table), list[FromClient]()
    while True:
        try:
            asked.append(command := seeking.send(answer))
        except StopIteration as end:
            puzzles, why, notes = end.value
            assert bool(puzzles) is not bool(why)
            return puzzles, notes, asked
        match command:
            case ListGames():
                answer = Games(1, games)
            case ReadRecord(line=line):
                answer = RecordPart(1, (RECORD,)[line:])
            case ReadReview(deal=deal):
                answer = own_review(deal)


def test_own_mistakes_come_the_costliest_first() -> None:
    """The newest game is reviewed as a whole; each choice says what it costs, and the one that was played is none."""
    puzzles, notes, asked = found_by(Settings(), (ENTRY, replace(ENTRY, game=16)))
    assert asked == [ListGames(0), ReadRecord(0, 17, 0), ReadReview(0, 17, 1), ReadReview(0, 17, 2)]
    assert [one.title for one in puzzles] == ["Game 17, deal 2, trick 2", "Game 17, deal 1, trick 2"]
    assert (notes.given, notes.solved) == ("17:4.5", "")  # 5 and 4 points, in two deals.
    wrong = own_review(2).turns[0]
    told = {reply.action.said: (reply.good, reply.text) for reply in puzzles[0].replies}
    why = "it cannot take the trick."
    assert told[wrong.other or ""][0]
    assert "is worth 5.0 points of the deal more than" in told[wrong.other or ""][1]
    assert all(text.endswith(why) for _good, text in told.values())
    near, bad = wrong.others
    assert "is worth 1.2 points of the deal more than" in told[near][1]
    assert [told[one][0] for one in (near, bad, wrong.action)] == [False, False, False]
    assert "8.0 points" in told[bad][1]
    kept: Kept = {}
    assert found_by(Settings(), (ENTRY,), kept=kept)[0] == puzzles
    assert found_by(Settings(), (ENTRY,), kept=kept)[2] == [ListGames(0)]
    # In the first deal the difference is within the error.
    assert [reply.good for reply in puzzles[1].replies].count(True) == 2


def test_what_was_solved_does_not_come_back_soon() -> None:
    """A game whose mistakes are all solved is passed over, and not looked at again; by its table it can be asked."""
    puzzles, notes, _asked = found_by(Settings(), (ENTRY,))
    notes = with_solved(notes, puzzles[0].mark)
    assert [one.mark for one in found_by(notes, (ENTRY,))[0]] == [puzzles[1].mark]
    notes = with_solved(notes, puzzles[1].mark)
    none, later, _asked = found_by(notes, (ENTRY, replace(ENTRY, game=16, seat=None)))
    assert (none, later.solved.split()[0]) == ((), "17")
    assert found_by(later, (ENTRY,))[2] == [ListGames(0)]
    assert len(found_by(later, (ENTRY,), ENTRY.table)[0]) == 2


def test_a_game_that_has_just_ended_may_not_be_filed_yet() -> None:
    """Then that is said, not that there are no mistakes in it."""
    seeking = search(Settings(), {}, "other")
    next(seeking)
    with pytest.raises(StopIteration) as end:
        seeking.send(Games(1, (ENTRY,)))
    assert end.value.value == ((), NOT_FILED, Settings())


def test_a_search_and_its_notes_are_bounded() -> None:
    """A few games are looked at, and none of another kind; the oldest notes give way."""
    whist = replace(ENTRY, game=99, setup=Setup("whist", 4))
    games = (whist, *(replace(ENTRY, game=number) for number in range(40, 0, -1)))
    turns = [own_review(deal).turns[0].turn for deal in (1, 2)]
    marks = [f"{one.game}.{deal}.{turn}" for one in games for deal, turn in enumerate(turns, start=1)]
    none, notes, asked = found_by(Settings(solved=" ".join(marks)), games)
    assert none == ()
    assert [one.game for one in asked if isinstance(one, ReadRecord)] == [40, 39, 38, 37, 36][:MOST_GAMES]
    assert len(notes.solved) <= LONGEST_SETTING
    assert notes.solved.startswith("36 37 38 39 40 99.1.")


def test_what_was_given_away_is_told_by_game() -> None:
    """The oldest game comes first; other kinds of games, and what nobody understands, count for nothing."""
    notes = Settings(given="3:1.5 17:0.4 16:2.0 x:1 17 15:y -:")
    games = (ENTRY, replace(ENTRY, game=16), replace(ENTRY, game=3, setup=Setup("whist", 4)), replace(ENTRY, game=15))
    assert given_in(notes, games, "chwech") == (2.0, 0.4)
    assert given_in(notes, games, "roque") == ()
