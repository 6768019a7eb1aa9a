"""Messages about hints: what each legal action is worth, why the best one is, and which choice of a deal cost most."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.game import Answer
from protocol.message import Count, Measure, ServerAnswer, ServerMessage, StateSeq, TableCommand, Wording


class Hint(TableCommand, frozen=True, tag="hint"):
    """Ask what each of one's legal actions is worth; the first hint in a game marks the seat for everybody."""

    seq: StateSeq


class Appraised(Struct, frozen=True, gc=False):
    """A legal action with its value."""

    action: Answer
    value: Measure
    """What it is worth: points of the deal over the mean of the table, to one decimal."""


class HintReason(Struct, frozen=True, gc=False, omit_defaults=True):
    """A reason for the best action, as half a sentence."""

    text: str
    """The reason, for a person."""
    wording: Wording | None = None


class HintGiven(ServerAnswer, frozen=True, tag="hint_given"):
    """A hint, for its asker alone."""

    seq: StateSeq
    choices: Annotated[tuple[Appraised, ...], Meta(min_length=1, max_length=4096)]
    """Every legal action with its value, the best first."""
    reasons: tuple[HintReason, ...] = ()
    """Why the first is the best, at most two reasons; none where nothing stands out."""


class CostliestChoice(ServerMessage, frozen=True, tag="costliest_choice"):
    """After a deal, the choice that cost its person most, among those since their first hint in the game."""

    deal: Count
    """The number of the deal, from 1."""
    cards: Count
    """How many cards the person held when they chose."""
    chosen: Answer
    """What they chose."""
    best: Answer
    """What was worth most."""
    cost: Measure
    """How much more it was worth, in points of the deal, to one decimal."""
