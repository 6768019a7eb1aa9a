"""What a worker process is asked: what one seat is shown, as MessagePack bytes, and nothing besides."""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from msgspec import Struct, json

from games.kit.asking import read
from games.kit.game import Game
from games.kit.sampler import Bot, Observation, Unseen
from games.kit.view import choices_of, table_of
from protocol.codec import Codec
from protocol.game import Answer, Temper, View, said


class House(Protocol):
    """The module whose bots a worker asks."""

    @property
    def GAMES(self) -> Mapping[str, Game[Any]]:  # noqa: N802
        """The games by name."""

    @property
    def BOTS(self) -> Mapping[str, Mapping[str, Bot]]:  # noqa: N802
        """The bots of each game by level."""


class Question(Struct, frozen=True, gc=False):
    """What a bot is shown, with the level that is asked."""

    level: str
    view: View
    temper: Temper
    unseen: str
    """What the seat knows of the cards, as JSON, in which keys may be numbers."""

    chance: str
    """A random text that decides the choices of the bot; if empty, the question itself decides them."""


def write_question(codec: Codec, level: str, seen: Observation[Any], view: View, chance: str) -> bytes:
    """Return the bytes that a worker is sent."""
    return codec.pack(Question(level, view, seen.temper, json.encode(seen.unseen()).decode(), chance))


def answer_question(codec: Codec, house: House, data: bytes) -> bytes:
    """Return the bytes of the answer that a bot chooses; whatever the bot raises passes through.

    Raises:
        RemoteProtocolError: the bytes are no question.
    """
    question = codec.unpack(Question, data)
    view, unseen = question.view, json.decode(question.unseen, type=Unseen)
    game = house.GAMES[view.game]
    assert view.viewer is not None
    table: Any = table_of(game, view)
    answers = [(seat, None if text is None else read(text)) for seat, text in unseen.answers]
    choices = choices_of(game, view)
    seen = Observation(table, view.viewer, choices, view.prompt, lambda: unseen, answers, question.temper)
    choice = house.BOTS[view.game][question.level](seen, Random(question.chance or data))
    return codec.pack(Answer(said(choice)))


def read_answer(codec: Codec, data: bytes) -> Answer:
    """Return the answer that a worker has chosen.

    Raises:
        RemoteProtocolError: the bytes are no answer.
    """
    return codec.unpack(Answer, data)
