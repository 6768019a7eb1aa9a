"""The supervisor executes the program on disk as itself, with stand-ins for the others."""

import errno
import json
import os
import signal
from collections.abc import Mapping
from contextlib import closing

import pytest

from server.processes import update
from server.processes.child import ChildProcess, heard, signals_caught
from server.processes.operator import Operator
from server.processes.plan import AdoptedChild, Handover, ProcessFault, ProcessPlan, ProcessRole
from server.processes.service_manager import ServiceNotifier
from server.processes.update import FORM, VARIABLE, ProgramInfo, Updates, execute, taken_over
from tests.server.processes.test_supervisor import Watched, number_at, watching

HANDOVER = Handover(
    "1.0 1",
    3,
    terminal=True,
    claim=None,
    manager=("", float("inf")),
    sockets={"ssh": []},
    children=[AdoptedChild("front 1", 7, 8, None, "2")],
)


async def updated(watched: Watched, before: int = 1) -> None:
    """Update a host and a front, before which there were so many fronts."""
    watched.process.send_signal(signal.SIGUSR2)
    said = sorted([(await watched.hears())[:2] for _ in range(3 + before)])
    assert said == [["front", "begins"], *[["front", "relieved"]] * before, ["host", "begins"], ["host", "told"]]
    assert await watched.says() == "version 1 has taken over from 1"


async def test_the_host_is_relieved_then_the_fronts() -> None:
    """The former host ends once the next one has loaded, and former fronts accept nobody once the next ones serve.

    The process and the port stay; told to end, all end in order, also those of two updates before.
    """
    async with watching("host --says=1", "front --port") as watched:
        _, first = await watched.begun("host", "front")
        port = int((await watched.says()).rpartition(":")[2])
        assert await watched.says() == "all serve"
        assert await number_at(port) == first
        await updated(watched)
        await updated(watched, 2)
        watched.process.send_signal(signal.SIGTERM)
        assert await watched.rest() == [*["front told"] * 3, "host told"]
        assert await watched.ended() == 0


async def test_a_new_host_that_dies_young_is_started_again() -> None:
    """A server that has served is not given up; meanwhile the former fronts are not relieved."""
    async with watching("host --says=1 --fails-young", "front") as watched:
        await watched.begun("host", "front")
        assert await watched.says() == "all serve"
        watched.process.send_signal(signal.SIGUSR2)
        for wait in ("now", "in 0.1 s"):
            assert await watched.says() == f"host has ended with status 1: it is started again {wait}"
        watched.process.send_signal(signal.SIGTERM)
        await watched.rest()
        assert await watched.ended() == 0


async def test_a_program_that_does_not_answer_is_given_up() -> None:
    """A second signal meanwhile changes nothing."""
    async with watching("host --says=1 --untried --beats", seconds="60,2") as watched:
        await watched.begun("host")
        assert await watched.says() == "all serve"
        watched.process.send_signal(signal.SIGUSR2)
        watched.process.send_signal(signal.SIGHUP)
        assert await watched.says() == "read again"
        watched.process.send_signal(signal.SIGUSR2)
        assert await watched.says() == "no update now: a start or an update is under way"
        said = "no update, version 1 goes on: the program on disk has not answered within 2 s"
        assert await watched.says() == said


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (ProgramInfo("2", "1")._asdict(), "version 2 cannot be executed: [Errno 7] Argument list too long"),
        ({}, "the program on disk does not answer as this program does"),
        (ProgramInfo("2", "1", fault="there is no room")._asdict(), "there is no room"),
        (ProgramInfo("2", "1", FORM + 1)._asdict(), "version 2 cannot take over from it: end the server and start it"),
        (
            ProgramInfo("2", "9")._asdict(),
            "version 2 speaks another protocol, so that no screen could stay: end the server",
        ),
    ],
)
def test_what_cannot_take_over(
    answer: dict[str, object], why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said why, and noted for whoever has asked for the update."""

    def fail(*_: object) -> None:
        raise OSError(errno.E2BIG, os.strerror(errno.E2BIG))

    monkeypatch.setattr(update, "execute", fail)
    noted: list[Mapping[str, str]] = []
    plan = ProcessPlan(ProcessRole("host", ()), note=noted.append)
    host, trial = ChildProcess(plan.host), ChildProcess(ProcessRole("the program on disk", ()))
    host.said, trial.was_ready, trial.said = "1 1", True, json.dumps(answer)
    with signals_caught() as signals, closing(ServiceNotifier()) as notifier:
        updates = Updates(plan, host, Operator(), notifier)
        updates.trials = [trial]
        updates.go_on(signals, [host], terminal=False)
    assert f"no update, version 1 goes on: {why}" in capsys.readouterr().err
    assert noted[0]["refused"] == "yes"
    assert updates.trials == []


def test_what_cannot_be_executed_leaves_everything_as_it_was() -> None:
    """A signal that came meanwhile is heard afterwards, no child inherits anything, and the environment is clean."""
    reading, writing = os.pipe()
    handed = HANDOVER._replace(claim=reading, children=[AdoptedChild("front 1", 7, writing, None, "")])
    with signals_caught() as signals:
        os.kill(os.getpid(), signal.SIGUSR2)
        with pytest.raises(FileNotFoundError):
            execute(("/no/such/program",), handed, signals)
        assert heard(signals) == [signal.SIGUSR2]
    assert not os.get_inheritable(reading)
    assert not os.get_inheritable(writing)
    assert VARIABLE not in os.environ
    os.close(reading)
    os.close(writing)


def test_only_the_process_itself_takes_over() -> None:
    """What is handed over arrives as it was; a variable of another process is removed, one that is damaged is told."""
    text = json.dumps([FORM, 70, *HANDOVER])
    environment = {VARIABLE: text}
    taken = taken_over(environment, 70)
    assert taken is not None
    assert taken._replace(manager=HANDOVER.manager) == HANDOVER
    assert environment == {}
    assert taken_over({VARIABLE: text}, 71) is taken_over({}, 70) is None
    with pytest.raises(ProcessFault, match="unset it"):
        taken_over({VARIABLE: text[:-9]}, 70)
