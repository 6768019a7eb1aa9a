"""A flow that somebody looks after."""

from server.fronts.ssh.transport.flow import Flow


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
