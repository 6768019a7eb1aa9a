"""Puzzles: positions in which a choice gave points away, as lessons: of one's own reviewed games, or of the day.

``puzzles.jsonl`` in the folder of a game has those of the days, a line each: a record up to the position, and what the
choice there was worth. ``tools.puzzles`` makes it from games of bots, so that every machine has the same one.
"""

from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any, Final

from msgspec import Raw, json
from msgspec.structs import replace as changed

from chwech_tui.model.board import reason_words
from chwech_tui.model.ink import plain
from chwech_tui.model.lesson import Lesson, LessonReply, taught
from chwech_tui.model.moves import capitalized
from chwech_tui.model.people import BOT_MARK
from chwech_tui.model.review import NO_CARD, choice_line
from chwech_tui.model.settings import Settings, with_coach
from games.kit.asking import Choice, text
from games.kit.records import RecordFault, decoded, run_at
from games.kit.review import is_mistake
from games.kit.run import Run, fork
from games.kit.view import view_of
from games.registry import GAMES, REVIEWS
from protocol.archive import GameEntry, Games, ListGames, ReadRecord, ReadReview, RecordPart, ReviewPart, TurnReview
from protocol.game import Answer
from protocol.language import N_, _, pgettext
from protocol.messages import FromClient
from protocol.people import LONGEST_SETTING
from protocol.setup import Setup

DAY_SECONDS: Final = 86_400  # The puzzle of the day changes at midnight of Universal Time.
MOST_GAMES: Final = 5  # The newest games that are looked back at, at most, until one has a mistake.
MOST_LINES: Final = 5000  # The most lines of a record that are read.

SEEKING: Final = N_("Looking back at your games…")
NONE_FOUND: Final = N_("No unsolved mistakes left: play another game.")
NOT_FILED: Final = N_("This game is not among your finished games yet: try again in a moment.")
"""All are marked for translation."""

Kept = dict[FromClient, Any]
"""Records and reviews by the commands that asked for them: a second search asks for little, as servers want it."""
MOST_KEPT: Final = 64

Search = Generator[FromClient, Any, tuple[tuple[Lesson, ...], str, Settings]]
"""Yields commands, wants their answers, and returns the puzzles of one game, why there are none, and the settings."""


def search(known: Settings, kept: Kept, table: str = "") -> Search:
    """Look for one's own mistakes: in the game of a table, or in the newest with one that was not solved lately."""
    news: Games = yield ListGames(0)
    if table and all(entry.table != table for entry in news.games):
        return (), NOT_FILED, known
    own = [entry for entry in news.games if entry.seat is not None and entry.setup.game in REVIEWS]
    solved = known.solved.split()
    for entry in [one for one in own if (one.table == table if table else str(one.game) not in solved)][:MOST_GAMES]:
        record, parts = (yield from _record(entry.game, kept)), list[ReviewPart]()
        for deal in range(1, len(decoded(record.encode()).deals) + 1):
            parts.append((yield from _asked(ReadReview(0, entry.game, deal), kept)))
        known = noted(known, entry, parts)
        found = [one for one in _puzzles(record, entry, parts) if table or one.mark not in solved]
        if found:
            return tuple(found), "", known
        # It is passed over from now on.
        known = with_solved(known, str(entry.game))
    return (), NONE_FOUND, known


def with_solved(known: Settings, mark: str) -> Settings:
    """Return the notes with a puzzle that was solved, or a game that has no more; the oldest come again."""
    return changed(known, solved=with_coach(known.solved, mark, LONGEST_SETTING))


def noted(known: Settings, entry: GameEntry, parts: Sequence[ReviewPart]) -> Settings:
    """Return the notes with the points a deal given away in a game, all deals of which were reviewed."""
    if entry.seat is None or not parts:
        return known
    lost = sum(turn.swing for _deal, turn in _mistakes(entry, parts)) / len(parts)
    others = [one for one in known.given.split() if one.partition(":")[0] != str(entry.game)]
    return changed(known, given=with_coach(" ".join(others), f"{entry.game}:{lost:.1f}", LONGEST_SETTING))


def given_in(known: Settings, entries: Iterable[GameEntry], game: str) -> tuple[float, ...]:
    """Return the points a deal given away in each reviewed game of a kind, the oldest first."""
    listed = {str(entry.game) for entry in entries if entry.setup.game == game}
    pairs = [one.partition(":")[::2] for one in known.given.split()]
    held = {int(number): lost for number, lost in pairs if number in listed and lost.replace(".", "", 1).isdecimal()}
    return tuple([float(lost) for _number, lost in sorted(held.items())])


