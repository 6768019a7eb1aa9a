"""The frames of version 1 are what they were when it was released."""

import json
from typing import get_args, get_origin

import pytest

from protocol.codec import to_plain
from protocol.framing import HEADER
from protocol.messages import FromClient, FromServer
from tests.protocol.examples import FROM_CLIENT, FROM_SERVER
from tests.protocol.golden import CODEC, Golden, present, released

MESSAGES = {
    **{f"client: {name}": message for name, message in FROM_CLIENT.items()},
    **{f"server: {name}": message for name, message in FROM_SERVER.items()},
}


@pytest.mark.parametrize("golden", released(), ids=lambda golden: str(golden.name))
def test_a_released_frame_is_read_as_the_message_that_was_written(golden: Golden) -> None:
    """A frame of the release still means what it meant."""
    decode = CODEC.decode_client if golden.name in {f"client: {name}" for name in FROM_CLIENT} else CODEC.decode_server
    message = decode(golden.frame[HEADER:])
    assert message == MESSAGES[golden.name]
    assert json.dumps(to_plain(message)) == golden.plain


@pytest.mark.parametrize(("golden", "now"), [*zip(released(), present(), strict=True)])
def test_a_message_is_written_as_the_released_frame(golden: Golden, now: Golden) -> None:
    """The bytes of every example are those of the release."""
    assert now == golden


@pytest.mark.parametrize("union", [FromClient, FromServer])
def test_every_message_has_a_released_frame(union: object) -> None:
    """No message is left without an example."""
    assert {type(message) for message in MESSAGES.values()} >= {get_origin(kind) or kind for kind in get_args(union)}
