"""The frames of version 1 are what they were when it was released."""

import json
from typing import get_args

import pytest

from protocol.codec import to_plain
from protocol.connection import HEADER
from protocol.game import Answer, View
from protocol.messages import CLIENT_MESSAGES, SERVER_MESSAGES
from protocol.table import Event
from tests.protocol.golden import Golden, decoded, framed, read, released


@pytest.mark.parametrize("golden", released(), ids=lambda golden: str(golden.name))
def test_a_released_frame_is_read_and_written_as_it_was(golden: Golden) -> None:
    """A frame of the release still means what it meant, and its message still has the same bytes."""
    assert json.dumps(to_plain(read(golden, golden.frame[HEADER:]))) == golden.plain
    assert framed(golden) == golden.frame


def test_every_message_event_action_and_view_has_a_released_frame() -> None:
    """Nothing that is said is left without an example."""
    kinds = (*CLIENT_MESSAGES.values(), *SERVER_MESSAGES.values(), *get_args(Event), Answer, View)
    tags = {kind.__struct_config__.tag for kind in kinds}
    frames = released()
    assert [tag for tag in tags if not any(f'"type": "{tag}"' in golden.plain for golden in frames)] == []
    assert {type(decoded(golden)).__struct_config__.tag for golden in frames} <= tags