def puzzle_due(now: float, known: Settings) -> Lesson | None:
    """Return the puzzle of the day at a moment, in seconds since 1970; None if it was solved."""
    day, name = int(now // DAY_SECONDS), next(iter(REVIEWS))
    if f"d{day}" in known.solved.split():
        return None
    every = _every_day(GAMES[name].deal.__module__.rpartition(".")[0])
    record, turn = json.decode(every[day % len(every)], type=tuple[Raw, TurnReview])
    run, course = _run_at(bytes(record).decode(), 1, turn), taught(GAMES[name])
    assert run is not None, "its records hold"
    others = course.names if course is not None else ()
    said = _("A bot gave points away here. What would you play?")
    names = (*others[: turn.seat], "", *others[turn.seat :])
    return _lesson(run, turn, _("Puzzle of the day"), said, names, f"d{day}")


@cache
def _every_day(folder: str) -> list[bytes]:
    return (files(folder) / "puzzles.jsonl").read_bytes().splitlines()


def _asked(command: FromClient, kept: Kept) -> Generator[FromClient, Any, Any]:
    if command not in kept:
        answer = yield command
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[command] = answer
    return kept[command]


def _record(game: int, kept: Kept) -> Generator[FromClient, Any, str]:
    lines, more = list[str](), True
    while more and len(lines) < MOST_LINES:
        part: RecordPart = yield from _asked(ReadRecord(0, game, len(lines)), kept)
        lines += part.lines
        more = part.more and bool(part.lines)
    return "\n".join(lines)


def _mistakes(entry: GameEntry, parts: Iterable[ReviewPart]) -> list[tuple[int, TurnReview]]:
    """Return one's own certain mistakes with their deals, the costliest first."""
    own = [(part.deal, turn) for part in parts for turn in part.turns if turn.mistake and turn.seat == entry.seat]
    return sorted(own, key=lambda one: -one[1].swing)


def _puzzles(record: str, entry: GameEntry, parts: Iterable[ReviewPart]) -> Generator[Lesson]:
    said, names = _("You gave points away here. What would you play now?"), entry.names
    for deal, turn in _mistakes(entry, parts):
        run = _run_at(record, deal, turn)
        if run is not None and run.match.players == len(names):
            title = _("Game {game}, deal {deal}, trick {trick}", game=entry.game, deal=deal, trick=turn.trick)
            called = tuple([name.removesuffix(BOT_MARK) for name in names])
            yield _lesson(run, turn, title, said, called, f"{entry.game}.{deal}.{turn.turn}")


def _run_at(record: str, deal: int, turn: TurnReview) -> Run | None:
    """Return the run of a record before a turn of a deal; None if its server tells something else of it."""
    with suppress(RecordFault):
        run = run_at(record, deal, turn.turn - 1, GAMES)
        return run if run is not None and run.legal(turn.seat) else None
    return None


def _lesson(run: Run, turn: TurnReview, title: str, said: str, names: tuple[str, ...], mark: str) -> Lesson:
    view, seat = view_of(run, turn.seat), turn.seat
    setup = Setup(view.game, view.players, view.options, view.first_dealer)
    replies = tuple([_reply(run, turn, choice) for choice in run.legal(seat)])
    return Lesson(title, said, setup, names, view, replies, seat, mark)


def _reply(run: Run, turn: TurnReview, choice: Choice) -> LessonReply:
    """Return what is said of a choice, and the table after it, before anyone has answered it."""
    said, after = text(choice), fork(run)
    after.act(turn.seat, choice)
    worth = {**turn.others, turn.action: turn.worth, turn.other or said: turn.other_worth}.get(said)
    lost = None if worth is None else round(turn.other_worth - worth, 2)
    good = lost is not None and said != turn.action and not is_mistake(lost, turn.error)
    return LessonReply(Answer(said), view_of(after, turn.seat), _judged(turn, said, lost, good=good), good)


def _judged(turn: TurnReview, said: str, lost: float | None, *, good: bool) -> str:
    """Say what a choice was worth beside the best one, and why that is the best."""
    if said == turn.other:
        told = _("{best} is worth {points} points of the deal more than {played}, which was played (±{error}).")
    elif good:
        told = _("{choice} is about as good as {best}, the best.")
    elif lost is not None:
        told = _("{best} is worth {points} points of the deal more than {choice} (±{error}).")
    else:
        told = _("{best} is clearly better than {choice}.")
    why = reason_words(turn)
    facts = {
        "best": _named(turn.other or NO_CARD),
        "choice": _named(said),
        "played": _named(turn.action),
        "points": f"{lost or turn.swing:.1f}",
        "error": f"{turn.error:.1f}",
    }
    because = " " + _("Why {best}: {reasons}.") if why else ""
    return capitalized(f"{told}{because}".format(**facts, reasons=why))


def _named(action: str) -> str:
    return pgettext("choice", "pass") if action == NO_CARD else plain(choice_line(action))
