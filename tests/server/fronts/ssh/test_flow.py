"""A flow that somebody looks after."""

from types import SimpleNamespace
from typing import Any, cast

from server.fronts.ssh.transport.flow import ChannelOutput, Flow


def test_held_and_freed() -> None:
    """The first reason holds it and the last one frees it; what holds it longer is not said again."""
    said: list[str] = []
    flow = Flow(lambda: said.append("held"), lambda: said.append("freed"))
    flow.on_open(lambda: said.append("opened"))
    flow.hold("channel")
    flow.hold("connection")
    flow.release("channel")
    assert said == ["held"]
    flow.release("connection")
    flow.release("connection")
    assert said == ["held", "opened", "freed"]


def test_held_again_at_once() -> None:
    """Whoever waited may write so much that it is held again before it is free."""
    said: list[str] = []
    flow = Flow(lambda: said.append("held"), lambda: said.append("freed"))
    flow.on_open(lambda: flow.hold("connection"))
    flow.hold("channel")
    flow.release("channel")
    assert said == ["held", "held"]


def test_the_flow_of_a_session() -> None:
    """It is held alone, or with that of its connection, and goes on when neither is."""
    said: list[str] = []
    connection = Flow()
    one, other = Flow(lambda: said.append("one held"), connection=connection), Flow(connection=connection)
    one.on_open(lambda: said.append("one"))
    other.on_open(lambda: said.append("other"))
    one.hold("channel")
    assert (one.open, other.open, connection.open) == (False, True, True)
    connection.hold("connection")
    assert not other.open
    connection.release("connection")
    assert said == ["one held", "other"]
    one.release("channel")
    other.forget()
    connection.hold("keys")
    connection.release("keys")
    assert said == ["one held", "other", "one", "one"]


async def test_a_channel_that_is_lost_holds_nothing() -> None:
    """A session that was closed while it took no output is no reason to cut its connection later."""
    said: list[str] = []
    channel = SimpleNamespace(set_write_buffer_limits=lambda **_: None)
    output = ChannelOutput(cast("Any", channel), Flow(lambda: said.append("held"), lambda: said.append("freed")))
    output.pause()
    output.lost()
    assert said == ["held", "freed"]
