"""What a worker process is asked: the sight of one seat as MessagePack bytes, and nothing besides."""

from collections.abc import Mapping
from random import Random
from typing import Generic, TypeVar

from msgspec import Struct, json

from games.kit.sampler import Unseen
from protocol.codec import Codec, TypeForm
from protocol.game import GameView
from protocol.setup import Setup
from protocol.temper import Temper
from protocol.vocabulary import Action, Event, View
from server.bots.bot import Bot, Sight
from server.bots.kit import shown_in

V = TypeVar("V", bound=View)
E = TypeVar("E", bound=Event)


class Question(Struct, Generic[V, E], frozen=True, gc=False):
    """The fields of a sight, with the level that is asked."""

    level: str
    setup: Setup
    view: V
    told: tuple[E, ...]
    temper: Temper
    unseen: str
    """What the seat knows of the cards, as JSON, in which keys may be numbers; empty but in a game of the kit."""

    chance: str
    """A random text that decides the choices of the bot; if empty, the question itself decides them."""


def write_question(codec: Codec, level: str, sight: Sight, chance: str) -> bytes:
    """Return the bytes that a worker is sent."""
    unseen = json.encode(sight.seen.unseen()).decode() if sight.seen is not None else ""
    return codec.pack(Question(level, sight.setup, sight.view, tuple(sight.told), sight.temper, unseen, chance))


def answer_question(codec: Codec, bots: Mapping[str, Mapping[str, Bot]], data: bytes) -> bytes:
    """Return the bytes of the action that a bot chooses; whatever the bot raises passes through.

    Raises:
        RemoteProtocolError: the bytes are no question.
    """
    generic: TypeForm = Question
    kind: type[Question[View, Event]] = generic[codec.views, codec.events]
    question = codec.unpack(kind, data)
    view, temper, seen = question.view, question.temper, None
    if question.unseen and isinstance(view, GameView):
        seen = shown_in(view, json.decode(question.unseen, type=Unseen), temper)
    sight = Sight(question.setup, view, question.told, temper, seen)
    return codec.pack(bots[question.setup.game][question.level](sight, Random(question.chance or data)))


def read_answer(codec: Codec, data: bytes) -> Action:
    """Return the action that a worker has chosen.

    Raises:
        RemoteProtocolError: the bytes are no action.
    """
    kind: type[Action] = codec.actions
    return codec.unpack(kind, data)
