"""Finished games by words: the list, the scores, the replay."""

import pytest
from msgspec.structs import replace

from chwech_tui.errand import Greet
from games.registry import REVIEWS
from protocol.archive import (
    Games,
    ListGames,
    ReadRecord,
    ReadReplay,
    ReadReview,
    ReadStatistics,
    RecordPart,
    ReplayPart,
    Statistics,
)
from protocol.errors import RemoteProtocolError
from protocol.message import Seat
from tests.chwech_tui.plain.talk import Talk
from tests.chwech_tui.replays import entry_of, record_of, review_of, steps_of

ENTRY = entry_of()
RECORD = record_of()


def listed() -> Talk:
    """Give a dialogue in which the finished games were listed."""
    talk = Talk(Greet("/games"))
    talk.write("history")
    talk.hear(Games(talk.number(ListGames), (ENTRY,)))
    return talk


def send_deal(talk: Talk, deal: int) -> str:
    """Answer the request for a deal, in two parts, and give what is told."""
    steps = steps_of(RECORD)[deal - 1]
    told = talk.hear(ReplayPart(talk.number(ReadReplay), steps[:3], more=True, deals=2))
    rest = talk.hear(ReplayPart(talk.number(ReadReplay), steps[3:], deals=2))
    return "\n".join(filter(None, (told, rest)))


def test_the_games_are_listed_with_statistics() -> None:
    """A line for each game, and one for each kind of game."""
    talk = Talk()
    talk.write("history")
    told = talk.hear(Games(talk.number(ListGames), (ENTRY,))).splitlines()
    assert told[0].startswith(f"{ENTRY.game}. ")
    assert told[-1].startswith("record NUMBER tells")
    assert talk.latest() == ReadStatistics(0, "", "chwech")
    played = Statistics(talk.number(ReadStatistics), "Ann", 2, 1, 16, 400, 3, "chwech", "exact multiples of nine", 3)
    assert talk.hear(played) == "Chwech: 2 games played, 1 won; 25.0 points a deal; exact multiples of nine: 3."


def test_no_games_are_said_to_be_none() -> None:
    """And a number that is not listed leads to the list."""
    talk = Talk()
    talk.write("history")
    assert talk.hear(Games(talk.number(ListGames), ())) == "You have finished no game yet."
    assert talk.write("record 3") == "Write record and the number of a game: history lists them."
    assert talk.write("replay").startswith("Write replay and")
    assert talk.write("export x").startswith("Write export and")


def test_the_scores_of_a_game_come_from_its_record() -> None:
    """Fetched in parts; a line for each player, the best first."""
    talk = listed()
    talk.write(f"record {ENTRY.game}")
    lines = tuple(RECORD.splitlines())
    assert talk.hear(RecordPart(talk.number(ReadRecord), (RECORD[:10],), more=True)) == ""
    assert talk.latest() == ReadRecord(0, ENTRY.game, 1)
    assert talk.hear(RecordPart(talk.number(ReadRecord), ("nonsense",))) == "This client cannot show this game."
    talk.write(f"record {ENTRY.game}")
    told = talk.hear(RecordPart(talk.number(ReadRecord), lines)).splitlines()
    assert told[0].startswith(f"Game {ENTRY.game}, ")
    assert told[1].startswith("1. ")
    assert len(told) == 6
    assert talk.write(f"export {ENTRY.game}").endswith(f"chwech history {ENTRY.game} --data /games > game.jsonl")


def test_whoever_took_hints_is_marked() -> None:
    """In the list of games if it was oneself, and among the scores of a game whoever it was."""
    talk = Talk(Greet("/games"))
    talk.write("history")
    hinted = replace(ENTRY, hinted=(Seat(0), Seat(2)))
    assert talk.hear(Games(talk.number(ListGames), (hinted,))).splitlines()[0].endswith("of 4 (hints).")
    talk.write(f"record {ENTRY.game}")
    told = talk.hear(RecordPart(talk.number(ReadRecord), tuple(RECORD.splitlines())))
    assert told.count("(hints)") == 2


def test_a_record_without_an_end_is_refused() -> None:
    """However long a server goes on, little is kept: the fault ends the dialogue with its one line."""
    talk = listed()
    talk.write(f"record {ENTRY.game}")
    for _ in range(15):
        assert talk.hear(RecordPart(talk.number(ReadRecord), ("x" * 250_000,), more=True)) == ""
    with pytest.raises(RemoteProtocolError, match="has no end"):
        talk.hear(RecordPart(talk.number(ReadRecord), ("x" * 250_001,), more=True))
    talk.write(f"record {ENTRY.game}")
    with pytest.raises(RemoteProtocolError, match="has no end"):
        talk.hear(RecordPart(talk.number(ReadRecord), ("",) * 10_001, more=True))


