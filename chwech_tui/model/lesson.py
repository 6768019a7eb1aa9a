"""The course of a game: prepared positions, each with what follows from every choice in it.

``GAME.lessons.toml`` in the folder of a game has the hands, the answers so far and, for the answers of seat 0, those
that follow them, all as records write them, with commas between them; ``*`` stands for every other answer of seat 0,
and for the cheapest one of another seat. The texts are translated where they are shown.
"""

import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from games.kit.asking import Shuffle, text
from games.kit.game import Game
from games.kit.pages import course_file
from games.kit.records import order_of
from games.kit.run import Run
from games.kit.view import view_of
from protocol.game import Answer, View
from protocol.language import N_
from protocol.message import Seat
from protocol.setup import OptionValue, Setup


class Reply(Struct, frozen=True, gc=False):
    """What follows from one choice."""

    action: Answer
    view: View
    """The game after the choice and the turns that follow it."""
    text: str
    """What the coach says to it."""
    good: bool = True
    """True if no other choice is clearly better."""


class Lesson(Struct, frozen=True, gc=False):
    """One position with a choice to make."""

    title: str
    text: str
    """What the coach says before the choice."""
    setup: Setup
    names: tuple[str, ...]
    """The names on the seats; the first is the viewer, marked for translation."""
    view: View
    replies: tuple[Reply, ...]
    """One for each legal action of the viewer."""
    seat: Seat = Seat(0)
    """That of the viewer."""
    mark: str = ""
    """What is noted of it once it is solved; empty for a lesson."""

    def reply_to(self, action: Answer) -> Reply:
        """Return what follows from a legal action."""
        return next(reply for reply in self.replies if reply.action == action)


class TaughtReply(Struct, frozen=True, gc=False):
    """What follows from an answer."""

    text: str
    then: str = ""
    good: bool = False


class TaughtDeal(Struct, frozen=True, gc=False, kw_only=True):
    """A deal with a choice to make."""

    title: str
    text: str
    dealer: int
    hands: tuple[str, ...]
    actions: str = ""
    more: dict[str, Any] = {}
    """What a record has of the cards besides the hands."""
    before: dict[str, Any] = {}
    """The sheet of a deal before it, if there was one."""
    replies: dict[str, TaughtReply]


class Taught(Struct, frozen=True, gc=False, kw_only=True):
    """The course of a game."""

    players: int
    options: dict[str, OptionValue] = {}
    names: tuple[str, ...]
    farewell: str
    lessons: tuple[TaughtDeal, ...]


def taught(game: Game[Any]) -> Taught | None:
    """Return the course of a game as its file has it; None if there is none."""
    file = course_file(game)
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Taught) if file.is_file() else None


def lessons_of(game: Game[Any]) -> tuple[Lesson, ...]:
    """Return the positions of the course of a game; none if it has no course."""
    course = taught(game)
    return tuple([_lesson(game, course, deal) for deal in course.lessons]) if course is not None else ()


def texts_of(game: Game[Any]) -> Iterator[str]:
    """Yield the texts of the course of a game, for translators."""
    course = taught(game)
    if course is not None:
        yield course.farewell
        for deal in course.lessons:
            yield from (deal.title, deal.text, *[reply.text for reply in deal.replies.values()])


def _lesson(game: Game[Any], course: Taught, deal: TaughtDeal) -> Lesson:
    before, replies = _played(game, course, deal), []
    for choice in before.legal(0):
        said = text(choice)
        reply = next(one for keys, one in deal.replies.items() if keys == "*" or said in keys.split(", "))
        after = _played(game, course, deal, said, *reply.then.split(", "))
        replies.append(Reply(Answer(said), view_of(after, Seat(0)), reply.text, reply.good))
    setup = Setup(game.name, course.players, course.options, Seat(deal.dealer))
    return Lesson(deal.title, deal.text, setup, (N_("You"), *course.names), view_of(before, Seat(0)), tuple(replies))


def _played(game: Game[Any], course: Taught, deal: TaughtDeal, own: str = "", *more: str) -> Run:
    """Return the run of a deal after its answers, an answer of the viewer, and some more."""
    match = game.start(course.players, course.options, deal.dealer)
    match.sheets += [msgspec.convert(deal.before, game.sheet)] if deal.before else []
    run = Run(match)
    run.shuffle(order_of(match, {"hands": [hand.split() for hand in deal.hands], **deal.more}))
    answers = [*[(None, one) for one in deal.actions.split(", ")], (0, own), *[(None, one) for one in more]]
    for mover, said in answers:
        if said:
            assert run.asks is not None and not isinstance(run.asks, Shuffle), "the deal has ended"  # noqa: PT018
            seat = next(iter(run.asks.asked)) if mover is None else mover
            run.act(seat, run.fallback(seat) if said == "*" else run.read(seat, said))
    return run
