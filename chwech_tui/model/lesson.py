"""The course of a game: prepared positions, each with what follows from every choice in it.

``GAME.lessons.toml`` in the folder of a game has the hands, the answers so far and, for the answers of seat 0, those
that follow them, all as records write them, with commas between them; ``*`` stands for every other answer of seat 0,
and for the cheapest one of another seat. The texts are translated where they are shown.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields
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


class LessonReply(Struct, frozen=True, gc=False):
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
    replies: tuple[LessonReply, ...]
    """One for each legal action of the viewer."""
    seat: Seat = Seat(0)
    """That of the viewer."""
    mark: str = ""
    """What is noted of it once it is solved; empty for a lesson."""

    def reply_to(self, action: Answer) -> LessonReply:
        """Return what follows from a legal action."""
        return next(reply for reply in self.replies if reply.action == action)


class TaughtReply(Struct, frozen=True, gc=False):
    """What follows from an answer."""

    text: str
    then: str = ""
    good: bool = False


class Prepared(Struct, frozen=True, gc=False, kw_only=True):
    """A deal up to a choice."""

    dealer: int
    hands: tuple[str, ...]
    actions: str = ""
    more: dict[str, Any] = {}
    """What a record has of the cards besides the hands."""
    before: dict[str, Any] = {}
    """The sheet of a deal before it, if there was one; what it does not say is None."""

    def played(self, game: Game[Any], players: int, options: Mapping[str, OptionValue], *own: str) -> Run:
        """Return the run of the deal after its answers, an answer of seat 0 and some more.

        ``2: 7H`` names the seat, where several may answer.
        """
        match = game.start(players, options, self.dealer)
        unsaid = {one.name: None for one in fields(game.sheet) if one.default is MISSING}
        match.sheets += [msgspec.convert({**unsaid, **self.before}, game.sheet)] if self.before else []
        run = Run(match)
        run.shuffle(order_of(match, {"hands": [hand.split() for hand in self.hands], **self.more}))
        answers = [f"0: {said}" if said and not place else said for place, said in enumerate(own)]
        for answer in [*self.actions.split(", "), *answers]:
            mover, named, said = answer.rpartition(": ")
            if said:
                assert run.asks is not None and not isinstance(run.asks, Shuffle), "the deal has ended"  # noqa: PT018
                seat = int(mover) if named else next(iter(run.asks.asked))
                run.act(seat, run.fallback(seat) if said == "*" else run.read(seat, said))
        return run


class TaughtDeal(Prepared, frozen=True, gc=False, kw_only=True):
    """A deal with a choice to make, for seat 0."""

    title: str
    text: str
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


def _lesson(game: Game[Any], course: Taught, deal: TaughtDeal) -> Lesson:
    before, replies = deal.played(game, course.players, course.options), []
    for choice in before.legal(0):
        said = text(choice)
        reply = next(one for keys, one in deal.replies.items() if keys == "*" or said in keys.split(", "))
        after = deal.played(game, course.players, course.options, said, *reply.then.split(", "))
        replies.append(LessonReply(Answer(said), view_of(after, Seat(0)), reply.text, reply.good))
    setup = Setup(game.name, course.players, course.options, Seat(deal.dealer))
    return Lesson(deal.title, deal.text, setup, (N_("You"), *course.names), view_of(before, Seat(0)), tuple(replies))
