"""The lines between a program and the table: a turn as JSON, and the action that it answers; pure."""

from codecs import BOM_UTF8
from collections.abc import Sequence
from typing import Final

import msgspec

from protocol.codec import to_plain
from protocol.command_line import escaped
from protocol.language import _
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, View

LONGEST_ANSWER: Final = 16 * 1024
"""The most bytes of an answer, its line end included."""

_SHOWN: Final = 60
"""Characters of an answer that are quoted when it cannot be used."""


class InvalidAnswer(ValueError):
    """What a program wrote is no action that it may take; the text says why."""


def write_turn(setup: Setup, view: View, events: Sequence[Event]) -> bytes:
    """Return the line that asks a program for an action: the setup, its view, and what it was told since the last line.

    Fields at their defaults are left out, as in messages.
    """
    turn = {"setup": to_plain(setup), "view": to_plain(view), "events": [to_plain(event) for event in events]}
    return msgspec.json.encode(turn) + b"\n"


def read_answer(line: bytes, legal: Sequence[Action]) -> Action:
    """Return the action of an answer: ``{"action": N}``, N a place in ``legal``, or an action itself.

    Raises:
        InvalidAnswer: it is none of the legal actions.
    """
    said = escaped(line.decode(errors="replace").strip())[:_SHOWN]
    try:
        plain = msgspec.json.decode(line.removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidAnswer(_("this is no line of JSON: {said}", said=said)) from error
    if isinstance(plain, dict) and "action" in plain:
        plain = plain["action"]
    if type(plain) is int and 0 <= plain < len(legal):
        return legal[plain]
    named = {key: value for key, value in plain.items() if value is not None} if isinstance(plain, dict) else None
    action = next((action for action in legal if to_plain(action) == named), None)
    if action is None:
        most = len(legal) - 1
        raise InvalidAnswer(
            _("this is no legal action: {said}; write an action, or its place from 0 to {most}", said=said, most=most)
        )
    return action
