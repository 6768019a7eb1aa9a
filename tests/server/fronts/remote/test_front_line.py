"""The line of a front as the gateway holds it."""

import asyncio
from typing import cast

import pytest

from server.fronts.remote.front_line import FrontLine
from server.fronts.remote.known_fronts import KnownFront
from server.fronts.remote.stream import TlsStream


def a_line() -> FrontLine:
    """Give a line over which nothing is sent."""
    return FrontLine(KnownFront("attic", b""), cast(TlsStream, None))


async def test_what_ends_a_visit_is_known() -> None:
    """A fault of the service is raised; a visitor who is sent away is none."""

    async def fail() -> None:
        raise ValueError("what is wrong")

    line = a_line()
    with pytest.raises(ValueError, match="what is wrong"):
        await line.visit("key", fail())
    visiting = asyncio.create_task(line.visit("key", asyncio.sleep(3600)))
    while not len(line):
        await asyncio.sleep(0)
    line.cut_unless(lambda key: key != "key")
    async with asyncio.timeout(60):
        await visiting
    assert len(line) == 0