def test_a_replay_goes_by_words() -> None:
    """Enter steps on; further deals are fetched when they are reached."""
    talk = listed()
    talk.write(f"replay {ENTRY.game}")
    told = send_deal(talk, 1)
    assert told.startswith("Deal 1 of 2, as it was dealt: Deal 1:")
    assert "Enter steps on; back, trick" in told
    assert talk.write("").startswith("Deal 1 of 2, trick 1, play 1: ")
    assert " leads " in talk.write("back") or talk.write("")
    assert talk.write("hands").count("\n") == 3
    assert "takes" in talk.write("trick")
    assert talk.write("start").startswith("Deal 1 of 2, as it was dealt")
    assert talk.write("back") == "There is no more in that direction."
    assert talk.write("end") == ""
    assert send_deal(talk, 2).startswith("Deal 2 of 2, the score: ")
    assert talk.write("deal back").startswith("Deal 2 of 2, as it was dealt")
    assert talk.write("close") == "The replay is closed."


def test_a_deal_is_looked_back_at_by_a_word() -> None:
    """Luck and skill of each seat, then the turning points; from then on each step tells its worth."""
    talk = listed()
    talk.write(f"replay {ENTRY.game}")
    send_deal(talk, 1)
    assert talk.write("review") == "Looking back at this deal…"
    assert talk.latest() == ReadReview(0, ENTRY.game, 1)
    part = review_of(ENTRY, steps_of(RECORD)[0], 1)
    told = talk.hear(replace(part, id=talk.number(ReadReview))).splitlines()
    assert told[0].endswith(" 0: luck +2.5, skill −2.5 (±1.5).")
    assert len(told) == 4 + 3
    assert told[4].startswith("Trick 1: ")
    assert told[4].endswith(" more (±1.2).")
    assert talk.write("review").splitlines() == told
    assert talk.write("").endswith(" Worth −8.2, a pass +3.5 (±1.2).")


def test_the_whole_game_is_looked_back_at_by_two_words() -> None:
    """Each deal is asked for once; then scores, luck and skill are of all deals, and each point names its deal."""
    talk = listed()
    talk.write(f"replay {ENTRY.game}")
    send_deal(talk, 1)
    assert talk.write("review game") == "Looking back at the whole game…"
    parts = [review_of(ENTRY, steps, number) for number, steps in enumerate(steps_of(RECORD), start=1)]
    told = [talk.hear(replace(part, id=talk.number(ReadReview))) for part in parts]
    assert told[:-1] == [""] * (len(parts) - 1)
    lines = told[-1].splitlines()
    assert lines[0].endswith(f" {sum(part.seats[0].score for part in parts)}: luck +5.0, skill −5.0 (±2.1).")
    points = [line for line in lines if line.startswith("Deal ")]
    assert len(points) == len(lines) - 4
    assert {line.partition(",")[0] for line in points} == {"Deal 1", "Deal 2"}
    assert talk.write("review game").splitlines() == lines
    assert talk.write("review").splitlines()[0] != lines[0]


def test_a_game_without_a_mistake_is_looked_back_at() -> None:
    """That is said."""
    talk = listed()
    talk.write(f"replay {ENTRY.game}")
    send_deal(talk, 1)
    talk.write("review game")
    for number, steps in enumerate(steps_of(RECORD), start=1):
        part = replace(review_of(ENTRY, steps, number), turning_points=(), turns=())
        told = talk.hear(replace(part, id=talk.number(ReadReview)))
    assert told.splitlines()[-1] == "No turning points: nothing else was clearly better."


def test_a_review_that_comes_late_is_kept() -> None:
    """One of another deal, of another table, or after the replay was closed tells nothing."""
    talk = listed()
    talk.write(f"replay {ENTRY.game}")
    send_deal(talk, 1)
    talk.write("review")
    part = review_of(ENTRY, steps_of(RECORD)[1], 2)
    assert talk.hear(part) == ""
    assert talk.hear(replace(part, seats=part.seats[1:])) == ""
    talk.write("close")
    assert talk.hear(part) == ""


def test_the_game_just_played_is_found() -> None:
    """By its table; not yet stored, it is worth another try."""
    talk = Talk()
    talk.now.sought = ENTRY.table
    talk.hear(Games(0, (ENTRY,)))
    assert talk.latest() == ReadReplay(0, ENTRY.game, 1, 0)
    talk.write("close")
    talk.now.sought = "elsewhere"
    assert talk.hear(Games(0, (ENTRY,))).startswith("This game is not among your finished games yet")


def test_what_does_not_fit_is_not_shown() -> None:
    """A part without steps ends the replay."""
    talk = listed()
    talk.write(f"replay {ENTRY.game}")
    assert talk.hear(ReplayPart(talk.number(ReadReplay), (), deals=2)) == "This client cannot show this game."
    assert talk.hear(ReplayPart(0, (), deals=2)) == ""


def test_a_game_without_a_review_is_named_by_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is asked of the server."""
    talk = listed()
    talk.write(f"replay {ENTRY.game}")
    send_deal(talk, 1)
    monkeypatch.delitem(REVIEWS, "chwech")
    for line in ("review", "review game"):
        assert talk.write(line) == "There is no review of Chwech."
    assert not isinstance(talk.latest(), ReadReview)
